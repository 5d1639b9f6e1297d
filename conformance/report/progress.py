"""What a run says while it runs: each failure at once, and how far it is."""

import sys
import time

EVERY = 10
"""Seconds between two lines about how far a run is, where lines are kept in a file."""


class Progress:
    """Is called with each outcome. On a terminal one line changes; otherwise there is a line now and then."""

    def __init__(self, total, known=(), verbose=False, stream=sys.stderr):
        self.total, self.known, self.verbose, self.stream = total, known, verbose, stream
        self.done = self.failed = 0
        self.told_at = time.monotonic()
        self.changes = stream.isatty()
        self._say(f"{total} case{'s' * (total != 1)}")

    def __call__(self, outcome):
        self.done += 1
        bad = (outcome.status == "failed") != (outcome.case.number in self.known)
        self.failed += bad
        if self.verbose or bad:
            self._clear()
            word = "failed" if bad else outcome.status
            detail = f" {outcome.detail[:150]}" if outcome.detail else ""
            self._write(f"{outcome.case.number:7} {outcome.seconds:6.2f} s  {word:14}{detail}\n")
        place = f"{self.done} of {self.total}, {self.failed} failed: {outcome.case.number} {outcome.case.title}"
        if self.changes:
            self._clear()
            self._write(place[:100])
            if self.done == self.total:
                self._clear()
        elif time.monotonic() - self.told_at >= EVERY:
            self._say(place)

    def _say(self, text):
        self.told_at = time.monotonic()
        self._write(f"... {text}\n")

    def _clear(self):
        if self.changes:
            self._write("\r\x1b[K")

    def _write(self, text):
        self.stream.write(text)
        self.stream.flush()
