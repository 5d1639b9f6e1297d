#!/usr/bin/env bash
# postgres.sh COMMAND…: runs a command with a server of PostgreSQL of its own, in a temporary folder with a socket that only
# this user can open, and ends it afterwards. PAYPORT_TEST_POSTGRES names its database for the command.
set -euo pipefail

binaries=$(ls -d /usr/lib/postgresql/*/bin 2>/dev/null | sort -V | tail -1 || true)
if [ -z "$binaries" ]; then
  echo "PostgreSQL is not installed: scripts/packages.sh test" >&2
  exit 69
fi

# Not in TMPDIR, whose name can be too long for a socket.
folder=$(mktemp -d /tmp/payport-pg.XXXXXX)
as=()
if [ "$(id -u)" = 0 ]; then
  # The server does not run as root.
  chown postgres "$folder"
  as=(setpriv --reuid postgres --regid postgres --init-groups)
fi
server=
finish() {
  [ -z "$server" ] || kill -QUIT "$server" 2>/dev/null || true
  [ -z "$server" ] || wait "$server" 2>/dev/null || true
  rm -rf "$folder"
}
trap finish EXIT
trap 'exit 143' TERM
trap 'exit 130' INT
trap 'exit 129' HUP

cd /
# The language of the database is one that sorts in another way than by bytes, on which nothing may depend.
"${as[@]}" "$binaries/initdb" -D "$folder/data" -U payport -A trust -E UTF8 --locale=C.UTF-8 --locale-provider=icu \
  --icu-locale=en -N >"$folder/initdb.log" 2>&1 || { cat "$folder/initdb.log" >&2; exit 70; }
cat >>"$folder/data/postgresql.conf" <<CONF
listen_addresses = ''
unix_socket_directories = '$folder'
max_connections = 600
shared_buffers = 64MB
max_prepared_transactions = 0
log_min_messages = warning
CONF
"${as[@]}" "$binaries/postgres" -D "$folder/data" >"$folder/server.log" 2>&1 &
server=$!
# It opens its socket within a second.
for _ in $(seq 300); do
  "$binaries/pg_isready" -q -h "$folder" && break
  kill -0 "$server" 2>/dev/null || { cat "$folder/server.log" >&2; exit 70; }
  read -rt 0.1 <> <(:) || true
done
"$binaries/createdb" -h "$folder" -U payport payport
export PAYPORT_TEST_POSTGRES="postgresql://payport@/payport?host=$folder"
cd - >/dev/null
status=0
"$@" || status=$?
exit "$status"
