#!/usr/bin/env bash
# check.sh: judges what this project has, and the suite itself.
#   check.sh test      all cases on payd and payctl, some broken models, the suite's own tests: for make test
#   check.sh reports   writes the reports of the providers and consumers of this project
#   check.sh mutants   runs each broken model on its case and writes conformance/mutants.md; with `whole`, on all cases
# PAYPORT_PROGRAMS is the folder of the programs, .build/debug without it; PYTHON is the interpreter.
set -uo pipefail
cd "$(dirname "$0")/.."
python=${PYTHON:-.venv/bin/python}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
titles=() passed=0 failed=0

# Starts a part whose last line is "N passed, N failed…".
begin() {
  titles+=("$1")
  local place=$work/${#titles[@]}
  shift
  ("$@" >"$place" 2>&1; echo $? >"$place.status") &
}

# Waits for all parts and adds them up. A part that ends in another way has failed.
finish() {
  wait
  local number last status bad
  for number in "${!titles[@]}"; do
    echo "== ${titles[$number]}"
    last=$(tail -n 1 "$work/$((number + 1))") status=$(<"$work/$((number + 1)).status")
    if [[ $last =~ ([0-9]+)\ passed(,\ ([0-9]+)\ failed)? ]]; then
      bad=${BASH_REMATCH[3]:-0}
      ((bad == 0 && status != 0)) && bad=1
      passed=$((passed + BASH_REMATCH[1])) failed=$((failed + bad))
    else
      bad=1 failed=$((failed + 1))
    fi
    if ((bad)); then cat "$work/$((number + 1))"; else echo "$last"; fi
  done
  titles=()
}

suite() { "$python" -m conformance "$@"; }

case ${1:-} in
test)
  # These two have nothing in common, and neither needs a processor all the time.
  begin "payd" suite provider --adapter payd --known conformance/adapters/payd.known
  begin "payctl" suite consumer --adapter payctl
  finish
  begin "some broken providers" suite mutants --side provider --quick --only P1.12 P2.05 P3.304 'P5.40[0-4]' 'P5.11[6-9]' P5.120 P5.415 P5.416 P5.510
  begin "some broken consumers" suite mutants --side consumer --quick --only 'C2.0[1-4]' C2.83 C2.91 C3.09 C3.100 C4.03 C4.20 C5.12 C5.16 C5.81 C5.87 C5.88
  begin "the suite's own tests" "$python" -m pytest -q --no-header -p no:cacheprovider conformance/tests
  finish
  ;;
reports)
  for provider in payd exampled; do
    begin "$provider" suite provider --adapter "$provider" --report conformance/reports
    finish
  done
  for consumer in payctl python typescript; do
    begin "$consumer" suite consumer --adapter "$consumer" --report conformance/reports
    finish
  done
  ;;
mutants)
  # One after the other: a broken model is told from a sound one by waits, too.
  for side in provider consumer; do
    suite mutants --side "$side" $([ "${2:-}" = whole ] || echo --quick) 2>&1 | tee "$work/mutants"
    status=${PIPESTATUS[0]}
    [[ $(tail -n 1 "$work/mutants") =~ ([0-9]+)\ passed,\ ([0-9]+)\ failed ]] || status=70
    passed=$((passed + ${BASH_REMATCH[1]:-0})) failed=$((failed + ${BASH_REMATCH[2]:-0} + (status > 1)))
  done
  ;;
*)
  sed -n '2,6s/^# *//p' "$0"
  exit 64
  ;;
esac
echo "$passed passed, $failed failed"
((failed == 0))
