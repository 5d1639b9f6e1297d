"""The specification's own vectors: the handshake, the records and the documents."""

from __future__ import annotations

import hashlib
import json

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from daemon import ROOT

from payport import ProtocolViolation, WrongKey, documents, handshake, yaml
from payport.encoding import parse_json, to_base64url
from payport.handshake import Handshake, check_identity
from payport.noise import CipherState
from payport.records import GOODBYE, LAST, Records

VECTORS = ROOT / "protocol" / "vectors"
CONNECT = json.loads((VECTORS / "connect_app.json").read_text())
RECORDS = json.loads((VECTORS / "records.json").read_text())
DOCUMENTS = json.loads((VECTORS / "documents.json").read_text())
CASES = {case["name"]: case for case in CONNECT["cases"]}


def steps_of(case: dict) -> Handshake:
    bytes_of = {name: bytes.fromhex(value) for name, value in case.items() if name.endswith("_private") or name in (
        "k_local", "N_C", "id_P")}
    file = case["discovery_file"]
    prologue = handshake.prologue(
        case["offered_subprotocols"], case["selected_subprotocol"], case["authority"],
        None if file is None else file.encode())
    assert prologue.hex() == case["prologue"]
    return Handshake(
        Ed25519PrivateKey.from_private_bytes(bytes_of["id_C_private"]), case["manifest"].encode(), bytes_of["id_P"],
        bytes_of["k_local"], prologue, static=X25519PrivateKey.from_private_bytes(bytes_of["s_C_private"]),
        ephemeral=X25519PrivateKey.from_private_bytes(bytes_of["e_C_private"]), nonce=bytes_of["N_C"])


@pytest.mark.parametrize("name", CASES)
def test_the_handshake(name):
    case = CASES[name]
    steps = steps_of(case)
    assert json.loads(steps.first()) == json.loads(case["text1"])
    steps.second(case["text2"])
    assert json.loads(steps.third()) == json.loads(case["text3"])
    assert steps.hash.hex() == case["h"]
    assert steps.pairing_code(bytes.fromhex(case["N_P"])) == case["sas"]
    message = steps.records().open(bytes.fromhex(case["first_frame"]))
    assert message is not None and parse_json(message)["result"] == json.loads(case["result"])


def test_every_changed_byte_of_the_second_message_is_refused():
    case = CASES["pairing"]
    m2 = bytearray.fromhex(case["m2"])
    for at in range(len(m2)):
        steps = steps_of(case)
        steps.first()
        changed = bytes(m2[:at]) + bytes([m2[at] ^ 1]) + bytes(m2[at + 1:])
        with pytest.raises(ProtocolViolation):
            steps.second(json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"msg": to_base64url(changed)}}))


@pytest.mark.parametrize("text", [
    '{"jsonrpc":"2.0","id":1,"result":{"msg":"AA"}}', '{"jsonrpc":"2.0","id":2,"result":{"msg":"AA"}}', "[]", "7", "{",
    '{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}', b"\x00",
    '{"jsonrpc":"2.0","id":true,"result":{"msg":"AA"}}'])
def test_a_second_message_of_another_form_is_refused(text):
    steps = steps_of(CASES["pairing"])
    steps.first()
    with pytest.raises(ProtocolViolation):
        steps.second(text)


@pytest.mark.parametrize("change", ["extra", "id", "padding"])
def test_a_second_message_with_a_valid_tag_and_another_form_is_refused(change):
    steps = steps_of(CASES["pairing"])
    steps.first()
    answer = json.loads(CASES["pairing"]["text2"])
    if change == "extra":
        answer["extra"] = 1
    elif change == "id":
        answer["id"] = 2
    else:
        answer["result"]["msg"] += "="
    with pytest.raises(ProtocolViolation):
        steps.second(json.dumps(answer))


def test_another_key_than_the_pinned_one_is_refused():
    case = {**CASES["pairing"], "id_P": "ff" * 32}
    steps = steps_of(case)
    steps.first()
    with pytest.raises(WrongKey):
        steps.second(case["text2"])


def test_a_nonce_that_was_chosen_late_gives_no_code():
    steps = steps_of(CASES["pairing"])
    steps.first()
    steps.second(CASES["pairing"]["text2"])
    steps.third()
    with pytest.raises(ProtocolViolation):
        steps.pairing_code(bytes(32))


@pytest.mark.parametrize("key", CONNECT["refused"]["identities"])
def test_identities_of_small_order_are_refused(key):
    with pytest.raises(ProtocolViolation):
        check_identity(bytes.fromhex(key))


def test_good_identities_are_accepted():
    for case in CONNECT["cases"]:
        check_identity(bytes.fromhex(case["id_P"]))
        check_identity(bytes.fromhex(case["id_C"]))


@pytest.mark.parametrize("key", CONNECT["refused"]["agreement_keys"])
def test_agreements_of_zeros_are_refused(key):
    steps = steps_of(CASES["pairing"])
    steps.first()
    m2 = bytes.fromhex(key) + bytes.fromhex(CASES["pairing"]["m2"])[32:]
    with pytest.raises(ProtocolViolation):
        steps.second(json.dumps({"jsonrpc": "2.0", "id": 1, "result": {"msg": to_base64url(m2)}}))


# Records

def records(sending: str, receiving: str) -> Records:
    return Records(CipherState(bytes.fromhex(RECORDS[sending])), CipherState(bytes.fromhex(RECORDS[receiving])))


def test_records_are_sealed_and_opened_as_in_the_transcript():
    app = records("k_CP", "k_PC")
    for entry in RECORDS["transcript"]:
        message, frame = bytes.fromhex(entry["message"]), bytes.fromhex(entry["frame"])
        assert entry["flag"] == LAST
        if entry["direction"] == "C->P":
            assert list(app.seal(message)) == [frame]
        else:
            assert app.open(frame) == message
    size = RECORDS["fragmented"]["message_size"]
    message = bytes((7 * i + 3) % 256 for i in range(size))
    frames = list(app.seal(message))
    assert [(len(f), hashlib.sha256(f).hexdigest()) for f in frames] == [
        (f["size"], f["sha256"]) for f in RECORDS["fragmented"]["frames"]]
    for goodbye in RECORDS["goodbye"]:
        frame = bytes.fromhex(goodbye["frame"])
        if goodbye["direction"] == "C->P":
            assert app.seal_goodbye() == frame
        else:
            assert app.open(frame) is None and app.ended


@pytest.mark.parametrize("direction", ["C->P", "P->C"])
def test_keys_change_after_65536_records(direction):
    listed = {entry["n"]: entry for entry in RECORDS["rekey"][direction]}
    key = "k_CP" if direction == "C->P" else "k_PC"
    sender, reader = records(key, key), records(key, key)
    for n, entry in sorted(listed.items()):
        # The counts are set instead of counted up to, and the keys before a place were those of the entries before.
        for state in (sender._sending, reader._receiving):
            state.count = n
        (frame,) = sender.seal(bytes.fromhex(entry["message"]))
        assert frame == bytes.fromhex(entry["frame"]), n
        assert reader.open(frame) == bytes.fromhex(entry["message"])


def test_a_message_survives_its_fragments():
    sender, reader = records("k_CP", "k_PC"), records("k_PC", "k_CP")
    message = bytes(200_000)
    *parts, last = sender.seal(message)
    assert [reader.open(part) for part in parts] == [None] * 3 and reader.open(last) == message


def sealed(plaintext: bytes) -> bytes:
    return CipherState(bytes.fromhex(RECORDS["k_PC"])).seal(plaintext)


@pytest.mark.parametrize("what, record", [
    ("text", "text"), ("too short", bytes(16)), ("too long", bytes(65_536)), ("does not open", bytes(64)),
    ("an unknown flag", sealed(b"\x03")), ("an empty part", sealed(b"\x01")),
    ("a goodbye with data", sealed(b"\x02x"))])
def test_bad_records_are_refused(what, record):
    with pytest.raises(ProtocolViolation):
        records("k_CP", "k_PC").open(record)


def test_replays_omissions_and_what_follows_a_goodbye_are_refused():
    frames = [bytes.fromhex(e["frame"]) for e in RECORDS["transcript"] if e["direction"] == "P->C"]
    app = records("k_CP", "k_PC")
    app.open(frames[0])
    for frame in (frames[0], frames[2]):
        with pytest.raises(ProtocolViolation):
            app.open(frame)
    provider, app = records("k_PC", "k_CP"), records("k_CP", "k_PC")
    app.open(provider.seal_goodbye())
    with pytest.raises(ProtocolViolation):
        app.open(next(provider.seal(b"{}")))
    assert GOODBYE == 2


def test_messages_above_a_mebibyte_are_refused():
    with pytest.raises(ValueError):
        list(records("k_CP", "k_PC").seal(bytes((1 << 20) + 1)))
    state, app = CipherState(bytes.fromhex(RECORDS["k_PC"])), records("k_CP", "k_PC")
    with pytest.raises(ProtocolViolation):
        for _ in range(17):
            app.open(state.seal(b"\x01" + bytes(65_518)))


# Documents

def test_documents_are_signed_sealed_and_answered_as_in_the_vectors():
    app = Ed25519PrivateKey.from_private_bytes(bytes.fromhex(DOCUMENTS["app_private"]))
    provider = bytes.fromhex(DOCUMENTS["provider"])
    text, key = DOCUMENTS["text"].encode(), bytes.fromhex(DOCUMENTS["document_key"])
    stem = DOCUMENTS["document"]["file"].removesuffix(".yml")
    app_key = app.public_key().public_bytes_raw()
    assert documents.derived_request_id(app_key, stem, text) == DOCUMENTS["request_id"]
    for name in ("document", "sealed"):
        vector = DOCUMENTS[name]
        content = bytes.fromhex(vector["bytes"])
        message = documents.signed_message(documents._DOCUMENT, provider, vector["file"], vector["signed_at"], content)
        assert message.hex() == vector["message"] and app.sign(message).hex() == vector["signature"]
    vector = DOCUMENTS["sealed"]
    assert documents.seal(key, bytes.fromhex(vector["nonce"]), text, vector["file"]).hex() == vector["bytes"]
    assert documents.unseal(key, bytes.fromhex(vector["bytes"]), vector["file"]) == text
    with pytest.raises(documents.DocumentError):
        documents.unseal(key, bytes.fromhex(vector["bytes"]), "another.sealed")
    vector = DOCUMENTS["answer"]
    content = bytes.fromhex(vector["bytes"])
    message = documents.signed_message(documents._ANSWER, app_key, vector["file"], vector["signed_at"], content)
    Ed25519PublicKey.from_public_bytes(provider).verify(bytes.fromhex(vector["signature"]), message)
    answer = yaml.read(content)
    assert answer["document"] == DOCUMENTS["document"]["file"] and "state" in answer
