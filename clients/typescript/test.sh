#!/usr/bin/env bash
# test.sh: builds the package and runs all of its tests, with a real payd in PAYPORT_PROGRAMS (default: .build/debug of the tree).
# It needs the Debian packages nodejs, npm, node-ws and node-typescript. Without chromium the test of the example's page is left out.
set -euo pipefail
cd "$(dirname "$0")"
export PAYPORT_PROGRAMS=${PAYPORT_PROGRAMS:-$(cd ../.. && pwd)/.build/debug}
[ -x "$PAYPORT_PROGRAMS/payd" ] || { echo "test.sh: there is no $PAYPORT_PROGRAMS/payd; build it, or set PAYPORT_PROGRAMS." >&2; exit 69; }
for program in node npm tsc; do
  command -v "$program" >/dev/null || { echo "test.sh: $program is missing; install nodejs, npm, node-ws and node-typescript." >&2; exit 69; }
done

skipped=
if ! chromium --version >/dev/null 2>&1; then
  skipped="test.sh: SKIPPED: chromium does not run here, so the page of the Electron example is NOT tested; install chromium."
  echo "$skipped" >&2
fi

mkdir -p node_modules
if [ ! -e node_modules/ws ]; then
  [ -d /usr/share/nodejs/ws ] || { echo "test.sh: ws is missing; install node-ws." >&2; exit 69; }
  ln -s /usr/share/nodejs/ws node_modules/ws
fi
rm -rf dist
tsc -p .
# Most tests wait for other processes, so that several files at once take no longer. After a failure nothing that a test left
# open may keep its process alive. Node.js 18 has none of these options.
options=
for option in --test-concurrency=3 --test-timeout=450000 --test-force-exit; do
  if node --help | grep -q -- "${option%=*}"; then options="$options $option"; fi
done
# shellcheck disable=SC2086 # these are several options
node --test $options test/*.test.mjs
# Once more at the end, where it is read.
[ -z "$skipped" ] || echo "$skipped" >&2
