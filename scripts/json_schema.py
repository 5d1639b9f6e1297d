#!/usr/bin/env python3
"""Writes the JSON Schemas (draft 7) of the specification beside its JSON Type Definitions (RFC 8927).

json_schema.py [--check]: for each file of protocol/schemas, protocol/messaging, protocol/cards and protocol/agent one of
the same name in protocol/json-schema, in which `definitions` has what the file has, such as `params` and `result`. With --check it
writes nothing, and ends with 1 if a file is not up to date.
"""
import json
import pathlib
import sys

PROTOCOL = pathlib.Path(__file__).resolve().parent.parent / "protocol"
FOLDERS = {"payments": PROTOCOL / "schemas", "messaging": PROTOCOL / "messaging", "cards": PROTOCOL / "cards",
           "agent": PROTOCOL / "agent"}
OUTPUT = PROTOCOL / "json-schema"
DRAFT = "http://json-schema.org/draft-07/schema#"
INTEGERS = {
    "int8": (-(2**7), 2**7 - 1),
    "uint8": (0, 2**8 - 1),
    "int16": (-(2**15), 2**15 - 1),
    "uint16": (0, 2**16 - 1),
    "int32": (-(2**31), 2**31 - 1),
    "uint32": (0, 2**32 - 1),
}


def scalar(kind):
    if kind in INTEGERS:
        minimum, maximum = INTEGERS[kind]
        return {"type": "integer", "minimum": minimum, "maximum": maximum}
    if kind == "timestamp":
        return {"type": "string", "format": "date-time"}
    return {"type": "number" if kind.startswith("float") else kind}


def convert(schema, base):
    """Returns the JSON Schema of a type definition; `base` comes before the name of a shared definition."""
    # The metadata holds keywords of JSON Schema for what a type definition cannot express. They are the narrower ones.
    metadata = schema.get("metadata", {})
    if "ref" in schema:
        # Draft 7 ignores what stands beside $ref.
        return {**metadata, "allOf": [{"$ref": base + schema["ref"]}]}
    if "type" in schema:
        return {**scalar(schema["type"]), **metadata}
    if "enum" in schema:
        return {**metadata, "type": "string", "enum": schema["enum"]}
    if "elements" in schema:
        return {**metadata, "type": "array", "items": convert(schema["elements"], base)}
    if "values" in schema:
        return {**metadata, "type": "object", "additionalProperties": convert(schema["values"], base)}
    if "discriminator" in schema:
        tag = schema["discriminator"]
        choices = []
        for value, form in schema["mapping"].items():
            choice = convert({"properties": {}, **form}, base)
            choice["properties"] = {tag: {"const": value}, **choice["properties"]}
            choice["required"] = [tag, *choice.get("required", [])]
            choices.append(choice)
        return {**metadata, "type": "object", "required": [tag], "oneOf": choices}
    if "properties" in schema or "optionalProperties" in schema:
        required = schema.get("properties", {})
        members = {**required, **schema.get("optionalProperties", {})}
        converted = {
            **metadata,
            "type": "object",
            "properties": {name: convert(member, base) for name, member in members.items()},
        }
        if required:
            converted["required"] = list(required)
        return {**converted, "additionalProperties": schema.get("additionalProperties", False)}
    return metadata


def convert_file(path):
    content = json.loads(path.read_text())
    name = content.get("method") or content.get("notification") or path.stem
    own = "#/definitions/"
    if "definitions" in content:
        shared = {member: convert(schema, own) for member, schema in content["definitions"].items()}
        return {"$schema": DRAFT, "title": name, **convert(content, own), "definitions": shared}
    # What has no definitions of its own uses those of the payments specification.
    shared = "definitions.json" if path.with_name("definitions.json").exists() else "../payments/definitions.json"
    base = own if path.name == "definitions.json" else shared + own
    schemas = {member: convert(schema, base) for member, schema in content.items()
               if isinstance(schema, dict) and member != "metadata"}
    return {"$schema": DRAFT, "title": name, "definitions": schemas}


def files():
    """Yields the path and the text of each file that belongs beside the type definitions."""
    for name, folder in FOLDERS.items():
        for path in sorted(folder.glob("*.json")):
            yield OUTPUT / name / path.name, json.dumps(convert_file(path), indent=2) + "\n"


def main():
    wanted = dict(files())
    if "--check" in sys.argv:
        present = set(OUTPUT.glob("*/*"))
        stale = [path for path, text in wanted.items() if path not in present or path.read_text() != text]
        stale += sorted(present - set(wanted))
        for path in stale:
            print(f"{path.relative_to(PROTOCOL.parent)} is not up to date: make spec", file=sys.stderr)
        return 1 if stale else 0
    for path, text in wanted.items():
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
