#!/usr/bin/env bash
# packages.sh build|window|test|bench|deb|model: installs the Debian packages that are missing, and says which. Works as root or through
# sudo. Without apt it says what is missing and leaves the rest to you.
set -euo pipefail

build="libwebsockets-dev libssl-dev libsqlite3-dev libcurl4-openssl-dev libedit-dev libqrencode-dev libsystemd-dev libzmq3-dev libpq-dev
  libcairo2-dev libpango1.0-dev fonts-dejavu-core pkg-config python3"
# What the window is made of, which nothing else needs.
window="$build libwebkitgtk-6.0-dev"
test="$window litecoind electrum monero golang-github-flynn-noise-dev python3 python3-venv python3-cryptography-vectors tmux zbar-tools default-jre-headless
  gnome-keyring libsecret-tools dbus-daemon at-spi2-core mate-notification-daemon xdotool xvfb poppler-utils
  xdg-utils desktop-file-utils appstream man-db mandoc zsh fish git systemd nodejs npm node-ws node-typescript chromium chromium-driver firefox-esr postgresql pgbouncer"
bench="$build gcc make nodejs node-ws"
model="default-jre-headless python3 python3-venv git"

deb="$window debhelper dpkg-dev lintian debootstrap"

case "${1:-build}" in
build) wanted=$build ;;
window) wanted=$window ;;
test) wanted=$test ;;
bench) wanted=$bench ;;
deb) wanted=$deb ;;
model) wanted=$model ;;
*) echo "usage: packages.sh build|window|test|bench|deb|model" >&2; exit 64 ;;
esac

# The model is no program of Payport.
if [ "${1:-build}" != model ] && ! command -v swift >/dev/null; then
  echo "Swift 6.2 or later is needed: see https://www.swift.org/install" >&2
  exit 69
fi

if ! command -v apt-get >/dev/null; then
  if [ "${1:-build}" = model ]; then
    command -v java >/dev/null && exit 0
    echo "This system has no apt. Please install Java" >&2
    exit 69
  fi
  missing=
  modules="libwebsockets libssl sqlite3 libcurl libedit libqrencode libsystemd libzmq libpq pangocairo"
  [ "${1:-build}" != window ] || modules="$modules webkitgtk-6.0"
  for module in $modules; do
    pkg-config --exists "$module" 2>/dev/null || missing="$missing $module"
  done
  if [ -n "$missing" ]; then
    echo "This system has no apt. Please install the development files of:$missing" >&2
    exit 69
  fi
  exit 0
fi

missing=
for package in $wanted; do
  # Where a program was installed by other means than apt, it will do.
  case $package in
  default-jre-headless) command -v java >/dev/null && continue ;;
  python3 | tmux | nodejs | npm | chromium | make | gcc | git) command -v "${package/nodejs/node}" >/dev/null && continue ;;
  esac
  [ "$(dpkg-query -W -f '${db:Status-Status}' "$package" 2>/dev/null)" = installed ] || missing="$missing $package"
done
[ -z "$missing" ] && exit 0

as_root=
if [ "$(id -u)" != 0 ]; then
  command -v sudo >/dev/null || { echo "Please install as root:$missing" >&2; exit 77; }
  as_root=sudo
fi
echo "Installing Debian packages:$missing"
# shellcheck disable=SC2086 # the list is meant to be split
{
  $as_root apt-get update -qq
  $as_root env DEBIAN_FRONTEND=noninteractive apt-get install -y -qq --no-install-recommends $missing
} >/dev/null
