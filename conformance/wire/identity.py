"""Ed25519 identities and X25519 keys (3.1)."""

import os

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey, X25519PublicKey

from . import require

PRIME = 2**255 - 19
_ORDER_EIGHT = int.from_bytes(bytes.fromhex("26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05"),
                              "little")
SMALL_ORDER = frozenset({0, 1, PRIME - 1, _ORDER_EIGHT, PRIME - _ORDER_EIGHT})


def acceptable(public: bytes) -> bool:
    """Whether the key has 32 bytes, is encoded in the one way, and is no point of small order."""
    y = int.from_bytes(public, "little") & ((1 << 255) - 1)
    return len(public) == 32 and y < PRIME and y not in SMALL_ORDER


def verified(public: bytes, signature: bytes, message: bytes) -> bool:
    if not acceptable(public):
        return False
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


class Identity:
    """A long-lived signing key."""

    def __init__(self, seed: bytes):
        self.seed = seed
        self._key = Ed25519PrivateKey.from_private_bytes(seed)
        self.public = self._key.public_key().public_bytes_raw()

    @classmethod
    def generate(cls) -> "Identity":
        return cls(os.urandom(32))

    def sign(self, message: bytes) -> bytes:
        return self._key.sign(message)

    def __repr__(self) -> str:
        return "Identity(…)"


class AgreementKey:
    """An X25519 key of one connection."""

    def __init__(self, private: bytes | None = None):
        self._key = X25519PrivateKey.from_private_bytes(private) if private else X25519PrivateKey.generate()
        self.public = self._key.public_key().public_bytes_raw()

    def agree(self, public: bytes) -> bytes:
        try:
            return self._key.exchange(X25519PublicKey.from_public_bytes(public))
        except ValueError:
            require(False, "3.1: a Diffie-Hellman result is all zero")
            raise

    def __repr__(self) -> str:
        return "AgreementKey(…)"
