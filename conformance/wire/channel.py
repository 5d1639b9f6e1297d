"""A WebSocket connection over a stream, in both roles, and the upgrade as the consumer (1.2 to 1.5)."""

import asyncio
import base64
import hashlib
import os
import re
import time
from collections import deque

from .frames import BINARY, CLOSE, PING, PONG, TEXT, Frame, FrameError, FrameReader, MessageReader, close_code

MAGIC = b"258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
CLOSE_SECONDS = 5


class Closed(Exception):
    """The connection ended. `code` is the peer's close code, 1005 for a close frame without one, 1006 without a
    frame."""

    def __init__(self, code: int, reason: str = ""):
        super().__init__(f"closed with {code}")
        self.code, self.reason = code, reason


class UpgradeRefused(Exception):
    """The answer to the upgrade is not 101. `status` is 0 where the connection ended without a byte."""

    def __init__(self, status: int, head: bytes):
        super().__init__(f"the upgrade was answered with {status or 'nothing'}")
        self.status, self.head = status, head


def accept_key(key: str) -> str:
    return base64.b64encode(hashlib.sha1(key.encode() + MAGIC).digest()).decode()


def header(head: bytes, name: str) -> str | None:
    """The value of a field in a head; several of one name are joined by commas."""
    values = [line.split(b":", 1)[1].strip().decode("latin-1") for line in head.split(b"\r\n")[1:]
              if line.split(b":", 1)[0].lower() == name.lower().encode()]
    return ",".join(values) if values else None


class Channel:
    """Messages in and out. The consumer masks its frames, the provider does not."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter, consumer: bool, head: bytes = b""):
        self.reader, self.writer, self.consumer, self.head = reader, writer, consumer, head
        self.frames = FrameReader(masked=not consumer)
        self.messages = MessageReader()
        self.waiting: list[Frame] = []
        self.controls: list[Frame] = []
        self.sent_close = False
        self.answers_pings = True
        self.controls_per_second: int | None = None
        self.control_times: deque[float] = deque()
        self.ended: Closed | None = None
        self.heard_at = time.monotonic()

    async def send_raw(self, data: bytes) -> None:
        try:
            self.writer.write(data)
            await self.writer.drain()
        except (ConnectionError, RuntimeError) as error:
            raise Closed(1006) from error

    async def send_frame(self, frame: Frame) -> None:
        await self.send_raw(frame.encode(mask=self.consumer))

    async def send_text(self, text: str) -> None:
        await self.send_frame(Frame(TEXT, text.encode()))

    async def send_binary(self, data: bytes) -> None:
        await self.send_frame(Frame(BINARY, data))

    async def receive(self) -> str | bytes:
        """The next message. Pings are answered. Raises Closed at the end, after the peer's close frame was answered."""
        if self.ended:
            raise self.ended
        while True:
            while self.waiting:
                message = await self._take(self.waiting.pop(0))
                if message is not None:
                    return message
            try:
                data = await self.reader.read(65_536)
            except ConnectionError:
                data = b""
            if not data:
                self.abort()
                raise self.end(1006)
            self.heard_at = time.monotonic()
            try:
                self.waiting += self.frames.feed(data)
            except FrameError as error:
                await self.close(error.code)
                raise self.end(error.code) from error

    async def _take(self, frame: Frame) -> str | bytes | None:
        try:
            message = self.messages.take(frame)
        except FrameError as error:
            await self.close(error.code)
            raise self.end(error.code) from error
        if not isinstance(message, Frame):
            return message
        self.controls.append(message)
        if self._floods(message):
            await self.close(1008)
            raise self.end(1008)
        if message.opcode == PING and self.answers_pings:
            await self.send_frame(Frame(PONG, message.payload))
        if message.opcode == CLOSE:
            code = close_code(message.payload)
            await self.close(1000 if code == 1005 else code)
            await self.finish()
            raise self.end(code, message.payload[2:].decode())
        return None

    def _floods(self, frame: Frame) -> bool:
        """Whether the peer has sent more pings and pongs within a second than it may."""
        if self.controls_per_second is None or frame.opcode == CLOSE:
            return False
        moment = time.monotonic()
        self.control_times.append(moment)
        while self.control_times[0] < moment - 1:
            self.control_times.popleft()
        return len(self.control_times) > self.controls_per_second

    def end(self, code: int, reason: str = "") -> Closed:
        self.ended = self.ended or Closed(code, reason)
        return self.ended

    async def close(self, code: int = 1000) -> None:
        """Sends the close frame, once."""
        if self.sent_close:
            return
        self.sent_close = True
        try:
            await self.send_frame(Frame(CLOSE, code.to_bytes(2, "big")))
        except Closed:
            pass

    async def finish(self) -> None:
        """Ends the stream."""
        try:
            self.writer.close()
            await self.writer.wait_closed()
        except (ConnectionError, RuntimeError):
            pass

    async def close_and_wait(self, code: int = 1000, seconds: float = CLOSE_SECONDS) -> int:
        """Closes, waits for the peer's close frame and returns its code; 1006 where none came."""
        await self.close(code)
        try:
            async with asyncio.timeout(seconds):
                while True:
                    await self.receive()
        except Closed as closed:
            return closed.code
        except TimeoutError:
            self.abort()
            return 1006

    def abort(self) -> None:
        """Cuts the connection without a close frame."""
        self.writer.transport.abort()


def upgrade(authority: str, protocols: str | None, extra: list[tuple[str, str]],
            target: str = "/v1") -> tuple[bytes, str]:
    """The head of an upgrade request and its key."""
    key = base64.b64encode(os.urandom(16)).decode()
    fields = [("Host", authority), ("Upgrade", "websocket"), ("Connection", "Upgrade"),
              ("Sec-WebSocket-Version", "13"), ("Sec-WebSocket-Key", key)]
    if protocols is not None:
        fields.append(("Sec-WebSocket-Protocol", protocols))
    lines = [f"GET {target} HTTP/1.1", *(f"{name}: {value}" for name, value in fields + extra), "", ""]
    return "\r\n".join(lines).encode("latin-1"), key


async def open_stream(authority: str) -> tuple[asyncio.StreamReader, asyncio.StreamWriter]:
    host, port = authority.rsplit(":", 1)
    return await asyncio.open_connection(host.strip("[]"), int(port))


async def read_head(reader: asyncio.StreamReader) -> bytes:
    """The answer's head; what came of it if the connection ends before."""
    try:
        return await reader.readuntil(b"\r\n\r\n")
    except asyncio.IncompleteReadError as error:
        return error.partial
    except ConnectionError:
        return b""


async def dial(url: str, protocols: str | None = "payport.v1", extra: list[tuple[str, str]] | None = None) -> Channel:
    """A connection after the upgrade, with the answer checked as 1.2 says."""
    authority = url.removeprefix("ws://").removesuffix("/v1")
    reader, writer = await open_stream(authority)
    head, key = upgrade(authority, protocols, extra or [])
    writer.write(head)
    answer = await read_head(reader)
    status = re.match(rb"HTTP/1\.1 ([0-9]{3}) ", answer)
    accepted = (status and status[1] == b"101" and header(answer, "Sec-WebSocket-Accept") == accept_key(key)
                and header(answer, "Sec-WebSocket-Protocol") == "payport.v1"
                and header(answer, "Sec-WebSocket-Extensions") is None)
    if not accepted:
        writer.transport.abort()
        raise UpgradeRefused(int(status[1]) if status else 0, answer)
    return Channel(reader, writer, consumer=True, head=answer)
