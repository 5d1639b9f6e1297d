"""How many orders a second are taken in when apps ask for more than the wallet can do, and again and again."""

import asyncio
import collections
import json
import time

from cluster_app import ADDRESS, App, AWAY
from cluster_daemons import Daemon, MOCK
from cluster_restore import Part
from cluster_servers import require, until
from rpc import Failure

# Each call of the wallet takes so long, of which four run at a time: about three orders a second.
STEPS, MILLISECONDS = ("checkAddress", "quote", "prepare", "commit"), 300
SECONDS, APPS, PATIENCE = 30, 3, 30


class Asker(App):
    """An app that does what chapter 18 says: it waits for as long as it is told, and twice as long each further time;
    without an answer it asks what became of the request, and sends it again if nothing did."""

    def __init__(self, *arguments):
        super().__init__(*arguments)
        self.counts, self.waits = collections.Counter(), []

    async def order(self):
        request = f"{self.random.getrandbits(32):08x}-0000-4000-8000-{self.random.getrandbits(48):012x}"
        params = {"request_id": request, "currency": "LTC", "address": ADDRESS, "amount": "0.01"}
        factor, in_doubt = 1, False
        while True:
            try:
                if in_doubt:
                    self.counts["status"] += 1
                    await self.begin("get_payment_order_status", {"request_id": request})
                    return
                await self.begin("payment_order", params)
                return
            except Failure as failure:
                self.counts[failure.reason] += 1
                in_doubt = False
                if failure.reason == "order_not_found":
                    continue
                wait = failure.data.get("retry_after_ms")
                require(wait is not None, f"the order is refused: {failure}")
                self.waits.append(wait)
                await asyncio.sleep(min(wait * factor, 60_000) / 1000)
                factor *= 2
            except AWAY:
                self.counts["no answer"] += 1
                in_doubt = True

    async def begin(self, method, params):
        client = await self.connected()
        return await asyncio.wait_for(await client.begin(method, params), PATIENCE)


class Overload(Part):
    """Goodput with as many requests at a time as the wallet can do, and with ten times as many asked for as it does."""

    async def run(self):
        self.daemon = Daemon(self.root, "wallet", None, MOCK)
        self.more.append(self.daemon)
        await self.daemon.start()
        await until(lambda: self.daemon.is_ready, "payd starts")
        self.apps = [Asker(f"asker{index}", self.root / "run", index) for index in range(APPS)]
        for app in self.apps:
            await app.pair(self.daemon)
        for step in STEPS:
            await self.daemon.owner("mock", "latency", "LTC", step, str(MILLISECONDS))
        best = await self.measure("as many as fit", 0, 4)
        await self.measure("ten times as many", 10 * best, 150, best)

    async def measure(self, name, rate, at_once, best=None):
        """The orders that were answered in a second, while so many are begun in a second, and so many of an app
        wait."""
        done, began = 0, time.monotonic()
        end = began + SECONDS
        for app in self.apps:
            app.counts.clear()
            app.waits.clear()
        calls = await self.calls()

        async def one(app):
            nonlocal done
            await app.order()
            done += time.monotonic() < end

        async def keep(app):
            mine = set()
            while time.monotonic() < end:
                if len(mine) < at_once:
                    task = asyncio.create_task(one(app))
                    mine.add(task)
                    task.add_done_callback(mine.discard)
                    await asyncio.sleep(APPS / rate if rate else 0)
                else:
                    await asyncio.wait(mine, return_when=asyncio.FIRST_COMPLETED, timeout=1)
            for task in mine:
                task.cancel()

        await asyncio.gather(*(keep(app) for app in self.apps))
        goodput = done / SECONDS
        counts = sum((app.counts for app in self.apps), collections.Counter())
        waits = sorted(wait for app in self.apps for wait in app.waits)
        calls = {call: count - calls.get(call, 0) for call, count in (await self.calls()).items()}
        print(json.dumps({"load": name, "orders_per_second": round(goodput, 2),
                          "of_the_best": round(goodput / best, 2) if best else None, "answers": counts,
                          "retry_after_ms": [waits[0], waits[len(waits) // 2], waits[-1]] if waits else None,
                          "wallet_calls": calls}), flush=True)
        # What was given up is finished, or forgotten, before the next measurement.
        await asyncio.sleep(5)
        return goodput

    async def calls(self):
        text = (await self.daemon.command("metrics")).decode()
        found = {}
        for line in text.splitlines():
            if line.startswith("payport_wallet_call_duration_seconds_count{"):
                call = line.split('call="')[1].split('"')[0]
                if call in ("check_address", "quote", "prepare", "commit"):
                    found[call] = int(float(line.rsplit(" ", 1)[1]))
        return found

    async def stop(self):
        for app in getattr(self, "apps", []):
            await app.close()
        await super().stop()
