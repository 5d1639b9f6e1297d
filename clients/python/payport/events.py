"""Events without gaps: after a reconnection, after a restart, and where the provider has dropped some (5.6)."""

from __future__ import annotations

import asyncio
import logging
import re
import time
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Literal

from .encoding import to_base64url
from .errors import ConnectionLost, PairingDenied, ProtocolViolation, Refusal
from .generated.objects import Budget, Event as EventObject, Invoice, PaymentOrder, Statement
from .link import Backoff, Link
from .session import Session
from .store import Store

if TYPE_CHECKING:
    from .client import AsyncClient

_log = logging.getLogger("payport")
_FOREVER = float("inf")
_LASTING = 1.0
_READ_AHEAD = 64
_CURSOR = re.compile("0|[1-9][0-9]{0,18}")


@dataclass(frozen=True)
class Event:
    """One change. `version` of the object tells two changes apart.

    `listed` is true for an object that was read from the lists, because the provider does not keep its events any more.
    """

    type: str
    cursor: str = ""
    at: str = ""
    invoice: Invoice | None = field(default=None, repr=False)
    payment_order: PaymentOrder | None = field(default=None, repr=False)
    budget: Budget | None = field(default=None, repr=False)
    statement: Statement | None = field(default=None, repr=False)
    object_id: str | None = None
    listed: bool = False
    provider_id: str = field(default="", repr=False)


_MEMBERS = frozenset(EventObject.__required_keys__ | EventObject.__optional_keys__)


class EventFeed:
    """Reads events on a session of its own, so that an app that handles them slowly holds up nothing else."""

    def __init__(
        self, client: AsyncClient, link: Link, store: Store, reader: str, start: Literal["beginning", "now"],
    ) -> None:
        self._client, self._link, self._store, self._reader, self._start = client, link, store, reader, start
        self._queue: asyncio.Queue[tuple[str, dict[str, Any]]] = asyncio.Queue()
        self._taken = asyncio.Event()
        self._subscribed = False
        # The place of the last event that was handled: what comes again is not later (5.6).
        self._handled = 0

    async def events(self) -> AsyncIterator[Event]:
        backoff, violations, short = Backoff(_FOREVER), 0, 0
        while True:
            self._queue, self._subscribed = asyncio.Queue(), False
            _, session, info = await self._link.open(self._notified, Backoff(_FOREVER))
            began = time.monotonic()
            try:
                provider_id = to_base64url(session.provider_id)
                cursor = self._place(provider_id, info["event_cursor"])
                self._handled = _place_of(cursor)
                while (newest := await self._subscribe(session, cursor)) is not None:
                    place = _place_of(newest)
                    # What was dropped is in the lists, and whatever changes while they are read follows as events.
                    async for event in self._listed(provider_id, cursor):
                        yield event
                    self._store.set_cursor(self._reader, provider_id, newest)
                    cursor, self._handled = newest, place
                async for event in self._received(provider_id):
                    place = _place_of(event.cursor)
                    if place <= self._handled:
                        continue
                    backoff, violations = Backoff(_FOREVER), 0
                    if event.type:
                        yield event
                    self._handled = place
                    self._store.set_cursor(self._reader, provider_id, event.cursor)
            except ConnectionLost:
                # What the provider sent once by mistake it may not send again, and what it always sends no wait helps.
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

    def _place(self, provider_id: str, newest: str) -> str:
        stored = self._store.cursor(self._reader)
        if stored is not None and stored[0] == provider_id:
            return stored[1]
        if self._start == "beginning":
            return "0"
        self._store.set_cursor(self._reader, provider_id, newest)
        return newest

    async def _subscribe(self, session: Session, cursor: str) -> str | None:
        """Returns the newest cursor if events after this one were dropped, and nothing once events follow."""
        try:
            await session.call("subscribe_events", {"from": cursor})
        except Refusal as error:
            if error.reason == "cursor_too_old":
                return str(error.data.get("newest"))
            if error.reason != "cursor_invalid":
                raise
            # The wallet was restored from a backup: its events are read from the beginning, and some come again.
            _log.warning("the wallet does not know the cursor of the last event")
            self._handled = 0
            return None if cursor == "0" else await self._subscribe(session, "0")
        self._subscribed = True
        return None

    async def _notified(self, method: str, params: dict[str, Any]) -> None:
        if method == "session_changed" and params["status"] == "denied":
            self._link.not_approved(PairingDenied(str(params.get("reason", ""))))
        if method in ("event", ""):
            self._queue.put_nowait((method, params))
        # The provider keeps what is not read, so nothing piles up here. The answer to the subscription may come after
        # the first events, so it is not waited with before.
        while method == "event" and self._subscribed and self._queue.qsize() > _READ_AHEAD:
            self._taken.clear()
            await self._taken.wait()

    async def _received(self, provider_id: str) -> AsyncIterator[Event]:
        while True:
            method, params = await self._queue.get()
            self._taken.set()
            if method != "event":
                raise ConnectionLost()
            known = {name: value for name, value in params.items() if name in _MEMBERS}
            yield Event(**known, provider_id=provider_id)

    async def _listed(self, provider_id: str, cursor: str) -> AsyncIterator[Event]:
        """All orders and invoices. Their cursor is the one that was too old: a restart reads the lists once more."""
        before: str | None = None
        while True:
            orders = await self._client.list_payment_orders(before=before, limit=100)
            for order in orders["payment_orders"]:
                yield Event("payment_order_changed", cursor, order["updated_at"], payment_order=order, listed=True,
                            provider_id=provider_id)
            if (before := orders.get("next")) is None:
                break
        while True:
            invoices = await self._client.list_invoice_requests(before=before, limit=100)
            for invoice in invoices["invoices"]:
                yield Event("invoice_changed", cursor, invoice["updated_at"], invoice=invoice, listed=True,
                            provider_id=provider_id)
            if (before := invoices.get("next")) is None:
                break


def _place_of(cursor: str) -> int:
    if not _CURSOR.fullmatch(cursor) or int(cursor) >= 2**63:
        raise ProtocolViolation("a cursor is not a number")
    return int(cursor)
