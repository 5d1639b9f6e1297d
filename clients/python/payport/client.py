"""The client for asyncio. `payport.Client` has the same functions without asyncio."""

from __future__ import annotations

import time
from collections.abc import AsyncIterator
from typing import Literal, cast

from .arguments import AmountLike, Moment
from .events import Event, EventFeed
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
        """An invoice with an address of its own. With the `name` of an earlier one it is that one."""
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

        Choose a `name` that your app finds again after a crash, such as the number of an order.
        """
        result = await self.payment_order(
            currency, address, amount, max_fee=max_fee, description=description, expires_at=expires_at, name=name,
            request_id=request_id)
        return result["payment_order"]

    async def wait_for_invoice(self, invoice: Invoice, timeout: float | None = None) -> Invoice:
        """Waits until the invoice is neither pending nor processing, or for `timeout` seconds; returns its last
        state."""
        end = _end(timeout)
        while invoice["state"] in _OPEN_INVOICE and time.monotonic() < end:
            result = await self._call("get_invoice_request_status", {
                "invoice_id": invoice["invoice_id"], "after": invoice["version"], "wait_ms": _wait_ms(end),
            }, end - time.monotonic())
            invoice = cast(Invoice, result["invoice"])
        return invoice

    async def wait_for_order(self, order: PaymentOrder, timeout: float | None = None) -> PaymentOrder:
        """Waits until the order has ended, or for `timeout` seconds; returns its last state."""
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
        own; `start` says where a new reader begins.
        """
        return EventFeed(self, self._link, self._store, reader, start).events()

    def handled(self, event: Event, reader: str = "main") -> None:
        """Notes the last event before the app ends, so that it does not come again."""
        self._store.set_cursor(reader, event.provider_id, event.cursor)


def _end(timeout: float | None) -> float:
    return time.monotonic() + timeout if timeout is not None else float("inf")


def _wait_ms(end: float) -> int:
    return int(max(0.0, min(_WAIT_MS, (end - time.monotonic()) * 1000)))
