"""The part of YAML that documents and their answers use (13.1): block style, lists in brackets, texts and numbers."""

from __future__ import annotations

import json
import re
from typing import Any

from .errors import DocumentError

_DEEPEST = 32
_NUMBER = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]+)?([eE][+-]?[0-9]+)?")
_KEY = re.compile(r'("(?:[^"\\]|\\.)*"|[A-Za-z0-9_./-][A-Za-z0-9_ ./-]*?)\s*:(?=\s|$)')
_QUOTED = re.compile(r'"(?:[^"\\]|\\.)*"')
_CONSTANTS = {"null": None, "~": None, "": None, "true": True, "false": False}


def write(fields: dict[str, Any]) -> bytes:
    """A document of texts and integers. Each text is quoted, so that no reader takes it for something else."""
    return "".join(f"{name}: {_quoted(value) if isinstance(value, str) else value}\n"
                   for name, value in fields.items()).encode()


def _quoted(text: str) -> str:
    """In double quotes, with an escape for whatever a reader refuses or a person does not see."""
    return '"' + "".join(
        "\\" + char if char in '"\\' else char if char.isprintable() or ord(char) > 0xFFFF else f"\\u{ord(char):04x}"
        for char in text) + '"'


def read(data: bytes) -> dict[str, Any]:
    """Reads an answer. Numbers stay the texts that were typed, except whole ones."""
    try:
        lines = _Lines(data.decode("utf-8"))
        value = lines.block(0, 0)
    except (UnicodeDecodeError, ValueError, RecursionError):
        raise DocumentError("An answer of the wallet is not the YAML that the specification allows.") from None
    if lines.line is not None or not isinstance(value, dict):
        raise DocumentError("An answer of the wallet is not the YAML that the specification allows.")
    return value


class _Lines:
    """Reads line by line. `line` is the next one that says something, as its indent and its text."""

    def __init__(self, text: str) -> None:
        self._rest = iter(text.replace("\r\n", "\n").split("\n"))
        self.line: tuple[int, str] | None = None
        self._next()

    def _next(self) -> None:
        for raw in self._rest:
            text = _without_comment(raw.lstrip(" "))
            if text:
                self.line = (len(raw) - len(raw.lstrip(" ")), text)
                return
        self.line = None

    def block(self, indent: int, depth: int) -> Any:
        if depth > _DEEPEST or self.line is None:
            raise ValueError
        return self._list(indent, depth) if _is_item(self.line[1]) else self._object(indent, depth)

    def _object(self, indent: int, depth: int) -> dict[str, Any]:
        value: dict[str, Any] = {}
        while self.line is not None and self.line[0] == indent and not _is_item(self.line[1]):
            match = _KEY.match(self.line[1])
            if match is None:
                raise ValueError
            key = _text(match[1])
            if key in value:
                raise ValueError
            rest = self.line[1][match.end():].strip()
            self._next()
            value[key] = _scalar(rest) if rest else self._nested(indent, depth)
        self._check_end(indent)
        return value

    def _nested(self, indent: int, depth: int) -> Any:
        if self.line is None or self.line[0] < indent or (self.line[0] == indent and not _is_item(self.line[1])):
            return None
        return self.block(self.line[0], depth + 1)

    def _list(self, indent: int, depth: int) -> list[Any]:
        value: list[Any] = []
        while self.line is not None and self.line[0] == indent and _is_item(self.line[1]):
            rest = self.line[1][1:].lstrip(" ")
            if not rest:
                self._next()
                value.append(self._nested(indent, depth))
            elif _KEY.match(rest):
                # The first member of an object stands behind the dash, at the indent of the others.
                inner = indent + len(self.line[1]) - len(rest)
                self.line = (inner, rest)
                value.append(self.block(inner, depth + 1))
            else:
                self._next()
                value.append(_scalar(rest))
        self._check_end(indent)
        return value

    def _check_end(self, indent: int) -> None:
        if self.line is not None and self.line[0] > indent:
            raise ValueError


def _is_item(text: str) -> bool:
    return text == "-" or text.startswith("- ")


def _without_comment(text: str) -> str:
    at = 0
    while at < len(text):
        if text[at] == '"' and (match := _QUOTED.match(text, at)):
            at = match.end()
        elif text[at] == "#" and (at == 0 or text[at - 1] in " \t"):
            return text[:at].rstrip()
        else:
            at += 1
    return text.rstrip()


def _text(text: str) -> str:
    return str(json.loads(text)) if text.startswith('"') else text


def _scalar(text: str) -> Any:
    if text.startswith("["):
        return _flow(text)
    if text.startswith('"'):
        if not _QUOTED.fullmatch(text):
            raise ValueError
        return _text(text)
    if text[0] in "&*!|>{}'%@`,]":
        raise ValueError
    if text in _CONSTANTS:
        return _CONSTANTS[text]
    if _NUMBER.fullmatch(text):
        return int(text) if text.lstrip("-").isdigit() else text
    return text


def _flow(text: str) -> list[Any]:
    if not text.endswith("]"):
        raise ValueError
    parts = re.findall(r'\s*("(?:[^"\\]|\\.)*"|[^,"\[\]{}]+)\s*(?:,|$)', text[1:-1])
    value = [_scalar(part.strip()) for part in parts]
    if text[1:-1].strip() and ", ".join(part.strip() for part in parts) != re.sub(r"\s*,\s*", ", ", text[1:-1].strip()):
        raise ValueError
    return value
