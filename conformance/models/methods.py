"""The methods of chapter 5, with the checks in the order of 4.7."""

import asyncio
import json

import time
import uuid
from typing import TYPE_CHECKING, Any, Callable

from .. import schemas
from .amounts import decimal, moment, now
from .failures import Failure, required
from .ledger import App, Invoice, Order, Request
from .wallet import SHORTEST, Wallet

if TYPE_CHECKING:
    from .connection import Connection
    from .provider import Provider

WHILE_PENDING = ("get_session", "disconnect_app", "rpc.discover")
OPENRPC = json.loads((schemas.PROTOCOL / "openrpc.json").read_text("utf-8"))
SCOPES = {method["name"]: method.get("x-scope") for method in OPENRPC["methods"]}
SCOPELESS = {
    "list_invoice_transfers": "transfers need no scope", "cancel_payment_order": "cancelling needs no scope",
    "get_balance": "balance needs no scope", "verify_proof": "verifying needs no scope",
    "get_statement_part": "parts of a statement need no scope"}
MOST_WAIT, MOST_ROWS, ROWS = 60_000, 100, 50


class Methods:
    def __init__(self, model: "Provider"):
        self.model = model
        self.table: dict[str, Callable[..., Any]] = {
            "get_session": self.get_session, "disconnect_app": self.disconnect_app, "rpc.discover": self.discover,
            "list_currencies": self.list_currencies, "addresses_for_currency": self.addresses_for_currency,
            "new_address_for_currency": self.new_address_for_currency,
            "get_amount_range_for_currency": self.get_amount_range_for_currency,
            "invoice_request": self.invoice_request, "get_invoice_request_status": self.get_invoice_request_status,
            "cancel_invoice_request": self.cancel_invoice_request, "list_invoice_requests": self.list_invoice_requests,
            "list_invoice_transfers": self.list_invoice_transfers, "payment_order": self.payment_order,
            "get_payment_order_status": self.get_payment_order_status,
            "cancel_payment_order": self.cancel_payment_order,
            "list_payment_orders": self.list_payment_orders, "get_balance": self.get_balance,
            "subscribe_events": self.subscribe_events, "unsubscribe_events": self.unsubscribe_events}
        for part in (model.catalogue, model.openings, model.proofs, model.statements):
            self.table |= part.methods()

    # The checks

    async def call(self, connection: "Connection", method: str, params: Any) -> dict[str, Any]:
        model, app = self.model, connection.app
        handler = self.table.get(method)
        required(handler, "method_not_found")
        assert handler
        if connection.status == "pending" and not app.approved and method not in WHILE_PENDING:
            served = method == "list_currencies" and model.deviates("unpaired app is told the currencies")
            required(served, "pairing_pending")
        self.check_params(method, params)
        scope = SCOPES.get(method)
        if scope and not (method in SCOPELESS and model.deviates(SCOPELESS[method])):
            required(scope in model.scopes(app, connection), "scope_not_granted", rule=scope)
        if "currency" in params:
            self.check_currency(connection, params["currency"])
        model.check_service(method, app, params)
        result: dict[str, Any] = await handler(connection, params)
        return result

    def check_params(self, method: str, params: Any) -> None:
        required(isinstance(params, dict), "invalid_params", pointer="", rule="an object")
        schema = schemas.payments().files.get(method, {}).get("params", {})
        named = set(schema.get("properties", {})) | set(schema.get("optionalProperties", {}))
        for name in sorted(set(params) - named):
            pointer = "/" + name.replace("~", "~0").replace("/", "~1")
            raise Failure("invalid_params", pointer=pointer, rule="no such member")
        try:
            schemas.payments().check(method, "params", params)
        except schemas.Mismatch as mismatch:
            pointer, _, rule = str(mismatch).partition(": ")
            raise Failure("invalid_params", pointer="" if pointer == "/" else pointer,
                          rule=rule.partition(", got")[0]) from None
        if "request_id" in params:
            try:
                right = uuid.UUID(params["request_id"]).int != 0 and len(params["request_id"]) == 36
            except ValueError:
                right = False
            required(right, "invalid_params", pointer="/request_id", rule="a UUID")
        required(params.get("wait_ms", 0) <= MOST_WAIT, "invalid_params", pointer="/wait_ms", rule="at most 60000")
        required(1 <= params.get("limit", 1) <= MOST_ROWS, "invalid_params", pointer="/limit", rule="1 to 100")
        required(params.get("confirmations", 0) <= 1000, "invalid_params", pointer="/confirmations",
                 rule="at most 1000")

    def check_currency(self, connection: "Connection", code: str) -> None:
        wanted = connection.manifest.get("currencies")
        granted = connection.app.currencies
        ignored = "currencies of the manifest do not count" if wanted else "app without currencies has all"
        asked_for = wanted is None or code in wanted or self.model.deviates(ignored)
        required(asked_for and (granted is None or code in granted), "currency_not_granted", pointer="/currency")

    def wallet(self, params: dict[str, Any]) -> Wallet:
        found = self.model.wallets.get(params["currency"])
        required(found, "unknown_currency", pointer="/currency")
        assert found
        return found

    # Requests by their request_id (5.5)

    def normal(self, params: dict[str, Any]) -> dict[str, Any]:
        """Params that are equal if they mean the same."""
        same = dict(params)
        for name in ("amount", "max_fee"):
            if name in same and "." in same[name]:
                same[name] = same[name].rstrip("0").rstrip(".")
        if "expires_at" in same:
            same["expires_at"] = moment(same["expires_at"], "/expires_at")
        if "request_id" in same:
            same["request_id"] = same["request_id"].lower()
        return same

    def earlier(self, app: App, method: str, params: dict[str, Any]) -> Any:
        """The object of an earlier request with this id; None for a new one."""
        known = app.requests.get(params["request_id"].lower())
        if known is None:
            return None
        same = known.method == method and known.params == self.normal(params)
        other_is_fine = method == "payment_order" and self.model.deviates("conflicting order is answered")
        required(same or other_is_fine, "request_conflict", pointer="/request_id")
        return known.result

    def remember(self, app: App, method: str, params: dict[str, Any], result: Any) -> None:
        app.requests[params["request_id"].lower()] = Request(method, self.normal(params), result)

    async def once(self, app: App, method: str, params: dict[str, Any], step: str,
                   make: Callable[[], Any]) -> tuple[Any, bool]:
        """Makes the object of a request, unless it is there; two of the same at once are one."""
        found = self.earlier(app, method, params)
        if found is not None:
            return found, True
        lock = self.model.request_lock(app, params["request_id"])
        async with lock:
            found = self.earlier(app, method, params)
            if found is not None:
                return found, True
            wallet = self.model.wallets.get(params.get("currency", ""))
            if wallet and wallet.delays.get(step):
                await asyncio.sleep(wallet.delays[step] / 1000)
            made = make()
            self.remember(app, method, params, made)
            return made, False

    # The session

    async def get_session(self, connection: "Connection", params: Any) -> Any:
        return self.model.session_view(connection)

    async def disconnect_app(self, connection: "Connection", params: Any) -> Any:
        forget = bool(params.get("forget", False))
        if forget:
            await self.model.pairing.revoke(connection.app, but=connection)
        self.model.spawn(self._end_after_answer(connection))
        return {"forgotten": forget}

    @staticmethod
    async def _end_after_answer(connection: "Connection") -> None:
        while connection.server.in_flight:
            await asyncio.sleep(0)
        await asyncio.sleep(0)
        await connection.say_goodbye(1000)

    async def discover(self, connection: "Connection", params: Any) -> Any:
        return OPENRPC

    # Receiving

    async def list_currencies(self, connection: "Connection", params: Any) -> Any:
        return {"currencies": [self.currency_view(wallet) for wallet in self.model.wallets.values()]}

    def currency_view(self, wallet: Wallet) -> dict[str, Any]:
        reason = {"syncing": "syncing", "locked": "wallet_locked", "unavailable": "not_running"}.get(wallet.ready)
        ready = wallet.ready
        if self.model.ledger.locked and ready == "ready":
            ready, reason = "locked", "owner_locked"
        members = {"code": wallet.code, "name": wallet.name, "decimals": wallet.decimals, "network": wallet.network,
                   "ready": ready, "confirmations": wallet.confirmations, "uri_scheme": wallet.scheme}
        return members | ({"reason": reason} if reason else {})

    async def addresses_for_currency(self, connection: "Connection", params: Any) -> Any:
        wallet = self.wallet(params)
        rows = [entry for entry in connection.app.addresses if entry["currency"] == wallet.code]
        return self.page("addresses", rows, params, lambda entry: entry["address"], lambda entry: entry)

    async def new_address_for_currency(self, connection: "Connection", params: Any) -> Any:
        app, model = connection.app, self.model

        def make() -> dict[str, Any]:
            wallet, time = self.wallet(params), now()
            required("expires_at" not in params or moment(params["expires_at"], "/expires_at") > time, "expired",
                     pointer="/expires_at")
            model.invoices.check_quotas(app, wallet, invoice=False)
            model.call(wallet, "address")
            view = model.invoices.address_view(wallet, wallet.new_address(), "receive", time, params.get("label"))
            app.addresses.append(view)
            return view

        made, again = await self.once(app, "new_address_for_currency", params, "address", make)
        return {"address": made, "replayed": again}

    async def get_amount_range_for_currency(self, connection: "Connection", params: Any) -> Any:
        wallet, model, app = self.wallet(params), self.model, connection.app
        model.call(wallet, "range")
        least, most = decimal(SHORTEST, wallet.decimals), decimal(84_000_000 * 10**wallet.decimals, wallet.decimals)
        result: dict[str, Any] = {"currency": wallet.code, "receive": {"min": least, "max": most}}
        if "pay" in model.scopes(app, connection):
            result["pay"] = {"min": least, "max": decimal(model.budgets.largest(app, wallet), wallet.decimals)}
            result["budget"] = model.budgets.view(app, wallet)
        return result

    async def invoice_request(self, connection: "Connection", params: Any) -> Any:
        app = connection.app
        made, again = await self.once(
            app, "invoice_request", params, "address",
            lambda: self.model.invoices.new(app, self.wallet(params), params))
        return {"invoice": made.view(), "replayed": again}

    async def get_invoice_request_status(self, connection: "Connection", params: Any) -> Any:
        invoice = await self.awaited(connection, params, lambda: self.invoice(connection.app, params))
        return {"invoice": invoice.view()}

    def invoice(self, app: App, params: dict[str, Any]) -> Invoice:
        required(("invoice_id" in params) != ("request_id" in params), "invalid_params", pointer="",
                 rule="one of the two")
        return self._find(app, params, "invoice_id", Invoice, self._invoices(app), "invoice_not_found")

    def _invoices(self, app: App) -> list[Any]:
        if self.model.deviates("invoices of other apps are shown"):
            return [invoice for entry in self.model.ledger.apps.values() for invoice in entry.invoices]
        return app.invoices

    def _find(self, app: App, params: dict[str, Any], member: str, kind: type, objects: list[Any], reason: str) -> Any:
        if member in params:
            found = next((entry for entry in objects if getattr(entry, member) == params[member]), None)
        else:
            request = app.requests.get(params["request_id"].lower())
            found = request.result if request and isinstance(request.result, kind) else None
        required(found, reason)
        return found

    async def cancel_invoice_request(self, connection: "Connection", params: Any) -> Any:
        app = connection.app

        def make() -> Invoice:
            invoice = self.invoice(app, {"invoice_id": params["invoice_id"]})
            self.model.invoices.cancel(app, invoice)
            return invoice

        made, again = await self.once(app, "cancel_invoice_request", params, "", make)
        return {"invoice": made.view(), "replayed": again}

    async def list_invoice_requests(self, connection: "Connection", params: Any) -> Any:
        rows = [entry for entry in connection.app.invoices if self._matches(entry, params)]
        return self.page("invoices", rows, params, lambda entry: entry.invoice_id, lambda entry: entry.view())

    @staticmethod
    def _matches(entry: Any, params: dict[str, Any]) -> bool:
        return (params.get("currency", entry.currency) == entry.currency
                and params.get("state", entry.state) == entry.state)

    async def list_invoice_transfers(self, connection: "Connection", params: Any) -> Any:
        invoice = self.invoice(connection.app, {"invoice_id": params["invoice_id"]})
        return self.page("transfers", invoice.transfers, params, lambda entry: entry.transaction.transaction_id,
                         lambda entry: entry.view(invoice.wallet), invoice.invoice_id)

    # Paying

    async def payment_order(self, connection: "Connection", params: Any) -> Any:
        app = connection.app
        made, again = await self.once(
            app, "payment_order", params, "quote", lambda: self.model.orders.new(app, self.wallet(params), params))
        return {"payment_order": made.view(), "replayed": again}

    async def get_payment_order_status(self, connection: "Connection", params: Any) -> Any:
        order = await self.awaited(connection, params, lambda: self.order(connection.app, params))
        return {"payment_order": order.view()}

    def order(self, app: App, params: dict[str, Any]) -> Order:
        required(("order_id" in params) != ("request_id" in params), "invalid_params", pointer="",
                 rule="one of the two")
        return self._find(app, params, "order_id", Order, app.orders, "order_not_found")

    async def cancel_payment_order(self, connection: "Connection", params: Any) -> Any:
        app = connection.app

        def make() -> Order:
            order = self.order(app, {"order_id": params["order_id"]})
            self.model.orders.cancel(app, order)
            return order

        made, again = await self.once(app, "cancel_payment_order", params, "", make)
        return {"payment_order": made.view(), "replayed": again}

    async def list_payment_orders(self, connection: "Connection", params: Any) -> Any:
        rows = [entry for entry in connection.app.orders if self._matches(entry, params)]
        return self.page("payment_orders", rows, params, lambda entry: entry.order_id, lambda entry: entry.view())

    async def get_balance(self, connection: "Connection", params: Any) -> Any:
        wallet = self.wallet(params)
        self.model.call(wallet, "balance")
        return self.model.invoices.balance(wallet)

    # Waiting, pages, events

    async def awaited(self, connection: "Connection", params: dict[str, Any], find: Callable[[], Any]) -> Any:
        """The object once it is newer than `after`, or when `wait_ms` have passed."""
        found = find()
        end = time.monotonic() + params.get("wait_ms", 0) / 1000
        while "after" in params and found.version <= params["after"]:
            left = end - time.monotonic()
            if left <= 0:
                break
            await self.model.ledger.changed.wait(left)
        return found

    def page(self, name: str, rows: list[Any], params: dict[str, Any], key: Callable[[Any], str],
             view: Callable[[Any], Any], scope: str = "") -> dict[str, Any]:
        """Rows, newest first. `next` names the last row of the page and the list that it is of."""
        rows = rows[::-1]
        label = f"{name}.{scope}.{params.get('currency', '')}.{params.get('state', '')}"
        if "before" in params:
            place = self.model.pages.get(params["before"])
            required(place and place[0] == label, "invalid_params", pointer="/before", rule="the next of a page")
            assert place
            keys = [key(row) for row in rows]
            rows = rows[keys.index(place[1]) + 1:] if place[1] in keys else []
        limit = params.get("limit", ROWS)
        shown = rows[:limit]
        result: dict[str, Any] = {name: [view(row) for row in shown]}
        if (len(rows) > limit
                and not (name == "addresses" and self.model.deviates("next page of addresses is not named"))):
            token = uuid.uuid4().hex
            self.model.pages[token] = (label, key(shown[-1]))
            result["next"] = token
        if name == "transfers" and self.model.deviates("transfers are oldest first"):
            result[name].reverse()
        return result

    async def subscribe_events(self, connection: "Connection", params: Any) -> Any:
        place = self.model.events.begin(connection.app, params.get("from"))
        await connection.subscribe(place)
        return {"cursor": str(place)}

    async def unsubscribe_events(self, connection: "Connection", params: Any) -> Any:
        return {"cursor": str(await connection.unsubscribe())}
