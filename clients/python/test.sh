#!/usr/bin/env bash
# test.sh: checks the types and runs all tests. PYTHON is the interpreter, PAYPORT_PROGRAMS the folder with payd.
set -euo pipefail
cd "$(dirname "$0")"
python=${PYTHON:-$PWD/../../.venv/bin/python}
export SWIFT_BACKTRACE=enable=no PYTHONDONTWRITEBYTECODE=1
cache=$(mktemp -d)
trap 'rm -rf "$cache"' EXIT
"$python" -m mypy --cache-dir "$cache"
"$python" -m pytest "$@"
