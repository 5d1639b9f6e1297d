"""A database that is put back to an older copy, and a payd that is stopped in the middle of a transaction."""

import asyncio
import itertools
import shutil
import signal
import subprocess
import time

import cluster_checks
from cluster_app import ADDRESS, App
from cluster_daemons import Cluster, Daemon
from cluster_servers import Database, NAME, USER, binaries, require, until


class Part:
    """A cluster of two payd on one server, and an app."""

    def __init__(self, root, options):
        self.root, self.options = root, options
        self.database, self.cluster, self.more = Database(root), None, []
        self.app, self.doors = App("app", root / "run", options.seed), []

    async def start(self, count=2):
        await self.database.start()
        self.address = self.ledger()
        self.cluster = Cluster(self.root, [self.address] * count)
        await self.cluster.start()
        await self.app.pair(self.cluster.driver)

    def ledger(self):
        return f"postgresql://payport@/payport?host={self.database.pool}&port=6432"

    async def stop(self):
        await self.app.close()
        for daemon in self.more:
            await daemon.stop(signal.SIGKILL)
        if self.cluster:
            await self.cluster.stop()
        for door in self.doors:
            door.stop()
        await self.database.stop()


class Stale(Part):
    """After the database was put back, nobody pays again what was paid since."""

    def ledger(self):
        # pgbouncer would keep the connection of a payd that runs, which looks at its mark only when it connects.
        return f"postgresql://payport@/payport?host={self.database.primary.folder}"

    async def run(self):
        await self.start()
        await self.app.pay("0.01")
        dump = subprocess.run(
            [binaries() / "pg_dump", "-h", self.database.primary.folder, "-U", USER, "-Fc", NAME], capture_output=True,
            check=True).stdout
        await self.app.pay("0.02")
        await until(lambda: self.paid() == 2, "both are paid")
        await self.app.close()
        query = self.database.primary.query
        await until(lambda: query("SELECT count(*) FROM orders WHERE state <> 'succeeded'") == [["0"]],
                    "both are confirmed")
        # A standby looks twice a second how far the ledger has come.
        marks = [daemon.state / "ledger" / "ledger.mark" for daemon in self.cluster.daemons]
        await until(lambda: len({max(mark.read_bytes().splitlines()) for mark in marks}) == 1,
                    "the standby knows how far the ledger has come")

        driver = self.cluster.driver
        primary = self.database.primary
        # Under another name, since pg_restore commits each statement alone, and no payd is to see half of a ledger.
        primary.query("CREATE DATABASE restored", "postgres")
        restored = subprocess.run(
            [binaries() / "pg_restore", "-h", primary.folder, "-U", USER, "-d", "restored"], input=dump,
            capture_output=True)
        require(restored.returncode == 0, f"pg_restore: {restored.stderr[-300:]}")
        primary.query(f"DROP DATABASE {NAME} WITH (FORCE)", "postgres")
        primary.query(f"ALTER DATABASE restored RENAME TO {NAME}", "postgres")

        # The one that wrote ends, says why, and is started again, as is the one that stood by: both refuse.
        await until(lambda: any("error=lostItsEnd" in line or "error=fenced" in line for line in driver.log),
                    "the driver says why", 60)
        for daemon in self.cluster.daemons:
            await until(lambda: any("lacks its most recent data" in line for line in daemon.log),
                        f"{daemon.name} refuses", 60)
            # With this status no service manager starts it again.
            await until(lambda: daemon.ends[-1:] == [65], f"{daemon.name} ends with 65")
            await daemon.stop()
        require(self.paid() == 2, "nothing more is paid")
        # One that starts for the first time remembers nothing, and asks the wallet.
        fresh = Daemon(self.root, "fresh", self.address)
        self.more.append(fresh)
        shutil.copy(self.cluster.daemons[0].state / "identity.json", fresh.state / "identity.json")
        await fresh.start()
        await until(lambda: fresh.is_ready or not fresh.is_wanted, "the new payd starts")
        require(fresh.is_ready, f"the new payd ends: {fresh.log[-3:]}")
        before, self.app.cursor = self.app.cursor, "0"
        self.app.versions.clear()
        client, _, _ = await self.app.dial("fresh")
        # Numbers of its events may be given again, and would tell something else.
        refusal = await client.refusal("subscribe_events", {"from": before})
        require(before != "0" and refusal.reason == "cursor_invalid", f"{before} of before is refused with {refusal}")
        # What the owner locked or lowered may be missing in the copy, too: paying is the owner's to allow.
        status = await fresh.owner("status")
        require(status["locked"] and status.get("locked_because") == "unvouched_ledger",
                f"the new payd locks: {status}")
        await fresh.owner("unlock")
        await until_async(lambda: self.reviews(client), "paying is stopped until the owner has looked")
        refusal = await client.refusal("payment_order", {
            "request_id": "9d3e8a10-6f1b-4d27-b0c9-5e7f2a6b8d04", "currency": "LTC", "address": ADDRESS,
            "amount": "0.02"})
        require(refusal.reason == "under_review", f"a payment is refused with {refusal}")
        sends = await fresh.owner("sends")
        require("0.02" in str(sends), f"payd sends lists what is not known: {sends}")
        await asyncio.sleep(3)
        require(self.paid() == 2, "nothing is paid before the owner has looked")
        print('{"passed": "stale"}', flush=True)

    @staticmethod
    async def reviews(client):
        listed = (await asyncio.wait_for(await client.begin("list_currencies"), 10))["currencies"][0]
        return listed["ready"] == "locked" and listed.get("reason") == "review"

    def paid(self):
        payments, _ = cluster_checks.paid(self.root)
        return sum(map(len, payments.values()))


class Stopped(Part):
    """A payd that is stopped while it holds the lock on the ledger holds the others up for a while only."""

    async def run(self):
        await self.start()
        await self.app.pay("0.01")
        # Stopped at moments of its transactions, until one was open.
        for attempt in itertools.count(1):
            require(attempt < 400, "payd is never in a transaction")
            paying = asyncio.create_task(self.app.pay(f"0.02{attempt:03d}"))
            driver = self.cluster.driver
            await asyncio.sleep(0.0005 * (attempt % 40))
            await driver.pause()
            # Twice, since the other one has short transactions of its own.
            held = self.holders()
            await asyncio.sleep(0.2)
            if held & self.holders():
                break
            driver.send(signal.SIGCONT)
            await paying
        stopped, began = driver, time.monotonic()
        await self.cluster.driven(other_than=stopped, seconds=40)
        waited = time.monotonic() - began
        await asyncio.wait_for(paying, 40)
        stopped.send(signal.SIGCONT)
        await until(lambda: 74 in stopped.ends, "the one that was stopped ends")
        payments, _ = cluster_checks.paid(self.root)
        require(all(len(ids) == 1 for ids in payments.values()), "nothing is paid twice")
        print(f'{{"passed": "stopped", "attempts": {attempt}, "seconds": {waited:.1f}}}', flush=True)

    def holders(self):
        """The transactions that are idle with the lock on the row of the lease."""
        return {pid for pid, in self.database.primary.query(
            "SELECT pid FROM pg_stat_activity JOIN pg_locks USING (pid) WHERE state = 'idle in transaction' AND "
            "granted "
            "AND relation = 'ledger'::regclass AND mode = 'RowShareLock'")}


async def until_async(holds, what, seconds=30):
    deadline = time.monotonic() + seconds
    while not await holds():
        require(time.monotonic() < deadline, f"not within {seconds} s: {what}")
        await asyncio.sleep(0.2)
