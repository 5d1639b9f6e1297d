"""Chapter 3.1 to 3.3: the three messages of connect_app."""

import hmac
import json

from ...report import require
from ...schemas import PROTOCOL
from ...wire import Refused
from ...wire.handshake import consumer_statement, gate
from ...wire.identity import Identity
from ...wire.text import compact, encode, lp
from ..attempt import MANIFEST, Attempt
from ..registry import case

VECTORS = json.loads((PROTOCOL / "vectors" / "connect_app.json").read_text("utf-8"))
FAILURE = "On a failure a side MUST close with 1008, and MUST NOT tell the peer which failure it was"


def _as_first(make):
    """Says something in place of the first message."""
    def run(bench):
        attempt = Attempt(bench)
        attempt.say(make(attempt))
        attempt.refused()
    return run


def _without_gate(attempt):
    message = attempt.first()
    del message["params"]["gate"]
    return message


def _with_params(**more):
    def make(attempt):
        message = attempt.first()
        message["params"] |= {name: change(message["params"]) for name, change in more.items()}
        return message
    return make


def _unused_bits(text):
    """Another spelling of the same bytes: bits that encode nothing are not zero."""
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"
    return text[:-1] + letters[letters.index(text[-1]) + 1]


WRONG_FIRST = [
    ("a wrong gate", lambda a: a.first(gated=bytes(16))),
    ("a gate with one wrong bit", lambda a: _flipped_gate(a)),
    ("a gate of another first message", lambda a: a.first(gated=gate(a.found.k_local, bytes(32)))),
    ("no gate", _without_gate),
    ("a gate of 15 bytes", lambda a: _short_gate(a)),
    ("a gate of all 32 bytes of the MAC", lambda a: _long_gate(a)),
    ("another member of params", _with_params(more=lambda params: "x")),
    ("another member of the message", lambda a: a.first(more=1)),
    ("the id 2", lambda a: a.first(id=2)),
    ("the id \"1\"", lambda a: a.first(id="1")),
    ("the number 1.0 as the id", lambda a: compact(a.first()).replace('"id":1', '"id":1.0')),
    ("another version of JSON-RPC", lambda a: a.first(jsonrpc="1.0")),
    ("another method", lambda a: a.first(method="connect")),
    ("connect_app.finish as the first method", lambda a: a.first(method="connect_app.finish")),
    ("a call of get_session without a handshake", lambda a: {"jsonrpc": "2.0", "id": 1, "method": "get_session"}),
    ("an array of params", lambda a: a.first(params=[])),
    ("a batch", lambda a: [a.first()]),
    ("a member that occurs twice", lambda a: compact(a.first()).replace('"id":1', '"id":1,"id":1')),
    ("a text that is not JSON", lambda a: compact(a.first())[:-1]),
    ("a byte order mark", lambda a: "\ufeff" + compact(a.first())),
    ("a text behind the message", lambda a: compact(a.first()) + "{}"),
    ("a first message of 31 bytes", lambda a: a.first(m1=a.steps.first()[:31])),
    ("a first message of 33 bytes", lambda a: a.first(m1=a.steps.first() + b"x")),
    ("an empty first message", lambda a: a.first(m1=b"")),
    ("base64url with padding", _with_params(msg=lambda params: params["msg"] + "=")),
    ("base64 with other letters", lambda a: a.first(params=_other_letters(a))),
    ("base64url with unused bits that are not zero", _with_params(gate=lambda params: _unused_bits(params["gate"]))),
    ("base64url with white space", _with_params(msg=lambda params: params["msg"] + "\n")),
]


def _flipped_gate(attempt):
    m1 = attempt.steps.first()
    right = gate(attempt.found.k_local, m1)
    return attempt.first(m1=m1, gated=right[:-1] + bytes([right[-1] ^ 1]))


def _short_gate(attempt):
    m1 = attempt.steps.first()
    return attempt.first(m1=m1, gated=gate(attempt.found.k_local, m1)[:15])


def _long_gate(attempt):
    m1 = attempt.steps.first()
    whole = hmac.digest(attempt.found.k_local, b"payport/connect_app/1gate\0" + m1, "sha256")
    return attempt.first(m1=m1, gated=whole)


def _other_letters(attempt):
    m1 = bytes([0xFB, 0xFF]) * 16
    params = attempt.first(m1=m1)["params"]
    return params | {"msg": encode(m1).replace("-", "+").replace("_", "/")}


for _number, (_what, _make) in enumerate(WRONG_FIRST, 10):
    case(f"P3.{_number}", "3.3", FAILURE, f"first message: {_what} ends with 1008")(_as_first(_make))


@case("P3.40", "3.1", "It MUST refuse a Diffie-Hellman result that is all zero",
      "ephemeral keys that lead to zeros end with 1008")
def zero_agreement(bench):
    for key in VECTORS["refused"]["agreement_keys"]:
        attempt = Attempt(bench)
        attempt.say(attempt.first(m1=bytes.fromhex(key)))
        attempt.refused()


@case("P3.41", "3.3", "Each is one JSON object with exactly the members shown, in any order",
      "the order of members and white space do not matter")
def any_order(bench):
    attempt = Attempt(bench, bench.app().identity)
    message = attempt.first()
    params = dict(reversed(message.pop("params").items()))
    attempt.say(json.dumps({"params": params} | dict(reversed(message.items())), indent=2))
    attempt.steps.second_text(attempt.line.receive())
    attempt.line.close()


PROLOGUE = [
    ("another discovery file", {"discovery": b"{}"}),
    ("a discovery file that was not read", {"discovery": None}),
    ("another authority", {"authority": "127.0.0.1:1"}),
    ("another offer of subprotocols", {"offered": "payport.v1, payport.v2"}),
    ("another selected subprotocol", {"selected": "payport.v2"}),
]


def _other_prologue(changed):
    def run(bench):
        attempt = Attempt(bench, **changed)
        attempt.say(attempt.steps.first_text(attempt.steps.first()))
        # The consumer cannot open the second message. One that goes on nevertheless has to be refused.
        answer = json.loads(attempt.line.receive())
        try:
            attempt.steps.second_text(compact(answer))
        except Refused:
            attempt.say(
                {"jsonrpc": "2.0", "id": 2, "method": "connect_app.finish", "params": {"msg": encode(bytes(300))}})
            return attempt.refused()
        require(False, "the second message opens although the prologues differ")
    return run


for _number, (_what, _changed) in enumerate(PROLOGUE, 42):
    case(f"P3.{_number}", "3.2", "Both sides compute the prologue",
         f"{_what}: the handshake fails")(_other_prologue(_changed))


def _as_third(make):
    def run(bench):
        attempt = Attempt(bench, bench.app().identity).second()
        attempt.say(make(attempt))
        attempt.refused()
    return run


def _changed_third(change):
    def make(attempt):
        m3 = change(attempt.steps.third())
        return {"jsonrpc": "2.0", "id": 2, "method": "connect_app.finish", "params": {"msg": encode(m3)}}
    return make


def _flip(place):
    return lambda data: data[:place] + bytes([data[place] ^ 1]) + data[place + 1:]


def _signed(statement):
    """The third message with a signature over something else."""
    return lambda a: a.third(a.payload(signature=a.steps.identity.sign(statement(a))))


def _field(**fields):
    return lambda a: a.third(a.payload(**fields))


WRONG_THIRD = [
    ("a changed static key", _changed_third(_flip(0))),
    ("a changed payload", _changed_third(_flip(60))),
    ("a changed tag", _changed_third(lambda data: data[:-1] + bytes([data[-1] ^ 1]))),
    ("a message that is cut short", _changed_third(lambda data: data[:-1])),
    ("an empty message", _changed_third(lambda data: b"")),
    ("the id 1", lambda a: a.third(id=1)),
    ("connect_app again", lambda a: a.third(method="connect_app")),
    ("another member", lambda a: a.third(more=1)),
    ("a signature of zeros", _field(signature=bytes(64))),
    ("a signature of the provider's kind",
     _signed(lambda a: b"payport/connect_app/1 provider\0" + a.steps.h2 + a.steps.static.public)),
    ("a signature over h1", _signed(lambda a: consumer_statement(a.steps.h1, a.steps.static.public, MANIFEST))),
    ("a signature over another static key", _signed(lambda a: consumer_statement(a.steps.h2, bytes(32), MANIFEST))),
    ("a signature over another manifest",
     _signed(lambda a: consumer_statement(a.steps.h2, a.steps.static.public, MANIFEST + b" "))),
    ("a signature by another key", lambda a: a.third(a.payload(identity=Identity.generate().public))),
    ("the provider's own identity", lambda a: a.third(a.payload(identity=a.found.provider_id))),
    ("no nonce", _field(nonce=b"absent")),
    ("a nonce of 31 bytes", _field(nonce=bytes(31))),
    ("a nonce of 33 bytes", _field(nonce=bytes(33))),
    ("a signature of 63 bytes", _field(signature=bytes(63))),
    ("a fifth field", lambda a: a.third(a.payload() + lp(b"more"))),
    ("bytes behind the fields", lambda a: a.third(a.payload() + b"x")),
    ("a manifest that is cut by its length", lambda a: a.third(a.payload()[:40])),
]

for _number, (_what, _make) in enumerate(WRONG_THIRD, 50):
    case(f"P3.{_number}", "3.3", FAILURE, f"third message: {_what} ends with 1008")(_as_third(_make))


@case("P3.80", "3.1",
      "An implementation MUST refuse an identity key that is a point of small order or whose y is not below 2^255 - 19",
      "identities of small order are refused, although a signature holds for them")
def small_order(bench):
    # With the neutral point as R and zero as s the equation holds for a key that is the neutral point, and by chance
    # for others.
    forged = (1).to_bytes(32, "little") + bytes(32)
    for key in VECTORS["refused"]["identities"]:
        attempt = Attempt(bench).second()
        attempt.say(attempt.third(attempt.payload(identity=bytes.fromhex(key), signature=forged)))
        attempt.refused()


@case("P3.81", "3.1", "s_P and e_P MUST be made anew for every connection, and so must N_P",
      "two connections share no key and no nonce")
def fresh_keys(bench):
    found = []
    for _ in range(2):
        attempt = Attempt(bench)
        m1 = attempt.steps.first()
        attempt.line.text(attempt.steps.first_text(m1))
        text = attempt.line.receive()
        attempt.steps.second_text(text)
        ephemeral = json.loads(text)["result"]["msg"][:42]
        found.append((ephemeral, attempt.steps.noise.remote_static, attempt.steps.commitment))
        attempt.line.close()
    for what, one, other in zip(("e_P", "s_P", "com_P"), *found):
        require(one != other, f"{what} is the same in two connections")


@case("P3.82", "3.9", "anything else: failure", "a first message sent twice ends with 1008")
def first_twice(bench):
    attempt = Attempt(bench).second()
    attempt.say(attempt.first(m1=bytes([9]) + bytes(31)))
    attempt.refused()


@case("P3.83", "3.3", "The first three messages are text messages", "a third message in a binary frame ends with 1008")
def binary_third(bench):
    attempt = Attempt(bench, bench.app().identity).second()
    attempt.line.binary(compact(attempt.third()).encode())
    attempt.refused()


@case("P3.84", "3.3", "The first record is the answer to connect_app.finish",
      "the first record names the session by the handshake hash")
def session_id(bench):
    session = bench.app().connect()
    require(session.first["status"] == "approved", "a paired app is not approved")
    require(session.first["session"]["session_id"] == encode(session.steps.hash),
            "session_id is not the handshake hash")
    require("sas_nonce" not in session.first, "sas_nonce is present although the app is approved")
    session.close()


def _manifest_vector(text):
    def run(bench):
        attempt = Attempt(bench, bench.app().identity, text.encode()).second()
        attempt.say(attempt.third())
        attempt.refused()
    return run


BASE = {"app_id": "example.suite", "name": "Suite", "version": "1", "scopes": ["receive"], "versions": "1"}


def _with(**more):
    return json.dumps(BASE | more, ensure_ascii=False)


for _number, _text in enumerate(VECTORS["refused"]["manifests"], 100):
    case(f"P3.{_number}", "3.4",
         "P MUST close with 1008, without a first record, when a member is missing or not as described",
         f"a manifest that is refused: number {_number - 99} of the vectors")(_manifest_vector(_text))


@case("P3.150", "3.4", "a JSON object in UTF-8 of at most 16,384 bytes",
      "a manifest of 16,385 bytes is refused, one of 16,384 is not")
def manifest_size(bench):
    fits = _with(padding="")
    fits = _with(padding="x" * (16_384 - len(fits)))
    bench.app().connect(manifest=fits.encode()).leave()
    _manifest_vector(fits + " ")(bench)


GOOD_MANIFESTS = [
    ("members that P does not know", {"more": {"a": [1]}}),
    ("a name of 64 code points", {"name": "\U0001F600" * 64}),
    ("a version of 32 code points", {"version": "\u00e4" * 32}),
    ("an empty version", {"version": ""}),
    ("an identifier of 3 and of 100 letters", {"app_id": "a-z"}),
    ("an identifier of 100 letters", {"app_id": "a.9-" * 25}),
    ("a scope that is named twice", {"scopes": ["receive", "receive"]}),
    ("no scopes", {"scopes": []}),
    ("64 currencies", {"currencies": [f"C{n}" for n in range(64)]}),
    ("no currency", {"currencies": []}),
    ("versions 1-9999", {"versions": "1-9999"}),
    ("a scheme that leads back", {"callback_scheme": "example.suite"}),
]


def _good_manifest(more):
    def run(bench):
        session = bench.app().connect(manifest=_with(**more).encode())
        require(session.first["status"] == "approved", "it was not approved")
        session.leave()
    return run


for _number, (_what, _changes) in enumerate(GOOD_MANIFESTS, 151):
    case(f"P3.{_number}", "3.4", "P ignores members that it does not know; the limits of the table",
         f"a manifest that is accepted: {_what}")(_good_manifest(_changes))


@case("P3.170", "3.4", "spec_version of the session is the highest that both sides speak", "the version is agreed on")
def agreed_version(bench):
    low, high = bench.discovery().versions
    for versions, agreed in ((f"1-{high}", high), ("1-9999", high), (f"{low}", low)):
        session = bench.app().connect(manifest=_with(versions=versions).encode())
        require(session.call("get_session")["spec_version"] == agreed, f"for {versions} the version is not {agreed}")
        session.leave()


@case("P3.171", "3.4", "P MUST close with 1008 when P speaks none of versions",
      "an app of later versions only is refused")
def no_version(bench):
    _manifest_vector(_with(versions=f"{bench.discovery().versions[1] + 1}-9999"))(bench)
