#!/usr/bin/env bash
# test.sh: builds the package and runs all of its tests, with a real payd in PAYPORT_PROGRAMS (default: .build/debug of the tree).
# It needs the Debian packages nodejs, npm, node-ws, node-typescript and chromium.
set -euo pipefail
cd "$(dirname "$0")"
export PAYPORT_PROGRAMS=${PAYPORT_PROGRAMS:-$(cd ../.. && pwd)/.build/debug}
[ -x "$PAYPORT_PROGRAMS/payd" ] || { echo "test.sh: there is no $PAYPORT_PROGRAMS/payd; build it, or set PAYPORT_PROGRAMS." >&2; exit 69; }
for program in node npm tsc; do
  command -v "$program" >/dev/null || { echo "test.sh: $program is missing; install nodejs, npm, node-ws and node-typescript." >&2; exit 69; }
done

mkdir -p node_modules
if [ ! -e node_modules/ws ]; then
  [ -d /usr/share/nodejs/ws ] || { echo "test.sh: ws is missing; install node-ws." >&2; exit 69; }
  ln -s /usr/share/nodejs/ws node_modules/ws
fi
rm -rf dist
tsc -p .
# Most tests wait for other processes, so that several files at once take no longer. Node.js 18 does not have the option.
concurrency=$(node --help | grep -q -- --test-concurrency && echo --test-concurrency=3 || true)
# shellcheck disable=SC2086 # it is one option or none
exec node --test $concurrency test/*.test.mjs
