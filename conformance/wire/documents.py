"""Signed and sealed documents (12.4 to 12.6)."""

import hashlib
import os
import re
import uuid

from cryptography.exceptions import InvalidTag
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305

from . import Refused, require
from .identity import Identity, verified
from .text import compact, decode, encode, lp, parse

DOCUMENT = b"payport/document/1\0"
ANSWER = b"payport/document-answer/1\0"
SEALED = b"payport/sealed-document/1\0"
REQUEST = b"payport/document-request/1\0"
LARGEST_SIGNATURE = 1_024
STEM = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,99}")


def statement(label: bytes, addressee: bytes, name: str, signed_at: str, data: bytes) -> bytes:
    return label + addressee + lp(name.encode(), signed_at.encode()) + hashlib.sha256(data).digest()


def sign(identity: Identity, label: bytes, addressee: bytes, name: str, signed_at: str, data: bytes) -> bytes:
    """The content of the file of a signature."""
    signature = identity.sign(statement(label, addressee, name, signed_at, data))
    return compact(
        {"v": 1, "key": encode(identity.public), "signed_at": signed_at, "signature": encode(signature)}).encode()


def check(file: bytes, signer: bytes, label: bytes, addressee: bytes, name: str, data: bytes) -> str:
    """Checks the file of a signature and returns `signed_at`."""
    require(len(file) <= LARGEST_SIGNATURE, "12.6: the file of a signature is too long")
    try:
        value = parse(file)
        require(set(value) == {"v", "key", "signed_at", "signature"} and type(value["v"]) is int and value["v"] == 1,
                "12.6: the members of a signature")
        signed_at, signature, key = str(value["signed_at"]), decode(value["signature"], 64), decode(value["key"], 32)
    except (ValueError, TypeError) as error:
        raise Refused("12.6: not the file of a signature") from error
    require(key == signer, "12.6: signed by another key")
    require(verified(signer, signature, statement(label, addressee, name, signed_at, data)),
            "12.6: the signature is wrong")
    return signed_at


def seal(key: bytes, name: str, text: bytes, nonce: bytes | None = None) -> bytes:
    nonce = nonce or os.urandom(12)
    return b"\x01" + nonce + ChaCha20Poly1305(key).encrypt(nonce, text, SEALED + lp(name.encode()))


def unseal(key: bytes, name: str, file: bytes) -> bytes:
    require(len(file) >= 29 and file[0] == 1, "12.5: not a sealed file")
    try:
        return ChaCha20Poly1305(key).decrypt(file[1:13], file[13:], SEALED + lp(name.encode()))
    except InvalidTag:
        raise Refused("12.5: the file does not open") from None


def document_request_id(app: bytes, stem: str, text: bytes) -> str:
    """The request id of a document that names none (12.4)."""
    digest = hashlib.sha256(text).digest()
    value = bytearray(hashlib.sha256(REQUEST + app + lp(stem.encode()) + digest).digest()[:16])
    value[6] = value[6] & 0x0F | 0x80
    value[8] = value[8] & 0x3F | 0x80
    return str(uuid.UUID(bytes=bytes(value)))
