"""Events without gaps: after a reconnection, after a restart, and where the provider has dropped some (5.6)."""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Literal

from .errors import PayportError, ProtocolViolation
from .generated.objects import Budget, Invoice, PaymentOrder, Statement
from .store import Store

if TYPE_CHECKING:
    from .client import AsyncClient

# So many events wait for a reader that is slower than the others; it is given what comes after them later.
MOST_WAITING = 1000
_CURSOR = re.compile("0|[1-9][0-9]{0,18}")


@dataclass(frozen=True)
class Event:
    """One change: the object as it stood then, which is one of `invoice`, `payment_order`, `budget` and `statement`."""

    type: str
    cursor: str = ""
    #: When it changed, RFC 3339 in UTC.
    at: str = ""
    #: The name that the app gave to the invoice or the payment, if it gave one.
    name: str | None = field(default=None, repr=False)
    #: The `version` of an invoice or order grows by one with each change.
    invoice: Invoice | None = field(default=None, repr=False)
    payment_order: PaymentOrder | None = field(default=None, repr=False)
    budget: Budget | None = field(default=None, repr=False)
    statement: Statement | None = field(default=None, repr=False)
    #: The object's identifier where the event comes without it, because it is too large: ask for it.
    object_id: str | None = None
    #: Whether the object was read from the lists, because the wallet does not keep its events any more.
    listed: bool = False
    provider_id: str = field(default="", repr=False)


class Reader:
    """One place in the sequence of the app's events, and what waits for it. A feed fills it, and the app empties it.

    `state` is `new` until the feed has subscribed for it, then `live`. It is `lists` while it reads what the provider
    has dropped, and `behind` when more came than may wait: then it is `new` again once that is read.
    """

    def __init__(
        self, client: AsyncClient, store: Store, name: str, start: Literal["beginning", "now"],
    ) -> None:
        self._client, self._store, self._name, self._start = client, store, name, start
        self.state: Literal["new", "live", "behind", "lists"] = "new"
        self.provider_id = ""
        self.waiting: deque[Event] = deque()
        self.error: PayportError | None = None
        self.changed = asyncio.Event()
        # The place up to which events were put here, and that of the last one which the app has handled.
        self.offered = self._handled = 0
        self._given: Event | None = None
        self._listed: AsyncIterator[Event] | None = None
        self._after_lists = ""

    # The feed's side

    async def begin(self, provider_id: str, newest: Callable[[], Awaitable[str]]) -> None:
        """Takes the place that is stored for this provider. What waits here from an earlier session with it is still
        valid, and is followed by what comes after it. `newest` asks for the newest cursor."""
        if provider_id == self.provider_id:
            return
        stored = self._store.cursor(self._name)
        cursor = stored[1] if stored is not None and stored[0] == provider_id else None
        if cursor is None and self._start == "now":
            cursor = await newest()
            self._store.set_cursor(self._name, provider_id, cursor)
        self.restart()
        self.provider_id, self.offered = provider_id, place_of(cursor or "0")
        self._handled = self.offered

    def restart(self) -> None:
        """The wallet was restored from a backup: its events are read from the beginning, and some come again."""
        self.waiting.clear()
        self._given, self.offered, self._handled = None, 0, 0

    def offer(self, event: Event) -> None:
        place = place_of(event.cursor)
        if place <= self.offered:
            return
        if len(self.waiting) >= MOST_WAITING:
            self.state = "behind"
            return
        self.offered = place
        self.waiting.append(event)
        self.changed.set()

    def read_lists(self, newest: str) -> None:
        """What was dropped is in the lists, and whatever changes while they are read follows as events."""
        place_of(newest)
        self.state, self._after_lists = "lists", newest
        self._listed = self._objects(str(self.offered))
        self.changed.set()

    def fail(self, error: PayportError) -> None:
        self.error = error
        self.changed.set()

    # The app's side

    async def next(self) -> Event:
        """The next event; the one before it counts as handled. Waits for it, or raises why there will be none."""
        if self._given is not None:
            self._handle(self._given)
            self._given = None
        while True:
            self.changed.clear()
            if self._listed is not None:
                if (listed := await anext(self._listed, None)) is not None:
                    return listed
                self._listed = None
                self.offered = self._handled = place_of(self._after_lists)
                self._store.set_cursor(self._name, self.provider_id, self._after_lists)
                self.state = "new"
                self._client._feed.look()
            while self.waiting:
                event = self.waiting.popleft()
                self._client._feed.look()
                if place_of(event.cursor) > self._handled:
                    if event.type:
                        self._given = event
                        return event
                    self._handle(event)
            if self.error is not None:
                error, self.error = self.error, None
                raise error
            if self.state == "behind":
                self.state = "new"
            self._client._feed.join(self)
            await self.changed.wait()

    def _handle(self, event: Event) -> None:
        self._handled = place_of(event.cursor)
        self._store.set_cursor(self._name, event.provider_id, event.cursor)

    async def _objects(self, cursor: str) -> AsyncIterator[Event]:
        """All orders and invoices. Their cursor is the one that was too old: a restart reads the lists once more."""
        before: str | None = None
        while True:
            orders = await self._client.list_payment_orders(before=before, limit=100)
            for order in orders["payment_orders"]:
                yield Event(
                    "payment_order_changed", cursor, order["updated_at"], self._store.name_of(order["request_id"]),
                    payment_order=order, listed=True, provider_id=self.provider_id)
            if (before := orders.get("next")) is None:
                break
        while True:
            invoices = await self._client.list_invoice_requests(before=before, limit=100)
            for invoice in invoices["invoices"]:
                yield Event(
                    "invoice_changed", cursor, invoice["updated_at"], self._store.name_of(invoice["request_id"]),
                    invoice=invoice, listed=True, provider_id=self.provider_id)
            if (before := invoices.get("next")) is None:
                break


def place_of(cursor: str) -> int:
    if not _CURSOR.fullmatch(cursor) or int(cursor) >= 2**63:
        raise ProtocolViolation("a cursor is not a number")
    return int(cursor)
