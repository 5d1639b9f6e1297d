"""Apps over the package payport that ask until they have an answer, and somebody who kills what they ask."""

import asyncio
import collections
import datetime
import pathlib
import random
import signal
import sys
import time

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "clients" / "python"))

from payport import App as Manifest  # noqa: E402
from payport import AsyncClient  # noqa: E402
from payport.errors import ConnectionLost, NoProvider, OutcomeUnknown, ProviderBusy  # noqa: E402
from payport.refusals import Refusal, WalletRefused  # noqa: E402

from cluster_daemons import Daemon  # noqa: E402
from cluster_servers import Trouble, require, until  # noqa: E402

ENDED = ("succeeded", "rejected", "expired", "cancelled", "failed")
# After such an answer the same request is made again. Nobody has funds while a wallet reads what its server tells.
PASSING = ("insufficient_funds", "rate_limited", "too_many_in_flight", "in_flight", "internal_error")


def is_final(refusal):
    """Whether the same request is refused again."""
    return (refusal.retry_after_ms is None and refusal.reason not in PASSING
            and not isinstance(refusal, WalletRefused))


def in_hours(hours):
    return datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=hours)


class Payd(Daemon):
    """A payd over a wallet of Electrum, which is started again whenever it ends."""

    def __init__(self, root, wallet):
        super().__init__(root, wallet.name, None, wallet.section())
        # Electrum takes most of the time, and is asked about each of many payments that wait for blocks.
        text = self.configuration.read_text().replace("poll: 1s, follow: 2s", "poll: 3s, follow: 5s")
        self.configuration.write_text(text)

    async def start(self):
        await super().start()
        await until(lambda: self.is_ready or not self.is_wanted, f"payd {self.name} is ready")
        self.runs()

    def runs(self):
        require(self.is_wanted, f"payd {self.name} ended: {self.ends} {self.log[-5:]}")

    async def killed(self):
        process = self.process
        self.send(signal.SIGKILL)
        await until(lambda: self.process is not process and self.is_ready or not self.is_wanted,
                    f"payd {self.name} is ready again")
        self.runs()


class App:
    """An app with a key and a store of its own. It makes each request again until it has an answer."""

    PATIENCE = 600

    def __init__(self, root, name, payd, seed):
        self.name, self.payd, self.dice = name, payd, random.Random(f"{seed} {name}")
        self.client = AsyncClient(
            Manifest(f"org.example.{name}", name, "1.0", scopes=("receive", "pay", "balance")),
            root / f"app-{name}", provider=payd.name, runtime=payd.runtime)
        # How often something was asked, and what was answered in place of a result.
        self.asked, self.met = 0, collections.Counter()

    async def pair(self):
        codes = asyncio.Queue()
        pairing = asyncio.create_task(self.client.pair(codes.put_nowait))
        code = await asyncio.wait_for(codes.get(), 60)
        await self.payd.owner(
            "approve", code.question_id, "--code", code.digits, "--scopes", "receive,pay,balance")
        await pairing

    async def done(self, request):
        """What a request is answered, which is made again for as long as that says nothing of its end."""
        deadline = asyncio.get_running_loop().time() + self.PATIENCE
        while True:
            self.asked += 1
            try:
                return await request()
            except Refusal as refusal:
                if is_final(refusal):
                    raise
                self.met[refusal.reason] += 1
                last = refusal
            except OutcomeUnknown as error:
                # The wallet refuses each further attempt, and says nothing of the first one.
                if error.refusal is not None and is_final(error.refusal):
                    raise
                self.met[error.code] += 1
                last = error
            except (ConnectionLost, NoProvider, ProviderBusy) as error:
                self.met[error.code] += 1
                last = error
            if asyncio.get_running_loop().time() > deadline:
                raise Trouble(f"{self.name} has no answer within {self.PATIENCE} s: {last!r}")
            # A pause saves the processor; what is waited for is asked for again.
            await asyncio.sleep(self.dice.uniform(0.1, 1))

    async def twice(self, request, name, kind):
        """Makes a request, and sometimes again. All answers are about one object."""
        made = await self.done(request)
        while self.dice.random() < 0.3:
            again = await self.done(request)
            require(again[kind] == made[kind], f"the same request {name} is {again[kind]} and {made[kind]}")
            made = again
        return made

    async def invoice(self, amount, name):
        return await self.twice(
            lambda: self.client.invoice("LTC", amount, name=name, expires_at=in_hours(48)), name, "invoice_id")

    async def pay(self, address, amount, name):
        return await self.twice(
            lambda: self.client.pay("LTC", address, amount, name=name, max_fee="0.01", expires_at=in_hours(48)),
            name, "order_id")

    async def ended(self, order, seconds=None):
        """The order once it has ended, or after a while."""
        return await self.done(lambda: self.client.wait_for_order(order, seconds))


class Killer:
    """Kills something at moments that a seed decides, and starts it again: so and so often while work goes on."""

    def __init__(self, victims, seed, times):
        self.victims, self.times, self.dice = victims, times, random.Random(seed)
        self.kills, self.next, self.last = collections.Counter(), [], float("inf")

    def begin(self, minutes):
        """Counts the time from now on after which nothing more is begun."""
        self.last = time.monotonic() + minutes * 60

    def is_late(self):
        """Whether nothing more is begun: the rest of the work is left."""
        return time.monotonic() > self.last

    async def run(self, work, progress):
        """`progress` tells how much of the work is done."""
        moments = sorted(self.dice.uniform(0, work * 0.95) for _ in range(self.times))
        for moment in moments:
            while progress() < moment:
                if self.is_late():
                    return
                await asyncio.sleep(0.02)
            # Not always just after something has ended.
            await asyncio.sleep(self.dice.uniform(0, 0.4))
            # Each is killed about as often as the others.
            if not self.next:
                self.next = self.dice.sample(list(self.victims), len(self.victims))
            name = self.next.pop()
            self.kills[name] += 1
            await self.victims[name].killed()
