"""One WebSocket connection to a provider (chapter 1), from the upgrade to the first record and the goodbye."""

from __future__ import annotations

import asyncio
import hashlib
import logging
from dataclasses import dataclass, field
from typing import Any, Protocol

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidMessage, InvalidStatus
from websockets.frames import Frame, Opcode
from websockets.protocol import Event
from websockets.typing import Subprotocol

from . import handshake
from .discovery import Discovery
from .encoding import from_base64url, parse_json
from .errors import ConnectionLost, NoProvider, ProtocolViolation, ProviderBusy, ProviderRefused
from .handshake import Handshake
from .records import LARGEST_MESSAGE, Records
from .schemas import Schemas

_log = logging.getLogger("payport")
# A service manager may have to start the provider before it answers the upgrade (2.7).
_UPGRADE_SECONDS, _ON_DEMAND_SECONDS, _HANDSHAKE_SECONDS = 10, 60, 10
# One that a session was lost at may hang, and another one may be about to take over.
_LOST_SECONDS = 2
# How often it is looked whether the provider was heard of, and how many times in a row it may not have been (1.4).
_LOOK_SECONDS, _SILENT_LOOKS = 1.0, 9


class Pins(Protocol):
    """Where the keys of providers are pinned."""

    def pin(self, name: str, provider_id: bytes, highest: int) -> None: ...


@dataclass
class Established:
    """An open connection and the result of `connect_app.finish`."""

    connection: Connection
    result: dict[str, Any] = field(repr=False)
    pairing_code: str | None = field(repr=False)


class Connection:
    """Whole messages in and out. A violation ends the connection with 1008 and without a word."""

    def __init__(self, socket: ClientConnection, records: Records, session_id: bytes) -> None:
        self._socket, self._records = socket, records
        self._sending = asyncio.Lock()
        self.session_id = session_id

    async def send(self, message: bytes) -> None:
        """Sends the whole message even if the caller is cancelled, because half of one would break the session."""
        await asyncio.shield(asyncio.create_task(self._send(message)))

    async def _send(self, message: bytes) -> None:
        try:
            # Parts of different messages are not interleaved.
            async with self._sending:
                for record in self._records.seal(message):
                    await self._socket.send(record)
        except ConnectionClosed:
            raise ConnectionLost() from None

    async def receive(self) -> bytes:
        """The next message. `ConnectionLost` after a goodbye, too."""
        try:
            while True:
                message = self._records.open(await self._socket.recv())
                if message is not None:
                    return message
                if self._records.ended:
                    await self.close()
                    raise ConnectionLost()
        except ConnectionClosed:
            raise ConnectionLost() from None
        except ProtocolViolation:
            await self.fail()
            raise

    async def fail(self) -> None:
        await self._socket.close(1008)

    async def close(self) -> None:
        """Says goodbye and closes."""
        try:
            async with self._sending:
                await self._socket.send(self._records.seal_goodbye())
        except ConnectionClosed:
            pass
        await self._socket.close(1000)


class _Watched(ClientConnection):
    """Ends when the provider hangs: the kernel goes on taking bytes for it, and the connection seems to be well.

    Looks are counted, and not the time, which passes as well while this process or the machine sleeps.
    """

    _looking: asyncio.TimerHandle | None = None
    _silent = 0

    def data_received(self, data: bytes) -> None:
        self._silent = 0
        super().data_received(data)

    def process_event(self, event: Event) -> None:
        super().process_event(event)
        # Only a provider that sends heartbeats is expected to go on.
        if self._looking is None and isinstance(event, Frame) and event.opcode is Opcode.PONG:
            self._look()

    def _look(self) -> None:
        if self.transport.is_closing():
            return
        # Who does not read hears nothing.
        self._silent = self._silent + 1 if self.transport.is_reading() else 0
        if self._silent >= _SILENT_LOOKS:
            self.transport.abort()
            return
        self._looking = asyncio.get_running_loop().call_later(_LOOK_SECONDS, self._look)


class _Upgrade(connect):
    """Follows no redirection: a provider is at the url of its file and nowhere else."""

    def process_redirect(self, exc: Exception) -> Exception | str:
        return exc


async def _dial(discovery: Discovery, is_lost: bool) -> ClientConnection:
    seconds = _ON_DEMAND_SECONDS if discovery.on_demand else _LOST_SECONDS if is_lost else _UPGRADE_SECONDS
    # A name could be made to mean another machine, an address cannot.
    host = "127.0.0.1" if discovery.host == "localhost" else discovery.host
    try:
        socket = await _Upgrade(
            discovery.url, host=host, port=discovery.port, subprotocols=[Subprotocol(handshake.SUBPROTOCOL)],
            compression=None, origin=None, proxy=None, user_agent_header=None, ping_interval=None, open_timeout=seconds,
            close_timeout=5, max_size=LARGEST_MESSAGE, max_queue=16, create_connection=_Watched)
    except ConnectionRefusedError:
        raise NoProvider() from None
    except InvalidStatus as error:
        raise ProviderRefused(f"The wallet refused the connection with status {error.response.status_code}.") from None
    except InvalidMessage as error:
        # Closed without a byte, as by a provider that ends or has no place (1.3), or bytes that are no answer.
        if isinstance(error.__cause__, EOFError):
            raise ProviderBusy() from None
        raise ProtocolViolation("its answer to the upgrade is not one") from None
    except InvalidHandshake:
        raise ProtocolViolation("its answer to the upgrade is not one") from None
    except (TimeoutError, OSError, EOFError):
        raise ProviderBusy() from None
    except Exception:
        # Whatever the library makes of an answer that it does not expect, the app gets an error that it knows.
        raise ProtocolViolation("its answer to the upgrade is not one") from None
    if socket.subprotocol != handshake.SUBPROTOCOL or socket.response is None or (
            "Sec-WebSocket-Extensions" in socket.response.headers):
        await socket.close(1002)
        raise ProtocolViolation("it selected another subprotocol or an extension")
    return socket


async def establish(
    discovery: Discovery, pinned: bytes | None, identity: Ed25519PrivateKey, manifest: bytes, pins: Pins,
    is_lost: bool = False,
) -> Established:
    """Connects and runs the handshake. The key is pinned before anything of the app's own is sent."""
    socket = await _dial(discovery, is_lost)
    steps = Handshake(
        identity, manifest, pinned or discovery.provider_id, discovery.k_local,
        handshake.prologue(handshake.SUBPROTOCOL, handshake.SUBPROTOCOL, discovery.authority, discovery.data))
    try:
        async with asyncio.timeout(_HANDSHAKE_SECONDS):
            await socket.send(steps.first())
            steps.second(await socket.recv())
            pins.pin(discovery.name, discovery.provider_id, 0)
            await socket.send(steps.third())
            connection = Connection(socket, steps.records(), steps.hash)
            first = await connection.receive()
        result = _result(first)
        # Only now it is proved that the versions of the file are the provider's own (8.3).
        pins.pin(discovery.name, discovery.provider_id, discovery.versions[1])
        code = None
        if result["status"] == "pending" or "sas_nonce" in result:
            try:
                code = steps.pairing_code(from_base64url(result.get("sas_nonce"), 32))
            except ValueError:
                raise ProtocolViolation("its nonce is not one") from None
        return Established(connection, result, code)
    except (ConnectionClosed, ConnectionLost):
        raise _ended(socket) from None
    except TimeoutError:
        await socket.close(1008)
        raise ProviderBusy() from None
    except BaseException:
        await socket.close(1008)
        raise


def _ended(socket: ClientConnection) -> Exception:
    """What an end in the middle of the handshake means (2.6, 18.2)."""
    _log.debug("the handshake ended with close code %s", socket.close_code)
    if socket.close_code in (1008, 1002, 1007, 1009):
        return ProviderRefused()
    return ProviderBusy()


def _result(message: bytes) -> dict[str, Any]:
    try:
        answer = parse_json(message)
        if set(answer) != {"jsonrpc", "id", "result"} or answer["jsonrpc"] != "2.0" or answer["id"] != 2:
            raise ValueError
        result = Schemas.shared().checked("connect_app", "result", answer["result"])
        if result["status"] != "denied" and "session" not in result:
            raise ValueError
        return result
    except (ValueError, TypeError):
        raise ProtocolViolation("the first record does not answer connect_app.finish") from None


def fingerprint(discovery: Discovery) -> bytes:
    """Tells two discovery files apart."""
    return hashlib.sha256(discovery.data).digest()
