#!/usr/bin/env bash
# python.sh: prepares .venv with what the foreign consumer of the tests needs, once for each state of the list.
set -euo pipefail
cd "$(dirname "$0")/.."
list=Tests/Foreign/requirements.txt
stamp=.venv/installed
[ -f "$stamp" ] && cmp -s "$list" "$stamp" && exit 0
echo "Preparing .venv for the foreign consumer: $(tr '\n' ' ' <"$list")"
rm -rf .venv
python3 -m venv .venv
.venv/bin/python -m pip install --quiet --disable-pip-version-check -r "$list"
cp "$list" "$stamp"
