"""Records that are read although they break a rule of 3.6, and keys that agree on what they should refuse (3.1)."""

from typing import Callable

from ..wire import Refused
from ..wire.identity import AgreementKey
from ..wire.records import GOODBYE, LARGEST_MESSAGE, LAST, MORE, Assembler


class LaxAssembler(Assembler):
    """Without a deviation it is the assembler of the wire."""

    def __init__(self, deviates: Callable[[str], bool]):
        super().__init__()
        self.deviates = deviates

    def take(self, flag: int, data: bytes) -> bytes | int | None:
        if flag == GOODBYE and data and self.deviates("goodbye with data is taken"):
            data = b""
        if flag == GOODBYE and self.open and self.deviates("goodbye inside of a message is taken"):
            self.open = False
        if flag == MORE and not data and self.deviates("empty part is taken"):
            return None
        if (flag in (LAST, MORE) and len(self.parts) + len(data) > LARGEST_MESSAGE
                and self.deviates("message of any size is read")):
            self.parts = b""
        return super().take(flag, data)


class LaxKey(AgreementKey):
    """A key that does not look at what was agreed on."""

    def agree(self, public: bytes) -> bytes:
        try:
            return super().agree(public)
        except Refused:
            return bytes(32)
