"""Checks what a provider answers against the schemas of the specification (JSON Type Definition, RFC 8927)."""

from __future__ import annotations

import functools
import importlib.resources
import json
import re
from typing import Any

from .errors import ProtocolViolation

_TIMESTAMP = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?(Z|[+-]\d\d:\d\d)")
# Enumerations whose values only inform: an unknown one is like none (8.4).
_INFORMS = frozenset({"wallet_reason"})
_INTEGERS = {"uint32": (0, 2**32 - 1), "int32": (-(2**31), 2**31 - 1)}


class Schemas:
    """The schemas of one service: `payments` or `messaging`."""

    def __init__(self, service: str) -> None:
        text = importlib.resources.files("payport.generated").joinpath(f"{service}.json").read_text("utf-8")
        self._schemas: dict[str, Any] = json.loads(text)
        self._definitions: dict[str, Any] = self._schemas["definitions"]

    @staticmethod
    @functools.cache
    def shared(service: str = "payments") -> Schemas:
        return Schemas(service)

    def has(self, name: str) -> bool:
        return name in self._schemas

    def checked(self, name: str, part: str, value: Any) -> dict[str, Any]:
        """Returns `value` if it is of the form that `part` of the file `name` describes."""
        fault = self._fault(self._schemas[name][part], value, "")
        if fault is not None or not isinstance(value, dict):
            raise ProtocolViolation(f"{part} of {name} is not of its form at {fault or '/'}")
        return value

    def _fault(self, schema: dict[str, Any], value: Any, at: str) -> str | None:
        """The place of the first fault. The place names members of the schema and never values."""
        if "ref" in schema:
            return self._fault(self._definitions[schema["ref"]], value, at)
        if "type" in schema:
            return None if _is(schema["type"], value) else at or "/"
        if "enum" in schema:
            return None if isinstance(value, str) and value in schema["enum"] else at or "/"
        if "elements" in schema:
            if not isinstance(value, list):
                return at or "/"
            faults = (self._fault(schema["elements"], item, f"{at}/-") for item in value)
            return next((fault for fault in faults if fault), None)
        if "values" in schema:
            if not isinstance(value, dict):
                return at or "/"
            faults = (self._fault(schema["values"], item, f"{at}/*") for item in value.values())
            return next((fault for fault in faults if fault), None)
        if "properties" in schema or "optionalProperties" in schema:
            return self._fault_of_object(schema, value, at)
        return None

    def _fault_of_object(self, schema: dict[str, Any], value: Any, at: str) -> str | None:
        if not isinstance(value, dict):
            return at or "/"
        required, optional = schema.get("properties", {}), schema.get("optionalProperties", {})
        for member in required:
            if member not in value:
                return f"{at}/{member}"
        if not schema.get("additionalProperties", False) and not set(value) <= set(required) | set(optional):
            return at or "/"
        for member, form in optional.items():
            if (form.get("ref") in _INFORMS and isinstance(value.get(member), str)
                    and self._fault(form, value[member], at)):
                del value[member]
        for member, form in {**required, **optional}.items():
            if member in value and (fault := self._fault(form, value[member], f"{at}/{member}")):
                return fault
        return None


def _is(kind: str, value: Any) -> bool:
    if kind in _INTEGERS:
        low, high = _INTEGERS[kind]
        return type(value) is int and low <= value <= high
    if kind == "boolean":
        return isinstance(value, bool)
    if kind == "timestamp":
        return isinstance(value, str) and _TIMESTAMP.fullmatch(value) is not None
    return isinstance(value, str)
