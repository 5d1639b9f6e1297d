"""Who may use the provider: questions to the owner, codes, denials (3.5), and the manifest (3.4)."""

import re
import secrets
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from ..wire import require
from ..wire.discovery import version_range
from ..wire.text import encode, parse
from .amounts import now
from .failures import required
from .ledger import App

if TYPE_CHECKING:
    from .connection import Connection
    from .provider import Provider

SCOPES = ("receive", "pay", "balance", "prove", "statement")
LARGEST_MANIFEST = 16_384
WAIT = 600
MOST_APPS, MOST_CONNECTIONS = 8, 2


def read_manifest(data: bytes, largest: int = LARGEST_MANIFEST) -> dict[str, Any]:
    """The manifest, or Refused."""
    try:
        require(len(data) <= largest, "3.4: the manifest is too long")
        value = parse(data)
        require(isinstance(value, dict) and re.fullmatch(r"[a-z0-9.-]{3,100}", value["app_id"]), "3.4: app_id")
        require(1 <= len(value["name"]) <= 64 and len(value["version"]) <= 32, "3.4: name and version")
        require(isinstance(value["name"], str) and isinstance(value["version"], str), "3.4: texts")
        require(isinstance(value["scopes"], list) and len(value["scopes"]) <= 5 and set(value["scopes"]) <= set(SCOPES),
                "3.4: scopes")
        currencies = value.get("currencies", [])
        require(isinstance(currencies, list) and len(currencies) <= 64
                and all(isinstance(entry, str) for entry in currencies), "3.4")
        require(isinstance(value.get("callback_scheme", ""), str), "3.4: callback_scheme")
        low, _ = version_range(value["versions"])
        require(low <= 1, "3.4: versions")
    except (KeyError, TypeError, ValueError) as error:
        require(False, f"3.4: {error}")
    return value


@dataclass
class Question:
    app: App
    manifest: bytes
    connections: dict["Connection", str]
    """The code of each connection."""
    asked: float = field(default_factory=now)
    name: str = field(default_factory=lambda: "pair_" + secrets.token_hex(8))


class Pairing:
    def __init__(self, model: "Provider"):
        self.model = model
        self.questions: list[Question] = []
        self.asked: dict[bytes, list[float]] = {}
        self.denied: dict[bytes, tuple[float, int]] = {}
        """Until when an app is denied, and how often it was."""
        self.wrong: list[float] = []

    def admit(self, connection: "Connection", app: App, manifest: bytes, code: str) -> dict[str, Any]:
        """The result of the handshake apart from `session`."""
        if app.approved:
            return {"status": "approved"}
        if self.model.admits_everybody:
            self.approve(app, list(SCOPES))
            return {"status": "approved"}
        if self.locked_for() > 0:
            return {"status": "denied", "reason": "pairing_locked", "retry_after_ms": round(self.locked_for() * 1000)}
        until, _ = self.denied.get(app.key, (0, 0))
        if until > now() and not self.model.deviates("denied app is asked about again"):
            return {"status": "denied", "reason": "pairing_denied", "retry_after_ms": round((until - now()) * 1000)}
        question = next((entry for entry in self.questions if entry.app is app), None)
        if question:
            other = question.manifest != manifest and not self.model.deviates("any manifest joins a question")
            full = len(question.connections) >= MOST_CONNECTIONS and not self.model.deviates(
                "any number of connections waits")
            if other or full:
                return self._too_many(1)
            question.connections[connection] = code
        else:
            wait = self._wait_for_question(app)
            if self.model.deviates("owner is asked without a wait"):
                wait = 0
            if wait > 0 or len(self.questions) >= MOST_APPS:
                return self._too_many(max(wait, 1))
            self.asked[app.key] = [*self.asked.get(app.key, []), now()]
            question = Question(app, manifest, {connection: code})
            self.questions.append(question)
        connection.question = question
        return {"status": "pending", "sas_nonce": encode(connection.handshake.nonce)}

    @staticmethod
    def _too_many(seconds: float) -> dict[str, Any]:
        return {"status": "denied", "reason": "too_many_questions", "retry_after_ms": round(seconds * 1000)}

    def _wait_for_question(self, app: App) -> float:
        def wait(moments: list[float], free: int, first: float, most: float, forget: float) -> float:
            recent = [moment for moment in moments if not moments or moment > now() - forget]
            if len(recent) < free:
                return 0
            return recent[-1] + min(first * 2 ** (len(recent) - free), most) - now()

        of_all = sorted(moment for moments in self.asked.values() for moment in moments)
        return max(wait(self.asked.get(app.key, []), 3, 30, 600, 3600), wait(of_all, 8, 5, 60, 600))

    def locked_for(self) -> float:
        recent = [moment for moment in self.wrong if moment > now() - WAIT]
        most = 1_000 if self.model.deviates("wrong codes do not lock") else 3
        return recent[-1] + WAIT - now() if len(recent) >= most else 0

    # The owner

    def _find(self, name: str) -> Question:
        question = next((entry for entry in self.questions if entry.name == name), None)
        required(question, "order_not_found")
        assert question
        return question

    async def answer(self, name: str, code: str, scopes: list[str]) -> None:
        """Approves, if the code is that of one of the connections."""
        question = self._find(name)
        codes = [*question.connections.values()]
        if self.model.deviates("code of another app is right"):
            codes = [digits for entry in self.questions for digits in entry.connections.values()]
        if code not in codes:
            self.wrong.append(now())
            if self.locked_for() > 0:
                for entry in list(self.questions):
                    await self._end(entry, "pairing_locked")
            required(False, "pairing_denied")
        self.questions.remove(question)
        self.approve(question.app, scopes)
        for connection in self.model.sessions(question.app):
            connection.status = "approved"
        await self.tell(question.app, decided=True)

    def approve(self, app: App, scopes: list[str]) -> None:
        app.approved, app.scopes, app.paired_at = True, list(scopes), now()
        app.paired_manifest = app.manifest
        app.currencies = app.grants_end = None
        if not self.model.deviates("document key stays"):
            app.document_key = secrets.token_bytes(32)

    async def refuse(self, name: str) -> None:
        question = self._find(name)
        _, times = self.denied.get(question.app.key, (0.0, 0))
        self.denied[question.app.key] = (now() + min(60 * 2**times, 3600), times + 1)
        await self._end(question, "pairing_denied")

    async def _end(self, question: Question, reason: str) -> None:
        self.questions.remove(question)
        for connection in list(question.connections):
            await connection.deny(reason)

    async def revoke(self, app: App, but: "Connection | None" = None) -> None:
        app.approved, app.scopes = False, []
        self.model.orders.reject_all(app)
        for connection in self.model.sessions(app):
            kept = but is None and self.model.deviates("revoked app keeps its session")
            if connection is not but and not kept:
                await connection.deny("app_revoked")

    async def tell(self, app: App, decided: bool = False) -> None:
        """Says `session_changed` to all sessions of an app."""
        for connection in self.model.sessions(app):
            if decided or not self.model.deviates("grants are changed silently"):
                await connection.notify("session_changed",
                                        {"status": "approved", "grants": self.model.grants(app, connection)})

    def left(self, connection: "Connection") -> None:
        """A connection ended; a question without connections is withdrawn."""
        for question in list(self.questions):
            question.connections.pop(connection, None)
            if not question.connections:
                self.questions.remove(question)

    async def expire(self) -> None:
        for question in list(self.questions):
            if now() >= question.asked + WAIT:
                await self._end(question, "expired")
