#!/usr/bin/env bash
# cluster.sh [FOLDER]: PostgreSQL, pgbouncer, two payd with one ledger, Litecoin Core in regtest with coins, and payctl that is
# paired; then it tells what to try. Ctrl-C ends all of it. PAYPORT_BIN is the folder of the programs.
set -euo pipefail
from=$PWD
cd "$(dirname "$0")/.."
complain() { # STATUS WORDS…
  echo "${*:2}" >&2
  exit "$1"
}
litecoind=/usr/lib/litecoin/litecoind
# The server of PostgreSQL surrounds the rest. What can be wrong is looked at before it is started.
if [ -z "${PAYPORT_CLUSTER:-}" ]; then
  case ${1:-} in
  -h | --help)
    sed -n '2,3s/^# *//p' "$0"
    exit
    ;;
  -*) complain 64 "$1 is no option: scripts/cluster.sh [FOLDER]" ;;
  esac
  [ $# -le 1 ] || complain 64 "one folder at most: scripts/cluster.sh [FOLDER]"
  for program in /usr/sbin/pgbouncer "$litecoind"; do
    [ -x "$program" ] || complain 69 "$program is missing: scripts/packages.sh test"
  done
  [ -n "${PAYPORT_BIN:-}" ] || PAYPORT_BIN=$(swift build --show-bin-path)
  export PAYPORT_BIN
  for program in payd payctl; do
    [ -x "$PAYPORT_BIN/$program" ] || complain 69 "there is no $PAYPORT_BIN/$program: make cluster builds it"
  done
  folder=$(cd "$from" && realpath -m -- "${1:-$(mktemp -d /tmp/payport-cluster.XXXXXX)}")
  # The path of a socket in it has at most 107 bytes.
  [ "$(printf %s "$folder" | wc -c)" -le 70 ] \
    || complain 73 "$folder is too long for the path of a socket: name another folder"
  [ ! -e "$folder/run" ] || complain 73 "$folder has a cluster already: name another folder, or remove it"
  mkdir -p -- "$folder" || exit 73
  # Ctrl-C reaches both; the inner one ends first and tells the outer one.
  echo "PostgreSQL …"
  PAYPORT_CLUSTER=$folder exec scripts/postgres.sh scripts/cluster.sh
fi
bin=$PAYPORT_BIN folder=$PAYPORT_CLUSTER
export PAYPORT_RUNTIME=$folder/run
mkdir -m 700 "$folder/run" "$folder/pool" "$folder/litecoin" "$folder/litecoin/home" "$folder/app"
pids=()
finish() {
  trap '' INT TERM HUP
  for pid in "${pids[@]}"; do kill -CONT "$pid" 2>/dev/null || true; kill "$pid" 2>/dev/null || true; done
  for pid in "${pids[@]}"; do wait "$pid" 2>/dev/null || true; done
  echo "All has ended that was started here. Logs, keys and the chain are in $folder."
}
trap finish EXIT
trap 'exit 130' INT
trap 'exit 143' TERM
trap 'exit 129' HUP
# await LOG COMMAND…: until the command succeeds, while the program that was started last runs.
await() {
  local log=$folder/$1.log
  shift
  for _ in $(seq 600); do
    # In a shell of its own, so that Ctrl-C has its words in the terminal.
    ("$@") >/dev/null 2>&1 && return
    kill -0 "${pids[-1]}" 2>/dev/null || break
    read -rt 0.1 <> <(:) || true
  done
  tail -n 5 "$log" >&2
  kill -0 "${pids[-1]}" 2>/dev/null || complain 70 "it has ended; more may be in $log"
  complain 70 "it is not ready after a minute; more may be in $log"
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
echo "pgbouncer …"
start pgbouncer "${as[@]}" /usr/sbin/pgbouncer "$folder/pool/pgbouncer.ini"
await pgbouncer test -S "$folder/pool/.s.PGSQL.6432"

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
CONF
)
# coins WALLET METHOD [PARAMS]
coins() {
  curl -sSf -m 60 -K - "http://127.0.0.1:$port/${1:+wallet/$1}" \
    -d "{\"jsonrpc\":\"1.0\",\"id\":1,\"method\":\"$2\",\"params\":${3:-[]}}" <<<"user = \"regtest:$password\""
}
text() { sed 's/^{"result":"\([^"]*\)".*/\1/'; }
echo "Litecoin Core, with 432 blocks …"
start litecoind env HOME="$folder/litecoin/home" "$litecoind" -datadir="$folder/litecoin"
await litecoind coins "" getblockcount
for wallet in payer shop; do coins "" createwallet "[\"$wallet\",false,false,\"\",false,false,true]" >/dev/null; done
payer=$(coins payer getnewaddress | text)
shop=$(coins shop getnewaddress | text)
coins "" generatetoaddress "[431,\"$payer\"]" >/dev/null
# Extension blocks are active from height 432, and the first block that has one must hold a payment into it.
mweb=$(coins payer getnewaddress '["","mweb"]' | text)
coins payer sendtoaddress "[\"$mweb\",1]" >/dev/null
coins "" generatetoaddress "[1,\"$payer\"]" >/dev/null

# --- Two payd

provider() { # NAME
  (umask 077 && cat >"$folder/$1.yml" <<YML
name: $1
ledger: "postgresql://payport@/payport?host=$folder/pool&port=6432"
owner_questions: forwarded
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
echo "payd1 and payd2 …"
provider payd1
await payd1 grep -q '^payd: ready' "$folder/payd1.log"
mkdir -m 700 "$folder/payd2"
install -m 600 "$folder/payd1/identity.json" "$folder/payd2/identity.json"
key=$("$bin/payd" daemons key --state "$folder/payd2")
"$bin/payd" daemons add payd2 "key:$key" --state "$folder/payd1" >/dev/null
provider payd2
await payd2 grep -q 'waiting to take over' "$folder/payd2.log"

# --- payctl, paired

"$bin/payctl" connect --provider payd1 --state "$folder/app" --json >"$folder/connect.log" 2>&1 &
client=$!
await connect grep -q '"code":"[0-9]*"' "$folder/connect.log"
id=$("$bin/payd" questions --json --state "$folder/payd1" | grep -o '"pair_[a-z2-7]*"' | head -n 1 | tr -d '"')
code=$(grep -o '"code":"[0-9]*"' "$folder/connect.log" | head -n 1 | tr -dc '0-9')
"$bin/payd" approve "$id" --code "$code" --scopes receive,pay,balance --state "$folder/payd1" >/dev/null
wait "$client" || { cat "$folder/connect.log" >&2; exit 69; }

# What another terminal needs, so that little has to be typed there.
cat >"$folder/try" <<TRY
export PAYPORT_RUNTIME='$folder/run'
pay() { '$bin/payctl' pay LTC '$shop' "\${1:-0.5}" --patience 20 --state '$folder/app'; }
payd1() { payd_of payd1 "\$@"; }
payd2() { payd_of payd2 "\$@"; }
payd_of() {
  if [ "\${2:-}" = run ]; then set -- "\$@" --config "$folder/\$1.yml"; fi
  '$bin/payd' "\${@:2}" --state "$folder/\$1"
}
TRY

cat <<TELL

Two payd keep one ledger in PostgreSQL, and pay with one wallet of Litecoin Core, on a chain of its own
(regtest). payd1 (process $payd1) writes the ledger, payd2 (process $payd2) stands by. In another terminal:

  . $folder/try
  pay                      the first payment; up to 1 LTC you are not asked
  kill -9 $payd1
  tail -f $folder/payd2.log
                           within seven seconds it "took over the ledger", and is ready; then Ctrl-C
  pay                      the same app, without a new pairing, and the same limits
  payd2 payments           both payments
  payd2 audit verify       one log without a gap

and in a third terminal payd1 again, which stands by now:

  . $folder/try
  payd1 run

Then kill -STOP $payd2: payd1 takes over. After kill -CONT $payd2, payd2 finds that it was replaced, and
ends with 74. Ctrl-C here ends everything but what was started in other terminals.
TELL
# Until Ctrl-C. A block every five seconds, so that payments are confirmed.
while :; do
  read -rt 5 <> <(:) || true
  coins "" generatetoaddress "[1,\"$payer\"]" >/dev/null 2>&1 || true
done
