"""Chapters 13 and 8: what a provider offers, as files and by calls, and how it may grow."""

import os
import stat
from pathlib import Path

from ... import schemas
from ...report import NotApplicable, require
from ...wire.discovery import version_range
from ...wire.text import decode
from ..app import new_id
from ..registry import case
from ..simple_yaml import read


def _root(bench):
    session = bench.app().call("get_session")
    if "folder" not in session:
        raise NotApplicable("the provider names no folder")
    return Path(session["folder"]["services"])


def _texts(value):
    """A number where the schema has a text stands for its own digits."""
    if isinstance(value, dict):
        return {name: _texts(inner) for name, inner in value.items()}
    if isinstance(value, list):
        return [_texts(inner) for inner in value]
    return str(value) if isinstance(value, int) and not isinstance(value, bool) else value


def _file(path):
    return _texts(read(path.read_text("utf-8")))


@case("P13.01", "13.1", "Folders have mode 0700 and files 0600", "the catalogue is private, and has no links")
def private(bench):
    root = _root(bench)
    for path in [root, *root.glob("*.yml"), root / "payments", *(root / "payments").glob("*.yml")]:
        found = os.lstat(path)
        wanted = 0o700 if stat.S_ISDIR(found.st_mode) else 0o600
        require(stat.S_IMODE(found.st_mode) == wanted and not path.is_symlink(),
                f"{path.name} has the mode {stat.S_IMODE(found.st_mode):o}")


@case("P13.02", "13.2", "The result of list_services is the schema, for the file and for the call",
      "services.yml and list_services say the same")
def services(bench):
    called = bench.app().call("list_services")
    require(_file(_root(bench) / "services.yml") == called, "they differ")
    require([s for s in called["services"] if s["spec"] == "payments"], "payments are not offered")
    require(version_range(called["services"][0]["versions"]), "the versions have another form")


@case("P13.03", "13.3", "the content of its definition.yml and of its templates",
      "definition.yml and the templates are what get_service_definition returns")
def definition(bench):
    called = bench.app().call("get_service_definition", service="payments")
    folder = _root(bench) / "payments"
    require(_file(folder / "definition.yml") == called["definition"], "definition.yml differs")
    for request in called["definition"]["requests"]:
        require(_file(folder / request["file"]) == called["templates"][request["spec"]], f"{request['file']} differs")
        require((folder / request["folder"]).is_dir(), f"the folder of {request['spec']} is missing")


@case("P13.04", "13.4",
    "each member is a field of the request, that is, a param of the method; request_id is not a field",
      "the fields of a template are the params of its method")
def templates(bench):
    called = bench.app().call("get_service_definition", service="payments")
    methods = schemas.payments().methods()
    for name, template in called["templates"].items():
        params = schemas.payments().part(name, "params")
        known = {**params.get("properties", {}), **params.get("optionalProperties", {})}
        fields = set(template) - {"spec", "version", "file_endpoint"}
        require(fields == set(known) - {"request_id"}, f"the fields of {name} are not its params")
        for field in fields:
            for entry in template[field] if isinstance(template[field], list) else [template[field]]:
                require(not isinstance(entry, dict) or entry["spec"] in methods,
                        f"{name} names a method that does not exist")


@case("P13.05", "5.6", "service_not_found", "a service that is not there is not found")
def not_found(bench):
    for name in ("messaging", "Payments", "../payments", "x" * 100):
        bench.app().refused("get_service_definition", "service_not_found", service=name)


@case("P13.06", "13.2", "disabled: nothing new can begin; requests that have begun continue",
      "a disabled service takes nothing new", fresh=True)
def disabled(bench):
    bench.start({"status": "disabled"})
    app = bench.app()
    app.refused("invoice_request", "service_disabled", request_id=new_id(), currency=bench.currency)
    app.refused("new_address_for_currency", "service_disabled", request_id=new_id(), currency=bench.currency)
    app.refused("payment_order", "service_disabled", **app.order_params())
    require(app.call("list_services")["services"][0]["status"] == "disabled", "the status is another one")
    app.call("list_invoice_requests")
    app.call("statement_request",
             **{"request_id": new_id(), "from": "2026-01-01", "to": "2026-02-01", "format": "text"})


@case("P13.07", "13.2", "if that country is excluded, status is disabled",
      "a service that is not offered where the owner is, is disabled", fresh=True)
def countries(bench):
    for countries, country, offered in ((["!CHN"], "CHN", False), (["!CHN"], "DEU", True),
                                        (["DEU", "AUT"], "AUT", True), (["DEU"], "FRA", False),
                                        (["DEU", "FRA", "!FRA"], "FRA", False)):
        bench.start({"countries": countries, "country": country})
        app = bench.app()
        listed = app.call("list_services")["services"][0]
        require((listed.get("status", "enabled") != "disabled") == offered,
                f"{countries} in {country}: the status is {listed.get('status')}")
        require(listed["countries"] == countries, "the countries are not listed")
        if not offered:
            app.refused("invoice_request", "service_disabled", request_id=new_id(), currency=bench.currency)


@case("P13.08", "13.2", "experimental: can be used", "an experimental service can be used", fresh=True)
def experimental(bench):
    bench.start({"status": "experimental"})
    require(bench.app().call("list_services")["services"][0]["status"] == "experimental", "the status is another one")
    bench.app().invoice()


@case("P8.01", "8.4", "A provider MUST NOT remove a method or change the meaning of any existing one",
      "rpc.discover lists every method with its params")
def discover(bench):
    document = bench.app().call("rpc.discover")
    require(document["openrpc"].startswith("1.3."), "it is another version of OpenRPC")
    listed = {method["name"]: method for method in document["methods"]}
    for name in schemas.payments().methods():
        if name == "connect_app":
            continue
        require(name in listed, f"{name} is missing")
        params = schemas.payments().part(name, "params")
        wanted = {p: True for p in params.get("properties", {})} | {p: False
            for p in params.get("optionalProperties", {})}
        found = {p["name"]: bool(p.get("required")) for p in listed[name]["params"]}
        require(wanted.items() <= found.items(), f"the params of {name} differ")
        require(not any(found[p] for p in set(found) - set(wanted)),
                f"{name} requires a param that the specification does not have")


@case("P8.02", "8.1", "the path /v1 and the subprotocol payport.v1",
      "the discovery file and the session name the same identity and versions")
def names(bench):
    found, session = bench.discovery(), bench.app().call("get_session")
    require(decode(session["provider"]["provider_id"]) == found.provider_id, "the session names another provider")
    require(session["provider"]["name"] == found.name == bench.name, "the names differ")
    require(session["app"]["key"] == bench.app().key and session["app"]["app_id"] == "example.suite",
            "the session names another app")
