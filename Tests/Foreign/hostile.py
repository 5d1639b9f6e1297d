#!/usr/bin/env python3
"""An approved app that wastes what it may: disk and memory of a payd with the limits that a new one has.

It asks for everything that is written somewhere, as fast as it is answered, for an hour or `--minutes`. Every minute
the bytes of the state folder and the memory of the process are printed. What an app can have written is bounded by its
quota, so that the folder stands still once that is reached.
"""

import argparse
import asyncio
import json
import pathlib
import random
import sys
import tempfile
import time
import uuid

import discovery
import session as protocol
from cluster_daemons import ENVIRONMENT, PROGRAMS
from definition import Schemas
from rpc import Client, Failure
from session import Closed, Violation, compact, handshake

CONFIGURATION = """
name: hostile
wallets:
  - type: mock
    currencies: [LTC]
    wallet: main
    balance: 1000
    block_seconds: 10
    limits: {{LTC: {{ask: never, per_payment: 0.01, per_period: 5}}}}
"""
MANIFEST = compact({
    "app_id": "example.hostile", "name": "Hostile", "version": "1", "versions": "1",
    "scopes": ["receive", "pay", "statement", "prove"]}).encode()


class Payd:
    """One payd in a folder of its own."""

    def __init__(self, root):
        self.state, self.runtime, self.configuration = root / "state", root / "run", root / "payd.yml"
        for folder in (self.state, self.runtime):
            folder.mkdir(mode=0o700)
        self.configuration.write_text(CONFIGURATION.format())
        self.configuration.chmod(0o600)
        self.process = None

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            PROGRAMS / "payd", "run", "--config", self.configuration, "--state", self.state, "--runtime", self.runtime,
            env=ENVIRONMENT, stderr=asyncio.subprocess.PIPE)
        while line := await self.process.stderr.readline():
            if b"ready at" in line:
                break
        self.reader = asyncio.create_task(self.drain())

    async def drain(self):
        while await self.process.stderr.readline():
            pass

    async def owner(self, *words):
        process = await asyncio.create_subprocess_exec(
            PROGRAMS / "payd", *words, "--state", self.state, "--runtime", self.runtime, "--json", env=ENVIRONMENT,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
        output, error = await process.communicate()
        if process.returncode != 0:
            raise RuntimeError(f"payd {words}: {output.decode()} {error.decode()}")
        return json.loads(output)

    def folder(self):
        return sum(file.stat().st_size for file in self.state.rglob("*") if file.is_file())

    def memory(self):
        for line in pathlib.Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
        return 0


class App:
    """One session of the app, and everything that it can think of."""

    def __init__(self, client, counts, until):
        self.client, self.counts, self.until = client, counts, until
        self.orders, self.invoices, self.addresses = [], [], []

    async def ask(self, method, **params):
        try:
            result = await asyncio.wait_for(await self.client.begin(method, params), 60)
            self.count(method, "done")
            return result
        except Failure as failure:
            self.count(method, failure.reason)
            if failure.reason in ("rate_limited", "too_many_questions"):
                wait = failure.data.get("retry_after_ms") or 1000
                await asyncio.sleep(min(wait / 1000, 5))
            return {}

    def count(self, method, outcome):
        self.counts[method, outcome] = self.counts.get((method, outcome), 0) + 1

    async def waste(self):
        doings = [
            self.statement, self.statement, self.invoice, self.pay, self.pay_too_dear, self.cancel_order,
            self.cancel_invoice, self.address, self.prove, self.repeat]
        while time.monotonic() < self.until:
            await random.choice(doings)()
            self.client.events.clear()

    async def statement(self):
        await self.ask(
            "statement_request", request_id=str(uuid.uuid4()), format=random.choice(["pdf", "csv", "json"]),
            **{"from": f"20{random.randint(10, 25)}-01-01", "to": "2026-06-01"})

    async def invoice(self):
        made = await self.ask(
            "invoice_request", request_id=str(uuid.uuid4()), currency="LTC", amount="0.1", description="x" * 500)
        if made:
            self.invoices = self.invoices[-20:] + [made["invoice"]["invoice_id"]]

    async def pay(self):
        if not self.addresses:
            return await self.address()
        made = await self.ask(
            "payment_order", request_id=str(uuid.uuid4()), currency="LTC", amount="0.0001",
            address=random.choice(self.addresses), description="y" * 500)
        if made:
            self.orders = self.orders[-20:] + [made["payment_order"]["order_id"]]

    async def pay_too_dear(self):
        if not self.addresses:
            return await self.address()
        await self.ask(
            "payment_order", request_id=str(uuid.uuid4()), currency="LTC", address=random.choice(self.addresses),
            amount=f"0.00{random.randint(1, 9)}", max_fee="0.00000001")

    async def cancel_order(self):
        if self.orders:
            await self.ask(
                "cancel_payment_order", request_id=str(uuid.uuid4()), order_id=random.choice(self.orders))

    async def cancel_invoice(self):
        if self.invoices:
            await self.ask(
                "cancel_invoice_request", request_id=str(uuid.uuid4()), invoice_id=random.choice(self.invoices))

    async def address(self):
        made = await self.ask("new_address_for_currency", request_id=str(uuid.uuid4()), currency="LTC")
        if made:
            self.addresses = self.addresses[-20:] + [made["address"]["address"]]

    async def prove(self):
        await self.ask("proof_request", currency="LTC", kind="reserve", message="m" * 60, amount="1")

    async def repeat(self):
        await self.ask("subscribe_events", **{"from": "0"})
        await self.ask("unsubscribe_events")


async def connect(payd, schemas, state):
    found = discovery.find(str(payd.runtime), None)
    session, steps, result = await handshake(
        found, discovery.pin(str(state), found), discovery.identity(str(state)), MANIFEST)
    client = Client(session, schemas)
    if result["status"] == "pending":
        code = steps.pairing_code(discovery.decode(result["sas_nonce"]))
        pending = await client.call("get_session")
        await payd.owner(
            "approve", pending["question_id"], "--code", code, "--scopes", "receive,pay,statement,prove")
        await asyncio.wait_for(client.session_changes.get(), 30)
    return client


async def keep(payd, schemas, state, counts, until):
    """One connection, made again whenever payd ends it."""
    while time.monotonic() < until:
        try:
            client = await connect(payd, schemas, state)
            await App(client, counts, until).waste()
        except (Closed, Violation, OSError, TimeoutError, asyncio.TimeoutError, protocol.ConnectionClosed) as error:
            counts["connection", type(error).__name__] = counts.get(("connection", type(error).__name__), 0) + 1
            await asyncio.sleep(1)


async def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--connections", type=int, default=4)
    arguments = parser.parse_args()
    schemas = Schemas(str(pathlib.Path(__file__).resolve().parents[2] / "protocol" / "schemas"))
    with tempfile.TemporaryDirectory(prefix="payport-hostile-") as folder:
        root = pathlib.Path(folder)
        payd = Payd(root)
        await payd.start()
        state = root / "app"
        state.mkdir(mode=0o700)
        counts, began = {}, time.monotonic()
        until = began + arguments.minutes * 60
        await (await connect(payd, schemas, state)).goodbye()
        apps = [
            asyncio.create_task(keep(payd, schemas, state, counts, until)) for _ in range(arguments.connections)]
        figures = []
        while time.monotonic() < until:
            await asyncio.sleep(min(60, max(0.1, until - time.monotonic())))
            figures.append((round(time.monotonic() - began), payd.folder(), payd.memory()))
            print(json.dumps(dict(zip(("seconds", "folder", "memory"), figures[-1]))), flush=True)
        await asyncio.gather(*apps)
        status = payd.process.returncode
        verified = await payd.owner("audit", "verify")
        payd.process.terminate()
        await payd.process.wait()
        half = figures[len(figures) // 2]
        print(json.dumps({
            "counts": {f"{method} {outcome}": number for (method, outcome), number in sorted(counts.items())},
            "folder_in_the_second_half": figures[-1][1] - half[1],
            "memory_in_the_second_half": figures[-1][2] - half[2],
            "audit": verified, "ended": status}, indent=1), flush=True)
        return 0 if status is None else 1


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
