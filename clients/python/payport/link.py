"""The way to a provider: found, connected, paired, and connected again whenever that is needed (18.2)."""

from __future__ import annotations

import asyncio
import logging
import os
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from . import discovery
from .app import SPOKEN, App
from .connection import Established, establish, fingerprint
from .discovery import Discovery
from .errors import (
    BUSY, ConnectionLost, NoProvider, NotPaired, PairingDenied, PayportError, ProtocolViolation, ProviderBusy,
    ProviderRefused,
    VersionMismatch, VersionWentBack, WrongKey,
)
from .schemas import Schemas
from .session import Notified, Session
from .store import Store

_log = logging.getLogger("payport")
_FIRST_WAIT, _LONGEST_WAIT = 1.0, 60.0
_TEMPORARY = (NoProvider, ProviderBusy, ConnectionLost)
# What is wrong with one daemon says nothing about the others of the same provider.
_OF_ONE_DAEMON = (*_TEMPORARY, ProviderRefused, ProtocolViolation, WrongKey, VersionMismatch, VersionWentBack)
_APPROVAL_ID = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_-")


@dataclass(frozen=True)
class PairingCode:
    """What the user of the app types in the wallet: the digits, and the name under which the owner finds the question.

    There is no name if the provider named none, or one that must not be shown.
    """

    digits: str = field(repr=False)
    question_id: str | None


class Backoff:
    """Waits that double up to a minute, within the patience of one call."""

    def __init__(self, patience: float) -> None:
        self._end = time.monotonic() + patience
        self._next = _FIRST_WAIT

    def next(self, at_least: float = 0.0) -> float | None:
        """The next wait, or None if it would not end in time."""
        wait = max(self._next, at_least)
        self._next = min(self._next * 2, _LONGEST_WAIT)
        return wait if time.monotonic() + wait <= self._end else None

    @property
    def left(self) -> float:
        return max(0.0, self._end - time.monotonic())


class Link:
    """Opens sessions with one provider for one app."""

    def __init__(self, app: App, store: Store, service: str, provider: str | None, folder: str | None) -> None:
        self._manifest, self._store, self._service, self._provider = app.manifest(), store, service, provider
        self._folder = folder
        self._identity = store.identity()
        self.schemas = Schemas.shared(service)
        self._not_approved: PayportError | None = None
        self._approval: bytes | None = None
        # How often a connection with this file ended with 1008.
        self._refused: dict[bytes, int] = {}
        # The daemon that the app was connected to last. The provider whose key it has is never changed by itself.
        self._last = ""
        # The sessions that were made, by the daemon that they are at, and the daemons that one was lost at.
        self._made: list[tuple[str, Session]] = []
        self._lost: set[str] = set()
        self._told: set[str] = set()
        # How many daemons the provider had when it was looked for last.
        self.daemons = 1

    @property
    def app_key(self) -> bytes:
        return self._identity.public_key().public_bytes_raw()

    def sign(self, message: bytes) -> bytes:
        return self._identity.sign(message)

    def folder(self) -> str:
        return self._folder or discovery.folder_of_providers()

    def find(self) -> discovery.Daemons:
        # The key is gone if the user has said that the wallet was set up anew.
        met = self._store.pinned(self._last) if self._last else None
        name = self._provider or (self._last if met else None)
        found = discovery.daemons(self.folder(), self._service, name, self._store.pinned, met)
        self.daemons = len(found.files)
        return found

    def _tell(self, error: PayportError) -> None:
        """Once for each reason: the other daemons of the provider are used."""
        if str(error) not in self._told:
            self._told.add(str(error))
            _log.warning("one of the wallet's daemons is not used: %s", error)

    def not_approved(self, error: PayportError) -> PayportError:
        """Notes that the owner does not let the app in. Each further connection would be another question to the owner,
        so none is made before `pair` is called, here or in another process of the app (18.2)."""
        self._not_approved, self._approval = error, self._store.approval()
        return error

    async def _connect(self) -> tuple[Discovery, Established]:
        """Tries the daemons of the provider one after the other, until one answers what is true of all of them."""
        while True:
            # Read anew each time: the file may have been that of an earlier start of the provider (18.2).
            found = self.find()
            for error in found.refused:
                self._tell(error)
            failures: list[PayportError] = []
            full: tuple[Discovery, Established] | None = None
            # One that was lost is tried last, because the others are more likely to answer.
            self._lost.update(name for name, session in self._made if not session.open)
            self._made = [made for made in self._made if made[1].open]
            for file in sorted(found.files, key=lambda file: file.name in self._lost):
                try:
                    made = await self._attempt(file, file.name in self._lost)
                except _OF_ONE_DAEMON as failure:
                    if len(found.files) > 1 and not isinstance(failure, _TEMPORARY):
                        self._tell(failure)
                    failures.append(failure)
                    continue
                if full is not None:
                    await full[1].connection.close()
                    full = None
                if made.result["status"] == "denied" and made.result.get("reason") == "too_many_sessions":
                    full = (file, made)
                    continue
                self._last = file.name
                self._lost.discard(file.name)
                return file, made
            if full is not None:
                return full
            for temporary in failures:
                # As long as one of them may come back, waiting makes sense.
                if isinstance(temporary, _TEMPORARY):
                    raise temporary
            if not any(self._refused.get(fingerprint(file)) == 1 for file in found.files):
                raise failures[0]
            await self._change_of_folder(_FIRST_WAIT)

    async def _attempt(self, found: Discovery, is_lost: bool) -> Established:
        found.check_version(self._service, SPOKEN)
        self._store.check_versions(found.name, found.versions[1])
        digest = fingerprint(found)
        if self._refused.get(digest, 0) >= 2:
            raise ProviderRefused()
        try:
            made = await establish(
                found, self._store.pinned(found.name), self._identity, self._manifest, self._store, is_lost)
        except ProviderRefused:
            self._refused[digest] = self._refused.get(digest, 0) + 1
            raise
        self._refused.pop(digest, None)
        return made

    async def open(
        self, notified: Notified, backoff: Backoff, busy: Backoff | None = None,
    ) -> tuple[Discovery, Session, dict[str, Any]]:
        """A session of an approved app. Waits for the provider within the patience of the call, and within that of
        `busy` for a place where the app has too many sessions."""
        if self._not_approved is not None and self._approval == self._store.approval():
            raise self._not_approved
        while True:
            try:
                found, made = await self._connect()
            except _TEMPORARY as error:
                await self._wait(error, backoff, 0.0)
                continue
            session = await self._session(found, made, notified)
            if made.result["status"] == "approved":
                return found, session, made.result["session"]
            await session.close()
            if made.result["status"] == "pending":
                raise self.not_approved(NotPaired())
            denied = self._denied(made.result)
            if denied.reason != "too_many_sessions":
                raise self.not_approved(denied)
            await self._wait(denied, busy or backoff, (denied.retry_after_ms or 0) / 1000)

    async def _wait(self, error: PayportError, backoff: Backoff, at_least: float) -> None:
        wait = backoff.next(at_least)
        if wait is None:
            raise error
        _log.info("no connection to the wallet: %s", error.code)
        await self._change_of_folder(wait)

    async def _change_of_folder(self, seconds: float) -> None:
        """Waits, but not longer than until the folder of providers changes."""
        before, end = self._state_of_folder(), time.monotonic() + seconds
        while time.monotonic() < end and self._state_of_folder() == before:
            await asyncio.sleep(0.05)

    def _state_of_folder(self) -> int:
        try:
            return os.stat(self.folder()).st_mtime_ns
        except OSError:
            return 0

    async def _session(self, found: Discovery, made: Established, notified: Notified) -> Session:
        # A session may be absent where the app is denied (3.3).
        version = made.result.get("session", {"spec_version": SPOKEN[0]})["spec_version"]
        if not SPOKEN[0] <= version <= SPOKEN[1]:
            await made.connection.close()
            raise VersionMismatch(str(version), discovery.range_text(SPOKEN))
        session = Session(made.connection, self.schemas, found.provider_id, notified)
        self._made.append((found.name, session))
        return session

    @staticmethod
    def _denied(result: dict[str, Any]) -> PairingDenied | ProviderBusy:
        """The owner's no, or that there are too many connections, questions or wrong codes, whoever asks."""
        reason = str(result.get("reason", ""))
        kind = ProviderBusy if reason in BUSY else PairingDenied
        return kind(reason, result.get("retry_after_ms"))

    async def pair(self, show: Callable[[PairingCode], None], patience: float) -> None:
        """Connects until the owner has decided. Each connection has a code of its own, which `show` is given."""
        backoff = Backoff(patience)
        while True:
            decided: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

            async def notified(method: str, params: dict[str, Any]) -> None:
                if method in ("session_changed", ""):
                    decided.put_nowait(params)

            try:
                found, made = await self._connect()
            except _TEMPORARY as error:
                await self._wait(error, backoff, 0.0)
                continue
            # The owner may take longer than the patience, which is for a wallet that is away.
            backoff = Backoff(patience)
            session = await self._session(found, made, notified)
            try:
                if made.result["status"] == "approved":
                    self._store.set_approval()
                    return
                if made.result["status"] == "denied":
                    raise self.not_approved(self._denied(made.result))
                show(PairingCode(made.pairing_code or "", _question_id(made.result["session"])))
                change = await decided.get()
            finally:
                await session.close()
            if change.get("status") == "approved":
                self._store.set_approval()
                return
            if change.get("status") == "denied":
                raise self.not_approved(PairingDenied(str(change.get("reason", ""))))
            await self._wait(ConnectionLost(), backoff, 0.0)


def _question_id(session: dict[str, Any]) -> str | None:
    """3.5: a name of another form is not shown, because it may be copied into a shell."""
    name = session.get("question_id")
    valid = isinstance(name, str) and 1 <= len(name) <= 64 and set(name) <= _APPROVAL_ID and name[0] not in "_-"
    return name if valid else None
