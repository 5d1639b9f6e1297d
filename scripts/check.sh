#!/usr/bin/env bash
# check.sh: rules of the tree that no compiler knows: the size of files, and names that must not appear.
set -euo pipefail
cd "$(dirname "$0")/.."
failed=0
while read -r lines file; do
  [ "$file" = total ] && continue
  if [ "$lines" -gt 600 ]; then echo "$file has $lines lines; 600 is the most" >&2; failed=1; fi
done < <(git ls-files -z '*.swift' '*.c' '*.h' '*.py' '*.sh' '*.js' | xargs -0 wc -l)
if git grep -nE '\b(try!|fatalError\(|as!) ' -- 'Sources/*.swift'; then
  echo "these can end the program on input from outside" >&2
  failed=1
fi
exit $failed
