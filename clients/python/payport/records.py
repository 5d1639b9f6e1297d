"""Encrypted records (3.6), without any input or output of their own."""

from __future__ import annotations

from collections.abc import Iterator

from .errors import ProtocolViolation
from .noise import CipherState

LAST, MORE, GOODBYE = 0, 1, 2
LARGEST_RECORD = 65_535
LARGEST_PART = LARGEST_RECORD - 16 - 1
LARGEST_MESSAGE = 1 << 20
RECORDS_PER_KEY = 1 << 16
MOST_RECORDS = 1 << 32


class Records:
    """Both directions of one session. Whatever `open` raises ends the session."""

    def __init__(self, sending: CipherState, receiving: CipherState) -> None:
        self._sending, self._receiving = sending, receiving
        self._parts: list[bytes] = []
        self._size = 0
        self.ended = False

    def _seal(self, flag: int, data: bytes) -> bytes:
        if self._sending.count >= MOST_RECORDS:
            raise ProtocolViolation("the session has used up its records")
        record = self._sending.seal(bytes([flag]) + data)
        if self._sending.count % RECORDS_PER_KEY == 0:
            self._sending.rekey()
        return record

    def seal(self, message: bytes) -> Iterator[bytes]:
        """The records of a message, each sealed when it is taken, because the key may change between two of them."""
        if len(message) > LARGEST_MESSAGE:
            raise ValueError("A message has at most 1 MiB.")
        for at in range(0, max(len(message), 1), LARGEST_PART):
            part = message[at:at + LARGEST_PART]
            yield self._seal(LAST if at + LARGEST_PART >= len(message) else MORE, part)

    def seal_goodbye(self) -> bytes:
        return self._seal(GOODBYE, b"")

    def open(self, record: str | bytes) -> bytes | None:
        """Returns a message once its last part has come. After a goodbye `ended` is true."""
        if not isinstance(record, bytes):
            raise ProtocolViolation("a text message came after the handshake")
        if not 17 <= len(record) <= LARGEST_RECORD:
            raise ProtocolViolation("a record has a size that none may have")
        if self.ended:
            raise ProtocolViolation("a record followed a goodbye")
        if self._receiving.count >= MOST_RECORDS:
            raise ProtocolViolation("the provider has used up the records of the session")
        plaintext = self._receiving.open(record)
        if self._receiving.count % RECORDS_PER_KEY == 0:
            self._receiving.rekey()
        flag, data = plaintext[0], plaintext[1:]
        if flag == GOODBYE and not data and not self._parts:
            self.ended = True
            return None
        if flag not in (LAST, MORE) or (flag == MORE and not data):
            raise ProtocolViolation("a record has a flag that it must not have")
        self._parts.append(data)
        self._size += len(data)
        if self._size > LARGEST_MESSAGE:
            raise ProtocolViolation("a message is larger than 1 MiB")
        if flag == MORE:
            return None
        message = b"".join(self._parts)
        self._parts, self._size = [], 0
        return message
