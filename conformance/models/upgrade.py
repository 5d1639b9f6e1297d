"""The request for the upgrade, judged as 1.3 says."""

import base64
import re
from dataclasses import dataclass

from ..wire.channel import accept_key

LARGEST = 4_096
TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
REQUEST = re.compile(rb"GET ([\x21-\x7e]+) HTTP/1\.1")
FIELD = re.compile(rb"([!#$%&'*+.^_`|~0-9A-Za-z-]+):([\t\x20-\x7e\x80-\xff]*)")
PHRASES = {400: "Bad Request", 403: "Forbidden", 426: "Upgrade Required"}


@dataclass
class Answer:
    """What is sent; nothing is sent for a status of 0."""

    status: int
    offered: str = ""
    key: str = ""

    def encode(self) -> bytes:
        if self.status == 101:
            return (f"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                    f"Sec-WebSocket-Accept: {accept_key(self.key)}\r\n"
                    "Sec-WebSocket-Protocol: payport.v1\r\n\r\n").encode()
        if not self.status:
            return b""
        version = "Sec-WebSocket-Version: 13\r\n" if self.status == 426 else ""
        return (f"HTTP/1.1 {self.status} {PHRASES[self.status]}\r\n{version}"
                "Content-Length: 0\r\nConnection: close\r\n\r\n").encode()


def fields_of(head: bytes) -> tuple[str, dict[str, str]] | None:
    """The target and the fields of a head in the strict form; None if it is not."""
    if not head.endswith(b"\r\n\r\n") or len(head) > LARGEST:
        return None
    first, *lines = head[:-4].split(b"\r\n")
    request = REQUEST.fullmatch(first)
    if not request:
        return None
    fields: dict[str, str] = {}
    for line in lines:
        field = FIELD.fullmatch(line)
        if not field:
            return None
        name, value = field[1].decode().lower(), field[2].decode("latin-1").strip(" \t")
        fields[name] = f"{fields[name]},{value}" if name in fields else value
    if "transfer-encoding" in fields or fields.get("content-length", "0") != "0":
        return None
    return request[1].decode(), fields


def is_key(text: str) -> bool:
    try:
        return len(base64.b64decode(text, validate=True)) == 16 and len(text) == 24
    except ValueError:
        return False


def _tolerable_host(host: str | None, authorities: set[str], tolerated: frozenset[str]) -> bool:
    if host is None:
        return "no host" in tolerated
    return "host without port" in tolerated and host in {entry.rpartition(":")[0] for entry in authorities}


def judge(head: bytes, authorities: set[str], origins: list[str], tolerated: frozenset[str] = frozenset()) -> Answer:
    """The answer to a head. `tolerated` names what is let in although it should not be."""
    found = fields_of(head)
    if found is None:
        return Answer(0)
    target, fields = found
    if fields.get("upgrade", "").lower() != "websocket":
        return Answer(0)
    if target != "/v1" and not (target in ("/v1/", "/v1?") and target in tolerated):
        return Answer(403)
    if "origin" in fields and fields["origin"] not in origins and not (
            fields["origin"] in ("null", "") and f"origin {fields['origin']}".strip() in tolerated):
        return Answer(403)
    if fields.get("host") not in authorities and not _tolerable_host(fields.get("host"), authorities, tolerated):
        return Answer(403)
    if fields.get("sec-websocket-version") != "13" and not (
            "old version" in tolerated and "sec-websocket-version" in fields):
        return Answer(426)
    connection = [element.strip().lower() for element in fields.get("connection", "").split(",")]
    if "upgrade" not in connection or not is_key(fields.get("sec-websocket-key", "")):
        return Answer(400)
    offered = fields.get("sec-websocket-protocol", "")
    elements = [element.strip(" \t") for element in offered.split(",")]
    if "capital subprotocol" in tolerated:
        elements = [element.lower() for element in elements]
    count = sum(line.lower().startswith(b"sec-websocket-protocol:") for line in head.split(b"\r\n"))
    single = count == 1 or "two fields of subprotocols" in tolerated
    if not single or "payport.v1" not in elements or not all(TOKEN.fullmatch(element) for element in elements):
        return Answer(403)
    return Answer(101, offered, fields["sec-websocket-key"])
