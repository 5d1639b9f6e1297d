#!/usr/bin/env bash
# deb-test.sh: installs the packages of .build/deb in a fresh Debian 12, goes from nothing to the first paid invoice there as
# an ordinary user, with made-up money and with Debian's own litecoind, and removes them again. It needs root and a Debian archive; everything is below one folder
# (PAYPORT_CLEAN, else /tmp/payport-clean), and the processes are in a namespace of their own, so that nothing of it stays.
set -euo pipefail
cd "$(dirname "$0")/.."
clean=${PAYPORT_CLEAN:-/tmp/payport-clean}
packages=$PWD/.build/deb
[ "$(id -u)" = 0 ] || { echo "A fresh Debian can be made by root only: sudo make deb-test" >&2; exit 77; }
ls "$packages"/*.deb >/dev/null || { echo "There are no packages: make deb" >&2; exit 69; }

if [ "${1:-}" != inside ]; then
  rm -rf --one-file-system "$clean"
  # The archive that this machine uses serves the fresh one too.
  mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' | head -n 1)
  echo "A fresh Debian 12 in $clean"
  debootstrap --variant=minbase bookworm "$clean" ${mirror:+"$mirror"} >"$packages/debootstrap.log" 2>&1 ||
    { tail -n 5 "$packages/debootstrap.log" >&2; exit 70; }
  exec unshare --mount --pid --fork --kill-child "$PWD/scripts/deb-test.sh" inside
fi

mount -t proc proc "$clean/proc"
mount -t tmpfs tmpfs "$clean/tmp"
cp /etc/resolv.conf "$clean/etc/resolv.conf"
cp "$packages"/*.deb "$clean/tmp/"
cat >"$clean/tmp/first-payment.sh" <<'END'
set -euo pipefail
start=$(date +%s%N)
step() { # says when a command begins
  local tenths=$((($(date +%s%N) - start) / 100000000))
  printf '\n%3d.%d s  $ %s\n' $((tenths / 10)) $((tenths % 10)) "$*"
}
export LC_ALL=C.UTF-8
cd
step "payd run &"
payd run 2>payd.log &
daemon=$!
until grep -q '^payd: ready' payd.log; do kill -0 "$daemon"; sleep 0.1; done
cat payd.log
step "payctl connect &"
payctl connect >connect.log 2>&1 &
client=$!
until id=$(payd questions --json | grep -o 'pair_[a-z2-7]*' | head -n 1) && [ -n "$id" ]; do sleep 0.1; done
until code=$(grep -oE '(^|[^0-9])[0-9]{3} ?[0-9]{3}([^0-9]|$)' connect.log | head -n 1 | tr -dc 0-9) && [ -n "$code" ]; do
  kill -0 "$client" || { cat connect.log; exit 70; }
  sleep 0.1
done
step "payd approve $id --code $code"
payd approve "$id" --code "$code"
wait "$client"
step "payctl invoice LTC 0.25"
payctl invoice LTC 0.25 --no-qr | tee invoice.txt
address=$(grep -oE 'mockltc1[a-z0-9]+' invoice.txt | head -n 1)
invoice=$(grep -oE 'inv_[a-z2-7]+' invoice.txt | head -n 1)
step "payd mock receive $address 0.25"
payd mock receive "$address" 0.25
until payctl invoice-status "$invoice" --json | grep -q '"payment":"paid"'; do sleep 0.1; done
step "payctl invoice-status $invoice"
payctl invoice-status "$invoice"
step "payd mock mine 6"
payd mock mine 6
step "payctl invoice-status $invoice --wait"
timeout 60 payctl invoice-status "$invoice" --wait | tail -n 3
step "payd statement --period $(date +%Y) --output all.pdf"
payd statement --period "$(date +%Y)" --output all.pdf
head -c 5 all.pdf
step "done"
kill "$daemon"
wait "$daemon"
END
# What Debian's litecoind needs of its user is nothing: its first start writes a password, and no user name.
cat >"$clean/tmp/first-real-payment.sh" <<'END'
set -euo pipefail
start=$(date +%s%N)
step() { # says when a command begins
  local tenths=$((($(date +%s%N) - start) / 100000000))
  printf '\n%3d.%d s  $ %s\n' $((tenths / 10)) $((tenths % 10)) "$*"
}
export LC_ALL=C.UTF-8 TZ=Europe/Berlin
cd
cli() { litecoin-cli -regtest "$@"; }
litecoind -regtest -daemon -listen=0 -connect=0 -fallbackfee=0.0001 >/dev/null
trap 'cli stop >/dev/null' EXIT
until cli getblockcount >/dev/null 2>&1; do sleep 0.1; done
cli createwallet payport >/dev/null
cli -rpcwallet=payport -generate 1 >/dev/null
step "payd setup --yes --start"
payd setup --yes --start
step "payctl connect &"
payctl connect >connect.log 2>&1 &
client=$!
until code=$(grep -oE 'payd approve --code [0-9]{6}' connect.log | tail -c 7) && [ -n "$code" ]; do
  kill -0 "$client" || { cat connect.log; exit 70; }
  sleep 0.1
done
step "payd approve --code $code"
payd approve --code "$code"
wait "$client"
step "payctl invoice LTC 0.25"
payctl invoice LTC 0.25 --no-qr | tee invoice.txt
address=$(grep -oE '(rltc|tltc|ltc)1[a-z0-9]+|[MmQ2n][A-Za-z0-9]{25,34}' invoice.txt | head -n 1)
invoice=$(grep -oE 'inv_[a-z2-7]+' invoice.txt | head -n 1)
# The customer is a wallet of the same node.
cli createwallet customer >/dev/null
cli -rpcwallet=customer -generate 101 >/dev/null
cli -rpcwallet=customer sendtoaddress "$address" 0.25 >/dev/null
until payctl invoice-status "$invoice" --json | grep -q '"payment":"paid"'; do sleep 0.1; done
cli -rpcwallet=customer -generate 6 >/dev/null
step "payctl invoice-status $invoice --wait"
timeout 60 payctl invoice-status "$invoice" --wait | tail -n 3
step "payd status"
payd status
step "payd stop"
payd stop
grep -q '^time_zone' .config/payport/provider.yml || echo "time_zone: America/New_York" >>.config/payport/provider.yml
step "payd check, with a time zone"
payd check
END

inside() { chroot "$clean" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root DEBIAN_FRONTEND=noninteractive "$@"; }
inside sh -c 'apt-get update -qq && apt-get upgrade -y -qq' >"$packages/apt.log" 2>&1
inside sh -c 'find / -xdev ! -path "/proc/*" ! -path "/tmp/*" | sort' >"$packages/before"
echo "# apt-get install ./payport*.deb"
start=$SECONDS
inside sh -c 'cd /tmp && apt-get install -y ./payport*.deb' >>"$packages/apt.log" 2>&1 || { tail "$packages/apt.log"; exit 70; }
echo "$((SECONDS - start)) s, $(inside dpkg-query -W -f '${Installed-Size} KiB' payport) on the disk"
inside sh -c 'command -v swift && exit 1; ldd /usr/bin/payd /usr/bin/payctl /usr/bin/paychat /usr/bin/payport-statement | grep "not found" && exit 1; exit 0'
inside dpkg -L payport payport-chat payport-dev | sort -u >"$packages/listed"
inside useradd --create-home ann
inside setpriv --reuid ann --regid ann --init-groups env HOME=/home/ann USER=ann bash /tmp/first-payment.sh
inside setpriv --reuid ann --regid ann --init-groups env HOME=/home/ann paychat --version
echo
echo "# apt-get install litecoind"
inside apt-get install -y litecoind >>"$packages/apt.log" 2>&1 || { tail "$packages/apt.log"; exit 70; }
inside useradd --create-home bea
inside setpriv --reuid bea --regid bea --init-groups env HOME=/home/bea USER=bea bash /tmp/first-real-payment.sh
inside apt-get purge -y --autoremove litecoind >>"$packages/apt.log" 2>&1
inside userdel --remove bea

# Who has a payd that runs is told so by an upgrade and by a removal, and it is not ended.
as_ann() { inside setpriv --reuid ann --regid ann --init-groups env HOME=/home/ann "$@"; }
as_ann payd run 2>/dev/null &
running=$!
until as_ann payd status >/dev/null 2>&1; do sleep 0.1; done
told() { grep -A 1 -E "^payport: $1" "$packages/said" || { cat "$packages/said" >&2; echo "Nobody is told: $1" >&2; exit 70; }; }
echo
echo "# dpkg -i payport_*.deb, while payd runs"
inside sh -c 'dpkg -i /tmp/payport_*.deb' >"$packages/said" 2>&1
told 'payd of ann \(process [0-9]+\) goes on as the former version'
echo
echo "# apt-get purge payport payport-chat payport-dev"
inside apt-get purge -y payport payport-chat payport-dev >"$packages/said" 2>&1
told 'payd of ann \(process [0-9]+\) still runs'
told 'ledgers, keys and configurations stay'
# In this namespace of processes it is the one that the package has named.
kill "$(sed -n 's/.*payd of ann (process \([0-9]*\)) still runs.*/\1/p' "$packages/said")"
wait "$running" || true
cat "$packages/said" >>"$packages/apt.log"
inside find / -xdev ! -path '/proc/*' ! -path '/tmp/*' >"$packages/after"
sort -o "$packages/after" "$packages/after"
left=$(comm -12 "$packages/listed" <(comm -13 "$packages/before" "$packages/after") | while read -r path; do
  # Folders that other packages, which came along, have too.
  inside dpkg -S "$path" >/dev/null 2>&1 || echo "$path"
done)
left+=$(grep -i payport "$packages/after" | grep -v '^/home/ann/' || true)
if [ -n "$left" ]; then
  echo "This is left behind: $left" >&2
  exit 70
fi
echo "What is left is the user's own:"
grep -E '^/home/ann/.*payport' "$packages/after" | head -n 4
