#!/usr/bin/env bash
# tests.sh FLAG...: runs tests that are built, in PAYPORT_BUILD or .build/debug, and after a failure shows once more what
# failed, which may have scrolled away.
set -uo pipefail
cd "$(dirname "$0")/.."
# All tests would begin at once, and each would wait for a processor behind hundreds of others, past its deadlines.
export SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=${SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH:-12}
log=$(mktemp)
trap 'rm -f "$log"' EXIT
# As `swift test --skip-build` runs it, which however locks the build, so that two could not run at once.
export NO_COLOR=1
"${PAYPORT_BUILD:-.build/debug}/payportPackageTests.xctest" --testing-library swift-testing "$@" 2>&1 | tee "$log"
status=${PIPESTATUS[0]}
if [ "$status" -ne 0 ]; then
  echo "What failed:"
  grep -a '^✘' "$log" | cut -c1-500
fi
exit "$status"
