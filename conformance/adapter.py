"""The suite's end of an adapter: lines of JSON to a program and back (`hands.md`, `verbs.md`)."""

import json
import os
import shlex
import shutil
import subprocess
import sys
import threading
from collections import deque
from pathlib import Path

from .report import NotApplicable, exchange

SECONDS = 60
ADAPTERS = Path(__file__).resolve().parent / "adapters"


class Refusal(Exception):
    """The adapter answered that what it was asked to do failed."""


class Adapter:
    def __init__(self, command):
        self.process = subprocess.Popen(
            command_of(command), stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            cwd=Path(__file__).resolve().parent.parent, env=os.environ | {"PYTHONUNBUFFERED": "1"})
        self.complaints = deque(maxlen=20)
        threading.Thread(target=self._drain, daemon=True).start()
        self.count = 0

    def _drain(self):
        for line in self.process.stderr:
            self.complaints.append(line)

    def do(self, verb, **arguments):
        """What the adapter answers; NotApplicable if it cannot do that, Refusal if it failed."""
        self.count += 1
        watch = threading.Timer(SECONDS, self.process.kill)
        watch.start()
        try:
            self.process.stdin.write(json.dumps({"id": self.count, "do": verb, "with": arguments}) + "\n")
            self.process.stdin.flush()
            line = self.process.stdout.readline()
        except BrokenPipeError:
            line = ""
        finally:
            watch.cancel()
        if not line:
            raise Refusal(f"the adapter ended at {verb}: {''.join(self.complaints)[-500:]}")
        answer = json.loads(line)
        exchange.note(f"the adapter did {verb}", f"{json.dumps(arguments)}: "
                      f"{json.dumps({name: value for name, value in answer.items() if name != 'id'})}")
        if "cannot" in answer:
            raise NotApplicable(answer["cannot"])
        if "failed" in answer:
            raise Refusal(f"{verb}: {answer['failed']}")
        return answer["done"]

    def close(self):
        try:
            self.process.stdin.close()
        except BrokenPipeError:
            # What an adapter that ended did not read is written once more when its pipe is closed.
            pass
        try:
            self.process.wait(15)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def command_of(text):
    """`payd` is the module of that name beside the suite; anything else is a command with arguments. Refusal where
    there is no such program."""
    words = shlex.split(text) if isinstance(text, str) else list(text)
    if not words:
        raise Refusal("no adapter is named")
    if (ADAPTERS / f"{words[0]}.py").is_file():
        return [sys.executable, "-m", f"conformance.adapters.{words[0]}", *words[1:]]
    # Adapters run in the folder above that of the suite.
    if not shutil.which(ADAPTERS.parents[1] / words[0] if "/" in words[0] else words[0]):
        named = " ".join(sorted(path.stem for path in ADAPTERS.glob("*.py") if "__main__" in path.read_text("utf-8")))
        raise Refusal(f"there is no program {words[0]} that can be run; adapters of the suite are {named}")
    return words
