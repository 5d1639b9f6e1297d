"""Chapter 6: what errors say and what they do not, and what a failure of the wallet leaves behind."""

import json
from decimal import Decimal

from ...adapter import Refusal
from ...report import NotApplicable, require
from ..app import new_id
from ..registry import case
from ..rpc import Error


def _error(app, method, **params):
    """The whole error object of a call that has to fail."""
    id_ = app.session.request(method, params)
    while (message := app.session.next_answer()).get("id") != id_:
        pass
    require("error" in message, f"{method} succeeded")
    return message["error"]


@case("P6.01", "6.1", "An error never contains texts of the wallet, paths or addresses, and no amounts",
      "errors repeat neither the address nor the amount nor the description")
def says_nothing(bench):
    app = bench.app()
    secret = {"description": "a secret between us", "currency": bench.currency}
    address, amount = bench.address(), "0.31415926"
    places = [
        _error(app, "payment_order", **secret, request_id=new_id(), address=address[:-1] + "0", amount=amount),
        _error(app, "payment_order", **secret, request_id=new_id(), address=address, amount=amount, max_fee="0"),
        _error(app, "payment_order", **secret, request_id=new_id(), address=address, amount="271828.1828"),
        _error(app, "invoice_request", **secret, request_id="secret-id", amount=amount)]
    for error in places:
        text = json.dumps(error)
        for told in (address[:12], amount, "271828", "secret", str(bench.providers.parent)):
            require(told not in text, f"the error {error['code']} repeats something")


@case("P6.02", "6.1", "data.pointer: the JSON Pointer into params",
      "the pointer names the member that is wrong, with its name escaped")
def pointers(bench):
    app = bench.app()
    base = {"request_id": new_id(), "currency": bench.currency}
    for wrong, pointer in (({"amount": 1}, "/amount"), ({"confirmations": "1"}, "/confirmations"),
                           ({"currency": 5}, "/currency"), ({"a/b~c": 1}, "/a~1b~0c"),
                           ({"description": None}, "/description")):
        found = app.refused("invoice_request", "invalid_params", wrong=True, **(base | wrong)).get("pointer")
        require(found == pointer, f"the pointer is {found} instead of {pointer}")


@case("P6.03", "6.2", "wallet_unavailable: retry_after_ms", "what passes by itself says when to ask again", fresh=True)
def retry(bench):
    app = bench.app()
    bench.do("wallet", currency=bench.currency, status="unavailable")
    try:
        for _ in range(200):
            app.invoice()
    except Error as error:
        require(error.reason == "wallet_unavailable" and error.data.get("retry_after_ms", 0) > 0,
                f"it failed with {error}")
        return
    require(False, "invoices are made without a wallet")


def _recorded(app, method, member):
    return app.call(method, limit=100)[member]


@case("P6.04", "6.2", "wallet_timeout: The wallet did not answer in time. Nothing was recorded",
      "an order whose cost the wallet did not tell is not recorded, and can be sent again", fresh=True)
def quote_fails(bench):
    app = bench.app()
    bench.do("fault", currency=bench.currency, step="quote", fault="before")
    params = app.order_params("0.07")
    app.refused("payment_order", "wallet_timeout", **params)
    require(_recorded(app, "list_payment_orders", "payment_orders") == [], "the order was recorded")
    require(app.call("payment_order", **params)["replayed"] is False, "the request id is used up")


@case("P6.05", "6.2", "Nothing was recorded",
      "an invoice for which the wallet made no address is not recorded, and can be sent again", fresh=True)
def address_fails(bench):
    app, params = bench.app(), {"request_id": new_id(), "currency": bench.currency, "amount": "0.07"}
    for fault in ("before", "after"):
        bench.do("fault", currency=bench.currency, step="address", fault=fault)
        app.refused("invoice_request", "wallet_timeout", **params)
        require(_recorded(app, "list_invoice_requests", "invoices") == [], "the invoice was recorded")
    require(app.call("invoice_request", **params)["replayed"] is False, "the request id is used up")


@case("P6.06", "5.4", "P reports failed only on the basis of an authoritative answer of the wallet",
      "a wallet that could not prepare a payment is asked again", fresh=True)
def prepare_fails(bench):
    app = bench.app()
    bench.do("fault", currency=bench.currency, step="prepare", fault="before")
    order = app.until_order(app.approved("0.08"), "in_flight", "state: in_flight")
    require(bench.sent_to(order["address"]) == ["0.08"], "there is not one payment")


@case("P6.07", "5.4", "P never sends another transaction",
      "a transaction that the network has forgotten is sent again, and no other", fresh=True)
def forgotten(bench):
    app = bench.app()
    bench.do("fault", currency=bench.currency, step="send", fault="forget")
    order = app.until_order(app.approved("0.09"), "in_flight", "state: in_flight")
    seen = order["transaction_id"]
    for _ in range(20):
        bench.do("mine", count=1)
        order = app.order_now(order)
        require(order["state"] in ("in_flight", "succeeded"), f"it is {order['state']}")
        if order["state"] == "succeeded":
            break
        app.call("get_payment_order_status", order_id=order["order_id"], after=order["version"], wait_ms=100)
    require(set(p["transaction_id"] for p in bench.do("sent", currency=bench.currency)["payments"]
                if p["address"] == order["address"]) == {seen},
            "another transaction was sent")


@case("P6.08", "5.4", "the order's own transaction was refused for certain",
    "an order whose transaction conflicts fails only when that is certain, and takes nothing from the budget",
      fresh=True)
def refused_by_network(bench):
    app = bench.app()
    bench.do("fault", currency=bench.currency, step="send", fault="reject")
    order = app.approved("0.12")
    bench.do("mine", count=max(6, bench.confirmations) + 1)
    order = app.until_order(order, lambda o: o["state"] in ("failed", "in_flight"), "another state")
    bench.do("mine", count=max(6, bench.confirmations) + 1)
    order = app.until_order(order, "failed", "state: failed")
    require(order["reason"] == "payment_conflicted", f"the reason is {order.get('reason')}")
    budget = next(b for b in app.call("get_session")["budgets"] if b["currency"] == bench.currency)
    require(budget["used"] == "0", "a failed payment counts")


def _together(bench, app):
    """The owner allows the app that its orders leave together; not every wallet can do that."""
    try:
        bench.do("limit", app=app.key, currency=bench.currency, ask="never", per_period="10", period="day", batch=True)
    except Refusal as reason:
        raise NotApplicable(f"orders do not leave together: {reason}") from None


@case("P6.09", "5.4", "Several orders in one transaction: each has its own state, version and events",
      "orders that leave together are each paid once, and share the fee evenly", fresh=True)
def batched(bench):
    app = bench.app("payer", granted=["pay", "receive"])
    _together(bench, app)
    ids = [app.session.request("payment_order", app.order_params("0.1")) for _ in range(4)]
    orders = [app.session.answer(id_, "payment_order")["payment_order"] for id_ in ids]
    orders = [app.until_order(order, "in_flight", "state: in_flight", seconds=10) for order in orders]
    for order in orders:
        require(bench.sent_to(order["address"]) == ["0.1"], "there is not one payment for each order")
    by_transaction = {}
    for order in orders:
        by_transaction.setdefault(order["transaction_id"], []).append(Decimal(order["fee"]))
    for fees in by_transaction.values():
        require(max(fees) - min(fees) <= bench.smallest, "the shares of the fee differ by more than one unit")


@case("P6.10", "5.4", "Orders of different apps never leave in one transaction",
      "two apps' orders have transactions of their own", fresh=True)
def not_together(bench):
    orders = []
    for name in ("one", "other"):
        app = bench.app(name, granted=["pay"])
        _together(bench, app)
        orders.append((app, app.order("0.1")))
    found = [app.until_order(order, "in_flight", "state: in_flight", seconds=10)["transaction_id"]
             for app, order in orders]
    require(found[0] != found[1], "two apps share a transaction")
