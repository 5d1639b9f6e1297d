"""The consumer's side of connect_app (chapter 3), without any input or output of its own."""

from __future__ import annotations

import hashlib
import hmac
import os

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF

from .encoding import from_base64url, length_prefixed, parse_json, split_length_prefixed, to_base64url, write_json
from .errors import ProtocolViolation, WrongKey
from .noise import Initiator
from .records import Records

LABEL = b"payport/connect_app/1"
SUBPROTOCOL = "payport.v1"
LARGEST_TEXT = 32_768
_P = 2**255 - 19
_ORDER_8 = int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"), "little")
_SMALL_ORDER = {0, 1, _P - 1, _ORDER_8, _P - _ORDER_8}


def check_identity(key: bytes) -> None:
    """Refuses a point of small order and a y that is not below the prime (3.1)."""
    y = int.from_bytes(key, "little") & (2**255 - 1)
    if y >= _P or y in _SMALL_ORDER:
        raise ProtocolViolation("a key is one that no implementation accepts as an identity")


def prologue(offered: str, selected: str, authority: str, discovery_file: bytes | None) -> bytes:
    return length_prefixed(LABEL, offered.encode(), selected.encode(), authority.encode()) + (
        hashlib.sha256(discovery_file).digest() if discovery_file is not None else bytes(32))


class Handshake:
    """One handshake: `first`, `second` and `third` make and read its texts; then `records` and `pairing_code`."""

    def __init__(
        self, identity: Ed25519PrivateKey, manifest: bytes, provider_id: bytes, k_local: bytes, prologue: bytes,
        *, static: X25519PrivateKey | None = None, ephemeral: X25519PrivateKey | None = None,
        nonce: bytes | None = None,
    ) -> None:
        self._identity, self._manifest, self._provider_id, self._k_local = identity, manifest, provider_id, k_local
        # The keys of a connection are made for it alone. Only the test vectors bring their own.
        self._static = static or X25519PrivateKey.generate()
        self._noise = Initiator(prologue, self._static, ephemeral or X25519PrivateKey.generate())
        self._nonce = nonce or os.urandom(32)
        self._commitment = b""
        self._h1 = b""

    def first(self) -> str:
        m1 = self._noise.write_first()
        self._h1 = self._noise.h
        gate = hmac.new(self._k_local, LABEL + b"gate\0" + m1, hashlib.sha256).digest()[:16]
        return write_json({
            "jsonrpc": "2.0", "id": 1, "method": "connect_app",
            "params": {"msg": to_base64url(m1), "gate": to_base64url(gate)}}).decode()

    def second(self, text: str | bytes) -> None:
        """Checks everything about the provider. If it raises, nothing of the app's own identity was sent."""
        static, payload = self._noise.read_second(self._message_of(text))
        provider_id, signature, commitment = split_length_prefixed(payload, (32, 64, 32))
        if provider_id == self._identity.public_key().public_bytes_raw():
            raise ProtocolViolation("the provider presents the app's own key")
        if provider_id != self._provider_id:
            raise WrongKey()
        check_identity(provider_id)
        try:
            Ed25519PublicKey.from_public_bytes(provider_id).verify(signature,
                LABEL + b" provider\0" + self._h1 + static)
        except (InvalidSignature, ValueError):
            raise WrongKey() from None
        self._commitment = commitment

    @staticmethod
    def _message_of(text: str | bytes) -> bytes:
        if not isinstance(text, str) or len(text.encode()) > LARGEST_TEXT:
            raise ProtocolViolation("the answer to connect_app is not a short text message")
        try:
            answer = parse_json(text.encode())
            if (set(answer) != {"jsonrpc", "id", "result"} or answer["jsonrpc"] != "2.0"
                    or set(answer["result"]) != {"msg"}):
                raise ValueError
            if type(answer["id"]) is not int or answer["id"] != 1:
                raise ValueError
            return from_base64url(answer["result"]["msg"], 230)
        except (ValueError, TypeError):
            raise ProtocolViolation("the answer to connect_app is not what 3.3 describes") from None

    def third(self) -> str:
        static = self._static.public_key().public_bytes_raw()
        signature = self._identity.sign(
            LABEL + b" consumer\0" + self._noise.h + static + hashlib.sha256(self._manifest).digest())
        m3 = self._noise.write_third(length_prefixed(
            self._identity.public_key().public_bytes_raw(), self._manifest, signature, self._nonce))
        return write_json({
            "jsonrpc": "2.0", "id": 2, "method": "connect_app.finish", "params": {"msg": to_base64url(m3)}}).decode()

    def records(self) -> Records:
        return Records(*self._noise.split())

    @property
    def hash(self) -> bytes:
        return self._noise.h

    def pairing_code(self, provider_nonce: bytes) -> str:
        """The six digits (3.5), after the check that the provider did not choose its nonce late."""
        commitment = hashlib.sha256(LABEL + b"sas\0" + provider_nonce).digest()
        if not hmac.compare_digest(commitment, self._commitment):
            raise ProtocolViolation("the provider's nonce is not the one that it had committed to")
        material = HKDF(algorithm=SHA256(), length=8, salt=self.hash, info=LABEL + b"sas").derive(
            self._nonce + provider_nonce)
        return f"{int.from_bytes(material, 'big') % 1_000_000:06d}"
