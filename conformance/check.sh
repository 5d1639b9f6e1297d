#!/usr/bin/env bash
# check.sh: judges what this project has, and the suite itself.
#   check.sh test      all cases on payd and payctl, some broken models, the suite's own tests: for make test
#   check.sh reports   writes the reports of the providers and consumers of this project
#   check.sh mutants   runs all broken models and writes conformance/mutants.md
# PAYPORT_PROGRAMS is the folder of the programs, .build/debug without it; PYTHON is the interpreter.
set -uo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}
passed=0 failed=0

# Runs a part whose last line is "N passed, N failed…" and adds that up. A part that ends otherwise has failed.
part() {
  local title=$1 last output status
  shift
  echo "== $title"
  output=$("$@" 2>&1)
  status=$?
  last=$(tail -n 1 <<<"$output")
  if [[ $last =~ ([0-9]+)\ passed(,\ ([0-9]+)\ failed)? ]]; then
    local bad=${BASH_REMATCH[3]:-0}
    passed=$((passed + BASH_REMATCH[1])) failed=$((failed + bad))
    ((bad == 0 && status != 0)) && failed=$((failed + 1))
    ((bad == 0 && status == 0)) && output=$last
  else
    failed=$((failed + 1))
  fi
  echo "$output"
}

suite() { "$python" -m conformance "$@"; }

case ${1:-} in
test)
  part "the suite's own tests" "$python" -m pytest -q --no-header -p no:cacheprovider conformance/tests
  part "payd" suite provider --adapter payd --known conformance/adapters/payd.known
  part "payctl" suite consumer --adapter payctl
  part "some broken consumers" suite mutants --side consumer --quick --only 'C2.0*' C3.09 C4.03 C5.12 C5.16 C5.81
  ;;
reports)
  for provider in payd exampled; do
    part "$provider" suite provider --adapter "$provider" --report conformance/reports
  done
  for consumer in payctl python typescript; do
    part "$consumer" suite consumer --adapter "$consumer" --report conformance/reports
  done
  ;;
mutants)
  part "broken providers" suite mutants --side provider
  part "broken consumers" suite mutants --side consumer
  ;;
*)
  sed -n '2,6s/^# *//p' "$0"
  exit 64
  ;;
esac
echo "$passed passed, $failed failed"
((failed == 0))
