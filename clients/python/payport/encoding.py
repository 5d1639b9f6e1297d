"""The encodings that all chapters share: base64url, length prefixes and strict JSON."""

from __future__ import annotations

import base64
import json
import re
from typing import Any

from .errors import InvalidArgument, ProtocolViolation

_BASE64URL = re.compile(r"[A-Za-z0-9_-]*")
_HALF_PAIR = re.compile("[\ud800-\udfff]")
DEEPEST = 32


def to_base64url(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode("ascii")


def from_base64url(text: object, size: int | None = None) -> bytes:
    """Decodes the one spelling that an encoder produces, and refuses every other with `ValueError`."""
    if not isinstance(text, str) or not _BASE64URL.fullmatch(text):
        raise ValueError("it is not base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if to_base64url(data) != text:
        raise ValueError("it is not the base64url that an encoder writes")
    if size is not None and len(data) != size:
        raise ValueError(f"it has {len(data)} bytes instead of {size}")
    return data


def length_prefixed(*fields: bytes) -> bytes:
    """LP(x) of each field: `int.to_bytes` refuses a field that is too long for its two bytes."""
    return b"".join(len(field).to_bytes(2, "big") + field for field in fields)


def split_length_prefixed(data: bytes, sizes: tuple[int, ...]) -> list[bytes]:
    """Splits `data` into fields of exactly these sizes."""
    fields = []
    for size in sizes:
        if int.from_bytes(data[:2], "big") != size or len(data) < 2 + size:
            raise ProtocolViolation("a field of the handshake has a wrong size")
        fields.append(data[2:2 + size])
        data = data[2 + size:]
    if data:
        raise ProtocolViolation("something follows the last field of the handshake")
    return fields


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a member occurs twice")
    return value


def _no_constant(name: str) -> None:
    raise ValueError(f"{name} is not JSON")


def parse_json(data: bytes) -> Any:
    """Reads RFC 8259 JSON and refuses what 4.1 refuses, with `ValueError`."""
    text = data.decode("utf-8")
    if text.startswith("\ufeff"):
        raise ValueError("it begins with a byte order mark")
    try:
        value = json.loads(text, object_pairs_hook=_unique, parse_constant=_no_constant)
        # Only an escape can bring half of a surrogate pair into a text that was UTF-8.
        if "\\u" in text and _HALF_PAIR.search(json.dumps(value, ensure_ascii=False)):
            raise ValueError("half of a surrogate pair is not text")
        if _depth(value) > DEEPEST:
            raise ValueError("it is nested too deeply")
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    return value


def _depth(value: Any) -> int:
    if isinstance(value, dict):
        return 1 + max(map(_depth, value.values()), default=0)
    if isinstance(value, list):
        return 1 + max(map(_depth, value), default=0)
    return 0


def write_json(value: Any) -> bytes:
    try:
        return json.dumps(value, separators=(",", ":"), ensure_ascii=False, allow_nan=False).encode("utf-8")
    except (UnicodeEncodeError, TypeError):
        raise InvalidArgument("An argument is not a text that can be sent.") from None
