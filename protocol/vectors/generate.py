#!/usr/bin/env python3
"""Makes connect_app.json and records.json beside this file: the test vectors of connect_app, version 1.

Independent of the Swift code: Noise comes from the PyPI package noiseprotocol, signatures and keys from cryptography.
Every key is fixed, so a second run changes nothing. See README.md for the fields and for how to run it.
"""

import base64
import hashlib
import hmac
import json
import pathlib
import warnings

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey, Ed25519PublicKey
from cryptography.hazmat.primitives.asymmetric.x25519 import X25519PrivateKey
from cryptography.hazmat.primitives.hashes import SHA256
from cryptography.hazmat.primitives.kdf.hkdf import HKDF
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from noise.connection import Keypair, NoiseConnection

NOISE_NAME = b"Noise_XX_25519_ChaChaPoly_SHA256"
LABEL = b"payport/connect_app/1"
REKEY_INTERVAL = 1 << 16
MAXIMUM_FRAME_DATA = 65_535 - 16 - 1
LAST, MORE, BYE = 0, 1, 2


def fixed(name):
    """32 bytes that look random and are the same in every run."""
    return hashlib.sha256(b"payport test vector: " + name.encode()).digest()


def lp(*fields):
    return b"".join(len(field).to_bytes(2, "big") + field for field in fields)


def b64url(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def public_bytes(key):
    return key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)


def compact(value):
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False).encode()


def discovery_file(name, authority):
    """The bytes of the discovery file of a case, as chapter 2 has it."""
    file = {
        "v": 1, "url": "ws://%s/v1" % authority, "pid": 4711, "boot_nonce": b64url(fixed(name + " boot_nonce")[:16]),
        "provider_id": b64url(public_bytes(Ed25519PrivateKey.from_private_bytes(fixed(name + " id_P")))),
        "name": "wallet", "versions": "1", "k_local": b64url(fixed(name + " k_local")),
    }
    return (json.dumps(file, indent=2) + "\n").encode()


def noise(initiator, prologue, static, ephemeral):
    connection = NoiseConnection.from_name(NOISE_NAME)
    connection.set_as_initiator() if initiator else connection.set_as_responder()
    connection.set_prologue(prologue)
    connection.set_keypair_from_private_bytes(Keypair.STATIC, static)
    connection.set_keypair_from_private_bytes(Keypair.EPHEMERAL, ephemeral)
    connection.start_handshake()
    return connection


def running_hash(connection):
    return connection.noise_protocol.handshake_state.symmetric_state.h


def handshake(name, *, manifest, status, reveal, offered="payport.v1", nonce_suffix="", has_file=True):
    """Runs both sides; returns the case for the file and the two live connections."""
    k_local = fixed(name + " k_local")
    identity_p, identity_c = fixed(name + " id_P"), fixed(name + " id_C")
    s_p, e_p = fixed(name + " s_P"), fixed(name + " e_P")
    s_c, e_c = fixed(name + " s_C"), fixed(name + " e_C")
    n_p, n_c = fixed(name + " N_P"), fixed(name + " N_C" + nonce_suffix)
    signer_p = Ed25519PrivateKey.from_private_bytes(identity_p)
    signer_c = Ed25519PrivateKey.from_private_bytes(identity_c)
    authority, selected = "127.0.0.1:49152", "payport.v1"
    discovery = discovery_file(name, authority) if has_file else None
    digest = hashlib.sha256(discovery).digest() if discovery is not None else bytes(32)
    prologue = lp(LABEL, offered.encode(), selected.encode(), authority.encode()) + digest

    consumer = noise(True, prologue, s_c, e_c)
    provider = noise(False, prologue, s_p, e_p)

    m1 = bytes(consumer.write_message(b""))
    assert bytes(provider.read_message(m1)) == b""
    h1 = running_hash(provider)
    assert h1 == running_hash(consumer)
    gate = hmac.new(k_local, LABEL + b"gate\0" + m1, hashlib.sha256).digest()[:16]

    signed_p = LABEL + b" provider\0" + h1 + public_bytes(X25519PrivateKey.from_private_bytes(s_p))
    sig_p = signer_p.sign(signed_p)
    com_p = hashlib.sha256(LABEL + b"sas\0" + n_p).digest()
    payload2 = lp(public_bytes(signer_p), sig_p, com_p)
    m2 = bytes(provider.write_message(payload2))
    assert bytes(consumer.read_message(m2)) == payload2
    h2 = running_hash(provider)
    assert h2 == running_hash(consumer)

    signed_c = (
        LABEL + b" consumer\0" + h2 + public_bytes(X25519PrivateKey.from_private_bytes(s_c))
        + hashlib.sha256(manifest).digest()
    )
    sig_c = signer_c.sign(signed_c)
    payload3 = lp(public_bytes(signer_c), manifest, sig_c, n_c)
    m3 = bytes(consumer.write_message(payload3))
    provider_state = provider.noise_protocol.handshake_state
    assert bytes(provider.read_message(m3)) == payload3
    assert provider_state.rs.public_bytes == public_bytes(X25519PrivateKey.from_private_bytes(s_c))
    Ed25519PublicKey.from_public_bytes(payload3[2:34]).verify(sig_c, signed_c)
    h = provider.get_handshake_hash()
    assert h == consumer.get_handshake_hash()

    okm = HKDF(algorithm=SHA256(), length=8, salt=h, info=LABEL + b"sas").derive(n_c + n_p)
    code = "%06d" % (int.from_bytes(okm, "big") % 10**6)

    result = {"status": status}
    if reveal:
        result["sas_nonce"] = b64url(n_p)
    answer = {"jsonrpc": "2.0", "id": 2, "result": result}
    first = bytes([LAST]) + compact(answer)
    # cipher_state_encrypt of the provider seals what the provider sends.
    k_pc = bytes(provider.noise_protocol.cipher_state_encrypt.k)
    k_cp = bytes(consumer.noise_protocol.cipher_state_encrypt.k)
    first_frame = bytes(provider.encrypt(first))
    assert bytes(consumer.decrypt(first_frame)) == first

    hexes = dict(
        k_local=k_local, id_P_private=identity_p, id_P=public_bytes(signer_p), s_P_private=s_p, e_P_private=e_p,
        N_P=n_p, id_C_private=identity_c, id_C=public_bytes(signer_c), s_C_private=s_c, e_C_private=e_c, N_C=n_c,
        prologue=prologue, m1=m1, h1=h1, gate=gate, sig_P=sig_p, com_P=com_p, payload2=payload2, m2=m2, h2=h2,
        sig_C=sig_c, payload3=payload3, m3=m3, h=h, k_CP=k_cp, k_PC=k_pc, first_plaintext=first,
        first_frame=first_frame,
    )
    case = {
        "name": name,
        "offered_subprotocols": offered,
        "selected_subprotocol": selected,
        "authority": authority,
        "discovery_file": None if discovery is None else discovery.decode(),
        "manifest": manifest.decode(),
        "text1": compact({
            "jsonrpc": "2.0", "id": 1, "method": "connect_app",
            "params": {"msg": b64url(m1), "gate": b64url(gate)},
        }).decode(),
        "text2": compact({"jsonrpc": "2.0", "id": 1, "result": {"msg": b64url(m2)}}).decode(),
        "text3": compact({
            "jsonrpc": "2.0", "id": 2, "method": "connect_app.finish", "params": {"msg": b64url(m3)},
        }).decode(),
        "result": compact(result).decode(),
        "sas": code,
    }
    case.update({key: value.hex() for key, value in hexes.items()})
    return case, consumer, provider


def exchange(sender, receiver, plaintext):
    frame = bytes(sender.encrypt(plaintext))
    assert bytes(receiver.decrypt(frame)) == plaintext
    return frame


def frames_around_rekey(sender, receiver):
    """Frames with the counters on both sides of the first two key changes, small payloads."""
    outbound = sender.noise_protocol.cipher_state_encrypt
    inbound = receiver.noise_protocol.cipher_state_decrypt
    frames = []
    for boundary in (REKEY_INTERVAL, 2 * REKEY_INTERVAL):
        # The frames in between only move the counter, so it is set instead of spending 65,000 frames on it.
        outbound.n = inbound.n = boundary - 2
        for _ in range(4):
            n = outbound.n
            plaintext = bytes([LAST]) + b"frame %d" % n
            frame = exchange(sender, receiver, plaintext)
            frames.append({"n": n, "message": plaintext[1:].hex(), "frame": frame.hex()})
            if (n + 1) % REKEY_INTERVAL == 0:
                sender.rekey_outbound_cipher()
                receiver.rekey_inbound_cipher()
                assert outbound.n == n + 1, "REKEY must not touch n"
                frames[-1]["key_after"] = bytes(outbound.k).hex()
    return frames


def records(case, consumer, provider):
    transcript = []

    def send(direction, message, flag=LAST):
        sender, receiver = (consumer, provider) if direction == "C->P" else (provider, consumer)
        n = sender.noise_protocol.cipher_state_encrypt.n
        frame = exchange(sender, receiver, bytes([flag]) + message)
        return {"direction": direction, "n": n, "flag": flag, "message": message.hex(), "frame": frame.hex()}

    transcript.append({
        "direction": "P->C", "n": 0, "flag": LAST, "message": case["first_plaintext"][2:],
        "frame": case["first_frame"],
    })
    for direction, message in [
        ("C->P", b'{"jsonrpc":"2.0","id":3,"method":"get_session"}'),
        ("P->C", b'{"jsonrpc":"2.0","id":3,"result":{}}'),
        ("C->P", b'{"jsonrpc":"2.0","method":"x"}'),
        ("C->P", b"1"),
        ("P->C", b"2"),
    ]:
        transcript.append(send(direction, message))

    # A message of three frames, C->P, which has the counters 3, 4 and 5.
    size = 2 * MAXIMUM_FRAME_DATA + 100
    message = bytes((7 * index + 3) % 256 for index in range(size))
    parts = []
    for start in range(0, size, MAXIMUM_FRAME_DATA):
        part = message[start:start + MAXIMUM_FRAME_DATA]
        flag = MORE if start + len(part) < size else LAST
        n = consumer.noise_protocol.cipher_state_encrypt.n
        frame = exchange(consumer, provider, bytes([flag]) + part)
        parts.append({"n": n, "flag": flag, "size": len(frame), "sha256": hashlib.sha256(frame).hexdigest()})
    goodbye = [send("C->P", b"", BYE), send("P->C", b"", BYE)]

    return {
        "about": "Frames of the session 'pairing' of connect_app.json, in the order in which they are sent.",
        "k_CP": case["k_CP"],
        "k_PC": case["k_PC"],
        "transcript": transcript,
        "fragmented": {
            "direction": "C->P", "message_size": size, "message_sha256": hashlib.sha256(message).hexdigest(),
            "frames": parts,
        },
        "goodbye": goodbye,
    }


# The smallest manifest.
WELL_FORMED = {"app_id": "org.example.app", "name": "Example", "version": "1", "scopes": ["receive"], "versions": "1"}

P = 2**255 - 19
D = -121665 * pow(121666, -1, P) % P
ORDER = 2**252 + 27742317777372353535851937790883648493


def small_order_points():
    """The eight points of edwards25519 whose order divides 8: multiples by ORDER of points that are not in its group."""
    def add(one, two):
        (x1, y1), (x2, y2) = one, two
        k = D * x1 * x2 * y1 * y2
        return (x1 * y2 + x2 * y1) * pow(1 + k, -1, P) % P, (y1 * y2 + x1 * x2) * pow(1 - k, -1, P) % P

    def times(count, point):
        sum_ = (0, 1)
        while count:
            if count & 1:
                sum_ = add(sum_, point)
            point, count = add(point, point), count >> 1
        return sum_

    points, y = set(), 2
    while len(points) < 8:
        square = (y * y - 1) * pow(D * y * y + 1, -1, P) % P
        x = pow(square, (P + 3) // 8, P)
        if x * x % P != square:
            x = x * pow(2, (P - 1) // 4, P) % P
        if x * x % P == square:
            points.add(times(ORDER, (x, y)))
        y += 1
    return points


def refused_identities():
    """All encodings of these points: with both signs, and with y + p where that fits into 255 bits."""
    ys = {y for _, y in small_order_points()}
    ys |= {y + P for y in ys if y + P < 2**255}
    # And one y that is not below p of a point of large order, or of none.
    ys.add(2**255 - 1)
    return sorted((y | sign << 255).to_bytes(32, "little") for y in ys for sign in (0, 1))


def refused_agreement_keys():
    """The u of these points, and of those of the twist: X25519 with any of them gives 32 zero bytes."""
    us = {(1 + y) * pow(1 - y, -1, P) % P for _, y in small_order_points() if y != 1} | {0, 1, P - 1}
    us |= {u + P for u in us if u + P < 2**255}
    return sorted(u.to_bytes(32, "little") for u in us)


def refused_manifests():
    for member in WELL_FORMED:
        yield {name: value for name, value in WELL_FORMED.items() if name != member}
    yield WELL_FORMED | {"app_id": "ab"}
    yield WELL_FORMED | {"app_id": "Org.example"}
    yield WELL_FORMED | {"app_id": "a" * 101}
    yield WELL_FORMED | {"name": ""}
    yield WELL_FORMED | {"name": "n" * 65}
    yield WELL_FORMED | {"name": "e" + "\u0301" * 64}
    yield WELL_FORMED | {"name": 1}
    yield WELL_FORMED | {"version": "1" * 33}
    yield WELL_FORMED | {"scopes": ["spend"]}
    yield WELL_FORMED | {"scopes": "receive"}
    yield WELL_FORMED | {"scopes": ["receive"] * 6}
    yield WELL_FORMED | {"currencies": ["LTC"] * 65}
    yield WELL_FORMED | {"versions": ""}
    yield WELL_FORMED | {"versions": "0"}
    yield WELL_FORMED | {"versions": "2-1"}
    yield WELL_FORMED | {"versions": "2"}


def main():
    # noiseprotocol warns of ephemeral keys that are given to it; here that is the point.
    warnings.filterwarnings("ignore", message="One of ephemeral keypairs is already set")
    folder = pathlib.Path(__file__).resolve().parent
    manifest = compact({
        "app_id": "chat.simplex.app", "name": "SimpleX Chat", "version": "6.4", "scopes": ["receive", "pay"],
        "currencies": ["XMR", "LTC"], "versions": "1",
    })
    pairing, consumer, provider = handshake("pairing", manifest=manifest, status="pending", reveal=True)
    # A code that starts with a zero, so that nobody loses it.
    attempt = 0
    while True:
        zero = handshake(
            "leading zero", manifest=compact(WELL_FORMED | {"name": "\u00e9\u20ac", "later": {"unknown": True}}),
            status="pending", reveal=True, offered="payport.v2, payport.v1", nonce_suffix=" %d" % attempt)[0]
        if zero["sas"].startswith("0"):
            break
        attempt += 1
    known = handshake("known consumer", manifest=manifest, status="approved", reveal=False)[0]
    sandboxed = handshake(
        "no discovery file", manifest=compact(WELL_FORMED), status="denied", reveal=False, has_file=False)[0]
    write(folder / "connect_app.json", {
        "label": LABEL.decode(), "noise": NOISE_NAME.decode(), "cases": [pairing, zero, known, sandboxed],
        "refused": {
            "identities": [key.hex() for key in refused_identities()],
            "agreement_keys": [key.hex() for key in refused_agreement_keys()],
            "manifests": [compact(value).decode() for value in refused_manifests()],
        },
    })

    file = records(pairing, consumer, provider)
    # The same two keys from the start again, for the frames around the key changes.
    _, consumer, provider = handshake(
        "pairing", manifest=manifest, status="pending", reveal=True)
    file["rekey"] = {
        "interval": REKEY_INTERVAL,
        "C->P": frames_around_rekey(consumer, provider),
        "P->C": frames_around_rekey(provider, consumer),
    }
    write(folder / "records.json", file)


def write(path, value):
    path.write_text(json.dumps(value, indent=2, ensure_ascii=False) + "\n", encoding="utf-8")
    print(path.name, path.stat().st_size, "bytes")


if __name__ == "__main__":
    main()
