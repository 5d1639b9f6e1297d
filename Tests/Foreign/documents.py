"""Chapter 12: requests as signed files, and their answers."""

import asyncio
import datetime
import hashlib
import json
import os
import re
import time
import uuid

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.ciphers.aead import ChaCha20Poly1305
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from discovery import decode, encode
from session import lp, require


class Documents:
    """The documents of one app for one provider."""

    def __init__(self, folder, seed, provider_id):
        self.services, self.name = folder["services"], folder["name"]
        self.seal = ChaCha20Poly1305(decode(folder["document_key"]))
        self.signer = Ed25519PrivateKey.from_private_bytes(seed)
        self.app = self.signer.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        self.provider_id = provider_id

    def folder(self, request):
        return os.path.join(self.services, "payments", request + "s", self.name)

    def request_id(self, stem, text):
        """12.4"""
        digest = hashlib.sha256(text).digest()
        data = bytearray(hashlib.sha256(
            b"payport/document-request/1\0" + self.app + lp(stem.encode()) + digest).digest()[:16])
        data[6], data[8] = data[6] & 0x0F | 0x80, data[8] & 0x3F | 0x80
        return str(uuid.UUID(bytes=bytes(data)))

    def _put(self, folder, name, data):
        aside = os.path.join(folder, f".{name}.aside")
        with open(aside, "wb") as file:
            file.write(data)
        os.chmod(aside, 0o600)
        os.rename(aside, os.path.join(folder, name))

    def submit(self, request, stem, text, sealed=False):
        """12.5, 12.6: signs a document, sealed or not, and puts it into its folder. Answers its file's name."""
        name = stem + (".sealed" if sealed else ".yml")
        data = text
        if sealed:
            nonce = os.urandom(12)
            data = b"\x01" + nonce + self.seal.encrypt(
                nonce, text, b"payport/sealed-document/1\0" + lp(name.encode()))
        moment = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
        message = b"payport/document/1\0" + self.provider_id + lp(name.encode(), moment.encode())
        signature = self.signer.sign(message + hashlib.sha256(data).digest())
        folder = self.folder(request)
        self._put(folder, name + ".sig", json.dumps(
            {"v": 1, "key": encode(self.app), "signed_at": moment, "signature": encode(signature)}).encode())
        self._put(folder, name, data)
        return name

    async def answer(self, request, name, pattern):
        """12.7: waits until a signed answer has a line like this; answers its text."""
        stem, form = name.split(".")
        file = os.path.join(self.folder(request), f"{stem}.answer.{form}")
        text, deadline = "", time.monotonic() + 20
        while time.monotonic() < deadline:
            text = self._verified(file) or text
            if re.search(pattern, text, re.MULTILINE):
                return text
            await asyncio.sleep(0.02)
        require(False, f"12.7: an answer to {name} with {pattern}: {text}")

    def _verified(self, file):
        try:
            with open(file, "rb") as opened, open(file + ".sig", "rb") as beside:
                data, signature = opened.read(), json.load(beside)
        except (FileNotFoundError, ValueError):
            return None
        require(decode(signature["key"]) == self.provider_id, "12.6: answers are the provider's")
        name = os.path.basename(file).encode()
        message = b"payport/document-answer/1\0" + self.app + lp(name, signature["signed_at"].encode())
        try:
            Ed25519PublicKey.from_public_bytes(self.provider_id).verify(
                decode(signature["signature"]), message + hashlib.sha256(data).digest())
        except Exception:  # The provider was just writing the other file.
            return None
        if file.endswith(".sealed"):
            data = self.seal.decrypt(data[1:13], data[13:], b"payport/sealed-document/1\0" + lp(name))
        return data.decode()
