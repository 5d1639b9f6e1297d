"""Checks values against JSON Type Definition schemas (RFC 8927), as far as protocol/schemas uses it."""

import json
import os
import re

RANGES = {
    "int8": (-(2**7), 2**7 - 1), "uint8": (0, 2**8 - 1), "int16": (-(2**15), 2**15 - 1), "uint16": (0, 2**16 - 1),
    "int32": (-(2**31), 2**31 - 1), "uint32": (0, 2**32 - 1),
}
TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)", re.IGNORECASE)
AMOUNT = re.compile(r"(0|[1-9][0-9]*)(\.[0-9]*[1-9])?")
KEYWORDS = {
    "ref", "type", "enum", "elements", "properties", "optionalProperties", "values", "nullable", "metadata",
    "additionalProperties",
}


class Mismatch(Exception):
    """A value is not what its schema says."""


class Schemas:
    """The schema files by method name."""

    def __init__(self, folder):
        self.files = {}
        for name in sorted(os.listdir(folder)):
            with open(os.path.join(folder, name), encoding="utf-8") as file:
                self.files[name.removesuffix(".json")] = json.load(file)
        self.definitions = self.files.pop("definitions")
        self.event = self.files.pop("event")["params"]
        self.document = self.files.pop("document")
        self.files = {name: file for name, file in self.files.items() if "method" in file}
        self.canonical = True

    @property
    def methods(self):
        return list(self.files)

    def check_result(self, method, value):
        self.check(self.files[method]["result"], value, f"result of {method}")

    def check_params(self, method, value):
        self.canonical = False
        try:
            self.check(self.files[method]["params"], value, f"params of {method}")
        finally:
            self.canonical = True

    def check(self, schema, value, path):
        """Raises at the first difference. Unknown members are one: this consumer is a test."""
        unknown = set(schema) - KEYWORDS
        if unknown:
            raise Mismatch(f"{path}: the schema has keywords that this check does not know: {unknown}")
        if value is None and schema.get("nullable"):
            return
        if "ref" in schema:
            if schema["ref"] == "amount" and self.canonical:
                self._require(isinstance(value, str) and AMOUNT.fullmatch(value), path, "the shortest form", value)
            self.check(self.definitions[schema["ref"]], value, path)
        elif "type" in schema:
            self._require(self._has_type(schema["type"], value), path, schema["type"], value)
        elif "enum" in schema:
            self._require(value in schema["enum"], path, schema["enum"], value)
        elif "elements" in schema:
            self._require(isinstance(value, list), path, "an array", value)
            for index, element in enumerate(value):
                self.check(schema["elements"], element, f"{path}/{index}")
        elif "values" in schema:
            self._require(isinstance(value, dict), path, "an object", value)
            for name, member in value.items():
                self.check(schema["values"], member, f"{path}/{name}")
        elif "properties" in schema or "optionalProperties" in schema:
            self._check_object(schema, value, path)

    def _check_object(self, schema, value, path):
        required, optional = schema.get("properties", {}), schema.get("optionalProperties", {})
        self._require(isinstance(value, dict), path, "an object", value)
        for name in required:
            self._require(name in value, path, f"a member {name}", value)
        # What may grow has no member yet that the specification does not name, but for the fields of a template and
        # objects of which it names none.
        is_open = schema.get("additionalProperties") and (not required and not optional or "file_endpoint" in optional)
        for name, member in value.items():
            rule = required.get(name, optional.get(name))
            if rule is None and not is_open:
                raise Mismatch(f"{path}: the member {name} is not in the schema")
            if rule is not None:
                self.check(rule, member, f"{path}/{name}")

    @staticmethod
    def _has_type(name, value):
        if name == "boolean":
            return isinstance(value, bool)
        if name == "string":
            return isinstance(value, str)
        if name == "timestamp":
            return isinstance(value, str) and TIMESTAMP.fullmatch(value) is not None
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            return False
        if name in RANGES:
            low, high = RANGES[name]
            return value == int(value) and low <= value <= high
        return name in ("float32", "float64")

    @staticmethod
    def _require(holds, path, wanted, value):
        if not holds:
            raise Mismatch(f"{path}: wanted {wanted}, got {json.dumps(value)[:200]}")
