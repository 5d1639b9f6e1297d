"""Invoices (5.3): what the transfers to their addresses make of them."""

from typing import TYPE_CHECKING, Any

from .amounts import atomic, decimal, moment, now, stamp
from .failures import required
from .ledger import App, Invoice, Transfer
from .statements import book
from .wallet import LONGEST, SHORTEST, Wallet

if TYPE_CHECKING:
    from .provider import Provider

DAY = 86_400


class Invoices:
    def __init__(self, model: "Provider"):
        self.model = model

    def new(self, app: App, wallet: Wallet, params: dict[str, Any]) -> Invoice:
        units = None
        if "amount" in params:
            nothing = "." in params["amount"] and self.model.deviates("invoice of 0.0 is made")
            units = atomic(params["amount"], wallet.decimals, "/amount", zero=nothing)
            least = 0 if nothing and not units else SHORTEST
            required(least <= units <= LONGEST * 10**(wallet.decimals - 8), "amount_out_of_range", pointer="/amount")
        created = now()
        expires = created + self.model.settings.seconds("times.invoice")
        if "expires_at" in params:
            expires = moment(params["expires_at"], "/expires_at")
            required(expires > created, "expired", pointer="/expires_at")
            required(created + 10 <= expires <= created + 30 * DAY, "invalid_params", pointer="/expires_at",
                     rule="10 s to 30 days ahead")
        self.check_quotas(app, wallet, invoice=True)
        self.model.call(wallet, "address")
        address = wallet.new_address()
        invoice = Invoice(
            wallet, params["request_id"].lower(), address, units, params.get("description"),
            params.get("confirmations", wallet.confirmations), created, expires,
            expires + self.model.settings.seconds("times.monitoring"))
        app.invoices.append(invoice)
        app.addresses.append(
            self.address_view(wallet, address, "invoice", created, params.get("description"), invoice.invoice_id))
        self.model.events.record(app, "invoice_changed", "invoice", invoice.view(), invoice.invoice_id, 1)
        return invoice

    def check_quotas(self, app: App, wallet: Wallet, invoice: bool) -> None:
        settings = self.model.settings
        if invoice:
            open_invoices = sum(entry.state in ("pending", "processing") for entry in app.invoices)
            most = app.quotas.get("open_invoices", settings["limits.open_invoices"])
            required(open_invoices < most or self.model.deviates("open invoices are not limited"), "quota_exceeded",
                     rule="open_invoices")
        paid = {entry.transaction.address for invoice in app.invoices for entry in invoice.transfers}
        unpaid = 0
        for entry in app.addresses:
            if entry["currency"] == wallet.code:
                unpaid = 0 if entry["address"] in paid else unpaid + 1
        most = app.quotas.get("unpaid_addresses", settings["limits.unpaid_addresses"])
        required(unpaid < most or self.model.deviates("unpaid addresses are not limited"), "quota_exceeded",
                 rule="unpaid_addresses")

    @staticmethod
    def address_view(wallet: Wallet, address: str, purpose: str, created: float, label: str | None,
                     invoice_id: str | None = None) -> dict[str, Any]:
        members = {"address": address, "currency": wallet.code, "purpose": purpose, "label": label,
                   "invoice_id": invoice_id, "uri": f"{wallet.scheme}:{address}", "created_at": stamp(created)}
        return {name: value for name, value in members.items() if value is not None}

    # What the network says

    def refresh(self, app: App, invoice: Invoice) -> None:
        wallet = invoice.wallet
        before = invoice.view()
        if wallet.seen():
            self._read_transfers(app, invoice)
        self._conclude(invoice)
        if invoice.view() != before:
            self.model.events.changed(app, invoice)

    def _read_transfers(self, app: App, invoice: Invoice) -> None:
        wallet = invoice.wallet
        known = {id(entry.transaction) for entry in invoice.transfers}
        for transaction in wallet.transactions:
            if transaction.address == invoice.address and id(transaction) not in known and wallet.alive(transaction):
                invoice.transfers.append(Transfer(transaction))
        for entry in invoice.transfers:
            alive = wallet.alive(entry.transaction)
            depth = wallet.depth(entry.transaction)
            if self.model.deviates("transfer that was taken back stays") and entry.confirmed:
                continue
            entry.removed = not alive
            if alive and not (entry.confirmed and depth >= invoice.wanted):
                entry.confirmations = depth
            wanted = min(1, invoice.wanted) if self.model.deviates("settled after one block") else invoice.wanted
            confirmed = alive and depth >= wanted
            if confirmed != entry.confirmed:
                book(app, wallet, "received" if confirmed else "taken_back", entry.transaction.units, 0,
                     invoice.invoice_id,
                     entry.transaction.transaction_id, invoice.description)
            entry.confirmed = confirmed

    def _conclude(self, invoice: Invoice) -> None:
        present = [entry for entry in invoice.transfers if not entry.removed]
        invoice.paid = sum(entry.transaction.units for entry in present)
        invoice.confirmed = sum(entry.transaction.units for entry in present if entry.confirmed)
        deadline = min(invoice.expires, invoice.cancelled_at or invoice.expires)
        in_time = sum(entry.transaction.units for entry in present if entry.transaction.first_seen < deadline)
        target = 1 if invoice.units is None else invoice.units
        confirmed_in_time = sum(
            entry.transaction.units for entry in present if entry.confirmed and entry.transaction.first_seen < deadline)
        if invoice.state not in ("cancelled", "expired", "invalid"):
            invoice.state = self._state(invoice, in_time >= target, confirmed_in_time >= target)
        late = invoice.paid >= target > in_time
        if (len(present) == 1 and self.model.deviates("late money revives an invoice") and late
                and invoice.state == "expired"):
            invoice.state = "settled" if invoice.confirmed >= target else "processing"
        invoice.payment = (
            "none" if not invoice.paid else "partial" if invoice.paid < target else "late" if late else
            "paid" if invoice.units is None or invoice.paid == target else "over")
        if self.model.deviates("overpaid counts as paid") and invoice.payment == "over":
            invoice.payment = "paid"

    def _state(self, invoice: Invoice, reached: bool, confirmed: bool) -> str:
        time = now()
        had_money = invoice.state in ("processing", "settled")
        if confirmed:
            return "settled"
        if reached:
            return "invalid" if time >= invoice.monitored else "processing"
        if time < invoice.expires:
            return "pending"
        return "invalid" if had_money else "expired"

    def cancel(self, app: App, invoice: Invoice) -> None:
        if invoice.state == "cancelled":
            return
        allowed = invoice.state == "pending" and not invoice.transfers
        too_late = invoice.state in ("pending", "processing") and self.model.deviates("paid invoice is cancelled")
        required(allowed or too_late, "not_cancellable")
        invoice.state = "cancelled"
        invoice.cancelled_at = now()
        self.model.events.changed(app, invoice)

    def balance(self, wallet: Wallet) -> dict[str, str]:
        held = sum(entry.units + (entry.fee or 0) for app in self.model.ledger.apps.values() for entry in app.orders
                   if entry.wallet is wallet and entry.state in ("approved", "submitting"))
        pending = sum(entry.units for entry in wallet.transactions
                      if entry.address in wallet.own and not entry.ours and entry.height is None
                      and wallet.alive(entry))
        return {"currency": wallet.code, "available": decimal(max(0, wallet.available() - held), wallet.decimals),
                "pending": decimal(pending, wallet.decimals), "locked": decimal(held, wallet.decimals)}
