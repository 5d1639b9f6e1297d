#!/usr/bin/env bash
# python.sh: prepares .venv with what is tested in Python, once for each state of the lists.
set -euo pipefail
cd "$(dirname "$0")/.."
lists=$(git ls-files --cached --others --exclude-standard -- '*/requirements.txt' | sort)
stamp=.venv/installed
# shellcheck disable=SC2086 # the list is meant to be split
wanted=$(cat $lists | sort -u)
[ -f "$stamp" ] && [ "$wanted" = "$(cat "$stamp")" ] && exit 0
echo "Preparing .venv for what is tested in Python: $(tr '\n' ' ' <<<"$wanted")"
rm -rf .venv
python3 -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check -r /dev/stdin <<<"$wanted"
echo "$wanted" >"$stamp"
