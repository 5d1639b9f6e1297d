"""A rolling upgrade: each payd is ended in order and started as a later version, those that stand by first, while an
app pays on. The earlier version is the same program with another number in it, as a ledger of another schema is
refused."""

import asyncio
import json
import signal
import time

import cluster_checks
from cluster_daemons import Cluster, PROGRAMS
from cluster_restore import Part
from cluster_servers import require, until

BASE, AT_ONCE = 2_000_000, 3
NOW, BEFORE = b"\x000.9.0-dev\0", b"\x000.8.9-dev\0"


class Upgrade(Part):
    """Each request is answered and paid once, and no payd ends in another way than in order."""

    async def start(self):
        await self.database.start()
        self.cluster = Cluster(self.root, [self.ledger()] * 3)
        for daemon in self.cluster.daemons:
            daemon.program = self.earlier()
        await self.cluster.start()
        for daemon in self.cluster.daemons:
            await until(lambda: self.is_up(daemon), "each payd serves or stands by")
        await self.app.pair(self.cluster.driver)

    def earlier(self):
        """A copy of payd with an earlier number of its version."""
        path = self.root / "earlier" / "payd"
        if not path.exists():
            program = (PROGRAMS / "payd").read_bytes()
            require(program.count(NOW) == 1, "payd has the number of its version in one place")
            path.parent.mkdir()
            path.write_bytes(program.replace(NOW, BEFORE))
            path.chmod(0o755)
            (path.parent / "payport-statement").symlink_to(PROGRAMS / "payport-statement")
        return path

    async def version(self):
        return (await (await self.cluster.driven()).owner("status"))["software"]

    @staticmethod
    def is_up(daemon, since=0):
        return any("waiting to take over" in line or line.startswith("payd: ready") for line in daemon.log[since:])

    async def run(self):
        began = time.monotonic()
        await self.start()
        self.wanted, self.waits, self.upgraded = [], [], False
        paying = [asyncio.create_task(self.pay()) for _ in range(AT_ONCE)]
        try:
            writer = self.cluster.driver
            standbys = [daemon for daemon in self.cluster.daemons if daemon is not writer]
            versions = [await self.version()]
            for daemon in [*standbys, writer]:
                await self.upgrade(daemon)
                versions.append(await self.version())
            require(versions == ["payd/0.8.9-dev"] * 3 + ["payd/0.9.0-dev"],
                    f"the one that writes is the last: {versions}")
            self.upgraded = True
            await asyncio.gather(*paying)
        finally:
            for task in paying:
                task.cancel()
        await (await self.cluster.driven()).owner("mock", "mine", "6")
        ends = [daemon.ends for daemon in self.cluster.daemons]
        require(ends == [[0]] * 3, f"each payd ends once, and in order: {ends}")
        query = self.database.primary.query
        await until(lambda: query("SELECT count(*) FROM orders WHERE state <> 'succeeded' OR is_open = 1") == [["0"]],
                    "all orders succeed")
        cluster_checks.check_payments(self.root, self.wanted, [self.app], query)
        print(json.dumps({
            "passed": "upgrade", "orders": len(self.wanted), "tries": self.app.tries, "met": dict(self.app.met),
            "longest_wait": round(max(self.waits), 1), "seconds": round(time.monotonic() - began, 1)}), flush=True)

    async def upgrade(self, daemon):
        """Ends it in order. The later version is started, as by a service manager, and orders go on."""
        daemon.program = PROGRAMS / "payd"
        process, lines = daemon.process, len(daemon.log)
        daemon.send(signal.SIGTERM)
        await until(lambda: daemon.process is not process and self.is_up(daemon, lines),
                    f"{daemon.name} is there again")
        answered = len(self.waits)
        await until(lambda: len(self.waits) > answered + AT_ONCE, "orders are answered")

    async def pay(self):
        while not self.upgraded:
            amount = BASE + len(self.wanted)
            self.wanted.append(amount)
            began = time.monotonic()
            await self.app.pay(f"0.0{amount}".rstrip("0"))
            self.waits.append(time.monotonic() - began)
