"""Chapters 5.4 to 5.7: what stays true once an order or an invoice has ended, and what an order may no longer do."""

import datetime
import zoneinfo

from ...adapter import Refusal
from ...report import require
from ..app import new_id
from ..registry import case
from .budgets import budget, limited


def soon(**span):
    return (datetime.datetime.now(datetime.UTC) + datetime.timedelta(**span)).isoformat(
        timespec="milliseconds").replace("+00:00", "Z")


# How an order ends, each way from its params to its last state.

def _succeeded(bench, app, params):
    order = _approved(bench, app, params)
    app.until_order(order, "in_flight", "state: in_flight")
    bench.do("mine", count=bench.confirmations)
    return app.until_order(order, "succeeded", "state: succeeded")


def _approved(bench, app, params):
    order = app.until_order(app.call("payment_order", **params)["payment_order"], "awaiting_approval",
                            "state: awaiting_approval")
    bench.do("approve", order_id=order["order_id"])
    return order


def _rejected(bench, app, params):
    order = app.until_order(app.call("payment_order", **params)["payment_order"], "awaiting_approval",
                            "state: awaiting_approval")
    bench.do("deny", order_id=order["order_id"])
    return app.until_order(order, "rejected", "state: rejected")


def _failed(bench, app, params):
    bench.do("fault", currency=bench.currency, step="send", fault="reject")
    order = _approved(bench, app, params)
    app.until_order(order, lambda o: o["state"] in ("failed", "in_flight"), "another state than submitting")
    bench.do("mine", count=2 * max(6, bench.confirmations))
    return app.until_order(order, "failed", "state: failed")


def _expired(bench, app, params):
    params["expires_at"] = soon(milliseconds=600)
    order = app.call("payment_order", **params)["payment_order"]
    return app.until_order(order, "expired", "state: expired")


def _cancelled(bench, app, params):
    order = app.call("payment_order", **params)["payment_order"]
    return app.call("cancel_payment_order", request_id=new_id(), order_id=order["order_id"])["payment_order"]


ENDS = {"succeeded": _succeeded, "rejected": _rejected, "failed": _failed, "expired": _expired,
        "cancelled": _cancelled}


def _repeated(state):
    def run(bench):
        app = bench.app()
        params = app.order_params("0.021")
        ended = ENDS[state](bench, app, params)
        sent = bench.sent_to(params["address"])
        for _ in range(2):
            again = app.call("payment_order", **params)
            order = again["payment_order"]
            require(order["order_id"] == ended["order_id"], f"after {state} the same request made another order")
            require(again["replayed"] is True, "the order is not called replayed")
            require(order["state"] == state, f"an order that had {state} is {order['state']}")
            # Whoever asks the owner about it once more would be told yes.
            try:
                bench.do("approve", order_id=order["order_id"])
            except Refusal:
                pass
        listed = [o for o in app.call("list_payment_orders", limit=100)["payment_orders"]
                  if o["address"] == params["address"]]
        require([o["order_id"] for o in listed] == [ended["order_id"]],
                f"one request has made {len(listed)} orders")
        require(bench.sent_to(params["address"]) == sent,
                f"the wallet had sent {sent} for the order, and has now sent {bench.sent_to(params['address'])}")
    return run


for _number, _state in enumerate(ENDS):
    case(f"P5.{116 + _number}", "5.5", "with the same method and the same params: the object in its present state; "
         "a request_id never expires",
         f"the request of an order that ended as {_state} is that order, and pays nothing more",
         fresh=_state == "failed")(_repeated(_state))


def _settled_invoice(bench, app, params):
    invoice = app.call("invoice_request", **params)["invoice"]
    bench.do("pay", address=invoice["address"], amount=params["amount"])
    bench.do("mine", count=bench.confirmations)
    return app.until_invoice(invoice, lambda i: i["state"] == "settled", "state: settled")


def _expired_invoice(bench, app, params):
    invoice = app.call("invoice_request", **params)["invoice"]
    return app.until_invoice(invoice, lambda i: i["state"] == "expired", "state: expired")


def _cancelled_invoice(bench, app, params):
    invoice = app.call("invoice_request", **params)["invoice"]
    return app.call("cancel_invoice_request", request_id=new_id(), invoice_id=invoice["invoice_id"])["invoice"]


INVOICES = {"settled": _settled_invoice, "expired": _expired_invoice, "cancelled": _cancelled_invoice}


def _invoice_repeated(state):
    def run(bench):
        app = bench.app()
        params = {"request_id": new_id(), "currency": bench.currency, "amount": "0.31"}
        ended = INVOICES[state](bench, app, params)
        again = app.call("invoice_request", **params)
        require(again["invoice"]["invoice_id"] == ended["invoice_id"] and again["replayed"] is True,
                f"after {state} the same request made another invoice")
        require(again["invoice"]["state"] == state, f"an invoice that was {state} is {again['invoice']['state']}")
    return run


for _number, _state in enumerate(INVOICES):
    case(f"P5.{121 + _number}", "5.5", "with the same method and the same params: the object in its present state; "
         "a request_id never expires", f"the request of an invoice that is {_state} is that invoice",
         world="short" if _state == "expired" else "plain")(_invoice_repeated(_state))


# What was approved, and was not sent in time.

def _stays_unsent(bench, app, order):
    """Another order is paid after this one, so the wallet could have paid it."""
    order = app.until_order(order, "expired", "state: expired")
    require(order["reason"] == "expired", f"the reason is {order.get('reason')}")
    app.submitted("0.02")
    require(bench.sent_to(order["address"]) == [], "an order was sent after its expires_at")
    require(app.order_now(order)["state"] == "expired", "it left a final state")


@case("P5.329", "5.6", "expires_at is the moment from which on P does not submit the order any more",
      "an approved order that takes the wallet longer than its time is not sent", fresh=True)
def too_slow(bench):
    app = bench.app()
    order = app.until_order(app.order("0.05", expires_at=soon(milliseconds=1_500)), "awaiting_approval",
                            "state: awaiting_approval")
    bench.do("delay", currency=bench.currency, step="prepare", ms=2_500)
    bench.do("approve", order_id=order["order_id"])
    app.until_order(order, lambda o: o["state"] not in ("awaiting_approval", "approved"), "another state than approved",
                    seconds=10)
    bench.do("delay", currency=bench.currency, step="prepare", ms=0)
    _stays_unsent(bench, app, order)


@case("P5.330", "5.6", "expires_at is the moment from which on P does not submit the order any more",
      "an approved order that waited for the wallet until its time was over is not sent", fresh=True)
def wallet_away(bench):
    app = bench.app()
    order = app.until_order(app.order("0.05", expires_at=soon(milliseconds=1_500)), "awaiting_approval",
                            "state: awaiting_approval")
    bench.do("delay", currency=bench.currency, step="prepare", ms=300)
    bench.do("approve", order_id=order["order_id"])
    bench.do("wallet", currency=bench.currency, status="unavailable")
    bench.do("delay", currency=bench.currency, step="prepare", ms=0)
    app.until_order(order, lambda o: o["state"] == "expired", "state: expired", seconds=10)
    bench.do("wallet", currency=bench.currency, status="ready")
    _stays_unsent(bench, app, order)


@case("P5.331", "5.4",
      "waiting_for: besides the owner's answer, the order waits for the wallet, or for the owner to unlock P",
      "an approved order that cannot be sent says what it waits for, and later waits for nothing", fresh=True)
def says_why(bench):
    app = bench.app()
    reasons = {"wallet": [("wallet", {"currency": bench.currency, "status": status})
                          for status in ("unavailable", "ready")],
               "unlock": [("lock", {}), ("unlock", {})]}
    for reason, (stops, goes_on) in reasons.items():
        order = app.until_order(app.order("0.05"), "awaiting_approval", "state: awaiting_approval")
        require("waiting_for" not in order, f"it waits for {order.get('waiting_for')} besides the owner")
        bench.do("delay", currency=bench.currency, step="prepare", ms=300)
        bench.do("approve", order_id=order["order_id"])
        bench.do(stops[0], **stops[1])
        bench.do("delay", currency=bench.currency, step="prepare", ms=0)
        order = app.until_order(order, lambda o: o.get("waiting_for") == reason, f"waiting_for: {reason}", seconds=10)
        require(order["state"] in ("approved", "submitting"), f"it is {order['state']}")
        bench.do(goes_on[0], **goes_on[1])
        order = app.until_order(order, "in_flight", "state: in_flight", seconds=10)
        require("waiting_for" not in order, f"it was sent, and waits for {order.get('waiting_for')}")


# What ends unpaid does not count.

def _held(bench, app, amount, **more):
    """An order that is approved, counts, and is not handed to the network for the next two seconds."""
    bench.do("delay", currency=bench.currency, step="prepare", ms=2_000)
    order = app.approved(amount, **more)
    app.until_order(order, "approved", "state: approved")
    require(budget(app)["left"] != "0.5", "an approved order does not count")
    return order


def _back(bench, app, why):
    bench.do("delay", currency=bench.currency, step="prepare", ms=0)
    found = budget(app)
    require((found["left"], found["used"], found["used_count"]) == ("0.5", "0", 0),
            f"an order that {why} goes on counting: {found}")
    require(app.order("0.4")["state"] in ("received", "awaiting_approval"), "a new order does not fit")


@case("P5.416", "5.4", "It no longer counts when it ends unpaid",
      "an approved order that is cancelled gives back what it took", fresh=True)
def cancelled_gives_back(bench):
    app = limited(bench, per_period="0.5", period="day", ask="always")
    order = _held(bench, app, "0.3")
    app.call("cancel_payment_order", request_id=new_id(), order_id=order["order_id"])
    _back(bench, app, "was cancelled")


@case("P5.417", "5.4", "It no longer counts when it ends unpaid",
      "an approved order that expires gives back what it took", fresh=True)
def expired_gives_back(bench):
    app = limited(bench, per_period="0.5", period="day", ask="always")
    order = _held(bench, app, "0.3", expires_at=soon(milliseconds=1_200))
    app.until_order(order, "expired", "state: expired")
    _back(bench, app, "expired")


@case("P5.418", "5.4", "It no longer counts when it ends unpaid",
      "an approved order that fails gives back what it took", fresh=True)
def failed_gives_back(bench):
    app = limited(bench, per_period="0.5", period="day", ask="always")
    _failed(bench, app, app.order_params("0.3"))
    _back(bench, app, "failed")


@case("P5.419", "5.4", "It no longer counts when it goes back to the owner",
      "an order whose fee has risen is asked about again, and does not count meanwhile", fresh=True)
def asked_again(bench):
    app = limited(bench, per_period="0.5", period="day", ask="always")
    bench.do("delay", currency=bench.currency, step="prepare", ms=1_000)
    order = app.until_order(app.order("0.3"), "awaiting_approval", "state: awaiting_approval")
    bench.do("approve", order_id=order["order_id"])
    app.until_order(order, "approved", "state: approved")
    bench.do("fee", currency=bench.currency, fee="0.05")
    app.until_order(order, "awaiting_approval", "state: awaiting_approval again", seconds=10)
    _back(bench, app, "went back to the owner")


def _next(period, zone):
    """The beginning of the next period, in the owner's zone."""
    today = datetime.datetime.now(zone).replace(hour=0, minute=0, second=0, microsecond=0, tzinfo=None)
    if period == "day":
        begin = today + datetime.timedelta(days=1)
    elif period == "week":
        begin = today + datetime.timedelta(days=7 - today.weekday())
    else:
        begin = (today.replace(day=1) + datetime.timedelta(days=32)).replace(day=1)
    return begin.replace(tzinfo=zone)


@case("P5.415", "5.4",
      "A period is a day, a week from Monday on, or a month; it begins at midnight in the owner's time zone",
      "resets_at is the beginning of the next period, in the budget and in the error", fresh=True)
def resets(bench):
    zone = zoneinfo.ZoneInfo(bench.description.get("time_zone", "UTC"))
    app = limited(bench, per_period="0.5", period="day", ask="always")
    for period in ("day", "week", "month"):
        bench.do("limit", app=app.key, currency=bench.currency, per_period="0.5", period=period)
        before = _next(period, zone)
        error = app.refused("payment_order", "budget_exceeded", **app.order_params("0.6"))
        told = {"the budget": budget(app)["resets_at"], "the error": error.get("resets_at")}
        for where, text in told.items():
            require(text is not None, f"{where} does not say when a {period} ends")
            moment = datetime.datetime.fromisoformat(text)
            require(moment in (before, _next(period, zone)),
                    f"{where} says that a {period} ends at {text}; the next one begins at {before.isoformat()}")


# Each end is an event.

def _told(state):
    def run(bench):
        app = bench.app("listener")
        from_ = app.call("get_session")["event_cursor"]
        order = ENDS[state](bench, app, app.order_params("0.022"))
        app.call("subscribe_events", **{"from": from_})
        seen = []
        while not seen or seen[-1]["version"] < order["version"]:
            event = app.session.notification(
                "event", accept=lambda p: p.get("payment_order", {}).get("order_id") == order["order_id"])
            seen.append(event["payment_order"])
        app.call("unsubscribe_events")
        require(seen[-1]["state"] == state, f"the last event says {seen[-1]['state']}, and the order has {state}")
        require(seen[-1].get("reason") == order.get("reason"), f"the event has the reason {seen[-1].get('reason')}")
    return run


for _number, _state in enumerate(("rejected", "expired", "cancelled", "failed")):
    case(f"P5.{510 + _number}", "5.7", "P sends one event for each version of an order that it has stored",
         f"the end of an order as {_state} is an event", fresh=_state == "failed")(_told(_state))


@case("P5.420", "5.4", "What the payment took from a budget is not given back",
      "a payment that a reorganisation has undone still counts", fresh=True)
def undone_counts(bench):
    app = limited(bench, per_period="0.5", period="day", ask="always")
    order = app.succeeded("0.3")
    used = budget(app)["used"]
    bench.do("reorganise", count=bench.confirmations)
    bench.do("double_spend", currency=bench.currency, transaction_id=order["transaction_id"])
    bench.do("mine", count=max(6, bench.confirmations) + 1)
    app.until_order(order, lambda o: "reversed_at" in o, "reversed_at")
    require(budget(app)["used"] == used, f"{used} was used, and after the payment was undone {budget(app)['used']}")
