#!/usr/bin/env bash
# reproducible.sh: builds the packages of this commit twice, in two folders, time zones, languages and masks, and says what is not the
# same in every byte. Two builds for release take long.
#
#   FOLDERS="A B"   clones of this tree to build in, whose former builds are made use of; otherwise new ones, which are deleted
set -euo pipefail
cd "$(dirname "$0")/.."
root=$PWD
commit=$(git rev-parse HEAD)
[ -z "$(git status --porcelain --untracked-files=no)" ] || echo "What is not committed is not compared." >&2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
# Names of different lengths: a length is a difference, too.
read -r first second <<<"${FOLDERS:-$work/one $work/in-another-folder/two}"

# build FOLDER: the packages of the commit, and nothing that is there already.
build() {
  [ -d "$1/.git" ] || git clone -q --no-hardlinks "$root" "$1"
  git -C "$1" fetch -q "$root" "$commit"
  git -C "$1" checkout -q --detach "$commit"
  (cd "$1" && make --no-print-directory deb >"$1/.reproducible.log" 2>&1) || { tail -n 20 "$1/.reproducible.log" >&2; exit 70; }
}

# Those who make packages are named in them.
DEBFULLNAME=${DEBFULLNAME:-$(git log -1 --format=%an)}
DEBEMAIL=${DEBEMAIL:-$(git log -1 --format=%ae)}
export DEBFULLNAME DEBEMAIL
(build "$first")
(umask 027 && export TZ=Asia/Tokyo LC_ALL=C LANG=C && build "$second")

failed=0
compare() { # NAME FILE FILE
  if cmp -s "$2" "$3"; then
    echo "same      $1  $(sha256sum <"$2" | cut -c1-16)"
  else
    echo "DIFFERENT $1  in $(cmp -l "$2" "$3" 2>&1 | wc -l) bytes"
    failed=1
  fi
}
for deb in "$first"/.build/deb/*.deb; do
  name=${deb##*/}
  for folder in "$first" "$second"; do
    rm -rf "$folder/.build/unpacked" && dpkg-deb -R "$folder/.build/deb/$name" "$folder/.build/unpacked"
  done
  while read -r file; do
    compare "${name%%_*}: ${file#./}" "$first/.build/unpacked/$file" "$second/.build/unpacked/$file"
  done < <(cd "$first/.build/unpacked" && find . -type f | LC_ALL=C sort) >"$work/files"
  # Of hundreds of files those are of interest that are not the same, and the programs.
  grep -e DIFFERENT -e usr/bin/ "$work/files" || true
  compare "$name" "$deb" "$second/.build/deb/$name"
done
exit $failed
