#!/usr/bin/env bash
# check.sh: rules of the tree that no compiler knows: the size of files and lines, and names that must not appear.
set -euo pipefail
cd "$(dirname "$0")/.."
failed=0
while read -r lines file; do
  [ "$file" = total ] && continue
  if [ "$lines" -gt 600 ]; then echo "$file has $lines lines; 600 is the most" >&2; failed=1; fi
done < <(git ls-files -z '*.swift' '*.c' '*.h' '*.py' '*.sh' '*.js' '*.mjs' '*.ts' | xargs -0 wc -l)
if git grep -nE '^.{121,}$' -- 'Tests/Foreign/*.py' 'conformance/*.py' 'clients/python/*.py'; then
  echo "lines of Python have at most 120 columns" >&2
  failed=1
fi
if git grep -nE '\bumask\(' -- '*.swift'; then
  echo "the mask of the process is also that of other threads, and of the programs that they start" >&2
  failed=1
fi
if git grep -nE '\b(try!|fatalError\(|as!) ' -- 'Sources/*.swift'; then
  echo "these can end the program on input from outside" >&2
  failed=1
fi
# Text from outside is measured, cut, split and compared by code points or bytes: one of Swift's characters can have any
# length, and a mark joins the sign before it to another one. What a person types or sees at a terminal of their own, and
# what only tests run, may have characters.
characters='(?<!Unicode\.)\bCharacter\b|\.has(Prefix|Suffix)\b'
characters+='|\.(split|firstIndex|lastIndex|replacing)\((separator: |of: )?"|\.is(Whitespace|Newline|Letter|Number)\b(?!\()'
lengths='\b(text|name|label|description|memo|title|note|safe|version)\??\.(count\b|prefix\(|suffix\(|dropFirst\(|dropLast\()'
terminals='Sources/Base/DisplayText/DisplayWidth.swift|Sources/(Apps/TerminalUI|Programs)/'
testing='Sources/Wallets/(ExampleWallet|MockWallet|WalletContract)/'
texts='Sources/(Apps/Consumer|Base/DisplayText|Chat|Protocol|Provider)/'
if git grep -nP "$characters" -- 'Sources/*.swift' | grep -vE "^($terminals|$testing)" \
  | grep -vE '^[^:]*:[0-9]+: *//|unicodeScalars|utf8|properties\.is'; then
  echo "these work on characters: use unicodeScalars or utf8" >&2
  failed=1
fi
if git grep -nP "$lengths" -- 'Sources/*.swift' | grep -E "^$texts" | grep -vE '^[^:]*:[0-9]+: *//'; then
  echo "these may measure or cut text by characters: use unicodeScalars or utf8" >&2
  failed=1
fi
if git grep -nE '^ *(@_exported )?(public |package )?import (Glibc|Darwin|Musl)$' -- '*.swift' | grep -v '^Sources/Platform/'; then
  echo "the C library of the system has one name: import Platform" >&2
  failed=1
fi
if git grep -nP '\bTimeZone[.(]' -- 'Sources/*.swift'; then
  echo "Foundation knows UTC only in a program that is linked statically: use SystemZone" >&2
  failed=1
fi
if git ls-files -- '*.h' | grep -v /; then
  echo "these were written by a compiler: headers belong to the modules of system libraries" >&2
  failed=1
fi
if git grep -nE '\b(log|logger)\.(trace|debug|info|notice|warning|error|critical)\(' -- 'Sources/Provider/*.swift'; then
  echo "say whose business a line of the log is: log.log(level: .peersFault, …), see LogLevels.swift" >&2
  failed=1
fi
scripts/labels.py || failed=1
# What a mutant changes has to be there.
Tests/Simulation/mutants.py --list > /dev/null || failed=1
scripts/translations.py || failed=1
scripts/swift_types.py --check || failed=1
python3 clients/python/generate.py --check || failed=1
# Who only changes Swift may have no Node.js.
if command -v node > /dev/null; then
  node clients/typescript/scripts/generate.mjs --check || failed=1
  node Sources/Apps/OwnerPage/scripts/generate.mjs --check || failed=1
fi
exit $failed
