#!/usr/bin/env bash
# version.sh [--debian]: prints the version of this working tree, as semantic versioning writes it.
#
# A tag is the version (0.9.0 or v0.9.0). What comes after it is 0.9.1-dev.COUNT+gCOMMIT, and before the first tag
# 0.9.0-dev.COUNT+gCOMMIT: COUNT grows with each commit, so that a later build is a higher version, and all of them come
# before the release. Debian writes the same with ~ in place of the hyphen, and orders it alike. PAYPORT_VERSION, if it
# is set, is the version.
set -euo pipefail
cd "$(dirname "$0")/.."

version=${PAYPORT_VERSION:-}
if [ -z "$version" ]; then
  next=$(sed -n 's/^#define PAYPORT_VERSION "\([0-9.]*\).*/\1/p' Sources/Platform/CVersion/version.c)
  if [ "$(git rev-parse --show-prefix 2>/dev/null || echo none)" != "" ]; then
    version=$next-dev # no repository of its own: unpacked from an archive
  else
    count=$(git rev-list --count HEAD)
    if described=$(git describe --tags --long --match '[0-9]*' --match 'v[0-9]*' 2>/dev/null); then
      count=${described%-*}
      tag=${count%-*}
      tag=${tag#v}
      count=${count##*-}
      next=${tag%.*}.$((${tag##*.} + 1))
    fi
    commit=g$(git rev-parse --short=8 HEAD)
    dirty=
    [ -z "$(git status --porcelain --untracked-files=no)" ] || dirty=.dirty
    if [ -n "${tag:-}" ] && [ "$count" = 0 ]; then
      version=$tag${dirty:++$commit$dirty}
    else
      version=$next-dev.$count+$commit$dirty
    fi
  fi
fi
if [ "${1:-}" = --debian ]; then version=${version/-/\~}; fi
echo "$version"
