"""Chapter 3.5: pairing, and what an app does that is not let in."""

import asyncio

from ...models.script import Cut
from ...report import NotApplicable, require
from ...wire.text import encode
from ..registry import case, table

WHILE_PENDING = {"get_session", "disconnect_app", "rpc.discover"}


async def waits(bench):
    bench.provider.admits_everybody = False
    await bench.open()


def question(bench):
    return bench.provider.pairing.questions[0]


async def types(bench, shown):
    """The owner types what the app shows."""
    found = question(bench)
    await bench.provider.pairing.answer(found.name, shown["code"], ["receive", "pay"])


@case("C3.80", "3.5", "the code is derived from N_C, N_P and h", "the code that is shown is the right one", fresh=True)
async def code(bench):
    await waits(bench)
    right = []

    async def shows(shown):
        right.append((shown["code"], list(question(bench).connections.values())))
        await types(bench, shown)

    answer = await bench.pair(shows)
    require(right, "3.5: no code was shown")
    require(right[0][0] in right[0][1], f"3.5: a wrong code was shown ({len(right[0][0])} characters)")
    require(answer.ok and answer.result.get("status") == "approved", f"3.5: {answer}")


@case("C3.81", "3.5", "written with six digits", "a code that begins with a zero has six digits", fresh=True)
async def zero(bench):
    await waits(bench)

    def only_zero(result, connection):
        if connection.handshake.code()[0] != "0":
            raise Cut(1013)
        return result

    bench.script.at("first", only_zero)
    shown = []

    async def shows(line):
        shown.append(line["code"])
        await types(bench, line)

    for _ in range(100):
        answer = await bench.pair(shows)
        if shown:
            require(len(shown[0]) == 6 and shown[0][0] == "0", f"3.5: {len(shown[0])} digits are shown")
            require(answer.ok, f"3.5: {answer}")
            return
        # Questions that nobody sees do not count here.
        bench.provider.pairing.asked.clear()
    raise NotApplicable("no code began with a zero")


@case("C3.82", "3.5", "C MUST NOT send the digits anywhere", "the code is not sent", fresh=True)
async def not_sent(bench):
    await waits(bench)
    codes = []

    async def shows(shown):
        codes.append(shown["code"])
        await types(bench, shown)

    await bench.pair(shows)
    await bench.invoice()
    sent = str(bench.seen.kinds("request"))
    require(codes and all(digits not in sent for digits in codes), "3.5: the code was sent")


@case("C3.83", "3.5", "C MUST check that SHA-256(L ‖ sas ‖ N_P) equals com_P",
      "no code is shown for a nonce that P did not commit to", fresh=True)
async def commitment(bench):
    await waits(bench)
    bench.script.at("first", lambda result, connection: result | {"sas_nonce": encode(bytes(32))})
    answer = await bench.pair()
    require(not answer.shown, "3.5: a code was shown")
    require(not answer.ok, "3.5: paired")
    require(not bench.seen.kinds("request"), "3.5: a request was sent")


@table("C3.84", "3.5", "C MUST NOT show a name of any other form", "an question_id is not shown that is", [
    ("a command", "x; rm -rf /"), ("an option", "-rf"), ("empty", ""), ("of 65 characters", "a" * 65),
    ("of two lines", "pair_1\nx"),
    ("not ASCII", "pair_ä")], fresh=True)
async def question_id(bench, name):
    await waits(bench)

    def rename(result, connection):
        result["session"]["question_id"] = name
        return result

    bench.script.at("first", rename)

    async def shows(shown):
        require(shown.get("question_id") is None, "3.5: the name was shown")
        await types(bench, shown)

    answer = await bench.pair(shows)
    require(answer.ok, f"3.5: {answer}")


@case("C3.90", "3.5", "C shows question_id beside the digits", "the name of the question is shown", fresh=True)
async def shown_name(bench):
    await waits(bench)
    names = []

    async def shows(shown):
        names.append((shown.get("question_id"), question(bench).name))
        await types(bench, shown)

    await bench.pair(shows)
    require(names and names[0][0] == names[0][1], "3.5: the name of the question was not shown")


@case("C3.91", "3.5", "P answers three methods while pairing is pending",
      "nothing else is called before the owner has answered", fresh=True)
async def pending_calls(bench):
    await waits(bench)
    before = []

    async def shows(shown):
        await asyncio.sleep(0.1)
        before.extend(request["method"] for request in bench.seen.kinds("request"))
        await types(bench, shown)

    await bench.pair(shows)
    require(set(before) <= WHILE_PENDING, f"3.5: {sorted(set(before) - WHILE_PENDING)} was called")


@case("C3.92", "5.7", "The owner's decision arrives as session_changed", "a refusal of the owner ends pairing",
      fresh=True)
async def refused(bench):
    await waits(bench)

    async def shows(shown):
        await bench.provider.pairing.refuse(question(bench).name)

    answer = await bench.pair(shows)
    require(not answer.ok, "3.5: paired after a refusal")
    count = bench.seen.sessions()
    require(count <= 2, f"18.2: {count} sessions after a refusal, without being asked")


@table("C3.93", "3.3", "C SHOULD NOT connect earlier than retry_after_ms by itself",
       "an app is told, and does not come back by itself, that is denied with", [
    (reason, reason) for reason in ("pairing_denied", "pairing_locked", "too_many_questions", "too_many_sessions")],
       fresh=True)
async def denied(bench, reason):
    bench.script.at("first", lambda result, connection: {
        "status": "denied", "reason": reason, "retry_after_ms": 600_000, "session": result["session"]})
    await bench.open()
    answer = await bench.pair()
    require(not answer.ok, "3.3: paired")
    require(answer.code == reason, f"3.3: {answer}")
    require(bench.seen.sessions() == 1, f"3.3: {bench.seen.sessions()} attempts in spite of retry_after_ms")


@case("C3.97", "3.3", "denied, reason may be one that C does not know", "an unknown reason of a denial is a denial",
      fresh=True)
async def denied_otherwise(bench):
    bench.script.at("first", lambda result, connection: {
        "status": "denied", "reason": "out_of_office", "retry_after_ms": 600_000, "session": result["session"]})
    await bench.open()
    answer = await bench.pair()
    require(not answer.ok, "3.3: paired")
    require(not bench.seen.kinds("request"), "3.3: a request was sent")


@case("C3.98", "3.5", "An app that was approved connects from then on without a question",
      "a paired app works after a crash", fresh=True)
async def stays_paired(bench):
    await waits(bench)
    answer = await bench.pair(lambda shown: types(bench, shown))
    require(answer.ok, f"3.5: {answer}")
    await bench.crash()
    answer = await bench.invoice()
    require(answer.ok and not answer.shown, f"3.5: {answer}")


@case("C3.99", "18.2", "forget the grants, but keep the key and all request ids",
      "an app that was revoked can pair again with the same key")
async def revoked(bench):
    await bench.open()
    first = await bench.works("18.2")
    bench.provider.admits_everybody = False
    app = next(iter(bench.provider.ledger.apps.values()))
    await bench.provider.pairing.revoke(app)
    answer = await bench.pair(lambda shown: types(bench, shown))
    require(answer.ok, f"18.2: {answer}")
    again = await bench.status(request_id=first.result["request_id"])
    require(again.ok and again.result["order_id"] == first.result["order_id"], f"18.2: {again}")
    require(len(set(bench.seen.kinds("session"))) == 1, "18.2: the app has another key")


@case("C3.100", "18.2", "if the connection ends, the next connection has another code",
      "after a lost connection the code of the next one is shown", fresh=True)
async def code_of_the_next(bench):
    await waits(bench)
    shown, right = [], []

    async def shows(line):
        shown.append(line["code"])
        if len(shown) == 1:
            for connection in list(question(bench).connections):
                connection.channel.abort()
            await bench.until(lambda: not bench.provider.pairing.questions, "the suite's own provider")
            return
        right.append(list(question(bench).connections.values()))
        await bench.provider.pairing.answer(question(bench).name, right[-1][0], ["receive", "pay"])

    answer = await bench.pair(shows)
    if len(shown) < 2:
        answer = await bench.pair(shows)
    require(len(shown) == 2, f"18.2: {len(shown)} codes were shown in two connections")
    require(shown[1] in right[0], "18.2: the code of the connection that had ended was shown once more"
            if shown[1] == shown[0] else "18.2: a wrong code was shown")
    require(answer.ok, f"18.2: {answer}")


@case("C3.101", "3.3", "C MUST treat pending without sas_nonce as a failure",
      "a question without a nonce is no question", fresh=True)
async def without_nonce(bench):
    await waits(bench)
    asked = []

    def strip(result, connection):
        asked.append(connection)
        return {name: value for name, value in result.items() if name != "sas_nonce"}

    bench.script.at("first", strip)
    verb = asyncio.ensure_future(bench.pair())
    try:
        await bench.until(lambda: asked or verb.done(), "3.3: there was no session", seconds=20)
        require(asked, "3.3: there was no session")
        await bench.until(lambda: asked[0] not in bench.provider.connections,
                          "3.3: the consumer waits for an owner who has no code to type", seconds=5)
        answer = await verb
    finally:
        verb.cancel()
    require(not answer.ok, "3.3: paired without a code")
    require(not answer.shown, f"3.3: the code {answer.shown} was shown")
    require(not bench.seen.kinds("request"), "3.3: a request was sent")
