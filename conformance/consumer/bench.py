"""What a case gets: a scripted provider that runs, a consumer, and what passed between them."""

import asyncio
import shutil
import tempfile
import uuid
from pathlib import Path

from .. import schemas
from ..models.provider import Provider
from ..models.script import Cut
from ..report import Violation, require
from ..wire.identity import Identity
from ..wire.text import parse

SEED = bytes(range(32))


class Everything:
    """A list that has whatever is looked for in it."""

    def __contains__(self, value):
        return True


class Bench:
    """`runtime` and `state` are folders of this case alone."""

    def __init__(self, make_consumer, paired=None):
        self.folder = Path(tempfile.mkdtemp(prefix="payport-case-"))
        self.runtime, self.state = self.folder / "run", self.folder / "state"
        self.runtime.mkdir(mode=0o700)
        if paired:
            shutil.copytree(paired, self.state, symlinks=True)
        else:
            self.state.mkdir(mode=0o700)
        self.make_consumer = make_consumer
        self.consumer = make_consumer(self.runtime, self.state)
        self.provider = Provider(self.runtime, self.folder / "provider", identity=Identity(SEED))
        self.provider.admits_everybody = True
        # The deadline of the handshake is the provider's own, and must not depend on how busy this machine is.
        self.provider.settings.values["limits.handshake_seconds"] = 60
        # An Origin is the subject of one case only, so the other cases let it in.
        self.provider.settings.values["origins"] = Everything()
        self.others = []

    @property
    def seen(self):
        return self.provider.seen

    @property
    def script(self):
        return self.provider.script

    @property
    def address(self):
        return self.provider.wallets["LTC"].example("recipient")

    async def open(self, members=None, publish=True):
        await self.provider.listen()
        if publish:
            self.provider.publish(members)
        await self.consumer.start()

    async def another(self, name="spare"):
        """Another daemon of the same provider, which runs."""
        daemon = [self.provider, *self.others][-1].another(name, self.folder / name)
        self.others.append(daemon)
        await daemon.listen()
        daemon.publish()
        return daemon

    async def close(self):
        await self.consumer.close()
        for provider in [self.provider, *self.others]:
            await provider.kill()
        shutil.rmtree(self.folder, ignore_errors=True)

    # Verbs

    async def pair(self, shows=None):
        return await self.consumer.ask("pair", shows=shows)

    async def invoice(self, **arguments):
        return await self.consumer.ask("invoice", **({"currency": "LTC", "amount": "0.5"} | arguments))

    async def pay(self, **arguments):
        return await self.consumer.ask(
            "pay", **({"currency": "LTC", "address": self.address, "amount": "0.25"} | arguments))

    async def status(self, **arguments):
        return await self.consumer.ask("status", **arguments)

    async def events(self, count, **more):
        return await self.consumer.ask("events", count=count, **more)

    async def crash(self):
        """The consumer's program ends at once, and is started again with what it has stored."""
        await self.consumer.kill()
        self.consumer = self.make_consumer(self.runtime, self.state)
        await self.consumer.start()

    # What came of it

    def orders(self):
        return [order for app in self.provider.ledger.apps.values() for order in app.orders]

    def invoices(self):
        return [invoice for app in self.provider.ledger.apps.values() for invoice in app.invoices]

    def paid_once(self, what="the payment"):
        """However many requests came: one order, under one request id, with the same params."""
        requests = self.seen.requests("payment_order")
        require(requests, f"{what} was never ordered")
        same = {str(sorted(request["params"].items())) for request in requests}
        ids = {request["params"]["request_id"] for request in requests}
        require(len(ids) == 1, f"{what} was ordered under {len(ids)} request ids")
        require(len(same) == 1, f"{what} was ordered with other params under the same request id")
        require(len(self.orders()) == 1, f"{what} made {len(self.orders())} orders")

    def nothing_sent(self, rule):
        require(not self.seen.all, f"{rule}: the consumer connected")

    def unpaid(self, rule):
        require(not self.seen.requests("payment_order"), f"{rule}: the consumer sent a payment")

    async def refuses(self, rule):
        """The consumer does not get as far as a request."""
        answer = await self.pay()
        require(not answer.ok, f"{rule}: the payment was said to be made")
        self.unpaid(rule)
        return answer

    async def works(self, rule):
        answer = await self.pay()
        require(answer.ok, f"{rule}: {answer}")
        self.paid_once()
        return answer

    @staticmethod
    def new_id():
        return str(uuid.uuid4())

    def close_codes(self, number=None):
        """The close codes that consumers sent, by connection."""
        return [value for found, kind, value in self.seen.all if kind == "close" and number in (None, found)]

    async def until(self, holds, what, seconds=3.0):
        """Waits until something can be seen at the provider."""
        end = asyncio.get_running_loop().time() + seconds
        while not holds():
            if asyncio.get_running_loop().time() > end:
                raise Violation(what)
            await asyncio.sleep(0.005)

    # Scripts

    def once(self, point, change, when=lambda value: True):
        """Does something at a point the first time only."""
        done = []

        def changed(value, connection):
            if done or not when(value):
                return value
            done.append(True)
            return change(value, connection)

        self.script.at(point, changed)
        return done

    def answer_to(self, method, change, times=1):
        """Changes the answers to a method: `change(answer, connection)` gets the parsed answer and returns texts."""
        count = []

        def changed(text, connection):
            value = parse(text)
            of = [request["params"] if "params" in request else {} for number, kind, request in self.seen.all
                  if kind == "request" and number == connection.number and request.get("id") == value.get("id")
                  and request["method"] == method] if isinstance(value, dict) else []
            if not of or len(count) >= times:
                return text
            count.append(True)
            return change(value, connection)

        self.script.at("answer", changed)
        return count

    def lose_answer(self, method, times=1, code=None):
        """The connection ends when the answer is due: what was asked has been done."""
        def lost(value, connection):
            raise Cut(code)

        return self.answer_to(method, lost, times)

    def check_requests(self):
        """What is wrong with the requests that were seen."""
        problems = list(self.seen.broken)
        for request in self.seen.kinds("request"):
            try:
                schemas.payments().check(request["method"], "params", request.get("params", {}))
            except (schemas.Mismatch, KeyError) as error:
                problems.append(f"{request['method']}: {error}")
        return problems
