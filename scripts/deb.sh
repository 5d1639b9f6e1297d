#!/usr/bin/env bash
# deb.sh: makes the Debian packages payport, payport-window, payport-chat and payport-dev of the programs that were built, in .build/deb.
#
# The maintainer who is named in them is whoever makes them: DEBFULLNAME and DEBEMAIL, else the author of the last commit.
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
version=$(scripts/version.sh --debian)
export PAYPORT_ROOT=$root PROGRAMS=${PROGRAMS:-$root/.build/release} LC_ALL=C.UTF-8 TZ=UTC
export SOURCE_DATE_EPOCH=${SOURCE_DATE_EPOCH:-$(git log -1 --format=%ct)}
for program in payd payctl paychat payport-statement payport-window; do
  [ -x "$PROGRAMS/$program" ] || { echo "$PROGRAMS/$program is missing: build first, or correct PROGRAMS" >&2; exit 69; }
done
# What makes the packages runs in folders of its own.
PROGRAMS=$(cd "$PROGRAMS" && pwd)
built=$("$PROGRAMS/payd" --version)
if [ "${built#* }" != "$(scripts/version.sh)" ]; then
  echo "The programs are of version ${built#* }, the tree is of $(scripts/version.sh): build first" >&2
  exit 69
fi

out=$root/.build/deb
tree=$out/payport-$version
rm -rf "$out"
mkdir -p "$tree"
cp -r packaging/debian "$tree/debian"
scripts/sbom.py --output "$out/payport.cdx.json" "$PROGRAMS"/{payd,payctl,paychat,payport-statement,payport-window}
export SBOM=$out/payport.cdx.json

maintainer="${DEBFULLNAME:-$(git log -1 --format=%an)} <${DEBEMAIL:-$(git log -1 --format=%ae)}>"
sed -i "s|@MAINTAINER@|$maintainer|" "$tree/debian/control"
if compgen -G 'packaging/systemd/*.service' >/dev/null; then echo usr/lib/systemd/user >>"$tree/debian/payport.install"; fi
{
  echo "payport ($version) unstable; urgency=medium"
  echo
  # The entries of the newest section of CHANGELOG.md, one line each.
  awk '/^## /{ if (seen++) exit; next } seen && /^### /{ kind = substr($0, 5); next }
    seen && /^- /{ if (line) print line; line = "  * " kind ": " substr($0, 3); next }
    seen && /^  /{ sub(/^ +/, " "); line = line $0; next } END { if (line) print line }' CHANGELOG.md | tr -d '`' | fold -s -w 76 |
    sed 's/^\([^ ]\)/    \1/; s/ *$//'
  echo
  echo " -- $maintainer  $(date -u -R -d "@$SOURCE_DATE_EPOCH")"
} >"$tree/debian/changelog"

(cd "$tree" && dpkg-buildpackage -us -uc -b >"$out/build.log" 2>&1) || { tail -n 30 "$out/build.log" >&2; exit 70; }
rm -rf "$tree"
ls -l "$out"/*.deb
