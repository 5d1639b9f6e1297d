"""Chapter 1.4 and 1.5: WebSocket frames, before and in a session."""

from ...report import require
from ...wire.frames import BINARY, CLOSE, CONTINUATION, PING, PONG, TEXT, Frame
from ...wire.records import LAST
from ..line import cut
from ..registry import case

MUST = "It ends the connection with 1002 for"


def _masked(opcode, payload=b"", **how):
    return Frame(opcode, payload, **how).encode(mask=True)


def _wide(size):
    return Frame(TEXT, b"hello").encode(mask=True, length_bytes=size)


def _closing(code, reason=b""):
    return _masked(CLOSE, code.to_bytes(2, "big") + reason)


BROKEN = [
    ("a frame that is not masked", 1002, Frame(TEXT, b"{}").encode(mask=False)),
    ("the first reserved bit", 1002, _masked(TEXT, b"{}", reserved=4)),
    ("the second reserved bit", 1002, _masked(TEXT, b"{}", reserved=2)),
    ("the third reserved bit", 1002, _masked(TEXT, b"{}", reserved=1)),
    ("the opcode 3", 1002, _masked(3, b"{}")),
    ("the opcode 11", 1002, _masked(11)),
    ("a length of 16 bits that fits 7", 1002, _wide(2)),
    ("a length of 64 bits that fits 16", 1002, _wide(8)),
    ("a continuation without a message", 1002, _masked(CONTINUATION, b"{}")),
    ("a new message inside of another", 1002, _masked(TEXT, b"{", final=False) + _masked(TEXT, b"}")),
    ("a fragmented ping", 1002, _masked(PING, b"", final=False)),
    ("a ping of 126 bytes", 1002, _masked(PING, bytes(126))),
    ("a close frame of one byte", 1002, _masked(CLOSE, b"\x03")),
    ("the close code 999", 1002, _closing(999)),
    ("the close code 1004", 1002, _closing(1004)),
    ("the close code 1005", 1002, _closing(1005)),
    ("the close code 1006", 1002, _closing(1006)),
    ("the close code 1015", 1002, _closing(1015)),
    ("the close code 2999", 1002, _closing(2999)),
    ("the close code 5000", 1002, _closing(5000)),
    ("a close reason that is not UTF-8", 1007, _closing(1000, b"\xff")),
    ("a text that is not UTF-8", 1007, _masked(TEXT, b"\xc3\x28")),
    ("a text that ends within a character", 1007, _masked(TEXT, b"\xe2\x82")),
    ("a text with half of a surrogate pair in UTF-8", 1007, _masked(TEXT, b"\xed\xa0\x80")),
    ("a text of 32,769 bytes before the handshake is complete", 1008, _masked(TEXT, b" " * 32_769)),
    ("a frame that announces more than 1 MiB", 1009, bytes([0x82, 0xFF]) + (1_048_577).to_bytes(8, "big") + bytes(4)),
    ("a binary message before the handshake", 1008, _masked(BINARY, bytes(17))),
    ("an empty text before the handshake", 1008, _masked(TEXT)),
    ("101 pings within a second", 1008, _masked(PING) * 101),
    ("101 pongs within a second", 1008, _masked(PONG) * 101),
    ("a message in 4,097 frames", 1008,
     _masked(TEXT, b" ", final=False) + _masked(CONTINUATION, b" ", final=False) * 4_095 + _masked(CONTINUATION, b" ")),
]


def _ends(code, data):
    def run(bench):
        line = bench.line()
        line.upgrade()
        line.send(data)
        line.expect_end(code)
        line.close()
    return run


for _number, (_what, _code, _data) in enumerate(BROKEN, 100):
    case(f"P1.{_number}", "1.4", MUST if _code == 1002 else "The close codes of 1.5",
         f"{_what}: {_code}")(_ends(_code, _data))


@case("P1.140", "1.4", "Pings MUST be answered with pongs", "a ping is answered by a pong with its payload")
def pong(bench):
    session = bench.app().connect()
    for payload in (b"", b"x", bytes(125)):
        session.line.frame(PING, payload)
        answer = session.line.receive()
        require(isinstance(answer, Frame) and answer.payload == payload,
                "the answer to a ping is no pong with its payload")
    session.close()


@case("P1.141", "1.4", "A message MAY be fragmented by WebSocket",
      "a record in several frames, with a ping inside, is one record")
def fragments(bench):
    session = bench.app().connect()
    record = session.sealer.seal(LAST, b'{"jsonrpc":"2.0","id":77,"method":"get_session"}')
    first, second, third = cut(record, 10, 11)
    session.line.frame(BINARY, first, final=False)
    session.line.frame(PING, b"inside")
    session.line.frame(CONTINUATION, second, final=False)
    session.line.frame(CONTINUATION, b"", final=False)
    session.line.frame(CONTINUATION, third)
    session.answer(77, "get_session")
    session.close()


@case("P1.142", "1.4", "a message MAY be fragmented into at most 4,096 frames", "a record in 4,096 frames is accepted")
def most_frames(bench):
    session = bench.app().connect()
    request = b'{"jsonrpc":"2.0","id":77,"method":"get_session"}'.ljust(4_096 - 17)
    record = session.sealer.seal(LAST, request)
    frames = [_masked(BINARY if place == 0 else CONTINUATION, record[place:place + 1], final=place == 4_095)
              for place in range(4_096)]
    session.line.send(b"".join(frames))
    session.answer(77, "get_session")
    session.close()


@case("P1.143", "1.5", "A provider answers a close frame; nothing is left open",
      "a close frame is answered with one of the same code")
def closes(bench):
    line = bench.line()
    line.upgrade()
    line.frame(CLOSE, (1000).to_bytes(2, "big"))
    line.expect_end(1000)
    line.close()


@case("P1.144", "1.4", "The provider reads frames strictly", "bytes that arrive one by one are read all the same")
def byte_by_byte(bench):
    line = bench.line()
    head = line.head()
    for place in range(len(head) - 1):
        line.send(head[place:place + 1])
    answer = line.answer_to(head[-1:])
    require(answer.startswith(b"HTTP/1.1 101 "), "the upgrade was refused")
    for byte in _masked(PING, b"slow"):
        line.send(bytes([byte]))
    require(isinstance(line.receive(), Frame), "a ping in single bytes is not answered")
    line.close()


@case("P1.145", "1.4", "the provider ends the connection with 1009 as soon as the message is larger than 1 MiB",
      "fragments that come to more than 1 MiB end a session with 1009")
def too_large_in_parts(bench):
    session = bench.app().connect()
    session.line.frame(BINARY, bytes(1 << 19), final=False)
    session.line.frame(CONTINUATION, bytes(1 << 19), final=False)
    session.line.frame(CONTINUATION, b"x", final=False)
    session.line.expect_end(1009)
    session.close()


@case("P1.146", "7", "time from the TCP connection to the first record: 5 s",
      "a connection that sends nothing is closed without a byte, one "
      "that only upgrades with 1008", fresh=True)
def deadline(bench):
    bench.start({"limits.handshake_seconds": 4})
    idle, upgraded = bench.line(), bench.line()
    upgraded.upgrade()
    upgraded.expect_end(1008, 15)
    require(idle.answer_to(b"", 15) == b"", "it was told something")


@case("P1.147", "1.3",
      "the provider drops the socket that has made the least progress, and the oldest one where several have made "
      "equally little", "idle connections do not keep an app out", fresh=True)
def least_progress(bench):
    bench.start({"limits.unauthenticated_sockets": 4})
    app = bench.app()
    app.hang_up()
    idle = [bench.line() for _ in range(3)]
    upgraded = bench.line()
    upgraded.upgrade()
    app.connect().close()
    require(idle[0].answer_to(b"") == b"", "the oldest idle connection was told something")
    upgraded.frame(PING, b"still here")
    require(isinstance(upgraded.receive(), Frame), "the connection that had made more progress is not there any more")
