"""Chapter 1.2 and 1.3: which connections become a WebSocket, and how others are refused."""

import os
import socket
import time

from ...report import NotApplicable, require
from ..line import ACCEPT, PATIENCE
from ..registry import case


def _answer(bench, request):
    line = bench.line()
    try:
        return line.answer_to(request)
    finally:
        line.close()


def _field(head, name):
    values = [line.partition(b":")[2].strip() for line in head.split(b"\r\n")[1:]
              if line.partition(b":")[0].lower() == name.lower().encode()]
    return b",".join(values).decode() if values else None


@case("P1.01", "1.2", "The provider answers 101 with Sec-WebSocket-Protocol: payport.v1",
      "a proper upgrade is accepted")
def accepted(bench):
    line = bench.line()
    head = line.upgrade()
    require(_field(head, "Sec-WebSocket-Protocol") == "payport.v1", "the subprotocol is not selected")
    require(_field(head, "Sec-WebSocket-Accept") == ACCEPT, "Sec-WebSocket-Accept is not that of the key")
    line.close()


@case("P1.02", "1.2", "the provider ignores offers and accepts none", "no extension is accepted")
def no_extension(bench):
    line = bench.line()
    head = line.upgrade(**{"Sec-WebSocket-Extensions": "permessage-deflate; client_max_window_bits"})
    require(_field(head, "Sec-WebSocket-Extensions") is None, "an extension was accepted")
    line.close()


@case("P1.03", "1.2", "Sec-WebSocket-Protocol holds the subprotocols in order of preference",
      "payport.v1 is found among others, and the whole offer is in the prologue")
def one_of_several(bench):
    for offered in ("payport.v2, payport.v1", "payport.v1,x"):
        bench.stranger().connect(offered=offered).close()


@case("P1.04", "1.3", "Host may be one of the bound addresses with the port, or localhost with the port",
      "localhost is accepted as the host")
def localhost(bench):
    line = bench.line()
    line.upgrade(Host="localhost:" + line.authority.rsplit(":", 1)[1])
    line.close()


@case("P1.05", "1.1", "A provider MUST bind loopback addresses only",
      "the port is not open on other addresses of the machine")
def loopback_only(bench):
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        try:
            probe.connect(("192.0.2.1", 9))
            address = probe.getsockname()[0]
        except OSError:
            raise NotApplicable("this machine has no address but loopback") from None
    if address.startswith("127."):
        raise NotApplicable("this machine has no address but loopback")
    try:
        socket.create_connection((address, int(bench.discovery().authority.rsplit(":", 1)[1])), 2).close()
    except OSError:
        return
    require(False, "the port is open on an address that is not loopback")


@case("P1.07", "1.1", "The provider MUST NOT share the port with another socket (SO_REUSEPORT)",
      "no other program can listen at the same port")
def not_shared(bench):
    host, port = bench.discovery().authority.rsplit(":", 1)
    host = "127.0.0.1" if host == "localhost" else host.strip("[]")
    with socket.socket(socket.AF_INET6 if ":" in host else socket.AF_INET) as other:
        other.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
        try:
            other.bind((host, int(port)))
        except OSError:
            return
    require(False, f"another program of the same user can listen at {host}:{port}, too")


@case("P1.06", "1.2", "Such a list is for apps that run in a browser", "an origin that the owner listed may connect",
      fresh=True)
def listed_origin(bench):
    bench.start({"origins": ["https://shop.example"]})
    line = bench.line()
    line.upgrade(Origin="https://shop.example")
    line.close()
    for other in ("https://shop.example.evil", "https://SHOP.example", "http://shop.example", "https://shop.example/"):
        line = bench.line()
        answer = line.answer_to(line.head({"Origin": other}))
        line.close()
        require(answer.startswith(b"HTTP/1.1 403 "), f"the origin {other} was not refused")


NOBODY = 65_534


def _as_another_user(authority, head):
    """What a program of another user reads after the head of an upgrade; a process of its own takes on that user."""
    reading, writing = os.pipe()
    child = os.fork()
    if not child:
        try:
            os.setgroups([])
            os.setgid(NOBODY)
            os.setuid(NOBODY)
            host, port = authority.rsplit(":", 1)
            with socket.create_connection((host.strip("[]"), int(port)), PATIENCE) as line:
                line.sendall(head)
                os.write(writing, line.recv(65_536))
        except ConnectionError:
            pass
        finally:
            os._exit(0)
    os.close(writing)
    with os.fdopen(reading, "rb") as answer:
        found = answer.read()
    os.waitpid(child, 0)
    return found


@case("P1.148", "1.3", "Before the upgrade the provider MUST refuse a peer socket that belongs to another user",
      "a program of another user of the machine gets no byte")
def other_user(bench):
    if os.geteuid():
        raise NotApplicable("only root can run a program of another user")
    line = bench.line()
    head = line.head()
    line.close()
    answer = _as_another_user(line.authority, head)
    require(answer == b"", f"a program of the user {NOBODY} was answered with {answer[:40]!r}")


# What is refused: the status that has to be answered, or None where the connection ends without a byte.
def _changed(**fields):
    return lambda line: line.head({name.replace("_", "-"): value for name, value in fields.items()})


def _more(*fields):
    return lambda line: line.head(more=fields)


def _first(text):
    return lambda line: line.head(line=text)


def _port(line):
    return line.authority.rsplit(":", 1)[1]


REFUSED = [
    ("an Origin", 403, _changed(Origin="https://evil.example")),
    ("the Origin null", 403, _changed(Origin="null")),
    ("an empty Origin", 403, _changed(Origin="")),
    ("an Origin on loopback", 403, lambda line: line.head({"Origin": "http://" + line.authority})),
    ("a Host of another name", 403, lambda line: line.head({"Host": "evil.example:" + _port(line)})),
    ("a Host without the port", 403, _changed(Host="127.0.0.1")),
    ("the Host 0.0.0.0", 403, lambda line: line.head({"Host": "0.0.0.0:" + _port(line)})),
    ("a Host with another port", 403, _changed(Host="127.0.0.1:1")),
    ("no Host", 403, _changed(Host=None)),
    ("two Hosts", 403, lambda line: line.head(more=["host: " + line.authority])),
    ("another path", 403, _first("GET / HTTP/1.1")),
    ("a path that is only equivalent", 403, _first("GET //v1 HTTP/1.1")),
    ("a path with dots", 403, _first("GET /x/../v1 HTTP/1.1")),
    ("a path with a slash behind", 403, _first("GET /v1/ HTTP/1.1")),
    ("a query", 403, _first("GET /v1?x=1 HTTP/1.1")),
    ("an empty query", 403, _first("GET /v1? HTTP/1.1")),
    ("a percent-encoded path", 403, _first("GET /%761 HTTP/1.1")),
    ("a whole URL as the target", 403, lambda line: line.head(line=f"GET http://{line.authority}/v1 HTTP/1.1")),
    ("the version 8 of WebSocket", 426, _changed(Sec_WebSocket_Version="8")),
    ("no version of WebSocket", 426, _changed(Sec_WebSocket_Version=None)),
    ("a Connection without upgrade", 400, _changed(Connection="keep-alive")),
    ("no Connection", 400, _changed(Connection=None)),
    ("no key", 400, _changed(Sec_WebSocket_Key=None)),
    ("a key of 15 bytes", 400, _changed(Sec_WebSocket_Key="AAAAAAAAAAAAAAAAAAAA")),
    ("a key that is not base64", 400, _changed(Sec_WebSocket_Key="dGhlIHNhbXBsZSBub25jZ!==")),
    ("no subprotocol", 403, _changed(Sec_WebSocket_Protocol=None)),
    ("other subprotocols only", 403, _changed(Sec_WebSocket_Protocol="payport.v2, chat")),
    ("a subprotocol in capital letters", 403, _changed(Sec_WebSocket_Protocol="PAYPORT.V1")),
    ("a subprotocol that is no token", 403, _changed(Sec_WebSocket_Protocol="payport.v1, a b")),
    ("two fields of subprotocols", 403, _more("Sec-WebSocket-Protocol: payport.v1")),
    ("no Upgrade", None, _changed(Upgrade=None)),
    ("another Upgrade", None, _changed(Upgrade="h2c")),
    ("a POST", None, _first("POST /v1 HTTP/1.1")),
    ("the method get", None, _first("get /v1 HTTP/1.1")),
    ("HTTP/1.0", None, _first("GET /v1 HTTP/1.0")),
    ("HTTP/2", None, lambda line: b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"),
    ("two spaces in the first line", None, _first("GET  /v1 HTTP/1.1")),
    ("no target", None, _first("GET HTTP/1.1")),
    ("a blank before a colon", None, _more("X-Field : 1")),
    ("a folded line", None, _more("X-Field: 1", " more")),
    ("a name that is no token", None, _more("X(Field): 1")),
    ("a field without a colon", None, _more("X-Field")),
    ("a NUL in a value", None, _more("X-Field: a\0b")),
    ("line feeds alone", None, lambda line: line.head().replace(b"\r\n", b"\n") + b"\r\n\r\n"),
    ("a carriage return within a value", None, _more("X-Field: a\rb")),
    ("a Transfer-Encoding", None, _more("Transfer-Encoding: chunked")),
    ("a Content-Length", None, _more("Content-Length: 5")),
    ("bytes behind the head", None, lambda line: line.head() + b"\x81\x80AAAA"),
    ("a head of 4,097 bytes", None, lambda line: _padded(line, 4_097)),
    ("TLS", None, lambda line: b"\x16\x03\x01\x00\x05\x01\x00\x00\x01\x00\r\n\r\n"),
]


def _padded(line, size):
    head = line.head(more=["X-Field: "])
    return line.head(more=["X-Field: " + "x" * (size - len(head))])


def _refuse(status, request):
    def run(bench):
        line = bench.line()
        answer = line.answer_to(request(line))
        if status is None:
            require(answer == b"", f"it was answered with {answer[:40]!r} instead of closed without a byte")
            return
        require(answer.startswith(b"HTTP/1.1 %d " % status), f"it was answered with {answer[:40]!r}")
        head, _, body = answer.partition(b"\r\n\r\n")
        require(status != 426 or _field(head, "Sec-WebSocket-Version") == "13", "the answer does not name version 13")
        require(not body and line.read(time.monotonic() + PATIENCE) == b"",
                "the answer has a body, or the connection goes on")
        line.close()
    return run


for _number, (_what, _status, _request) in enumerate(REFUSED, 10):
    case(f"P1.{_number}", "1.3", "Before the upgrade the provider MUST refuse the following",
         f"{_what}: {_status or 'closed without a byte'}")(_refuse(_status, _request))


@case("P1.70", "1.2", "The head of the request MUST NOT be longer than 4,096 bytes",
      "a head of 4,096 bytes is accepted")
def longest_head(bench):
    line = bench.line()
    require(line.answer_to(_padded(line, 4_096)).startswith(b"HTTP/1.1 101 "), "it was refused")
    line.close()


@case("P1.71", "1.3", "Upgrade and Connection are compared without regard to case; other fields may have any value",
      "an upgrade in other letters, with other fields, is accepted")
def lenient(bench):
    line = bench.line()
    head = line.head({"Upgrade": "WebSocket", "Connection": "keep-alive, UPGRADE"},
                     more=["User-Agent: x", "Cookie: a=b", "Content-Length: 0"])
    require(line.answer_to(head).startswith(b"HTTP/1.1 101 "), "it was refused")
    line.close()
