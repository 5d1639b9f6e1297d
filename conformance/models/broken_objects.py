"""Broken providers whose methods say something else than what is the case (chapters 5 and 8)."""

from .amounts import atomic, decimal, now
from .broken import around, broken


@broken("filter of a list is ignored", "P5.44", "a list shows what was not asked for")
def no_filter(provider):
    provider.methods._matches = lambda entry, params: params.get("currency", entry.currency) == entry.currency


def _order_views(change):
    """Changes what is shown of each order, wherever it is shown."""
    def put(provider):
        def new(sound, app, wallet, params):
            order = sound(app, wallet, params)
            view = order.view
            order.view = lambda: change(order, view())
            return order

        around(provider.orders, "new", new)
    return put


@broken("total is without the fee", "P5.300", "its app shows less than what is paid")
def total_without_fee(provider):
    _order_views(lambda order, view: view | ({"total": view["amount"]} if "total" in view else {}))(provider)


@broken("fee that was raised is not shown", "P5.322", "the sums of the app and of the wallet differ")
def old_fee(provider):
    def follow(sound, app, order):
        fee = order.fee
        sound(app, order)
        order.shown_fee = getattr(order, "shown_fee", fee)

    def change(order, view):
        fee = getattr(order, "shown_fee", None)
        return view if fee is None or "fee" not in view else view | {"fee": decimal(fee, order.wallet.decimals)}

    around(provider.orders, "_follow", follow)
    _order_views(change)(provider)


@broken("request ids are forgotten at a restart", "P5.112", "what was asked for before a restart is paid again")
def forgotten_ids(provider):
    for app in provider.ledger.apps.values():
        app.requests.clear()


@broken("confirmations are capped", "P5.226", "it takes 1,001 confirmations for 1,000")
def capped(provider):
    def check(sound, method, params):
        if isinstance(params, dict) and isinstance(params.get("confirmations"), int):
            params["confirmations"] = min(params["confirmations"], 1_000)
        return sound(method, params)

    around(provider.methods, "check_params", check)


@broken("wait_ms is ignored", "P5.221", "a status call is answered at once")
def no_wait(provider):
    async def awaited(sound, connection, params, find):
        return await sound(connection, {name: value for name, value in params.items() if name != "wait_ms"}, find)

    around(provider.methods, "awaited", awaited)


@broken("addresses are handed out twice", "P5.203", "two payers pay to one address")
def same_address(provider):
    for wallet in provider.wallets.values():
        wallet.new_address = lambda wallet=wallet: _last_or_new(wallet)


def _last_or_new(wallet):
    address = getattr(wallet, "spare", None) or wallet.example(f"address {len(wallet.own)}")
    wallet.spare = None if getattr(wallet, "spare", None) else address
    wallet.own.add(address)
    return address


def _approves(state, also=lambda provider, order: None):
    def change(provider):
        def approve(sound, order_id, fee_cap):
            _, order = provider.orders.find(order_id)
            if order.state == state:
                order.state, order.expires, order.reason = "awaiting_approval", now() + 60, None
            return sound(order_id, fee_cap)

        around(provider.orders, "approve", approve)
    return change


broken("owner approves what was rejected", "P5.302", "it pays an order that had ended")(_approves("rejected"))
broken("owner approves what was cancelled", "P5.303", "it pays what its app has withdrawn")(_approves("cancelled"))
broken("owner approves what has expired", "P5.305", "it pays what its app takes for expired")(_approves("expired"))


@broken("order under way expires", "P5.307", "its app pays elsewhere, and the network has the payment")
def expires_under_way(provider):
    async def advance(sound, app, order):
        if order.state == "in_flight" and now() >= order.expires:
            order.reason = "expired"
            provider.orders._become(app, order, "expired")
        else:
            await sound(app, order)

    around(provider.orders, "advance", advance)


@broken("payment that was undone has failed", "P5.323", "an order leaves a final state")
def fails_afterwards(provider):
    def follow(sound, app, order):
        sound(app, order)
        if order.reversed_at is not None and order.state == "succeeded":
            order.reason = "payment_conflicted"
            provider.orders._become(app, order, "failed")

    around(provider.orders, "_follow", follow)


@broken("conflict of one block is a failure", "P5.321", "it gives up while the payment may still be made")
def hasty(provider):
    def follow(sound, app, order):
        transaction = order.transaction
        if order.state == "in_flight" and transaction is not None and transaction.conflicted_at is not None:
            order.reason, order.counted = "payment_conflicted", None
            provider.orders._become(app, order, "failed")
        else:
            sound(app, order)

    around(provider.orders, "_follow", follow)


@broken("range goes beyond the budget", "P5.412", "an app is told that it may pay more than it may")
def range_beyond(provider):
    around(provider.budgets, "largest", lambda sound, app, wallet: 84_000_000 * 10**wallet.decimals)


@broken("amounts are rounded", "P5.26", "it pays another amount than it was told")
def rounded(provider):
    from . import invoices, orders

    for module in (invoices, orders):
        if not hasattr(module.atomic, "sound"):
            module.atomic = _rounding(atomic)


def _rounding(sound):
    def rounding(text, decimals, pointer, zero=False):
        whole, _, fraction = text.partition(".")
        return sound(f"{whole}.{fraction[:decimals]}" if len(fraction) > decimals else text, decimals, pointer, zero)

    rounding.sound = sound
    return rounding


@broken("reason of a wallet says more than a word", "P5.325", "an app learns where the wallet runs")
def tells_more(provider):
    around(provider.methods, "currency_view", lambda sound, wallet: sound(wallet) | (
        {"reason": "cannot reach http://127.0.0.1:9332/wallet/ann"} if wallet.ready == "unavailable" else {}))


@broken("page of another list is empty", "P5.43", "an app takes the wrong page for the end of a list")
def empty_page(provider):
    def page(sound, name, rows, params, *more, **named):
        from .failures import Failure
        try:
            return sound(name, rows, params, *more, **named)
        except Failure:
            return {name: []}

    around(provider.methods, "page", page)


@broken("order that was asked for twice is made twice at once", "P5.114",
        "two requests at the same time are two orders")
def twice_at_once(provider):
    import asyncio

    async def once(sound, app, method, params, step, make):
        if method == "payment_order":
            known = provider.methods.earlier(app, method, params)
            if known is not None:
                return known, True
            await asyncio.sleep(0.02)
            made = make()
            provider.methods.remember(app, method, params, made)
            return made, False
        return await sound(app, method, params, step, make)

    around(provider.methods, "once", once)


@broken("orders of all apps share a transaction", "P6.10", "one app learns of the payments of another")
def shared_transaction(provider):
    def change(order, view):
        if "transaction_id" in view:
            provider.shared = getattr(provider, "shared", view["transaction_id"])
            return view | {"transaction_id": provider.shared}
        return view

    _order_views(change)(provider)


@broken("methods of the owner are answered to apps", "P9.01", "an app reads what only the owner may")
def owner_methods(provider):
    async def metrics(connection, params):
        return {"text": ""}

    provider.methods.table["metrics"] = metrics
