"""Requests as signed files (chapter 12): made at most once like a call, and also while the provider does not run."""

from __future__ import annotations

import asyncio
import datetime
import hashlib
import os
import re
import secrets
import time
import uuid
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, Literal

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from . import yaml
from .encoding import from_base64url, length_prefixed, parse_json, to_base64url, write_json
from .errors import DocumentError, InvalidArgument
from .files import read_plain

Kind = Literal["invoice_request", "payment_order", "proof_request", "statement_request"]
LARGEST_TEXT = 65_536
_LARGEST_SIGNATURE = 1024
_SEALED = 29
# How long an answer that is not signed may be one that is being written (12.10).
DOUBT_SECONDS = 2.0
_STEM = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")
_DAY = re.compile(r"([0-9]{4}-[0-9]{2}-[0-9]{2})(?:\.([0-9]+))?")
_DOCUMENT, _ANSWER = b"payport/document/1\0", b"payport/document-answer/1\0"


def signed_message(label: bytes, addressee: bytes, file: str, signed_at: str, content: bytes) -> bytes:
    return (label + addressee + length_prefixed(file.encode(), signed_at.encode()) + hashlib.sha256(content).digest())


def derived_request_id(app_key: bytes, stem: str, text: bytes) -> str:
    """The request id of a document that names none (12.4)."""
    digest = hashlib.sha256(text).digest()
    made = bytearray(hashlib.sha256(
        b"payport/document-request/1\0" + app_key + length_prefixed(stem.encode()) + digest).digest()[:16])
    made[6] = made[6] & 0x0F | 0x80
    made[8] = made[8] & 0x3F | 0x80
    return str(uuid.UUID(bytes=bytes(made)))


def _associated(file: str) -> bytes:
    return b"payport/sealed-document/1\0" + length_prefixed(file.encode())


def seal(key: bytes, nonce: bytes, text: bytes, file: str) -> bytes:
    return b"\x01" + nonce + ChaCha20Poly1305(key).encrypt(nonce, text, _associated(file))


def unseal(key: bytes, sealed: bytes, file: str) -> bytes:
    if len(sealed) < _SEALED or sealed[0] != 1:
        raise DocumentError("An answer of the wallet is not sealed as it should be.")
    try:
        return ChaCha20Poly1305(key).decrypt(sealed[1:13], sealed[13:], _associated(file))
    except InvalidTag:
        raise DocumentError("An answer of the wallet does not open with the app's document key.") from None


@dataclass(frozen=True)
class Document:
    """A document that was submitted: enough to follow it, also after a restart."""

    kind: Kind
    stem: str
    request_id: str
    sealed: bool
    digest: str = field(repr=False)

    @property
    def file(self) -> str:
        return f"{self.stem}.{'sealed' if self.sealed else 'yml'}"

    @property
    def answer_file(self) -> str:
        return f"{self.stem}.answer.{'sealed' if self.sealed else 'yml'}"


class DocumentFolder:
    """The app's folders of documents, as `folder` of the session names them."""

    def __init__(self, services: str, name: str, key: bytes | None, provider_id: bytes, app_key: bytes) -> None:
        self._services, self._name, self._key = services, name, key
        self._provider_id, self._app_key = provider_id, app_key

    def _open(self, kind: Kind) -> int:
        """Opens the folder step by step, and refuses links and folders of others on the way."""
        descriptor = -1
        for part in (self._services, "payments", f"{kind}s", self._name):
            descriptor = _inside(descriptor, part)
        return descriptor

    def submit(self, kind: Kind, stem: str, fields: dict[str, Any], sealed: bool,
               sign: Callable[[bytes], bytes]) -> Document:
        if not _STEM.fullmatch(stem):
            raise InvalidArgument("The name of a document has 1 to 100 letters, digits, - and _.")
        text = yaml.write({"spec": kind, "version": 1, **fields})
        if len(text) > LARGEST_TEXT:
            raise InvalidArgument("A document has at most 64 KiB.")
        file = f"{stem}.{'sealed' if sealed else 'yml'}"
        content = text
        if sealed:
            if self._key is None:
                raise DocumentError("The wallet has given the app no key to seal documents with.")
            content = seal(self._key, os.urandom(12), text, file)
        now = datetime.datetime.now(datetime.timezone.utc)
        signed_at = now.strftime("%Y-%m-%dT%H:%M:%S.") + f"{now.microsecond // 1000:03d}Z"
        signature = sign(signed_message(_DOCUMENT, self._provider_id, file, signed_at, content))
        folder = self._open(kind)
        try:
            # The signature first, so that the provider never sees a document that is not signed yet.
            _put(folder, f"{file}.sig", write_json({
                "v": 1, "key": to_base64url(self._app_key), "signed_at": signed_at,
                "signature": to_base64url(signature)}))
            _put(folder, file, content)
        finally:
            os.close(folder)
        return Document(
            kind, stem, fields.get("request_id") or derived_request_id(self._app_key, stem, text), sealed,
            to_base64url(hashlib.sha256(content).digest()))

    def answer(self, document: Document) -> dict[str, Any] | None:
        """The provider's answer beside the document or in the archive; None where there is none yet."""
        folder = self._open(document.kind)
        try:
            found = self._read(folder, document)
            if found is None or not _exists(folder, document.file):
                place = _archive(folder, document.file)
                if place is not None:
                    try:
                        found = self._read(place, document) or found
                    finally:
                        os.close(place)
            return found
        finally:
            os.close(folder)

    def _read(self, folder: int, document: Document) -> dict[str, Any] | None:
        content = _get(folder, document.answer_file, LARGEST_TEXT * 16 + _SEALED)
        signed = _get(folder, f"{document.answer_file}.sig", _LARGEST_SIGNATURE)
        if content is None or signed is None:
            return None
        self._check(document.answer_file, content, signed)
        if document.sealed:
            content = unseal(self._key or bytes(32), content, document.answer_file)
        value = yaml.read(content)
        # An answer with another digest is about an earlier document of the same name, and one without a digest says why
        # the provider did not read this one (12.10).
        return value if value.get("digest", document.digest) == document.digest else None

    def _check(self, file: str, content: bytes, signed: bytes) -> None:
        try:
            value = parse_json(signed)
            if set(value) != {"v", "key", "signed_at", "signature"} or value["v"] != 1:
                raise ValueError
            if from_base64url(value["key"], 32) != self._provider_id:
                raise ValueError
            Ed25519PublicKey.from_public_bytes(self._provider_id).verify(
                from_base64url(value["signature"], 64),
                signed_message(_ANSWER, self._app_key, file, value["signed_at"], content))
        except (ValueError, TypeError, AttributeError, InvalidSignature):
            raise DocumentError(
                "An answer in the document folder was not signed by the wallet.",
                "Do not believe it; look who else writes into the folder.") from None

    async def follow(self, document: Document, timeout: float | None) -> dict[str, Any]:
        """Waits until the answer says `ended` or `refused`, or for `timeout` seconds; returns the last answer."""
        end = time.monotonic() + timeout if timeout is not None else float("inf")
        answer: dict[str, Any] = {"state": "waiting"}
        doubtful_since: float | None = None
        while True:
            try:
                answer = self.answer(document) or answer
                doubtful_since = None
            except DocumentError:
                # The provider writes an answer before its signature, so both are read again for a while.
                doubtful_since = doubtful_since or time.monotonic()
                if time.monotonic() - doubtful_since > DOUBT_SECONDS:
                    raise
            if answer["state"] in ("ended", "refused") or time.monotonic() >= end:
                return answer
            await asyncio.sleep(0.1)


def _inside(parent: int, name: str) -> int:
    try:
        descriptor = os.open(
            name, os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=None if parent < 0 else parent)
    except OSError:
        raise DocumentError("The folder for documents is not there, or is a link.") from None
    finally:
        if parent >= 0:
            os.close(parent)
    status = os.fstat(descriptor)
    if status.st_uid != os.geteuid() or status.st_mode & 0o077:
        os.close(descriptor)
        raise DocumentError("The folder for documents belongs to another user or is open to others.")
    return descriptor


def _put(folder: int, name: str, content: bytes) -> None:
    temporary = f".{name}-{secrets.token_hex(8)}.new"
    file = os.open(temporary, os.O_WRONLY | os.O_CREAT | os.O_EXCL | os.O_NOFOLLOW | os.O_CLOEXEC, 0o600, dir_fd=folder)
    with os.fdopen(file, "wb") as opened:
        opened.write(content)
        opened.flush()
        os.fsync(file)
    os.rename(temporary, name, src_dir_fd=folder, dst_dir_fd=folder)
    os.fsync(folder)


def _exists(folder: int, name: str) -> bool:
    try:
        os.stat(name, dir_fd=folder, follow_symlinks=False)
    except FileNotFoundError:
        return False
    return True


def _get(folder: int, name: str, largest: int) -> bytes | None:
    try:
        _, content = read_plain(folder, name, largest)
    except FileNotFoundError:
        return None
    except OSError:
        raise DocumentError("An answer in the document folder is a link or no plain file.") from None
    if len(content) > largest:
        raise DocumentError("An answer in the document folder is too large.")
    return content


def _archive(folder: int, file: str) -> int | None:
    """The newest folder of the archive that has the document (12.10), open."""
    try:
        archive = os.open("archive", os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=folder)
    except FileNotFoundError:
        return None
    try:
        days = [match for name in os.listdir(archive) if (match := _DAY.fullmatch(name))]
        for day in sorted(days, key=lambda match: (match[1], int(match[2] or 1)), reverse=True):
            place = os.open(day[0], os.O_RDONLY | os.O_DIRECTORY | os.O_NOFOLLOW | os.O_CLOEXEC, dir_fd=archive)
            if _exists(place, file):
                return place
            os.close(place)
        return None
    finally:
        os.close(archive)
