"""The client for asyncio. `payport.Client` has the same functions without asyncio."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Literal, cast

from .arguments import AmountLike, Moment
from .errors import InvalidArgument
from .events import Event, Reader
from .generated.objects import Invoice, PaymentOrder
from .wallet_files import WalletFiles

_OPEN_INVOICE = frozenset({"pending", "processing"})
_ENDED_ORDER = frozenset({"succeeded", "rejected", "expired", "cancelled", "failed"})
_WAIT_MS = 30_000


class AsyncClient(WalletFiles):
    """An app's way to a wallet. Every method of chapter 5 is a function of the same name; these are the shorter
    ones."""

    async def invoice(
        self, currency: str, amount: AmountLike | None = None, *, name: str | None = None,
        description: str | None = None,
        confirmations: int | None = None, expires_at: Moment | None = None, request_id: str | None = None,
    ) -> Invoice:
        """Makes an invoice with an address of its own. With the `name` of an earlier one it is that one.

        `amount`: In the currency's unit: a text such as '0.25', an int or a Decimal. Without it the payer decides.
        `name`: The app's own name for the invoice, such as the number of an order; its events have it too.
        `description`: What it is for, at most 1000 code points.
        `confirmations`: After how many the invoice is settled, 0 to 1000; the default is the currency's own number.
        `expires_at`: The payer's deadline, 10 seconds to 30 days ahead; the default is 15 minutes.
        `invoice_request` is the same method with its whole result. Needs the scope `receive`. Raises a `Refusal`, such
        as `ReceivingRefused`, if the wallet makes none; what it refused can be corrected under the same name.
        """
        result = await self.invoice_request(
            currency, amount=amount, description=description, confirmations=confirmations, expires_at=expires_at,
            name=name, request_id=request_id)
        return result["invoice"]

    async def pay(
        self, currency: str, address: str, amount: AmountLike, *, name: str | None = None,
        max_fee: AmountLike | None = None,
        description: str | None = None, expires_at: Moment | None = None, request_id: str | None = None,
    ) -> PaymentOrder:
        """Orders a payment. With the `name` of an earlier one it is that one, which is paid at most once.

        `address`: The recipient's address, and not a payment URI.
        `amount`: What the recipient gets, in the currency's unit: a text such as '0.25', an int or a Decimal. The fee
          of the network comes on top.
        `name`: The app's own name for the payment, which it finds again after a crash, such as the number of an order.
        `max_fee`: The largest fee to accept.
        `description`: What it is for, at most 1000 code points; the owner sees it as the app's claim.
        `expires_at`: After this it is not paid any more; the default is 10 minutes.
        `payment_order` is the same method with its whole result. Needs the scope `pay`. The order may wait for the
        owner: see `wait_for_order`. Raises `OutcomeUnknown` if it may have been ordered: call again with the same name.
        Any other error says that nothing was done by this call; a `Refusal` can be corrected under the same name, if
        no earlier attempt is in doubt. `RequestConflict` says that the name is already another request.
        """
        result = await self.payment_order(
            currency, address, amount, max_fee=max_fee, description=description, expires_at=expires_at, name=name,
            request_id=request_id)
        return result["payment_order"]

    async def wait_for_invoice(self, invoice: Invoice, timeout: float | None = None) -> Invoice:
        """Waits until the invoice is neither `pending` nor `processing`, or for `timeout` seconds; returns its last
        state. Raises `ClientClosed` if the client is closed meanwhile."""
        _check_kind(invoice, "invoice_id", "wait_for_invoice takes an invoice; wait_for_order takes an order.")
        end = _end(timeout)
        while invoice["state"] in _OPEN_INVOICE and time.monotonic() < end:
            result = await self._call("get_invoice_request_status", {
                "invoice_id": invoice["invoice_id"], "after": invoice["version"], "wait_ms": _wait_ms(end),
            }, end - time.monotonic())
            invoice = cast(Invoice, result["invoice"])
        return invoice

    async def wait_for_order(self, order: PaymentOrder, timeout: float | None = None) -> PaymentOrder:
        """Waits until the order has ended, which is `succeeded`, `rejected`, `expired`, `cancelled` or `failed`, or for
        `timeout` seconds; returns its last state. Raises `ClientClosed` if the client is closed meanwhile."""
        _check_kind(order, "order_id", "wait_for_order takes an order; wait_for_invoice takes an invoice.")
        end = _end(timeout)
        while order["state"] not in _ENDED_ORDER and time.monotonic() < end:
            result = await self._call("get_payment_order_status", {
                "order_id": order["order_id"], "after": order["version"], "wait_ms": _wait_ms(end),
            }, end - time.monotonic())
            order = cast(PaymentOrder, result["payment_order"])
        return order

    def events(
        self, reader: str = "main", start: Literal["beginning", "now"] = "beginning",
    ) -> AsyncIterator[Event]:
        """The changes of this app's invoices, orders, budgets and statements, from the last one that was handled.

        An event counts as handled when the next one is asked for, or with `handled`. Each `reader` has a place of its
        own, and all readers of a client share one connection; `start` says where a new reader begins. It goes on after
        the wallet was restarted. It raises `ProviderBusy` if the app has too many connections for longer than
        `patience`, `NotPaired` or `PairingDenied` if the owner has not approved the app, and `ClientClosed` once the
        client is closed.
        """
        self._lifetime.check()
        return self._events(self._reader(reader, start))

    def _reader(self, name: str, start: Literal["beginning", "now"]) -> Reader:
        """What `events` reads from."""
        return Reader(self, self._store, name, start)

    async def _next_event(self, reader: Reader) -> Event:
        """The next event of a reader, for `payport.Client`."""
        self._lifetime.check_loop()
        return await reader.next()

    async def _events(self, reader: Reader) -> AsyncIterator[Event]:
        try:
            while True:
                event = await self._next_event(reader)
                self._newest.show(event.invoice, event.payment_order)
                yield event
        finally:
            self._feed.leave(reader)

    def handled(self, event: Event, reader: str = "main") -> None:
        """Notes the last event before the app ends, so that it does not come again."""
        self._lifetime.check()
        self._store.set_cursor(reader, event.provider_id, event.cursor)


def _check_kind(made: object, member: str, words: str) -> None:
    if not isinstance(made, dict) or member not in made:
        raise InvalidArgument(words)


def _end(timeout: float | None) -> float:
    return time.monotonic() + timeout if timeout is not None else float("inf")


def _wait_ms(end: float) -> int:
    return int(max(0.0, min(_WAIT_MS, (end - time.monotonic()) * 1000)))
