"""One connection of the model provider: upgrade, handshake, records, goodbye."""

import asyncio
from typing import TYPE_CHECKING, Any

from ..report import exchange
from ..wire import Refused, require
from ..wire.channel import CLOSE_SECONDS, Channel, Closed
from ..wire.frames import Frame, FrameError
from ..wire.handshake import LARGEST_TEXT, ProviderHandshake, prologue
from ..wire.session import Session
from ..wire.text import compact
from .events import Subscription
from .ledger import App
from .pairing import LARGEST_MANIFEST, Question
from .lax import LaxAssembler
from .rpc import Server
from .script import Cut, Raw
from .upgrade import LARGEST

if TYPE_CHECKING:
    from .provider import Provider


TOLERATED = {
    "/v1/": "a slash behind the path is served",
    "/v1?": "an empty query is served",
    "origin null": "the origin null is let in",
    "origin": "an empty origin is let in",
    "no host": "a request without a host is let in",
    "host without port": "a host without its port is let in",
    "old version": "an old version of WebSocket is served",
    "capital subprotocol": "a subprotocol in capitals is taken",
    "two fields of subprotocols": "two fields of subprotocols are joined",
}


class Connection:
    """`progress` is 0 before the upgrade, 1 before the gate, 2 before the first record, 3 in the session."""

    handshake: ProviderHandshake
    session: Session
    app: App

    def __init__(self, model: "Provider", reader: asyncio.StreamReader, writer: asyncio.StreamWriter, number: int):
        self.model, self.number = model, number
        self.channel = Channel(reader, writer, consumer=False)
        self.channel.controls_per_second = 100
        if model.deviates("frames without a mask are read"):
            self.channel.frames.masked = None
        self.progress = 0
        self.status = ""
        self.question: Question | None = None
        self.subscription: Subscription | None = None
        self.lock = asyncio.Lock()
        self.begun = model.clock()
        self.ending = False
        self.expires = 0.0
        self.manifest: dict[str, Any] = {}
        self.task = asyncio.current_task()
        for change in model.at_connection:
            change(self)

    # Life

    async def run(self) -> None:
        try:
            try:
                async with asyncio.timeout(self.model.settings["limits.handshake_seconds"]):
                    await self._begin()
            except TimeoutError:
                await self._fail()
                return
            if self.status == "denied":
                await self.say_goodbye(1000)
            await self._serve()
        except (Closed, asyncio.IncompleteReadError, ConnectionError):
            pass
        except Cut as cut:
            await self._cut(cut)
            if cut.code is not None:
                await self.channel.close_and_wait(cut.code)
        except (Refused, FrameError):
            await self._fail()
        finally:
            await self._leave()

    async def _cut(self, cut: Cut) -> None:
        """Ends the connection as a script says, from whatever task: what follows is read by the task that serves."""
        exchange.note(f"{self.number}: ended the connection with", cut.code or "no close frame")
        if cut.code is None:
            self.channel.abort()
        else:
            await self._close(cut.code)

    async def _close(self, code: int) -> None:
        self.ending = True
        await self.channel.close(code)
        self.model.spawn(self._end_soon())

    async def _end_soon(self) -> None:
        await asyncio.sleep(CLOSE_SECONDS)
        self.channel.abort()

    async def _fail(self) -> None:
        if self.progress == 0:
            self.channel.abort()
        else:
            await self.channel.close_and_wait(1008)

    async def _leave(self) -> None:
        if self.channel.ended:
            self.model.seen.note(self, "close", self.channel.ended.code)
        self.model.connections.pop(self, None)
        self.model.pairing.left(self)
        if self.subscription:
            await self.subscription.end()
        if hasattr(self, "server"):
            self.server.stop()
        await self.channel.finish()

    # The handshake

    async def _begin(self) -> None:
        model = self.model
        offered = await self._upgrade()
        self.progress = 1
        self.channel.messages.largest = 1_048_576
        self.handshake = model.handshake_class(
            model.identity, model.k_local, prologue(offered, "payport.v1", model.authority, model.file),
            static=model.static if model.deviates("static key is used again") else None)
        self.handshake = model.script.change("handshake", self.handshake, self)
        first = await self._text()
        self.handshake.first_text(first)
        self.progress = 2
        for message in model.script.several("second", self.handshake.second_text(self.handshake.second()), self):
            await self._put(message)
        self._third(await self._text())
        await model.script.pause("before the first record", self)
        await self._first_record()

    async def _put(self, message: bytes | str | Frame) -> None:
        """A message of the WebSocket, or a frame, as it is."""
        if isinstance(message, Frame):
            await self.channel.send_frame(message)
        elif isinstance(message, str):
            await self.channel.send_text(message)
        else:
            await self.channel.send_binary(message)

    def _third(self, text: str) -> None:
        self.handshake.third_text(text)
        self.manifest = self.model.read_manifest(
            self.handshake.manifest,
            1 << 20 if self.model.deviates("long manifest is read") else LARGEST_MANIFEST)

    async def _upgrade(self) -> str:
        try:
            head = await self.channel.reader.readuntil(b"\r\n\r\n")
        except asyncio.LimitOverrunError:
            raise Refused("1.3: the head is too long") from None
        rest = bytes(self.channel.reader._buffer)  # type: ignore[attr-defined]
        require(len(head) <= LARGEST and not rest, "1.3: bytes follow the head")
        model = self.model
        if not model.is_own(self):
            raise Refused("1.3: a program of another user")
        tolerated = frozenset(what for what, deviation in TOLERATED.items() if model.deviates(deviation))
        answer = model.judge(head, model.authorities, model.settings["origins"], tolerated)
        model.seen.note(self, "upgrade", head)
        data = model.script.change("upgrade", answer.encode(), self)
        if data:
            await self.channel.send_raw(data)
        if answer.status != 101:
            await self.channel.finish()
            raise Closed(1006)
        return answer.offered

    async def _text(self) -> str:
        message = await self.channel.receive()
        self.model.seen.note(self, "handshake", message)
        require(isinstance(message, str), "3.8: the handshake is text")
        assert isinstance(message, str)
        require(len(message.encode()) <= LARGEST_TEXT, "1.4: the message is too long")
        return message

    async def _first_record(self) -> None:
        model = self.model
        require(not self.channel.waiting, "3.3: a message before the first record")
        self.session = Session(self.channel, *self.handshake.records(), self.handshake.hash)
        self.session.assembler = LaxAssembler(model.deviates)
        if model.deviates("keys are not changed"):
            self.session.sealer.per_key = self.session.opener.per_key = 1 << 40
        self.app = model.ledger.app(self.handshake.consumer_id, self.manifest)
        self.bucket = model.bucket(self.app)
        self.server = Server(self, self._dispatch)
        for change in model.at_session:
            change(self)
        self.expires = model.clock() + 86_400 * (2 if model.deviates("session lasts for two days") else 1)
        result = model.pairing.admit(self, self.app, self.handshake.manifest, self.handshake.code())
        if result["status"] == "approved":
            result = await model.place(self) or result
        self.status = result["status"]
        result["session"] = model.session_view(self)
        result = model.script.change("first", result, self)
        self.status = result.get("status", self.status)
        self.progress = 3
        text = compact({"jsonrpc": "2.0", "id": 2, "result": result})
        text = model.script.change("first text", text, self)
        exchange.note(f"{self.number}: sent", text)
        model.seen.note(self, "session", self.handshake.consumer_id)
        await self._send_records(text.encode())

    # The session

    async def _dispatch(self, method: str, params: Any) -> Any:
        return await self.model.methods.call(self, method, params)

    async def _serve(self) -> None:
        settings = self.model.settings
        while True:
            message = await self.session.receive()
            if message is None:
                self.model.seen.note(self, "goodbye", b"")
                self.model.pairing.left(self)
                await self.say_goodbye(1000)
                await self.channel.close_and_wait(1000)
                return
            if self.ending:
                continue
            self.model.seen.request(self, message)
            message = self.model.script.change("request", message, self)
            await self.server.wait_for_room(settings["limits.in_flight"])
            self.server.take(message)

    async def say_goodbye(self, code: int) -> None:
        """Ends the session from this side; the task that serves reads on until the other side has closed, too."""
        try:
            async with self.lock:
                if code != 1001 or not self.model.deviates("provider stops without a goodbye"):
                    await self.session.say_goodbye()
                await self._close(code)
        except (Closed, Refused):
            pass

    async def deny(self, reason: str) -> None:
        self.status = "denied"
        await self.notify("session_changed", {"status": "denied", "reason": reason})
        self.end(1000)

    def end(self, code: int) -> None:
        """Ends the session in a task of its own, because a request of this connection may be the cause."""
        self.model.spawn(self.say_goodbye(code))

    async def notify(self, method: str, params: dict[str, Any]) -> None:
        await self.send_message({"jsonrpc": "2.0", "method": method, "params": params})

    async def send_message(self, message: dict[str, Any]) -> None:
        try:
            for changed in self.model.script.several("message", compact(message), self):
                await self._send(changed)
        except Cut as cut:
            await self._cut(cut)
        except Closed:
            pass

    async def send_answer(self, text: str) -> None:
        try:
            for changed in self.model.script.several("answer", text, self):
                await self._send(changed)
        except Cut as cut:
            await self._cut(cut)
        except Closed:
            pass

    async def _send(self, message: str | Raw | Cut) -> None:
        exchange.note(f"{self.number}: sent", message if isinstance(message, str) else type(message).__name__)
        if isinstance(message, Cut):
            raise message
        if isinstance(message, str):
            await self._send_records(message.encode())
        else:
            async with self.lock:
                await self._put(message.value)

    async def _send_records(self, message: bytes) -> None:
        async with self.lock:
            if self.session.said_goodbye:
                return
            for record in self.model.script.several("records", self.session.sealer.message(message), self):
                await self._put(record)

    async def subscribe(self, place: int) -> None:
        if self.subscription:
            await self.subscription.end()
        self.subscription = Subscription(self.model, self.app, place, self.send_message, self._too_slow)

    async def _too_slow(self) -> None:
        self.model.spawn(self.say_goodbye(1013))

    async def unsubscribe(self) -> int:
        if not self.subscription:
            return 0
        place = await self.subscription.end()
        self.subscription = None
        return place
