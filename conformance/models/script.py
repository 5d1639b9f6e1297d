"""What a scripted provider does differently at a point of a connection, and what it has seen of the consumer."""

from typing import TYPE_CHECKING, Any, Awaitable, Callable

from ..report import exchange
from ..wire.frames import Frame
from ..wire.text import compact, parse

if TYPE_CHECKING:
    from .connection import Connection


class Cut(Exception):
    """The connection ends here: without a close frame, or with this close code."""

    def __init__(self, code: int | None = None):
        super().__init__("cut")
        self.code = code


class Raw:
    """A WebSocket message (bytes or text) or a frame that is sent as it is, instead of a message in records."""

    def __init__(self, value: bytes | str | Frame):
        self.value = value


class Script:
    """Functions by the name of a point; each gets what would be sent and the connection, and returns what is sent."""

    def __init__(self) -> None:
        self.points: dict[str, Callable[[Any, "Connection"], Any]] = {}
        self.pauses: dict[str, Callable[["Connection"], Awaitable[None]]] = {}

    def at(self, point: str, change: Callable[[Any, "Connection"], Any]) -> None:
        self.points[point] = change

    async def pause(self, point: str, connection: "Connection") -> None:
        if point in self.pauses:
            await self.pauses[point](connection)

    def change(self, point: str, value: Any, connection: "Connection") -> Any:
        return self.points[point](value, connection) if point in self.points else value

    def several(self, point: str, value: Any, connection: "Connection") -> list[Any]:
        """Like `change`, for points at which more or fewer things may be sent."""
        changed = self.change(point, value, connection)
        return changed if isinstance(changed, list) else [changed]


class Seen:
    """Everything that consumers sent, in its order: (number of the connection, kind, value)."""

    def __init__(self) -> None:
        self.all: list[tuple[int, str, Any]] = []
        self.broken: list[str] = []

    def note(self, connection: "Connection", kind: str, value: Any) -> None:
        self.all.append((connection.number, kind, value))
        exchange.note(f"{connection.number}: received ({kind})", value if isinstance(value, (bytes, str)) else
                      compact(value) if isinstance(value, dict) else repr(value))

    def request(self, connection: "Connection", message: bytes) -> None:
        try:
            value = parse(message)
        except ValueError as error:
            self.broken.append(f"a message is no JSON: {error}")
            return
        for entry in value if isinstance(value, list) else [value]:
            self.note(connection, "request" if isinstance(entry, dict) and "method" in entry else "other", entry)

    def kinds(self, kind: str) -> list[Any]:
        return [value for _, found, value in self.all if found == kind]

    def requests(self, method: str) -> list[dict[str, Any]]:
        return [value for value in self.kinds("request") if value["method"] == method]

    def sessions(self) -> int:
        return len(self.kinds("session"))
