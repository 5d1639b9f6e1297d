"""Chapters 1 and 3: the WebSocket, the handshake connect_app, the pairing code, and the encrypted records."""

import hashlib
import hmac
import json
import os
import warnings

from cryptography.exceptions import InvalidSignature, InvalidTag
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, NoEncryption, PrivateFormat, PublicFormat
from noise.connection import Keypair, NoiseConnection
from noise.exceptions import NoiseInvalidMessage
from websockets.asyncio.client import connect
from websockets.exceptions import ConnectionClosed

from discovery import decode, encode, unique

LABEL = b"payport/connect_app/1"
SUBPROTOCOL = "payport.v1"
LAST, MORE, BYE = 0, 1, 2
LARGEST_PART = 65_535 - 16 - 1
LARGEST_MESSAGE = 1 << 20
RECORDS_PER_KEY = 1 << 16


class Violation(Exception):
    """The provider did something that the specification does not allow."""


class Closed(Exception):
    """The connection has ended: the code and the text of the close frame, 1006 where there was none."""

    def __init__(self, error):
        frame = error.rcvd
        self.code, self.text = (frame.code, frame.reason) if frame else (1006, "")
        super().__init__(f"closed with {self.code} {self.text!r}")


def require(holds, rule):
    if not holds:
        raise Violation(rule)


def lp(*fields):
    return b"".join(len(field).to_bytes(2, "big") + field for field in fields)


def lp_fields(data, count):
    fields = []
    for _ in range(count):
        size = int.from_bytes(data[:2], "big")
        require(len(data) >= 2 + size, "a field is cut short")
        fields.append(data[2:2 + size])
        data = data[2 + size:]
    require(not data, "something follows the last field")
    return fields


def parse(text):
    return json.loads(text, object_pairs_hook=unique)


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)


async def dial(discovery):
    """The WebSocket, with the upgrade checked as 1.2 says."""
    socket = await connect(
        discovery.url, subprotocols=[SUBPROTOCOL], compression=None, origin=None, proxy=None, ping_interval=None,
        max_size=LARGEST_MESSAGE, max_queue=1024, close_timeout=5)
    require(socket.subprotocol == SUBPROTOCOL, "1.2: the subprotocol is selected")
    require("Sec-WebSocket-Extensions" not in socket.response.headers, "1.2: no extension is accepted")
    return socket


class Handshake:
    """The consumer's three steps. Attacks change what they make before it is sent."""

    def __init__(self, discovery, provider_id, seed, manifest):
        self.provider_id = provider_id
        self.gate_key = discovery.k_local
        self.manifest = manifest
        self.signer = Ed25519PrivateKey.from_private_bytes(seed)
        self.identity = self.signer.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        self.authority = discovery.authority
        self.digest = hashlib.sha256(discovery.bytes).digest()
        self.static = X25519PrivateKey.generate()
        self.nonce = os.urandom(32)
        self.noise = None
        self.commitment = None

    @property
    def _hash(self):
        return bytes(self.noise.noise_protocol.handshake_state.symmetric_state.h)

    def first(self):
        prologue = lp(LABEL, SUBPROTOCOL.encode(), SUBPROTOCOL.encode(), self.authority.encode()) + self.digest
        self.noise = NoiseConnection.from_name(b"Noise_XX_25519_ChaChaPoly_SHA256")
        self.noise.set_as_initiator()
        self.noise.set_prologue(prologue)
        static = self.static.private_bytes(Encoding.Raw, PrivateFormat.Raw, NoEncryption())
        self.noise.set_keypair_from_private_bytes(Keypair.STATIC, static)
        self.noise.start_handshake()
        message = bytes(self.noise.write_message(b""))
        require(len(message) == 32, "m1 has 32 bytes")
        self.h1 = self._hash
        return message

    def gate(self, message):
        return hmac.new(self.gate_key, LABEL + b"gate\0" + message, hashlib.sha256).digest()[:16]

    def second(self, message):
        require(len(message) == 230, "3.3: m2 has 230 bytes")
        try:
            payload = bytes(self.noise.read_message(message))
        except InvalidTag as error:
            raise Violation("3.3: m2 opens") from error
        identity, signature, self.commitment = lp_fields(payload, 3)
        require([len(identity), len(signature), len(self.commitment)] == [32, 64, 32], "3.3: sizes in m2")
        require(identity != self.identity, "3.1: the provider is not ourselves")
        require(identity == self.provider_id, "2.5: the provider has the pinned key")
        session_key = bytes(self.noise.noise_protocol.handshake_state.rs.public_bytes)
        try:
            Ed25519PublicKey.from_public_bytes(identity).verify(
                signature, LABEL + b" provider\0" + self.h1 + session_key)
        except InvalidSignature as error:
            raise Violation("3.3: sig_P is valid") from error

    def third(self):
        session_key = self.static.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)
        signature = self.signer.sign(
            LABEL + b" consumer\0" + self._hash + session_key + hashlib.sha256(self.manifest).digest())
        message = bytes(self.noise.write_message(lp(self.identity, self.manifest, signature, self.nonce)))
        require(len(message) == 200 + len(self.manifest), "m3 has 200 bytes and the manifest")
        self.hash = bytes(self.noise.get_handshake_hash())
        return message

    def pairing_code(self, provider_nonce):
        commitment = hashlib.sha256(LABEL + b"sas\0" + provider_nonce).digest()
        require(hmac.compare_digest(commitment, self.commitment), "3.5: N_P is what P committed to")
        okm = HKDF(algorithm=SHA256(), length=8, salt=self.hash, info=LABEL + b"sas").derive(
            self.nonce + provider_nonce)
        return "%06d" % (int.from_bytes(okm, "big") % 1_000_000)


class Session:
    """An established session: messages in and out, each in one record or several."""

    def __init__(self, socket, noise):
        self.socket = socket
        self.noise = noise
        self.sent = self.received = 0
        self.parts = b""
        self.peer_said_goodbye = False

    def seal(self, flag, data=b""):
        frame = bytes(self.noise.encrypt(bytes([flag]) + data))
        self.sent += 1
        if self.sent % RECORDS_PER_KEY == 0:
            self.noise.rekey_outbound_cipher()
        return frame

    def frames(self, message):
        parts = [message[at:at + LARGEST_PART] for at in range(0, len(message), LARGEST_PART)] or [b""]
        return [self.seal(MORE, part) for part in parts[:-1]] + [self.seal(LAST, parts[-1])]

    def open(self, frame):
        require(isinstance(frame, bytes), "3.6: records are binary")
        require(17 <= len(frame) <= 65_535, "3.6: sizes of records")
        require(not self.peer_said_goodbye, "3.6: nothing follows a goodbye")
        try:
            plaintext = bytes(self.noise.decrypt(frame))
        except NoiseInvalidMessage as error:
            raise Violation(f"3.6: record {self.received} opens") from error
        self.received += 1
        if self.received % RECORDS_PER_KEY == 0:
            self.noise.rekey_inbound_cipher()
        return plaintext[0], plaintext[1:]

    async def send(self, message):
        try:
            for frame in self.frames(message):
                await self.socket.send(frame)
        except ConnectionClosed as error:
            raise Closed(error) from error

    async def receive(self):
        """The next message; None for the goodbye."""
        while True:
            try:
                flag, data = self.open(await self.socket.recv())
            except ConnectionClosed as error:
                raise Closed(error) from error
            if flag == BYE:
                require(not data and not self.parts, "3.6: a goodbye is empty and between messages")
                self.peer_said_goodbye = True
                return None
            require(flag in (LAST, MORE), "3.6: flags are 0, 1, 2")
            require(flag == LAST or data, "3.6: a part has at least one byte")
            self.parts += data
            require(len(self.parts) <= LARGEST_MESSAGE, "3.6: a message has at most 1 MiB")
            if flag == LAST:
                message, self.parts = self.parts, b""
                return message

    async def say_goodbye(self):
        await self.socket.send(self.seal(BYE))


async def text_message(socket):
    try:
        text = await socket.recv()
    except ConnectionClosed as error:
        raise Closed(error) from error
    require(isinstance(text, str), "3.3: the handshake is text")
    return parse(text)


async def handshake(discovery, provider_id, seed, manifest):
    """Connects; answers the session, the handshake and the result of connect_app.finish."""
    # noiseprotocol warns of nothing that concerns us; its output would disturb ours.
    warnings.simplefilter("ignore")
    socket = await dial(discovery)
    steps = Handshake(discovery, provider_id, seed, manifest)
    m1 = steps.first()
    await socket.send(compact({
        "jsonrpc": "2.0", "id": 1, "method": "connect_app",
        "params": {"msg": encode(m1), "gate": encode(steps.gate(m1))}}))
    answer = await text_message(socket)
    require(
        set(answer) == {"jsonrpc", "id", "result"} and answer["jsonrpc"] == "2.0" and answer["id"] == 1
        and set(answer["result"]) == {"msg"}, "3.3: the second message has exactly these members")
    steps.second(decode(answer["result"]["msg"]))
    await socket.send(compact({
        "jsonrpc": "2.0", "id": 2, "method": "connect_app.finish", "params": {"msg": encode(steps.third())}}))
    session = Session(socket, steps.noise)
    message = await session.receive()
    require(message is not None, "3.3: the first record is the result")
    first = parse(message.decode())
    require(
        set(first) == {"jsonrpc", "id", "result"} and first["id"] == 2,
        "3.3: the first record answers connect_app.finish")
    return session, steps, first["result"]
