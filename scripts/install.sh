#!/usr/bin/env bash
# install.sh install|uninstall: puts everything that was built where the system looks for it, or takes it away again.
#
#   PREFIX=/usr/local   where programs look for it
#   DESTDIR=            a folder that is put before that, for those who make packages
#   PROGRAMS=           the folder with the programs that were built
#   ZSHDIR, SBOM        where zsh looks for completions below PREFIX; the list of what is inside the programs, if there is one
#
# Both go through the one list below, so that nothing is left behind.
set -euo pipefail
action=$1
cd "$(dirname "$0")/.."
prefix=${PREFIX:-/usr/local}
root=${DESTDIR:-}$prefix
programs=${PROGRAMS:-.build/release}
zsh=${ZSHDIR:-share/zsh/site-functions}
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
umask 022
# Nothing here may ask a provider or write into anybody's folders.
export PAYPORT_STATE=$work/state PAYPORT_RUNTIME=$work/run LC_ALL=C.UTF-8
if [ -z "${SOURCE_DATE_EPOCH:-}" ]; then
  SOURCE_DATE_EPOCH=$(git log -1 --format=%ct 2>/dev/null || stat -c %Y Package.swift)
fi
export SOURCE_DATE_EPOCH

# put MODE TARGET COMMAND...: what the command writes becomes a file below the prefix.
put() {
  local mode=$1 target=$root/$2
  shift 2
  if [ "$action" = uninstall ]; then
    rm -f "$target"
    return
  fi
  "$@" >"$work/file"
  install -D -m "$mode" "$work/file" "$target"
}

# Files name the place where a distribution puts things.
text() { sed "s|/usr/bin/|$prefix/bin/|g; s|/usr/share/|$prefix/share/|g" "$@"; }
# The shell reads completions; they are no programs.
completion() { "$programs/$1" --generate-completion-script "$2" | sed '1{/^#!/d}'; }
manual() { "$@" | text; }
guide() { PREFIX=$prefix scripts/installed_page.py "$1" | text; }
page() {
  local version
  version=$("$programs/payport-statement" --version)
  sed "s|@DATE@|$(date -u -d "@$SOURCE_DATE_EPOCH" +%F)|; s|@VERSION@|$(sed 's/-/\\\\-/g; s/~/\\\\(ti/g' <<<"${version##* }")|" "$1"
}

# The window is made where its libraries are.
window=
if [ "$action" = uninstall ] || [ -x "$programs/payport-window" ]; then window=payport-window; fi
for program in payd payctl paychat payport-statement $window; do
  if [ "$action" = install ] && [ ! -x "$programs/$program" ]; then
    echo "$programs/$program is missing: build first" >&2
    exit 69
  fi
  put 755 "bin/$program" cat "$programs/$program"
done
for program in payd payctl paychat; do
  put 644 "share/man/man1/$program.1" manual scripts/manual.py "$programs/$program" "packaging/manual/$program.man"
  put 644 "share/bash-completion/completions/$program" completion "$program" bash
  put 644 "$zsh/_$program" completion "$program" zsh
  put 644 "share/fish/vendor_completions.d/$program.fish" completion "$program" fish
done
put 644 share/man/man1/payport-statement.1 manual page packaging/manual/payport-statement.1
if [ -n "$window" ]; then
  put 644 share/man/man1/payport-window.1 manual page packaging/manual/payport-window.1
  put 644 share/applications/local.payport.window.desktop text packaging/desktop/local.payport.window.desktop
  put 644 share/dbus-1/services/local.payport.window.service text packaging/desktop/local.payport.window.service
  put 644 share/metainfo/local.payport.window.metainfo.xml cat packaging/desktop/local.payport.window.metainfo.xml
fi
put 644 share/man/man5/provider.yml.5 manual page packaging/manual/provider.yml.5
for unit in packaging/systemd/*.service packaging/systemd/*.socket; do
  put 644 "lib/systemd/user/${unit##*/}" text "$unit"
done
# What not every machine can use, or nobody has to, is an example.
for more in packaging/systemd/examples/*; do put 644 "share/doc/payport/examples/systemd/${more##*/}" text "$more"; done
put 644 share/applications/payport-payctl.desktop cat packaging/desktop/payport-payctl.desktop
put 644 share/metainfo/local.payport.payctl.metainfo.xml cat packaging/desktop/local.payport.payctl.metainfo.xml
put 644 share/icons/hicolor/scalable/apps/payport.svg cat packaging/desktop/payport.svg
put 644 share/doc/payport/LICENSE cat LICENSE
# Where each page is, installed_page.py knows, too: pages name each other.
for file in README.md CHANGELOG.md SECURITY.md; do put 644 "share/doc/payport/$file" guide "$file"; done
for file in docs/*.md; do
  [ "$file" = docs/decisions.md ] || put 644 "share/doc/payport/$file" guide "$file"
done
put 644 share/doc/payport/docs/LogsAndMetrics.md guide Sources/Provider/LogsAndMetrics.md
put 644 share/doc/payport/examples/provider.yml cat config/provider.yml
put 644 share/doc/payport/examples/alerts.yml cat config/alerts.yml
put 644 share/doc/payport-chat/examples/prices.yml "$programs/paychat" till --example
while read -r file; do
  case $file in
  *.md) put 644 "share/payport/$file" guide "$file" ;;
  *) put 644 "share/payport/$file" cat "$file" ;;
  esac
done < <(find protocol -type f | LC_ALL=C sort)
while read -r file; do
  put 644 "share/payport/page/${file#Sources/Apps/OwnerPage/Page/}" cat "$file"
done < <(find Sources/Apps/OwnerPage/Page -type f -regex '.*\.\(html\|css\|js\|json\|svg\|png\|woff2\)' | LC_ALL=C sort)
if [ "$action" = uninstall ] || [ -n "${SBOM:-}" ]; then put 644 share/doc/payport/payport.cdx.json cat "${SBOM:-}"; fi

if [ "$action" = uninstall ]; then
  for folder in share/payport share/doc/payport share/doc/payport-chat; do
    [ ! -d "$root/$folder" ] || find "$root/$folder" -type d -empty -delete
  done
  echo "Payport was removed from $root; the folders of its users stay."
else
  echo "Payport $("$programs/payd" --version | cut -d ' ' -f 2) is installed in $root."
fi
