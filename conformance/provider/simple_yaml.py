"""Reads the part of YAML in which providers write answers and the catalogue (13.1): block maps and lists, JSON
scalars."""

import json
import re

PLAIN_KEY = re.compile(r'("(?:[^"\\]|\\.)*"|[A-Za-z_][A-Za-z0-9_.-]*):(?: +(.*))?$')


class NotRead(ValueError):
    """The text has a form that this reader does not know."""


def read(text):
    lines = [line for line in (_without_comment(raw) for raw in text.splitlines()) if line.strip()]
    value, rest = _block(lines, 0, _indent(lines[0])) if lines else (None, 0)
    if lines and rest != len(lines):
        raise NotRead(f"line {rest + 1} is indented in another way")
    return value


def _without_comment(line):
    """A # after white space begins a comment, unless it is inside of quotes."""
    quoted = None
    for place, letter in enumerate(line):
        if quoted:
            if letter == quoted and not (quoted == '"' and line[place - 1] == "\\"):
                quoted = None
        elif letter in "\"'" and (place == 0 or line[place - 1] in " [,:{-"):
            quoted = letter
        elif letter == "#" and (place == 0 or line[place - 1] == " "):
            return line[:place].rstrip()
    return line.rstrip()


def _indent(line):
    return len(line) - len(line.lstrip(" "))


def _block(lines, at, indent):
    if lines[at].lstrip().startswith("- ") or lines[at].strip() == "-":
        return _list(lines, at, indent)
    return _map(lines, at, indent)


def _list(lines, at, indent):
    found = []
    while at < len(lines) and _indent(lines[at]) == indent and lines[at].lstrip().startswith("-"):
        rest = lines[at].lstrip()[1:].strip()
        if PLAIN_KEY.match(rest):
            # The first member of a map stands on the line of its dash.
            inner = indent + len(lines[at].lstrip()) - len(rest)
            lines = [*lines[:at], " " * inner + rest, *lines[at + 1:]]
            value, at = _map(lines, at, inner)
        elif rest:
            value, at = _scalar(rest), at + 1
        else:
            value, at = _block(lines, at + 1, _indent(lines[at + 1]))
        found.append(value)
    return found, at


def _map(lines, at, indent):
    found = {}
    while at < len(lines) and _indent(lines[at]) == indent and not lines[at].lstrip().startswith("- "):
        match = PLAIN_KEY.match(lines[at].strip())
        if not match:
            raise NotRead(f"no member: {lines[at].strip()[:40]}")
        key = json.loads(match[1]) if match[1].startswith('"') else match[1]
        if match[2]:
            found[key], at = _scalar(match[2]), at + 1
        elif at + 1 < len(lines) and (_indent(lines[at + 1]) > indent or (
                _indent(lines[at + 1]) == indent and lines[at + 1].lstrip().startswith("- "))):
            found[key], at = _block(lines, at + 1, _indent(lines[at + 1]))
        else:
            found[key], at = None, at + 1
    return found, at


def _scalar(text):
    if text.startswith('"'):
        return json.loads(text)
    if text.startswith("'"):
        return text[1:-1].replace("''", "'")
    if text.startswith("["):
        inner = text[1:-1].strip()
        return [_scalar(part.strip()) for part in inner.split(",")] if inner else []
    if text == "{}":
        return {}
    if text in ("null", "~"):
        return None
    if text in ("true", "false"):
        return text == "true"
    return int(text) if re.fullmatch("-?(0|[1-9][0-9]*)", text) else text
