"""Chapter 3.6 and 3.8: encrypted records."""

import json

from ...report import require
from ...wire.frames import Frame
from ...wire.records import GOODBYE, LARGEST_PART, LAST, MORE
from ..app import new_id
from ..line import Ended
from ..registry import case

REQUEST = b'{"jsonrpc":"2.0","id":77,"method":"get_session"}'
FAILURE = "a record that is too short or too long, does not open, has an unknown flag, or breaks a rule of 3.6: failure"


def _broken(act):
    def run(bench):
        session = bench.app().connect()
        act(session)
        session.line.expect_end(1008)
        session.close()
    return run


def _flipped(place):
    def act(session):
        record = session.sealer.seal(LAST, REQUEST)
        changed = bytearray(record)
        changed[place] ^= 1
        session.line.binary(bytes(changed))
    return act


def _replayed(session):
    record = session.sealer.seal(LAST, REQUEST)
    session.line.binary(record)
    session.answer(77, "get_session")
    session.line.binary(record)


def _skipped(session):
    session.sealer.seal(LAST, REQUEST)
    session.line.binary(session.sealer.seal(LAST, REQUEST))


def _swapped(session):
    first, second = (session.sealer.seal(LAST, b"[]") for _ in range(2))
    session.line.binary(second)
    session.line.binary(first)


def _with_flag(flag, data=b""):
    return lambda session: session.line.binary(session.sealer.seal(flag, data))


def _goodbye_inside(session):
    session.line.binary(session.sealer.seal(MORE, REQUEST))
    session.line.binary(session.sealer.seal(GOODBYE))


def _too_long_message(session):
    for _ in range(17):
        session.line.binary(session.sealer.seal(MORE, b" " * LARGEST_PART))


def _echoed(session):
    """A record that the provider has sealed, sent back to it."""
    session.request("get_session")
    session.line.binary(session.line.receive())


BROKEN = [
    ("one changed bit at the beginning", _flipped(0)),
    ("one changed bit in the middle", _flipped(30)),
    ("one changed bit at the end", _flipped(-1)),
    ("a record that was replayed", _replayed),
    ("a record that was left out", _skipped),
    ("two records in the wrong order", _swapped),
    ("the provider's own record sent back", _echoed),
    ("a record of 16 bytes", lambda session: session.line.binary(bytes(16))),
    ("an empty record", lambda session: session.line.binary(b"")),
    ("a record of 65,536 bytes",
     lambda session: session.line.binary(session.sealer.seal(LAST, b" " * (LARGEST_PART + 1)))),
    ("the flag 3", _with_flag(3, REQUEST)),
    ("the flag 255", _with_flag(255, REQUEST)),
    ("a part that is empty", _with_flag(MORE)),
    ("a goodbye with data", _with_flag(GOODBYE, b"x")),
    ("a goodbye in the middle of a message", _goodbye_inside),
    ("a message of more than 1,048,576 bytes", _too_long_message),
    ("a text message after the handshake", lambda session: session.line.text(REQUEST.decode())),
]

for _number, (_what, _act) in enumerate(BROKEN, 200):
    case(f"P3.{_number}", "3.8", FAILURE, f"{_what} ends with 1008")(_broken(_act))


@case("P3.220", "3.6",
      "A message is the data of any number of records with flag 1 and of the record with flag 0 that follows them",
      "a request in many small parts is one request")
def small_parts(bench):
    session = bench.app().connect()
    for place in range(len(REQUEST) - 1):
        session.line.binary(session.sealer.seal(MORE, REQUEST[place:place + 1]))
    session.line.binary(session.sealer.seal(LAST, REQUEST[-1:]))
    session.answer(77, "get_session")
    session.close()


@case("P3.221", "3.6", "flag 0: the last or only part of a message; any data", "a last part may be empty")
def empty_last_part(bench):
    session = bench.app().connect()
    session.line.binary(session.sealer.seal(MORE, REQUEST))
    session.line.binary(session.sealer.seal(LAST))
    session.answer(77, "get_session")
    session.close()


@case("P3.222", "3.6", "A message has at most 1,048,576 bytes", "a message of exactly 1,048,576 bytes is read")
def largest_message(bench):
    session = bench.app().connect()
    session.send(REQUEST + b" " * (1_048_576 - len(REQUEST)))
    session.answer(77, "get_session")
    session.close()


@case("P3.223", "3.6", "the sender and the receiver replace the key of that direction after 65,536 records",
      "the key changes after 65,536 records",
      fresh=True)
def change_of_keys(bench):
    bench.start({"limits.requests_per_second": 100_000, "limits.burst": 200_000})
    session = bench.app().connect()
    # One message in parts of a byte each takes the counter past the change without an answer in between.
    message = REQUEST + b" " * (65_536 + 10)
    frames = [Frame(2, session.sealer.seal(MORE, bytes([byte]))).encode(mask=True) for byte in message]
    for place in range(0, len(frames), 2_000):
        session.line.send(b"".join(frames[place:place + 2_000]))
    session.line.binary(session.sealer.seal(LAST))
    session.answer(77, "get_session", seconds=20)
    session.close()


@case("P3.224", "3.6",
      "The other side first sends what is still in its queue, then its own goodbye, and closes with 1000",
      "a goodbye is answered by a goodbye and 1000")
def goodbye(bench):
    session = bench.app().connect()
    session.goodbye()
    session.expect_goodbye(1000)
    session.close()


@case("P3.225", "3.6", "Nothing follows a goodbye; requests that were unanswered stay unanswered",
      "a request after a goodbye has no effect")
def after_goodbye(bench):
    app = bench.app()
    session = app.connect()
    request = {"jsonrpc": "2.0", "id": 5, "method": "new_address_for_currency",
               "params": {"request_id": new_id(), "currency": bench.currency, "label": "after goodbye"}}
    goodbye, record = session.sealer.seal(GOODBYE), session.sealer.seal(LAST, json.dumps(request).encode())
    session.line.send(Frame(2, goodbye).encode(mask=True) + Frame(2, record).encode(mask=True))
    _until_closed(session)
    labels = [a.get("label") for a in app.call("addresses_for_currency", currency=bench.currency)["addresses"]]
    require("after goodbye" not in labels, "a request after a goodbye was carried out")
    session.close()


def _until_closed(session):
    try:
        while True:
            session.receive()
    except Ended as ended:
        require(ended.code in (1000, 1008), f"the connection ended with {ended.code}")


@case("P3.226", "3.8", "anything else: failure", "a second handshake in a session ends with 1008")
def handshake_again(bench):
    session = bench.app().connect()
    session.line.text(session.steps.first_text(bytes(32)))
    session.line.expect_end(1008)
    session.close()
