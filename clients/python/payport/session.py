"""JSON-RPC 2.0 inside the records (chapter 4): one session, with any number of calls at once."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from typing import Any, get_args

from .connection import Connection
from .encoding import parse_json, write_json
from .errors import ConnectionLost, NoAnswer, PairingDenied, PayportError, ProtocolViolation
from .generated.objects import EventType
from .refusals import Refusal, refusal
from .schemas import Schemas

_log = logging.getLogger("payport")
ANSWER_SECONDS = 30.0
# How long the reason may take after a call was refused because the app is not approved any more.
REASON_SECONDS = 5.0
EVENT_TYPES = frozenset(get_args(EventType))
Notified = Callable[[str, dict[str, Any]], Awaitable[None]]


class Session:
    """An open session. Once it has ended every call raises why, and a new session is needed."""

    def __init__(self, connection: Connection, schemas: Schemas, provider_id: bytes, notified: Notified) -> None:
        self._connection, self._schemas, self._notified = connection, schemas, notified
        self.provider_id = provider_id
        self._waiting: dict[int, asyncio.Future[dict[str, Any]]] = {}
        # 1 and 2 were those of the handshake.
        self._last_id = 2
        self._end: PayportError | None = None
        self._ended = asyncio.Event()
        self._denied: PairingDenied | None = None
        self._reader = asyncio.create_task(self._read())

    @property
    def open(self) -> bool:
        return self._end is None

    @property
    def end(self) -> PayportError | None:
        """Why the session has ended."""
        return self._end

    async def call(self, method: str, params: dict[str, Any], seconds: float = ANSWER_SECONDS) -> dict[str, Any]:
        """The result of a call, of the form that the schemas describe. A `wait_ms` adds to the time that is allowed."""
        if self._end is not None:
            raise ConnectionLost()
        self._last_id += 1
        request_id = self._last_id
        answer: asyncio.Future[dict[str, Any]] = asyncio.get_running_loop().create_future()
        self._waiting[request_id] = answer
        wait = seconds + params.get("wait_ms", 0) / 1000
        try:
            async with asyncio.timeout(wait):
                await self._connection.send(
                    write_json({"jsonrpc": "2.0", "id": request_id, "method": method, "params": params}))
                response = await answer
        except TimeoutError:
            # What this session answers later would belong to a request that nobody waits for any more.
            await self._finish(NoAnswer())
            await self._connection.close()
            raise NoAnswer() from None
        finally:
            self._waiting.pop(request_id, None)
        if "error" in response:
            raise await self._refused(refusal(self._schemas.checked("error", "error", response["error"])))
        return self._schemas.checked(method, "result", response["result"])

    async def _refused(self, error: Refusal) -> PayportError:
        """Why a call was refused. An app that was revoked is told so by a notification, and then the session ends."""
        if error.reason != "pairing_denied":
            return error
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(REASON_SECONDS):
                await self._ended.wait()
        return self._denied or error

    async def close(self) -> None:
        """Says goodbye, also if the caller is cancelled once more while it does: the connection would stay open."""
        await asyncio.shield(asyncio.create_task(self._close()))

    async def _close(self) -> None:
        self._reader.cancel()
        await asyncio.gather(self._reader, return_exceptions=True)
        await self._finish(ConnectionLost())
        await self._connection.close()

    async def _read(self) -> None:
        try:
            while True:
                await self._take(await self._connection.receive())
        except ProtocolViolation as error:
            await self._connection.fail()
            await self._finish(error)
        except PayportError as error:
            await self._finish(error)

    async def _finish(self, end: PayportError) -> None:
        if self._end is None:
            _log.debug("a session has ended: %s", end.code)
            self._end = end
            self._ended.set()
        for answer in self._waiting.values():
            if not answer.done():
                answer.set_exception(end)
        await self._notified("", {})

    async def _take(self, message: bytes) -> None:
        try:
            value = parse_json(message)
        except ValueError:
            raise ProtocolViolation("a message is not JSON") from None
        if not isinstance(value, dict) or value.get("jsonrpc") != "2.0":
            raise ProtocolViolation("a message is not JSON-RPC 2.0")
        if "method" not in value:
            self._answered(value)
        elif "id" in value:
            # P sends no requests in this version (4.4).
            await self._connection.send(write_json({
                "jsonrpc": "2.0", "id": value["id"], "error": {"code": -32601, "message": "The app has no methods."}}))
        elif isinstance(value["method"], str) and self._schemas.has(value["method"]):
            params = self._params(value["method"], value.get("params", {}))
            if value["method"] == "session_changed" and params.get("status") == "denied":
                self._denied = PairingDenied(str(params.get("reason", "")))
            await self._notified(value["method"], params)

    def _params(self, notification: str, params: Any) -> dict[str, Any]:
        if notification == "event" and isinstance(params, dict) and params.get("type") not in EVENT_TYPES:
            # An event of an unknown type has to be ignored, and only its cursor counts (8.4).
            if not isinstance(params.get("cursor"), str):
                raise ProtocolViolation("an event has no cursor")
            return {"cursor": params["cursor"], "type": ""}
        return self._schemas.checked(notification, "params", params)

    def _answered(self, value: dict[str, Any]) -> None:
        if not {"jsonrpc", "id"} < set(value) or ("result" in value) == ("error" in value):
            raise ProtocolViolation("a message is neither a response nor a notification")
        number = value["id"]
        # 1.0 and true are not the id 1 (4.2).
        answer = self._waiting.get(number) if type(number) is int else None
        if answer is not None and not answer.done():
            answer.set_result(value)
