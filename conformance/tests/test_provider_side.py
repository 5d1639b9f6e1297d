"""What the provider mode is built of: the reader of answers, the line, adapters, and the table of reasons."""

import re
import socket
import sys
import threading

import pytest

from conformance.adapter import Adapter, Refusal, command_of
from conformance.provider.line import Ended, Line, Silence
from conformance.provider.reasons import NUMBERS
from conformance.provider.simple_yaml import NotRead, read
from conformance.report import NotApplicable, Violation
from conformance.schemas import PROTOCOL
from conformance.wire.frames import BINARY, CLOSE, Frame


def test_every_reason_of_the_specification_has_its_number():
    text = (PROTOCOL / "6-errors.md").read_text("utf-8")
    rows = re.findall(r"^\| (-?\d+) \| `(\w+)` \|", text, re.M)
    of_the_layer = ("unknown_member", "duplicate_id")  # 6.3: they share a number
    assert {reason: int(number) for number, reason in rows if reason not in of_the_layer} == NUMBERS


@pytest.mark.parametrize("text, value", [
    ("a: 1\nb: x # why\nc: \"#x\" # y\n", {"a": 1, "b": "x", "c": "#x"}),
    ("a:\n  b:\n    c: null\n  d: []\n", {"a": {"b": {"c": None}, "d": []}}),
    ("a:\n  - b: 1\n    c: 2\n  - d\n", {"a": [{"b": 1, "c": 2}, "d"]}),
    ("a:\n- x\n- 'it''s'\n", {"a": ["x", "it's"]}),
    ("a: # comment\n  b: 0.50\n", {"a": {"b": "0.50"}}),
    ("a: [!CHN, \"!DEU\"]\nb: true\nc: {}\n", {"a": ["!CHN", "!DEU"], "b": True, "c": {}}),
    ("url: \"ltc:x?amount=1 # no\"\n", {"url": "ltc:x?amount=1 # no"})])
def test_yaml_of_answers(text, value):
    assert read(text) == value


@pytest.mark.parametrize("text", ["a: 1\n   b: 2\n", "just text\n"])
def test_other_yaml_is_not_guessed(text):
    with pytest.raises(NotRead):
        read(text)


@pytest.fixture
def peer():
    """A server that sends what it is given to the first connection."""
    kept = []
    with socket.create_server(("127.0.0.1", 0)) as server:
        def serve(data, close=True):
            def run():
                connection, _ = server.accept()
                connection.sendall(data)
                if close:
                    connection.shutdown(socket.SHUT_WR)
                kept.append(connection)
            threading.Thread(target=run, daemon=True).start()
            return Line(f"127.0.0.1:{server.getsockname()[1]}")
        yield serve
    for connection in kept:
        connection.close()


def close_frame(code, text=b""):
    return Frame(CLOSE, code.to_bytes(2, "big") + text).encode(mask=False)


def test_an_end_is_told_with_its_code(peer):
    peer(close_frame(1008)).expect_end(1008)


@pytest.mark.parametrize("data, code", [
    (close_frame(1002), 1008), (close_frame(1008, b"why"), 1008), (b"", 1008),
    (Frame(BINARY, b"x").encode(mask=False), 1008),
    (b"\x88\x82abcdxx", 1008)])
def test_another_end_is_a_violation(peer, data, code):
    with pytest.raises(Violation):
        peer(data).expect_end(code)


def test_silence_is_a_violation(peer):
    with pytest.raises(Silence):
        peer(b"", close=False).expect_end(1008, seconds=0.05)


def test_messages_come_before_the_end(peer):
    line = peer(Frame(BINARY, b"one").encode(mask=False) + close_frame(1000))
    assert line.receive() == b"one"
    with pytest.raises(Ended):
        line.receive()


ADAPTER = """
from conformance.adapters.serve import Cannot, Failed, serve
def cannot(): raise Cannot("no network")
def failed(): raise Failed("too late")
def broken(): return 1 / 0
serve({"add": lambda a, b: {"sum": a + b}, "cannot": cannot, "failed": failed, "broken": broken,
       "nothing": lambda: None})
"""


@pytest.fixture
def adapter():
    found = Adapter([sys.executable, "-c", ADAPTER])
    yield found
    found.close()


def test_an_adapter_answers(adapter):
    assert adapter.do("add", a=1, b=2) == {"sum": 3}
    assert adapter.do("nothing") == {}
    for verb in ("cannot", "unknown"):
        with pytest.raises(NotApplicable):
            adapter.do(verb)
    for verb in ("failed", "broken"):
        with pytest.raises(Refusal):
            adapter.do(verb)
    assert adapter.do("add", a=2, b=2) == {"sum": 4}


def test_an_adapter_that_ends_at_a_verb_is_told():
    adapter = Adapter([sys.executable, "-c", "input(); raise SystemExit('no program')"])
    with pytest.raises(Refusal, match="ended"):
        adapter.do("describe")
    adapter.close()


def test_an_adapter_that_ended_before_is_told():
    adapter = Adapter([sys.executable, "-c", "raise SystemExit('no program')"])
    adapter.process.wait()
    with pytest.raises(Refusal, match="ended"):
        adapter.do("describe")
    adapter.close()


def test_a_command_is_the_name_of_an_adapter_or_words():
    assert command_of("payd")[1:] == ["-m", "conformance.adapters.payd"]
    assert command_of(f"{sys.executable} --fast") == [sys.executable, "--fast"]


@pytest.mark.parametrize("words", ["./no-such-program --fast", "no-such-program", ""])
def test_a_program_that_is_not_there_is_told(words):
    with pytest.raises(Refusal):
        command_of(words)
