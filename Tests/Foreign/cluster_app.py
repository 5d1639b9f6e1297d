"""An app that repeats each request until it has an answer, from whichever provider of its cluster runs."""

import asyncio
import collections
import os
import random
import time
import uuid

from websockets.exceptions import WebSocketException

import discovery
from cluster_servers import Trouble, require
from rpc import Client, Failure
from session import Closed, Violation, compact, handshake

ADDRESS = "mockltc1b4pxrhvafh2yrolsg26x5yyp6qwnspje"
AWAY = (Closed, Violation, WebSocketException, OSError, EOFError, asyncio.TimeoutError, discovery.Refused)


class Unchecked:
    """The schemas are checked by other tests; here there are too many answers."""

    event = None

    def check(self, *_):
        pass


class App:
    def __init__(self, name, runtime, seed, prefers=None):
        self.name, self.runtime, self.prefers = name, runtime, prefers
        self.seed, self.random = os.urandom(32), random.Random(seed)
        self.client, self.at, self.connecting = None, None, asyncio.Lock()
        self.provider_id, self.cursor, self.cursors, self.versions = None, "0", [], {}
        self.answers, self.asked, self.tries = {}, [], 0
        # Why requests had to be repeated.
        self.met = collections.Counter()
        self.listening = None

    # Connections.

    def found(self):
        folder = self.runtime / "providers"
        names = [path.stem for path in folder.glob("*.json")] if folder.exists() else []
        self.random.shuffle(names)
        # The newest first: of one that was killed or is stopped a file may remain.
        return sorted(names, key=lambda name: (name != self.prefers, -self.age(folder / f"{name}.json")))

    @staticmethod
    def age(path):
        try:
            return path.stat().st_mtime
        except OSError:
            return 0

    async def dial(self, name, seconds=15):
        found = discovery.find(self.runtime, name)
        self.provider_id = self.provider_id or found.provider_id
        require(found.provider_id == self.provider_id, "all have one key")
        manifest = compact(
            {"app_id": f"example.{self.name}", "name": self.name, "version": "1.0", "scopes": ["receive", "pay"],
                            "versions": "1"}).encode()
        session, steps, result = await asyncio.wait_for(
            handshake(found, self.provider_id, self.seed, manifest), seconds)
        return Client(session, Unchecked()), steps, result

    async def pair(self, daemon, seconds=60):
        """Pairs at one payd, and tries again: one that stands by can be found before the one that writes hears it."""
        deadline = time.monotonic() + seconds
        while True:
            client = None
            try:
                client, steps, result = await self.dial(daemon.name)
                if result["status"] != "approved":
                    code = steps.pairing_code(discovery.decode(result["sas_nonce"]))
                    await daemon.owner(
                        "approve", result["session"]["question_id"], "--code", code, "--scopes", "receive,pay")
                    await asyncio.wait_for(client.session_changes.get(), 20)
                await client.goodbye()
                return
            except (*AWAY, Trouble):
                if client:
                    client.reader.cancel()
                    client.session.socket.transport.abort()
                if time.monotonic() > deadline:
                    raise
                await asyncio.sleep(0.2)

    async def connected(self):
        """A connection to the provider that serves now, however long that takes."""
        async with self.connecting:
            while self.client is None:
                for name in self.found():
                    try:
                        # One that is stopped never answers, and another one may serve now.
                        client, _, result = await self.dial(name, 3)
                        require(result["status"] == "approved", f"{name} does not know the app: {result['status']}")
                        await asyncio.wait_for(await client.begin("subscribe_events", {"from": self.cursor}), 5)
                    except Failure as failure:
                        require(failure.code == -32603 or failure.reason in PASSING,
                                f"{name} refuses to subscribe: {failure}")
                        continue
                    except AWAY:
                        continue
                    self.client, self.at = client, name
                    if self.listening:
                        self.listening.cancel()
                    self.listening = asyncio.create_task(self.listen(client))
                    break
                else:
                    await asyncio.sleep(0.1)
            return self.client

    async def prefer(self, seconds=60):
        """Connects again until it is at the provider that it prefers, which may have had no time for it."""
        deadline = time.monotonic() + seconds
        while (client := await self.connected()) and self.at != self.prefers:
            require(time.monotonic() < deadline, f"{self.name} is at {self.at}")
            await asyncio.sleep(0.2)
            self.leave(client)

    def leave(self, client):
        if self.client is client:
            self.client = None
            self.read(client)
            client.reader.cancel()
            client.session.socket.transport.abort()

    async def listen(self, client):
        """Takes events, and notices the end of the connection."""
        while client.ended is None:
            client.event_came.clear()
            self.read(client)
            if client.reader.done():
                break
            await client.event_came.wait()
        self.leave(client)

    def read(self, client):
        while client.events:
            event = client.events.pop(0)
            require(int(event["cursor"]) == int(self.cursor) + 1,
                    f"{self.name}: after event {self.cursor} comes {event['cursor']}")
            self.cursor = event["cursor"]
            order = event.get("payment_order") or event["invoice"]
            key = order.get("order_id") or order["invoice_id"]
            # What happens to an order at once is told at once.
            known, version = self.versions.get(key), order["version"]
            require(known is None or version == known + 1,
                    f"{self.name}: {key} was at version {known}, and event {event['cursor']} says {version} "
                    f"{order['state']}")
            self.versions[key] = order["version"]
            self.cursors.append((event["cursor"], key, order["version"], order["state"]))

    # Requests.

    async def ask(self, method, params, patience=8):
        """The answer, after as many tries as it takes."""
        while True:
            client = await self.connected()
            self.tries += 1
            try:
                return await asyncio.wait_for(await client.begin(method, params), patience)
            except Failure as failure:
                # Nothing else says no to these requests.
                require(failure.code == -32603 or failure.reason in PASSING, f"{method} is refused: {failure}")
                self.met[failure.reason or "internal_error"] += 1
                await asyncio.sleep(0.2)
            except AWAY:
                self.met["the end of the connection"] += 1
                self.leave(client)

    async def pay(self, amount, address=ADDRESS):
        request = str(uuid.UUID(int=self.random.getrandbits(128), version=4))
        params = {"request_id": request, "currency": "LTC", "address": address, "amount": amount}
        answer = await self.ask("payment_order", params)
        self.answers[request] = answer["payment_order"]["order_id"]
        # Some answers get lost, and some apps are started again long after.
        if self.random.random() < 0.2:
            self.asked.append(params)
            await self.repeat(params)
        return answer["payment_order"]

    async def repeat(self, params):
        again = await self.ask("payment_order", params)
        require(again["replayed"] and again["payment_order"]["order_id"] == self.answers[params["request_id"]],
                f"{self.name}: a repeated request made another order")

    async def close(self):
        if self.listening:
            self.listening.cancel()
        if self.client:
            self.leave(self.client)


# What says nothing of the outcome, or passes.
PASSING = {
    "internal_error", "shutting_down", "ledger_unavailable", "wallet_unavailable", "wallet_timeout", "wallet_syncing",
    "rate_limited", "in_flight_limit",
}
