"""The model provider: a small correct provider with a made-up wallet, whose deviations are switched on by name."""

import asyncio
import os
import sys
import time
from collections import defaultdict
from pathlib import Path
from typing import Any, Callable, Coroutine, Iterable

from ..wire import discovery
from ..wire.handshake import ProviderHandshake
from ..wire.identity import AgreementKey, Identity
from ..wire.text import encode
from . import machine
from .amounts import now, stamp
from .broken import BROKEN
from .budgets import Budgets
from .catalogue import Catalogue
from .connection import Connection
from .documents import Documents
from .events import Events
from .failures import required
from .invoices import Invoices
from .ledger import App, Ledger
from .methods import Methods
from .openings import Openings
from .orders import Orders
from .pairing import Pairing, read_manifest
from .provider_mutants import MUTANTS
from .proofs import Proofs
from .rpc import Bucket
from .script import Script, Seen
from .settings import Settings
from .statements import Statements
from .upgrade import judge
from .wallet import Wallet, WalletFailure, wallets

TICK = 0.02
DEVIATIONS = frozenset(mutant.name for mutant in MUTANTS)
NEW = ("new_address_for_currency", "invoice_request", "payment_order")


class Provider:
    """`start`, `stop` and `kill` may follow each other; what is stored outlives them."""

    def __init__(self, runtime: str | Path, state: str | Path, *, name: str = "wallet",
                 identity: Identity | None = None,
                 deviations: Iterable[str] = (), settings: dict[str, Any] | None = None):
        self.deviations = frozenset(deviations)
        unknown = self.deviations - DEVIATIONS
        if unknown:
            raise KeyError(f"unknown deviations {sorted(unknown)}")
        self.runtime, self.state, self.name = Path(runtime), Path(state), name
        self.identity = identity or Identity.generate()
        self.static = AgreementKey()
        self.settings = Settings(settings)
        self.ledger = Ledger()
        self.wallets = wallets(self.settings["balance"])
        self.script, self.seen = Script(), Seen()
        self.admits_everybody = False
        self.faults: list[BaseException] = []
        self.server: asyncio.Server | None = None
        self.file = self.k_local = b""
        self.authority = ""
        self.authorities: set[str] = set()
        self.first_number = self.numbers = 0
        self.held: int | None = None
        self._forget()

    def another(self, name: str, state: str | Path) -> "Provider":
        """Another daemon with the same key and the same ledger (2.8). What is seen of both is in one order."""
        other = Provider(self.runtime, state, name=name, identity=self.identity, deviations=self.deviations)
        other.ledger, other.wallets, other.settings, other.seen = self.ledger, self.wallets, self.settings, self.seen
        other.admits_everybody = self.admits_everybody
        other.first_number = other.numbers = self.first_number + 1_000
        return other

    def deviates(self, name: str) -> bool:
        if name not in DEVIATIONS:
            raise KeyError(name)
        return name in self.deviations

    def _forget(self) -> None:
        """Drops what only a running provider knows."""
        self.connections: dict[Connection, None] = {}
        self.tasks: set[asyncio.Task[Any]] = set()
        self.buckets: dict[bytes, Bucket] = {}
        self.pages: dict[str, tuple[str, str]] = {}
        self.locks: dict[tuple[bytes, str], asyncio.Lock] = defaultdict(asyncio.Lock)
        self.pairing, self.events, self.budgets = Pairing(self), Events(self), Budgets(self)
        self.invoices, self.orders = Invoices(self), Orders(self)
        self.catalogue, self.openings = Catalogue(self), Openings(self)
        self.proofs, self.statements, self.documents = Proofs(self), Statements(self), Documents(self)
        self.methods = Methods(self)
        # What broken providers replace, or change at each connection and at each session.
        self.judge, self.read_manifest, self.handshake_class = judge, read_manifest, ProviderHandshake
        self.listening: dict[str, Any] = {"host": "127.0.0.1"}
        self.at_connection: list[Callable[[Connection], None]] = []
        self.at_session: list[Callable[[Connection], None]] = []
        for name in sorted(self.deviations & BROKEN.keys()):
            BROKEN[name].change(self)

    # Running

    async def start(self, members: dict[str, Any] | None = None) -> None:
        """Listens and publishes; `members` replaces members of the discovery file."""
        self.hold_name()
        self.catalogue.write()
        await self.listen()
        self.publish(members)

    def hold_name(self) -> None:
        self.held = machine.hold_name(self.runtime / "names", self.name)

    async def listen(self, port: int = 0) -> None:
        self.server = await asyncio.start_server(self._accept, port=port, limit=65_536, **self.listening)
        port = self.server.sockets[0].getsockname()[1]
        self.authority = f"127.0.0.1:{port}"
        self.authorities = {self.authority, f"localhost:{port}"}
        self.spawn(self._tick())

    def publish(self, members: dict[str, Any] | None = None) -> None:
        again = {"k_local": encode(self.k_local)} if self.k_local and self.deviates("gate key is used again") else {}
        file = discovery.describe(self.authority, self.name, self.identity.public, **again | (members or {}))
        self.k_local = discovery.decode(file["k_local"])
        self.file = discovery.publish(self.runtime, file, self.name)

    async def stop(self) -> None:
        """Ends as its owner would: goodbyes and 1001."""
        await self.close_door()
        for connection in list(self.connections):
            if connection.progress == 3:
                await connection.say_goodbye(1001)
        serving = [connection.task for connection in self.connections if connection.task]
        if serving:
            await asyncio.wait(serving, timeout=1)
        if not self.deviates("file stays behind"):
            discovery.withdraw(self.runtime, self.name, self.file)
        await self._end()

    async def kill(self) -> None:
        """Ends in the middle of whatever it does, and leaves its file."""
        await self.close_door()
        for connection in list(self.connections):
            connection.channel.abort()
        await self._end()

    async def close_door(self) -> None:
        if self.server:
            self.server.close()
            self.server = None

    def is_own(self, connection: Connection) -> bool:
        """Whether the peer is a program of the same user."""
        return machine.is_own(*map(connection.channel.writer.get_extra_info, ("peername", "sockname")))

    async def _end(self) -> None:
        if self.held is not None:
            os.close(self.held)
            self.held = None
        tasks = [*self.tasks, *[connection.task for connection in self.connections if connection.task]]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        self._forget()

    def spawn(self, work: Coroutine[Any, Any, Any]) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    def fault(self, error: BaseException) -> None:
        self.faults.append(error)
        print(f"model provider: {type(error).__name__}: {error}", file=sys.stderr)

    @staticmethod
    def clock() -> float:
        return time.time()

    async def _accept(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.numbers += 1
        connection = Connection(self, reader, writer, self.numbers)
        waiting = [entry for entry in self.connections if entry.progress < 3]
        if len(waiting) >= self.settings["limits.unauthenticated_sockets"]:
            min(waiting, key=lambda entry: (entry.progress, entry.begun)).channel.abort()
        self.connections[connection] = None
        try:
            await connection.run()
        except asyncio.CancelledError:
            pass  # the provider ends; the stream would tell of it as of a fault
        except Exception as error:
            self.fault(error)

    async def _tick(self) -> None:
        while True:
            try:
                await self.refresh()
                await self.documents.look()
                await self.pairing.expire()
                for connection in list(self.connections):
                    if connection.progress == 3 and self.clock() >= connection.expires:
                        connection.end(1000)
            except Exception as error:
                self.fault(error)
            await asyncio.sleep(TICK)

    async def refresh(self) -> None:
        """Looks at the network and moves everything on."""
        for app in list(self.ledger.apps.values()):
            for invoice in app.invoices:
                self.invoices.refresh(app, invoice)
            for order in list(app.orders):
                await self.orders.advance(app, order)

    # What is asked from many places

    def call(self, wallet: Wallet, step: str) -> None:
        try:
            wallet.fault(step)
        except WalletFailure as failure:
            required(False, failure.reason)

    def request_lock(self, app: App, request_id: str) -> asyncio.Lock:
        return self.locks[app.key, request_id.lower()]

    def bucket(self, app: App) -> Bucket:
        if self.deviates("each connection has its own rate"):
            app = App(self.numbers.to_bytes(32, "big"), {})
        rate, burst = self.settings["limits.requests_per_second"], self.settings["limits.burst"]
        return self.buckets.setdefault(app.key, Bucket(rate, burst))

    def sessions(self, app: App) -> list[Connection]:
        return [connection for connection in self.connections if connection.progress == 3 and connection.app is app]

    async def place(self, connection: Connection) -> dict[str, Any] | None:
        """Room for one more session (3.7); None where there is some."""
        denied = {"status": "denied", "reason": "too_many_sessions", "retry_after_ms": 10_000}
        own = len(self.sessions(connection.app))
        if own >= self.settings["limits.sockets_per_app"] and not self.deviates("sessions of an app are not limited"):
            return denied
        sessions = [entry for entry in self.connections if entry.progress == 3 and entry.status == "approved"]
        if len(sessions) < self.settings["limits.sockets"]:
            return None
        counts: dict[bytes, list[Connection]] = defaultdict(list)
        for entry in sessions:
            counts[entry.app.key].append(entry)
        most = max(counts.values(), key=len)
        if own or (len(most) < 2 and not self.deviates("only session of an app is taken")):
            return denied
        most[0].status = "ended"
        most[0].end(1013)
        return None

    def scopes(self, app: App, connection: Connection | None = None) -> list[str]:
        """What was granted, holds now, and is wanted by the manifest."""
        if (not app.approved
                or (app.grants_end is not None and now() >= app.grants_end and not self.deviates("grants do not end"))):
            return []
        manifest = connection.manifest if connection else app.manifest
        every = self.deviates("manifest of a session does not count")
        return [scope for scope in app.scopes if every or scope in manifest["scopes"]]

    def grants(self, app: App, connection: Connection) -> dict[str, Any]:
        wanted = connection.manifest.get("currencies")
        currencies = app.currencies if wanted is None else (
            [code for code in dict.fromkeys(wanted) if app.currencies is None or code in app.currencies])
        members = {"scopes": self.scopes(app, connection), "currencies": currencies,
                   "expires_at": None if app.grants_end is None else stamp(app.grants_end)}
        return {name: value for name, value in members.items() if value is not None}

    def check_service(self, method: str, app: App, params: dict[str, Any]) -> None:
        if self.deviates("disabled service takes orders") and method == "payment_order":
            return
        if method in NEW and not self.catalogue.offered():
            known = app.requests.get(params["request_id"].lower())
            required(known, "service_disabled")

    def provider_view(self) -> dict[str, Any]:
        return {"provider_id": encode(self.identity.public), "name": self.name, "software": "model/1"}

    def session_view(self, connection: Connection) -> dict[str, Any]:
        app, manifest = connection.app, connection.manifest
        status = "approved" if app.approved else connection.status
        members: dict[str, Any] = {
            "status": status, "session_id": encode(connection.handshake.hash), "spec_version": 1,
            "provider": self.provider_view(),
            "app": {"app_id": manifest["app_id"], "name": manifest["name"], "version": manifest["version"],
                    "key": app.name},
            "grants": self.grants(app, connection),
            "limits": {
                "max_message_bytes": 1_048_576 if app.approved else 65_536, "max_batch": 32,
                "max_in_flight": self.settings["limits.in_flight"], "max_depth": 32,
                "requests_per_second": self.settings["limits.requests_per_second"],
                "burst": self.settings["limits.burst"]},
            "event_cursor": str(app.cursor), "expires_at": stamp(connection.expires)}
        if app.approved and app.paired_at is not None:
            members["paired_at"] = stamp(app.paired_at)
        if app.approved and (self.settings["documents"] or self.deviates("folder is named without documents")):
            members["folder"] = self.documents.view(app)
        if connection.question and not app.approved:
            members["question_id"] = connection.question.name
        if "pay" in self.scopes(app, connection):
            members["budgets"] = [self.budgets.view(app, wallet) for code, wallet in self.wallets.items()
                                  if code in members["grants"].get("currencies", [code])]
        return members
