"""The reference consumer without a program around it, for many runs: it has the methods of `driver.Adapter`."""

import asyncio

from ..adapters.reference import answered
from ..models.consumer import Consumer
from ..report import Violation
from .driver import SECONDS, Answer


class InProcess:
    def __init__(self, runtime, state, deviations):
        self.make = lambda: Consumer(runtime, state, deviations)
        self.consumer, self.verb = None, None

    async def start(self):
        self.consumer = self.make()

    async def ask(self, verb, shows=None, holds=None, **arguments):
        shown = []
        self.consumer.handling = holds

        async def show(line):
            shown.append(line)
            if shows:
                await shows(line)

        self.verb = asyncio.ensure_future(answered(self.consumer, verb, arguments, show))
        try:
            return Answer(await asyncio.wait_for(asyncio.shield(self.verb), SECONDS), shown)
        except TimeoutError:
            raise Violation(f"the verb {verb} did not end within {SECONDS} s") from None

    async def kill(self):
        """Nothing of it goes on, and nothing more is sent."""
        if self.verb is not None:
            self.verb.cancel()
        if self.consumer is not None:
            self.consumer.abort()
            self.consumer = None

    async def close(self):
        if self.consumer is not None:
            consumer, self.consumer = self.consumer, None
            await consumer.close()
