"""Chapter 1: the upgrade, frames, and ends."""

import asyncio
import base64

from ...models.script import Cut, Raw
from ...models.upgrade import fields_of
from ...report import Violation, require
from ...wire.channel import accept_key
from ...wire.frames import BINARY, CONTINUATION, PING, PONG, TEXT, Frame
from ...wire.text import compact
from ..registry import case, table


def heads(bench):
    return [fields_of(head) for head in bench.seen.kinds("upgrade")]


@case("C1.01", "1.2", "Host MUST be the authority of the published URL",
      "the upgrade is sent to the published authority")
async def host(bench):
    await bench.open()
    await bench.works("1.2")
    for target, fields in heads(bench):
        require(target == "/v1", f"1.2: the target is {target}")
        require(fields.get("host") == bench.provider.authority, f"1.2: Host is {fields.get('host')}")
        require(fields.get("sec-websocket-version") == "13", "1.2: the version is not 13")
        require(len(base64.b64decode(fields["sec-websocket-key"])) == 16, "1.2: the key has not 16 bytes")


@case("C1.02", "1.2", "There MUST NOT be an Origin header", "no Origin is sent")
async def origin(bench):
    await bench.open()
    await bench.works("1.2")
    require(all("origin" not in fields for _, fields in heads(bench)), "1.2: an Origin is sent")


@case("C1.03", "1.2", "Sec-WebSocket-Protocol MUST hold the subprotocols", "the subprotocol is offered")
async def subprotocol(bench):
    await bench.open()
    await bench.works("1.2")
    for _, fields in heads(bench):
        offered = [entry.strip() for entry in fields["sec-websocket-protocol"].split(",")]
        require("payport.v1" in offered, f"1.2: {offered} is offered")


def answer_of(head, *, protocol="payport.v1", extra="", status="101 Switching Protocols", accept=None):
    _, fields = fields_of(head)
    lines = [f"HTTP/1.1 {status}", "Upgrade: websocket", "Connection: Upgrade",
             f"Sec-WebSocket-Accept: {accept or accept_key(fields['sec-websocket-key'])}"]
    if protocol is not None:
        lines.append(f"Sec-WebSocket-Protocol: {protocol}")
    return "\r\n".join([*lines, *([extra] if extra else []), "", ""]).encode()


@table("C1.04", "1.2", "MUST close if another subprotocol or none was selected, or an extension was accepted",
       "the connection is closed when the answer", [
           ("selects no subprotocol", {"protocol": None}), ("selects another subprotocol", {"protocol": "payport.v2"}),
           ("accepts an extension", {"extra": "Sec-WebSocket-Extensions: permessage-deflate"}),
           ("has a wrong Sec-WebSocket-Accept", {"accept": "s3pPLMBiTxaQ9kYGzzhZRbK+xOo="})])
async def answers(bench, form):
    bench.script.at("upgrade", lambda data, connection: answer_of(bench.seen.kinds("upgrade")[-1], **form))
    await bench.open()
    await bench.refuses("1.2")
    require(not bench.seen.kinds("handshake"), "1.2: the handshake was begun")


@table("C1.08", "1.3", "an answer other than 101 is a refusal", "no session comes of an answer", [
    ("403", b"HTTP/1.1 403 Forbidden\r\nContent-Length: 0\r\nConnection: close\r\n\r\n"),
    ("of another protocol", b"SSH-2.0-OpenSSH_9.2p1\r\n\r\n"),
    ("that leads elsewhere", b"HTTP/1.1 302 Found\r\nLocation: ws://127.0.0.1:1/v1\r\nContent-Length: 0\r\n\r\n")])
async def refusals(bench, data):
    bench.script.at("upgrade", lambda _, connection: data)
    await bench.open()
    await bench.refuses("1.3")
    require(not bench.seen.kinds("handshake"), "1.3: the handshake was begun")


@case("C1.11", "1.3", "the connection is closed without a byte: the provider is busy",
      "a connection that is closed without a byte is no session")
async def silence(bench):
    def cut(data, connection):
        raise Cut

    bench.script.at("upgrade", cut)
    await bench.open()
    await bench.refuses("1.3")
    require(len(bench.seen.kinds("upgrade")) < 20, f"2.6: {len(bench.seen.kinds('upgrade'))} connections in a row")


async def answered(bench, payloads, enough):
    """The answer to a payment comes only after enough of some pings were answered."""
    found = []

    def change(value, connection):
        def pongs():
            return [frame.payload for frame in connection.channel.controls if frame.opcode == PONG]

        async def later():
            try:
                await bench.until(lambda: enough(pongs()), "1.4")
            except Violation:
                found.append(pongs())
            await connection.send_message(value)

        bench.provider.spawn(later())
        return [Raw(Frame(PING, payload)) for payload in payloads]

    bench.answer_to("payment_order", change)
    await bench.open()
    await bench.works("1.4")
    require(not found, f"1.4: the pings were answered by the pongs {found}")


@case("C1.12", "1.4", "Pings MUST be answered with pongs", "a ping is answered with its payload")
async def ping(bench):
    await answered(bench, [b"are you there"], lambda pongs: b"are you there" in pongs)


@case("C1.13", "1.4", "Pings MUST be answered with pongs", "pings that come together do not stay without a pong")
async def pings(bench):
    # Which of them is answered differs between libraries: some drop what comes while a pong waits to be written.
    await answered(bench, [bytes([number]) for number in range(20)], lambda pongs: pongs)


@case("C1.14", "1.4", "a message MAY be fragmented by WebSocket",
      "a message in several frames is read, with a ping in between")
async def fragments(bench):
    def cut_up(records, connection):
        record = records[0]
        return [Frame(BINARY, record[:10], final=False), Frame(PING, b"p"),
                Frame(CONTINUATION, record[10:20], final=False),
                Frame(CONTINUATION, b"", final=False), Frame(CONTINUATION, record[20:]), *records[1:]]

    bench.script.at("records", cut_up)
    await bench.open()
    await bench.works("1.4")


@case("C1.15", "1.4", "messages during the handshake are text", "a message of the handshake in several frames is read")
async def handshake_fragments(bench):
    def cut_up(text, connection):
        data = text.encode()
        return [Frame(TEXT, data[:7], final=False), Frame(CONTINUATION, data[7:])]

    bench.script.at("second", cut_up)
    await bench.open()
    await bench.works("1.4")


@table("C1.16", "1.4", "frames are those of RFC 6455", "the connection ends at a frame that", [
    ("has a reserved bit", Frame(BINARY, bytes(40), reserved=4)), ("has a reserved opcode", Frame(3, b"")),
    ("continues nothing", Frame(CONTINUATION, bytes(40))), ("is a fragmented ping", Frame(PING, b"", final=False)),
    ("is a ping of 126 bytes", Frame(PING, bytes(126)))])
async def bad_frames(bench, frame):
    forged = forge_after(bench, lambda connection: [Raw(frame)])
    await bench.open()
    await believed_nothing(bench, forged, "1.4")


def forge_after(bench, bad):
    """The first answer to a payment is preceded by something that ends the session, and says something false."""
    forged = []

    def change(value, connection):
        forged.append(connection.number)
        value["result"]["payment_order"]["order_id"] = "ord_forged"
        return [*bad(connection), compact(value)]

    bench.answer_to("payment_order", change)
    return forged


async def believed_nothing(bench, forged, rule):
    """What follows a violation is not believed, and the payment is asked for again under the same id."""
    answer = await bench.pay()
    require(forged, f"{rule}: no payment was ordered")
    require(answer.result.get("order_id") != "ord_forged", f"{rule}: what came after a violation was believed")
    require(answer.ok or answer.code not in ("cancelled", "failed", "rejected"),
            f"{rule}: the payment is called failed")
    bench.paid_once()


@table("C1.21", "1.5", "the outcome of what the app asked for is unknown; the consumer MUST connect again and ask",
       "a payment whose connection ends with its answer is asked about again, after", [
           ("the end of the stream", None), ("1001", 1001), ("1011", 1011), ("1013", 1013),
           ("1000 without a goodbye", 1000)])
async def ends(bench, code):
    lost = bench.lose_answer("payment_order", code=code)
    await bench.open()
    answer = await bench.pay()
    require(lost, "1.5: no payment was ordered")
    require(answer.ok or answer.code == "unknown_outcome", f"1.5: {answer}")
    if not answer.ok:
        again = await bench.status(request_id=bench.seen.requests("payment_order")[0]["params"]["request_id"])
        require(again.ok, f"1.5: the outcome cannot be asked for: {again}")
    asked = bench.seen.requests("payment_order")[1:] + bench.seen.requests("get_payment_order_status")
    require(asked, "1.5: the outcome was not asked for")
    bench.paid_once()


@case("C1.26", "1.2", "The head of the request MUST NOT be longer than 4,096 bytes, and nothing may follow it",
      "the head of the upgrade is short")
async def short_head(bench):
    await bench.open()
    answer = await bench.pay()
    for head in bench.seen.kinds("upgrade"):
        require(len(head) <= 4_096, f"1.2: the head has {len(head)} bytes")
    require(answer.ok, f"1.2: {answer}")


@case("C1.29", "1.4", "receives no byte for 9 seconds although it reads, SHOULD drop the connection",
      "a connection on which nothing comes after a heartbeat is left, and the payment is asked about again")
async def hangs(bench):
    silent = []

    def hush(text, connection):
        if not silent and '"payment_order"' in text:
            silent.append(connection.number)
            return [Raw(Frame(PONG, b""))]
        return [] if connection.number in silent else text

    bench.script.at("answer", hush)
    await bench.open()
    paying = asyncio.ensure_future(bench.pay())
    try:
        await bench.until(lambda: silent, "1.4: no payment was ordered", 10)
        sessions = len(bench.seen.kinds("session"))
        # Any consumer leaves after 30 seconds without an answer (18.2).
        await bench.until(
            lambda: len(bench.seen.kinds("session")) > sessions or paying.done(), "1.4: the connection is the same", 15)
        answer = await paying
    finally:
        paying.cancel()
    require(answer.ok or answer.code == "unknown_outcome", f"1.4: {answer}")
    if not answer.ok:
        again = await bench.status(request_id=bench.seen.requests("payment_order")[0]["params"]["request_id"])
        require(again.ok, f"1.4: the outcome cannot be asked for: {again}")
    bench.paid_once()
