#!/usr/bin/env bash
# cluster.sh [FOLDER]: PostgreSQL, pgbouncer, two payd with one ledger, Litecoin Core in regtest with coins, and payctl that is
# paired; then it tells what to try. Ctrl-C ends all of it. PAYPORT_BIN is the folder of the programs.
set -euo pipefail
cd "$(dirname "$0")/.."
# The server of PostgreSQL surrounds the rest.
if [ -z "${PAYPORT_TEST_POSTGRES:-}" ]; then
  # Ctrl-C reaches both; the inner one ends first and tells the outer one.
  exec scripts/postgres.sh "$0" "$@"
fi
bin=${PAYPORT_BIN:-$(swift build --show-bin-path)}
folder=${1:-$(mktemp -d /tmp/payport-cluster.XXXXXX)}
mkdir -p "$folder"
folder=$(cd "$folder" && pwd)
if [ -e "$folder/payd1" ]; then
  echo "$folder has a cluster already: name another folder, or remove it" >&2
  exit 73
fi
litecoind=/usr/lib/litecoin/litecoind
for program in /usr/sbin/pgbouncer "$litecoind"; do
  [ -x "$program" ] || { echo "$program is missing: scripts/packages.sh test" >&2; exit 69; }
done
export PAYPORT_RUNTIME=$folder/run
mkdir -m 700 "$folder/run" "$folder/pool" "$folder/litecoin" "$folder/litecoin/home" "$folder/app"
pids=()
finish() {
  trap '' INT TERM
  for pid in "${pids[@]}"; do kill -CONT "$pid" 2>/dev/null || true; kill "$pid" 2>/dev/null || true; done
  for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
  echo "All has ended. Logs, keys and the chain are in $folder."
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
# await WHAT COMMAND…: until the command succeeds.
await() {
  local what=$1
  shift
  for _ in $(seq 600); do
    "$@" >/dev/null 2>&1 && return
    read -rt 0.1 <> <(:) || true
  done
  echo "not within a minute: $what; see the logs in $folder" >&2
  exit 70
}
# A session of its own, so that Ctrl-C reaches this script only, which ends them in order.
start() { # LOG COMMAND…
  local log=$folder/$1.log
  shift
  setsid "$@" >>"$log" 2>&1 </dev/null &
  pids+=($!)
}

# --- pgbouncer

as=()
if [ "$(id -u)" = 0 ]; then
  chmod 711 "$folder"
  chown postgres "$folder/pool"
  as=(setpriv --reuid postgres --regid postgres --init-groups)
fi
cat >"$folder/pool/pgbouncer.ini" <<INI
[databases]
payport = host=${PAYPORT_TEST_POSTGRES##*host=} user=payport dbname=payport
[pgbouncer]
listen_addr =
unix_socket_dir = $folder/pool
listen_port = 6432
auth_type = any
pool_mode = transaction
server_login_retry = 1
INI
chmod 644 "$folder/pool/pgbouncer.ini"
start pgbouncer "${as[@]}" /usr/sbin/pgbouncer "$folder/pool/pgbouncer.ini"
await "pgbouncer listens" test -S "$folder/pool/.s.PGSQL.6432"

# --- Litecoin Core, on a chain of its own

port=$(python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])')
password=$(od -An -tx1 -N12 /dev/urandom | tr -d ' \n')
(umask 077 && cat >"$folder/litecoin/litecoin.conf" <<CONF
regtest=1
server=1
listen=0
dnsseed=0
printtoconsole=0
keypool=50
walletrbf=1
txindex=1
[regtest]
connect=0
rpcbind=127.0.0.1
rpcallowip=127.0.0.1
rpcport=$port
rpcuser=regtest
rpcpassword=$password
vbparams=mweb:4000000000:4100000000
CONF
)
# coins WALLET METHOD [PARAMS]
coins() {
  curl -sSf -m 60 -K - "http://127.0.0.1:$port/${1:+wallet/$1}" \
    -d "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"$2\",\"params\":${3:-[]}}" <<<"user = \"regtest:$password\""
}
text() { sed 's/^{"result":"\([^"]*\)".*/\1/'; }
start litecoind env HOME="$folder/litecoin/home" "$litecoind" -datadir="$folder/litecoin"
await "litecoind answers" coins "" getblockcount
for wallet in payer shop; do coins "" createwallet "[\"$wallet\",false,false,\"\",false,false,true]" >/dev/null; done
payer=$(coins payer getnewaddress | text)
shop=$(coins shop getnewaddress | text)
coins "" generatetoaddress "[110,\"$payer\"]" >/dev/null

# --- Two payd

provider() { # NAME
  (umask 077 && cat >"$folder/$1.yml" <<YML
name: $1
ledger: "postgresql://payport@/payport?host=$folder/pool&port=6432"
times: {poll: 1s, follow: 1s}
wallets:
  - type: bitcoin
    currency: LTC
    url: http://127.0.0.1:$port
    wallet: payer
    user: regtest
    password: $password
    chain: regtest
    confirmations: 2
    limits: {ask: above 1, per_period: 100}
YML
  )
  start "$1" "$bin/payd" run --config "$folder/$1.yml" --state "$folder/$1"
  declare -g "$1=$!"
}
provider payd1
await "payd1 is ready" grep -q '^payd: ready' "$folder/payd1.log"
mkdir -m 700 "$folder/payd2"
install -m 600 "$folder/payd1/identity.json" "$folder/payd2/identity.json"
provider payd2
await "payd2 stands by" grep -q 'waiting to take over' "$folder/payd2.log"

# --- payctl, paired

"$bin/payctl" connect --provider payd1 --state "$folder/app" --json >"$folder/connect.log" 2>&1 &
client=$!
await "payctl shows its code" grep -q '"code":"[0-9]*"' "$folder/connect.log"
id=$("$bin/payd" approvals --json --state "$folder/payd1" | grep -o '"pair_[a-z2-7]*"' | head -n 1 | tr -d '"')
code=$(grep -o '"code":"[0-9]*"' "$folder/connect.log" | head -n 1 | tr -dc '0-9')
"$bin/payd" approve "$id" --code "$code" --scopes receive,pay,balance --state "$folder/payd1" >/dev/null
wait "$client" || { cat "$folder/connect.log" >&2; exit 69; }

cat <<TELL

Two payd keep one ledger in PostgreSQL, and pay with one wallet of Litecoin Core, on a chain of its own (regtest).
payd1 ($payd1) serves apps; payd2 ($payd2) waits. In another terminal:

  export PAYPORT_RUNTIME=$folder/run
  alias pay='$bin/payctl pay LTC $shop 0.5 --state $folder/app'
  pay --provider payd1                              # the first payment, without a question up to 1 LTC
  kill -9 $payd1                                    # payd1 dies
  tail -f $folder/payd2.log                         # within seconds: "took over the ledger"
  pay --provider payd2                              # the same app, without a new pairing; the same limits
  $bin/payd payments --state $folder/payd2          # both payments
  $bin/payd audit verify --state $folder/payd2      # one log without a gap

and then payd1 again, which waits now:

  $bin/payd run --config $folder/payd1.yml --state $folder/payd1

kill -STOP instead of kill -9, and kill -CONT later: the one that slept finds that it was replaced, and ends with 74.
Ctrl-C here ends everything.
TELL
# Until Ctrl-C. A block every five seconds, so that payments are confirmed.
while :; do
  read -rt 5 <> <(:) || true
  coins "" generatetoaddress "[1,\"$payer\"]" >/dev/null 2>&1 || true
done
