"""Chapter 3: the handshake, and who may see what of the consumer before the provider has proved itself."""

import hashlib

from ...models.script import Cut
from ...report import require
from ...wire.handshake import SECOND, commitment, provider_statement
from ...wire.identity import AgreementKey, Identity
from ...wire.text import compact, decode, encode, lp, parse
from ..registry import case, table


async def proves_nothing(bench, rule, fresh=False):
    """The provider has not proved itself, so it learns nothing of the consumer: there is no third message."""
    answer = await (bench.pair() if fresh else bench.pay())
    require(not answer.ok, f"{rule}: the consumer goes on")
    require(bench.seen.kinds("handshake"), f"{rule}: there was no handshake")
    numbers = [number for number, kind, _ in bench.seen.all if kind == "handshake"]
    require(len(numbers) == len(set(numbers)), f"{rule}: the consumer sent its identity")
    await bench.until(lambda: not bench.provider.connections, f"{rule}: the connection stays open")


@case("C3.01", "3.3", "exactly the members shown, and the gate", "the first message is as described")
async def first(bench):
    await bench.open()
    await bench.works("3.3")


@case("C3.02", "3.1", "static and ephemeral keys and N_C MUST be made anew for every connection",
      "nothing of a connection is used again")
async def fresh_keys(bench):
    steps = []
    bench.script.at("handshake", lambda handshake, connection: steps.append(handshake) or handshake)
    await bench.open()
    await bench.works("3.1")
    await bench.status(request_id=bench.seen.requests("payment_order")[0]["params"]["request_id"])
    if len({connection for connection, kind, _ in bench.seen.all if kind == "session"}) < 2:
        await bench.crash()
        await bench.invoice()
    require(len(steps) >= 2, "3.1: there was only one connection")
    for what, value in (("ephemeral key", lambda s: s.noise.remote_ephemeral),
                        ("static key", lambda s: s.noise.remote_static),
                        ("N_C", lambda s: s.consumer_nonce)):
        require(len({value(step) for step in steps}) == len(steps), f"3.1: the {what} was used twice")


@case("C3.03", "3.1", "id_C is the identity of the app", "the app keeps its identity, also after a crash")
async def same_identity(bench):
    await bench.open()
    await bench.works("3.1")
    await bench.crash()
    require((await bench.invoice()).ok, "3.1: no invoice after a crash")
    require(len(set(bench.seen.kinds("session"))) == 1, "3.1: the app has another identity")


def own(handshake, key):
    """A forged second message that is right for another key."""
    handshake.identity = key
    return handshake


@case("C3.04", "3.3", "C MUST check that id_P is the pinned one", "a provider with another key learns nothing")
async def forged_key(bench):
    key = Identity.generate()
    bench.script.at("handshake", lambda handshake, connection: own(handshake, key))
    await bench.open()
    await proves_nothing(bench, "3.3")


@case("C3.05", "3.3", "C MUST check that id_P is the one of the file at the first contact",
      "at the first contact another key learns nothing", fresh=True)
async def forged_first_key(bench):
    key = Identity.generate()
    bench.script.at("handshake", lambda handshake, connection: own(handshake, key))
    await bench.open()
    await proves_nothing(bench, "3.3", fresh=True)


class Claimed:
    """The right public key with signatures by another one."""

    def __init__(self, public, statement=None):
        self.public, self.other, self.statement = public, Identity.generate(), statement

    def sign(self, message):
        return self.other.sign(message)


@case("C3.06", "3.3", "C MUST check that sig_P is valid", "a key without its signature learns nothing")
async def forged_signature(bench):
    public = bench.provider.identity.public
    bench.script.at("handshake", lambda handshake, connection: own(handshake, Claimed(public)))
    await bench.open()
    await proves_nothing(bench, "3.3")


@table("C3.07", "3.3", "sig_P is of L, h1 and s_P", "a true signature is refused if it is of", [
    ("another session", lambda h1, s: provider_statement(hashlib.sha256(h1).digest(), s)),
    ("another static key", lambda h1, s: provider_statement(h1, AgreementKey().public)),
    ("the consumer's label", lambda h1, s: provider_statement(h1, s).replace(b" provider\0", b" consumer\0"))])
async def other_statement(bench, statement):
    def change(handshake, connection):
        handshake.signature = lambda: handshake.identity.sign(statement(handshake.h1, handshake.static.public))
        return handshake

    bench.script.at("handshake", change)
    await bench.open()
    await proves_nothing(bench, "3.3")


def flipped(text, at):
    message = bytearray(decode(parse(text)["result"]["msg"]))
    message[at] ^= 1
    return compact(SECOND | {"result": {"msg": encode(bytes(message))}})


@table("C3.10", "3.8", "a wrong tag is a failure", "the second message is refused when a byte is changed of", [
    ("the ephemeral key", 0), ("the static key", 40), ("its tag", 79), ("the payload", 90), ("the last tag", 229)])
async def tampered(bench, at):
    bench.script.at("second", lambda text, connection: flipped(text, at))
    await bench.open()
    await proves_nothing(bench, "3.8")


@table("C3.15", "3.3", "one JSON object with exactly the members shown; any other message is a failure",
       "the second message is refused if it", [
    ("has another id", lambda text: text.replace('"id":1', '"id":2')),
    ("has the id as a text", lambda text: text.replace('"id":1', '"id":"1"')),
    ("has one more member", lambda text: text[:-1] + ',"x":1}'),
    ("has one more member in the result", lambda text: text.replace('"result":{', '"result":{"x":1,')),
    ("is padded base64", lambda text: text.replace('"}}', '=="}}')),
    ("is binary", lambda text: text.encode()),
    ("is an error", lambda text: '{"jsonrpc":"2.0","id":1,"error":{"code":-32603,"message":"no"}}'),
    ("is a batch", lambda text: f"[{text}]"),
    ("has a member twice", lambda text: text[:-1] + ',"id":1}'),
    ("is above 32,768 bytes", lambda text: text + " " * 32_768)])
async def other_second(bench, change):
    bench.script.at("second", lambda text, connection: change(text))
    await bench.open()
    await proves_nothing(bench, "3.3")


@table("C3.25", "3.3", "the payload has exactly three fields of these sizes",
       "the payload of the second message is refused with", [
    ("a fourth field", lambda *fields: lp(*fields, b"")), ("a byte behind it", lambda *fields: lp(*fields) + b"\0"),
    ("a commitment of 31 bytes", lambda key, signature, com: lp(key, signature, com[:31])),
    ("two fields", lambda key, signature, com: lp(key, signature)),
    ("nothing", lambda *fields: b"")])
async def other_payload(bench, change):
    def replace(handshake, connection):
        def second():
            payload = change(handshake.identity.public, handshake.signature(), commitment(handshake.nonce))
            return handshake.noise.write(payload)

        handshake.second = second
        return handshake

    bench.script.at("handshake", replace)
    await bench.open()
    await proves_nothing(bench, "3.3")


@case("C3.30", "3.2", "the prologue has SHA-256 of the discovery file",
      "a file that the provider does not know as it is leads to no session")
async def other_file(bench):
    await bench.open()
    bench.provider.file += b"\n"
    await proves_nothing(bench, "3.2")


@case("C3.31", "3.2", "the prologue has the authority", "a provider that published another authority is no provider")
async def other_authority(bench):
    await bench.open()
    bench.provider.authority = "127.0.0.1:1"
    await proves_nothing(bench, "3.2")


class Zero:
    """An X25519 key whose results are all zero."""

    public = bytes(32)

    def agree(self, other):
        return bytes(32)


@case("C3.32", "3.1", "MUST refuse a Diffie-Hellman result that is all zero",
      "an ephemeral key that leads to zeros is refused")
async def zeros(bench):
    def change(handshake, connection):
        handshake.noise.ephemeral = Zero()
        return handshake

    bench.script.at("handshake", change)
    await bench.open()
    await proves_nothing(bench, "3.1")


class SmallOrder:
    """The key of small order 01 00 …, for which anybody can make signatures: S·B = R is all that is left to hold."""

    public = b"\x01" + bytes(31)
    ORDER = 2**252 + 27742317777372353535851937790883648493

    def sign(self, message):
        other = Identity.generate()
        scalar = bytearray(hashlib.sha512(other.seed).digest()[:32])
        scalar[0] &= 248
        scalar[31] = scalar[31] & 127 | 64
        return other.public + (int.from_bytes(scalar, "little") % self.ORDER).to_bytes(32, "little")


@case("C3.33", "3.1", "MUST refuse an identity key that is a point of small order",
      "a key for which anybody can sign is refused", fresh=True)
async def forged_small_order(bench):
    bench.provider.identity = SmallOrder()
    await bench.open()
    answer = await bench.pair()
    require(not answer.ok, "3.1: paired with a key for which anybody can sign")
    numbers = [number for number, kind, _ in bench.seen.all if kind == "handshake"]
    require(len(numbers) == len(set(numbers)), "3.1: the consumer sent its identity")


@case("C3.34", "3.3", "C MUST NOT send anything before it has opened the first record",
      "nothing is sent before the first record")
async def waits_for_first(bench):
    early = []

    async def pause(connection):
        import asyncio
        task = asyncio.ensure_future(connection.channel.reader.read(1))
        done, _ = await asyncio.wait({task}, timeout=0.3)
        early.append(bool(done))
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)

    bench.script.pauses["before the first record"] = pause
    await bench.open()
    await bench.works("3.3")
    require(early and not any(early), "3.3: something was sent before the first record")


@table("C3.35", "3.3", "only the first record proves that P has the keys", "no request follows a first record that", [
    ("does not open", lambda records: [records[0][:-1] + bytes([records[0][-1] ^ 1])]),
    ("is text", lambda records: ["{}"]), ("is too short", lambda records: [bytes(16)]),
    ("is empty", lambda records: [b""])])
async def bad_first_record(bench, change):
    def altered(records, connection):
        return change(records) if not bench.seen.kinds("request") else records

    bench.script.at("records", altered)
    await bench.open()
    await bench.refuses("3.3")
    require(not bench.seen.kinds("request"), "3.3: a request was sent")


@table("C3.39", "3.3", "the first record answers connect_app.finish", "no request follows a first record that", [
    ("is an error", lambda text: '{"jsonrpc":"2.0","id":2,"error":{"code":-32603,"message":"no"}}'),
    ("has another id", lambda text: text.replace('"id":2', '"id":3', 1)),
    ("is no JSON", lambda text: "approved"),
    ("has no status", lambda text: text.replace('"status":"approved",', "")),
    ("has an unknown status", lambda text: text.replace('"status":"approved"', '"status":"maybe"'))])
async def other_first_record(bench, change):
    bench.script.at("first text", lambda text, connection: change(text))
    await bench.open()
    await bench.refuses("3.3")


@case("C3.44", "3.3", "C ignores members that it does not know", "unknown members of the result are ignored")
async def unknown_members(bench):
    def more(result, connection):
        result["session"] |= {"later": {"a": [1]}, "limits": result["session"]["limits"] | {"more": 1}}
        return result | {"later": True}

    bench.script.at("first", more)
    await bench.open()
    await bench.works("3.3")


@case("C3.45", "3.4", "the manifest is as described", "the manifest has what a provider needs")
async def manifest(bench):
    steps = []
    bench.script.at("handshake", lambda handshake, connection: steps.append(handshake) or handshake)
    await bench.open()
    await bench.works("3.4")
    from ... import schemas
    for step in steps:
        try:
            value = parse(step.manifest)
            schemas.payments().check("connect_app", "manifest", value)
        except (ValueError, schemas.Mismatch) as error:
            require(False, f"3.4: {error}")
        require(len(step.manifest) <= 16_384, "3.4: the manifest is too long")


@case("C3.46", "3.8", "C SHOULD NOT try again at once after 1008", "1008 is not followed by attempt after attempt")
async def refused_for_good(bench):
    def refuse(text, connection):
        raise Cut(1008)

    bench.script.at("second", refuse)
    await bench.open()
    await bench.refuses("3.8")
    count = len(bench.seen.kinds("upgrade"))
    require(count <= 3, f"3.8: {count} attempts with the same file")
