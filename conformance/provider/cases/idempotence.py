"""Chapter 5.5: a request that is repeated is one request."""

import datetime

from ...report import require
from ..app import new_id
from ..registry import case


def _made(app, kind, request_id, **more):
    """The result of a request of this kind, and the identifier of what it made."""
    base = {"request_id": request_id, "currency": app.bench.currency}
    if kind == "invoice_request":
        result = app.call(kind, **base, amount="0.5", **more)
        return result, result["invoice"]["invoice_id"]
    if kind == "new_address_for_currency":
        result = app.call(kind, **base, **more)
        return result, result["address"]["address"]
    if kind == "statement_request":
        result = app.call(kind, request_id=request_id, format="json",
                          **({"from": "2026-01-01", "to": "2026-02-01"} | more))
        return result, result["statement"]["statement_id"]
    result = app.call(kind, **base, address=more.pop("address"), amount="0.01", **more)
    return result, result["payment_order"]["order_id"]


KINDS = ("invoice_request", "new_address_for_currency", "payment_order", "statement_request")


def _fixed(bench, kind):
    return {"address": bench.address()} if kind == "payment_order" else {}


def _repeat(kind):
    def run(bench):
        app, request_id = bench.app(), new_id()
        more = _fixed(bench, kind)
        first, made = _made(app, kind, request_id, **dict(more))
        second, again = _made(app, kind, request_id.upper(), **dict(more))
        require(first["replayed"] is False, "the first answer is called replayed")
        require(second["replayed"] is True, "the second answer is not called replayed")
        require(made == again, "the second request made another one")
    return run


def _conflict(kind):
    def run(bench):
        app, request_id = bench.app(), new_id()
        more = _fixed(bench, kind)
        _made(app, kind, request_id, **dict(more))
        changed = {
            "invoice_request": {"amount": "0.6"}, "new_address_for_currency": {"label": "x"},
            "payment_order": {"amount": "0.02"},
            "statement_request": {"to": "2026-02-02"}}[kind]
        base = {
            "invoice_request": {"currency": bench.currency, "amount": "0.5"},
            "new_address_for_currency": {"currency": bench.currency},
            "payment_order": {"currency": bench.currency, "amount": "0.01"} | more,
            "statement_request": {"from": "2026-01-01", "to": "2026-02-01", "format": "json"}}[kind]
        app.refused(kind, "request_conflict", request_id=request_id, **(base | changed))
        other = "new_address_for_currency" if kind != "new_address_for_currency" else "invoice_request"
        app.refused(other, "request_conflict", request_id=request_id, currency=bench.currency)
        require(_made(app, kind, request_id, **dict(more))[0]["replayed"] is True, "the conflict changed something")
    return run


for _number, _kind in enumerate(KINDS):
    case(f"P5.{100 + _number}", "5.5",
         "with the same method and the same params: the object in its present state, replayed: true",
         f"{_kind} twice is one")(_repeat(_kind))
    case(f"P5.{104 + _number}", "5.5", "with another method or other params: request_conflict; nothing is changed",
         f"{_kind}: a request id for something else is a conflict")(_conflict(_kind))


@case("P5.108", "5.5", "Params are the same if their values are the same",
      "other spellings of the same params are the same request")
def spellings(bench):
    app, request_id = bench.app(), new_id()
    params = {"request_id": request_id, "currency": bench.currency, "amount": "0.5",
              "expires_at": "2027-03-20T11:01:25.000Z"}
    params["expires_at"] = _in_an_hour("Z")
    first = app.call("invoice_request", **params)["invoice"]
    params = {"expires_at": params["expires_at"].replace(".000Z", "+00:00"), "amount": "0.500",
              "currency": bench.currency, "request_id": request_id.upper()}
    second = app.call("invoice_request", **params)
    require(second["replayed"] and second["invoice"]["invoice_id"] == first["invoice_id"], "it is another request")


def _in_an_hour(zone):
    return (datetime.datetime.now(datetime.UTC) + datetime.timedelta(hours=1)).strftime("%Y-%m-%dT%H:%M:%S.000") + zone


@case("P5.109", "5.5", "A member that is present differs from a member that is absent",
      "a default that is written out is another request")
def absent(bench):
    app, request_id = bench.app(), new_id()
    invoice = app.call("invoice_request", request_id=request_id, currency=bench.currency)["invoice"]
    app.refused("invoice_request", "request_conflict", request_id=request_id, currency=bench.currency,
                confirmations=invoice["confirmations_wanted"])


@case("P5.110", "5.5", "Each app has its own request ids; two apps may use the same one",
      "the same request id of two apps is two requests")
def two_apps(bench):
    request_id = new_id()
    one = bench.app().call("invoice_request", request_id=request_id, currency=bench.currency, amount="0.5")
    other = bench.app("other").call("invoice_request", request_id=request_id, currency=bench.currency, amount="0.7")
    require(other["replayed"] is False and one["invoice"]["invoice_id"] != other["invoice"]["invoice_id"],
            "they share an invoice")


@case("P5.111", "5.5", "A request that failed has not used up its request_id",
      "after a refusal the same request id can be used")
def failed(bench):
    app, request_id = bench.app(), new_id()
    app.refused("invoice_request", "amount_out_of_range", request_id=request_id, currency=bench.currency, amount="0")
    require(app.call("invoice_request", request_id=request_id, currency=bench.currency,
                     amount="1")["replayed"] is False, "it is replayed")
    address, request_id = bench.address(), new_id()
    app.refused("payment_order", "invalid_address", request_id=request_id, currency=bench.currency, address="nowhere",
                amount="1")
    order = app.call("payment_order", request_id=request_id, currency=bench.currency, address=address, amount="0.01")
    require(order["replayed"] is False, "it is replayed")


@case("P5.112", "5.5", "A request_id never expires",
      "a repeated request is one request after a restart and after a crash", fresh=True)
def restarts(bench):
    app, request_id, address = bench.app(), new_id(), bench.address()
    for how in ("stop", "kill", None):
        result, made = _made(app, "payment_order", request_id, address=address)
        invoice, named = _made(app, "invoice_request", request_id[:-4] + "0000")
        if how == "stop":
            before = made, named
        require(result["replayed"] is (how != "stop") and invoice["replayed"] is (how != "stop"), "replayed is wrong")
        require((made, named) == before, "the restart made another one")
        if how:
            bench.restart(how)


@case("P5.113", "5.5", "P answers a repeated request even if expires_at has passed since",
      "a repeated request with a deadline that has passed is answered", fresh=True)
def expired_since(bench):
    app = bench.app()
    soon = datetime.datetime.now(datetime.UTC) + datetime.timedelta(milliseconds=800)
    params = app.order_params("0.01", expires_at=soon.strftime("%Y-%m-%dT%H:%M:%S.%f")[:-3] + "Z")
    order = app.call("payment_order", **params)["payment_order"]
    app.until_order(order, "expired", "state: expired")
    again = app.call("payment_order", **params)
    require(again["replayed"] and again["payment_order"]["order_id"] == order["order_id"], "it is another order")
    app.refused("payment_order", "expired", **(params | {"request_id": new_id()}))


@case("P5.114", "5.5", "at most once", "ten identical orders at once are one order and one payment")
def at_once(bench):
    app = bench.app()
    params = app.order_params("0.03")
    sessions = [app.session, app.connect()]
    ids = [(session, session.request("payment_order", params)) for session in sessions for _ in range(5)]
    results = [session.answer(id_, "payment_order") for session, id_ in ids]
    require(len({result["payment_order"]["order_id"] for result in results}) == 1, "there are several orders")
    require(sum(not result["replayed"] for result in results) == 1, "not exactly one of them is new")
    order = results[0]["payment_order"]
    bench.do("approve", order_id=order["order_id"])
    app.until_order(order, "in_flight", "state: in_flight")
    require(bench.sent_to(params["address"]) == ["0.03"], "the wallet sent something else than one payment")
    sessions[1].close()


@case("P5.115", "5.6", "request_id is that of the invoice_request or of a cancel_invoice_request for this invoice",
      "the status is found by the request id")
def status_by_request_id(bench):
    app, made, cancelled = bench.app(), new_id(), new_id()
    invoice = app.call("invoice_request", request_id=made, currency=bench.currency)["invoice"]
    app.call("cancel_invoice_request", request_id=cancelled, invoice_id=invoice["invoice_id"])
    for request_id in (made, cancelled, made.upper()):
        found = app.call("get_invoice_request_status", request_id=request_id)["invoice"]
        require(found["invoice_id"] == invoice["invoice_id"], "another invoice was found")
    app.refused("get_invoice_request_status", "invoice_not_found", request_id=new_id())
    app.refused("get_payment_order_status", "order_not_found", request_id=new_id())
