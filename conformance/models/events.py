"""Events (5.6, 5.7): each change of an object, kept for the app, and sent to its subscriptions."""

import asyncio
import re
from typing import TYPE_CHECKING, Any

from .amounts import now, stamp
from .failures import Failure, required
from .ledger import App, Event, Invoice, Order

if TYPE_CHECKING:
    from .provider import Provider

FIRST_VERSIONS = 16


class Events:
    def __init__(self, model: "Provider"):
        self.model = model

    def record(self, app: App, kind: str, member: str, view: dict[str, Any], subject: str, version: int) -> None:
        if (kind == "invoice_changed" and view["state"] == "settled"
                and self.model.deviates("settled invoice is not reported")):
            return
        app.cursor += 1
        app.events.append(Event(app.cursor, {"type": kind, "at": stamp(now()), member: view}, subject, version))
        if kind == "invoice_changed" and version > FIRST_VERSIONS + 1:
            app.events[:] = [entry for entry in app.events
                             if entry.subject != subject or entry.version in (version, *range(FIRST_VERSIONS + 1))]
        keep = self.model.settings["events.keep_count"]
        while len(app.events) > keep:
            app.dropped = app.events.pop(0).cursor
        self.model.ledger.changed.fire()

    def changed(self, app: App, subject: Invoice | Order) -> None:
        """A new version of an invoice or an order."""
        subject.version += 1
        subject.updated = now()
        if isinstance(subject, Invoice):
            self.record(app, "invoice_changed", "invoice", subject.view(), subject.invoice_id, subject.version)
        else:
            self.record(app, "payment_order_changed", "payment_order", subject.view(), subject.order_id,
                        subject.version)

    def begin(self, app: App, text: str | None) -> int:
        """The place from which a subscription goes on."""
        if text is None:
            return app.cursor
        required(re.fullmatch(r"0|[1-9][0-9]{0,18}", text), "invalid_params", pointer="/from")
        place = int(text)
        required(place < 2**63, "invalid_params", pointer="/from")
        required(place <= app.cursor or self.model.deviates("cursor of the future is taken"), "cursor_invalid",
                 pointer="/from")
        if place < app.dropped and not self.model.deviates("dropped events are skipped silently"):
            raise Failure("cursor_too_old", pointer="/from", oldest=str(app.dropped), newest=str(app.cursor),
                          resynchronise=["list_payment_orders", "list_invoice_requests"])
        return place


class Subscription:
    """Sends the events after a place to one connection, in order."""

    def __init__(self, model: "Provider", app: App, place: int, send: Any, cut: Any):
        self.model, self.app, self.place, self.send, self.cut = model, app, place, send, cut
        self.task = asyncio.create_task(self._run())

    async def _run(self) -> None:
        while True:
            if self.place < self.app.dropped:
                await self.cut()
                return
            change = self.model.ledger.changed
            waiting = change.event
            following = [entry for entry in self.app.events if entry.cursor > self.place]
            for entry in following:
                await self.send({"jsonrpc": "2.0", "method": "event", "params": entry.view()})
                self.place = entry.cursor
            if not following:
                await waiting.wait()

    async def end(self) -> int:
        self.task.cancel()
        await asyncio.gather(self.task, return_exceptions=True)
        return self.place
