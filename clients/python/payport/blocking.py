"""The client without asyncio: the same functions, which wait for their result."""

from __future__ import annotations

import asyncio
import contextlib
import os
import threading
from collections.abc import Callable, Coroutine, Iterator
from types import TracebackType
from typing import Any, Literal, Self, TypeVar

from .app import App
from .client import AsyncClient
from .errors import ClientClosed
from .events import Event, Reader
from .generated.blocking_calls import BlockingCalls
from .generated.blocking_client import BlockingShorter

T = TypeVar("T")
# How long calls that were told to end may take for it, which is a close frame at most.
_ENDING_SECONDS = 5.0


class Loop:
    """An event loop in a thread of its own. The session is kept alive there while the app does something else."""

    def __init__(self, check: Callable[[], None]) -> None:
        self._check = check
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="payport", daemon=True)
        self._thread.start()
        # A call is handed over before the loop is told to end, or not at all.
        self._handing_over = threading.Lock()
        self._ended = False

    def run(self, call: Coroutine[Any, Any, T]) -> T:
        try:
            # In a child of a fork nobody would ever release a lock that another thread of the parent had.
            self._check()
            with self._handing_over:
                if self._ended:
                    raise ClientClosed()
                future = asyncio.run_coroutine_threadsafe(call, self._loop)
        except BaseException:
            call.close()
            raise
        try:
            return future.result()
        except BaseException:
            # After Ctrl-C nobody waits for the call any more.
            future.cancel()
            raise

    def soon(self, work: Callable[[], None]) -> None:
        """Has this done by the loop, unless it has ended."""
        with self._handing_over:
            if not self._ended:
                self._loop.call_soon_threadsafe(work)

    def end(self, last: Coroutine[Any, Any, None]) -> None:
        """Runs a last call, and ends the loop when everything in it has ended."""
        async def ending() -> None:
            await last
            others = asyncio.all_tasks() - {asyncio.current_task()}
            if others:
                await asyncio.wait(others, timeout=_ENDING_SECONDS)
            for other in others:
                other.cancel()
            await asyncio.gather(*others, return_exceptions=True)

        with self._handing_over:
            if self._ended:
                last.close()
                return
            self._ended = True
            future = asyncio.run_coroutine_threadsafe(ending(), self._loop)
        try:
            future.result()
        finally:
            self._loop.call_soon_threadsafe(self._loop.stop)
            self._thread.join()
            self._loop.close()


class Client(BlockingCalls, BlockingShorter):
    """An app's way to a wallet; see `AsyncClient`. It may be used by several threads at once, and by the process alone
    that opened it: after a fork each process opens one of its own."""

    def __init__(
        self, app: App, state: str | os.PathLike[str] | None = None, *, provider: str | None = None,
        runtime: str | os.PathLike[str] | None = None, patience: float = 60.0,
    ) -> None:
        self._calls: AsyncClient = AsyncClient(app, state, provider=provider, runtime=runtime, patience=patience)
        self._loop = Loop(self._calls._lifetime.check)

    def _run(self, call: Coroutine[Any, Any, T]) -> T:
        began = self._calls._newest.begin()
        # An event may be given to another thread of the app while this one wakes up.
        return self._calls._newest.of(began, self._loop.run(call))

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        """Says goodbye to the wallet and closes the app's folder. What waits elsewhere ends at once with
        `ClientClosed`, or with `OutcomeUnknown` where a request was on its way."""
        self._calls._lifetime.check_process()
        self._loop.end(self._calls.close())

    def _follow(self, reader: str, start: Literal["beginning", "now"]) -> Iterator[Event]:
        self._calls._lifetime.check()
        return self._events(self._calls._reader(reader, start))

    def _events(self, reader: Reader) -> Iterator[Event]:
        try:
            while True:
                event = self._loop.run(self._calls._next_event(reader))
                self._calls._newest.show(event.invoice, event.payment_order)
                yield event
        finally:
            # A child of a fork has nothing to end.
            with contextlib.suppress(Exception):
                self._calls._lifetime.check_process()
                self._loop.soon(lambda: self._calls._feed.leave(reader))
