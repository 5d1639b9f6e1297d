"""Has the JSON Schemas and the OpenRPC documents of the specification checked by `jsonschema`: python3 schemas.py

Each JSON Schema has to be one (draft 7), each OpenRPC document has to satisfy the published meta-schema and has to say
the same as the JSON Schemas, which another program made, and the examples of the chapters have to be valid. Prints what
is wrong, and at the end how much was looked at.
"""
import json
import pathlib
import re
import sys

from jsonschema import Draft7Validator
from referencing import Registry, Resource
from referencing.jsonschema import DRAFT7

HERE = pathlib.Path(__file__).resolve().parent
PROTOCOL = HERE.parent.parent / "protocol"
SCHEMAS = PROTOCOL / "json-schema"
META = "https://meta.json-schema.tools"


class Check:
    def __init__(self):
        self.done, self.faults = 0, []

    def that(self, holds, what):
        self.done += 1
        if not holds:
            self.faults.append(what)

    def valid(self, validator, instance, what):
        faults = [f"{what}: {error.json_path}: {error.message[:200]}" for error in validator.iter_errors(instance)]
        self.done += 1
        self.faults += faults[:3]


def read(path):
    return json.loads(path.read_text())


def registry(folder):
    """The files of a folder under their names, which is how they refer to each other."""
    resources = [(path.name, DRAFT7.create_resource(read(path))) for path in folder.glob("*.json")]
    # The agent's use the definitions of the payments.
    shared = DRAFT7.create_resource(read(SCHEMAS / "payments" / "definitions.json"))
    return Registry().with_resources([*resources, ("payments/definitions.json", shared)])


def validator(folder, name, member):
    schema = {"$ref": f"{name}.json#/definitions/{member}"}
    return Draft7Validator(schema, registry=registry(folder), format_checker=Draft7Validator.FORMAT_CHECKER)


def openrpc_validator():
    meta = read(HERE / "openrpc" / "schema.json")
    meta["properties"]["openrpc"]["enum"] = ["1.3.2"]
    # The meta-schema takes what a JSON Schema is from another address; draft 7 says the same.
    base = {
        "$schema": "http://json-schema.org/draft-07/schema#",
        "allOf": [{"$ref": "http://json-schema.org/draft-07/schema#"}],
        "definitions": {"JSONSchemaObject": {"properties": {"$ref": {"type": "string"}}}},
    }
    known = Registry().with_resources(
        [(address, Resource(contents=base, specification=DRAFT7)) for address in (META, META + "/")]
        + [("http://json-schema.org/draft-07/schema#", DRAFT7.create_resource(Draft7Validator.META_SCHEMA))]
    )
    return Draft7Validator({**meta, "$schema": "http://json-schema.org/draft-07/schema#"}, registry=known)


def inlined(value):
    """A schema of an OpenRPC document with the references of the JSON Schemas, and the order of members left out."""
    text = json.dumps(value, sort_keys=True)
    return re.sub(r'"(#/components/schemas|(definitions\.json)?#/definitions)/', '"', text)


def compare(check, document, folder):
    shared = read(folder / "definitions.json")["definitions"]
    components = document["components"]["schemas"]
    check.that(set(components) == set(shared), f"{folder.name}: other definitions than the OpenRPC document")
    for name, schema in components.items():
        check.that(inlined(schema) == inlined(shared.get(name)), f"{folder.name}: {name} differs")
    for method in document["methods"]:
        path = folder / f"{method['name']}.json"
        if not path.exists():
            # A service also has the methods of chapter 5 about its session, whose files are those of the payments.
            path = SCHEMAS / "payments" / path.name
        own = read(path)["definitions"]
        params = own["params"]
        check.that({param["name"] for param in method["params"]} == set(params.get("properties", {})), path.name)
        for param in method["params"]:
            what = f"{path.name}: {param['name']}"
            check.that(inlined(param["schema"]) == inlined(params["properties"][param["name"]]), what)
            check.that(param["required"] == (param["name"] in params.get("required", [])), what + " required")
        check.that(inlined(method["result"]["schema"]) == inlined(own["result"]), f"{path.name}: the result differs")
        check.that(len(method["errors"]) == len({error["data"]["reason"] for error in method["errors"]}), path.name)


def examples(check, chapter, folder):
    """Checks the blocks of a chapter: a call, and then the response to it."""
    methods = {}
    for block in re.findall(r"```json\n(.*?)```", (PROTOCOL / chapter).read_text(), re.DOTALL):
        try:
            message = json.loads(block)
        except ValueError:
            continue
        if not isinstance(message, dict):
            continue
        what = f"{chapter}: {block[:60]!r}"
        method = message.get("method")
        if method and "id" in message:
            methods[message["id"]] = method
        name = method or methods.get(message.get("id"))
        if "error" in message:
            check.valid(validator(SCHEMAS / "payments", "error", "error"), message["error"], what)
        elif name and (folder / f"{name}.json").exists() and name != "rpc.discover":
            member = "params" if method else "result"
            check.valid(validator(folder, name, member), message.get(member, {}), what)


def main():
    check = Check()
    for path in sorted(SCHEMAS.glob("*/*.json")):
        check.valid(Draft7Validator(Draft7Validator.META_SCHEMA), read(path), f"{path.parent.name}/{path.name}")
        # A file of definitions only would hide a reference that leads nowhere.
        for member in read(path)["definitions"]:
            list(validator(path.parent, path.stem, member).iter_errors({}))
    documents = {"openrpc.json": "payments", "openrpc-messaging.json": "messaging", "openrpc-owner.json": None,
                 "openrpc-agent.json": None}
    meta = openrpc_validator()
    for name, service in documents.items():
        document = read(PROTOCOL / name)
        check.valid(meta, document, name)
        check.that(len(document["x-notifications"]) > 0, f"{name} names no notification")
        if service:
            compare(check, document, SCHEMAS / service)
    examples(check, "5-methods.md", SCHEMAS / "payments")
    examples(check, "6-errors.md", SCHEMAS / "payments")
    examples(check, "17-messaging.md", SCHEMAS / "messaging")
    for fault in check.faults:
        print(fault)
    print(f"{check.done} looked at, {len(check.faults)} wrong")
    return 1 if check.faults else 0


if __name__ == "__main__":
    sys.exit(main())
