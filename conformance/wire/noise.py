"""Noise_XX_25519_ChaChaPoly_SHA256, revision 34: both roles of the handshake, and the cipher of a direction."""

import hashlib
import hmac

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from . import Refused, require
from .identity import AgreementKey

NAME = b"Noise_XX_25519_ChaChaPoly_SHA256"
LARGEST = 65_535
TAG = 16


def derive(chaining_key: bytes, material: bytes) -> tuple[bytes, bytes]:
    secret = hmac.digest(chaining_key, material, "sha256")
    first = hmac.digest(secret, b"\x01", "sha256")
    return first, hmac.digest(secret, first + b"\x02", "sha256")


class Cipher:
    """A key and the counter of its nonces."""

    def __init__(self, key: bytes, counter: int = 0):
        self.key = key
        self.counter = counter

    @staticmethod
    def nonce(counter: int) -> bytes:
        return bytes(4) + counter.to_bytes(8, "little")

    def seal(self, text: bytes, associated: bytes = b"") -> bytes:
        sealed = ChaCha20Poly1305(self.key).encrypt(self.nonce(self.counter), text, associated)
        self.counter += 1
        return sealed

    def open(self, sealed: bytes, associated: bytes = b"") -> bytes:
        require(len(sealed) >= TAG, "a ciphertext is shorter than its tag")
        try:
            text = ChaCha20Poly1305(self.key).decrypt(self.nonce(self.counter), sealed, associated)
        except InvalidTag:
            raise Refused("a ciphertext does not open") from None
        self.counter += 1
        return text

    def change_key(self) -> None:
        self.key = ChaCha20Poly1305(self.key).encrypt(self.nonce(2**64 - 1), bytes(32), b"")[:32]


class Handshake:
    """The handshake state. `write` and `read` take the three messages in turn."""

    PATTERN = (("e",), ("e", "ee", "s", "es"), ("s", "se"))

    def __init__(self, initiator: bool, prologue: bytes, static: AgreementKey, ephemeral: AgreementKey):
        self.initiator = initiator
        self.static, self.ephemeral = static, ephemeral
        self.remote_static = self.remote_ephemeral = b""
        self.hash = self.chaining_key = NAME
        self.cipher: Cipher | None = None
        self.step = 0
        self.mix_hash(prologue)

    def mix_hash(self, data: bytes) -> None:
        self.hash = hashlib.sha256(self.hash + data).digest()

    def mix_key(self, material: bytes) -> None:
        self.chaining_key, key = derive(self.chaining_key, material)
        self.cipher = Cipher(key)

    def _agree(self, token: str) -> None:
        mine, theirs = token if self.initiator else token[::-1]
        key = self.ephemeral if mine == "e" else self.static
        self.mix_key(key.agree(self.remote_ephemeral if theirs == "e" else self.remote_static))

    def _seal(self, text: bytes) -> bytes:
        sealed = self.cipher.seal(text, self.hash) if self.cipher else text
        self.mix_hash(sealed)
        return sealed

    def _open(self, sealed: bytes) -> bytes:
        text = self.cipher.open(sealed, self.hash) if self.cipher else sealed
        self.mix_hash(sealed)
        return text

    def write(self, payload: bytes) -> bytes:
        message = b""
        for token in self.PATTERN[self.step]:
            if token == "e":
                message += self.ephemeral.public
                self.mix_hash(self.ephemeral.public)
            elif token == "s":
                message += self._seal(self.static.public)
            else:
                self._agree(token)
        self.step += 1
        return message + self._seal(payload)

    def read(self, message: bytes) -> bytes:
        require(len(message) <= LARGEST, "a Noise message is too long")
        for token in self.PATTERN[self.step]:
            if token == "e":
                require(len(message) >= 32, "a Noise message is cut short")
                self.remote_ephemeral, message = message[:32], message[32:]
                self.mix_hash(self.remote_ephemeral)
            elif token == "s":
                size = 32 + (TAG if self.cipher else 0)
                require(len(message) >= size, "a Noise message is cut short")
                self.remote_static, message = self._open(message[:size]), message[size:]
            else:
                self._agree(token)
        self.step += 1
        return self._open(message)

    def split(self) -> tuple[bytes, bytes]:
        """The keys from the initiator to the responder, and back."""
        return derive(self.chaining_key, b"")
