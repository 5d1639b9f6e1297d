"""Documents of an app of the suite: submitted as files, and their answers read and checked (chapter 12)."""

import base64
import hashlib
import os
import time
from datetime import UTC, datetime
from pathlib import Path

from .. import schemas
from ..report import NotApplicable, Violation, require
from ..wire import Refused
from ..wire.documents import ANSWER, DOCUMENT, check, seal, sign, unseal
from ..wire.text import decode, encode
from .line import PATIENCE
from .simple_yaml import NotRead, read

FOLDERS = {"invoice_request": "invoice_requests", "payment_order": "payment_orders", "proof_request": "proof_requests",
           "statement_request": "statement_requests"}


def now(offset=0):
    return datetime.fromtimestamp(time.time() + offset, UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class Desk:
    """The folder of one app for one kind of request."""

    def __init__(self, app, request):
        session = app.call("get_session")
        if "folder" not in session:
            raise NotApplicable("the provider accepts no documents")
        place = session["folder"]
        self.app, self.request = app, request
        self.path = Path(place["services"]) / "payments" / FOLDERS[request] / place["name"]
        self.key = decode(place["document_key"], 32)
        self.provider = app.bench.discovery().provider_id
        self.count = 0
        # The specification does not say that the folder is there before it is named.
        end = time.monotonic() + PATIENCE
        while not self.path.is_dir():
            require(time.monotonic() < end, "the provider names a folder and does not make it")
            time.sleep(0.005)

    def name(self):
        self.count += 1
        return f"{datetime.now(UTC):%Y%m%d%H%M%S}_{self.count}_{os.urandom(4).hex()}"

    def text(self, version=1, spec=None, **members):
        lines = [f"spec: {spec or self.request}", f"version: {version}", *(f"{k}: {v}" for k, v in members.items())]
        return ("\n".join(lines) + "\n").encode()

    def write(self, name, data, mode=0o600):
        """Under another name first, then renamed into place."""
        draft = self.path / f".draft-{os.urandom(4).hex()}"
        draft.write_bytes(data)
        draft.chmod(mode)
        draft.rename(self.path / name)

    def signature(self, name, data, identity=None, provider=None, signed_at=None, label=DOCUMENT):
        return sign(identity or self.app.identity, label, provider or self.provider, name, signed_at or now(), data)

    def submit(self, text, stem=None, sealed=False, **signing):
        """Signs and submits a document; returns the name of its file and its bytes."""
        name = (stem or self.name()) + (".sealed" if sealed else ".yml")
        data = seal(self.key, name, text) if sealed else text
        self.write(name + ".sig", self.signature(name, data, **signing))
        self.write(name, data)
        return name, data

    def answer(self, submitted, accept=lambda answer: True, seconds=PATIENCE):
        """The answer to a document once it is accepted by the condition; its signature and its schema are checked."""
        end = time.monotonic() + seconds
        last = "there is none"
        while time.monotonic() < end:
            try:
                found = self._read(*submitted)
                if accept(found):
                    return found
                last = f"it says {found['state']} {found.get('failure', {}).get('reason', '')}"
            except (FileNotFoundError, Refused) as error:
                last = str(error)  # it may be in the middle of a change
            time.sleep(0.005)
        raise Violation(f"no such answer came: {last}")

    def _read(self, name, data):
        stem, suffix = name.rsplit(".", 1)
        answer_name = f"{stem}.answer.{suffix}"
        folder = self._folder_of(name, answer_name)
        file = (folder / answer_name).read_bytes()
        check((folder / f"{answer_name}.sig").read_bytes(), self.provider, ANSWER, self.app.identity.public,
              answer_name, file)
        text = unseal(self.key, answer_name, file) if suffix == "sealed" else file
        try:
            answer = read(text.decode())
        except (NotRead, ValueError) as error:
            raise Violation(f"the answer is no YAML of 13.1: {error}") from error
        try:
            schemas.payments().check("document", "answer", answer)
        except schemas.Mismatch as mismatch:
            raise Violation(f"the answer does not match its schema: {mismatch}") from mismatch
        require(answer["spec"] == self.request + "_answer" and answer["document"] == name,
                "the answer is about another document")
        digest = encode(hashlib.sha256(data).digest())
        if answer.get("digest", digest) != digest:
            raise FileNotFoundError("the answer is about an earlier document")
        return answer

    def _folder_of(self, name, answer_name):
        if (self.path / answer_name).exists() and (self.path / name).exists():
            return self.path
        archived = sorted((self.path / "archive").glob(f"*/{name}"))
        if archived:
            return archived[-1].parent
        return self.path


def file_of(answer):
    return base64.urlsafe_b64decode(answer["result"]["data"] + "==")
