"""Encrypted records (3.6)."""

from . import require
from .noise import TAG, Cipher

LAST, MORE, GOODBYE = 0, 1, 2
LARGEST_RECORD = 65_535
LARGEST_PART = LARGEST_RECORD - TAG - 1
LARGEST_MESSAGE = 1_048_576
RECORDS_PER_KEY = 65_536
RECORDS = 2**32


class Sealer:
    """The sending direction."""

    def __init__(self, key: bytes, counter: int = 0):
        self.cipher = Cipher(key, counter)
        self.per_key = RECORDS_PER_KEY

    def seal(self, flag: int, data: bytes = b"") -> bytes:
        require(self.cipher.counter < RECORDS, "3.6: the record with n = 2^32 does not exist")
        record = self.cipher.seal(bytes([flag]) + data)
        if self.cipher.counter % self.per_key == 0:
            self.cipher.change_key()
        return record

    def message(self, data: bytes) -> list[bytes]:
        parts = [data[at:at + LARGEST_PART] for at in range(0, len(data), LARGEST_PART)] or [b""]
        return [self.seal(MORE, part) for part in parts[:-1]] + [self.seal(LAST, parts[-1])]


class Opener:
    """The receiving direction."""

    def __init__(self, key: bytes, counter: int = 0):
        self.cipher = Cipher(key, counter)
        self.per_key = RECORDS_PER_KEY

    def open(self, record: bytes) -> tuple[int, bytes]:
        require(isinstance(record, bytes), "3.6: a record is not binary")
        require(TAG < len(record) <= LARGEST_RECORD, "3.6: the size of a record")
        require(self.cipher.counter < RECORDS, "3.6: the record with n = 2^32 does not exist")
        plain = self.cipher.open(record)
        if self.cipher.counter % self.per_key == 0:
            self.cipher.change_key()
        return plain[0], plain[1:]


class Assembler:
    """Messages from opened records: `take` returns a message, None while parts are missing, and GOODBYE at the end."""

    def __init__(self) -> None:
        self.parts = b""
        self.open = False
        self.ended = False

    def take(self, flag: int, data: bytes) -> bytes | int | None:
        require(not self.ended, "3.6: something follows a goodbye")
        require(flag in (LAST, MORE, GOODBYE), "3.6: the flag is unknown")
        if flag == GOODBYE:
            require(not data and not self.open, "3.6: a goodbye with data or inside of a message")
            self.ended = True
            return GOODBYE
        require(flag == LAST or data, "3.6: a part is empty")
        self.parts += data
        self.open = flag == MORE
        require(len(self.parts) <= LARGEST_MESSAGE, "3.6: a message is too long")
        if self.open:
            return None
        message, self.parts = self.parts, b""
        return message
