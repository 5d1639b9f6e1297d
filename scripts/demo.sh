#!/usr/bin/env bash
# demo.sh: two people, each with a wallet and a chat, settle three payments before your eyes; made-up money, no network.
# It takes less than a minute, and leaves nothing behind.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=${PAYPORT_BIN:-$(swift build --show-bin-path)}
export LC_ALL=C.UTF-8
stage=$(mktemp -d /tmp/payport-demo.XXXXXX)
export PAYPORT_RUNTIME=$stage/run
pids=()
clean_up() {
  for pid in "${pids[@]}"; do kill "$pid" 2>/dev/null || true; done
  for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
  rm -rf "$stage"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# --- What is told

columns=${COLUMNS:-$(tput cols 2>/dev/null || echo 100)}
bold= faint= plain=
if [ -t 1 ] && [ -z "${NO_COLOR:-}" ] && [ "${TERM:-dumb}" != dumb ]; then
  bold=$(tput bold || true) faint=$(tput dim || true) plain=$(tput sgr0 || true)
fi
pause() { if [ -t 1 ]; then sleep "$1"; fi; }
chapter() { printf '\n%s── %s%s\n' "$bold" "$1" "$plain"; pause 1; }
tell() { printf '%s\n' "$*" | fold -s -w $((columns < 90 ? columns : 90)); pause 1; }
owner() { printf '   %s%s$ payd %s%s\n' "$faint" "$1" "$2" "$plain"; }

# Each person's screen is as wide as half of the window, or stands alone where that is too narrow.
if [ "$columns" -ge 88 ]; then width=$((columns / 2 > 56 ? 56 : columns / 2)); else width=$columns; fi

# --- The programs

fail() { echo "demo: $1" >&2; tail -n 5 "$stage"/*.log "$stage"/*.err >&2 || true; exit 70; }

# until FILE TEXT: waits until a file has a text after what was shown of it already.
await() {
  local tries=0
  until tail -n +$((${seen[$1]:-0} + 1)) "$stage/$1.screen" | grep -qF -- "$2"; do
    tries=$((tries + 1))
    [ $tries -lt 300 ] || fail "$1's screen does not show: $2"
    sleep 0.1
  done
}

wallet() { # a provider with a mock wallet of a network that all of them share
  cat >"$stage/$1.yml" <<END
name: $1
times: {poll: 1s, follow: 1s}
wallets:
  - {type: mock, currencies: [LTC, XMR], network: $stage/network, wallet: $1, balance: 100, block_seconds: 1,
     limits: {LTC: {ask: above 0.1, per_period: 1000}}}
END
  chmod 600 "$stage/$1.yml"
  "$bin/payd" run --config "$stage/$1.yml" --state "$stage/$1.wallet" 2>"$stage/$1.log" &
  pids+=($!)
}
payd() { local who=$1; shift; "$bin/payd" "$@" --state "$stage/$who.wallet"; }

declare -A seen keyboard
chat() {
  mkfifo "$stage/$1.keys"
  COLUMNS=$width "$bin/paychat" --as "$1" --relay demo --provider "$1" --state "$stage/$1.app" --script - \
    <"$stage/$1.keys" >"$stage/$1.screen" 2>"$stage/$1.err" &
  pids+=($!)
  exec {fd}>"$stage/$1.keys"
  keyboard[$1]=$fd
}
types() { # a person types a line
  printf '   %s%s> %s%s\n' "$bold" "$1" "$2" "$plain"
  echo "$2" >&"${keyboard[$1]}"
}

# bubble WHO N: a card as it now is on somebody's screen.
bubble() {
  seen[$1]=$(wc -l <"$stage/$1.screen")
  echo "/show $2" >&"${keyboard[$1]}"
  await "$1" "╰"
  drawn=$(tail -n +$((seen[$1] + 1)) "$stage/$1.screen" | grep '^ *[╭│╰]')
}

# screens N: a card on both screens, side by side where there is room.
screens() {
  local left right row line
  bubble alice "$1"; mapfile -t left <<<"$drawn"
  bubble bob "$1"; mapfile -t right <<<"$drawn"
  echo
  if [ "$width" -eq "$columns" ]; then
    printf '%s\n' "Alice sees" "${left[@]}" "Bob sees" "${right[@]}"
  else
    printf '%s%-*s%s%s\n' "$faint" "$width" "Alice sees" "Bob sees" "$plain"
    for ((row = 0; row < ${#left[@]} || row < ${#right[@]}; row++)); do
      line=${left[row]:-}
      printf '%s%*s%s\n' "$line" $((width - ${#line})) '' "${right[row]:-}"
    done
  fi
  echo
  pause 2
}

approve_payment() { # the owner of a wallet is asked, and says yes
  local id= tries=0
  until id=$(payd "$1" questions --json | grep -o 'ord_[a-z2-7]*' | head -n 1) && [ -n "$id" ]; do
    tries=$((tries + 1)); [ $tries -lt 100 ] || fail "$1's owner is not asked"
    sleep 0.1
  done
  owner "$1" questions
  payd "$1" questions | grep -E '^ *(paychat|pay|to|in all)' | sed 's/^ */      /'
  owner "$1" "approve $id"
  payd "$1" approve "$id" >/dev/null
}

# --- The story

tell "Alice and Bob write to each other in a chat. The chat holds no money: each of them has a wallet on the same" \
  "machine, and beside it payd, which lets the chat ask and lets only the wallet's owner decide."
wallet alice
wallet bob
for who in alice bob; do
  until grep -q '^payd: ready' "$stage/$who.log"; do
    kill -0 "${pids[0]}" && kill -0 "${pids[-1]}" || fail "payd did not start"
    sleep 0.1
  done
done
"$bin/paychat" relay demo --state "$stage/relay" 2>"$stage/relay.log" &
pids+=($!)
until grep -q 'is ready' "$stage/relay.log" 2>/dev/null; do sleep 0.1; done

chapter "First, once: each wallet's owner lets the chat in"
for who in alice bob; do
  chat "$who"
  await "$who" "payd approve"
  id=$(grep -o 'pair_[a-z2-7]*' "$stage/$who.screen" | head -n 1)
  code=$(grep -o -- '--code [0-9]*' "$stage/$who.screen" | grep -o '[0-9]*$')
  owner "$who" "approve $id --code $code"
  payd "$who" approve "$id" --code "$code" --scopes receive,pay >/dev/null
  await "$who" "wallet is connected"
done
tell "The six digits are what the chat shows: so it is this very program that is let in."

chapter "Alice asks Bob for his half of the dinner"
types alice "/request bob 0.5 LTC or 0.01 XMR Dinner"
await bob "waiting for your answer"
await alice "waiting for bob"
screens 1
tell "Bob picks a currency; only now Alice's wallet makes an address for it."
types bob "/accept 1 LTC"
await alice "waiting for bob's money"
await bob "payd questions"
screens 1
tell "His wallet asks him, its owner, as this is more than it may pay without asking:"
approve_payment bob
await alice "Received"
await bob "confirmed"
screens 1
tell "Neither has to believe the other: Bob's card follows his own order, Alice's the invoice in her own wallet."

chapter "Bob offers Alice something for the tickets"
types bob "/send alice 0.05 LTC Tickets"
await alice "2] bob offers you"
screens 2
types alice "/accept"
await alice "2] bob offers you 0.05 LTC (Tickets): Received"
await bob "2] You offer alice 0.05 LTC (Tickets): Paid · confirmed"
screens 2
tell "Nobody was asked: its owner lets Bob's wallet pay so little without."

chapter "Alice collects for the boat"
tell "Carol is in the chat too, and has no wallet at all."
chat carol
await carol "is not running"
types alice "/collect 3 LTC from bob carol for the boat"
await bob "3] alice asks you for 1.5 LTC"
await carol "waiting for your answer"
types bob "/accept"
types carol "/decline next time"
approve_payment bob
await alice "by carol: next time"
await alice "the boat): Received"
types alice "/status"
await alice "Your wallet is connected"
tail -n +"$(grep -n '^alice.*> /status' "$stage/alice.screen" | tail -n 1 | cut -d : -f 1)" "$stage/alice.screen" |
  grep -E '^([0-9]|\* Coll)' | sed 's/^/      /; s/\t/  /g'

chapter "That is all"
tell "To do it yourself, in three terminals:"
printf '   %s\n' "paychat relay" "paychat --as alice" "paychat --as bob"
for who in alice bob carol; do
  fd=${keyboard[$who]}
  exec {fd}>&-
done
