#!/usr/bin/env bash
# test.sh: checks the types of the owner's page, plays its transcripts, and drives it in Chromium and Firefox against a real payd in
# PAYPORT_PROGRAMS (default: .build/debug of the tree), the guide of the first start and what a screen reader is told of its window
# included. What is given goes to flows.py and first_start.py: --pictures FOLDER.
set -euo pipefail
cd "$(dirname "$0")/../../.."
export PAYPORT_PROGRAMS=${PAYPORT_PROGRAMS:-$PWD/.build/debug}
for program in node tsc; do
  command -v "$program" >/dev/null || { echo "test.sh: $program is missing; install nodejs and node-typescript." >&2; exit 69; }
done
tsc -p Sources/Apps/OwnerPage
node --test Tests/Foreign/owner_page/
.venv/bin/python Tests/Foreign/owner_page/flows.py "$@"
.venv/bin/python Tests/Foreign/owner_page/first_start.py "$@"
.venv/bin/python Tests/Foreign/owner_page/reader.py
.venv/bin/python Tests/Foreign/owner_page/notified.py
