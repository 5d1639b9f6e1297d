"""Chapter 5.4: payment orders."""

import datetime
from decimal import Decimal

from ...adapter import Refusal
from ...report import require
from ..app import new_id
from ..registry import case
from ..rpc import Error

FLOW = ["received", "awaiting_approval", "approved", "submitting", "in_flight", "succeeded"]


def _in(**span):
    return (datetime.datetime.now(datetime.UTC) + datetime.timedelta(**span)).isoformat(
        timespec="milliseconds").replace("+00:00", "Z")


def _cancel(app, order):
    return app.call("cancel_payment_order", request_id=new_id(), order_id=order["order_id"])["payment_order"]


@case("P5.300", "5.4", "Every payment is approved", "a new order waits for the owner, and nothing is sent before a yes")
def waits(bench):
    app = bench.app()
    order = app.order("0.25", description="Lunch", max_fee="0.1")
    require(order["state"] in FLOW[:2], f"it is {order['state']}")
    require(Decimal(order["total"]) == Decimal(order["amount"]) + Decimal(order["fee"]),
            "total is not the sum of amount and fee")
    require((order["description"], order["max_fee"], order["confirmations"]) == ("Lunch", "0.1", 0),
            "the order differs")
    order = app.until_order(order, "awaiting_approval", "state: awaiting_approval")
    require("transaction_id" not in order and bench.sent_to(order["address"]) == [], "something was sent")


@case("P5.301", "5.4", "in_flight, then succeeded: it is confirmed as often as wanted",
      "an approved order is sent once, confirmed and succeeds")
def succeeds(bench):
    app = bench.app()
    order = app.submitted("0.25")
    require("transaction_id" in order and order["confirmations_wanted"] == bench.confirmations, "the order differs")
    require(bench.sent_to(order["address"]) == ["0.25"], "the wallet sent something else than one payment")
    bench.do("mine", count=bench.confirmations - 1)
    order = app.until_order(order, lambda o: o["confirmations"] == bench.confirmations - 1, "all confirmations but one")
    require(order["state"] == "in_flight", "it succeeded too early")
    bench.do("mine", count=1)
    order = app.until_order(order, "succeeded", "state: succeeded")
    require(Decimal(order["total"]) == Decimal(order["amount"]) + Decimal(order["fee"]),
            "total is not the sum of amount and fee")
    require(bench.sent_to(order["address"]) == ["0.25"], "it was sent again")


@case("P5.302", "5.4", "rejected: the owner rejected it; reason is user_rejected",
      "a rejected order is rejected for good")
def rejected(bench):
    app = bench.app()
    order = app.until_order(app.order(), "awaiting_approval", "state: awaiting_approval")
    bench.do("deny", order_id=order["order_id"])
    order = app.until_order(order, "rejected", "state: rejected")
    require(order["reason"] == "user_rejected", "the reason is another one")
    try:
        bench.do("approve", order_id=order["order_id"])
    except Refusal:
        pass
    app.refused("cancel_payment_order", "not_cancellable", request_id=new_id(), order_id=order["order_id"])
    require(app.order_now(order) == order and bench.sent_to(order["address"]) == [], "the order left a final state")


@case("P5.303", "5.6", "This method withdraws an order that was not submitted yet",
      "a cancelled order is cancelled, also the second time, and is not paid")
def cancelled(bench):
    app = bench.app()
    order = app.order()
    for _ in range(2):
        require(_cancel(app, order)["state"] == "cancelled", "it is not cancelled")
    try:
        bench.do("approve", order_id=order["order_id"])
    except Refusal:
        pass
    require(app.order_now(order)["state"] == "cancelled" and bench.sent_to(order["address"]) == [], "it was paid")


@case("P5.304", "5.6", "Otherwise the answer is in_flight, already_paid, or not_cancellable",
      "an order that was submitted cannot be cancelled")
def not_cancellable(bench):
    app = bench.app()
    order = app.submitted()
    app.refused("cancel_payment_order", "in_flight", request_id=new_id(), order_id=order["order_id"])
    bench.do("mine", count=bench.confirmations)
    app.until_order(order, "succeeded", "state: succeeded")
    app.refused("cancel_payment_order", "already_paid", request_id=new_id(), order_id=order["order_id"])
    app.refused("cancel_payment_order", "order_not_found", request_id=new_id(), order_id="ord_nothing")


@case("P5.305", "5.4", "expired: its time ended before it was submitted; reason is expired",
      "an order that nobody answers expires", world="short")
def expires(bench):
    app = bench.app()
    order = app.until_order(app.order(), "expired", "state: expired")
    require(order["reason"] == "expired", "the reason is another one")
    app.refused("cancel_payment_order", "not_cancellable", request_id=new_id(), order_id=order["order_id"])
    try:
        bench.do("approve", order_id=order["order_id"])
    except Refusal:
        pass
    require(app.order_now(order)["state"] == "expired" and bench.sent_to(order["address"]) == [], "it was paid")


@case("P5.306", "5.6", "expires_at is the moment from which on P does not submit the order any more",
      "a deadline of the app ends an order; one that has passed is refused")
def own_deadline(bench):
    app = bench.app()
    app.refused("payment_order", "expired", **app.order_params(expires_at=_in(seconds=-1)))
    order = app.order(expires_at=_in(milliseconds=500))
    app.until_order(order, "expired", "state: expired")


@case("P5.307", "5.4", "in_flight: the network has it, or it is not known whether it has",
      "a submitted order does not expire", world="short")
def never_expires(bench):
    app = bench.app()
    # A network that finds its blocks by itself may have confirmed it before anybody looks.
    order = app.until_order(app.approved(), lambda o: o["state"] in ("in_flight", "succeeded"), "state: in_flight")
    other = app.order()  # expires after the first one would have
    app.until_order(other, "expired", "state: expired")
    require(app.order_now(order)["state"] in ("in_flight", "succeeded"), "a submitted order expired")
    bench.do("mine", count=bench.confirmations)
    app.until_order(order, "succeeded", "state: succeeded")


BAD_RECIPIENTS = [("nothing", "", "invalid_params invalid_address"), ("a text", "nowhere", "invalid_address"),
                  ("an address with a wrong checksum", None, "invalid_address"),
                  ("an address of 10,000 characters", "x" * 10_000, "invalid_params invalid_address")]


@case("P5.308", "5.6", "invalid_address: The text is not an address of the currency",
      "what is no address is refused, and nothing is recorded", fresh=True)
def bad_address(bench):
    app = bench.app("addresses")
    for what, text, reasons in BAD_RECIPIENTS:
        if text is None:
            good = bench.address()
            text = good[:-1] + ("a" if good[-1] != "a" else "b")
        try:
            app.call("payment_order", wrong=True, **app.order_params(address=text))
        except Error as error:
            require(error.reason in reasons.split(), f"{what}: it failed with {error.reason}")
            continue
        require(False, f"{what} was accepted")
    require(app.call("list_payment_orders")["payment_orders"] == [], "an order was recorded")


@case("P5.309", "5.6", "wrong_network: The address belongs to another network of the currency",
      "an address of another network is refused")
def wrong_network(bench):
    address = bench.do("address", currency=bench.currency, number=1, network="other")["address"]
    bench.app().refused("payment_order", "wrong_network", **bench.app().order_params(address=address))


@case("P5.310", "5.6", "a quote above it is fee_too_high",
      "an order whose fee is above max_fee is refused, and nothing is recorded", fresh=True)
def fee_too_high(bench):
    app = bench.app("fees")
    fee = app.order()["fee"]
    app.refused("payment_order", "fee_too_high", **app.order_params(max_fee=f"{bench.smallest:f}"))
    app.refused("payment_order", "fee_too_high", **app.order_params(max_fee="0"))
    require(app.order(max_fee=fee)["state"] in FLOW[:2], "a fee of exactly max_fee is refused")
    require(len(app.call("list_payment_orders")["payment_orders"]) == 2, "a refused order was recorded")


@case("P5.311", "5.6", "amount_out_of_range and too_many_decimals",
      "amounts of orders are checked like those of invoices")
def bad_amounts(bench):
    app = bench.app()
    for amount, reason in (("0", "amount_out_of_range"), ("9" * 33, "amount_out_of_range"),
                           ("0." + "0" * 30 + "1", "too_many_decimals"), ("-1", "invalid_params")):
        app.refused("payment_order", reason, wrong=True, **app.order_params(amount))


@case("P5.312", "5.6", "Without the scope balance an app is not told about the funds",
      "an order beyond the funds waits for the owner like any other", fresh=True)
def funds_stay_private(bench):
    app = bench.app("poor", granted=["pay"])
    order = app.until_order(app.order("50000"), "awaiting_approval", "state: awaiting_approval")
    require("reason" not in order and "waiting_for" not in order, "it tells of the funds")
    require("50000" not in app.call("get_amount_range_for_currency", currency=bench.currency)["pay"]["max"],
            "the range tells of the order")


@case("P5.313", "5.6", "insufficient_funds is for apps with the scope balance",
      "an app with the scope balance is told that the funds do not suffice")
def insufficient(bench):
    app = bench.app()
    app.refused("payment_order", "insufficient_funds", **app.order_params("50000"))


@case("P5.314", "5.4", "If the fee rises above the fee that was agreed to, the order is asked about again",
      "a yes to a lower fee than the present one pays nothing", fresh=True)
def fee_rises(bench):
    app = bench.app()
    order = app.until_order(app.order(), "awaiting_approval", "state: awaiting_approval")
    low = order["fee"]
    bench.do("fee", currency=bench.currency, fee=str(Decimal(low) * 20))
    try:
        bench.do("approve", order_id=order["order_id"], fee_cap=low)
    except Refusal:
        pass
    order = app.until_order(order, lambda o: o["state"] == "awaiting_approval" or o["state"] == "in_flight",
                            "a question or a payment")
    if order["state"] == "in_flight":
        require(Decimal(order["fee"]) <= Decimal(low), "it was paid with a higher fee than was agreed to")
    require(len(bench.sent_to(order["address"])) <= 1, "it was sent twice")


@case("P5.315", "5.4", "P never pays an order with a fee above max_fee", "an order waits for a lower fee", fresh=True)
def waits_for_lower_fee(bench):
    app = bench.app()
    low = app.order()["fee"]
    capped = app.until_order(app.order(max_fee=low), "awaiting_approval", "state: awaiting_approval")
    bench.do("fee", currency=bench.currency, fee=str(Decimal(low) * 20))
    bench.do("approve", order_id=capped["order_id"])
    waiting = app.until_order(capped, lambda o: o.get("waiting_for") == "lower_fee", "waiting_for: lower_fee")
    require(bench.sent_to(capped["address"]) == [], "it was paid with a fee above max_fee")
    require(_cancel(app, waiting)["state"] == "cancelled", "it cannot be cancelled")


@case("P5.316", "5.4", "P reports an unknown outcome as in_flight; when in doubt, it sends that same transaction again",
      "an answer that the network lost is no failure, and there is one "
      "payment", fresh=True)
def unknown_outcome(bench):
    app = bench.app()
    bench.do("fault", currency=bench.currency, step="send", fault="after")
    order = app.until_order(app.approved("0.11"), "in_flight", "state: in_flight")
    bench.do("mine", count=bench.confirmations)
    order = app.until_order(order, "succeeded", "state: succeeded")
    require(bench.sent_to(order["address"]) == ["0.11"], "there is not one payment")


@case("P5.317", "5.4", "P never makes another transaction for an order",
      "a sending that failed is tried again with the same transaction", fresh=True)
def sends_again(bench):
    app = bench.app()
    bench.do("fault", currency=bench.currency, step="send", fault="before")
    order = app.until_order(app.approved("0.12"), "in_flight", "state: in_flight")
    seen = order["transaction_id"]
    while not bench.sent_to(order["address"]):
        require(app.order_now(order)["transaction_id"] == seen, "it has another transaction")
    bench.do("mine", count=bench.confirmations)
    order = app.until_order(order, "succeeded", "state: succeeded")
    require(bench.sent_to(order["address"]) == ["0.12"] and order["transaction_id"] == seen, "there is not one payment")


@case("P5.318", "5.4", "There is at most one transaction per order, whichever program crashes",
      "a crash while the wallet sends pays once", fresh=True)
def crash_while_sending(bench):
    app = bench.app()
    bench.do("delay", currency=bench.currency, step="send", ms=60_000)
    order = app.until_order(app.approved("0.13"), lambda o: o["state"] in ("submitting", "in_flight"),
                            "state: submitting")
    bench.restart("kill")
    order = app.until_order(order, lambda o: o["state"] != "submitting", "another state than submitting")
    require(order["state"] not in ("failed", "expired"), f"the crash made it {order['state']}")
    bench.do("mine", count=bench.confirmations)
    order = app.until_order(order, lambda o: o["state"] in ("succeeded", "in_flight"), "state: succeeded")
    while not bench.sent_to(order["address"]):
        order = app.order_now(order)
    bench.do("mine", count=bench.confirmations)
    order = app.until_order(order, "succeeded", "state: succeeded")
    require(bench.sent_to(order["address"]) == ["0.13"], "there is not one payment")


@case("P5.319", "5.4", "There is at most one transaction per order, whichever program crashes",
      "a crash after a payment does not pay again", fresh=True)
def crash_after_sending(bench):
    app = bench.app()
    order = app.submitted("0.14")
    for how in ("kill", "stop"):
        bench.restart(how)
        require(app.order_now(order)["transaction_id"] == order["transaction_id"], "it has another transaction")
    bench.do("mine", count=bench.confirmations)
    app.until_order(order, "succeeded", "state: succeeded")
    require(len(bench.sent_to(order["address"])) <= 1, "it was sent again")


@case("P5.320", "5.4", "A question that was put is answered or ends; it does not end because the app disconnects",
      "a question outlives its app's session and a crash", fresh=True)
def question_stays(bench):
    app = bench.app()
    order = app.until_order(app.order("0.15"), "awaiting_approval", "state: awaiting_approval")
    app.hang_up()
    bench.restart("kill")
    bench.do("approve", order_id=order["order_id"])
    app.until_order(order, "in_flight", "state: in_flight")


@case("P5.321", "5.4",
    "another transaction spends a coin: it stays in_flight until that transaction has as many confirmations as the "
    "order wanted, and at least six",
      "a conflicting transaction makes an order fail only when it is deep", fresh=True)
def conflicted(bench):
    app = bench.app()
    order = app.submitted("0.16")
    bench.do("double_spend", currency=bench.currency, transaction_id=order["transaction_id"])
    deep = max(6, order["confirmations_wanted"])
    bench.do("mine", count=deep - 2)
    app.call("list_currencies")
    require(app.order_now(order)["state"] == "in_flight", "it failed too early")
    bench.do("mine", count=2)
    order = app.until_order(order, "failed", "state: failed")
    require(order["reason"] == "payment_conflicted", "the reason is another one")


@case("P5.322", "5.4", "If it pays the recipient the amount, it is the payment",
      "a transaction with a raised fee takes the place of the order's own", fresh=True)
def raised_fee(bench):
    app = bench.app()
    order = app.submitted("0.17")
    other = bench.do("raise_fee", currency=bench.currency, transaction_id=order["transaction_id"])["transaction_id"]
    bench.do("mine", count=bench.confirmations)
    order = app.until_order(order, "succeeded", "state: succeeded")
    require(order["transaction_id"] == other, "it shows another transaction")
    require(Decimal(order["total"]) == Decimal(order["amount"]) + Decimal(order["fee"]),
            "total is not the sum of amount and fee")


@case("P5.323", "5.4",
    "a reorganisation undoes the payment: the state stays succeeded; a new version of the order contains reversed_at",
      "a payment that is undone for good is "
      "reversed, and stays succeeded", fresh=True)
def reversed_(bench):
    app = bench.app()
    order = app.succeeded("0.18")
    bench.do("reorganise", count=bench.confirmations)
    bench.do("double_spend", currency=bench.currency, transaction_id=order["transaction_id"])
    bench.do("mine", count=max(6, bench.confirmations) + 1)
    order = app.until_order(order, lambda o: "reversed_at" in o, "reversed_at")
    require(order["state"] == "succeeded", "it left a final state")


@case("P5.324", "9", "The owner may lock paying",
      "while paying is locked: new orders fail, receiving goes on, approved orders wait", fresh=True)
def locked(bench):
    app = bench.app()
    params = app.order_params("0.19")
    order = app.until_order(app.call("payment_order", **params)["payment_order"], "awaiting_approval",
                            "state: awaiting_approval")
    bench.do("lock")
    app.refused("payment_order", "wallet_locked", **app.order_params())
    require(app.call("payment_order", **params)["replayed"], "a repeated order has no answer")
    ready = {c["code"]: c for c in app.call("list_currencies")["currencies"]}[bench.currency]
    require((ready["ready"], ready.get("reason")) == ("locked", "owner_locked"), f"the currency is {ready['ready']}")
    app.invoice()
    bench.restart()
    app.refused("payment_order", "wallet_locked", **app.order_params())
    bench.do("unlock")
    bench.do("approve", order_id=order["order_id"])
    app.until_order(order, "in_flight", "state: in_flight")


STATUSES = [("unavailable", "wallet_unavailable"), ("syncing", "wallet_syncing"), ("locked", "wallet_locked")]


@case("P5.325", "5.6", "whether each of them can be used now",
      "a wallet that cannot pay is shown as such, and pays nothing", fresh=True)
def wallet_states(bench):
    app = bench.app()
    for status, reason in STATUSES:
        bench.do("wallet", currency=bench.currency, status=status)
        for _ in range(500):
            now = {c["code"]: c for c in app.call("list_currencies")["currencies"]}[bench.currency]["ready"]
            if now == status:
                break
        require(now == status, f"it is shown as {now} instead of {status}")
        params = app.order_params()
        try:
            order = app.call("payment_order", **params)["payment_order"]
            require(status != "unavailable" and order["state"] in FLOW[:2], "an order was taken that nobody can pay")
        except Error as error:
            require(error.reason == reason, f"while the wallet is {status}, an order fails with {error.reason}")
        require(bench.sent_to(params["address"]) == [], "something was sent")
        bench.do("wallet", currency=bench.currency, status="ready")
    app.order()


@case("P5.328", "6.2", "amount_out_of_range: The amount is above what can be handled",
      "an order above the largest amount that can be handled is refused before the owner is asked", fresh=True)
def beyond_all(bench):
    app = bench.app("plain", granted=["pay"])
    most = Decimal(app.call("get_amount_range_for_currency", currency=bench.currency)["pay"]["max"])
    app.refused("payment_order", "amount_out_of_range", **app.order_params(f"{most + 1:f}"))


@case("P5.326", "9", "Payment orders that still wait for the owner are rejected", "revoking an app ends its questions",
      fresh=True)
def revoked(bench):
    app = bench.app("other")
    order = app.until_order(app.order(), "awaiting_approval", "state: awaiting_approval")
    bench.do("revoke", app=app.key)
    app.hang_up()
    app.pair()
    require(app.order_now(order)["state"] == "rejected", "it is not rejected")


@case("P5.327", "5.6", "P answers at once; P may return address in the wallet's canonical spelling",
      "the order that is recorded is the one that was sent")
def recorded(bench):
    app = bench.app()
    result = app.order_result("0.020")
    order = app.order_now(result["payment_order"])
    require(order["amount"] == "0.02" and not result["replayed"], "the amount differs")
    listed = app.call("list_payment_orders", limit=1)["payment_orders"][0]
    require(listed["order_id"] == order["order_id"], "it is not listed")
    found = app.call("get_payment_order_status", request_id=order["request_id"])["payment_order"]
    require(found["order_id"] == order["order_id"], "it is not found by its request id")
