"""Noise_XX_25519_ChaChaPoly_SHA256, revision 34, as the initiator: as much of it as 3.1 needs."""

from __future__ import annotations

import hashlib
import hmac

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from .errors import ProtocolViolation

PROTOCOL = b"Noise_XX_25519_ChaChaPoly_SHA256"
_LAST_NONCE = 2**64 - 1


def _hmac(key: bytes, data: bytes) -> bytes:
    return hmac.new(key, data, hashlib.sha256).digest()


def _two_keys(chaining_key: bytes, material: bytes) -> tuple[bytes, bytes]:
    secret = _hmac(chaining_key, material)
    first = _hmac(secret, b"\x01")
    return first, _hmac(secret, first + b"\x02")


class CipherState:
    """One direction's key and the number of what was sealed or opened with it."""

    def __init__(self, key: bytes) -> None:
        self._cipher = ChaCha20Poly1305(key)
        self.count = 0

    @staticmethod
    def _nonce(count: int) -> bytes:
        return b"\0\0\0\0" + count.to_bytes(8, "little")

    def seal(self, plaintext: bytes, associated: bytes = b"") -> bytes:
        sealed = self._cipher.encrypt(self._nonce(self.count), plaintext, associated)
        self.count += 1
        return sealed

    def open(self, sealed: bytes, associated: bytes = b"") -> bytes:
        try:
            plaintext = self._cipher.decrypt(self._nonce(self.count), sealed, associated)
        except InvalidTag:
            raise ProtocolViolation("a message does not open with the key of the session") from None
        self.count += 1
        return plaintext

    def rekey(self) -> None:
        """Replaces the key and keeps the count (3.6)."""
        self._cipher = ChaCha20Poly1305(self._cipher.encrypt(self._nonce(_LAST_NONCE), bytes(32), b"")[:32])


class Initiator:
    """The three messages of XX. `h` is the handshake hash after the last message that was written or read."""

    def __init__(self, prologue: bytes, static: X25519PrivateKey, ephemeral: X25519PrivateKey) -> None:
        # The name has exactly 32 bytes, so it is the first hash without being hashed.
        self._chaining_key = PROTOCOL
        self.h = hashlib.sha256(PROTOCOL + prologue).digest()
        self._cipher: CipherState | None = None
        self._static, self._ephemeral = static, ephemeral
        self._their_ephemeral = b""

    def _mix(self, data: bytes) -> None:
        self.h = hashlib.sha256(self.h + data).digest()

    def _agree(self, private: X25519PrivateKey, public: bytes) -> None:
        try:
            shared = private.exchange(X25519PublicKey.from_public_bytes(public))
        except ValueError:
            raise ProtocolViolation("a key of the handshake leads to an agreement of zeros") from None
        self._chaining_key, key = _two_keys(self._chaining_key, shared)
        self._cipher = CipherState(key)

    def _seal(self, plaintext: bytes) -> bytes:
        sealed = self._cipher.seal(plaintext, self.h) if self._cipher else plaintext
        self._mix(sealed)
        return sealed

    def _open(self, sealed: bytes) -> bytes:
        assert self._cipher is not None
        plaintext = self._cipher.open(sealed, self.h)
        self._mix(sealed)
        return plaintext

    def write_first(self) -> bytes:
        message = self._ephemeral.public_key().public_bytes_raw()
        self._mix(message)
        return message + self._seal(b"")

    def read_second(self, message: bytes) -> tuple[bytes, bytes]:
        """Returns the responder's static key and the payload."""
        self._their_ephemeral = message[:32]
        self._mix(self._their_ephemeral)
        self._agree(self._ephemeral, self._their_ephemeral)
        static = self._open(message[32:80])
        self._agree(self._ephemeral, static)
        return static, self._open(message[80:])

    def write_third(self, payload: bytes) -> bytes:
        static = self._seal(self._static.public_key().public_bytes_raw())
        self._agree(self._static, self._their_ephemeral)
        return static + self._seal(payload)

    def split(self) -> tuple[CipherState, CipherState]:
        """The states for what is sent and for what is received."""
        send, receive = _two_keys(self._chaining_key, b"")
        return CipherState(send), CipherState(receive)
