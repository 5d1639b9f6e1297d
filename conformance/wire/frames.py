"""WebSocket frames (RFC 6455, section 5) as bytes, read as strictly as 1.4 says."""

import os
from dataclasses import dataclass

CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG = 0, 1, 2, 8, 9, 10
LARGEST_MESSAGE = 1_048_576
CLOSE_CODES = frozenset([*range(1000, 1004), *range(1007, 1015), *range(3000, 5000)])


class FrameError(Exception):
    """The frames break RFC 6455 or a limit; `code` is the close code for that."""

    def __init__(self, code: int, rule: str):
        super().__init__(rule)
        self.code = code


def masked(payload: bytes, key: bytes) -> bytes:
    size = len(payload)
    stretched = (key * (size // 4 + 1))[:size]
    return (int.from_bytes(payload, "big") ^ int.from_bytes(stretched, "big")).to_bytes(size, "big")


@dataclass
class Frame:
    opcode: int
    payload: bytes = b""
    final: bool = True
    reserved: int = 0

    def encode(self, mask: bool, length_bytes: int | None = None) -> bytes:
        """The frame; `length_bytes` (0, 2 or 8) writes the length in a longer form than it needs."""
        size = len(self.payload)
        wide = length_bytes if length_bytes is not None else 0 if size < 126 else 2 if size < 65_536 else 8
        short = {0: size, 2: 126, 8: 127}[wide]
        head = bytes([self.final << 7 | self.reserved << 4 | self.opcode, mask << 7 | short])
        if wide:
            head += size.to_bytes(wide, "big")
        if not mask:
            return head + self.payload
        key = os.urandom(4)
        return head + key + masked(self.payload, key)


class FrameReader:
    """Frames out of a stream of bytes. `masked` is whether the peer has to mask them, as a client does; None for
    either."""

    def __init__(self, masked: bool | None, largest: int = LARGEST_MESSAGE):
        self.masked = masked
        self.largest = largest
        self.buffer = bytearray()

    def feed(self, data: bytes) -> list[Frame]:
        self.buffer += data
        frames = []
        while frame := self._next():
            frames.append(frame)
        return frames

    def _next(self) -> Frame | None:
        buffer = self.buffer
        if len(buffer) < 2:
            return None
        final, reserved, opcode = buffer[0] >> 7, buffer[0] >> 4 & 7, buffer[0] & 15
        has_mask, size = buffer[1] >> 7, buffer[1] & 127
        if reserved or opcode not in (CONTINUATION, TEXT, BINARY, CLOSE, PING, PONG):
            raise FrameError(1002, "a reserved bit or opcode")
        if self.masked not in (None, bool(has_mask)):
            raise FrameError(1002, "a frame of a client is not masked, or one of a server is")
        if opcode >= CLOSE and (size > 125 or not final):
            raise FrameError(1002, "a control frame is too long or fragmented")
        at = 2
        if size >= 126:
            at += 2 if size == 126 else 8
            if len(buffer) < at:
                return None
            smallest = 126 if size == 126 else 65_536
            size = int.from_bytes(buffer[2:at], "big")
            if size < smallest:
                raise FrameError(1002, "a length is not in its shortest form")
        if size > self.largest:
            raise FrameError(1009, "a frame announces a message that is too large")
        key = bytes(buffer[at:at + 4])
        at += 4 * has_mask
        if len(buffer) < at + size:
            return None
        payload = bytes(buffer[at:at + size])
        del buffer[:at + size]
        return Frame(opcode, masked(payload, key) if has_mask else payload, bool(final), reserved)


class MessageReader:
    """Messages out of frames. `take` returns a text (str), a binary message (bytes), a control frame, or None."""

    def __init__(self, largest: int = LARGEST_MESSAGE, most_frames: int = 4_096):
        self.largest, self.most_frames = largest, most_frames
        self.opcode = 0
        self.parts = bytearray()
        self.count = 0

    def take(self, frame: Frame) -> str | bytes | Frame | None:
        if frame.opcode >= CLOSE:
            if frame.opcode == CLOSE:
                close_code(frame.payload)
            return frame
        if (frame.opcode == CONTINUATION) != bool(self.opcode):
            raise FrameError(1002, "a continuation of nothing, or a message inside of another")
        self.opcode = self.opcode or frame.opcode
        self.parts += frame.payload
        self.count += 1
        if len(self.parts) > self.largest:
            raise FrameError(1009, "a message is too large")
        if self.count > self.most_frames:
            raise FrameError(1008, "a message has too many frames")
        if not frame.final:
            return None
        message, opcode = bytes(self.parts), self.opcode
        self.opcode, self.count = 0, 0
        self.parts = bytearray()
        if opcode == BINARY:
            return message
        try:
            return message.decode("utf-8")
        except UnicodeDecodeError:
            raise FrameError(1007, "a text is not UTF-8") from None


def close_code(payload: bytes) -> int:
    """The code of a close frame; 1005 where it has none."""
    if not payload:
        return 1005
    code = int.from_bytes(payload[:2], "big")
    if len(payload) == 1 or code not in CLOSE_CODES:
        raise FrameError(1002, "a close frame without a code that may be sent")
    try:
        payload[2:].decode("utf-8")
    except UnicodeDecodeError:
        raise FrameError(1007, "the reason of a close frame is not UTF-8") from None
    return code
