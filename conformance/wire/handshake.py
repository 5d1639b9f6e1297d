"""connect_app (3.2 to 3.5): what the three messages carry, for both sides."""

import hashlib
import hmac
import os
from typing import Any

from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from . import Refused, noise, require
from .identity import AgreementKey, Identity, acceptable, verified
from .records import Opener, Sealer
from .text import compact, decode, encode, lp, parse, split_lp

LABEL = b"payport/connect_app/1"
SUBPROTOCOL = "payport.v1"
NOT_READ = bytes(32)
LARGEST_TEXT = 32_768


def prologue(offered: str, selected: str, authority: str, discovery: bytes | None) -> bytes:
    digest = NOT_READ if discovery is None else hashlib.sha256(discovery).digest()
    return lp(LABEL, offered.encode(), selected.encode(), authority.encode()) + digest


def gate(k_local: bytes, m1: bytes) -> bytes:
    return hmac.digest(k_local, LABEL + b"gate\0" + m1, "sha256")[:16]


def commitment(nonce: bytes) -> bytes:
    return hashlib.sha256(LABEL + b"sas\0" + nonce).digest()


def pairing_code(consumer_nonce: bytes, provider_nonce: bytes, handshake_hash: bytes) -> str:
    key = HKDF(SHA256(), 8, handshake_hash, LABEL + b"sas").derive(consumer_nonce + provider_nonce)
    return f"{int.from_bytes(key, 'big') % 1_000_000:06d}"


def provider_statement(h1: bytes, static: bytes) -> bytes:
    return LABEL + b" provider\0" + h1 + static


def consumer_statement(h2: bytes, static: bytes, manifest: bytes) -> bytes:
    return LABEL + b" consumer\0" + h2 + static + hashlib.sha256(manifest).digest()


def _fields(payload: bytes, sizes: tuple[int | None, ...]) -> list[bytes]:
    try:
        fields = split_lp(payload, len(sizes))
    except ValueError as error:
        raise Refused(f"3.3: {error}") from error
    for field, size in zip(fields, sizes):
        require(size is None or len(field) == size, "3.3: a field has another size")
    return fields


def read_text(text: Any, shape: dict[str, Any]) -> dict[str, bytes]:
    """The members of a message of the handshake that hold bytes; `shape` is what the message is apart from these."""
    require(isinstance(text, str), "3.3: the message is not text")
    require(len(text.encode()) <= LARGEST_TEXT, "3.3: the message is too long")
    try:
        value = parse(text)
        body = value.pop("params" if "params" in shape else "result")
        names = shape["params" if "params" in shape else "result"]
        rest = {name: member for name, member in shape.items() if name not in ("params", "result")}
        require(type(value.get("id")) is int and value == rest and set(body) == set(names), "3.3: other members")
        return {name: decode(body[name]) for name in names}
    except (ValueError, KeyError, AttributeError, TypeError) as error:
        raise Refused("3.3: the message is not as described") from error


FIRST = {"jsonrpc": "2.0", "id": 1, "method": "connect_app", "params": ("msg", "gate")}
SECOND = {"jsonrpc": "2.0", "id": 1, "result": ("msg",)}
THIRD = {"jsonrpc": "2.0", "id": 2, "method": "connect_app.finish", "params": ("msg",)}


class ConsumerHandshake:
    """C's three steps. What is made from outside (keys, nonce) can be given for tests with vectors."""

    def __init__(self, identity: Identity, provider_id: bytes, k_local: bytes, prologue: bytes, manifest: bytes,
                 static: AgreementKey | None = None, ephemeral: AgreementKey | None = None, nonce: bytes | None = None):
        self.identity, self.provider_id, self.k_local, self.manifest = identity, provider_id, k_local, manifest
        self.static = static or AgreementKey()
        self.nonce = nonce or os.urandom(32)
        self.noise = noise.Handshake(True, prologue, self.static, ephemeral or AgreementKey())
        self.h1 = self.h2 = self.commitment = b""

    def first(self) -> bytes:
        message = self.noise.write(b"")
        self.h1 = self.noise.hash
        return message

    def first_text(self, m1: bytes) -> str:
        return compact(FIRST | {"params": {"msg": encode(m1), "gate": encode(gate(self.k_local, m1))}})

    def second(self, m2: bytes) -> None:
        payload = self.noise.read(m2)
        self.h2 = self.noise.hash
        provider, signature, self.commitment = _fields(payload, (32, 64, 32))
        require(provider != self.identity.public, "3.1: the provider presents our own identity")
        require(provider == self.provider_id, "2.5: the provider has another key than the pinned one")
        require(verified(provider, signature, provider_statement(self.h1, self.noise.remote_static)),
                "3.3: sig_P is not valid")

    def second_text(self, text: Any) -> None:
        self.second(read_text(text, SECOND)["msg"])

    def signature(self) -> bytes:
        return self.identity.sign(consumer_statement(self.h2, self.static.public, self.manifest))

    def third(self) -> bytes:
        return self.noise.write(lp(self.identity.public, self.manifest, self.signature(), self.nonce))

    def third_text(self, m3: bytes) -> str:
        return compact(THIRD | {"params": {"msg": encode(m3)}})

    @property
    def hash(self) -> bytes:
        return self.noise.hash

    def records(self) -> tuple[Sealer, Opener]:
        to_provider, to_consumer = self.noise.split()
        return Sealer(to_provider), Opener(to_consumer)

    def code(self, provider_nonce: bytes) -> str:
        require(hmac.compare_digest(commitment(provider_nonce), self.commitment), "3.5: N_P is not what P committed to")
        return pairing_code(self.nonce, provider_nonce, self.hash)


class ProviderHandshake:
    """P's steps: `check_gate`, `first`, `second`, `third`."""

    def __init__(self, identity: Identity, k_local: bytes, prologue: bytes,
                 static: AgreementKey | None = None, ephemeral: AgreementKey | None = None, nonce: bytes | None = None):
        self.identity, self.k_local = identity, k_local
        self.static = static or AgreementKey()
        self.nonce = nonce or os.urandom(32)
        self.noise = noise.Handshake(False, prologue, self.static, ephemeral or AgreementKey())
        self.h1 = self.h2 = self.consumer_id = self.manifest = self.consumer_nonce = b""

    def check_gate(self, m1: bytes, shown: bytes) -> None:
        require(hmac.compare_digest(gate(self.k_local, m1), shown), "3.3: the gate is wrong")

    def first(self, m1: bytes) -> None:
        require(len(m1) == 32 and self.noise.read(m1) == b"", "3.3: m1 is not 32 bytes")
        self.h1 = self.noise.hash

    def first_text(self, text: Any) -> None:
        message = read_text(text, FIRST)
        self.check_gate(message["msg"], message["gate"])
        self.first(message["msg"])

    def signature(self) -> bytes:
        return self.identity.sign(provider_statement(self.h1, self.static.public))

    def second(self) -> bytes:
        message = self.noise.write(lp(self.identity.public, self.signature(), commitment(self.nonce)))
        self.h2 = self.noise.hash
        return message

    def second_text(self, m2: bytes) -> str:
        return compact(SECOND | {"result": {"msg": encode(m2)}})

    def third(self, m3: bytes) -> None:
        self.consumer_id, self.manifest, signature, self.consumer_nonce = _fields(self.noise.read(m3),
            (32, None, 64, 32))
        require(self.consumer_id != self.identity.public, "3.1: the consumer presents our own identity")
        require(acceptable(self.consumer_id), "3.1: the consumer's key is refused")
        statement = consumer_statement(self.h2, self.noise.remote_static, self.manifest)
        require(verified(self.consumer_id, signature, statement), "3.3: sig_C is not valid")

    def third_text(self, text: Any) -> None:
        self.third(read_text(text, THIRD)["msg"])

    @property
    def hash(self) -> bytes:
        return self.noise.hash

    def records(self) -> tuple[Sealer, Opener]:
        to_provider, to_consumer = self.noise.split()
        return Sealer(to_consumer), Opener(to_provider)

    def code(self) -> str:
        return pairing_code(self.consumer_nonce, self.nonce, self.hash)
