"""Payment orders (5.4): from the request to the network, and what the network makes of them."""

from typing import TYPE_CHECKING, Any

from .amounts import atomic, moment, now
from .failures import Failure, required
from .ledger import App, Order
from .statements import book
from .wallet import LONGEST, SHORTEST, Wallet, WalletFailure

if TYPE_CHECKING:
    from .provider import Provider

LASTING = ("payment_conflicted", "wallet_error")


class Orders:
    def __init__(self, model: "Provider"):
        self.model = model
        self.questions: dict[bytes, list[float]] = {}

    # Ordering

    def new(self, app: App, wallet: Wallet, params: dict[str, Any]) -> Order:
        model, created = self.model, now()
        units = atomic(params["amount"], wallet.decimals, "/amount")
        max_fee = atomic(params["max_fee"], wallet.decimals, "/max_fee", zero=True) if "max_fee" in params else None
        expires = created + model.settings.seconds("times.approval")
        if "expires_at" in params:
            expires = moment(params["expires_at"], "/expires_at")
            required(expires > created, "expired", pointer="/expires_at")
        required(not model.ledger.locked, "wallet_locked")
        model.budgets.permitted(app, wallet.code)
        network = wallet.network_of(params["address"])
        required(network, "invalid_address", pointer="/address")
        required(network == wallet.network or model.deviates("address of another network is taken"), "wrong_network",
                 pointer="/address")
        required(SHORTEST <= units <= LONGEST * 10**(wallet.decimals - 8), "amount_out_of_range", pointer="/amount")
        order = Order(wallet, params["request_id"].lower(), params["address"], units, max_fee,
                      params.get("description"),
                      created, expires)
        model.budgets.check(app, order, units)
        model.call(wallet, "quote")
        order.fee = wallet.fee
        model.budgets.check(app, order, units + wallet.fee)
        ignored = max_fee and model.deviates("max_fee is ignored")
        required(max_fee is None or wallet.fee <= max_fee or ignored, "fee_too_high", pointer="/max_fee")
        lacking = units + wallet.fee > wallet.available() - self.set_aside(wallet)
        if lacking and ("balance" in model.scopes(app) or model.deviates("funds are revealed")):
            raise Failure("insufficient_funds", pointer="/amount")
        asks = (model.budgets.ask(app, order) or lacking)
        if asks:
            self._check_prompts(app)
        app.orders.append(order)
        order.state = "awaiting_approval" if asks else "approved"
        if not asks:
            self._count(app, order, wallet.fee)
        model.events.record(app, "payment_order_changed", "payment_order", order.view(), order.order_id, 1)
        model.ledger.changed.fire()
        if not asks:
            model.budgets.report_low(app, wallet)
        return order

    def set_aside(self, wallet: Wallet) -> int:
        return sum(order.total() for app in self.model.ledger.apps.values() for order in app.orders
                   if order.wallet is wallet and order.state in ("approved", "submitting") and not order.transaction)

    def _check_prompts(self, app: App) -> None:
        settings = self.model.settings
        waiting = [order for entry in self.model.ledger.apps.values() for order in entry.orders
                   if order.state in ("received", "awaiting_approval")]
        mine = [order for order in app.orders if order in waiting]
        required(len(waiting) < settings["limits.questions"]
                 or self.model.deviates("questions of all apps are not limited"), "too_many_questions")
        required(len(mine) < settings["limits.questions_per_app"] or self.model.deviates("questions are not limited"),
                 "too_many_questions")
        lately = [moment for moment in self.questions.get(app.key, []) if moment > now() - 60]
        if (len(lately) >= settings["limits.questions_per_minute"]
                and not self.model.deviates("questions of a minute are not limited")):
            raise Failure("too_many_questions", retry_after_ms=max(1, round((lately[0] + 60 - now()) * 1000)))
        self.questions[app.key] = [*lately, now()]

    def _count(self, app: App, order: Order, cap: int) -> None:
        order.cap, order.counted = cap, now()

    # The owner

    def find(self, order_id: str) -> tuple[App, Order]:
        for app in self.model.ledger.apps.values():
            for order in app.orders:
                if order.order_id == order_id:
                    return app, order
        raise Failure("order_not_found")

    def approve(self, order_id: str, fee_cap: int | None) -> None:
        app, order = self.find(order_id)
        required(order.state == "awaiting_approval", "not_cancellable")
        too_much = order.max_fee is not None and order.wallet.fee > order.max_fee
        if too_much and not self.model.deviates("risen fee above max_fee is agreed to"):
            return self._fee_rose(app, order)
        if not self.model.deviates("owner goes beyond a limit"):
            self.model.budgets.check(app, order, order.units + order.wallet.fee)
        required(order.units + order.wallet.fee <= order.wallet.available() - self.set_aside(order.wallet),
                 "insufficient_funds")
        order.fee = order.wallet.fee
        self._count(app, order, fee_cap if fee_cap is not None else order.wallet.fee)
        self._become(app, order, "approved")
        self.model.budgets.report_low(app, order.wallet)
        return None

    def reject_all(self, app: App) -> None:
        """Questions of an app that was revoked end."""
        for order in app.orders:
            if (order.state in ("received", "awaiting_approval")
                    and not self.model.deviates("questions outlive a revocation")):
                order.reason = "user_rejected"
                self._become(app, order, "rejected")

    def deny(self, order_id: str, always: bool) -> None:
        app, order = self.find(order_id)
        required(order.state == "awaiting_approval", "not_cancellable")
        order.reason = "user_rejected"
        self._become(app, order, "rejected")
        if always and not self.model.deviates("a no for always is forgotten"):
            self.model.budgets.set(app, order.wallet, {"ask": "refuse"})

    def cancel(self, app: App, order: Order) -> None:
        if order.state == "cancelled":
            return
        too_late = order.state in ("submitting", "in_flight")
        if order.state in ("received", "awaiting_approval", "approved") or (
                too_late and self.model.deviates("order under way is cancelled")):
            order.counted = None
            self._become(app, order, "cancelled")
        elif too_late:
            raise Failure("in_flight")
        else:
            raise Failure("already_paid" if order.state == "succeeded" else "not_cancellable")

    def _become(self, app: App, order: Order, state: str) -> None:
        order.state = state
        self.model.events.changed(app, order)

    # The network

    async def advance(self, app: App, order: Order) -> None:
        """One step of an order, if one is due."""
        if order.state in ("received", "awaiting_approval", "approved", "submitting") and not order.handed_over:
            if now() >= order.expires:
                order.reason, order.counted, order.waiting_for = "expired", None, None
                self._become(app, order, "expired")
                return
        if order.state == "approved":
            await self._submit(app, order)
        elif order.state == "submitting":
            self._hand_over(app, order)
        elif order.state in ("in_flight", "succeeded"):
            self._follow(app, order)

    def _waits(self, app: App, order: Order, reason: str | None) -> None:
        if order.waiting_for != reason:
            order.waiting_for = reason
            self.model.events.changed(app, order)

    async def _submit(self, app: App, order: Order) -> None:
        wallet, model = order.wallet, self.model
        if model.ledger.locked:
            return self._waits(app, order, "unlock")
        if wallet.delays.get("prepare") and order.prepared is None:
            order.prepared = now() + wallet.delays["prepare"] / 1000
        if order.prepared is not None and now() < order.prepared:
            return None
        try:
            wallet.fault("prepare")
        except WalletFailure:
            return self._waits(app, order, "wallet")
        order.waiting_for = order.prepared = None
        if wallet.fee > (order.cap or 0) and not model.deviates("risen fee is paid"):
            self._fee_rose(app, order)
            return None
        if order.units + wallet.fee > wallet.available():
            order.reason, order.counted = "insufficient_funds", None
            self._become(app, order, "failed")
            return None
        order.fee = wallet.fee
        self._become(app, order, "submitting")
        return None

    def _fee_rose(self, app: App, order: Order) -> None:
        order.counted = order.cap = None
        above = order.max_fee is not None and order.wallet.fee > order.max_fee
        order.fee = None if above else order.wallet.fee
        order.waiting_for = "lower_fee" if above else None
        self._become(app, order, "awaiting_approval")

    def _hand_over(self, app: App, order: Order) -> None:
        wallet, model = order.wallet, self.model
        if order.transaction is None:
            kind = wallet.faults.get("send")
            try:
                wallet.fault("send")
                order.handed_over = True
                order.transaction = wallet.send(order.address, order.units, order.fee or 0)
            except WalletFailure as failure:
                if failure.reason == "payment_conflicted":
                    order.reason, order.counted = failure.reason, None
                    return self._become(app, order, "failed")
                if kind in ("before", "after"):
                    order.handed_over = True
                    order.transaction = wallet.send(order.address, order.units, order.fee or 0)
                    if kind == "after" and model.deviates("doubt is called a failure"):
                        order.reason = "wallet_error"
                        return self._become(app, order, "failed")
                    if kind == "before" and model.deviates("doubt pays again"):
                        wallet.send(order.address, order.units, order.fee or 0)
                else:
                    return self._waits(app, order, "wallet")
        order.waiting_for = None
        return self._become(app, order, "in_flight")

    def _follow(self, app: App, order: Order) -> None:
        wallet, transaction = order.wallet, order.transaction
        if transaction is None or not wallet.seen():
            return
        before = order.view()
        transaction.forgotten = False
        while transaction.replaced_by is not None:
            transaction = transaction.replaced_by
        order.transaction, order.fee = transaction, transaction.fee
        order.confirmations = min(wallet.depth(transaction), wallet.confirmations)
        deep = transaction.conflicted_at is not None and (
            wallet.height - transaction.conflicted_at + 1 >= max(6, wallet.confirmations))
        if order.state == "succeeded":
            order.confirmations = wallet.confirmations
            if deep and order.reversed_at is None:
                order.reversed_at = now()
                book(app, wallet, "returned", order.units, order.fee, order.order_id, transaction.transaction_id,
                     order.description)
        elif deep:
            order.state, order.reason, order.counted = "failed", "payment_conflicted", None
        elif order.confirmations >= (1 if self.model.deviates("paid after one block") else wallet.confirmations):
            order.state = "succeeded"
            book(app, wallet, "paid", order.units, order.fee, order.order_id, transaction.transaction_id,
                 order.description)
        if order.view() != before:
            self.model.events.changed(app, order)
