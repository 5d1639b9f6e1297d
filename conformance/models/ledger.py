"""What the model provider remembers: apps with their requests, invoices, orders and events. It outlives a kill."""

import asyncio
import base64
import secrets
from dataclasses import dataclass, field
from typing import Any

from ..wire.text import encode
from .amounts import decimal, stamp
from .wallet import Transaction, Wallet

ENDED = ("succeeded", "rejected", "expired", "cancelled", "failed")


def identifier(kind: str) -> str:
    return f"{kind}_{base64.b32encode(secrets.token_bytes(16)).decode().lower().rstrip('=')}"


class Signal:
    """Wakes everybody who waits for a change."""

    def __init__(self) -> None:
        self.event = asyncio.Event()

    def fire(self) -> None:
        self.event.set()
        self.event = asyncio.Event()

    async def wait(self, seconds: float | None = None) -> None:
        try:
            async with asyncio.timeout(seconds):
                await self.event.wait()
        except TimeoutError:
            pass


@dataclass
class Transfer:
    transaction: Transaction
    confirmed: bool = False
    removed: bool = False
    confirmations: int = 0

    def view(self, wallet: Wallet) -> dict[str, Any]:
        state = ("removed" if self.removed else "confirmed" if self.confirmed else
                 "confirming" if self.confirmations else "unconfirmed")
        return {"transaction_id": self.transaction.transaction_id,
                "amount": decimal(self.transaction.units, wallet.decimals),
                "confirmations": self.confirmations, "state": state,
                "first_seen_at": stamp(self.transaction.first_seen)}


@dataclass
class Invoice:
    wallet: Wallet
    request_id: str
    address: str
    units: int | None
    description: str | None
    wanted: int
    created: float
    expires: float
    monitored: float
    invoice_id: str = field(default_factory=lambda: identifier("inv"))
    version: int = 1
    state: str = "pending"
    payment: str = "none"
    paid: int = 0
    confirmed: int = 0
    updated: float = 0
    transfers: list[Transfer] = field(default_factory=list)
    cancelled_at: float | None = None

    @property
    def currency(self) -> str:
        return self.wallet.code

    def view(self) -> dict[str, Any]:
        places = self.wallet.decimals
        amount = None if self.units is None else decimal(self.units, places)
        uri = f"{self.wallet.scheme}:{self.address}"
        members = {
            "invoice_id": self.invoice_id, "request_id": self.request_id, "version": self.version,
            "currency": self.currency, "address": self.address, "amount": amount,
            "uri": uri if amount is None else f"{uri}?{'tx_amount' if self.currency == 'XMR' else 'amount'}={amount}",
            "description": self.description, "state": self.state, "payment": self.payment,
            "paid_amount": decimal(self.paid, places), "confirmed_amount": decimal(self.confirmed, places),
            "confirmations_wanted": self.wanted,
            "transfers": [entry.view(self.wallet) for entry in self.transfers[-16:]],
            "created_at": stamp(self.created), "updated_at": stamp(self.updated or self.created),
            "expires_at": stamp(self.expires), "monitored_until": stamp(self.monitored),
            "earlier_transfers": len(self.transfers) - 16 if len(self.transfers) > 16 else None}
        return {name: value for name, value in members.items() if value is not None}


@dataclass
class Order:
    wallet: Wallet
    request_id: str
    address: str
    units: int
    max_fee: int | None
    description: str | None
    created: float
    expires: float
    order_id: str = field(default_factory=lambda: identifier("ord"))
    version: int = 1
    state: str = "received"
    fee: int | None = None
    cap: int | None = None
    """The largest fee that was agreed to; a budget counts it until the real fee is known."""
    reason: str | None = None
    waiting_for: str | None = None
    transaction: Transaction | None = None
    confirmations: int = 0
    updated: float = 0
    counted: float | None = None
    """When it was approved, while it counts towards budgets."""
    reversed_at: float | None = None
    prepared: float | None = None
    """When a slow wallet will have prepared its transaction."""
    handed_over: bool = False
    """Whether the network may have it."""

    @property
    def currency(self) -> str:
        return self.wallet.code

    @property
    def ended(self) -> bool:
        return self.state in ENDED

    def total(self) -> int:
        fee = self.fee if self.transaction else self.cap
        return self.units + (fee or 0)

    def view(self) -> dict[str, Any]:
        places = self.wallet.decimals

        def amount(units: int | None) -> str | None:
            return None if units is None else decimal(units, places)

        shown = self.transaction if self.state in ("in_flight", "succeeded") else None
        members = {
            "order_id": self.order_id, "request_id": self.request_id, "version": self.version,
            "currency": self.currency,
            "address": self.address, "amount": amount(self.units), "max_fee": amount(self.max_fee),
            "fee": amount(self.fee), "total": None if self.fee is None else amount(self.units + self.fee),
            "description": self.description, "state": self.state, "reason": self.reason,
            "waiting_for": self.waiting_for,
            "transaction_id": shown.transaction_id if shown else None, "confirmations": self.confirmations,
            "confirmations_wanted": self.wallet.confirmations, "created_at": stamp(self.created),
            "updated_at": stamp(self.updated or self.created), "expires_at": stamp(self.expires),
            "reversed_at": None if self.reversed_at is None else stamp(self.reversed_at)}
        return {name: value for name, value in members.items() if value is not None}


@dataclass
class Event:
    cursor: int
    body: dict[str, Any]
    subject: str
    version: int

    def view(self) -> dict[str, Any]:
        return {"cursor": str(self.cursor)} | self.body


@dataclass
class Request:
    """A request that changed something, by its `request_id`."""

    method: str
    params: dict[str, Any]
    result: Any


@dataclass
class App:
    key: bytes
    manifest: dict[str, Any]
    paired_manifest: dict[str, Any] = field(default_factory=dict)
    """The manifest with which it was approved, which holds for its documents."""
    approved: bool = False
    scopes: list[str] = field(default_factory=list)
    currencies: list[str] | None = None
    grants_end: float | None = None
    paired_at: float | None = None
    document_key: bytes = field(default_factory=lambda: secrets.token_bytes(32))
    requests: dict[str, Request] = field(default_factory=dict)
    invoices: list[Invoice] = field(default_factory=list)
    orders: list[Order] = field(default_factory=list)
    addresses: list[dict[str, Any]] = field(default_factory=list)
    events: list[Event] = field(default_factory=list)
    cursor: int = 0
    dropped: int = 0
    limits: dict[str, dict[str, Any]] = field(default_factory=dict)
    quotas: dict[str, int] = field(default_factory=dict)
    bookings: list[dict[str, Any]] = field(default_factory=list)
    """The rows of statements, as they became final."""
    low: set[tuple[str, float]] = field(default_factory=set)
    """The currencies and periods for which `budget_low` was sent."""

    @property
    def name(self) -> str:
        return encode(self.key)


class Ledger:
    def __init__(self) -> None:
        self.apps: dict[bytes, App] = {}
        self.locked = False
        self.changed = Signal()

    def app(self, key: bytes, manifest: dict[str, Any]) -> App:
        app = self.apps.setdefault(key, App(key, manifest))
        app.manifest = manifest
        return app

    def by_name(self, name: str) -> App:
        return next(app for app in self.apps.values() if app.name == name)
