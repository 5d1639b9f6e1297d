"""Checks values against the JSON Type Definition schemas (RFC 8927) of `protocol/`, with the limits in their
metadata."""

import functools
import json
import re
from pathlib import Path

PROTOCOL = Path(__file__).resolve().parent.parent / "protocol"
RANGES = {
    f"{sign}int{bits}": (0 if sign else -(1 << bits - 1), (1 << (bits if sign else bits - 1)) - 1)
    for sign in ("", "u") for bits in (8, 16, 32)}
TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:(\d\d)(\.\d+)?(Z|[+-]\d\d:\d\d)", re.ASCII | re.IGNORECASE)


class Mismatch(Exception):
    """A value is not what its schema says."""


class Schemas:
    """The schemas of one folder, by the name of their file."""

    def __init__(self, folder):
        files = {path.stem: json.loads(path.read_text("utf-8")) for path in sorted(Path(folder).glob("*.json"))}
        self.definitions = files.pop("definitions", {})
        self.files = files

    def methods(self):
        return [name for name, file in self.files.items() if "method" in file]

    def part(self, name, part):
        return self.files[name][part]

    def check(self, name, part, value):
        """Raises at the first place where the value differs from a part of a file: `params`, `result`, `error` …"""
        self._check(self.files[name][part], value, "")

    def _check(self, schema, value, at):
        if value is None and schema.get("nullable"):
            return
        self._check_metadata(schema.get("metadata", {}), value, at)
        if "ref" in schema:
            self._check(self.definitions[schema["ref"]], value, at)
        elif "type" in schema:
            _require(_has_type(schema["type"], value), at, schema["type"], value)
        elif "enum" in schema:
            _require(isinstance(value, str) and value in schema["enum"], at, f"one of {schema['enum']}", value)
        elif "elements" in schema:
            _require(isinstance(value, list), at, "an array", value)
            for index, element in enumerate(value):
                self._check(schema["elements"], element, f"{at}/{index}")
        elif "values" in schema:
            _require(isinstance(value, dict), at, "an object", value)
            for name, member in value.items():
                self._check(schema["values"], member, f"{at}/{name}")
        elif "discriminator" in schema:
            self._check_variant(schema, value, at)
        elif "properties" in schema or "optionalProperties" in schema:
            self._check_object(schema, value, at)

    def _check_variant(self, schema, value, at):
        tag = schema["discriminator"]
        _require(isinstance(value, dict) and isinstance(value.get(tag), str), at, f"an object with {tag}", value)
        _require(value[tag] in schema["mapping"], f"{at}/{tag}", f"one of {list(schema['mapping'])}", value[tag])
        rest = {name: member for name, member in value.items() if name != tag}
        self._check(schema["mapping"][value[tag]], rest, at)

    def _check_object(self, schema, value, at):
        _require(isinstance(value, dict), at, "an object", value)
        required, optional = schema.get("properties", {}), schema.get("optionalProperties", {})
        for name in required:
            _require(name in value, at, f"a member {name}", value)
        for name, member in value.items():
            rule = required.get(name, optional.get(name))
            _require(rule is not None or schema.get("additionalProperties"), at, "no member " + name, value)
            if rule is not None:
                self._check(rule, member, f"{at}/{name}")

    def _check_metadata(self, limits, value, at):
        """JSON Type Definition has no limits: the specification keeps them in the metadata, in words of JSON Schema."""
        if isinstance(value, str):
            pattern = limits.get("pattern")
            _require(pattern is None or re.search(pattern.removesuffix("$") + r"\Z", value), at,
                     f"a text like {pattern}", value)
            _within(limits, "minLength", "maxLength", len(value), at, value)
        elif isinstance(value, int) and not isinstance(value, bool):
            _within(limits, "minimum", "maximum", value, at, value)
        elif isinstance(value, list):
            _within(limits, "minItems", "maxItems", len(value), at, value)


def _within(limits, low, high, measure, at, value):
    _require(measure >= limits.get(low, measure), at, f"{low} {limits.get(low)}", value)
    _require(measure <= limits.get(high, measure), at, f"{high} {limits.get(high)}", value)


def _has_type(name, value):
    if name == "boolean":
        return isinstance(value, bool)
    if name == "string":
        return isinstance(value, str)
    if name == "timestamp":
        found = TIMESTAMP.fullmatch(value) if isinstance(value, str) else None
        return found is not None and int(found[1]) <= 60
    if name in ("float32", "float64"):
        return isinstance(value, (int, float)) and not isinstance(value, bool)
    # The specification writes integers without a fraction (4.1), which Python's parser tells from other numbers.
    low, high = RANGES[name]
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def _require(holds, at, wanted, value):
    if not holds:
        raise Mismatch(f"{at or '/'}: wanted {wanted}, got {json.dumps(value, ensure_ascii=False)[:200]}")


@functools.cache
def payments():
    return Schemas(PROTOCOL / "schemas")


@functools.cache
def messaging():
    return Schemas(PROTOCOL / "messaging")
