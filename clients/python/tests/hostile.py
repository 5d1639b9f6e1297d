"""A scripted provider: it speaks the protocol, and breaks it where `script` says so."""

from __future__ import annotations

import asyncio
import hashlib
import json
import os
from collections.abc import Callable
from pathlib import Path
from typing import Any

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from websockets.asyncio.server import ServerConnection, serve
from websockets.exceptions import ConnectionClosed

from payport.encoding import from_base64url, length_prefixed, to_base64url
from payport.handshake import LABEL, prologue
from payport.noise import CipherState, Initiator
from payport.records import Records


class Responder(Initiator):
    """The other side of XX."""

    def read_first(self, m1: bytes) -> None:
        self._their_ephemeral = m1
        self._mix(m1)
        self._mix(b"")

    def write_second(self, payload: Callable[[bytes], bytes]) -> bytes:
        h1 = self.h
        ephemeral = self._ephemeral.public_key().public_bytes_raw()
        self._mix(ephemeral)
        self._agree(self._ephemeral, self._their_ephemeral)
        static = self._seal(self._static.public_key().public_bytes_raw())
        self._agree(self._static, self._their_ephemeral)
        return ephemeral + static + self._seal(payload(h1))

    def read_third(self, m3: bytes) -> bytes:
        static = self._open(m3[:48])
        self._agree(self._ephemeral, static)
        return self._open(m3[48:])

    def records(self) -> Records:
        receiving, sending = self.split()
        return Records(sending, receiving)


def order_of(params: dict[str, Any], **more: Any) -> dict[str, Any]:
    now = "2026-03-20T12:30:00.000Z"
    return {
        "order_id": "ord_" + params["request_id"], "version": 1, "state": "in_flight", "confirmations": 0,
        "confirmations_wanted": 6, "created_at": now, "updated_at": now, **params, **more}


class Provider:
    """`script` maps a place to what is done there in place of the right thing. `orders` is what was paid."""

    def __init__(
        self, runtime: Path, script: dict[str, Any] | None = None, *, name: str = "wallet",
        like: Provider | None = None,
    ) -> None:
        """`like` is another daemon of the same provider: it has the same key and the same ledger."""
        self.name = name
        self.folder = runtime / "providers"
        self.folder.mkdir(parents=True, mode=0o700, exist_ok=True)
        self.script = script or {}
        self.identity = like.identity if like else Ed25519PrivateKey.generate()
        self.k_local = os.urandom(32)
        self.orders: dict[str, dict[str, Any]] = like.orders if like else {}
        self.requests: list[tuple[str, dict[str, Any]]] = []
        self.third_messages = 0
        self.connections = self.goodbyes = 0

    @property
    def provider_id(self) -> bytes:
        return self.identity.public_key().public_bytes_raw()

    async def __aenter__(self) -> Provider:
        subprotocols = self.script.get("subprotocols", ["payport.v1"])
        self._server = await serve(
            self._serve, "127.0.0.1", 0, subprotocols=subprotocols, compression=self.script.get("compression"),
            close_timeout=1, process_response=self.script.get("response"),
            select_subprotocol=(lambda connection, offered: self.script["selected"]) if "selected" in self.script
            else None)
        self.port = self._server.sockets[0].getsockname()[1]
        self.publish()
        return self

    async def __aexit__(self, *error: object) -> None:
        self._server.close()
        await self._server.wait_closed()

    def publish(self, **members: Any) -> None:
        self.file = json.dumps({
            "v": 1, "url": f"ws://127.0.0.1:{self.port}/v1", "pid": os.getpid(),
            "boot_nonce": to_base64url(os.urandom(16)),
            "provider_id": to_base64url(self.provider_id), "name": self.name, "versions": "1",
            "k_local": to_base64url(self.k_local), **members}).encode()
        path = self.folder / f"{self.name}.json"
        path.write_bytes(self.file)
        path.chmod(0o600)

    async def _serve(self, socket: ServerConnection) -> None:
        self.connections += 1
        try:
            records = await self._handshake(socket)
            while True:
                message = records.open(await socket.recv())
                if records.ended:
                    self.goodbyes += 1
                    return
                if message is not None:
                    await self._answer(socket, records, json.loads(message))
        except ConnectionClosed:
            pass

    async def _handshake(self, socket: ServerConnection) -> Records:
        first = json.loads(await socket.recv())
        authority = f"127.0.0.1:{self.port}"
        steps = Responder(
            prologue("payport.v1", "payport.v1", authority, self.script.get("file", self.file)),
            X25519PrivateKey.generate(), X25519PrivateKey.generate())
        steps.read_first(from_base64url(first["params"]["msg"]))
        nonce = os.urandom(32)

        def payload(h1: bytes) -> bytes:
            signer = self.script.get("signer", self.identity)
            signature = signer.sign(LABEL + b" provider\0" + h1 + steps._static.public_key().public_bytes_raw())
            named = self.script.get("named", self.provider_id)
            return length_prefixed(named, signature, hashlib.sha256(LABEL + b"sas\0" + nonce).digest())

        second = {"jsonrpc": "2.0", "id": 1, "result": {"msg": to_base64url(steps.write_second(payload))}}
        await socket.send(json.dumps(self.script.get("second", second)))
        third = json.loads(await socket.recv())
        self.third_messages += 1
        steps.read_third(from_base64url(third["params"]["msg"]))
        records = steps.records()
        scripted = self.script.get("result", {})
        session = self.session(question_id=scripted.get("question_id", "pair_1"))
        result = {"status": "approved", "session": session, **scripted}
        if result["status"] == "pending":
            result.setdefault("sas_nonce", to_base64url(self.script.get("nonce", nonce)))
        result = {member: value for member, value in result.items() if value is not None}
        await self._send(socket, records, {"jsonrpc": "2.0", "id": 2, "result": result})
        return records

    def session(self, **more: Any) -> dict[str, Any]:
        now = "2026-03-20T12:30:00.000Z"
        return {
            "status": "approved", "session_id": to_base64url(bytes(32)),
            "spec_version": self.script.get("spec_version", 1),
            "provider": {"provider_id": to_base64url(self.provider_id), "name": "wallet", "software": "scripted/1"},
            "app": {"app_id": "org.example.shop", "name": "Example Shop", "version": "1.0",
                    "key": to_base64url(bytes(32))},
            "grants": {"scopes": ["pay"]}, "limits": dict.fromkeys(
                ("max_message_bytes", "max_batch", "max_in_flight", "max_depth", "requests_per_second", "burst"), 32),
            "event_cursor": "0", "expires_at": now, "question_id": "pair_1", **more}

    async def _send(self, socket: ServerConnection, records: Records, message: Any) -> None:
        for record in records.seal(json.dumps(message).encode()):
            await socket.send(record)

    async def _answer(self, socket: ServerConnection, records: Records, request: dict[str, Any]) -> None:
        method, params = request["method"], request.get("params", {})
        self.requests.append((method, params))
        body: dict[str, Any]
        if method == "payment_order":
            known = self.orders.setdefault(params["request_id"], order_of(params))
            body = {"result": {"payment_order": known, "replayed": False}}
        elif method == "get_payment_order_status" and params["request_id"] in self.orders:
            body = {"result": {"payment_order": self.orders[params["request_id"]]}}
        elif method == "get_payment_order_status":
            body = {"error": {"code": 4001, "message": "", "data": {"reason": "order_not_found"}}}
        elif method == "get_session":
            body = {"result": self.session()}
        else:
            body = {"result": {"currencies": []}}
        hooks: list[Callable[..., Any]] = self.script.get(method, [])
        if hooks:
            done = hooks.pop(0)(self, socket, records, request, body)
            body = await done if asyncio.iscoroutine(done) else done
        if body is not None:
            await self._send(socket, records, {"jsonrpc": "2.0", "id": request["id"], **body})


def a_record(records: Records, plaintext: bytes) -> bytes:
    """A record with a plaintext of any form."""
    sending: CipherState = records._sending
    return sending.seal(plaintext)
