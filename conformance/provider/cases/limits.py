"""Chapter 7: what is limited, and what is said about it."""

from ...report import Violation, require
from ..app import new_id
from ..line import Silence
from ..registry import ROOMY, case
from ..rpc import Error


@case("P7.01", "7", "get_session returns the limits that matter to an app", "the limits are those of chapter 7",
      world="defaults")
def told(bench):
    limits = bench.app().call("get_session")["limits"]
    wanted = {"max_message_bytes": 1_048_576, "max_batch": 32, "max_in_flight": 64, "max_depth": 32,
              "requests_per_second": 100, "burst": 200}
    require(wanted.items() <= limits.items(), f"they are {limits}")


@case("P7.02", "7", "requests of an app: beyond the burst rate_limited with retry_after_ms",
      "requests beyond the burst are refused with the real wait, and the next second allows more", fresh=True)
def rate(bench):
    bench.start({"limits.requests_per_second": 10, "limits.burst": 20})
    app = bench.app()
    ids = [app.session.request("list_services") for _ in range(40)]
    refused = []
    for id_ in ids:
        try:
            app.session.answer(id_, "list_services")
        except Error as error:
            require(error.reason == "rate_limited", f"it failed with {error.reason}")
            refused.append(error.data)
    require(15 <= len(refused) <= 25, f"{len(refused)} of 40 requests were refused, with a burst of 20")
    require(all(0 < data.get("retry_after_ms", 0) <= 5_000 for data in refused), "retry_after_ms is not the real wait")


@case("P7.03", "7", "one for each app whatever the number of its connections",
      "a second connection has no allowance of its own", fresh=True)
def rate_of_an_app(bench):
    bench.start({"limits.requests_per_second": 1, "limits.burst": 20})
    app, other = bench.app(), bench.app("other")
    second = app.connect()
    for session in (app.session, second):
        ids = [session.request("list_services") for _ in range(20)]
        refused = 0
        for id_ in ids:
            try:
                session.answer(id_)
            except Error:
                refused += 1
    require(refused >= 15, "the second connection has an allowance of its own")
    other.call("list_services")


@case("P7.04", "7", "Each request of a batch counts", "a batch is no way around the rate", fresh=True)
def rate_of_a_batch(bench):
    bench.start({"limits.requests_per_second": 1, "limits.burst": 20})
    session = bench.app().session
    session.send([{"jsonrpc": "2.0", "id": f"n{n}", "method": "list_services"} for n in range(32)])
    answers = session.next_answer()
    refused = [a for a in answers if a.get("error", {}).get("data", {}).get("reason") == "rate_limited"]
    require(10 <= len(refused) <= 20, f"{len(refused)} of 32 were refused, with a burst of 20")


@case("P7.05", "7", "payment orders that wait for the owner: 4 per app",
      "a fifth question is too many, and one that is answered makes room", fresh=True)
def questions(bench):
    bench.start(ROOMY | {"limits.questions_per_app": 4})
    app, other = bench.app(), bench.app("other")
    orders = [app.order() for _ in range(4)]
    data = app.refused("payment_order", "too_many_questions", **app.order_params())
    require("retry_after_ms" in data, "retry_after_ms is missing")
    require(len(app.call("list_payment_orders")["payment_orders"]) == 4, "the refused order was recorded")
    other.order()
    app.call("cancel_payment_order", request_id=new_id(), order_id=orders[0]["order_id"])
    app.order()


@case("P7.06", "7", "16 in all", "questions of all apps have a limit together", fresh=True)
def prompts_of_all(bench):
    bench.start(ROOMY | {"limits.questions": 3})
    one, other = bench.app(), bench.app("other")
    for app in (one, one, other):
        app.order()
    other.refused("payment_order", "too_many_questions", **other.order_params())


@case("P7.07", "7", "payment orders of an app that cause a new question to the owner: 6 within a minute",
      "a seventh question within a minute has to wait, even if the others are withdrawn", world="defaults", fresh=True)
def questions_per_minute(bench):
    app = bench.app()
    for _ in range(6):
        order = app.order()
        app.call("cancel_payment_order", request_id=new_id(), order_id=order["order_id"])
    data = app.refused("payment_order", "too_many_questions", **app.order_params())
    require(1_000 < data.get("retry_after_ms", 0) <= 60_000, f"the wait is {data.get('retry_after_ms')} ms")


@case("P7.08", "7", "invoices of an app that have not ended: quota_exceeded, open_invoices",
      "open invoices have a limit; one that has ended makes room", fresh=True)
def open_invoices(bench):
    bench.start(ROOMY | {"limits.open_invoices": 3})
    app = bench.app()
    invoices = [app.invoice() for _ in range(3)]
    data = app.refused("invoice_request", "quota_exceeded", request_id=new_id(), currency=bench.currency)
    require(data.get("rule") == "open_invoices", f"the rule is {data.get('rule')}")
    app.call("cancel_invoice_request", request_id=new_id(), invoice_id=invoices[0]["invoice_id"])
    app.invoice()


@case("P7.09", "7", "addresses of an app and currency that were made after the last one that was paid: quota_exceeded, "
      "unpaid_addresses", "unpaid addresses have a limit; a payment makes room", fresh=True)
def unpaid_addresses(bench):
    bench.start(ROOMY | {"limits.unpaid_addresses": 4})
    app = bench.app()
    for _ in range(3):
        app.call("new_address_for_currency", request_id=new_id(), currency=bench.currency)
    invoice = app.invoice()
    for method in ("new_address_for_currency", "invoice_request"):
        data = app.refused(method, "quota_exceeded", request_id=new_id(), currency=bench.currency)
        require(data.get("rule") == "unpaid_addresses", f"the rule is {data.get('rule')}")
    bench.do("pay", address=invoice["address"], amount="0.5")
    app.until_invoice(invoice, lambda i: i["payment"] == "paid", "payment: paid")
    app.call("new_address_for_currency", request_id=new_id(), currency=bench.currency)


@case("P7.10", "7", "unanswered requests of a connection: 64; at the latest at 96 it answers error -32000",
      "a hundred calls that wait are not all taken", fresh=True)
def in_flight(bench):
    app = bench.app()
    invoice = app.invoice()
    session, params = app.session, {"invoice_id": invoice["invoice_id"], "after": invoice["version"], "wait_ms": 1_500}
    for _ in range(100):
        session.request("get_invoice_request_status", params)
    try:
        first = session.next_answer(1)
        early = first.get("error", {})
        require(early.get("code") == -32000, "a call that waits was answered before its time")
        require(early["data"].get("limit") == "in_flight" or early["data"].get("reason") == "too_many_in_flight",
                "the reason is another one")
    except Silence:
        pass  # it has stopped reading, which is the other way
    app.connect().call("get_session")  # the app's other connections go on


@case("P7.11", "7", "bytes of answers that wait for the consumer to read them: until they are read, no request is read",
      "a consumer that does not read is cut off or held up, and no one else is", fresh=True)
def reads_nothing(bench):
    app, other = bench.app(), bench.app("other")
    session = app.connect()
    try:
        for _ in range(2_000):
            session.request("rpc.discover")
    except Silence:
        pass  # the provider does not read any more
    other.call("get_session")
    app.connect().call("get_session")
    session.close()


@case("P7.12", "7", "a result is about 1 MiB", "a batch of large results is answered, or refused with limit_exceeded")
def large_results(bench):
    session = bench.app().session
    session.send([{"jsonrpc": "2.0", "id": f"n{n}", "method": "rpc.discover"} for n in range(32)])
    answers = session.next_answer()
    if isinstance(answers, dict):
        require(answers.get("error", {}).get("data", {}).get("reason") == "limit_exceeded", "it failed in another way")
        return
    for answer in answers:
        error = answer.get("error")
        if error and error.get("data", {}).get("reason") != "limit_exceeded":
            raise Violation(f"one of them failed with {error['code']}")


@case("P7.13", "7", "statements of an app that are kept: 4",
      "an older statement is dropped, and the same request prepares it again")
def statements_kept(bench):
    app = bench.app()
    made = []
    for month in range(1, 7):
        params = {"request_id": new_id(), "from": f"2026-{month:02}-01", "to": f"2026-{month + 1:02}-01",
                  "format": "text"}
        made.append((params, app.call("statement_request", **params)["statement"]["statement_id"]))
    app.refused("get_statement_part", "statement_not_found", statement_id=made[0][1])
    again = app.call("statement_request", **made[0][0])
    require(again["replayed"] and again["statement"]["statement_id"] == made[0][1], "it has another name")
    app.call("get_statement_part", statement_id=made[0][1])
