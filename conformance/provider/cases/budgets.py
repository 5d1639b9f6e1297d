"""Chapter 5.4: what the owner allows an app to pay without a question, and at all."""

from decimal import Decimal

from ...adapter import Refusal
from ...report import require
from ..registry import case
from ..rpc import Error


def limited(bench, name="limited", **terms):
    """An app of its own with these limits."""
    app = bench.app(name, granted=["receive", "pay"])
    bench.do("limit", app=app.key, currency=bench.currency, **terms)
    return app


def budget(app):
    return next(b for b in app.call("get_session")["budgets"] if b["currency"] == app.bench.currency)


@case("P5.400", "5.4", "approved: a standing permission covers it",
      "a payment within a standing permission needs no question", fresh=True)
def standing(bench):
    app = limited(bench, ask="above 0.1", per_period="1", period="day")
    order = app.until_order(app.order("0.05"), "in_flight", "state: in_flight")
    require(bench.sent_to(order["address"]) == ["0.05"], "there is not one payment")


@case("P5.401", "5.8", "ask_above: the largest total that needs no question",
      "a payment whose total is above that needs one", fresh=True)
def above(bench):
    app = limited(bench, ask="above 0.1", per_period="1", period="day")
    order = app.until_order(app.order("0.1"), "awaiting_approval", "state: awaiting_approval")
    require(Decimal(order["total"]) > Decimal("0.1"), "the fee does not count")
    require(bench.sent_to(order["address"]) == [], "it was paid without a question")


@case("P5.402", "6.2", "budget_exceeded: rule names the limit; left is the largest total, fee included, that fits now",
      "each limit refuses what does not fit, and names itself", fresh=True)
def each_limit(bench):
    app = limited(bench, per_payment="0.5", ask="always")
    data = app.refused("payment_order", "budget_exceeded", **app.order_params("0.5"))
    require((data.get("rule"), data.get("left")) == ("per_payment", "0.5"), f"it is {data}")
    bench.do("limit", app=app.key, currency=bench.currency, per_payment="none", per_period="0.6", period="week")
    data = app.refused("payment_order", "budget_exceeded", **app.order_params("0.7"))
    require((data.get("rule"), data.get("left")) == ("per_period", "0.6"), f"it is {data}")
    require(len(app.call("list_payment_orders")["payment_orders"]) == 0, "a refused order was recorded")


@case("P5.403", "5.4", "Limits are about totals, fee included", "an amount that fits only without the fee does not fit",
      fresh=True)
def fee_counts(bench):
    app = limited(bench, per_period="1", period="day", ask="never")
    fee = Decimal(app.until_order(app.order("0.1"), "in_flight", "state: in_flight")["fee"])
    left = Decimal(budget(app)["left"])
    require(left == 1 - Decimal("0.1") - fee, f"left is {left}")
    app.refused("payment_order", "budget_exceeded", **app.order_params(f"{left:f}"))
    order = app.order(f"{left - fee:f}")
    require(Decimal(app.until_order(order, "in_flight", "state: in_flight")["total"]) == left, "it is another total")
    app.refused("payment_order", "budget_exceeded", **app.order_params("0.001"))


@case("P5.404", "5.4", "the number of payments of a period", "a third payment of two is refused", fresh=True)
def count(bench):
    app = limited(bench, per_period="10", period="month", count=2, ask="never")
    for _ in range(2):
        app.until_order(app.order("0.01"), "in_flight", "state: in_flight")
    data = app.refused("payment_order", "budget_exceeded", **app.order_params("0.01"))
    require(data.get("rule") == "count", f"the rule is {data.get('rule')}")
    found = budget(app)
    require((found["used_count"], found["left_count"]) == (2, 0), "the numbers differ")


@case("P5.405", "5.4", "the sum to one recipient", "a recipient gets no more than its limit", fresh=True)
def recipient(bench):
    address = bench.do("address", currency=bench.currency, number=4_000)["address"]
    app = limited(bench, per_period="10", period="day", ask="never", recipients={address: "0.2"})
    app.until_order(app.order("0.15", address=address), "in_flight", "state: in_flight")
    data = app.refused("payment_order", "budget_exceeded", **app.order_params("0.1", address=address))
    require(data.get("rule") == "recipient", f"the rule is {data.get('rule')}")
    app.until_order(app.order("0.1"), "in_flight", "state: in_flight")


@case("P5.406", "6.2", "policy_denied: no payment of this app in this currency is made or asked about",
      "with refuse each payment is refused", fresh=True)
def refuse(bench):
    app = limited(bench, ask="refuse")
    app.refused("payment_order", "policy_denied", **app.order_params("0.01"))
    require(budget(app)["ask"] == "refuse", "the budget says something else")


@case("P5.407", "9", "deny always: all further payments of the app in this currency are refused",
      "a no for always holds for later orders", fresh=True)
def deny_always(bench):
    app = limited(bench, ask="always")
    order = app.until_order(app.order("0.01"), "awaiting_approval", "state: awaiting_approval")
    bench.do("deny", order_id=order["order_id"], always=True)
    app.until_order(order, "rejected", "state: rejected")
    app.refused("payment_order", "policy_denied", **app.order_params("0.01"))


@case("P5.408", "5.4", "they also hold for payments that the owner approves",
      "the owner's yes does not go beyond a limit", fresh=True)
def owner_too(bench):
    app = limited(bench, per_period="0.5", period="day", ask="always")
    orders = [app.until_order(app.order("0.3"), "awaiting_approval", "state: awaiting_approval") for _ in range(2)]
    bench.do("approve", order_id=orders[0]["order_id"])
    app.until_order(orders[0], "in_flight", "state: in_flight")
    try:
        bench.do("approve", order_id=orders[1]["order_id"])
    except Refusal:
        pass
    require(bench.sent_to(orders[1]["address"]) == [], "more was paid than the limit allows")
    require(Decimal(budget(app)["used"]) <= Decimal("0.5"), "more was used than the limit allows")


@case("P5.409", "5.4", "orders at the same time never take more together than what is left",
      "twenty orders at once do not pay more than the limit", fresh=True)
def at_once(bench):
    app = limited(bench, per_period="0.5", period="day", ask="never")
    ids = [app.session.request("payment_order", app.order_params("0.1")) for _ in range(20)]
    taken = []
    for id_ in ids:
        try:
            taken.append(app.session.answer(id_, "payment_order")["payment_order"])
        except Error as error:
            require(error.reason == "budget_exceeded", f"it failed with {error.reason}")
    for order in taken:
        app.until_order(order, lambda o: o["state"] in ("in_flight", "awaiting_approval", "failed"),
                        "a state after received")
    paid = [a for order in taken for a in bench.sent_to(order["address"])]
    require(len(paid) == 4, f"{len(paid)} payments of 0.1 and their fees were made from 0.5")


@case("P5.410", "5.4", "It no longer counts when it ends unpaid",
      "a rejected or cancelled order gives back what it took", fresh=True)
def given_back(bench):
    app = limited(bench, per_period="0.5", period="day", ask="always")
    before = budget(app)["left"]
    order = app.until_order(app.order("0.3"), "awaiting_approval", "state: awaiting_approval")
    bench.do("deny", order_id=order["order_id"])
    app.until_order(order, "rejected", "state: rejected")
    require(budget(app)["left"] == before, "a rejected order counts")


@case("P5.411", "5.7", "budget_low comes once per period, when 80 % of a limit is counted",
      "budget_low comes once, at 80 %", fresh=True)
def budget_low(bench):
    app = limited(bench, per_period="1", period="day", ask="never")
    app.call("subscribe_events", **{"from": "0"})
    for amount in ("0.5", "0.2", "0.1", "0.05"):
        app.until_order(app.order(amount), "in_flight", "state: in_flight")
    low = [n["params"] for n in app.session.notifications if n["params"].get("type") == "budget_low"]
    if not low:
        low = [app.session.notification("event", accept=lambda p: p["type"] == "budget_low")]
    app.call("get_session")
    low += [n["params"]
            for n in app.session.notifications if n["params"].get("type") == "budget_low" and n["params"] not in low]
    require(len(low) == 1, f"it came {len(low)} times")
    require(Decimal(low[0]["budget"]["used"]) >= Decimal("0.8"), "it came too early")


@case("P5.412", "5.6",
    "pay.max is never above budget.left; without the scope balance it does not reveal what the wallet holds",
      "the range is that of the budget", fresh=True)
def range_(bench):
    app = limited(bench, per_period="0.7", period="day", ask="always")
    found = app.call("get_amount_range_for_currency", currency=bench.currency)
    require(found["pay"]["max"] == found["budget"]["left"] == "0.7", "the range is another one")
    small = bench.app("receiver", granted=["receive"])
    found = small.call("get_amount_range_for_currency", currency=bench.currency)
    require("pay" not in found and "budget" not in found, "an app without the scope pay is told what it may pay")
    require("budgets" not in small.call("get_session"), "get_session tells it")


@case("P5.413", "5.4", "Limits belong to an app", "one app's payments do not use another's budget", fresh=True)
def own_budget(bench):
    one = limited(bench, "one", per_period="0.5", period="day", ask="never")
    other = limited(bench, "other", per_period="0.5", period="day", ask="never")
    one.until_order(one.order("0.4"), "in_flight", "state: in_flight")
    require(budget(other)["left"] == "0.5", "the other budget is used, too")
    other.until_order(other.order("0.4"), "in_flight", "state: in_flight")


@case("P5.414", "5.4", "It also counts while its outcome is unknown", "what was paid counts after a crash", fresh=True)
def counts_after_crash(bench):
    app = limited(bench, per_period="0.5", period="month", ask="never")
    app.until_order(app.order("0.4"), "in_flight", "state: in_flight")
    left = budget(app)["left"]
    bench.restart("kill")
    require(budget(app)["left"] == left, "a crash gave the budget back")
    app.refused("payment_order", "budget_exceeded", **app.order_params("0.2"))
