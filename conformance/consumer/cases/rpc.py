"""Chapter 4: requests and responses as a consumer writes and reads them."""

from ...models.script import Cut
from ...report import require
from ...wire.text import compact
from ..registry import case, table

FORGED = {"payment_order": {"order_id": "ord_forged"}, "replayed": False}


async def not_misled(bench, before, rule):
    """The answer to a payment is preceded by messages that are no answer to it."""
    count = bench.answer_to("payment_order", lambda value, connection: [*before(value), compact(value)])
    await bench.open()
    answer = await bench.works(rule)
    require(count, f"{rule}: there was no answer")
    require(answer.result.get("order_id") == bench.orders()[0].order_id, f"{rule}: another answer was believed")


@case("C4.01", "4.2", "jsonrpc, method, params, id, and no other member",
      "requests have exactly the members of JSON-RPC")
async def members(bench):
    await bench.open()
    await bench.works("4.2")
    await bench.invoice()
    for request in bench.seen.kinds("request"):
        require(set(request) <= {"jsonrpc", "method", "params", "id"}, f"4.2: a request has {sorted(request)}")
        require(request["jsonrpc"] == "2.0" and isinstance(request["method"], str), "4.2: version and method")
        require(isinstance(request.get("params", {}), dict), "4.2: params are no object")
        require(isinstance(request.get("id"), (str, int)), f"4.2: the id is {request.get('id')!r}")


@case("C4.02", "4.2", "A consumer SHOULD use strings or integers, each once in a session",
      "no id is used twice in a session")
async def ids(bench):
    await bench.open()
    await bench.works("4.2")
    await bench.invoice()
    await bench.status(request_id=bench.seen.requests("payment_order")[0]["params"]["request_id"])
    used = [(number, repr(value["id"]))
            for number, kind, value in bench.seen.all if kind == "request" and "id" in value]
    require(len(used) == len(set(used)), "4.2: an id was used twice")


@table("C4.03", "4.3", "C MUST ignore a response whose id it has not used", "no answer is", [
    ("one with another id", lambda value: {"id": 987_654}), ("one with the id as another type", lambda value: {
        "id": str(value["id"]) if isinstance(value["id"], int) else f"{value['id']}x"}),
    ("one with the id null", lambda value: {"id": None})])
async def other_id(bench, change):
    await not_misled(bench, lambda value: [compact({"jsonrpc": "2.0", "result": FORGED} | change(value))], "4.3")


@case("C4.06", "4.3", "C MUST ignore a response that has been answered already", "a second answer changes nothing")
async def second_answer(bench):
    def change(value, connection):
        forged = value | {"result": {"payment_order": value["result"]["payment_order"] | {"order_id": "ord_forged"}}}
        return [compact(value), compact(forged), compact(forged)]

    bench.answer_to("payment_order", change)
    await bench.open()
    answer = await bench.works("4.3")
    require(answer.result.get("order_id") == bench.orders()[0].order_id, "4.3: the second answer was believed")
    require((await bench.invoice()).ok, "4.3: the session did not survive a second answer")


@case("C4.07", "4.3", "An error with the id null belongs to a request that P could not find out",
      "an error without an id is not the answer to a payment")
async def error_of_nobody(bench):
    error = {"code": -32600, "message": "no"}
    await not_misled(bench, lambda value: [compact({"jsonrpc": "2.0", "id": None, "error": error})], "4.3")


@table("C4.08", "4.4", "C MUST ignore notifications that it does not know", "an answer is found after", [
    ("an unknown notification", {"method": "weather_changed", "params": {"sun": True}}),
    ("an unknown notification without params", {"method": "later"}),
    ("an event of an unknown type", {"method": "event", "params": {
        "cursor": "1", "type": "moon_changed", "at": "2026-03-20T11:03:02.114Z", "moon": {}}}),
    ("an event that nobody subscribed to", {"method": "event", "params": {
        "cursor": "99", "type": "budget_low", "at": "2026-03-20T11:03:02.114Z"}})])
async def notification(bench, message):
    await not_misled(bench, lambda value: [compact({"jsonrpc": "2.0"} | message)], "4.4")


@case("C4.12", "4.4", "If C receives a request, it answers with -32601",
      "a request of the provider is answered with -32601")
async def request(bench):
    await not_misled(bench, lambda value: [compact({"jsonrpc": "2.0", "id": "p1", "method": "tell_me"})], "4.4")
    await bench.until(lambda: bench.seen.kinds("other"), "4.4: the request was not answered")
    reply = bench.seen.kinds("other")[0]
    require(reply.get("id") == "p1" and reply.get("error", {}).get("code") == -32601, f"4.4: the reply was {reply}")


@table("C4.13", "4.3", "a response has jsonrpc, id, and either result or error",
       "a payment is neither made nor failed after an answer that", [
    ("is no JSON", lambda value: ["{", Cut()]),
    ("has neither result nor error", lambda value: [compact({"jsonrpc": "2.0", "id": value["id"]}), Cut()]),
    ("has a result that is no object", lambda value: compact(value | {"result": [1]})),
    ("lacks the order's state", lambda value: compact(value | {"result": {
        "payment_order": {k: v for k, v in value["result"]["payment_order"].items() if k != "state"},
        "replayed": False}})),
    ("has an amount as a number", lambda value: compact(value | {"result": {
        "payment_order": value["result"]["payment_order"] | {"amount": 0.25}, "replayed": False}})),
    ("has a state that does not exist", lambda value: compact(value | {"result": {
        "payment_order": value["result"]["payment_order"] | {"state": "maybe"}, "replayed": False}}))])
async def malformed(bench, change):
    bench.answer_to("payment_order", lambda value, connection: change(value))
    await bench.open()
    answer = await bench.pay()
    require(answer.ok or answer.code in ("unknown_outcome", "internal_error"), f"4.3: {answer}")
    if answer.ok:
        require(answer.result.get("state") in ("awaiting_approval", "approved"),
                f"4.3: the state {answer.result.get('state')}")
    bench.paid_once()


@case("C4.19", "8.4", "a consumer MUST ignore members of results that it does not know",
      "unknown members of a result are ignored")
async def unknown_members(bench):
    def more(value, connection):
        order = value["result"]["payment_order"] | {"mood": {"good": True}, "x": None, "Amount": "9"}
        return compact(value | {"result": value["result"] | {"payment_order": order, "later": [1]}})

    bench.answer_to("payment_order", more)
    await bench.open()
    await bench.works("8.4")


@case("C4.99", "5.1", "Params have the form of their schema",
      "every request of all these cases has the form of its schema")
async def requests(bench):
    """The runner concludes this one from the requests of all cases."""


OTHER = "0d5a2f1e-6b7c-4c3d-9e8f-1a2b3c4d5e6f"


@case("C4.20", "4.3", "an object under another request_id is no answer to this request",
      "an order of another request is not taken for the payment")
async def other_order(bench):
    forged = {"order_id": "ord_forged", "request_id": OTHER}
    bench.answer_to("payment_order", lambda value, connection: compact(value | {"result": value["result"] | {
        "payment_order": value["result"]["payment_order"] | forged}}), times=1_000)
    await bench.open()
    answer = await bench.pay()
    require(not (answer.ok and answer.result.get("order_id") == "ord_forged"),
            f"4.3: an order of the request {OTHER} is told as the payment")
    require(answer.ok or answer.code in ("unknown_outcome", "internal_error"), f"4.3: {answer}")
    bench.script.points.clear()
    again = await bench.pay(request_id=bench.seen.requests("payment_order")[0]["params"]["request_id"])
    require(again.ok, f"4.3: {again}")
    bench.paid_once()


@case("C4.21", "4.3", "an object under another request_id is no answer to this request",
      "an invoice of another request is not taken for the one that was asked for")
async def other_invoice(bench):
    forged = {"invoice_id": "inv_forged", "request_id": OTHER}
    bench.answer_to("invoice_request", lambda value, connection: compact(value | {"result": value["result"] | {
        "invoice": value["result"]["invoice"] | forged}}), times=1_000)
    await bench.open()
    answer = await bench.invoice()
    require(not answer.ok, f"4.3: an invoice of the request {OTHER} is told as the one that was asked for")
    require(answer.code in ("unknown_outcome", "internal_error", "not_proven", "other"), f"4.3: {answer}")
