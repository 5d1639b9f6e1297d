"""Measures how long apps wait, and how many requests a second are answered, with a ledger in PostgreSQL and in
SQLite."""

import asyncio
import json
import signal
import statistics
import time

from cluster_app import App
from cluster_daemons import Daemon, MOCK
from cluster_restore import Part
from cluster_servers import until

# Its addresses are others than the one that is paid, so that no invoice is paid.
WALLET = MOCK.replace("wallet: main", "wallet: speed")


class Waits(Part):
    """How long a request takes that is made right after the payd that serves was killed, ended or stopped."""

    TIMES = 20

    async def run(self):
        await self.start()
        for name, act in (("killed", self.kill), ("ended in order", self.end), ("paused", self.pause)):
            waits = []
            for index in range(self.TIMES):
                driver = await self.cluster.driven()
                await self.app.pay(f"0.01{index:03d}")
                # The others stand by again.
                await until(lambda: all(daemon.process.returncode is None for daemon in self.cluster.daemons),
                            "all run")
                await asyncio.sleep(1 + index / self.TIMES)
                after = await act(driver)
                began = time.monotonic()
                await self.app.pay(f"0.02{index:03d}")
                waits.append(time.monotonic() - began)
                await after(driver)
            print(
                json.dumps({"waits": name, "median": round(statistics.median(waits), 2), "worst": round(max(waits), 2),
                              "of": len(waits)}), flush=True)

    @staticmethod
    async def nothing(_):
        pass

    async def kill(self, driver):
        driver.send(signal.SIGKILL)
        return self.nothing

    async def end(self, driver):
        driver.send(signal.SIGTERM)
        return self.nothing

    async def pause(self, driver):
        process = await driver.pause()

        async def go_on(_):
            process.send_signal(signal.SIGCONT)
            await until(lambda: process.returncode is not None, "it ends")
        return go_on


class Rates(Part):
    """How many requests a second are answered, with each kind of ledger in turns: other work on the machine comes and
    goes."""

    SECONDS, AT_ONCE = 6, 16

    async def run(self):
        await self.database.start()
        self.database.primary.query("CREATE DATABASE direct", "postgres")
        ledgers = {"sqlite": None, "postgresql": f"postgresql://payport@/direct?host={self.database.primary.folder}",
                   "pgbouncer": f"postgresql://payport@/payport?host={self.database.pool}&port=6432"}
        rates = {name: {kind: [] for kind in ledgers} for name in ("payment orders", "invoices")}
        apps = {}
        for kind, ledger in ledgers.items():
            (self.root / kind).mkdir()
            daemon = Daemon(self.root / kind, "wallet", ledger, WALLET)
            self.more.append(daemon)
            await daemon.start()
            await until(lambda: daemon.is_ready, "payd starts")
            apps[kind] = App(kind, daemon.runtime, 1)
            await apps[kind].pair(daemon)
        for _ in range(3):
            for name, ask in (("payment orders", self.order), ("invoices", self.invoice)):
                for kind, app in apps.items():
                    rates[name][kind].append(await self.rate(app, ask))
        for app in apps.values():
            await app.close()
        for name, found in rates.items():
            middle = {kind: statistics.median(values) for kind, values in found.items()}
            print(json.dumps({"rate": name, **{kind: round(value, 1) for kind, value in middle.items()},
                              "ratios": {kind: round(middle[kind] / middle["sqlite"], 2) for kind in ledgers
                                         if kind != "sqlite"}}), flush=True)

    @staticmethod
    async def order(app):
        await app.pay("0.01")

    @staticmethod
    async def invoice(app):
        request = f"{app.random.getrandbits(32):08x}-0000-4000-8000-{app.random.getrandbits(48):012x}"
        await app.ask("invoice_request", {"request_id": request, "currency": "LTC", "amount": "0.01"})

    async def rate(self, app, ask):
        count, end = 0, time.monotonic() + self.SECONDS

        async def go():
            nonlocal count
            while time.monotonic() < end:
                await ask(app)
                count += 1
        began = time.monotonic()
        await asyncio.gather(*(go() for _ in range(self.AT_ONCE)))
        return count / (time.monotonic() - began)
