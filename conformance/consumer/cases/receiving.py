"""Chapter 5.3: invoices, and chapter 5.6: events, as a consumer asks for them and tells of them."""

import asyncio

from ...models.script import Cut
from ...report import NotApplicable, require
from ..registry import case, table


async def made(bench):
    answer = await bench.invoice()
    require(answer.ok, f"5.3: {answer}")
    return answer.result


@case("C5.70", "5.3", "An address belongs to one invoice", "an invoice is told as the provider made it")
async def invoice(bench):
    await bench.open()
    result = await made(bench)
    known = bench.invoices()[0].view()
    for member in ("invoice_id", "request_id", "address", "amount", "state", "payment"):
        require(result.get(member) == known[member], f"5.3: {member} is told otherwise")


@case("C5.71", "5.6", "Without amount the payer decides how much to pay",
      "an invoice without an amount is asked for without one")
async def open_amount(bench):
    await bench.open()
    answer = await bench.consumer.ask("invoice", currency="LTC")
    require(answer.ok, f"5.6: {answer}")
    require("amount" not in bench.seen.requests("invoice_request")[0]["params"], "5.6: an amount was asked for")


@table("C5.72", "5.5", "The app MUST store it before it sends the request, so that it can repeat it",
       "one invoice is made when the connection ends", [
    ("before it is carried out", "request"), ("after it was carried out", "answer")])
async def lost(bench, point):
    def cut(value, connection):
        raise Cut

    if point == "answer":
        bench.lose_answer("invoice_request")
    else:
        bench.once("request", cut, lambda message: b'"invoice_request"' in message)
    await bench.open()
    answer = await bench.invoice()
    ids = {request["params"]["request_id"] for request in bench.seen.requests("invoice_request")}
    require(len(ids) == 1, f"5.5: {len(ids)} request ids")
    if not answer.ok:
        answer = await bench.invoice(request_id=ids.pop())
    require(answer.ok, f"5.5: {answer}")
    require(len(bench.invoices()) == 1, f"5.5: {len(bench.invoices())} invoices")


@case("C5.74", "5.5", "the object in its present state", "the same request id twice is one invoice")
async def repeated(bench):
    await bench.open()
    request_id = bench.new_id()
    first, second = [await bench.invoice(request_id=request_id) for _ in range(2)]
    require(first.ok and second.ok and first.result["invoice_id"] == second.result["invoice_id"], f"5.5: {second}")
    require(len(bench.invoices()) == 1, "5.5: two invoices")


def receive(bench, units):
    wallet = bench.provider.wallets["LTC"]
    return wallet.receive(bench.invoices()[0].address, units)


async def shows(bench, state, payment, invoice_id, rule="5.3"):
    await bench.provider.refresh()
    answer = await bench.status(id=invoice_id)
    told = (answer.result.get("state"), answer.result.get("payment"))
    require(answer.ok and told == (state, payment), f"{rule}: {state}, {payment} is told as {told}: {answer}")


@case("C5.75", "5.3", "P reports two separate things about an invoice, and always both",
      "an invoice is followed until it is settled")
async def settled(bench):
    await bench.open()
    result = await made(bench)
    await shows(bench, "pending", "none", result["invoice_id"])
    receive(bench, 20_000_000)
    await shows(bench, "pending", "partial", result["invoice_id"])
    receive(bench, 40_000_000)
    await shows(bench, "processing", "over", result["invoice_id"])
    bench.provider.wallets["LTC"].mine(6)
    await shows(bench, "settled", "over", result["invoice_id"])


@case("C5.76", "5.3", "settled and processing return to pending if the payer still has time",
      "money that a reorganisation took is not told as received")
async def taken_back(bench):
    await bench.open()
    result = await made(bench)
    transaction = receive(bench, 50_000_000)
    bench.provider.wallets["LTC"].mine(6)
    await shows(bench, "settled", "paid", result["invoice_id"])
    bench.provider.wallets["LTC"].double_spend(transaction.transaction_id)
    await shows(bench, "pending", "none", result["invoice_id"])


@case("C5.77", "5.3", "Invoices that are expired keep their state when money comes late",
      "late money does not make an expired invoice paid")
async def late(bench):
    await bench.open()
    result = await made(bench)
    bench.invoices()[0].expires = 1
    await shows(bench, "expired", "none", result["invoice_id"])
    receive(bench, 50_000_000)
    await shows(bench, "expired", "late", result["invoice_id"])


@case("C5.78", "6.2", "invoice_not_found", "an invoice that is not there is not made by asking for it")
async def not_found(bench):
    await bench.open()
    answer = await bench.status(id="inv_k3q7vd2m5xw6arj4n7bzte2pfa")
    require(not answer.ok and answer.code == "invoice_not_found", f"6.2: {answer}")
    require(not bench.seen.requests("invoice_request"), "6.2: an invoice was made")


# Events

async def changes(bench, count):
    """So many events of one invoice, besides the first."""
    await made(bench)
    for _ in range(count):
        receive(bench, 1_000_000)
        await bench.provider.refresh()
    return bench.invoices()[0]


def cursors(answer):
    return [event["cursor"] for event in answer.result["events"]]


@case("C5.80", "5.6", "past events first, then new ones, in the order of the cursors",
      "events come in order from the beginning")
async def in_order(bench):
    await bench.open()
    await changes(bench, 4)
    answer = await bench.events(5)
    require(answer.ok and cursors(answer) == ["1", "2", "3", "4", "5"], f"5.6: {answer}")


@case("C5.81", "5.6", "it subscribes from the last cursor that it stored",
      "events go on after a crash, without gaps and without repetition")
async def resumed(bench):
    await bench.open()
    await changes(bench, 6)
    first = await bench.events(3)
    await bench.crash()
    second = await bench.events(4)
    require(first.ok and second.ok, f"5.6: {first}; {second}")
    require(cursors(first) + cursors(second) == [str(number) for number in range(1, 8)],
            f"5.6: {cursors(first)}, then {cursors(second)}")
    require(bench.seen.requests("subscribe_events")[-1]["params"].get("from") == "3",
            "5.6: subscribed from another place")


@case("C5.82", "5.6", "it subscribes from the last cursor that it stored",
      "events go on after the connection was lost in the middle")
async def lost_in_the_middle(bench):
    await bench.open()
    await changes(bench, 5)
    sent = []

    def cut(text, connection):
        sent.append(text)
        if len(sent) == 3:
            raise Cut
        return text

    bench.script.at("message", cut)
    answer = await bench.events(6)
    require(answer.ok and cursors(answer) == ["1", "2", "3", "4", "5", "6"], f"5.6: {answer} {answer.result}")


@case("C5.83", "5.7",
    "Across reconnections events come at least once: a consumer ignores those whose cursor it has stored",
      "an event that comes again after a reconnection is handled once")
async def again(bench):
    await bench.open()
    await changes(bench, 3)
    sent = []

    def repeat(text, connection):
        sent.append((connection.number, text))
        if len(sent) == 3:
            raise Cut
        earlier = [old for number, old in sent if number != connection.number]
        begins = [number for number, _ in sent].count(connection.number) == 1
        return [earlier[1], text] if earlier and begins else text

    bench.script.at("message", repeat)
    answer = await bench.events(4)
    require(answer.ok and cursors(answer) == ["1", "2", "3", "4"], f"5.7: {answer} {answer.result}")


@case("C5.84", "8.4", "C MUST ignore an event of an unknown type", "an event of an unknown type is passed over")
async def unknown_type(bench):
    await bench.open()
    await changes(bench, 3)

    def rename(text, connection):
        return text.replace('"invoice_changed"', '"moon_changed"') if '"cursor":"2"' in text else text

    bench.script.at("message", rename)
    answer = await bench.events(3)
    require(answer.ok, f"8.4: {answer}")
    known = [event["cursor"]
             for event in answer.result["events"] if event.get("type", "invoice_changed") == "invoice_changed"]
    require(known[:2] == ["1", "3"], f"8.4: {known}")


@case("C5.85", "5.6", "cursor_too_old: what there is has to be listed first",
      "events that were dropped are not passed over in silence")
async def dropped(bench):
    await bench.open()
    await changes(bench, 3)
    require((await bench.events(2)).ok, "5.6: no events")
    # What has arrived already may still be passed on.
    await bench.crash()
    app = next(iter(bench.provider.ledger.apps.values()))
    app.events.clear()
    app.cursor = app.dropped = 40
    receive(bench, 1_000_000)
    await bench.provider.refresh()
    answer = await bench.events(1)
    listed = bench.seen.requests("list_invoice_requests") and bench.seen.requests("list_payment_orders")
    require(listed or answer.code == "cursor_too_old", f"5.6: the gap is not told: {answer}")


@case("C5.87", "18.2", "the cursor of the last event that it has handled",
      "an event at which the app dies comes again")
async def dies_at_an_event(bench):
    await bench.open()
    await changes(bench, 4)
    held = asyncio.Event()

    async def holds(event):
        held.set()

    verb = asyncio.ensure_future(bench.events(3, hold=2, holds=holds))
    arrived = asyncio.ensure_future(held.wait())
    await asyncio.wait({verb, arrived}, return_when=asyncio.FIRST_COMPLETED, timeout=20)
    arrived.cancel()
    if verb.done():
        answer = verb.result()
        raise NotApplicable(f"the adapter does not hold the app at an event, and answers {answer}")
    require(held.is_set(), "5.6: no event was handled within 20 s")
    await bench.crash()
    await asyncio.gather(verb, return_exceptions=True)
    answer = await bench.events(4)
    require(answer.ok and cursors(answer) == ["2", "3", "4", "5"],
            f"18.2: the app died while it handled the event 2, and then got {answer.ok and cursors(answer)} ({answer})")


@case("C5.92", "8.4", "C MUST ignore an event of an unknown type (but keep its cursor)",
      "an event of an unknown type does not come again after a crash")
async def cursor_of_unknown(bench):
    await bench.open()
    await changes(bench, 3)
    bench.script.at("message", lambda text, connection:
                    text.replace('"invoice_changed"', '"moon_changed"') if '"cursor":"2"' in text else text)
    first = await bench.events(2)
    await bench.crash()
    subscriptions = len(bench.seen.requests("subscribe_events"))
    second = await bench.events(1)
    require(first.ok and second.ok, f"8.4: {first}; {second}")
    begun = [request["params"].get("from") for request in bench.seen.requests("subscribe_events")[subscriptions:]]
    told = cursors(first) + cursors(second)
    # An app is told of it, or is not: then the third event is the second that it is told of.
    require(told in (["1", "2", "3"], ["1", "3", "4"]) and begun[0] in ("2", "3"),
            f"8.4: the app got {told}, and subscribed from {begun} after the crash")
