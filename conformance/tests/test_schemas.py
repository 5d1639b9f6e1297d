"""The validator of JSON Type Definition."""

import json

import pytest

from conformance.schemas import Mismatch, Schemas, payments


@pytest.fixture
def schemas(tmp_path):
    definitions = {"amount": {"type": "string", "metadata": {"pattern": "^[0-9]+$", "maxLength": 3}}}
    file = {"method": "m", "params": {
        "properties": {"amount": {"ref": "amount"}, "kind": {"enum": ["a", "b"]}},
        "optionalProperties": {
            "at": {"type": "timestamp"}, "count": {"type": "uint8", "metadata": {"maximum": 100}},
            "yes": {"type": "boolean"},
            "list": {"elements": {"type": "string"}, "metadata": {"maxItems": 2}},
            "map": {"values": {"type": "float64"}},
            "one": {"discriminator": "t", "mapping": {"x": {"properties": {"v": {"type": "int8"}}}}},
            "none": {"type": "string", "nullable": True}}},
        "result": {"properties": {}, "additionalProperties": True}}
    (tmp_path / "definitions.json").write_text(json.dumps(definitions))
    (tmp_path / "m.json").write_text(json.dumps(file))
    return Schemas(tmp_path)


GOOD = {"amount": "12", "kind": "a"}


@pytest.mark.parametrize("more", [
    {}, {"at": "2026-03-20T11:01:25Z"}, {"at": "2026-03-20t11:01:25.123+01:00"}, {"at": "2016-12-31T23:59:60Z"},
    {"count": 100}, {"yes": False},
    {"list": []}, {"list": ["a", "b"]}, {"map": {"x": 1, "y": 1.5}}, {"one": {"t": "x", "v": -128}}, {"none": None}])
def test_accepted(schemas, more):
    schemas.check("m", "params", GOOD | more)


@pytest.mark.parametrize("more", [
    {"amount": 12}, {"amount": "1234"}, {"amount": "12\n"}, {"amount": ""}, {"kind": "c"}, {"kind": 1}, {"more": 1},
    {"at": "2026-03-20"},
    {"at": "2026-03-20T11:01:61Z"}, {"count": 101}, {"count": -1}, {"count": 1.0}, {"count": True}, {"count": "1"},
    {"yes": 1},
    {"list": "a"}, {"list": [1]}, {"list": ["a", "b", "c"]}, {"map": {"x": "1"}}, {"map": {"x": True}},
    {"one": {"t": "y", "v": 1}},
    {"one": {"v": 1}}, {"one": {"t": "x", "v": 128}}, {"one": {"t": "x", "v": 1, "w": 1}}, {"at": None}])
def test_refused(schemas, more):
    with pytest.raises(Mismatch):
        schemas.check("m", "params", GOOD | more)


def test_a_member_that_is_missing_is_named(schemas):
    with pytest.raises(Mismatch, match="kind"):
        schemas.check("m", "params", {"amount": "1"})


def test_results_are_open(schemas):
    schemas.check("m", "result", {"anything": 1})


def test_every_schema_of_the_specification_is_known():
    keywords = {"ref", "type", "enum", "elements", "properties", "optionalProperties", "values", "discriminator",
                "mapping", "nullable",
                "metadata", "additionalProperties"}

    def walk(schema):
        assert set(schema) <= keywords, schema
        for name in ("properties", "optionalProperties", "mapping"):
            for inner in schema.get(name, {}).values():
                walk(inner)
        for name in ("elements", "values"):
            if name in schema:
                walk(schema[name])
    for schema in payments().definitions.values():
        walk(schema)
    for file in payments().files.values():
        for part in ("params", "result", "error", "answer", "signature"):
            if part in file:
                walk(file[part])
