"""Chapter 5.1 and 5.2: params, amounts, timestamps and pages."""

import datetime

from ... import schemas
from ...report import require
from ..app import new_id
from ..registry import case

BAD_AMOUNTS = [
    ("a sign", "-1", "invalid_params"),
    ("a plus", "+1", "invalid_params"),
    ("an exponent", "1e1", "invalid_params"),
    ("a point without digits behind it", "1.", "invalid_params"),
    ("a point without digits before it", ".5", "invalid_params"),
    ("a leading zero", "01", "invalid_params"),
    ("a comma", "1,5", "invalid_params"),
    ("a blank", " 1", "invalid_params"),
    ("a line feed behind it", "1\n", "invalid_params"),
    ("an empty text", "", "invalid_params"),
    ("digits of another script", "\u0661", "invalid_params"),
    ("a hexadecimal number", "0x1", "invalid_params"),
    ("infinity", "inf", "invalid_params"),
    ("81 digits", "1" + "0" * 80, "invalid_params"),
    ("zero", "0", "amount_out_of_range"),
    ("zero with decimals", "0.0", "amount_out_of_range"),
    ("more decimals than the currency has", "0." + "0" * 30 + "1", "too_many_decimals"),
    ("more than can be handled", "9" * 33, "amount_out_of_range"),
]


def _refused(amount, reason):
    def run(bench):
        bench.app().refused("invoice_request", reason, wrong=True, request_id=new_id(), currency=bench.currency,
                            amount=amount)
    return run


for _number, (_what, _amount, _reason) in enumerate(BAD_AMOUNTS, 10):
    case(f"P5.{_number}", "5.2", "An amount is a string with a decimal number: (0|[1-9][0-9]*)(\\.[0-9]+)?",
         f"an amount with {_what}: {_reason}")(_refused(_amount, _reason))


@case("P5.30", "5.2", "An amount is a string", "a number is no amount")
def number(bench):
    for value in (1, 0, True, None, ["1"]):
        bench.app().refused("invoice_request", "invalid_params", wrong=True, request_id=new_id(),
                            currency=bench.currency, amount=value)


@case("P5.31", "5.2", "P writes the shortest form, without trailing zeros",
      "superfluous zeros are read, and not written")
def shortest(bench):
    app = bench.app()
    for sent, written in (("0.50", "0.5"), ("1.0", "1"), ("2.00000000000000000000000000", "2"), ("10", "10")):
        require(app.invoice(sent)["amount"] == written, f"{sent} is not written as {written}")


@case("P5.32", "5.1", "P refuses an unknown member of params by name",
      "each method refuses a member that it does not know, and names it")
def unknown_member(bench):
    app = bench.app()
    for method in schemas.payments().methods():
        if method != "disconnect_app" and method != "connect_app":
            pointer = app.refused(method, "invalid_params", wrong=True, **_minimal(bench, method),
                                  maximum_fee="1").get("pointer")
            require(pointer == "/maximum_fee", f"{method} names {pointer}")


def _minimal(bench, method):
    """Params that have each member that the method requires."""
    values = {"request_id": new_id(), "currency": bench.currency, "address": "x", "amount": "1", "invoice_id": "inv_x",
              "order_id": "ord_x",
              "opening_id": "opn_x", "statement_id": "stm_x", "kind": "address", "message": "m", "proof": "p",
              "signed_message": "s",
              "from": "2026-01-01", "to": "2026-02-01", "format": "json", "state": "abc", "service": "payments"}
    required = schemas.payments().part(method, "params").get("properties", {})
    return {name: values[name] for name in required}


@case("P5.33", "5.1", "params are closed, and required members are required",
      "each method names a member that is missing")
def missing_member(bench):
    app = bench.app()
    for method in schemas.payments().methods():
        params = _minimal(bench, method)
        for missing in params:
            rest = {name: value for name, value in params.items() if name != missing}
            app.refused(method, "invalid_params", wrong=True, **rest)


BAD_TIMES = ["2026-03-20", "2026-03-20 11:01:25Z", "2026-13-20T11:01:25Z", "2026-02-30T11:01:25Z",
             "2026-03-20T24:01:25Z", "2026-03-20T11:01:25", "yesterday", "", 0]


@case("P5.34", "5.1", "a timestamp is a string by RFC 3339", "what is no timestamp is refused")
def bad_timestamps(bench):
    for value in BAD_TIMES:
        bench.app().refused("invoice_request", "invalid_params", wrong=True, request_id=new_id(),
                            currency=bench.currency, expires_at=value)


@case("P5.35", "5.1", "P writes UTC with milliseconds; it accepts any offset and cuts off fractions of a millisecond",
      "an offset is read, and written as UTC")
def offsets(bench):
    zone = datetime.timezone(datetime.timedelta(hours=-9, minutes=-30))
    wanted = datetime.datetime.now(zone).replace(microsecond=0) + datetime.timedelta(hours=1)
    invoice = bench.app().invoice(expires_at=wanted.strftime("%Y-%m-%dT%H:%M:%S.1239999") + "-09:30")
    utc = wanted.astimezone(datetime.UTC).strftime("%Y-%m-%dT%H:%M:%S.123Z")
    require(invoice["expires_at"] == utc, f"it is {invoice['expires_at']} instead of {utc}")


BAD_IDS = [("the nil UUID", "00000000-0000-0000-0000-000000000000"), ("a text", "abc"),
           ("braces", "{7f9a3a52-94f0-4c0e-8d6f-6a0d4f1f2b02}"),
           ("no hyphens", "7f9a3a5294f04c0e8d6f6a0d4f1f2b02"), ("other digits", "7f9a3a52-94f0-4c0e-8d6f-6a0d4f1f2b0g"),
           ("an empty text", "")]


@case("P5.36", "5.5", "request_id is a UUID, not the nil UUID", "what is no UUID, and the nil UUID, are refused")
def bad_request_ids(bench):
    for what, value in BAD_IDS:
        data = bench.app().refused("invoice_request", "invalid_params", wrong=True, request_id=value,
                                   currency=bench.currency)
        require(data.get("pointer") == "/request_id", f"{what}: the pointer is {data.get('pointer')}")


@case("P5.37", "7", "texts are counted in code points",
      "a description of 1,000 characters outside of the basic plane fits, one more does not")
def code_points(bench):
    app = bench.app()
    text = "\U0001F4B8" * 1_000
    require(app.invoice(description=text)["description"] == text, "the description is another one")
    app.refused("invoice_request", "invalid_params", wrong=True, request_id=new_id(), currency=bench.currency,
                description=text + "x")
    label = "\u00e9" * 200
    app.call("new_address_for_currency", request_id=new_id(), currency=bench.currency, label=label)
    app.refused("new_address_for_currency", "invalid_params", wrong=True, request_id=new_id(), currency=bench.currency,
                label=label + "x")


PAGED = [
    ("list_invoice_requests", "invoices", "invoice_id", lambda app: app.invoice()),
    ("list_payment_orders", "payment_orders", "order_id", lambda app: app.order("0.01")),
    ("addresses_for_currency", "addresses", "address",
     lambda app: app.call("new_address_for_currency", request_id=new_id(), currency=app.bench.currency)),
]


def _pages(method, member, name, make):
    def run(bench):
        app = bench.app("paged")
        more = {"currency": bench.currency} if method == "addresses_for_currency" else {}
        for _ in range(5):
            made = make(app)
        first = app.call(method, limit=2, **more)
        newest = made.get("address", made) if method == "addresses_for_currency" else made
        # Rows of one millisecond have no order among them that an app could know.
        require(newest[name] in [row[name] for row in first[member]
                                 if row["created_at"] == first[member][0]["created_at"]],
                "the newest is not among the first")
        require(len(first[member]) == 2 and "next" in first, "a page has another number of rows, or no next")
        added = make(app)  # a new row moves none of the older ones
        added = (added.get("address", added) if method == "addresses_for_currency" else added)[name]
        seen, page = [row[name] for row in first[member]], first
        while "next" in page:
            page = app.call(method, limit=2, before=page["next"], **more)
            seen += [row[name] for row in page[member]]
        all_rows = [row[name] for row in app.call(method, limit=100, **more)[member]]
        require(seen == [row for row in all_rows if row != added], "the pages do not come to the whole list")
        for before in ("", "0", "x", "999999999", new_id()):
            app.refused(method, "invalid_params", wrong=True, before=before, **more)
        for limit in (0, 101):
            app.refused(method, "invalid_params", wrong=True, limit=limit, **more)
    return run


for _number, _row in enumerate(PAGED, 40):
    case(f"P5.{_number}", "5.1",
         "P answers a list newest first, in pages; before has to be the next of a page of the same list",
         f"the pages of {_row[0]}")(_pages(*_row))


@case("P5.43", "5.1", "before has to be the next of a page of the same list",
      "the next of one list is refused by another")
def next_of_another_list(bench):
    app = bench.app("paged")
    for _ in range(2):
        app.invoice()
        app.order("0.01")
    invoices = app.call("list_invoice_requests", limit=1)["next"]
    orders = app.call("list_payment_orders", limit=1)["next"]
    app.refused("list_payment_orders", "invalid_params", before=invoices)
    app.refused("list_invoice_requests", "invalid_params", before=orders)


@case("P5.44", "5.6", "List only those in this state", "lists are filtered by state and by currency", fresh=True)
def filtered(bench):
    app = bench.app("filtered")
    kept, gone = app.invoice(), app.invoice()
    app.call("cancel_invoice_request", request_id=new_id(), invoice_id=gone["invoice_id"])
    rows = app.call("list_invoice_requests", state="cancelled")["invoices"]
    require([row["invoice_id"] for row in rows] == [gone["invoice_id"]], "the list of cancelled invoices differs")
    rows = app.call("list_invoice_requests", state="pending", currency=bench.currency)["invoices"]
    require([row["invoice_id"] for row in rows] == [kept["invoice_id"]], "the list of pending invoices differs")
    if "other_currency" in bench.description:
        rows = app.call("list_invoice_requests", currency=bench.description["other_currency"])["invoices"]
        require(rows == [], "invoices of another currency are listed")
