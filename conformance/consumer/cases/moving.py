"""Chapter 2.8: several daemons with one key and one ledger are one provider. The suite plays two of them, or three."""

import asyncio

from ...models.provider import Provider
from ...models.script import Cut
from ...report import require
from ...wire import discovery
from ...wire.identity import Identity
from ...wire.text import compact, encode, parse
from ..registry import case, table
from .paying import error, request_id_of


class Daemons:
    """The daemons `wallet` and `spare` of a bench. Which of them a consumer tries first is its own choice."""

    def __init__(self, bench, *all_of_them):
        self.bench, self.all = bench, all_of_them
        self.ending = []

    def numbers(self, daemon, kind="upgrade"):
        """The connections of a daemon, as often as they sent something of this kind."""
        first = daemon.first_number
        return [number for number, found, _ in self.bench.seen.all if found == kind and first < number <= first + 1_000]

    def used(self):
        """The daemon that had the last session, and the other one."""
        last = [number for number, kind, _ in self.bench.seen.all if kind == "session"][-1]
        used = next(daemon for daemon in self.all if daemon.first_number < last <= daemon.first_number + 1_000)
        return used, next(daemon for daemon in self.all if daemon is not used)

    @staticmethod
    def die(daemon):
        """Nobody listens any more, and the file stays; the connection in whose script this happens has to be cut."""
        daemon.server.close()
        daemon.server = None

    def stop(self, daemon):
        """It ends in order, in a task of its own: goodbye, 1001, and its file is removed."""
        self.ending.append(asyncio.ensure_future(daemon.stop()))

    def leave(self):
        """Nobody listens any more, and no file is left."""
        for daemon in self.all:
            if daemon.server:
                self.die(daemon)
            discovery.withdraw(daemon.runtime, daemon.name, daemon.file)

    def first_order(self, happens, before=False):
        """The first payment that arrives at any daemon: `happens(value, connection)` in place of the answer, or before
        it is carried out."""
        done = []

        def changed(value, connection):
            if done:
                return value
            if before:
                if b'"payment_order"' not in value:
                    return value
            elif not self._answers_order(value, connection):
                return value
            done.append(True)
            return happens(value, connection)

        for daemon in self.all:
            daemon.script.at("request" if before else "answer", changed)
        return done

    def _answers_order(self, text, connection):
        answered = parse(text).get("id")
        return any(number == connection.number and request.get("id") == answered
                   and request["method"] == "payment_order"
                   for number, kind, request in self.bench.seen.all if kind == "request")


async def two(bench):
    await bench.open()
    return Daemons(bench, bench.provider, await bench.another())


async def stranger(bench, name, publish=True):
    """Another provider, with a key and a ledger of its own, that takes everybody."""
    other = Provider(bench.runtime, bench.folder / "stranger", name=name, identity=Identity.generate())
    other.admits_everybody = True
    bench.others.append(other)
    await other.listen()
    if publish:
        other.publish()
    return other


def left_alone(provider, rule):
    require(not provider.seen.all, f"{rule}: the consumer connected to a provider of another key")


# Where the first daemon cannot be used

async def gone(daemon):
    daemon.server.close()
    daemon.server = None


def cut(point, code=None):
    async def broken(daemon):
        def end(value, connection):
            raise Cut(code)

        daemon.script.at(point, end)
    return broken


async def full(daemon):
    daemon.script.at("first", lambda result, connection: {
        "status": "denied", "reason": "too_many_sessions", "retry_after_ms": 600_000, "session": result["session"]})


async def unproven(daemon):
    def forged(text, connection):
        message = parse(text)["result"]["msg"]
        return text.replace(message, encode(bytes(len(message) * 3 // 4)))

    daemon.script.at("second", forged)


async def silent(daemon):
    async def wait(connection):
        await asyncio.sleep(60)

    daemon.script.pauses["before the first record"] = wait


async def later_versions(daemon):
    daemon.publish({"versions": "9998-9999"})


BROKEN = [("refuses the connection", gone), ("closes it without a byte", cut("upgrade")),
          ("closes with 1008", cut("second", 1008)),
          ("closes with 1011", cut("second", 1011)), ("closes with 1013", cut("second", 1013)), ("has no place", full),
          ("does not prove the key", unproven), ("does not answer in time", silent),
          ("speaks no common version", later_versions)]


@table("C2.70", "2.8", "When a connection cannot be made, the consumer tries the other candidates",
       "a payment is made by the other daemon if one", BROKEN)
async def other_daemon(bench, broken):
    daemons = await two(bench)
    for daemon in reversed(daemons.all):
        await broken(daemon)
        answer = await bench.pay()
        # The time for an answer may be longer than the patience of a verb: the consumer goes on in the next one.
        for _ in range(5 if broken is silent else 0):
            answer = answer if answer.ok else await bench.pay()
        require(answer.ok, f"2.8: {daemon.name} cannot be used, and the other one is not: {answer}")
        if broken is later_versions:
            require(not daemons.numbers(daemon), f"2.8: the consumer connected to {daemon.name}")
        daemon.script.points.clear()
        daemon.script.pauses.clear()
        await bench.crash()
        if daemon.server is None:
            await daemon.listen()
        daemon.publish()
        bench.seen.all.clear()
    require(len(bench.orders()) == 2, f"2.8: {len(bench.orders())} orders of two payments")


async def meet_all(bench, daemons):
    """A session with each daemon, so that the consumer has pinned the key under each name."""
    for _ in daemons.all:
        answer = await bench.pay()
        require(answer.ok, f"2.8: {answer}")
        await daemons.used()[0].stop()
    for daemon in daemons.all:
        await daemon.start()
    bench.seen.all.clear()
    for app in bench.provider.ledger.apps.values():
        app.orders.clear()


def cut_short(daemon, other):
    discovery.publish(daemon.runtime, daemon.file[:-2], daemon.name)


def other_key(daemon, other):
    other.name = daemon.name
    other.publish()


@table("C2.79", "2.8",
       "The checks are made for each file, and one that fails is not used; the other candidates are used nevertheless",
       "a payment whose daemon dies goes on at the third daemon if the second has a file", [
           ("that is cut short", cut_short), ("of another key", other_key)])
async def bad_file(bench, spoil):
    daemons = await two(bench)
    daemons.all += (await bench.another("third"),)
    other = await stranger(bench, "purse", publish=False)
    await meet_all(bench, daemons)

    def dies(text, connection):
        daemons.die(connection.model)
        spoil(next(daemon for daemon in daemons.all if daemon is not connection.model), other)
        raise Cut

    daemons.first_order(dies)
    await moved(bench, daemons, "2.8")
    left_alone(other, "2.8")


@case("C2.81", "2.8", "the consumer tries the other candidates at once, one after the other",
      "each of three daemons is tried")
async def three(bench):
    daemons = await two(bench)
    third = await bench.another("third")
    daemons.all += (third,)
    await bench.works("2.8")
    used, _ = daemons.used()
    await used.kill()
    left = [daemon for daemon in daemons.all if daemon is not used]
    await left[0].kill()
    answer = await bench.pay()
    require(answer.ok, f"2.8: a daemon is left, and is not found: {answer}")
    require(daemons.numbers(left[1], "session"), "2.8: the suite's own daemons")


@case("C2.82", "2.8", "When it has tried each of them once, it waits as in 18.2 and begins again",
      "daemons that are busy are not tried round after round")
async def rounds(bench):
    daemons = await two(bench)
    for daemon in daemons.all:
        await cut("second", 1013)(daemon)
    answer = await bench.pay()
    require(not answer.ok, "2.8: the suite's own daemons")
    count = len(bench.seen.kinds("upgrade"))
    require(count <= 16, f"2.8: {count} attempts with the same two files")


# What goes on in the new session

async def moved(bench, daemons, rule):
    answer = await bench.pay()
    if not answer.ok:
        require(answer.code in ("unknown_outcome", "shutting_down"), f"{rule}: {answer}")
        answer = await bench.pay(request_id=request_id_of(bench))
    require(answer.ok, f"{rule}: the other daemon was not asked: {answer}")
    bench.paid_once()
    sessions = [daemon for daemon in daemons.all if daemons.numbers(daemon, "session")]
    require(len(sessions) > 1, f"{rule}: the other daemon was not asked")


def dying(daemons):
    def dies(_, connection):
        daemons.die(connection.model)
        raise Cut
    return dies


@case("C2.83", "2.8", "requests without an answer are repeated with the same request_id, or asked for by it",
      "a payment whose answer was lost with its daemon is made once")
async def answer_lost(bench):
    daemons = await two(bench)
    daemons.first_order(dying(daemons))
    await moved(bench, daemons, "2.8")


@case("C2.84", "2.8", "requests without an answer are repeated with the same request_id",
      "a payment that a daemon did not come to is made by the other one")
async def request_lost(bench):
    daemons = await two(bench)
    daemons.first_order(dying(daemons), before=True)
    await moved(bench, daemons, "2.8")


@case("C2.85", "2.8", "the consumer tries the other candidates",
      "a payment that met shutting_down is made by the other daemon")
async def shutting_down(bench):
    daemons = await two(bench)

    refused = []

    def refuse(message, connection):
        """Something else is carried out in place of the payment, and answered as if nothing was."""
        value = parse(message)
        refused.append((connection.number, value["id"]))
        return compact(value | {"method": "get_session", "params": {}}).encode()

    def answer(text, connection):
        value = parse(text)
        if (connection.number, value.get("id")) not in refused:
            return text
        daemons.stop(connection.model)
        return error(value, "shutting_down", retry_after_ms=100)

    daemons.first_order(refuse, before=True)
    for daemon in daemons.all:
        daemon.script.at("answer", answer)
    await moved(bench, daemons, "2.8")


@case("C2.86", "2.8", "the effect of a request_id is the same",
      "a request id that one daemon has answered is the same request for the other")
async def same_request(bench):
    daemons = await two(bench)
    request_id = bench.new_id()
    first = await bench.pay(request_id=request_id)
    require(first.ok, f"2.8: {first}")
    await daemons.used()[0].kill()
    second = await bench.pay(request_id=request_id)
    require(second.ok and second.result["order_id"] == first.result["order_id"], f"2.8: {second}")
    bench.paid_once()


@case("C2.87", "2.8", "orders are the same, whichever daemon it talks to",
      "an order of one daemon is found at the other")
async def same_order(bench):
    daemons = await two(bench)
    first = await bench.works("2.8")
    await daemons.used()[0].kill()
    answer = await bench.status(id=first.result["order_id"])
    require(answer.ok and answer.result["order_id"] == first.result["order_id"], f"2.8: {answer}")


# Events

async def some_events(bench, count):
    """So many events: an invoice, if there is none yet, and payments of it."""
    if not bench.invoices():
        require((await bench.invoice()).ok, "5.3: no invoice")
        count -= 1
    for _ in range(count):
        bench.provider.wallets["LTC"].receive(bench.invoices()[0].address, 1_000_000)
        await bench.provider.refresh()


def cursors(answer):
    return [event["cursor"] for event in answer.result.get("events", [])]


@case("C2.88", "2.8", "Cursors belong to the identity and MUST be kept under the key, not under the name",
      "events go on at the other daemon with the cursor of the first")
async def events_after(bench):
    daemons = await two(bench)
    await some_events(bench, 3)
    first = await bench.events(3)
    await daemons.used()[0].stop()
    await some_events(bench, 3)
    second = await bench.events(3)
    require(first.ok and second.ok, f"2.8: {first}; {second}")
    require(cursors(first) + cursors(second) == [str(number) for number in range(1, 7)],
            f"2.8: {cursors(first)}, then {cursors(second)}")
    begun = bench.seen.requests("subscribe_events")[-1].get("params", {}).get("from")
    require(begun == "3", f"2.8: subscribed from {begun}")


@case("C2.89", "2.8", "events are subscribed again from the last cursor, and none is missing or comes twice",
      "events go on at the other daemon when the first dies among them")
async def events_during(bench):
    daemons = await two(bench)
    await some_events(bench, 6)
    sent = []

    def dies(text, connection):
        sent.append(text)
        if len(sent) == 3:
            daemons.die(connection.model)
            raise Cut
        return text

    for daemon in daemons.all:
        daemon.script.at("message", dies)
    answer = await bench.events(6)
    require(answer.ok and cursors(answer) == [str(number) for number in range(1, 7)],
            f"2.8: {answer} {cursors(answer)}")
    require(all(daemons.numbers(daemon, "session") for daemon in daemons.all), "2.8: the other daemon was not asked")


# What holds for each name

@case("C2.90", "2.8", "The highest version is kept for each name, so that daemons can be updated one after the other",
      "a daemon of an older version is no step back")
async def updated_one_by_one(bench):
    await bench.open({"versions": "1-3"})
    require((await bench.pair()).ok, "8.2: versions 1-3 are refused")
    await bench.another()
    await bench.provider.stop()
    await bench.works("2.8")


@case("C2.91", "2.8", "MUST NOT move to another identity by itself, also if that is the only one that is left",
      "a payment is not sent to the last provider that is left")
async def last_one_left(bench):
    daemons = await two(bench)
    # It is there from then on only: an app whose user has chosen no name has to find one identity.
    other = await stranger(bench, "purse", publish=False)

    def leave(text, connection):
        daemons.leave()
        other.publish()
        raise Cut

    daemons.first_order(leave)
    answer = await bench.pay()
    require(not answer.ok, "2.8: a payment without an answer is said to be made")
    left_alone(other, "2.8")


@case("C2.92", "2.8", "All files of that identity are candidates",
      "a similar name of another key is no daemon of the provider")
async def similar_name(bench):
    daemons = await two(bench)
    await bench.works("2.8")
    other = await stranger(bench, "wallet-2")
    for daemon in daemons.all:
        await daemon.kill()
    answer = await bench.pay()
    require(not answer.ok, "2.8: a payment was made, and no daemon runs")
    left_alone(other, "2.8")


# Where it stops

def denies(daemons, reason):
    """The first connection is denied; which daemon that is, the consumer decides."""
    done = []

    def deny(result, connection):
        if done:
            return result
        done.append(True)
        return {"status": "denied", "reason": reason, "retry_after_ms": 600_000, "session": result["session"]}

    for daemon in daemons.all:
        daemon.script.at("first", deny)


@table("C2.93", "2.8", "MUST NOT ask at another candidate instead", "another daemon is not asked after a denial with", [
    (reason, reason) for reason in ("pairing_denied", "too_many_questions")], fresh=True)
async def denied(bench, reason):
    daemons = await two(bench)
    denies(daemons, reason)
    answer = await bench.pair()
    require(not answer.ok, "2.8: paired after a denial")
    require(bench.seen.sessions() == 1, f"2.8: {bench.seen.sessions()} sessions after a denial")


@case("C2.95", "2.8", "session_changed with denied: MUST NOT ask at another candidate instead",
      "another daemon is not asked after the owner's no", fresh=True)
async def refused_by_owner(bench):
    daemons = await two(bench)
    for daemon in daemons.all:
        daemon.admits_everybody = False

    async def shows(shown):
        used, other = daemons.used()
        other.admits_everybody = True
        await used.pairing.refuse(used.pairing.questions[0].name)

    answer = await bench.pair(shows)
    require(not answer.ok, "2.8: paired after the owner's no")
    require(bench.seen.sessions() == 1, f"2.8: {bench.seen.sessions()} sessions after the owner's no")


@case("C2.96", "2.8", "session_changed with denied: MUST NOT ask at another candidate instead",
      "an app that is revoked in a session does not go on at another daemon")
async def revoked(bench):
    daemons = await two(bench)

    def revoke(text, connection):
        daemons.ending.append(asyncio.ensure_future(connection.deny("app_revoked")))
        return []

    daemons.first_order(revoke)
    answer = await bench.pay()
    require(not answer.ok, "2.8: a payment without an answer is said to be made")
    used, other = daemons.used()
    require(not daemons.numbers(other), f"2.8: the consumer went on at {other.name}")
