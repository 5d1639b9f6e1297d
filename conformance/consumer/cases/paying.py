"""Chapters 5.4 to 5.6 and 6: a payment is made once, whatever happens, and what is said about it is true."""

import asyncio
import uuid

from ...models.failures import Failure
from ...models.script import Cut
from ...report import require
from ...wire.text import compact
from ..registry import case, table

OPEN = ("unknown_outcome", "internal_error")


def error(value, reason, code=None, **data):
    try:
        body = Failure(reason, **data).error
    except KeyError:
        body = {"code": code, "message": "A sentence.", "data": {"reason": reason} | data}
    return compact({"jsonrpc": "2.0", "id": value["id"], "error": body})


def request_id_of(bench):
    return bench.seen.requests("payment_order")[0]["params"]["request_id"]


async def ends_well(bench, answer, rule):
    """Whatever the verb said, the outcome can be asked for, and there is one order."""
    require(answer.ok or answer.code in OPEN, f"{rule}: {answer}")
    if not answer.ok:
        again = await bench.pay(request_id=request_id_of(bench))
        require(again.ok, f"{rule}: repeated with the same request id: {again}")
    bench.paid_once()


@case("C5.01", "5.5", "request_id: a UUID, made with random bits", "a payment has a random UUID")
async def random_ids(bench):
    await bench.open()
    for _ in range(3):
        require((await bench.pay()).ok, "5.5: no payment")
    ids = [uuid.UUID(request["params"]["request_id"]) for request in bench.seen.requests("payment_order")]
    require(len(set(ids)) == 3, "5.5: a request id was used for another payment")
    require(all(value.int and value.variant == uuid.RFC_4122 for value in ids), "5.5: no UUID by RFC 9562")
    # The last 48 bits of a random UUID are never near each other.
    tails = sorted(value.int & 0xFFFF_FFFF_FFFF for value in ids)
    require(min(b - a for a, b in zip(tails, tails[1:])) > 1_000, "5.5: the UUIDs are counted, not random")


def lost(connection):
    raise Cut


def told_truly(bench, answer, rule):
    """A payment of which an error says nothing: its outcome is open, unless the consumer has asked for it."""
    asked = bench.seen.requests("get_payment_order_status")
    require(answer.code in (*OPEN, "moon_in_the_way", "other") or answer.ok and asked, f"{rule}: {answer}")


POINTS = ["upgrade", "second", "first", "request", "answer"]


@table("C5.02", "1.5", "the consumer MUST connect again and ask", "one payment is made when the connection ends once", [
    (f"{place}, {how}", (point, code)) for point, place in zip(POINTS, [
        "at the upgrade", "before the second message", "before the first record", "before the request is carried out",
        "after it was carried out"]) for how, code in (("without a word", None), ("with 1013", 1013))])
async def cut_once(bench, where):
    point, code = where
    await bench.open()
    # A consumer looks for a provider that it has just met; before that, once is enough.
    require((await bench.status(request_id=bench.new_id())).code == "order_not_found", "5.6: an order that nobody made")

    def cut(value, connection):
        raise Cut(code)

    if point == "answer":
        bench.lose_answer("payment_order", code=code)
    elif point == "request":
        bench.once("request", cut, lambda message: b'"payment_order"' in message)
    else:
        bench.once(point, cut)
    answer = await bench.pay()
    if not bench.seen.requests("payment_order"):
        require(not answer.ok, "5.4: a payment is said to be made that was never ordered")
        answer = await bench.pay()
    await ends_well(bench, answer, "5.5")


@case("C5.12", "5.5", "The app MUST store it before it sends the request",
      "a payment with no answer at all is one payment, and not called failed")
async def all_lost(bench):
    bench.script.at("answer", lambda text,
                    connection: lost(connection) if bench.seen.requests("payment_order") else text)
    await bench.open()
    answer = await bench.pay()
    require(not answer.ok, "5.5: a payment without an answer is said to be made")
    require(answer.code in OPEN, f"5.5: {answer}")
    bench.paid_once()
    del bench.script.points["answer"]
    again = await bench.status(request_id=request_id_of(bench))
    require(again.ok and again.result["order_id"] == bench.orders()[0].order_id, f"5.5: {again}")
    bench.paid_once()


@table("C5.13", "5.5", "repeat the request after any failure, its own restart included",
       "a payment is made once when the app is killed", [
    ("before the provider has carried it out", False), ("before it reads the answer", True)])
async def killed(bench, carried_out):
    arrived = asyncio.Event()

    if carried_out:
        bench.answer_to("payment_order", lambda value, connection: arrived.set() or [])
    else:
        bench.once("request", lambda message, connection: arrived.set() or b"{}",
                   lambda message: b'"payment_order"' in message)
    await bench.open()
    request_id = bench.new_id()
    verb = asyncio.ensure_future(bench.pay(request_id=request_id))
    async with asyncio.timeout(10):
        await arrived.wait()
    await bench.crash()
    await asyncio.gather(verb, return_exceptions=True)
    require(len(bench.orders()) == carried_out, "the suite's own order of things")
    answer = await bench.pay(request_id=request_id)
    require(answer.ok, f"5.5: repeated after a crash: {answer}")
    require(answer.result["request_id"] == request_id, "5.5: another request id")
    bench.paid_once()


@case("C5.15", "5.5", "with the same method and the same params: the object in its present state, replayed: true",
      "the same request id twice is one payment")
async def repeated(bench):
    await bench.open()
    request_id = bench.new_id()
    first, second = [await bench.pay(request_id=request_id) for _ in range(2)]
    require(first.ok and second.ok, f"5.5: {first}; {second}")
    require(first.result["order_id"] == second.result["order_id"], "5.5: two orders")
    bench.paid_once()


@case("C5.16", "5.5", "with other params: request_conflict; nothing is changed",
      "a conflict is told, and no other request id is tried")
async def conflict(bench):
    await bench.open()
    request_id = bench.new_id()
    require((await bench.pay(request_id=request_id)).ok, "5.5: no payment")
    answer = await bench.pay(request_id=request_id, amount="0.3")
    require(not answer.ok, "5.5: a conflict is said to be a payment")
    require(len(bench.orders()) == 1, "5.5: a second order was made")
    require({request["params"]["request_id"] for request in bench.seen.requests("payment_order")} == {request_id},
            "5.5: another request id")


@table("C5.17", "5.2", "Amounts are strings, and are never rounded", "an amount is sent as it was given", [
    ("0.1", ("LTC", "0.1")), ("0.30000001", ("LTC", "0.30000001")), ("50000000.00000001", ("LTC", "50000000.00000001")),
    ("0.00012345", ("LTC", "0.00012345")), ("of twelve decimals", ("XMR", "1234.123456789012")),
    ("without decimals", ("LTC", "7"))])
async def amounts(bench, amount):
    currency, text = amount
    await bench.open()
    await bench.pay(currency=currency, address=bench.provider.wallets[currency].example(1), amount=text)
    requests = bench.seen.requests("payment_order")
    require(requests, "5.2: nothing was ordered")
    require(requests[0]["params"]["amount"] == text, "5.2: another amount was ordered")
    require(requests[0]["params"]["currency"] == currency, "5.2: another currency")


@case("C5.23", "5.6", "address: the recipient", "the address is sent as it was given")
async def recipient(bench):
    await bench.open()
    await bench.works("5.6")
    require(bench.seen.requests("payment_order")[0]["params"]["address"] == bench.address, "5.6: another recipient")


REFUSALS = ["policy_denied", "budget_exceeded", "insufficient_funds", "invalid_address", "wrong_network",
            "fee_too_high",
            "too_many_questions", "service_disabled", "scope_not_granted", "currency_not_granted", "quota_exceeded",
            "unknown_currency"]


def refuse_payment(bench, reason, code=None, times=1_000, **data):
    """The provider refuses without having recorded anything."""
    def answer(value, connection):
        app = connection.app
        for order in list(app.orders):
            app.orders.remove(order)
        app.requests.clear()
        return error(value, reason, code, **data)

    return bench.answer_to("payment_order", answer, times)


@table("C5.24", "6.4", "Tell the user about all other errors, by the reason",
       "a refusal is told and not tried in another way", [
    (reason, reason) for reason in REFUSALS])
async def refusals(bench, reason):
    count = refuse_payment(bench, reason)
    await bench.open()
    answer = await bench.pay()
    require(not answer.ok and answer.code == reason, f"6.4: {answer}")
    require(len({str(request["params"]) for request in bench.seen.requests("payment_order")}) == 1,
            "6.4: tried in another way")
    require(len(count) <= 2, f"6.4: tried {len(count)} times")


@table("C5.36", "6.4", "Repeat not before retry_after_ms has passed, and with the same request_id",
       "a wait is kept after", [
    (reason, reason) for reason in ("rate_limited", "wallet_unavailable", "wallet_timeout", "shutting_down")])
async def waits(bench, reason):
    times = []

    def later(value, connection):
        times.append(asyncio.get_running_loop().time())
        return error(value, reason, retry_after_ms=400) if len(times) == 1 else compact(value)

    bench.answer_to("payment_order", later, times=10)
    await bench.open()
    answer = await bench.pay()
    require(answer.ok or answer.code == reason, f"6.4: {answer}")
    if len(times) > 1:
        require(times[1] - times[0] >= 0.395,
                f"6.4: repeated after {1000 * (times[1] - times[0]):.0f} ms instead of 400")
    bench.paid_once()


@case("C5.86", "6.2", "P cannot reach its ledger at present",
      "a ledger that is away ends no payment, and a wait for it is kept")
async def ledger_away(bench):
    await waits(bench, "ledger_unavailable")


@table("C5.40", "6.1", "treat an unknown reason by the block of its number",
       "of an unknown reason the outcome is unknown, in the block", [
    ("4000", 4999), ("5000", 5999)])
async def unknown_open(bench, code):
    bench.answer_to("payment_order", lambda value, connection: error(value, "moon_in_the_way", code), times=1_000)
    await bench.open()
    answer = await bench.pay()
    told_truly(bench, answer, "6.1")
    bench.paid_once()
    del bench.script.points["answer"]
    again = await bench.pay(request_id=request_id_of(bench))
    require(again.ok, f"6.1: {again}")
    bench.paid_once()


@table("C5.42", "6.1", "treat an unknown reason by the block of its number",
       "an unknown reason is an error, in the block", [
    ("of JSON-RPC", -32050), ("1000", 1999), ("2000", 2999), ("3000", 3999), ("of no chapter", 77)])
async def unknown_closed(bench, code):
    refuse_payment(bench, "moon_in_the_way", code)
    await bench.open()
    answer = await bench.pay()
    require(not answer.ok, "6.1: an unknown error is said to be a payment")
    require(len({request["params"]["request_id"] for request in bench.seen.requests("payment_order")}) == 1,
            "6.1: tried under another id")


@case("C5.47", "6.1", "Errors of the JSON-RPC layer may come without data", "an error without data is an error")
async def without_data(bench):
    def bare(value, connection):
        return compact({"jsonrpc": "2.0", "id": value["id"], "error": {"code": -32603, "message": "x"}})

    bench.answer_to("payment_order", bare, times=1_000)
    await bench.open()
    answer = await bench.pay()
    told_truly(bench, answer, "6.1")
    bench.paid_once()


@case("C5.48", "6.1", "programs MUST NOT read message", "the message of an error changes nothing")
async def message(bench):
    def misleading(value, connection):
        body = Failure("internal_error").error | {
            "message": "budget_exceeded: nothing was ordered, the payment has failed"}
        return compact({"jsonrpc": "2.0", "id": value["id"], "error": body})

    bench.answer_to("payment_order", misleading, times=1_000)
    await bench.open()
    answer = await bench.pay()
    told_truly(bench, answer, "6.1")
    bench.paid_once()


@case("C5.49", "6.4", "Ask for the status by request_id after internal_error", "internal_error does not end a payment")
async def internal(bench):
    bench.answer_to("payment_order", lambda value, connection: error(value, "internal_error"))
    await bench.open()
    await ends_well(bench, await bench.pay(), "6.4")


@table("C5.50", "18.2", "a refusal after no answer came to an earlier attempt tells of this attempt only",
       "a payment stays open that was lost, and then refused with", [
    (reason, reason) for reason in ("scope_not_granted", "rate_limited", "currency_not_granted", "service_disabled")])
async def lost_then_refused(bench, reason):
    answers = []

    def lose_then_refuse(value, connection):
        answers.append(True)
        if len(answers) == 1:
            raise Cut
        return error(value, reason)

    def refuse_status(value, connection):
        return error(value, reason)

    bench.answer_to("payment_order", lose_then_refuse, times=1_000)
    payment = bench.script.points["answer"]
    bench.answer_to("get_payment_order_status", refuse_status, times=1_000)
    status = bench.script.points["answer"]

    def both(text, connection):
        changed = payment(text, connection)
        return status(changed, connection) if changed is text else changed

    bench.script.at("answer", both)
    await bench.open()
    answer = await bench.pay()
    require(not answer.ok, "18.2: a refused payment is said to be made")
    require(answer.code == "unknown_outcome", f"18.2: the order was made, and is called refused: {answer}")
    bench.script.points.clear()
    again = await bench.pay(request_id=request_id_of(bench))
    require(again.ok, f"18.2: {again}")
    bench.paid_once()


@case("C5.54", "2.5", "MUST NOT send anything to another key",
      "a payment without an answer is not sent to another provider")
async def other_provider(bench):
    from ...wire.identity import Identity
    changed = []

    def lose(value, connection):
        if not changed:
            changed.append(True)
            bench.provider.identity = Identity.generate()
            bench.provider.publish()
        raise Cut

    bench.answer_to("payment_order", lose, times=1_000)
    await bench.open()
    answer = await bench.pay()
    require(not answer.ok, "2.5: a payment without an answer is said to be made")
    require(len(bench.seen.requests("payment_order")) == 1, "2.5: the payment was sent to another provider")


STATES = [("awaiting_approval", {}), ("approved", {}), ("submitting", {}), ("in_flight", {"transaction_id": "5f1c"}),
          ("succeeded", {"transaction_id": "5f1c", "confirmations": 6}), ("rejected", {"reason": "user_rejected"}),
          ("expired", {"reason": "expired"}), ("cancelled", {}), ("failed", {"reason": "payment_conflicted"})]


@table("C5.55", "5.4", "An order is in one of these states", "a status is told as it is",
       [(state, (state, more)) for state, more in STATES])
async def states(bench, form):
    state, more = form
    await bench.open()
    await bench.works("5.4")
    bench.answer_to("get_payment_order_status", lambda value, connection: compact(value | {"result": {
        "payment_order": value["result"]["payment_order"] | {"state": state} | more}}), times=9)
    answer = await bench.status(request_id=request_id_of(bench))
    require(answer.ok and answer.result.get("state") == state,
            f"5.4: {state} is told as {answer.result.get('state')} ({answer})")


@case("C5.64", "5.4", "An app MUST treat an unknown waiting_for as one more thing that the order waits for",
      "an unknown waiting_for is read")
async def waiting_for(bench):
    await bench.open()
    await bench.works("5.4")
    bench.answer_to("get_payment_order_status", lambda value, connection: compact(value | {"result": {
        "payment_order": value["result"]["payment_order"] | {"waiting_for": "the_moon"}}}), times=9)
    answer = await bench.status(request_id=request_id_of(bench))
    require(answer.ok and answer.result.get("state") == "awaiting_approval", f"5.4: {answer}")


@case("C5.65", "5.4", "the state stays succeeded; a new version contains reversed_at",
      "a payment that was undone is told")
async def reversed_payment(bench):
    await bench.open()
    await bench.works("5.4")
    bench.answer_to("get_payment_order_status", lambda value, connection: compact(value | {"result": {
        "payment_order": value["result"]["payment_order"] | {
            "state": "succeeded", "transaction_id": "5f1c", "reversed_at": "2026-03-20T11:03:02.114Z"}}}), times=9)
    answer = await bench.status(request_id=request_id_of(bench))
    require(answer.ok and answer.result.get("reversed_at"), f"5.4: the reversal is not told ({answer})")


@case("C5.66", "6.2", "order_not_found: there is no such order",
      "an order that is not there is not made by asking for it")
async def not_found(bench):
    await bench.open()
    answer = await bench.status(request_id=bench.new_id())
    require(not answer.ok and answer.code == "order_not_found", f"6.2: {answer}")
    bench.unpaid("6.2")


@case("C5.67", "5.6", "order_id names the order", "an order is found by its id")
async def by_id(bench):
    await bench.open()
    first = await bench.works("5.6")
    answer = await bench.status(id=first.result["order_id"])
    require(answer.ok and answer.result["order_id"] == first.result["order_id"], f"5.6: {answer}")
    bench.paid_once()


@case("C5.68", "5.4", "P reports an unknown outcome as in_flight", "a whole payment is followed to its end")
async def whole(bench):
    await bench.open()
    first = await bench.works("5.4")
    bench.provider.orders.approve(first.result["order_id"], None)
    await bench.until(lambda: bench.orders()[0].state == "in_flight", "the suite's own provider")
    answer = await bench.status(id=first.result["order_id"])
    require(answer.result.get("state") == "in_flight" and answer.result.get("transaction_id"), f"5.4: {answer}")
    bench.provider.wallets["LTC"].mine(6)
    await bench.until(lambda: bench.orders()[0].state == "succeeded", "the suite's own provider")
    answer = await bench.status(id=first.result["order_id"])
    require(answer.result.get("state") == "succeeded", f"5.4: {answer}")
    require(len([t for t in bench.provider.wallets["LTC"].transactions if t.ours]) == 1,
            "5.4: more than one transaction")


@case("C5.88", "5.6", "max_fee is the largest fee that the app accepts",
      "the largest fee that the user accepts is sent as it was given, and none if none was given")
async def largest_fee(bench):
    await bench.open()
    require((await bench.pay()).ok, "5.6: no payment")
    answer = await bench.pay(max_fee="0.00100001")
    params = [request["params"].get("max_fee") for request in bench.seen.requests("payment_order")]
    require(params == [None, "0.00100001"], f"5.6: the largest fees None and 0.00100001 were sent as {params}")
    require(answer.ok and answer.result.get("max_fee") == "0.00100001", f"5.6: {answer}")
    answer = await bench.pay(max_fee="0.00000001")
    require(not answer.ok and answer.code == "fee_too_high", f"5.6: a fee above it: {answer}")


@case("C5.89", "6.4", "Repeat not before retry_after_ms has passed", "a wait of more than a second is kept")
async def long_wait(bench):
    times = []

    def later(value, connection):
        times.append(asyncio.get_running_loop().time())
        return error(value, "rate_limited", retry_after_ms=1_300) if len(times) == 1 else compact(value)

    bench.answer_to("payment_order", later, times=10)
    await bench.open()
    answer = await bench.pay()
    require(answer.ok or answer.code == "rate_limited", f"6.4: {answer}")
    if len(times) > 1:
        require(times[1] - times[0] >= 1.295,
                f"6.4: repeated after {1000 * (times[1] - times[0]):.0f} ms instead of 1300")
    bench.paid_once()


@case("C5.90", "18.2",
      "not found for a request that was answered before: the app MUST NOT repeat the request by itself",
      "a payment that the provider does not know any more is not made once more")
async def forgotten_order(bench):
    await bench.open()
    request_id = bench.new_id()
    require((await bench.pay(request_id=request_id)).ok, "5.5: no payment")
    for app in bench.provider.ledger.apps.values():
        app.orders.clear()
        app.requests.clear()
    answer = await bench.status(request_id=request_id)
    require(not answer.ok, f"18.2: an order that is not there is told: {answer}")
    count = len(bench.seen.requests("payment_order"))
    require(count == 1 and not bench.orders(), f"18.2: the payment was ordered {count} times, without being told to")


@case("C5.91", "8.4", "MUST treat an unknown reason of an order like an absent one",
      "an unknown reason of an order is read")
async def unknown_reason(bench):
    await bench.open()
    await bench.works("8.4")
    bench.answer_to("get_payment_order_status", lambda value, connection: compact(value | {"result": {
        "payment_order": value["result"]["payment_order"] | {"state": "failed", "reason": "the_moon"}}}), times=9)
    answer = await bench.status(request_id=request_id_of(bench))
    require(answer.ok and answer.result.get("state") == "failed", f"8.4: {answer}")
