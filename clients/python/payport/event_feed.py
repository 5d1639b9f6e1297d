"""One connection from which all of a client's readers of events are served."""

from __future__ import annotations

import asyncio
import logging
import time
from collections import deque
from collections.abc import AsyncIterator
from typing import Any

from .encoding import to_base64url
from .errors import ConnectionLost, PairingDenied, PayportError, ProtocolViolation
from .events import Event, Reader, place_of
from .generated.objects import Event as EventObject
from .link import Backoff, Link
from .refusals import Refusal
from .session import Session
from .store import Store

_log = logging.getLogger("payport")
_FOREVER = float("inf")
_LASTING = 1.0
_READ_AHEAD = 64
_MEMBERS = frozenset(EventObject.__required_keys__ | EventObject.__optional_keys__)


class EventFeed:
    """Reads events on a session of its own, so that an app that handles them slowly holds up nothing else. Each reader
    has its own place; the session begins at the earliest, and what a reader has seen is not given to it again."""

    def __init__(self, link: Link, store: Store, patience: float) -> None:
        self._link, self._store, self._patience = link, store, patience
        self._readers: list[Reader] = []
        self._running: asyncio.Task[None] | None = None
        self._incoming: deque[tuple[str, dict[str, Any]]] = deque()
        self._wake, self._taken = asyncio.Event(), asyncio.Event()
        # The place that the present subscription has been from, or None where there is none.
        self._subscribed: int | None = None

    def join(self, reader: Reader) -> None:
        """Serves a reader, from its own place on."""
        if reader not in self._readers:
            self._readers.append(reader)
        if self._running is None or self._running.done() or self._running.cancelling():
            self._running = asyncio.create_task(self._run(self._running))
        self.look()

    def leave(self, reader: Reader) -> None:
        if reader in self._readers:
            self._readers.remove(reader)
        if not self._readers and self._running is not None:
            self._running.cancel()
        self.look()

    def look(self) -> None:
        """Something has changed that the feed waits for."""
        self._wake.set()

    async def close(self, error: PayportError) -> None:
        """All readers get the error."""
        self._fail(error)
        if self._running is not None:
            if not self._running.cancelling():
                self._running.cancel()
            await asyncio.wait([self._running])

    def _fail(self, error: PayportError) -> None:
        readers, self._readers = self._readers, []
        for reader in readers:
            reader.fail(error)

    async def _run(self, before: asyncio.Task[None] | None) -> None:
        if before is not None:
            # Its connection takes up a place until it has ended.
            await asyncio.wait([before])
        backoff, violations, short = Backoff(_FOREVER), 0, 0
        try:
            while True:
                self._incoming, self._subscribed = deque(), None
                # A wallet that is away is waited for, but a place among too many connections no longer than for a call.
                _, session, _ = await self._link.open(
                    self._notified, Backoff(_FOREVER), busy=Backoff(self._patience))
                began = time.monotonic()
                try:
                    async for _ in self._served(session):
                        backoff, violations = Backoff(_FOREVER), 0
                except ConnectionLost:
                    # What the provider sent once by mistake it may not send again, and what it always sends no wait
                    # helps.
                    violations = violations + 1 if isinstance(session.end, ProtocolViolation) else 0
                    if session.end is not None and violations > 2:
                        raise session.end from None
                    # A session that lasted for a while is followed by another one at once, and one that did not is
                    # followed by one with each of the other daemons.
                    short = 0 if time.monotonic() - began > _LASTING else short + 1
                    if violations or short >= self._link.daemons:
                        await asyncio.sleep(backoff.next() or 0)
                finally:
                    await session.close()
        except PayportError as error:
            self._fail(error)

    async def _served(self, session: Session) -> AsyncIterator[None]:
        """Yields after each event, until the session ends."""
        for reader in self._readers:
            if reader.state == "live":
                reader.state = "new"
        while True:
            self._wake.clear()
            await self._subscribe(session)
            live = [reader for reader in self._readers if reader.state == "live"]
            # As long as nobody has room the provider keeps what comes. One who is slower than others falls behind.
            if self._incoming and (not live or any(len(reader.waiting) < _READ_AHEAD for reader in live)):
                method, params = self._incoming.popleft()
                self._taken.set()
                if method != "event":
                    raise ConnectionLost()
                event = self._event(params, to_base64url(session.provider_id))
                for reader in live:
                    reader.offer(event)
                yield
            else:
                await self._wake.wait()

    def _event(self, params: dict[str, Any], provider_id: str) -> Event:
        known = {name: value for name, value in params.items() if name in _MEMBERS}
        place_of(known["cursor"])
        made = known.get("invoice") or known.get("payment_order")
        name = self._store.name_of(made["request_id"]) if made else None
        return Event(**known, name=name, provider_id=provider_id)

    async def _subscribe(self, session: Session) -> None:
        """Subscribes from the earliest place of all readers, after each new one's place was found to be valid."""
        async def newest() -> str:
            return str((await _answered(session, "get_session", {}))["event_cursor"])

        while True:
            wanting = [reader for reader in self._readers if reader.state == "new"]
            for reader in wanting:
                await reader.begin(to_base64url(session.provider_id), newest)
            if wanting:
                # The earliest comes last, so that its subscription is the one that stays.
                place = max(reader.offered for reader in wanting)
            else:
                wanting = [reader for reader in self._readers if reader.state == "live"]
                place = min((reader.offered for reader in wanting), default=-1)
                if not wanting or self._subscribed is not None and self._subscribed <= place:
                    return
            await self._from(session, place, [reader for reader in wanting if reader.offered == place])

    async def _from(self, session: Session, place: int, readers: list[Reader]) -> None:
        """Subscribes from the place of these readers. Those that cannot go on with events from there are told."""
        await self._unsubscribe(session)
        try:
            await _answered(session, "subscribe_events", {"from": str(place)})
        except Refusal as error:
            if error.reason == "cursor_too_old":
                for reader in readers:
                    reader.read_lists(str(error.data.get("newest")))
                return
            if error.reason != "cursor_invalid" or place == 0:
                raise
            _log.warning("the wallet does not know the cursor of the last event")
            for reader in readers:
                reader.restart()
            return
        self._subscribed = place
        for reader in readers:
            reader.state = "live"

    async def _unsubscribe(self, session: Session) -> None:
        """The events of an earlier subscription could not be told from those of the next one."""
        if self._subscribed is not None:
            self._subscribed = None
            self._taken.set()
            await _answered(session, "unsubscribe_events", {})
            self._incoming.clear()

    async def _notified(self, method: str, params: dict[str, Any]) -> None:
        if method == "session_changed" and params["status"] == "denied":
            self._link.not_approved(PairingDenied(str(params.get("reason", ""))))
        if method in ("event", ""):
            self._incoming.append((method, params))
            self._wake.set()
        # The provider keeps what is not read, so nothing piles up here. The answer to the subscription may come after
        # the first events, so it is not waited with before.
        while method == "event" and self._subscribed is not None and len(self._incoming) > _READ_AHEAD:
            self._taken.clear()
            await self._taken.wait()


async def _answered(session: Session, method: str, params: dict[str, Any]) -> dict[str, Any]:
    """A call that is repeated as long as the wallet says when that is worth it. A throttle is no reason to end all
    readers."""
    while True:
        try:
            return await session.call(method, params)
        except Refusal as error:
            if error.retry_after_ms is None or error.reason == "pairing_pending":
                raise
            await asyncio.sleep(error.retry_after_ms / 1000)
