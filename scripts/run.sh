#!/usr/bin/env bash
# run.sh: a provider with the mock wallet and the interactive client, paired, in folders of their own below .build.
set -euo pipefail
cd "$(dirname "$0")/.."
bin=$(swift build --show-bin-path)
play=$PWD/.build/play
export PAYPORT_STATE=$play/state PAYPORT_RUNTIME=$play/run PATH="$bin:$PATH"
mkdir -p "$play"
# In a checkout the group may be able to write it, and payd takes no configuration that others can write.
install -m 600 config/provider.yml "$play/provider.yml"

# Ctrl-C is for the client, which interrupts what it waits for; the daemon has a session of its own and is ended by pid.
trap '' INT
detach=$(command -v setsid || true)
$detach "$bin/payd" run --config "$play/provider.yml" 2>"$play/payd.log" &
daemon=$!
trap 'kill "$daemon" 2>/dev/null; wait "$daemon" 2>/dev/null || true' EXIT
until grep -q '^payd: ready' "$play/payd.log"; do
  kill -0 "$daemon" 2>/dev/null || { echo "payd did not start:" >&2; tail -n 3 "$play/payd.log" >&2; exit 69; }
  sleep 0.1
done

# The first time the client shows a code, and you, the owner, type it at the console. Here this script does that.
payctl connect --json >"$play/connect.log" 2>&1 &
client=$!
approved=
while kill -0 "$client" 2>/dev/null; do
  id=$(payd questions --json | grep -o '"pair_[a-z2-7]*"' | head -n 1 | tr -d '"') || id=
  code=$(grep -o '"code":"[0-9]*"' "$play/connect.log" | head -n 1 | tr -dc '0-9') || code=
  if [ -z "$approved" ] && [ -n "$id" ] && [ -n "$code" ]; then
    echo "Pairing payctl with the provider: payd approve $id --code $code --scopes receive,pay,balance"
    payd approve "$id" --code "$code" --scopes receive,pay,balance
    approved=1
  fi
  sleep 0.1
done
wait "$client" || { cat "$play/connect.log" >&2; exit 69; }

cat <<'END'

This is payctl, paired with a provider that has a mock wallet: made-up money, a block every five seconds.
Things to try:
  currencies            invoice LTC 0.25      !payd mock receive ADDRESS 0.25     (somebody pays it)
  new-address XMR       balance LTC           pay LTC mockltc1… 0.05 --wait       (small: allowed without asking)
  help                  quit                  pay LTC mockltc1… 5                 (asks you: !payd questions)

END
payctl
