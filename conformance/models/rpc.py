"""JSON-RPC as the provider reads it (chapter 4)."""

import asyncio
import time
from typing import TYPE_CHECKING, Any, Awaitable, Callable

from ..wire.text import Digits, compact, parse
from .failures import Failure, ProtocolError, limit_exceeded

if TYPE_CHECKING:
    from .connection import Connection

DEEPEST, MOST_VALUES, FEW_VALUES, BATCH, LONGEST_ID = 32, 4_096, 1_024, 32, 1_024
LARGEST, SMALL = 1_048_576, 65_536
MEMBERS = {"jsonrpc", "method", "params", "id"}


def measure(text: str) -> tuple[int, int]:
    """The depth and the number of values of a text that looks like JSON."""
    depth = deepest = values = 0
    at, size = 0, len(text)
    expects = True
    while at < size:
        character = text[at]
        if character == '"':
            at += 1
            while at < size and text[at] != '"':
                at += 2 if text[at] == "\\" else 1
            following = text[at + 1:].lstrip(" \t\r\n")[:1] if at + 1 < size else ""
            values += following != ":"
        elif character in "[{":
            depth += 1
            values += 1
            deepest = max(deepest, depth)
        elif character in "]}":
            depth -= 1
        elif character not in ",: \t\r\n":
            values += expects
            expects = False
            at += 1
            continue
        expects = True
        at += 1
    return deepest, values


def id_text(value: Any) -> str:
    return str(value) if isinstance(value, Digits) else compact(value)


def is_id(value: Any) -> bool:
    if isinstance(value, str):
        return len(value.encode()) <= LONGEST_ID
    return value is None or (isinstance(value, int) and not isinstance(value, bool) and len(str(value)) <= LONGEST_ID)


def response(of: Any, **outcome: Any) -> str:
    return f'{{"jsonrpc":"2.0","id":{id_text(of)},{compact(outcome)[1:]}'


class Bucket:
    """The rate of requests (chapter 7)."""

    def __init__(self, rate: float, burst: float):
        self.rate, self.burst = rate, burst
        self.tokens, self.at = burst, time.monotonic()

    def take(self) -> float:
        """Takes a token, or says how many seconds are left until there is one."""
        moment = time.monotonic()
        self.tokens = min(self.burst, self.tokens + (moment - self.at) * self.rate)
        self.at = moment
        if self.tokens < 1:
            return (1 - self.tokens) / self.rate
        self.tokens -= 1
        return 0


class Server:
    """Requests of one connection."""

    def __init__(self, connection: "Connection", dispatch: Callable[[str, dict[str, Any]], Awaitable[Any]]):
        self.connection, self.dispatch = connection, dispatch
        self.in_flight: set[str] = set()
        self.tasks: set[asyncio.Task[None]] = set()
        self.room = asyncio.Event()
        self.in_batch = False

    def read(self, data: bytes) -> Any:
        """The value of a message, within the limits."""
        known = self.connection.app.approved
        if len(data) > (LARGEST if known or self.connection.model.deviates("pending app sends large messages")
                        else SMALL):
            raise limit_exceeded(-32700, "bytes", LARGEST if known else SMALL)
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError:
            raise ProtocolError(-32700) from None
        depth, values = measure(text)
        if depth > DEEPEST + self.connection.model.deviates("33 levels of JSON are not refused as such"):
            raise limit_exceeded(-32700, "depth", DEEPEST)
        most = MOST_VALUES if known else FEW_VALUES
        try:
            value = parse(text)
        except (ValueError, RecursionError):
            raise ProtocolError(-32700) from None
        if values > most:
            raise limit_exceeded(-32700, "values", most)
        return value

    def take(self, data: bytes) -> None:
        """Begins to answer a message. The requests of a message are begun in their order."""
        try:
            value = self.read(data)
            if isinstance(value, list):
                if not value:
                    raise ProtocolError(-32600)
                if len(value) > BATCH and not self.connection.model.deviates("long batch is taken"):
                    raise limit_exceeded(-32600, "batch", BATCH)
                self.in_batch = True
                self._start(self._batch([self.begin(entry) for entry in value]))
                self.in_batch = False
            else:
                self._start(self._single(self.begin(value)))
        except ProtocolError as error:
            self._start(self._single(self._failed(None, error)))

    def _start(self, work: Any) -> None:
        task = asyncio.create_task(work)
        self.tasks.add(task)
        task.add_done_callback(self.tasks.discard)

    async def _single(self, answer: Any) -> None:
        text = await answer if answer is not None else None
        if text is not None:
            await self.connection.send_answer(text)

    async def _batch(self, answers: list[Any]) -> None:
        texts = await asyncio.gather(*[answer for answer in answers if answer is not None])
        if len(texts) < BATCH and self.connection.model.deviates("batch is answered backwards"):
            texts.reverse()
        answer = "[" + ",".join(texts) + "]"
        if len(answer.encode()) > LARGEST:
            answer = response(None, error=limit_exceeded(-32603, "bytes", LARGEST).error)
        if texts:
            await self.connection.send_answer(answer)

    async def _failed(self, of: Any, error: Failure | ProtocolError) -> str:
        return response(of, error=error.error)

    def begin(self, value: Any) -> Any:
        """The work of one member of a message; None where nothing is answered."""
        if not isinstance(value, dict):
            return self._failed(None, ProtocolError(-32600))
        if "method" not in value and ("result" in value or "error" in value):
            return None
        of = value.get("id")
        if not is_id(of):
            return self._failed(None, ProtocolError(-32600))
        unknown = set(value) - MEMBERS
        if unknown and not self.connection.model.deviates("unknown member of a request is ignored"):
            return self._failed(of, ProtocolError(-32600, reason="unknown_member", member=sorted(unknown)[0]))
        version = value.get("jsonrpc")
        right = (type(version) is str and version == "2.0" and type(value.get("method")) is str
                 and isinstance(value.get("params", {}), (dict, list)))
        if not right:
            return self._failed(of, ProtocolError(-32600))
        if "id" not in value:
            if value["method"] == "disconnect_app" and self.connection.model.deviates("notification has an effect"):
                return self._silently(value)
            return None
        name = id_text(of)
        if name in self.in_flight:
            return self._failed(None, ProtocolError(-32600, reason="duplicate_id", id=of))
        free = self.connection.model.deviates("batch is free of the rate") and self.in_batch
        wait = 0 if free else self.connection.bucket.take()
        if wait:
            return self._failed(of, Failure("rate_limited", retry_after_ms=max(1, round(wait * 1000))))
        self.in_flight.add(name)
        return asyncio.ensure_future(self._answer(name, of, value))

    async def _silently(self, value: dict[str, Any]) -> None:
        await self._answer("", None, value)

    async def _answer(self, name: str, of: Any, value: dict[str, Any]) -> str:
        try:
            result = await self.dispatch(value["method"], value.get("params", {}))
            text = response(of, result=result)
            if len(text.encode()) > LARGEST:
                raise limit_exceeded(-32603, "bytes", LARGEST)
        except (Failure, ProtocolError) as error:
            text = response(of, error=error.error)
        except asyncio.CancelledError:
            raise
        except Exception as error:
            self.connection.model.fault(error)
            text = response(of, error=Failure("internal_error").error)
        finally:
            self.in_flight.discard(name)
            self.room.set()
        return text

    async def wait_for_room(self, most: int) -> None:
        while len(self.in_flight) >= most:
            self.room.clear()
            await self.room.wait()

    def stop(self) -> None:
        for task in list(self.tasks):
            task.cancel()
