#!/usr/bin/env bash
# systemd-test.sh: installs the packages of .build/deb in a fresh Debian 12 with systemd, and sees what an ordinary user has of the
# units there: the first connection starts payd, a payd that is killed or hangs is started again, and one that cannot start is left
# alone. It needs root and a Debian archive; everything is below one folder (PAYPORT_CLEAN, else /tmp/payport-systemd), and in
# namespaces of its own, so that nothing of it stays.
set -euo pipefail
cd "$(dirname "$0")/.."
clean=${PAYPORT_CLEAN:-/tmp/payport-systemd}
packages=$PWD/.build/deb
[ "$(id -u)" = 0 ] || { echo "A fresh Debian can be made by root only: sudo make deb-test" >&2; exit 77; }
ls "$packages"/*.deb >/dev/null || { echo "There are no packages: make deb" >&2; exit 69; }

# The first process of the namespaces: mounts what systemd expects of a container, and becomes systemd.
if [ "${1:-}" = boot ]; then
  mount --make-rprivate /
  mount --bind "$clean" "$clean"
  mount -t proc proc "$clean/proc"
  mount -t sysfs sysfs "$clean/sys"
  for folder in run tmp dev; do mount -t tmpfs tmpfs "$clean/$folder"; done
  for device in null zero full random urandom tty; do
    touch "$clean/dev/$device"
    mount --bind "/dev/$device" "$clean/dev/$device"
  done
  mkdir "$clean/dev/pts" "$clean/dev/shm"
  mount -t devpts -o newinstance,ptmxmode=0666,mode=620 devpts "$clean/dev/pts"
  ln -s pts/ptmx "$clean/dev/ptmx"
  mount -t tmpfs tmpfs "$clean/dev/shm"
  if [ -e /sys/fs/cgroup/cgroup.controllers ]; then
    mount -t cgroup2 cgroup2 "$clean/sys/fs/cgroup"
  else
    mount -t tmpfs tmpfs "$clean/sys/fs/cgroup"
    mkdir "$clean/sys/fs/cgroup/systemd"
    mount -t cgroup -o none,name=systemd,xattr cgroup "$clean/sys/fs/cgroup/systemd"
  fi
  exec chroot "$clean" /usr/bin/env -i container=lxc PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --system
fi

rm -rf --one-file-system "$clean"
# The archive that this machine uses serves the fresh one too.
mirror=$(apt-get indextargets --format '$(REPO_URI)' 'Created-By: Packages' 'Codename: bookworm' | head -n 1)
echo "A fresh Debian 12 with systemd in $clean"
debootstrap --variant=minbase --include=systemd,systemd-sysv,dbus-user-session,dbus,libpam-systemd bookworm "$clean" ${mirror:+"$mirror"} \
  >"$packages/debootstrap.log" 2>&1 || { tail -n 5 "$packages/debootstrap.log" >&2; exit 70; }
cp /etc/resolv.conf "$clean/etc/resolv.conf"
mkdir "$clean/root/packages"
cp "$packages"/payport_*.deb "$clean/root/packages/"
chroot "$clean" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin DEBIAN_FRONTEND=noninteractive \
  sh -c 'apt-get update -qq && apt-get install -y /root/packages/*.deb litecoind' >"$packages/apt.log" 2>&1 ||
  { tail "$packages/apt.log" >&2; exit 70; }
chroot "$clean" useradd --create-home --shell /bin/bash ann
uid=$(chroot "$clean" id -u ann)

unshare --mount --pid --fork --kill-child --cgroup --ipc --uts "$PWD/scripts/systemd-test.sh" boot >"$packages/systemd.log" 2>&1 &
outside=$!
trap 'kill -KILL "$outside" 2>/dev/null || true; wait "$outside" 2>/dev/null || true' EXIT
# until_true SECONDS WHAT COMMAND…
until_true() {
  local end=$((SECONDS + $1)) what=$2
  shift 2
  until "$@" >/dev/null 2>&1; do
    ((SECONDS < end)) || { echo "Not within its time: $what" >&2; journal >&2; exit 70; }
    sleep 0.2
  done
}
first() { first=$(pgrep -P "$outside") && [ "$(cat "/proc/$first/comm")" = systemd ]; }
until_true 60 "systemd becomes the first process" first
# What root does there, and what ann does, as somebody who is logged in.
inside() { nsenter --target "$first" --mount --pid --cgroup --ipc --uts --root --wd -- /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin "$@"; }
ann() {
  inside setpriv --reuid ann --regid ann --init-groups env HOME=/home/ann USER=ann XDG_RUNTIME_DIR="/run/user/$uid" LC_ALL=C.UTF-8 \
    PATH=/usr/bin:/bin "$@"
}
journal() { inside journalctl --no-pager -n 40 _UID="$uid" 2>&1 || true; }
show() { printf '\n$ %s\n' "$*" && ann "$@"; }
until_true 60 "systemd answers" inside systemctl is-active dbus.socket
inside loginctl enable-linger ann
until_true 60 "the manager of ann runs" ann systemctl --user is-active default.target

main() { ann systemctl --user show --property MainPID --value payport.service; }
active() { [ "$(ann systemctl --user is-active payport.service)" = active ]; }
another() { local now; now=$(main) && [ "$now" != 0 ] && [ "$now" != "$1" ] && active; }

show systemctl --user enable --now payport.socket
! active || { echo "payd runs before anybody has connected" >&2; exit 70; }
# The first connection is the owner's.
show payd status
until_true 30 "the connection has started payd" active

show payd stop
! active || { echo "payd stop left the unit running" >&2; exit 70; }
show systemctl --user start payport.socket payport.service
active
before=$(main)
echo "# kill -KILL of payd"
inside sh -c "kill -KILL $before"
until_true 30 "a payd that was killed is started again" another "$before"
show payd status

echo "# a payd that hangs, with WatchdogSec=2"
ann mkdir -p "/home/ann/.config/systemd/user/payport.service.d"
ann sh -c 'printf "[Service]\nWatchdogSec=2\nTimeoutAbortSec=2\n" > ~/.config/systemd/user/payport.service.d/watchdog.conf'
ann systemctl --user daemon-reload
ann systemctl --user restart payport.service
before=$(main)
ann sh -c "kill -STOP $before"
until_true 60 "a payd that hangs is started again" another "$before"
show payd status
ann rm -r "/home/ann/.config/systemd/user/payport.service.d"
ann systemctl --user daemon-reload
ann systemctl --user restart payport.service

echo "# a configuration that is wrong, put right"
ann mkdir -p /home/ann/.config/payport
ann sh -c 'umask 077; printf "wallets: nonsense\n" > ~/.config/payport/provider.yml'
! ann systemctl --user reload payport.service
active || { echo "a reload of a wrong configuration ended payd" >&2; exit 70; }
! ann systemctl --user restart payport.service
failed() { [ "$(ann systemctl --user show --property Result,ExecMainStatus --value payport.service | sort | xargs)" = "78 exit-code" ]; }
until_true 30 "payd says that its configuration is wrong" failed
[ "$(ann systemctl --user show --property NRestarts --value payport.service)" = 0 ] ||
  { echo "a wrong configuration is tried again and again" >&2; exit 70; }
ann rm /home/ann/.config/payport/provider.yml
ann systemctl --user reset-failed
show systemctl --user start payport.socket payport.service
show payd stop

echo
echo "# litecoind, and payd setup"
ann sh -c 'litecoind -regtest -daemon -listen=0 -connect=0 -fallbackfee=0.0001 >/dev/null'
until_true 60 "litecoind answers" ann litecoin-cli -regtest getblockcount
ann litecoin-cli -regtest createwallet payport >/dev/null
ann litecoin-cli -regtest -generate 1 >/dev/null
show payd setup --yes --start
active || { echo "payd setup did not start the unit" >&2; exit 70; }
show payd status
show systemctl --user is-enabled payport.socket payport.service
ann litecoin-cli -regtest stop
show payd stop
echo
echo "All of it was as it must be."
