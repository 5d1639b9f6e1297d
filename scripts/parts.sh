#!/usr/bin/env bash
# parts.sh NAME COMMAND [NAME COMMAND]…: runs several commands of the shell at once, which is for those that mostly wait.
# What a command prints is shown in one piece when it has ended; that of the last one comes last, whenever it ended. All
# commands are run to their end, also if one fails. Then this fails and says which. An interruption ends them all.
set -uo pipefail
if [ $# -lt 2 ] || (($# % 2)); then
  sed -n '2,4s/^# *//p' "$0" >&2
  exit 64
fi
logs=$(mktemp -d)
names=() processes=() failed=()

signal() {
  for process in "${processes[@]}"; do kill "-$1" -- "-$process" 2>/dev/null; done
}

# Ends all commands like Ctrl-C does, and those that have not ended after half a minute in another way. The last lines of
# each that had not ended say where it was.
end() {
  trap '' INT TERM HUP
  signal INT
  for _ in {1..300}; do
    [ -n "$(jobs -r)" ] || break
    sleep 0.1
  done
  signal TERM
  wait
  for number in "${!processes[@]}"; do
    echo "== ${names[number]}, interrupted"
    tail -n 20 "$logs/$number"
  done
  exit "$1"
}
trap 'rm -rf "$logs"' EXIT
trap 'end 130' INT
trap 'end 143' TERM
trap 'end 129' HUP

show() {
  echo "== ${names[$1]}$(sed 's/.*/ (& s)/' "$logs/$1.seconds" 2>/dev/null)"
  cat "$logs/$1"
}

# Joins names for a sentence.
list() {
  printf '%s' "$1"
  shift
  [ $# -eq 0 ] || printf ', %s' "$@"
}

# Each command leads a group of processes, so that what it has started ends with it.
set -m
number=0
while [ $# -gt 0 ]; do
  names[number]=$1
  (SECONDS=0; bash -c "$2"; status=$?; echo $SECONDS >"$logs/$number.seconds"; exit $status) \
    </dev/null >"$logs/$number" 2>&1 &
  processes[number]=$!
  number=$((number + 1))
  shift 2
done
last=$((number - 1))
echo "At once: $(list "${names[@]}"). Each is shown when it has ended."

while [ ${#processes[@]} -gt 0 ]; do
  ended='' status=0
  wait -n -p ended "${processes[@]}" || status=$?
  for number in "${!processes[@]}"; do
    [ "${processes[number]}" = "$ended" ] || continue
    unset "processes[number]"
    [ "$status" -eq 0 ] || failed+=("${names[number]}")
    [ "$number" -eq "$last" ] || show "$number"
  done
done
show "$last"
if [ ${#failed[@]} -gt 0 ]; then
  echo "What failed: $(list "${failed[@]}")"
  exit 1
fi
