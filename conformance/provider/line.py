"""A WebSocket connection of the suite, byte by byte where a case wants that (1.2 to 1.5)."""

import socket
import time

from ..report import Violation, exchange
from ..wire.frames import BINARY, CLOSE, PING, PONG, TEXT, Frame, FrameError, FrameReader, MessageReader, close_code

PATIENCE = 5.0
PROMPT = 3.0  # before the deadline of the handshake, which ends whatever was not refused with the same code
KEY = "dGhlIHNhbXBsZSBub25jZQ=="
ACCEPT = "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="


class Ended(Exception):
    """The connection has ended: the code of the provider's close frame, None where there was none."""

    def __init__(self, code, text=b""):
        super().__init__(f"the connection ended with {code or 'no close frame'}")
        self.code, self.text = code, text


class Silence(Violation):
    """Nothing came within the patience of the suite."""


class Line:
    def __init__(self, authority):
        self.authority = authority
        host, port = authority.rsplit(":", 1)
        self.socket = socket.create_connection((host.strip("[]"), int(port)), PATIENCE)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        self.frames = FrameReader(masked=False)
        self.messages = MessageReader()
        self.waiting = []
        self.ended = None

    # Bytes

    def send(self, data):
        if data[:4] in (b"GET ", b"POST", b"get "):
            exchange.note("sent", data)
        try:
            self.socket.settimeout(PATIENCE)
            self.socket.sendall(data)
        except (BrokenPipeError, ConnectionResetError):
            pass  # what the provider has sent before tells why
        except TimeoutError:
            raise Silence("the provider reads nothing") from None

    def read(self, end):
        """Some bytes; b"" at the end of the connection."""
        self.socket.settimeout(max(end - time.monotonic(), 0.001))
        try:
            return self.socket.recv(65_536)
        except ConnectionResetError:
            return b""
        except TimeoutError:
            raise Silence("the provider sends nothing, and does not close") from None

    def close(self):
        self.socket.close()

    # The upgrade

    def head(self, changes=None, line="GET /v1 HTTP/1.1", more=()):
        """The head of an upgrade; `changes` replaces fields, and None leaves one out."""
        fields = {
            "Host": self.authority, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
            "Sec-WebSocket-Key": KEY, "Sec-WebSocket-Protocol": "payport.v1"} | (changes or {})
        lines = [line, *(f"{name}: {value}" for name, value in fields.items() if value is not None), *more, "", ""]
        return "\r\n".join(lines).encode("utf-8", "surrogateescape")

    def answer_to(self, request, seconds=PATIENCE):
        """All bytes that come until the head of an answer is complete or the connection ends."""
        self.send(request)
        end, answer = time.monotonic() + seconds, b""
        while b"\r\n\r\n" not in answer and (data := self.read(end)):
            answer += data
        return answer

    def upgrade(self, offered="payport.v1", **changes):
        answer = self.answer_to(self.head({"Sec-WebSocket-Protocol": offered} | changes))
        head, _, rest = answer.partition(b"\r\n\r\n")
        exchange.note("received", head)
        if not head.startswith(b"HTTP/1.1 101"):
            raise Violation(f"the upgrade was answered with {head[:60]!r}")
        self.feed(rest)
        return head

    # Frames and messages

    def feed(self, data):
        for frame in self.frames.feed(data):
            if (found := self.messages.take(frame)) is not None:
                self.waiting.append(found)

    def frame(self, opcode, payload=b"", **how):
        self.send(Frame(opcode, payload, **how).encode(mask=True))

    def text(self, text):
        exchange.note("sent the text", text)
        self.frame(TEXT, text.encode())

    def binary(self, data):
        self.frame(BINARY, data)

    def receive(self, seconds=PATIENCE):
        """The next message, text or bytes, or the next pong as a frame."""
        end = time.monotonic() + seconds
        while True:
            while self.waiting:
                found = self.waiting.pop(0)
                if not isinstance(found, Frame) or found.opcode == PONG:
                    if isinstance(found, str):
                        exchange.note("received the text", found)
                    return found
                if found.opcode == PING:
                    self.frame(PONG, found.payload)
                else:
                    self.ended = Ended(close_code(found.payload), found.payload[2:])
                    exchange.note("received a close frame with", self.ended.code)
                    self.frame(CLOSE, found.payload[:2])
                    raise self.ended
            if self.ended:
                raise self.ended
            data = self.read(end)
            if not data:
                self.ended = Ended(None)
                exchange.note("the connection ended without a close frame")
                raise self.ended
            try:
                self.feed(data)
            except FrameError as error:
                raise Violation(f"the provider's frames break RFC 6455: {error}") from error

    def expect_end(self, code, seconds=PROMPT, text=b""):
        """The connection ends with this close code and no text, before any further message."""
        try:
            while isinstance(message := self.receive(seconds), Frame):
                pass  # pongs may still be under way
        except Ended as ended:
            if ended.code != code:
                raise Violation(f"it ended with {ended.code or 'no close frame'} instead of {code}") from None
            if ended.text != text:
                raise Violation("the close frame has a text") from None
            return
        raise Violation(f"it was answered ({len(message)} bytes) instead of closed with {code}")


def cut(data, *places):
    """The pieces of bytes between the places."""
    edges = [0, *places, len(data)]
    return [data[a:b] for a, b in zip(edges, edges[1:])]
