#!/usr/bin/env python3
"""Makes documents.json beside this file: the test vectors of documents, version 1.

Independent of the Swift code: signatures and seals come from the PyPI package cryptography. Every key is fixed, so a
second run changes nothing. See README.md for the fields and for how to run it.
"""

import base64
import hashlib
import json
import pathlib
import uuid

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

ORDER = """spec: payment_order
version: 2
currency: XMR
address: asfeahsd
# maybe there should also be some field for the source of funds
amount: 0.5
"""

ANSWER = """spec: payment_order_answer
version: 1
document: 20240320110125_payment_order.yml
digest: {digest} # SHA-256 of the document's file
state: refused
"""


def fixed(name, size=32):
    return hashlib.sha256(b"payport test vector: documents " + name.encode()).digest()[:size]


def lp(text):
    data = text.encode()
    return len(data).to_bytes(2, "big") + data


def b64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def public(key):
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


app = Ed25519PrivateKey.from_private_bytes(fixed("app"))
provider = Ed25519PrivateKey.from_private_bytes(fixed("provider"))
document_key = fixed("document key")


def signed(label, signer, addressee, file, moment, data):
    message = label.encode() + b"\0" + addressee + lp(file) + lp(moment) + hashlib.sha256(data).digest()
    return {
        "file": file,
        "bytes": data.hex(),
        "signed_at": moment,
        "message": message.hex(),
        "signature": signer.sign(message).hex(),
    }


def sealed(file, text, nonce):
    data = b"payport/sealed-document/1\0" + lp(file)
    return b"\x01" + nonce + ChaCha20Poly1305(document_key).encrypt(nonce, text, data)


def request_id(stem, text):
    data = b"payport/document-request/1\0" + public(app) + lp(stem) + hashlib.sha256(text).digest()
    digest = bytearray(hashlib.sha256(data).digest()[:16])
    digest[6] = digest[6] & 0x0F | 0x80
    digest[8] = digest[8] & 0x3F | 0x80
    return str(uuid.UUID(bytes=bytes(digest)))


STEM = "20240320110125_payment_order"
text = ORDER.encode()
nonce = fixed("nonce", 12)
sealed_order = sealed(STEM + ".sealed", text, nonce)
answer = ANSWER.format(digest=b64url(hashlib.sha256(text).digest())).encode()
document, reply = "payport/document/1", "payport/document-answer/1"

vectors = {
    "app_private": fixed("app").hex(),
    "app": public(app).hex(),
    "provider_private": fixed("provider").hex(),
    "provider": public(provider).hex(),
    "document_key": document_key.hex(),
    "text": ORDER,
    "request_id": request_id(STEM, text),
    "document": signed(document, app, public(provider), STEM + ".yml", "2024-03-20T11:01:25.000Z", text),
    "sealed": signed(document, app, public(provider), STEM + ".sealed", "2024-03-20T11:01:25.000Z", sealed_order)
    | {"nonce": nonce.hex()},
    "answer": signed(reply, provider, public(app), STEM + ".answer.yml", "2024-03-20T11:01:26.250Z", answer),
}
path = pathlib.Path(__file__).with_name("documents.json")
path.write_text(json.dumps(vectors, indent=2, ensure_ascii=False) + "\n")
