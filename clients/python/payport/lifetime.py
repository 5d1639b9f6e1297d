"""Whether a client may be used: by the process and the event loop that opened it, and until it was closed."""

from __future__ import annotations

import asyncio
import contextlib
import os
from collections.abc import AsyncIterator

from .errors import ClientClosed, InvalidArgument

# How long `ended` waits for calls that were told to end. They have nothing to wait for any more.
_ENDING_SECONDS = 5.0


class Lifetime:
    """One client's life. What waits inside `call` ends with `ClientClosed` as soon as the client is closed."""

    def __init__(self) -> None:
        self._process = os.getpid()
        self._loop: asyncio.AbstractEventLoop | None = None
        self._calls: set[asyncio.Timeout] = set()
        self._idle = asyncio.Event()
        self.closed = False

    def check_process(self) -> None:
        """Raises in a child of a fork. It has the parent's connections, whose keys must not encrypt two different
        messages with one number, and the parent's locks."""
        if os.getpid() != self._process:
            raise InvalidArgument(
                "This client was opened before a fork, and only the process that opened it may use it.",
                "Open a client in each process; they may share one state folder. Nothing was sent.")

    def check(self) -> None:
        """Raises where the client must not be used."""
        self.check_process()
        if self.closed:
            raise ClientClosed()

    def check_loop(self) -> None:
        """Raises where another event loop runs than at the first call: what the client waits for is bound to that."""
        self.check()
        loop = asyncio.get_running_loop()
        self._loop = self._loop or loop
        if self._loop is not loop:
            raise InvalidArgument(
                "This client was used in another event loop, such as that of an earlier asyncio.run().",
                "Open a client in each of them. Nothing was sent.")

    @contextlib.asynccontextmanager
    async def call(self) -> AsyncIterator[None]:
        """Around whatever waits."""
        self.check_loop()
        scope = asyncio.timeout(None)
        try:
            async with scope:
                self._calls.add(scope)
                try:
                    yield
                finally:
                    self._calls.discard(scope)
                    if not self._calls:
                        self._idle.set()
        except TimeoutError:
            if scope.expired():
                raise ClientClosed() from None
            raise

    async def end(self) -> None:
        """Ends all calls, and returns when they have ended. No other one begins after it."""
        self.closed = True
        self._idle.clear()
        for scope in self._calls:
            scope.reschedule(asyncio.get_running_loop().time())
        if self._calls:
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(_ENDING_SECONDS):
                    await self._idle.wait()
