"""A payd that hangs, and one whose way to the database swallows everything: the apps of both move, orders and events,
with the client in `clients/python`."""

import asyncio
import json
import pathlib
import shutil
import signal
import sys
import time
import uuid

from cluster_app import ADDRESS
from cluster_daemons import Cluster
from cluster_restore import Part
from cluster_servers import Door, require, until

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent.parent / "clients" / "python"))
import payport  # noqa: E402

# The client itself gives up an answer after 30 seconds, and events never.
MOVES_WITHIN = 25


class Shelf:
    """A runtime folder for an app in which only some discovery files are."""

    def __init__(self, root, name, runtime):
        self.path, self.runtime = root / name, runtime
        (self.path / "providers").mkdir(mode=0o700, parents=True)
        self.path.chmod(0o700)

    def show(self, daemon):
        source = self.runtime / "providers" / f"{daemon.name}.json"
        target = self.path / "providers" / source.name
        if not source.exists():
            target.unlink(missing_ok=True)
            return
        # No reader sees half of it.
        fresh = target.with_suffix(".new")
        shutil.copy(source, fresh)
        fresh.chmod(0o600)
        fresh.rename(target)

    async def follow(self, daemon):
        """Shows its present file until it is cancelled: one that takes over has another one."""
        while True:
            self.show(daemon)
            await asyncio.sleep(0.1)


class Listener:
    """An app that pays and hears of it."""

    def __init__(self, root, name, runtime):
        self.shelf = Shelf(root, f"shelf-{name}", runtime)
        app = payport.App(f"example.{name}", name, "1.0", scopes=["receive", "pay"])
        self.client = payport.AsyncClient(app, root / f"app-{name}", runtime=self.shelf.path, patience=60)
        self.heard, self.task = set(), None

    async def pair(self, daemon):
        codes = asyncio.Queue()
        pairing = asyncio.create_task(self.client.pair(codes.put_nowait))
        code = await asyncio.wait_for(codes.get(), 20)
        await daemon.owner("approve", code.question_id, "--code", code.digits, "--scopes", "receive,pay")
        await asyncio.wait_for(pairing, 20)
        self.task = asyncio.create_task(self.listen())

    async def listen(self):
        async for event in self.client.events():
            if event.payment_order:
                self.heard.add(event.payment_order["order_id"])

    async def pay(self):
        order = await self.client.pay("LTC", ADDRESS, "0.01", request_id=str(uuid.uuid4()))
        return order["order_id"]

    def has_heartbeats(self):
        """Whether each of its sessions has had one: only then is a further one expected."""
        sessions = [session for _, session in self.client._link._made if session.open]
        return len(sessions) > 1 and all(session._connection._socket._looking for session in sessions)

    async def moves(self):
        """Pays, and returns after how many seconds the order was answered, and an event of it came."""
        began = time.monotonic()
        order = await asyncio.wait_for(self.pay(), MOVES_WITHIN)
        answered = time.monotonic() - began
        await until(lambda: order in self.heard, "an event comes", MOVES_WITHIN)
        return round(answered, 1), round(time.monotonic() - began, 1)

    async def close(self):
        if self.task:
            self.task.cancel()
        await self.client.close()


class Hangs(Part):
    """An app is at a payd that hangs, with a healthy one beside it; then at one that is cut off without a sign."""

    async def run(self):
        await self.database.start()
        folder = self.root / "door"
        folder.mkdir(mode=0o700)
        door = Door(str(folder / ".s.PGSQL.6432"), str(self.database.pool / ".s.PGSQL.6432"))
        await door.start()
        self.doors.append(door)
        self.listeners = []
        self.cluster = Cluster(self.root, [f"postgresql://payport@/payport?host={folder}&port=6432", self.ledger()])
        await self.cluster.start()
        for name in ("standby", "writer"):
            await self.hang(name)
        await self.cut_off(door)

    async def listener(self, name, daemon):
        listener = Listener(self.root, name, self.root / "run")
        self.listeners.append(listener)
        listener.shelf.show(daemon)
        await listener.pair(self.cluster.driver)
        order = await asyncio.wait_for(listener.pay(), 60)
        await until(lambda: order in listener.heard, "events come")
        await until(listener.has_heartbeats, "heartbeats come")
        return listener

    async def hang(self, role):
        writer = await self.cluster.driven()
        standby = next(daemon for daemon in self.cluster.daemons if daemon is not writer)
        await until(lambda: standby.process.returncode is None and standby.is_found(), "the other one stands by")
        hung, other = (standby, writer) if role == "standby" else (writer, standby)
        listener = await self.listener(role, hung)
        following = asyncio.create_task(listener.shelf.follow(other))
        process = await hung.pause()
        try:
            orders, events = await listener.moves()
        finally:
            process.send_signal(signal.SIGCONT)
            following.cancel()
        print(json.dumps({"hangs": role, "orders_silent": orders, "events_silent": events}), flush=True)
        if role == "writer":
            await until(lambda: process.returncode is not None, "the one that hung ends")

    async def cut_off(self, door):
        """One that cannot renew its lease, and does not hear of another that has it, sends its apps away by itself."""
        behind, other = self.cluster.daemons
        await other.stop()
        await self.cluster.driven(other_than=other)
        await until(behind.is_found, "it is found")
        listener = await self.listener("cut", behind)
        door.hold()
        began = time.monotonic()
        await until(lambda: not behind.is_found(), "its file is withdrawn", 60)
        withdrawn = round(time.monotonic() - began, 1)
        require(any("apps are sent away" in line for line in behind.log), "it says so in its log")
        session = listener.client._session
        await until(lambda: not session.open, "the session is closed")
        door.let_pass()
        await until(behind.is_found, "it is found again", 60)
        listener.shelf.show(behind)
        order = await asyncio.wait_for(listener.pay(), 60)
        await until(lambda: order in listener.heard, "events come again")
        print(json.dumps({"cut_off": behind.name, "withdrawn_after": withdrawn}), flush=True)

    async def stop(self):
        for listener in getattr(self, "listeners", []):
            await listener.close()
        await super().stop()
