"""The wire against protocol/vectors: every byte that the vectors name."""

import hashlib
import json
from pathlib import Path

import pytest

from conformance.wire import Refused, documents
from conformance.wire.discovery import Discovery
from conformance.wire.handshake import ConsumerHandshake, ProviderHandshake, gate, prologue
from conformance.wire.identity import AgreementKey, Identity, acceptable
from conformance.wire.records import GOODBYE, Assembler, Opener, Sealer

VECTORS = Path(__file__).parents[2] / "protocol" / "vectors"
CONNECT = json.loads((VECTORS / "connect_app.json").read_text())
RECORDS = json.loads((VECTORS / "records.json").read_text())
DOCUMENTS = json.loads((VECTORS / "documents.json").read_text())
KEYS = {"C->P": "k_CP", "P->C": "k_PC"}


def raw(case, name):
    return bytes.fromhex(case[name])


def prologue_of(case):
    file = case["discovery_file"]
    return prologue(case["offered_subprotocols"], case["selected_subprotocol"], case["authority"],
                    None if file is None else file.encode())


def sides(case):
    bound = prologue_of(case)
    consumer = ConsumerHandshake(
        Identity(raw(case, "id_C_private")), raw(case, "id_P"), raw(case, "k_local"), bound, case["manifest"].encode(),
        AgreementKey(raw(case, "s_C_private")), AgreementKey(raw(case, "e_C_private")), raw(case, "N_C"))
    provider = ProviderHandshake(
        Identity(raw(case, "id_P_private")), raw(case, "k_local"), bound,
        AgreementKey(raw(case, "s_P_private")), AgreementKey(raw(case, "e_P_private")), raw(case, "N_P"))
    return consumer, provider


def run(consumer, provider, change=lambda step, message: message):
    m1 = change(1, consumer.first())
    provider.check_gate(m1, gate(consumer.k_local, m1))
    provider.first(m1)
    consumer.second(change(2, provider.second()))
    provider.third(change(3, consumer.third()))


@pytest.mark.parametrize("case", CONNECT["cases"], ids=lambda case: case["name"])
def test_handshake(case):
    consumer, provider = sides(case)
    assert prologue_of(case) == raw(case, "prologue")
    m1 = consumer.first()
    assert m1 == raw(case, "m1") and consumer.h1 == raw(case, "h1")
    assert gate(raw(case, "k_local"), m1) == raw(case, "gate")
    assert json.loads(consumer.first_text(m1)) == json.loads(case["text1"])
    provider.first_text(case["text1"])
    m2 = provider.second()
    assert m2 == raw(case, "m2") and provider.h2 == raw(case, "h2")
    assert json.loads(provider.second_text(m2)) == json.loads(case["text2"])
    consumer.second_text(case["text2"])
    m3 = consumer.third()
    assert m3 == raw(case, "m3")
    assert json.loads(consumer.third_text(m3)) == json.loads(case["text3"])
    provider.third_text(case["text3"])
    assert consumer.hash == provider.hash == raw(case, "h")
    assert provider.consumer_id == raw(case, "id_C") and provider.manifest == case["manifest"].encode()
    assert consumer.code(raw(case, "N_P")) == provider.code() == case["sas"]
    sealer, opener = provider.records()
    frame = sealer.message(raw(case, "first_plaintext")[1:])
    assert frame == [raw(case, "first_frame")]
    assert sealer.cipher.key == raw(case, "k_PC") and opener.cipher.key == raw(case, "k_CP")
    assert consumer.records()[1].open(frame[0]) == (0, raw(case, "first_plaintext")[1:])


@pytest.mark.parametrize("step", [1, 2, 3])
def test_any_changed_byte_is_refused(step):
    case = CONNECT["cases"][0]
    size = len(raw(case, f"m{step}"))
    for at in range(0, size, 1 if step < 3 else 7):
        def change(current, message):
            return message if current != step else message[:at] + bytes([message[at] ^ 1]) + message[at + 1:]
        with pytest.raises(Refused):
            run(*sides(case), change)


def test_a_forged_key_and_a_wrong_nonce_are_refused():
    case = CONNECT["cases"][0]
    consumer, provider = sides(case)
    consumer.provider_id = bytes(32)
    with pytest.raises(Refused, match="2.5"):
        run(consumer, provider)
    consumer, provider = sides(case)
    run(consumer, provider)
    with pytest.raises(Refused, match="3.5"):
        consumer.code(bytes(32))


def test_refused_keys():
    assert all(not acceptable(bytes.fromhex(key)) for key in CONNECT["refused"]["identities"])
    assert acceptable(raw(CONNECT["cases"][0], "id_P"))
    for key in CONNECT["refused"]["agreement_keys"]:
        with pytest.raises(Refused, match="zero"):
            AgreementKey().agree(bytes.fromhex(key))


def test_records():
    sealers = {way: Sealer(raw(RECORDS, key)) for way, key in KEYS.items()}
    openers = {way: Opener(raw(RECORDS, key)) for way, key in KEYS.items()}
    for entry in RECORDS["transcript"]:
        way, message = entry["direction"], bytes.fromhex(entry["message"])
        assert sealers[way].seal(entry["flag"], message) == bytes.fromhex(entry["frame"])
        assert openers[way].open(bytes.fromhex(entry["frame"])) == (entry["flag"], message)
    entry = RECORDS["fragmented"]
    message = bytes((7 * i + 3) % 256 for i in range(entry["message_size"]))
    frames = sealers["C->P"].message(message)
    assert [(len(frame), hashlib.sha256(frame).hexdigest()) for frame in frames] == [
        (frame["size"], frame["sha256"]) for frame in entry["frames"]]
    assembler = Assembler()
    assert [assembler.take(*openers["C->P"].open(frame)) for frame in frames] == [None, None, message]
    for entry in RECORDS["goodbye"]:
        assert sealers[entry["direction"]].seal(GOODBYE) == bytes.fromhex(entry["frame"])
        flag, data = openers[entry["direction"]].open(bytes.fromhex(entry["frame"]))
        assert Assembler().take(flag, data) == GOODBYE


@pytest.mark.parametrize("way", KEYS)
def test_change_of_keys(way):
    key = raw(RECORDS, KEYS[way])
    for entry in RECORDS["rekey"][way]:
        sealer = Sealer(key, entry["n"])
        assert sealer.seal(0, bytes.fromhex(entry["message"])) == bytes.fromhex(entry["frame"])
        if "key_after" in entry:
            key = bytes.fromhex(entry["key_after"])
        assert sealer.cipher.key == key


def test_a_replayed_record_is_refused():
    entry = RECORDS["transcript"][0]
    opener = Opener(raw(RECORDS, KEYS[entry["direction"]]))
    opener.open(bytes.fromhex(entry["frame"]))
    with pytest.raises(Refused):
        opener.open(bytes.fromhex(entry["frame"]))


def test_documents():
    app, provider = Identity(raw(DOCUMENTS, "app_private")), Identity(raw(DOCUMENTS, "provider_private"))
    text = DOCUMENTS["text"].encode()
    for kind, signer, label, other in (
            ("document", app, documents.DOCUMENT, provider), ("sealed", app, documents.DOCUMENT, provider),
            ("answer", provider, documents.ANSWER, app)):
        entry = DOCUMENTS[kind]
        data, name = raw(entry, "bytes"), entry["file"]
        assert documents.statement(label, other.public, name, entry["signed_at"], data) == raw(entry, "message")
        file = documents.sign(signer, label, other.public, name, entry["signed_at"], data)
        assert documents.check(file, signer.public, label, other.public, name, data) == entry["signed_at"]
        assert documents.decode(json.loads(file)["signature"]) == raw(entry, "signature")
        with pytest.raises(Refused):
            documents.check(file, signer.public, label, other.public, name, data + b" ")
    entry, key = DOCUMENTS["sealed"], raw(DOCUMENTS, "document_key")
    assert documents.seal(key, entry["file"], text, raw(entry, "nonce")) == raw(entry, "bytes")
    assert documents.unseal(key, entry["file"], raw(entry, "bytes")) == text
    with pytest.raises(Refused):
        documents.unseal(key, "another.sealed", raw(entry, "bytes"))
    assert documents.document_request_id(app.public, "20240320110125_payment_order", text) == DOCUMENTS["request_id"]


def test_the_discovery_files_of_the_vectors_are_read():
    for case in CONNECT["cases"]:
        if case["discovery_file"]:
            data = case["discovery_file"].encode()
            found = Discovery.read(data, json.loads(data)["name"])
            assert found.authority == case["authority"] and found.provider_id == raw(case, "id_P")
