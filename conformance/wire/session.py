"""A session: messages in encrypted records over a channel, and the handshake as the consumer (chapter 3)."""

import asyncio
from typing import Any

from . import Refused, require
from .channel import Channel, Closed, dial
from .discovery import Discovery
from .handshake import SUBPROTOCOL, ConsumerHandshake, prologue
from .identity import Identity
from .records import GOODBYE, Assembler, Opener, Sealer
from .text import decode, parse


class Session:
    """Messages of one side. Whatever breaks a rule closes with 1008 and raises Refused."""

    def __init__(self, channel: Channel, sealer: Sealer, opener: Opener, hash: bytes):
        self.channel, self.sealer, self.opener, self.hash = channel, sealer, opener, hash
        self.assembler = Assembler()
        self.said_goodbye = False
        self.first: dict[str, Any] = {}
        self.code: str | None = None

    async def send(self, message: bytes) -> None:
        for record in self.sealer.message(message):
            await self.channel.send_binary(record)

    async def receive(self) -> bytes | None:
        """The next message; None for the goodbye."""
        while True:
            record = await self.channel.receive()
            try:
                require(isinstance(record, bytes), "3.8: a text message after m3")
                assert isinstance(record, bytes)
                message = self.assembler.take(*self.opener.open(record))
            except Refused:
                await self.channel.close(1008)
                raise
            if message == GOODBYE:
                return None
            if isinstance(message, bytes):
                return message

    async def say_goodbye(self) -> None:
        if not self.said_goodbye:
            self.said_goodbye = True
            await self.channel.send_binary(self.sealer.seal(GOODBYE))

    async def goodbye(self, seconds: float = 10) -> int:
        """Ends the session as intended: goodbyes of both sides, then the close. Returns the peer's close code."""
        await self.say_goodbye()
        try:
            async with asyncio.timeout(seconds):
                while True:
                    await self.receive()
        except Closed as closed:
            return closed.code
        except TimeoutError:
            self.channel.abort()
            return 1006


async def connect(discovery: Discovery, identity: Identity, manifest: bytes, *, provider_id: bytes | None = None,
                  channel: Channel | None = None, handshake: ConsumerHandshake | None = None) -> Session:
    """A session as the consumer, up to the first record. Raises UpgradeRefused, Closed or Refused."""
    channel = channel or await dial(discovery.url)
    steps = handshake or ConsumerHandshake(
        identity, provider_id or discovery.provider_id, discovery.k_local,
        prologue(SUBPROTOCOL, SUBPROTOCOL, discovery.authority, discovery.bytes), manifest)
    try:
        await channel.send_text(steps.first_text(steps.first()))
        steps.second_text(await channel.receive())
        await channel.send_text(steps.third_text(steps.third()))
        session = Session(channel, *steps.records(), steps.hash)
        message = await session.receive()
        require(message is not None, "3.3: the first record is a goodbye")
        assert message is not None
        session.first = parse(message)
        require(session.first.get("id") == 2 and set(session.first) == {"jsonrpc", "id", "result"},
                "3.3: the first record does not answer connect_app.finish")
        nonce = session.first["result"].get("sas_nonce")
        if nonce is not None:
            session.code = steps.code(decode(nonce, 32))
    except (Refused, ValueError):
        await channel.close(1008)
        await channel.finish()
        raise
    return session
