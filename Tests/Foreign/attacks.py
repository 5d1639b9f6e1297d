"""Chapters 1 and 3: what a provider has to refuse, and how: close 1008 (or another code) and not a word."""

import asyncio
import os

from websockets.exceptions import ConnectionClosed

import session as protocol
from discovery import encode
from session import BYE, LARGEST_PART, LAST, MORE, Handshake, Violation, compact, dial, handshake, parse, require

MANIFEST = b'{"app_id":"example.attacker","name":"Attacker","version":"1","scopes":["receive"],"versions":"1"}'
REQUEST = b'{"jsonrpc":"2.0","id":3,"method":"get_session"}'
HANDSHAKE, RECORDS, UPGRADE = {}, {}, {}


def names():
    return ["all", *UPGRADE, *HANDSHAKE, *RECORDS]


def attack(kind, code=1008):
    """Registers an attack, with the close code that has to follow."""
    def register(function):
        kind[function.__name__.replace("_", "-")] = (function, code)
        return function
    return register


async def run(name, discovery, provider_id, seed, say):
    tried = [known for known in names() if known != "all" and name in ("all", known)]
    require(tried, f"there is no attack {name}; known are {', '.join(names())}")
    for known in tried:
        if known in UPGRADE:
            await refused_upgrade(known, discovery)
        elif known in HANDSHAKE:
            await refused_handshake(known, discovery, provider_id, seed)
        else:
            await refused_record(known, discovery, provider_id, seed)
        say(event="refused", attack=known)
    return len(tried)


async def closed(socket, name, code, within=10):
    """The connection ends with the code, without a text, and nothing comes before."""
    try:
        message = await asyncio.wait_for(socket.recv(), within)
    except ConnectionClosed as error:
        ended = protocol.Closed(error)
        require((ended.code, ended.text) == (code, ""), f"{name}: wanted close {code} and no text, got {ended}")
        return
    raise Violation(f"{name}: it was answered: {message[:100]!r}")


# 1.3: requests that are no upgrade


async def refused_upgrade(name, discovery):
    headers = {
        "Host": discovery.authority, "Upgrade": "websocket", "Connection": "Upgrade", "Sec-WebSocket-Version": "13",
        "Sec-WebSocket-Key": "dGhlIHNhbXBsZSBub25jZQ==", "Sec-WebSocket-Protocol": "payport.v1"}
    function, status = UPGRADE[name]
    line = function(headers, discovery) or "GET /v1 HTTP/1.1"
    host, port = discovery.authority.rsplit(":", 1)
    reader, writer = await asyncio.open_connection(host.strip("[]"), int(port))
    text = "\r\n".join([line, *(f"{k}: {v}" for k, v in headers.items() if v is not None)]) + "\r\n\r\n"
    writer.write(text.encode())
    answer = await asyncio.wait_for(reader.read(), 10)
    writer.close()
    head, _, body = answer.partition(b"\r\n\r\n")
    refused = not answer if status is None else head.startswith(b"HTTP/1.1 %d " % status) and not body
    require(refused, f"{name}: {status or 'no byte'} without a body, got {answer[:80]!r}")


@attack(UPGRADE, 403)
def origin(headers, discovery):
    headers["Origin"] = "https://evil.example"


@attack(UPGRADE, 403)
def null_origin(headers, discovery):
    headers["Origin"] = "null"


@attack(UPGRADE, 403)
def rebound_host(headers, discovery):
    headers["Host"] = "evil.example:" + discovery.authority.rsplit(":", 1)[1]


@attack(UPGRADE, 403)
def host_of_all(headers, discovery):
    headers["Host"] = "0.0.0.0:" + discovery.authority.rsplit(":", 1)[1]


@attack(UPGRADE, 403)
def two_hosts(headers, discovery):
    headers["host"] = "evil.example"


@attack(UPGRADE, 403)
def no_subprotocol(headers, discovery):
    headers["Sec-WebSocket-Protocol"] = None


@attack(UPGRADE, 403)
def other_subprotocol(headers, discovery):
    headers["Sec-WebSocket-Protocol"] = "payport.v2, chat"


@attack(UPGRADE, 403)
def other_path(headers, discovery):
    return "GET / HTTP/1.1"


@attack(UPGRADE, 403)
def query(headers, discovery):
    return "GET /v1?x=1 HTTP/1.1"


@attack(UPGRADE, None)
def plain_request(headers, discovery):
    headers["Upgrade"] = headers["Connection"] = None


@attack(UPGRADE, None)
def form_post(headers, discovery):
    headers["Upgrade"] = headers["Connection"] = None
    headers["Content-Length"] = "0"
    return "POST /v1 HTTP/1.1"


@attack(UPGRADE, None)
def http_1_0(headers, discovery):
    return "GET /v1 HTTP/1.0"


@attack(UPGRADE, None)
def host_with_a_nul(headers, discovery):
    headers["Host"] += "\0.evil.example"


@attack(UPGRADE, None)
def blank_before_the_colon(headers, discovery):
    headers["Origin "] = "https://evil.example"


@attack(UPGRADE, None)
def garbage(headers, discovery):
    return "HELO wallet"


@attack(UPGRADE, 403)
def path_from_elsewhere(headers, discovery):
    return "GET /x/../v1 HTTP/1.1"


@attack(UPGRADE, 403)
def empty_origin(headers, discovery):
    headers["Origin"] = ""


@attack(UPGRADE, 400)
def no_key(headers, discovery):
    headers["Sec-WebSocket-Key"] = None


@attack(UPGRADE, 400)
def no_connection(headers, discovery):
    headers["Connection"] = "keep-alive"


@attack(UPGRADE, 426)
def old_version(headers, discovery):
    headers["Sec-WebSocket-Version"] = "8"


# 3.3: wrong handshakes


class Attempt:
    """One handshake, step by step, so that an attack can go wrong where it likes."""

    def __init__(self, socket, discovery, provider_id, seed, manifest=MANIFEST):
        self.socket = socket
        self.discovery = discovery
        self.steps = Handshake(discovery, provider_id, seed, manifest)

    def connect_app(self):
        m1 = self.steps.first()
        return {
            "jsonrpc": "2.0", "id": 1, "method": "connect_app",
            "params": {"msg": encode(m1), "gate": encode(self.steps.gate(m1))}}

    async def send(self, message):
        await self.socket.send(compact(message))

    async def second(self):
        answer = parse(await self.socket.recv())
        self.steps.second(protocol.decode(answer["result"]["msg"]))

    def finish(self):
        return {
            "jsonrpc": "2.0", "id": 2, "method": "connect_app.finish", "params": {"msg": encode(self.steps.third())}}


async def refused_handshake(name, discovery, provider_id, seed):
    function, code = HANDSHAKE[name]
    socket = await dial(discovery)
    try:
        await function(Attempt(socket, discovery, provider_id, seed))
        await closed(socket, name, code)
    finally:
        await socket.close()


def flipped(text, index=0):
    data = bytearray(protocol.decode(text))
    data[index] ^= 1
    return encode(bytes(data))


@attack(HANDSHAKE)
async def wrong_gate(attempt):
    message = attempt.connect_app()
    message["params"]["gate"] = flipped(message["params"]["gate"], 15)
    await attempt.send(message)


@attack(HANDSHAKE)
async def no_gate(attempt):
    message = attempt.connect_app()
    del message["params"]["gate"]
    await attempt.send(message)


@attack(HANDSHAKE)
async def short_gate(attempt):
    message = attempt.connect_app()
    message["params"]["gate"] = message["params"]["gate"][:20]
    await attempt.send(message)


@attack(HANDSHAKE)
async def unknown_member(attempt):
    message = attempt.connect_app()
    message["colour"] = "red"
    await attempt.send(message)


@attack(HANDSHAKE)
async def other_id(attempt):
    message = attempt.connect_app()
    message["id"] = 7
    await attempt.send(message)


@attack(HANDSHAKE)
async def padded_base64(attempt):
    message = attempt.connect_app()
    message["params"]["msg"] += "="
    await attempt.send(message)


@attack(HANDSHAKE)
async def no_json(attempt):
    await attempt.socket.send("connect_app")


@attack(HANDSHAKE)
async def long_text(attempt):
    await attempt.socket.send(compact(attempt.connect_app()) + " " * 32_768)


@attack(HANDSHAKE)
async def first_message_in_binary(attempt):
    await attempt.socket.send(compact(attempt.connect_app()).encode())


@attack(HANDSHAKE)
async def finish_first(attempt):
    attempt.connect_app()
    await attempt.send({
        "jsonrpc": "2.0", "id": 2, "method": "connect_app.finish", "params": {"msg": encode(os.urandom(290))}})


@attack(HANDSHAKE)
async def connect_app_twice(attempt):
    message = attempt.connect_app()
    await attempt.send(message)
    await attempt.second()
    await attempt.send(message)


@attack(HANDSHAKE)
async def another_method(attempt):
    await attempt.send({"jsonrpc": "2.0", "id": 1, "method": "get_session", "params": {}})


# A wrong prologue shows at the first tag that the provider has to open: in m3. A consumer that goes on after a failed
# check of m2 is played by one that does not look at it.


async def blind(attempt):
    """Up to m3 without being able to open m2: what follows cannot open either."""
    await attempt.send(attempt.connect_app())
    answer = parse(await attempt.socket.recv())
    try:
        attempt.steps.second(protocol.decode(answer["result"]["msg"]))
    except Violation:
        await attempt.send({
            "jsonrpc": "2.0", "id": 2, "method": "connect_app.finish", "params": {"msg": encode(os.urandom(290))}})
        return
    raise Violation("a message under another prologue opened")


@attack(HANDSHAKE)
async def wrong_authority(attempt):
    attempt.steps.authority = "127.0.0.1:1"
    await blind(attempt)


@attack(HANDSHAKE)
async def wrong_discovery_file(attempt):
    attempt.steps.digest = bytes(32)
    await blind(attempt)


@attack(HANDSHAKE)
async def flipped_third_message(attempt):
    await attempt.send(attempt.connect_app())
    await attempt.second()
    message = attempt.finish()
    message["params"]["msg"] = flipped(message["params"]["msg"], 100)
    await attempt.send(message)


@attack(HANDSHAKE)
async def signature_of_another_key(attempt):
    attempt.steps.identity = Handshake(attempt.discovery, b"", os.urandom(32), MANIFEST).identity
    await attempt.send(attempt.connect_app())
    await attempt.second()
    await attempt.send(attempt.finish())


@attack(HANDSHAKE)
async def identity_of_the_provider(attempt):
    await attempt.send(attempt.connect_app())
    await attempt.second()
    attempt.steps.identity = attempt.steps.provider_id
    await attempt.send(attempt.finish())


@attack(HANDSHAKE)
async def identity_of_small_order(attempt):
    attempt.steps.identity = bytes([1]) + bytes(31)
    await attempt.send(attempt.connect_app())
    await attempt.second()
    await attempt.send(attempt.finish())


@attack(HANDSHAKE)
async def manifest_without_a_name(attempt):
    attempt.steps.manifest = b'{"app_id":"example.attacker","version":"1","scopes":[],"versions":"1"}'
    await attempt.send(attempt.connect_app())
    await attempt.second()
    await attempt.send(attempt.finish())


@attack(HANDSHAKE)
async def manifest_of_other_versions(attempt):
    attempt.steps.manifest = MANIFEST.replace(b'"versions":"1"', b'"versions":"2-9"')
    await attempt.send(attempt.connect_app())
    await attempt.second()
    await attempt.send(attempt.finish())


@attack(HANDSHAKE)
async def silence(attempt):
    """Nothing is sent: the deadline of the handshake has to end it."""


@attack(HANDSHAKE, code=1009)
async def message_above_the_limit(attempt):
    try:
        await attempt.socket.send(bytes((1 << 20) + 1))
    except ConnectionClosed:
        pass  # It may end while the bytes are still being sent.


# 3.6: wrong records, on an established session


async def refused_record(name, discovery, provider_id, seed):
    function, code = RECORDS[name]
    live, _, _ = await handshake(discovery, provider_id, seed, MANIFEST)
    try:
        await function(live)
        await closed(live.socket, name, code)
    finally:
        await live.socket.close()


@attack(RECORDS)
async def text_after_the_handshake(live):
    await live.socket.send(REQUEST.decode())


@attack(RECORDS)
async def flipped_byte(live):
    frame = bytearray(live.seal(LAST, REQUEST))
    frame[5] ^= 1
    await live.socket.send(bytes(frame))


@attack(RECORDS)
async def replayed_record(live):
    frame = live.seal(LAST, REQUEST)
    await live.socket.send(frame)
    await live.receive()
    await live.socket.send(frame)


@attack(RECORDS)
async def omitted_record(live):
    live.seal(LAST, REQUEST)
    await live.socket.send(live.seal(LAST, REQUEST))


@attack(RECORDS)
async def swapped_records(live):
    first, second = live.seal(LAST, REQUEST), live.seal(LAST, REQUEST)
    await live.socket.send(second)
    await live.socket.send(first)


@attack(RECORDS)
async def unknown_flag(live):
    await live.socket.send(live.seal(3))


@attack(RECORDS)
async def empty_part(live):
    await live.socket.send(live.seal(MORE))


@attack(RECORDS)
async def empty_record(live):
    await live.socket.send(b"")


@attack(RECORDS)
async def short_record(live):
    await live.socket.send(bytes(16))


@attack(RECORDS)
async def long_record(live):
    await live.socket.send(live.seal(LAST, bytes(65_000)) + bytes(519))


@attack(RECORDS)
async def message_of_many_parts(live):
    """Parts that are right one by one, and a byte more than a message may have in all."""
    for _ in range((1 << 20) // LARGEST_PART):
        await live.socket.send(live.seal(MORE, bytes(LARGEST_PART)))
    await live.socket.send(live.seal(LAST, bytes((1 << 20) % LARGEST_PART + 1)))


@attack(RECORDS)
async def goodbye_with_data(live):
    await live.socket.send(live.seal(BYE, b"x"))


@attack(RECORDS)
async def goodbye_within_a_message(live):
    await live.socket.send(live.seal(MORE, b"x"))
    await live.socket.send(live.seal(BYE))


@attack(RECORDS)
async def second_handshake(live):
    await live.socket.send(compact({
        "jsonrpc": "2.0", "id": 1, "method": "connect_app", "params": {"msg": encode(bytes(32)), "gate": "AAAA"}}))


@attack(RECORDS, code=1000)
async def request_after_goodbye(live):
    """The provider has said goodbye too and is closing: the request is not answered."""
    await live.socket.send(live.seal(BYE))
    require(await live.receive() is None, "3.6: a goodbye is answered by a goodbye")
    try:
        await live.socket.send(live.seal(LAST, REQUEST))
    except ConnectionClosed:
        pass  # It has closed already.


@attack(RECORDS, code=1009)
async def websocket_message_above_the_limit(live):
    try:
        await live.socket.send(bytes((1 << 20) + 1))
    except ConnectionClosed:
        pass  # It may end while the bytes are still being sent.
