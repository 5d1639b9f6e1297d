"""The suite's end of a consumer's adapter (`verbs.md`)."""

import asyncio
import json
import os
import signal
from collections import deque
from pathlib import Path

from ..adapter import command_of
from ..report import NotApplicable, Violation, exchange

ROOT = Path(__file__).resolve().parents[2]
SECONDS = 25


class Answer:
    """What came of a verb: `ok`, and `result` or `error`; `shown` are the lines that were shown before."""

    def __init__(self, value, shown):
        self.ok = value.get("ok") is True
        self.result = value.get("result") or {}
        self.error = value.get("error") or {}
        self.shown = shown

    @property
    def code(self):
        return self.error.get("code")

    def __str__(self):
        return "ok" if self.ok else f"{self.code}: {str(self.error.get('sentence'))[:200]}"


class Ended(Violation):
    """The adapter's program has ended by itself."""


class Adapter:
    """A consumer behind a program."""

    def __init__(self, command, runtime, state):
        self.command, self.runtime, self.state = command, runtime, state
        self.process = None

    async def start(self):
        folders = {"PAYPORT_RUNTIME": str(self.runtime), "PAYPORT_STATE": str(self.state)}
        self.process = await asyncio.create_subprocess_exec(
            *command_of(self.command), stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE, cwd=ROOT, limit=1 << 24,
            env=os.environ | folders | {"PYTHONUNBUFFERED": "1"})
        self.complaints = deque(maxlen=20)
        self.drain = asyncio.ensure_future(self._drain(self.process.stderr, self.complaints))

    @staticmethod
    async def _drain(stream, complaints):
        while line := await stream.readline():
            complaints.append(line.decode("utf-8", "backslashreplace").strip())

    async def ask(self, verb, shows=None, holds=None, **arguments):
        """The answer to a verb. `shows` is called with each line that is shown in the meantime, `holds` with an event
        that the app has begun to handle."""
        shown = []
        try:
            async with asyncio.timeout(SECONDS):
                self.process.stdin.write((json.dumps({"verb": verb} | arguments) + "\n").encode())
                await self.process.stdin.drain()
                while line := await self.process.stdout.readline():
                    value = json.loads(line)
                    if "handling" in value:
                        await holds(value["handling"])
                        continue
                    if "show" not in value:
                        break
                    shown.append(value["show"])
                    if shows:
                        await shows(value["show"])
        except TimeoutError:
            await self.kill()
            raise Violation(f"the verb {verb} did not end within {SECONDS} s") from None
        except ConnectionError:
            line = b""
        if not line:
            await asyncio.wait({self.drain}, timeout=2)
            raise Ended(f"the adapter ended at the verb {verb}: {' '.join(self.complaints)[-500:] or 'without a word'}")
        answer = Answer(value, shown)
        exchange.note("the verb", f"{json.dumps({'verb': verb} | arguments)} was answered {json.dumps(value)}")
        if answer.code == "cannot":
            raise NotApplicable(f"the adapter has no verb {verb}")
        return answer

    async def kill(self):
        """Ends the consumer in the middle of whatever it does."""
        if self.process.returncode is None:
            self.process.send_signal(signal.SIGKILL)
        await self.process.wait()

    async def close(self):
        if self.process is None or self.process.returncode is not None:
            return
        self.process.stdin.close()
        try:
            async with asyncio.timeout(10):
                await self.process.wait()
        except TimeoutError:
            await self.kill()
