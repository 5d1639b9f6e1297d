#!/usr/bin/env python3
"""Writes the Swift types of the methods and objects in protocol/schemas and protocol/messaging: `swift_types.py`, or
`swift_types.py --check`, which only tells whether they are what the schemas say."""

import json
import re
import subprocess
import sys
import textwrap
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# What Swift calls a definition where its name in camel case is taken, or says too little.
NAMES = {
    "address": "AddressInfo", "amount": "DecimalAmount", "app": "AppInfo", "asking": "Asking",
    "budget_period": "BudgetPeriodName", "currency": "CurrencyInfo", "cursor": "EventCursor",
    "limits": "SessionLimits", "message": "PaymentMessage", "message_file": "MessageFile",
    "payment": "PaymentReference", "proof_flaw": "ProofFault", "proof_signer": "ProofParty", "provider": "ProviderInfo",
    "readiness": "CurrencyReadiness", "reply": "MessageReply", "request_id": "PaymentRequestID", "service": "ServiceInfo",
    "session": "GetSession.Result", "signed_amount": "SignedDecimal", "transfer": "TransferInfo"}
# The types of texts, by the name of the member, or of the object and the member.
TEXTS = {
    "invoice_id": "InvoiceID", "message_id": "PaymentMessageID", "order_id": "OrderID", "versions": "VersionRange",
    "app.key": "AppKey", "statement_request.from": "StatementBound", "statement_request.to": "StatementBound"}
# Members that are no words of Swift, or mean something else there.
MEMBERS = {"in": "incoming", "out": "outgoing"}
# Methods that are no words for what is called.
METHODS = {
    "message_status": "MessageStatus", "open_request": "RequestOpening", "payment_order": "SubmitPaymentOrder",
    "rpc.discover": "Discover", "send_message_to_payment_contact": "SendMessage",
    "statement_request": "RequestStatement"}
# Definitions that are written by hand: scalars and what has a form of its own.
BY_HAND = {
    "amount", "signed_amount", "request_id", "cursor", "wallet_reason", "invoice_state", "invoice_payment",
    "transfer_state", "order_state", "pairing_status", "request_template", "session"}
# Results that are those of another method, or are no object with members of its own.
RESULTS = {
    "cancel_invoice_request": "InvoiceRequest.Result", "cancel_payment_order": "SubmitPaymentOrder.Result",
    "rpc.discover": "JSONValue"}
# The files of a module, by what the names of their methods and definitions have in them; the first that fits.
SUBJECTS = {
    "Statements": "statement|proof|open", "Receiving": "invoice|address|transfer", "Paying": "order|balance|amount|budget",
    "Session": ""}
MODULES = {
    "PaymentsAPI": ("schemas", "PaymentsMethod", ["JSON", "PaymentsModel"]),
    "MessagingAPI": ("messaging", "MessagingMethod", ["PaymentsAPI", "PaymentsModel"])}


def camel(name):
    parts = re.split(r"[._]", name)
    return "".join(part[:1].upper() + part[1:] for part in parts)


def member(name):
    if name in MEMBERS:
        return MEMBERS[name]
    text = camel(name)
    text = text[:1].lower() + text[1:]
    return re.sub(r"Ms$", "Milliseconds", re.sub(r"Id$", "ID", text))


def type_name(definition):
    return NAMES.get(definition, camel(definition))


def type_of(form, name, owner):
    if "ref" in form:
        return type_name(form["ref"])
    if "elements" in form:
        return f"[{type_of(form['elements'], name, owner)}]"
    if "values" in form:
        return f"[String: {type_of(form['values'], name, owner)}]"
    kind = form["type"]
    if kind == "string":
        return TEXTS.get(f"{owner}.{name}", TEXTS.get(name, "String"))
    return {"timestamp": "Timestamp", "boolean": "Bool"}.get(kind, "Int")


def comment(text, indent):
    return textwrap.wrap(text, 120, initial_indent=indent + "/// ", subsequent_indent=indent + "/// ",
                         break_long_words=False, break_on_hyphens=False)


def packed(parts, indent, width=120):
    return textwrap.wrap(", ".join(parts), width, initial_indent=indent, subsequent_indent=indent,
                         break_long_words=False, break_on_hyphens=False)


def members_of(schema, owner):
    for key in ("properties", "optionalProperties"):
        for name, form in schema.get(key, {}).items():
            kind = type_of(form, name, owner)
            text = form.get("metadata", {}).get("description", "")
            yield name, member(name), kind + ("?" if key == "optionalProperties" else ""), text


def structure(name, schema, owner, indent="", description=""):
    """A struct with its initialiser."""
    lines = comment(description, indent) if description else []
    deep = indent + "  "
    found = list(members_of(schema, owner))
    # Names that are no words of Swift need keys, and then all members have them.
    has_keys = any(wire in MEMBERS for wire, *_ in found)
    lines.append(f"{indent}public struct {name}: {'Codable, Sendable, Hashable' if has_keys else 'WireObject'} {{")
    for wire, swift, kind, text in found:
        lines += comment(text or f"`{wire}`.", deep)
        lines.append(f"{deep}public var {swift}: {kind}")
    if has_keys:
        cases = [f'{swift} = "{wire}"' if wire != swift else swift for wire, swift, *_ in found]
        lines += ["", f"{deep}private enum CodingKeys: String, CodingKey {{"]
        lines += [f"{deep}  case {case}" for case in cases] + [f"{deep}}}"]
    if found:
        lines += ["", *comment("Creates it of its members.", deep)]
        # Swift has no spaces to break at inside of a parameter.
        params = [f"{swift}:\0{kind.replace(' ', chr(0))}" + ("\0=\0nil" if kind.endswith("?") else "")
                  for _, swift, kind, _ in found]
        short = f"{deep}public init({', '.join(params)}) {{"
        if len(short) <= 120:
            lines.append(short.replace("\0", " "))
        else:
            lines += [f"{deep}public init(", *(line.replace("\0", " ") for line in packed(params, deep + "  ")),
                      f"{deep}) {{"]
        for start in range(0, len(found), 4):
            part = [swift for _, swift, _, _ in found[start:start + 4]]
            left = ", ".join(f"self.{swift}" for swift in part)
            pair = f"{left} = {part[0]}" if len(part) == 1 else f"({left}) = ({', '.join(part)})"
            lines.append(f"{deep}  {pair}")
        lines.append(f"{deep}}}")
    else:
        lines += [*comment("It has no members.", deep), f"{deep}public init() {{}}"]
    return lines + [f"{indent}}}"]


def enumeration(name, values, facts):
    lines = comment(facts.get("description", f"`{'`, `'.join(values)}`."), "")
    lines.append(f"public enum {name}: String, Codable, Sendable, Hashable, CaseIterable {{")
    for value in values:
        lines += comment(facts.get("enumDescription", {}).get(value, f"`{value}`."), "  ")
        lines.append(f"  case {member(value)}" + (f' = "{value}"' if member(value) != value else ""))
    return lines + ["}"]


def method(name, file, protocol):
    facts = file["metadata"]
    swift = METHODS.get(name, camel(name))
    lines = comment(facts["description"], "") + [f"public enum {swift}: {protocol} {{"]
    lines += [*comment("The name on the wire.", "  "), f'  public static let name = "{name}"']
    if protocol == "PaymentsMethod":
        scope = "." + facts["scope"] if "scope" in facts else "nil"
        lines += [*comment("The scope that the app needs.", "  "), f"  public static let scope: Scope? = {scope}"]
    if facts.get("unpaired"):
        lines += [*comment("An app may call it before the owner has approved the app.", "  "),
                  "  public static let isAvailableUnpaired = true"]
    lines += [*comment("What generated documents say of it.", "  "), "  public static let summary =",
              f"    {json.dumps(facts['description'], ensure_ascii=False)}"]
    lines += comment("The reasons for which it may fail, besides those of every method.", "  ")
    failures = ["." + member(reason) for reason in facts["failures"]]
    if failures:
        lines += ["  public static let failures: [FailureReason] = [", *packed(failures, "    "), "  ]"]
    else:
        lines.append("  public static let failures: [FailureReason] = []")
    lines += ["", *structure("Params", file["params"], name, "  ", f"The params of `{name}`."), ""]
    if name in RESULTS:
        return lines + [*comment(f"The result of `{name}`.", "  "), f"  public typealias Result = {RESULTS[name]}", "}"]
    result, owner = file["result"], name
    if "ref" in result:
        owner = result["ref"]
        result = json.loads((ROOT / "protocol/schemas/definitions.json").read_text())[owner]
    return lines + structure("Result", result, owner, "  ", f"The result of `{name}`.") + ["}"]


def files_of(module):
    """The text of each generated file of a module, by its path."""
    folder, protocol, imports = MODULES[module]
    schemas = {path.stem: json.loads(path.read_text()) for path in sorted((ROOT / "protocol" / folder).glob("*.json"))}
    shared = json.loads((ROOT / "protocol/schemas/definitions.json").read_text()) if folder != "schemas" else {}
    parts = {}
    for name, schema in schemas["definitions"].items():
        if name in BY_HAND or name in shared:
            continue
        facts = schema.get("metadata", {})
        if "enum" in schema:
            parts.setdefault((name, "Objects"), enumeration(type_name(name), schema["enum"], facts))
        elif "properties" in schema or "optionalProperties" in schema:
            text = facts.get("description", "")
            parts.setdefault((name, "Objects"), structure(type_name(name), schema, name, description=text))
    for name, file in schemas.items():
        if "method" in file:
            parts[name, "Methods"] = method(file["method"], file, protocol)
    head = f"// Written by scripts/swift_types.py from protocol/{folder}: change the schemas, and `make spec`.\n\n"
    texts = {}
    for (name, kind), lines in parts.items():
        subject = next(each for each, words in SUBJECTS.items() if re.search(words, name))
        path = ROOT / "Sources/Protocol" / module / "Generated" / f"{subject}{kind}.swift"
        texts[path] = texts.get(path, "") + "\n" + "\n".join(lines) + "\n"
    for path, body in texts.items():
        used = [each for each in imports if each != "JSON" or "JSONValue" in body]
        texts[path] = head + "\n".join(f"public import {each}" for each in used) + "\n" + body
    return texts


def formatted(text):
    return subprocess.run(["swift", "format", "format", "--configuration", str(ROOT / ".swift-format")],
                          input=text, text=True, capture_output=True, check=True).stdout


def main():
    stale = 0
    for module in MODULES:
        for path, text in files_of(module).items():
            text = formatted(text)
            if path.exists() and path.read_text() == text:
                continue
            if "--check" in sys.argv:
                print(f"{path.relative_to(ROOT)} is not what the schemas say: make spec", file=sys.stderr)
                stale = 1
            else:
                path.parent.mkdir(exist_ok=True)
                path.write_text(text)
    sys.exit(stale)


if __name__ == "__main__":
    main()
