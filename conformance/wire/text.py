"""Base64url, fields with a length, and JSON, as strictly as the specification reads them."""

import base64
import json
import re
from typing import Any

DEEPEST = 32


def encode(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def decode(text: str, size: int | None = None) -> bytes:
    """The bytes, if this is the one spelling that an encoder produces."""
    if not isinstance(text, str) or not re.fullmatch(r"[A-Za-z0-9_-]*", text):
        raise ValueError("not base64url")
    data = base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))
    if encode(data) != text:
        raise ValueError("not the canonical base64url")
    if size is not None and len(data) != size:
        raise ValueError(f"{len(data)} bytes instead of {size}")
    return data


def lp(*fields: bytes) -> bytes:
    for field in fields:
        if len(field) > 0xFFFF:
            raise ValueError("a field is too long for its length")
    return b"".join(len(field).to_bytes(2, "big") + field for field in fields)


def split_lp(data: bytes, count: int) -> list[bytes]:
    fields = []
    for _ in range(count):
        size = int.from_bytes(data[:2], "big")
        if len(data) < 2 + size:
            raise ValueError("a field is cut short")
        fields.append(data[2:2 + size])
        data = data[2 + size:]
    if data:
        raise ValueError("something follows the last field")
    return fields


class Digits(str):
    """A number with a fraction or an exponent, as it was written."""


def _object(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) != len(pairs):
        raise ValueError("a member occurs twice")
    return value


def _constant(text: str) -> None:
    raise ValueError(f"{text} is not JSON")


def _inspect(value: Any, depth: int) -> None:
    if isinstance(value, str):
        value.encode("utf-8")
    elif isinstance(value, (dict, list)):
        if depth >= DEEPEST:
            raise ValueError("nested too deeply")
        for inner in value.values() if isinstance(value, dict) else value:
            _inspect(inner, depth + 1)
        if isinstance(value, dict):
            for name in value:
                name.encode("utf-8")


def parse(text: bytes | str) -> Any:
    """The value of a JSON text by 4.1. A number with a fraction or an exponent becomes `Digits`."""
    if isinstance(text, bytes):
        text = text.decode("utf-8")
    if text.startswith("\ufeff"):
        raise ValueError("a byte order mark")
    try:
        value = json.loads(text, object_pairs_hook=_object, parse_constant=_constant, parse_float=Digits)
    except RecursionError as error:
        raise ValueError("nested too deeply") from error
    _inspect(value, 0)
    return value


def compact(value: Any) -> str:
    return json.dumps(value, separators=(",", ":"), ensure_ascii=False)
