#!/usr/bin/env python3
"""Three payd write one ledger in PostgreSQL, and everything that can end or stop does so while apps pay.

cluster.py [--part campaign|upgrade|stale|stopped|doors|hosts|hangs|litecoin|waits|rates|overload] [--orders N]
[--seed N] [--keep]: PAYPORT_PROGRAMS names the folder of payd. The campaign kills, pauses and cuts off the payd
that writes, loses the answers to its commits, restarts the database and lets its standby take over, and then counts
at the mock network that each request was paid exactly once. Prints a JSON line for each thing that happened, and
ends with 1 at the first thing that is wrong.
"""

import argparse
import asyncio
import itertools
import json
import pathlib
import random
import shutil
import signal
import sys
import tempfile
import time

import cluster_checks
import cluster_doors
import cluster_hangs
import cluster_hosts
import cluster_litecoin
import cluster_measures
import cluster_overload
import cluster_restore
import cluster_upgrade
from cluster_app import App
from cluster_daemons import Cluster
from cluster_servers import Database, Door, Trouble, missing, require, until

BASE = 1_000_000


def say(**line):
    print(json.dumps(line), flush=True)


def text(amount):
    return f"{amount // 10**8}.{amount % 10**8:08d}".rstrip("0").rstrip(".")


class Campaign:
    def __init__(self, root, options):
        self.root, self.options, self.random = root, options, random.Random(options.seed)
        self.database = Database(root)
        self.doors, self.cluster, self.apps = [], None, []
        self.wanted, self.queue, self.done, self.paying = [], asyncio.Queue(), 0, []
        self.fallen_over = False

    async def start(self):
        await self.database.start()
        ledgers = []
        for index in range(3):
            folder = self.root / f"door{index + 1}"
            folder.mkdir(mode=0o700)
            door = Door(str(folder / ".s.PGSQL.6432"), str(self.database.pool / ".s.PGSQL.6432"))
            await door.start()
            self.doors.append(door)
            ledgers.append(f"postgresql://payport@/payport?host={folder}&port=6432")
        self.cluster = Cluster(self.root, ledgers)
        await self.cluster.start()
        for index in range(3):
            # Each is at another payd, of which two stand by and pass on what it says.
            app = App(f"app{index + 1}", self.root / "run", self.options.seed * 10 + index, prefers=f"payd{index + 1}")
            await app.pair(self.cluster.driver)
            self.apps.append(app)

    def door(self, daemon):
        return self.doors[self.cluster.daemons.index(daemon)]

    # What apps do.

    def order(self, count):
        for _ in range(count):
            amount = BASE + len(self.wanted)
            self.wanted.append(amount)
            self.queue.put_nowait(amount)

    async def pay(self, app):
        while True:
            amount = await self.queue.get()
            await app.pay(text(amount))
            self.done += 1

    # What goes wrong.

    async def kill(self):
        self.cluster.driver.send(signal.SIGKILL)

    async def pause(self):
        paused = self.cluster.driver
        process = await paused.pause()
        try:
            await self.cluster.driven(other_than=paused)
        finally:
            process.send_signal(signal.SIGCONT)
        ends = len(paused.ends)
        await until(lambda: len(paused.ends) > ends or process.returncode is not None, "the one that was paused ends")
        require(process.returncode == 74, f"a fenced payd ended with {process.returncode}")

    async def cut(self):
        cut = self.cluster.driver
        self.door(cut).shut()
        try:
            await self.cluster.driven(other_than=cut)
        finally:
            self.door(cut).reopen()

    async def lose_answer(self):
        door = self.door(self.cluster.driver)
        lost = door.lost
        door.loses_answer = True
        await until(lambda: door.lost > lost, "an answer to a COMMIT is lost")

    async def restart(self):
        await self.database.restart(self.random.choice([signal.SIGINT, signal.SIGQUIT]))

    async def fail_over(self):
        require(not self.fallen_over, "there is one standby")
        # A standby that has not caught up after a restart may not take over; whoever runs a cluster has to see to that.
        await until(self.database.is_synchronous, "the standby follows again")
        await self.database.fail_over()
        self.fallen_over = True

    async def upset(self, act):
        """Does one of these while orders are under way, and waits until they go on."""
        await self.cluster.driven()
        before, began = self.done, time.monotonic()
        await until(lambda: self.done >= before + 2, "orders are answered")
        await act()
        after = self.done
        await until(lambda: self.done > after, "orders are answered again")
        say(did=act.__name__, seconds=round(time.monotonic() - began, 1), answered=self.done)

    async def run(self):
        began = time.monotonic()
        await self.start()
        say(started=round(time.monotonic() - began, 1))
        paying = [asyncio.create_task(self.pay(app)) for app in self.apps for _ in range(self.options.at_once)]
        acts = [self.kill, self.pause, self.cut, self.lose_answer, self.restart]
        plan = acts + [self.fail_over]
        if self.options.orders > 1000:
            plan = [self.random.choice(acts) for _ in range(self.options.upsets)]
            plan.insert(len(plan) * 2 // 3, self.fail_over)
        else:
            self.random.shuffle(plan)
        share = self.options.orders // (len(plan) + 1)

        async def upsets():
            for index, act in enumerate(plan):
                # All along the way, and not only at its beginning.
                await until(lambda: self.done >= index * share - 40, "orders are answered", 600)
                self.order(share)
                await self.upset(act)
            self.order(self.options.orders - len(self.wanted))
            await until(lambda: self.done == self.options.orders, "all orders are answered", 3600)
        watched = asyncio.create_task(upsets())
        await asyncio.wait([watched, *paying], return_when=asyncio.FIRST_COMPLETED)
        for task in [*paying, watched]:
            if task.done():
                task.result()
            else:
                require(task is not watched, "an app has ended")
                task.cancel()
        say(answered=self.done, seconds=round(time.monotonic() - began, 1))
        # What was asked of a payd that is long dead.
        for app in self.apps:
            for params in app.asked[:20]:
                await app.repeat(params)
        await self.settle()
        self.check()
        say(passed="campaign", seed=self.options.seed, orders=self.options.orders,
            seconds=round(time.monotonic() - began, 1),
            tries=sum(app.tries for app in self.apps), commits_without_answer=sum(door.lost for door in self.doors),
            ends=sorted(itertools.chain(*(daemon.ends for daemon in self.cluster.daemons))))

    async def settle(self):
        """Waits until the network has confirmed everything and the apps have heard of it."""
        for app in self.apps:
            await app.connected()
        query = self.database.primary.query
        open_orders = "SELECT count(*) FROM orders WHERE state <> 'succeeded' OR is_open = 1"
        deadline = time.monotonic() + 120
        while query(open_orders) != [["0"]]:
            require(time.monotonic() < deadline,
                    f"orders stay: {query('SELECT state, count(*) FROM orders GROUP BY state')}")
            await asyncio.sleep(0.5)
        newest = lambda: int(query("SELECT coalesce(sum(newest), 0) FROM event_counters")[0][0])
        deadline = time.monotonic() + 60
        while sum(int(app.cursor) for app in self.apps) != newest():
            require(time.monotonic() < deadline,
                    f"events do not come: {[app.cursor for app in self.apps]} of {newest()}")
            for app in self.apps:
                await app.connected()
            await asyncio.sleep(0.5)

    def check(self):
        query = self.database.primary.query
        payments, total = cluster_checks.check_payments(self.root, self.wanted, self.apps, query)
        events = cluster_checks.check_events(self.apps, query)
        entries = cluster_checks.check_audit(query)
        say(payments=payments, atomic_units=total, events=events, audit_entries=entries)

    async def stop(self):
        for app in self.apps:
            await app.close()
        if self.cluster:
            await self.cluster.stop()
        for door in self.doors:
            door.stop()
        await self.database.stop()


PARTS = {"campaign": Campaign, "upgrade": cluster_upgrade.Upgrade, "stale": cluster_restore.Stale,
         "stopped": cluster_restore.Stopped, "doors": cluster_doors.Doors, "hosts": cluster_hosts.Hosts,
         "hangs": cluster_hangs.Hangs, "litecoin": cluster_litecoin.Litecoin, "waits": cluster_measures.Waits,
         "rates": cluster_measures.Rates, "overload": cluster_overload.Overload}
# What measures, or depends on how fast the machine is.
MEASURED = ("hangs", "waits", "rates", "overload")


async def main():
    options = argparse.ArgumentParser()
    options.add_argument(
        "--part", action="append", choices=PARTS, help="all but those that only measure where left out")
    options.add_argument("--orders", type=int, default=150)
    options.add_argument("--upsets", type=int, default=25, help="of more than 1000 orders")
    options.add_argument("--at-once", type=int, default=4, help="requests of each app that wait for an answer")
    options.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options.add_argument("--keep", action="store_true", help="leave the folder, to be looked at")
    options = options.parse_args()
    if absent := missing():
        print(
            f"SKIPPED: {' and '.join(absent)} not installed (scripts/packages.sh test); several payd with one ledger "
            "are not tested")
        return 0
    for name in options.part or [name for name in PARTS if name not in MEASURED]:
        # Not in TMPDIR, whose name can be too long for a socket.
        root = pathlib.Path(tempfile.mkdtemp(prefix="payport-cluster.", dir="/tmp"))
        root.chmod(0o711)
        part = PARTS[name](root, options)
        try:
            await part.run()
        except (Trouble, Exception) as error:
            say(failed=name, seed=options.seed, error=f"{type(error).__name__}: {error}", folder=str(root))
            for daemon in part.cluster.daemons if getattr(part, "cluster", None) else []:
                print(daemon.name, daemon.ends, *daemon.log[-8:], sep="\n  ", file=sys.stderr)
            if options.keep:
                raise
            return 1
        finally:
            await part.stop()
            if not options.keep:
                shutil.rmtree(root, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
