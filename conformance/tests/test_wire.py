"""The wire's own rules: what it refuses, and what it reads."""

import os

import pytest

from conformance.wire import Refused, discovery
from conformance.wire.frames import (
    BINARY, CLOSE, CONTINUATION, PING, TEXT, Frame, FrameError, FrameReader, MessageReader)
from conformance.wire.identity import Identity
from conformance.wire.records import GOODBYE, LARGEST_MESSAGE, LAST, MORE, Assembler
from conformance.wire.text import decode, encode, parse

KEY = Identity(bytes(32)).public


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536])
@pytest.mark.parametrize("mask", [False, True])
def test_frames_are_read_as_they_are_written(size, mask):
    frame = Frame(BINARY, os.urandom(size))
    data = frame.encode(mask)
    reader = FrameReader(masked=mask)
    assert reader.feed(data[:-1]) == [] if size else True
    assert FrameReader(masked=mask).feed(data) == [frame]


@pytest.mark.parametrize("data, code", [
    (Frame(BINARY, b"x").encode(False), 1002), (Frame(BINARY, b"x", reserved=4).encode(True), 1002),
    (Frame(3).encode(True), 1002), (Frame(PING, b"", final=False).encode(True), 1002),
    (Frame(PING, bytes(126)).encode(True), 1002), (Frame(BINARY, b"x").encode(True, 2), 1002),
    (Frame(BINARY, bytes(300)).encode(True, 8), 1002), (b"\x82\xff" + (1 << 20 | 1).to_bytes(8, "big"), 1009)])
def test_broken_frames(data, code):
    with pytest.raises(FrameError) as error:
        FrameReader(masked=True).feed(data)
    assert error.value.code == code


@pytest.mark.parametrize("frames, code", [
    ([Frame(CONTINUATION, b"x")], 1002), ([Frame(TEXT, b"x", final=False), Frame(TEXT, b"y")], 1002),
    ([Frame(TEXT, b"\xff")], 1007), ([Frame(CLOSE, b"\x03")], 1002), ([Frame(CLOSE, b"\x03\xec")], 1002)])
def test_broken_messages(frames, code):
    reader = MessageReader()
    with pytest.raises(FrameError) as error:
        for frame in frames:
            reader.take(frame)
    assert error.value.code == code


def test_a_message_of_several_frames():
    reader = MessageReader()
    assert reader.take(Frame(TEXT, b"a", final=False)) is None
    assert reader.take(Frame(PING, b"p")) == Frame(PING, b"p")
    assert reader.take(Frame(CONTINUATION, b"b")) == "ab"


@pytest.mark.parametrize("records", [
    [(3, b"")], [(MORE, b"")], [(GOODBYE, b"x")], [(MORE, b"x"), (GOODBYE, b"")], [(GOODBYE, b""), (LAST, b"")],
    [(MORE, bytes(LARGEST_MESSAGE)), (LAST, b"x")]])
def test_records_that_break_a_rule(records):
    assembler = Assembler()
    with pytest.raises(Refused):
        for flag, data in records:
            assembler.take(flag, data)


@pytest.mark.parametrize("text", ["AA==", "A", "AB", "A A", "A+", "AA\n"])
def test_other_base64(text):
    with pytest.raises(ValueError):
        decode(text)


@pytest.mark.parametrize("text", [
    b'{"a":1,"a":2}', b'{"a":1,"\\u0061":2}', b"\xef\xbb\xbf{}", b"{}{}", b"[NaN]", b'["\\ud800"]', b"\xff",
    b"[" * 33 + b"]" * 33])
def test_other_json(text):
    with pytest.raises(ValueError):
        parse(text)


def test_json_keeps_how_a_number_was_written():
    assert parse(b"[1, 1.0, 1e1]") == [1, "1.0", "1e1"]


@pytest.mark.parametrize("changes", [
    {"v": 2}, {"v": True}, {"url": "ws://192.0.2.1:1/v1"}, {"url": "ws://127.0.0.1:01/v1"}, {"pid": "1"}, {"pid": 0},
    {"k_local": encode(bytes(31))}, {"provider_id": encode(b"\x01" + bytes(31))}, {"versions": "2-1"}, {"services": []},
    {"on_demand": 1}, {"name": "purse"}, {"boot_nonce": None}])
def test_discovery_files_that_are_refused(changes):
    with pytest.raises(Refused):
        discovery.Discovery.read(
            discovery.compact(discovery.describe("127.0.0.1:1", "wallet", KEY, **changes)).encode(), "wallet")


def test_a_discovery_file_is_published_privately_and_withdrawn_only_by_its_writer(tmp_path):
    data = discovery.publish(tmp_path, discovery.describe("127.0.0.1:1", "wallet", KEY), "wallet")
    assert discovery.find(tmp_path, "wallet").bytes == data
    discovery.withdraw(tmp_path, "wallet", b"another")
    assert discovery.find(tmp_path, "wallet").bytes == data
    os.chmod(tmp_path / "providers" / "wallet.json", 0o640)
    with pytest.raises(Refused, match="2.4"):
        discovery.find(tmp_path, "wallet")
    discovery.withdraw(tmp_path, "wallet", data)
    with pytest.raises(FileNotFoundError):
        discovery.find(tmp_path, "wallet")
