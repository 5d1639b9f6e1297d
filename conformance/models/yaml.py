"""The YAML of chapters 12 and 13: documents are read strictly, answers and the catalogue are written."""

import json
import re
from typing import Any

DEEPEST = 32
KEY = re.compile(r'([A-Za-z_][A-Za-z0-9_.-]*|"[A-Za-z0-9_.-]+"):(?: +(.*))?$')
NUMBER = re.compile(r"-?(?:0|[1-9][0-9]*)(?:\.[0-9]+)?(?:[eE][-+]?[0-9]+)?")
REFUSED_NUMBER = re.compile(
    r"[-+]?(?:\.[0-9]+|[0-9]+\.|0[0-9]+|0x[0-9a-fA-F]+|0o[0-7]+|\.(?:inf|Inf|INF|nan|NaN|NAN))|\+[0-9.]+")
CONTROL = re.compile("[\x00-\x08\x0b\x0c\x0e-\x1f\x7f-\x84\x86-\x9f\u2028\u2029]")


class Malformed(ValueError):
    def __init__(self, line: int, rule: str):
        super().__init__(rule)
        self.line = line


class NumberText(str):
    """A number, by the digits that were typed."""


def read(data: bytes) -> dict[str, tuple[Any, int]]:
    """The members of a document, each with its line."""
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError:
        raise Malformed(1, "not UTF-8") from None
    if CONTROL.search(text) or text.startswith("\ufeff"):
        raise Malformed(1, "a control character")
    members: dict[str, tuple[Any, int]] = {}
    for number, raw in enumerate(text.replace("\r\n", "\n").split("\n"), 1):
        line = without_comment(raw)
        if not line:
            continue
        match = KEY.match(line)
        if not match:
            raise Malformed(number, "not a member of a map")
        name = match[1].strip('"')
        if name in members:
            raise Malformed(number, "a key occurs twice")
        members[name] = (scalar(match[2] or "", number), number)
    if not members:
        raise Malformed(1, "no map")
    return members


def without_comment(line: str) -> str:
    quoted = ""
    for place, letter in enumerate(line):
        if quoted:
            if letter == quoted and line[place - 1] != "\\":
                quoted = ""
        elif letter in "\"'" and (place == 0 or line[place - 1] == " "):
            quoted = letter
        elif letter == "#" and (place == 0 or line[place - 1] in " \t"):
            return line[:place].rstrip()
    return line.rstrip()


def scalar(text: str, line: int) -> Any:
    if text.startswith('"'):
        try:
            return json.loads(text)
        except ValueError:
            raise Malformed(line, "a quoted text") from None
    if text.startswith("'"):
        if len(text) < 2 or not text.endswith("'"):
            raise Malformed(line, "a quoted text")
        return text[1:-1].replace("''", "'")
    if text[:1] in "[{" and text:
        if max(text.count("["), text.count("{")) > DEEPEST:
            raise Malformed(line, "nested too deeply")
        return []
    if text[:1] in ("&", "*", "!", "|", ">", "%", "@", "`") and text:
        raise Malformed(line, "not of the part of YAML that corresponds to JSON")
    if REFUSED_NUMBER.fullmatch(text):
        raise Malformed(line, "a number that JSON cannot write")
    if NUMBER.fullmatch(text):
        return NumberText(text)
    if text in ("", "null", "Null", "NULL", "~"):
        return None
    if text.lower() in ("true", "false") and text in ("true", "True", "TRUE", "false", "False", "FALSE"):
        return text.lower() == "true"
    return text


def write(value: dict[str, Any], indent: str = "") -> str:
    return "".join(_member(indent + name + ":", member, indent) for name, member in value.items())


def _member(head: str, value: Any, indent: str) -> str:
    if isinstance(value, dict) and value:
        return head + "\n" + write(value, indent + "  ")
    if isinstance(value, list) and value:
        return head + "\n" + "".join(_member(indent + "  -", entry, indent + "  ") for entry in value)
    return f"{head} {json.dumps(value)}\n"
