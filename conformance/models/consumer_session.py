"""A session of the reference consumer: how it connects, what it checks, and how it matches answers (chapters 1, 3,
4)."""

import asyncio
import hashlib
import re
import time

from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PublicKey

from ..wire import Refused, require
from ..wire.channel import Channel, Closed, accept_key, header, open_stream, read_head, upgrade
from ..wire.frames import PONG
from ..wire.handshake import (
    SECOND, SUBPROTOCOL, ConsumerHandshake, consumer_statement, pairing_code, prologue, provider_statement, read_text)
from ..wire.identity import AgreementKey, verified
from ..wire.records import GOODBYE, LAST, LARGEST_MESSAGE, MORE
from ..wire.text import compact, decode, parse, split_lp
from .consumer_store import Trouble
from .lax import LaxKey

MANIFEST = compact({
    "app_id": "example.reference", "name": "Reference", "version": "1", "scopes": ["receive", "pay"],
    "versions": "1"}).encode()
SECONDS = 5
SILENCE = 9
KEPT_KEY = AgreementKey()


class Handshake(ConsumerHandshake):
    """The consumer's steps with the checks that a deviation leaves out."""

    def __init__(self, *arguments, deviates, first_contact):
        lax = {"static": LaxKey(), "ephemeral": LaxKey()} if deviates("zeros are agreed on") else {}
        super().__init__(*arguments, **({"static": KEPT_KEY} if deviates("static key is kept") else lax),
                         **({"nonce": bytes(32)} if deviates("nonce is kept") else {}))
        self.deviates, self.first_contact = deviates, first_contact

    def second_text(self, text):
        if self.deviates("padding is read") and isinstance(text, str):
            text = text.replace("=", "")
        if self.deviates("more members of the result are ignored") and isinstance(text, str) and len(text) < 1_000:
            value = parse(text)
            value["result"] = {"msg": value["result"]["msg"]} if isinstance(value.get("result"), dict) else None
            text = compact(value)
        self.second(read_text(text, SECOND)["msg"])

    def second(self, message):
        payload = self.noise.read(message)
        self.h2 = self.noise.hash
        if self.deviates("a byte behind the payload is ignored") and len(payload) == 135:
            payload = payload[:134]
        try:
            provider, signature, self.commitment = split_lp(payload, 3)
        except ValueError as error:
            raise Refused(f"3.3: {error}") from error
        require([len(provider), len(signature)] == [32, 64], "3.3: a field has another size")
        require(len(self.commitment) == 32 or self.deviates("size of the commitment is not checked"),
                "3.3: the commitment has another size")
        require(provider != self.identity.public, "3.1: the provider presents our own identity")
        overlooked = "pinned key is not compared in the handshake"
        if self.first_contact:
            overlooked = "first key is not compared"
        require(provider == self.provider_id or self.deviates(overlooked), "2.5: another key than the pinned one")
        statement = provider_statement(self.h1, self.noise.remote_static)
        good = verified(provider, signature, statement)
        if self.deviates("either label is signed"):
            good = good or verified(provider, signature, statement.replace(b" provider\0", b" consumer\0"))
        if self.deviates("another session may be signed"):
            other = hashlib.sha256(self.h1).digest()
            good = good or verified(provider, signature, provider_statement(other, self.noise.remote_static))
        if self.deviates("keys of small order are taken"):
            good = good or _verified_for_any_key(provider, signature, statement)
        require(good, "3.3: sig_P is not valid")

    def code(self, nonce):
        if self.deviates("commitment is not compared"):
            return pairing_code(self.nonce, nonce, self.hash)
        code = super().code(nonce)
        return str(int(code)) if self.deviates("code loses its zeros") else code

    def signature(self):
        return self.identity.sign(consumer_statement(self.h2, self.static.public, self.manifest))


def _verified_for_any_key(public, signature, message):
    try:
        Ed25519PublicKey.from_public_bytes(public).verify(signature, message)
    except (InvalidSignature, ValueError):
        return False
    return True


async def dial(authority, deviates):
    reader, writer = await open_stream(authority)
    host = authority.replace("127.0.0.1", "localhost") if deviates("Host is another name") else authority
    more = [("Origin", "null")] if deviates("an Origin is sent") else []
    more += [("X-Filling", "x" * 4_000)] if deviates("head is as long as it likes") else []
    head, key = upgrade(host, None if deviates("subprotocol is not offered") else SUBPROTOCOL, more)
    writer.write(head)
    answer = await read_head(reader)
    wrong = None
    if not re.match(rb"HTTP/1\.1 101 ", answer):
        wrong = "the upgrade was refused"
    elif header(answer, "Sec-WebSocket-Accept") != accept_key(key) and not deviates("accept is not compared"):
        wrong = "Sec-WebSocket-Accept is wrong"
    elif (protocol := header(answer, "Sec-WebSocket-Protocol")) != SUBPROTOCOL and not (
            deviates("no subprotocol will do") if protocol is None else deviates("any subprotocol will do")):
        wrong = "another subprotocol was selected"
    elif header(answer, "Sec-WebSocket-Extensions") is not None and not deviates("extension is accepted"):
        wrong = "an extension was accepted"
    if wrong:
        writer.transport.abort()
        raise Trouble("refused", wrong, end_of="a refused upgrade" if answer else "nothing but an end")
    channel = Channel(reader, writer, consumer=True, head=answer)
    channel.answers_pings = not deviates("pings are not answered")
    return channel


class Session:
    """Messages in both directions; answers are handed to whoever waits for their id."""

    def __init__(self, channel, steps, deviates):
        self.channel, self.deviates, self.hash = channel, deviates, steps.hash
        self.sealer, self.opener = steps.records()
        self.parts, self.inside = b"", False
        self.waiting, self.later, self.events = {}, {}, asyncio.Queue()
        self.count, self.ended, self.changed = 0, None, asyncio.Queue()
        self.reader, self.said_goodbye, self.subscribed = None, False, False
        self.name, self.denied = "", None

    # Records (3.6)

    async def message(self):
        """The next message; None for the goodbye. Refused for whatever breaks a rule."""
        while True:
            record = await self.channel.receive()
            if isinstance(record, str) and self.deviates("text after the handshake is skipped"):
                continue
            if len(record) < 17 and isinstance(record, bytes) and self.deviates("short records are skipped"):
                continue
            flag, data = self.opener.open(record)
            if flag == GOODBYE:
                if data and self.deviates("goodbye with data is skipped"):
                    continue
                if self.inside and self.deviates("goodbye inside of a message is skipped"):
                    self.parts, self.inside = b"", False
                    continue
                require(not data and not self.inside, "3.6: a goodbye with data or inside of a message")
                if self.deviates("goes on after a goodbye"):
                    await self.say_goodbye()
                    continue
                return None
            require(flag in (LAST, MORE) or self.deviates("unknown flags are read"), "3.6: the flag is unknown")
            require(flag != MORE or data or self.deviates("empty parts are read"), "3.6: a part is empty")
            self.parts += data
            self.inside = flag == MORE
            require(len(self.parts) <= LARGEST_MESSAGE or self.deviates("messages have no limit"),
                    "3.6: a message is too long")
            if not self.inside:
                message, self.parts = self.parts, b""
                return message

    async def send(self, message):
        mark = b"\xef\xbb\xbf" if self.deviates("a byte order mark is sent") else b""
        for record in self.sealer.message(mark + compact(message).encode()):
            await self.channel.send_binary(record)

    async def say_goodbye(self):
        if not self.said_goodbye:
            self.said_goodbye = True
            await self.channel.send_binary(self.sealer.seal(GOODBYE))

    # Messages (chapter 4)

    def read_on(self):
        self.reader = asyncio.ensure_future(self._read())
        self.watch = asyncio.ensure_future(self._watch())

    async def _watch(self):
        """A provider that has sent heartbeats and is not heard of any more hangs (1.4); it sends no pings."""
        while self.ended is None:
            await asyncio.sleep(1)
            beats = any(frame.opcode == PONG for frame in self.channel.controls)
            is_silent = time.monotonic() - self.channel.heard_at >= SILENCE
            if beats and is_silent and not self.deviates("a silence is borne"):
                self.channel.abort()
                return

    async def _read(self):
        try:
            while (data := await self.message()) is not None:
                if not data.strip() and self.deviates("empty parts are read"):
                    continue
                await self._take(parse(data))
            self._end(Closed(1000, "goodbye"))
            if not self.deviates("goodbye is not answered"):
                await self.say_goodbye()
            await self.channel.close(1000)
            await self.channel.finish()
        except Closed as closed:
            self._end(closed)
        except (Refused, ValueError, KeyError, TypeError) as error:
            self._end(error)
            await self.channel.close(1008)
            self.channel.abort()

    def _end(self, reason):
        self.ended = reason
        for answer in self.waiting.values():
            if not answer.done():
                answer.set_exception(Lost(reason))
        self.events.put_nowait(None)
        self.changed.put_nowait(None)

    async def _take(self, message):
        require(isinstance(message, dict) and message.get("jsonrpc") == "2.0" or message == {}, "4.3: another form")
        if "method" in message:
            return await self._told(message)
        answer = self._waiting_for(message)
        if answer is not None and not answer.done():
            answer.set_result(message)
        elif answer is not None and self.deviates("last answer counts"):
            self.later[message["id"]] = message | {"believed": True}

    def _waiting_for(self, message):
        """The answer that is waited for under the id of a message, or that a deviation takes it for."""
        id_ = message.get("id")
        mistakes = {
            "answers without an id are taken": id_ is None and "result" in message,
            "errors without an id are taken": id_ is None and "error" in message,
            "later ids are taken": isinstance(id_, int) and id_ > 1_000,
            "ids are compared as texts": isinstance(id_, str)}
        if any(self.deviates(name) for name, made in mistakes.items() if made):
            message["believed"] = "result" in message
            return next((answer for answer in self.waiting.values() if not answer.done()), None)
        return self.waiting.get(id_) if isinstance(id_, int) else None

    async def _told(self, message):
        method, params = message["method"], message.get("params")
        if "id" in message:
            if not self.deviates("requests are not answered"):
                error = {"code": -32601, "message": "A consumer has no methods."}
                await self.send({"jsonrpc": "2.0", "id": message["id"], "error": error})
        elif method == "event":
            self.events.put_nowait(params)
            surprises = {"moon_changed": "unknown types are a failure", "budget_low": "unexpected events are a failure"}
            if not self.subscribed and params["type"] in surprises:
                self._surprised_by(surprises[params["type"]])
        elif method == "session_changed":
            self.changed.put_nowait(params)
            self.denied = params if params["status"] == "denied" else None
        elif params is None:
            self._surprised_by("notifications need params")

    def _surprised_by(self, mistake):
        if self.deviates(mistake):
            for answer in self.waiting.values():
                if not answer.done():
                    answer.set_exception(Trouble("other", mistake))

    async def call(self, method, params=None):
        """The result of a method. Trouble for an error; Lost if the session ends before the answer."""
        if self.ended is not None:
            raise Lost(self.ended)
        self.count += 1
        id_ = self.count % 2 + 1 if self.deviates("ids are used again") else self.count + 2
        answer = self.waiting[id_] = asyncio.get_running_loop().create_future()
        try:
            await self.send({"jsonrpc": "2.0", "id": id_, "method": method} | ({"params": params} if params else {}))
            async with asyncio.timeout(SECONDS):
                message = await answer
            if self.deviates("last answer counts"):
                await asyncio.sleep(0.05)
                message = self.later.get(id_, message)
        except TimeoutError:
            raise Lost(TimeoutError("no answer")) from None
        except Closed as closed:
            raise Lost(closed) from None
        finally:
            if not self.deviates("last answer counts"):
                self.waiting.pop(id_, None)
        return message

    async def close(self):
        """Ends the session as intended."""
        if self.ended is None:
            try:
                if not self.deviates("ends without a goodbye"):
                    await self.say_goodbye()
                    await asyncio.wait_for(asyncio.shield(self.reader), 1)
                else:
                    await self.channel.close(1000)
            except (Closed, TimeoutError):
                pass
        self.abort()

    def abort(self):
        if self.reader:
            self.reader.cancel()
            self.watch.cancel()
        self.channel.abort()


class Lost(Exception):
    """The session ended before an answer; `reason` says how."""

    def __init__(self, reason):
        super().__init__(str(reason))
        self.reason = reason
        self.code = getattr(reason, "code", None)


async def connect(found, identity, pin, deviates):
    """A session up to its first record, the result in that record, and the pairing code while the owner is asked."""
    try:
        channel = await dial(found.authority, deviates)
    except OSError as error:
        raise Trouble("no_provider", str(error), end_of="a refused connection") from error
    steps = Handshake(
        identity, pin or found.provider_id, found.k_local,
        prologue(SUBPROTOCOL, SUBPROTOCOL, found.authority, found.bytes), MANIFEST, deviates=deviates,
        first_contact=pin is None)
    try:
        async with asyncio.timeout(SECONDS):
            await channel.send_text(steps.first_text(steps.first()))
            text = await channel.receive()
            steps.second_text(text)
            await channel.send_text(steps.third_text(steps.third()))
            session = Session(channel, steps, deviates)
            if deviates("a record is sent before the first one came"):
                await channel.send_binary(session.sealer.seal(LAST, b"{}"))
            data = await session.message()
            require(data is not None, "3.3: the first record is a goodbye")
            first = parse(data)
            require(set(first) == {"jsonrpc", "id", "result"}, "3.3: the first record is no answer")
            require(first["id"] == 2 or deviates("id of the first record is not compared"),
                    "3.3: the first record has another id")
            result = first["result"]
            if result.get("status") == "maybe" and deviates("unknown status is a yes"):
                result["status"] = result["session"]["status"] = "approved"
            require(result.get("status") in ("approved", "pending", "denied"), "3.3: the status is unknown")
            nonce = result.get("sas_nonce")
            require(nonce is not None or result["status"] != "pending"
                    or deviates("a question without a nonce is waited for"), "3.3: pending without sas_nonce")
            code = None if nonce is None else steps.code(decode(nonce, 32))
    except TimeoutError:
        channel.abort()
        raise Trouble("not_proven", "no answer in the handshake", end_of="silence") from None
    except Closed as closed:
        raise Trouble("refused", str(closed), number=closed.code, end_of=f"a close with {closed.code}") from closed
    except (Refused, ValueError, KeyError, TypeError, AttributeError) as error:
        await channel.close(1008)
        await channel.finish()
        raise Trouble("not_proven", str(error), end_of="a failed handshake") from error
    session.read_on()
    return session, result, code
