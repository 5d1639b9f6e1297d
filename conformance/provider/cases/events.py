"""Chapter 5.6 and 5.7: events, cursors, and what a consumer that was away is told."""

import time

from ...report import require
from ..app import new_id
from ..line import PATIENCE
from ..registry import ROOMY, case
from ..rpc import Error


def _event(session, accept=lambda p: True):
    return session.notification("event", accept=accept)


def _about(obj):
    name = "invoice_id" if "invoice_id" in obj else "order_id"
    member = "invoice" if name == "invoice_id" else "payment_order"
    return lambda p: p.get(member, {}).get(name) == obj[name]


def _all(session, from_, until):
    """The events after a cursor up to the one that is about `until` in this version."""
    session.call("subscribe_events", **{"from": from_})
    found = []
    while True:
        event = _event(session)
        found.append(event)
        seen = event.get("invoice") or event.get("payment_order") or {}
        if seen.get("version") == until["version"] and _about(until)(event):
            session.call("unsubscribe_events")
            return found


@case("P5.500", "5.6", "By default P sends only those that come from now on",
      "a subscription reports a payment as it is seen")
def reports(bench):
    app = bench.app("listener")
    app.invoice("0.1")
    session = app.connect()
    session.call("subscribe_events")
    invoice = app.invoice("0.5")
    bench.do("pay", address=invoice["address"], amount="0.5")
    first = _event(session)
    require(_about(invoice)(first), "an event from before the subscription came")
    event = first if first["invoice"]["payment"] == "paid" else _event(session,
        lambda p: p["invoice"]["payment"] == "paid")
    require(event["type"] == "invoice_changed" and event["invoice"]["paid_amount"] == "0.5", "the event differs")
    session.close()


@case("P5.501", "5.6",
    "past events first, then new ones; each event comes once, in the order of the cursors, and none is left out",
      "a consumer that was away is told of everything once, and "
      "again from any cursor")
def resumed(bench):
    app = bench.app("listener")
    invoice, _ = app.paid_invoice("0.5")
    bench.do("mine", count=1)
    invoice = app.until_invoice(invoice, lambda i: i["state"] == "settled", "state: settled")
    order = app.until_order(app.order("0.01"), "awaiting_approval", "state: awaiting_approval")
    order = app.call("cancel_payment_order", request_id=new_id(), order_id=order["order_id"])["payment_order"]
    whole = _all(app.session, "0", order)
    cursors = [event["cursor"] for event in whole]
    require(len(set(cursors)) == len(cursors), "an event came twice")
    versions = [event["invoice"]["version"] for event in whole if _about(invoice)(event)]
    require(versions == sorted(versions) and versions[-1] == invoice["version"],
            "the versions of an invoice are not in order")
    middle = len(whole) // 2
    again = _all(app.connect(), cursors[middle], order)
    require(again == whole[middle + 1:], "from a cursor in the middle other events come")


@case("P5.502", "5.6", "Cursors stay valid across restarts of both sides",
      "after a crash the same events follow the same cursor", fresh=True)
def across_restarts(bench):
    app = bench.app("listener")
    invoice, _ = app.paid_invoice("0.5")
    invoice = app.until_invoice(invoice, lambda i: i["payment"] == "paid", "payment: paid")
    before = _all(app.session, "0", invoice)
    bench.restart("kill")
    require(_all(app.session, "0", invoice) == before, "the events differ after a crash")
    require(_all(app.session, before[0]["cursor"], invoice) == before[1:], "from a cursor other events come")


@case("P5.503", "5.6", "A cursor that is greater than the newest one is cursor_invalid",
      "a cursor from elsewhere is refused")
def invalid_cursor(bench):
    app = bench.app("listener")
    app.invoice()
    newest = app.call("get_session")["event_cursor"]
    app.refused("subscribe_events", "cursor_invalid", **{"from": "99999999"})
    for text in ("x", "", "-1", "1.0", "01", "9223372036854775808"):
        app.refused("subscribe_events", "invalid_params", wrong=True, **{"from": text})
    require(app.call("subscribe_events", **{"from": newest})["cursor"] == newest, "the newest cursor is refused")
    app.call("unsubscribe_events")


@case("P5.504", "5.6",
    "This method ends the subscription and returns the cursor of the last event that was sent, or \"0\"",
      "after unsubscribing nothing comes any more")
def unsubscribed(bench):
    app = bench.app("listener")
    session = app.connect()
    require(session.call("unsubscribe_events")["cursor"] == "0", "a session without a subscription has a cursor")
    session.call("subscribe_events")
    invoice = app.invoice()
    event = _event(session, _about(invoice)) if invoice["version"] > 1 else None
    bench.do("pay", address=invoice["address"], amount="0.1")
    event = _event(session, lambda p: _about(invoice)(p) and p["invoice"]["payment"] == "partial")
    require(session.call("unsubscribe_events")["cursor"] == event["cursor"], "the cursor is another one")
    bench.do("pay", address=invoice["address"], amount="0.1")
    app.until_invoice(invoice, lambda i: i["paid_amount"] == "0.2", "paid_amount 0.2")
    session.call("get_session")
    require(not session.notifications, "an event came after unsubscribing")
    session.close()


@case("P5.505", "5.6", "A second subscription replaces the first", "after two subscriptions each event comes once")
def replaced(bench):
    app = bench.app("listener")
    session = app.connect()
    for _ in range(2):
        session.call("subscribe_events")
    invoice = app.invoice()
    bench.do("pay", address=invoice["address"], amount="0.1")
    event = _event(session, lambda p: p["invoice"]["payment"] == "partial")
    session.call("get_session")
    again = [n for n in session.notifications if n["params"]["cursor"] == event["cursor"]]
    require(not again, "the event came twice")
    session.close()


@case("P5.506", "9", "Cursors count the events of one app", "one app's cursor does not move by what another does")
def own_events(bench):
    app, other = bench.app("quiet"), bench.app("listener")
    before = app.call("get_session")["event_cursor"]
    app.call("subscribe_events", **{"from": "0"})
    invoice, _ = other.paid_invoice("0.5")
    require(app.call("get_session")["event_cursor"] == before, "the cursor moved")
    foreign = [n for n in app.session.notifications if _about(invoice)(n["params"])]
    require(not foreign, "an event of another app came")
    app.call("unsubscribe_events")


@case("P5.507", "5.6", "A subscription from a cursor after which events of this app were dropped is cursor_too_old",
      "what was dropped is told, with what to read instead", fresh=True)
def too_old(bench):
    bench.start(ROOMY | {"events.keep_count": 3})
    app = bench.app("listener")
    for _ in range(6):
        last = app.invoice()
        bench.do("pay", address=last["address"], amount="0.1")
        app.until_invoice(last, lambda i: i["payment"] == "partial", "payment: partial")
    end = time.monotonic() + PATIENCE
    while (kept := _kept(app)) is None or len(kept) > 3:
        require(time.monotonic() < end, "more events are kept than the limit")


def _kept(app):
    """The events that are still there after the provider has dropped some; None before that."""
    session = app.connect()
    try:
        session.call("subscribe_events", **{"from": "0"})
        return None
    except Error as error:
        data = error.data
        require(error.reason == "cursor_too_old", f"it failed with {error.reason}")
        require(set(data["resynchronise"]) == {"list_payment_orders", "list_invoice_requests"},
                "other methods are named")
        require(data["newest"] == session.call("get_session")["event_cursor"], "newest is not the newest cursor")
        try:
            session.call("subscribe_events", **{"from": data["oldest"]})
        except Error:
            return None  # more was dropped in the meantime
        events = [_event(session)]
        while events[-1]["cursor"] != data["newest"]:
            events.append(_event(session))
        return events
    finally:
        session.close()


@case("P5.508", "5.7", "P sends one event for each version of an order that it has stored",
      "the events of an order lead through its states in their order", fresh=True)
def of_an_order(bench):
    app = bench.app("listener")
    order = app.succeeded("0.2")
    events = _all(app.session, "0", order)
    found = [e["payment_order"] for e in events if _about(order)(e)]
    require([o["version"] for o in found] == list(range(found[0]["version"], order["version"] + 1)),
            "a version is missing")
    states = [o["state"] for o in found]
    order_of = ["received", "awaiting_approval", "approved", "submitting", "in_flight", "succeeded"]
    require([order_of.index(s) for s in states] == sorted(order_of.index(s) for s in states),
            f"the states are {states}")
    require(all(e["type"] == "payment_order_changed" for e in events if _about(order)(e)), "the type differs")


@case("P5.509", "5.6",
    "P keeps the events of the first 16 versions of an invoice, and of the later versions only the newest",
      "a much paid invoice has few events, and the newest is "
      "among them", fresh=True)
def much_paid(bench):
    app = bench.app("listener")
    invoice = app.invoice("5")
    for n in range(1, 25):
        bench.do("pay", address=invoice["address"], amount="0.01")
        invoice = app.until_invoice(invoice, lambda i: len(i["transfers"]) + i.get("earlier_transfers", 0) >= n,
                                    f"{n} transfers")
    require(invoice["version"] > 17, "the invoice has too few versions for this")
    versions = [e["invoice"]["version"] for e in _all(app.session, "0", invoice) if _about(invoice)(e)]
    require(versions[-1] == invoice["version"] and len(versions) <= 17, f"the events have the versions {versions}")
    require(set(range(2, 17)) <= set(versions), "an event of the first sixteen versions is missing")
