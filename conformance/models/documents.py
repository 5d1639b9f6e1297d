"""Requests as signed files, and the answers to them (chapter 12)."""

import contextlib
import hashlib
import os
import re
import stat
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from typing import TYPE_CHECKING, Any

from .. import schemas
from ..wire import Refused, documents
from ..wire.discovery import write_private
from ..wire.text import decode, encode, parse
from . import yaml
from .amounts import moment, now, stamp
from .failures import Failure
from .ledger import ENDED, App, Invoice, Order
from .statements import Statement

if TYPE_CHECKING:
    from .provider import Provider

FOLDERS = {"invoice_request": "invoice_requests", "payment_order": "payment_orders", "proof_request": "proof_requests",
           "statement_request": "statement_requests"}
NAME = re.compile(r"([A-Za-z0-9][A-Za-z0-9_-]{0,99})\.(yml|sealed)")
LARGEST, MORE_SEALED, AHEAD = 65_536, 29, 300
WAITS = ("rate_limited", "wallet_unavailable", "wallet_syncing", "wallet_timeout", "wallet_locked", "under_review",
         "too_many_questions")


class Problem(Exception):
    """A document is no request. `waits` if it may become one without a change."""

    def __init__(self, reason: str, waits: bool = False, **more: Any):
        super().__init__(reason)
        self.reason, self.waits, self.more = reason, waits, more


class Caller:
    """Who makes the request of a document: the app, with the manifest with which it paired."""

    def __init__(self, app: App):
        self.app, self.manifest, self.status = app, app.paired_manifest, "approved"


@dataclass
class Known:
    """What the provider remembers of a file while it runs."""

    marks: tuple[Any, ...]
    state: str = ""
    answer: dict[str, Any] = field(default_factory=dict)
    request_id: str | None = None


class Documents:
    def __init__(self, model: "Provider"):
        self.model = model
        self.known: dict[Path, Known] = {}
        self.seal = documents.seal

    @property
    def services(self) -> Path:
        return self.model.state / ".services"

    def name(self, app: App) -> str:
        """The name of the app's folders: its app_id, unless another app has that name."""
        app_id = app.paired_manifest["app_id"]
        first = next(entry
                     for entry in self.model.ledger.apps.values() if entry.paired_manifest.get("app_id") == app_id)
        return str(app_id if first is app else f"{app_id}-{app.key.hex()[:8]}")

    def view(self, app: App) -> dict[str, Any]:
        for folder in FOLDERS.values():
            self.make(self.services / "payments" / folder / self.name(app))
        return {"services": str(self.services), "name": self.name(app), "document_key": encode(app.document_key)}

    def make(self, folder: Path) -> None:
        self.model.state.mkdir(mode=0o700, parents=True, exist_ok=True)
        inner = folder.relative_to(self.model.state)
        for path in [*reversed(inner.parents), inner]:
            (self.model.state / path).mkdir(mode=0o700, exist_ok=True)

    # Looking

    async def look(self) -> None:
        if not self.model.settings["documents"]:
            return
        for app in [entry for entry in self.model.ledger.apps.values() if entry.paired_at is not None]:
            for request, folder in FOLDERS.items():
                path = self.services / "payments" / folder / self.name(app)
                if self.usable(path):
                    for name in sorted(os.listdir(path))[:4_000]:
                        if NAME.fullmatch(name) and ".answer." not in name:
                            await self.take(app, request, path / name)

    @staticmethod
    def usable(folder: Path) -> bool:
        """Whether a folder is there, and is no link, and nobody else's (12.1)."""
        try:
            found = os.lstat(folder)
        except FileNotFoundError:
            return False
        return stat.S_ISDIR(found.st_mode) and found.st_uid == os.geteuid() and not found.st_mode & 0o077

    @staticmethod
    def _marks(path: Path) -> tuple[Any, ...]:
        def mark(file: Path) -> Any:
            try:
                found = os.lstat(file)
                return found.st_ino, found.st_mtime_ns, found.st_size, found.st_mode, found.st_nlink
            except FileNotFoundError:
                return None

        return mark(path), mark(path.with_name(path.name + ".sig"))

    async def take(self, app: App, request: str, path: Path) -> None:
        marks = self._marks(path)
        if marks[0] is None:
            return
        known = self.known.get(path)
        if known is None or known.marks != marks:
            known = self.known[path] = Known(marks)
        if known.state == "refused":
            return
        answer: dict[str, Any] = {"spec": f"{request}_answer", "version": 1, "document": path.name}
        try:
            data = self._read(path, LARGEST + MORE_SEALED * (path.suffix == ".sealed"))
            answer["digest"] = encode(hashlib.sha256(data).digest())
            state, more = await self._request(app, request, path, data, known)
            answer |= {"state": state} | more
        except Problem as problem:
            more = {name: value for name, value in problem.more.items() if value is not None}
            answer |= {"state": "waiting" if problem.waits else "refused"}
            if known.request_id:
                answer["request_id"] = known.request_id
            answer["failure"] = more | {"reason": problem.reason, "message": f"{problem.reason.replace('_', ' ')}."}
        except FileNotFoundError:
            return
        known.state = answer["state"]
        if answer != known.answer:
            known.answer = answer
            self._answer(app, path, answer)
        if known.state == "ended":
            self._archive(path)

    @staticmethod
    def _read(path: Path, largest: int) -> bytes:
        found = os.lstat(path)
        safe = (stat.S_ISREG(found.st_mode) and found.st_nlink == 1 and found.st_uid == os.geteuid()
                and not found.st_mode & 0o022)
        if not safe:
            raise Problem("unsafe_file", rule="a regular file with one link that only the owner can write")
        if found.st_size > largest:
            raise Problem("too_large")
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with os.fdopen(file, "rb") as opened:
            return opened.read(largest + 1)

    # From a file to a request

    async def _request(self, app: App, request: str, path: Path, data: bytes,
                       known: Known) -> tuple[str, dict[str, Any]]:
        signed_at = self._signature(app, path, data)
        text = data
        if path.suffix == ".sealed":
            try:
                text = documents.unseal(app.document_key, path.name, data)
            except Refused:
                raise Problem("cannot_open") from None
        spec, version, params, lines = self._parse(text)
        method = spec if spec in FOLDERS else request
        if ("request_id" in schemas.payments().part(method, "params").get("properties", {})
                and "request_id" not in params):
            params["request_id"] = documents.document_request_id(app.key, path.stem, text)
        known.request_id = params.get("request_id")
        earlier = app.requests.get(str(known.request_id).lower()) if known.request_id else None
        age = now() - moment(signed_at, "")
        old = age > self.model.settings.seconds("documents.fresh") and not self.model.deviates(
            "old signatures are taken")
        early = age < -AHEAD and not self.model.deviates("signatures of the future are taken")
        if (old or early) and earlier is None:
            raise Problem("not_fresh")
        if spec not in FOLDERS:
            raise Problem("wrong_request", pointer="/spec")
        try:
            self.model.methods.check_params(method, params)
            if not isinstance(version, yaml.NumberText) or version not in self._versions():
                raise Problem("unsupported_version", pointer="/version")
            if spec != request:
                raise Problem("wrong_request", pointer="/spec")
            result = await self._result(app, method, params, earlier)
        except Failure as failure:
            error = failure.error["data"]
            line = lines.get(error.get("pointer", "").lstrip("/"))
            raise Problem(failure.reason, failure.reason in WAITS, code=failure.error["code"], line=line,
                          column=1 if line else None,
                          **{name: error.get(name) for name in ("pointer", "rule", "left", "resets_at")}) from None
        more = {"request_id": params["request_id"]} if "request_id" in params else {}
        return self._state(app, params), more | {"result": result}

    def _signature(self, app: App, path: Path, data: bytes) -> str:
        """Checks the signature and returns `signed_at`."""
        name = path.with_name(path.name + ".sig")
        try:
            file = self._read(name, documents.LARGEST_SIGNATURE)
        except FileNotFoundError:
            raise Problem("unsigned", waits=True) from None
        try:
            key = decode(parse(file)["key"], 32)
        except (ValueError, KeyError, TypeError):
            raise Problem("bad_signature") from None
        if key != app.key:
            raise Problem("wrong_key")
        try:
            signed_at = documents.check(file, app.key, documents.DOCUMENT, self.model.identity.public, path.name, data)
            moment(signed_at, "")
            return signed_at
        except (Refused, Failure):
            if self.model.deviates("signature of an answer is one of a document"):
                with contextlib.suppress(Refused):
                    return documents.check(file, app.key, documents.ANSWER, self.model.identity.public, path.name, data)
            raise Problem("bad_signature") from None

    def _versions(self) -> tuple[str, ...]:
        return ("0", "1", "2") if self.model.deviates("version 0 of a document is read") else ("1", "2")

    @staticmethod
    def _parse(text: bytes) -> tuple[str, Any, dict[str, Any], dict[str, int]]:
        if len(text) > LARGEST:
            raise Problem("too_large")
        try:
            members = yaml.read(text)
        except yaml.Malformed as malformed:
            raise Problem("malformed", line=malformed.line, column=1) from None
        values = {name: value for name, (value, _) in members.items()}
        spec, version = str(values.pop("spec", "")), values.pop("version", None)
        schema = schemas.payments().files.get(spec, {}).get("params", {})
        forms = schema.get("properties", {}) | schema.get("optionalProperties", {})
        for name, value in values.items():
            if isinstance(value, yaml.NumberText):
                whole = "int" in forms.get(name, {}).get("type", "") and re.fullmatch("-?[0-9]+", value)
                values[name] = int(value) if whole else str(value)
        return spec, version, values, {name: line for name, (_, line) in members.items()}

    async def _result(self, app: App, method: str, params: dict[str, Any], earlier: Any) -> dict[str, Any]:
        if earlier is not None:
            found = self.model.methods.earlier(app, method, params)
            if isinstance(found, Invoice):
                return {"invoice": found.view()}
            if isinstance(found, Order):
                return {"payment_order": found.view()}
        result = await self.model.methods.call(Caller(app), method, params)
        return {name: value for name, value in result.items() if name != "replayed"}

    def _state(self, app: App, params: dict[str, Any]) -> str:
        request = app.requests.get(str(params.get("request_id", "")).lower())
        made = request.result if request else None
        if isinstance(made, Order):
            return "ended" if made.state in ENDED else "accepted"
        if isinstance(made, Invoice):
            return "ended" if made.state == "settled" or now() >= made.monitored else "accepted"
        assert made is None or isinstance(made, Statement)
        return "ended"

    # Answers

    def _answer(self, app: App, path: Path, answer: dict[str, Any]) -> None:
        name = f"{path.stem}.answer{path.suffix}"
        data = yaml.write(answer).encode()
        if path.suffix == ".sealed":
            if self.model.deviates("sealed documents are answered openly, too"):
                write_private(path.parent, f"{path.stem}.answer.yml", data)
            data = self.seal(app.document_key, name, data)
        write_private(path.parent, name, data)
        write_private(path.parent, f"{name}.sig", documents.sign(
            self.model.identity, documents.ANSWER, app.key, name, stamp(now()), data))

    def _archive(self, path: Path) -> None:
        answer = f"{path.stem}.answer{path.suffix}"
        files = [path.with_name(name) for name in (f"{path.name}.sig", answer, f"{answer}.sig", path.name)]
        if path.parent.parent.name == "payment_orders" and self.model.deviates("ended orders are not archived"):
            return
        day = f"{datetime.now(timezone.utc):%Y-%m-%d}"
        number, folder = 1, path.parent / "archive" / day
        while (folder / path.name).exists():
            number += 1
            folder = path.parent / "archive" / f"{day}.{number}"
        folder.mkdir(mode=0o700, parents=True, exist_ok=True)
        for file in files[:-1]:
            os.link(file, folder / file.name)
        os.rename(path, folder / path.name)
        for file in files[:-1]:
            file.unlink()
        self.known.pop(path, None)
