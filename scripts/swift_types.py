#!/usr/bin/env python3
"""Writes the Swift types of the methods and objects in protocol/schemas, protocol/messaging and protocol/owner:
`swift_types.py`, or `swift_types.py --check`, which only tells whether they are what the schemas say."""

import json
import re
import subprocess
import sys
import textwrap
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent

# What Swift calls a definition where its name in camel case is taken, or says too little.
NAMES = {
    "address": "AddressInfo", "amount": "DecimalAmount", "app": "AppInfo", "asking": "Asking",
    "budget_period": "BudgetPeriodName", "failure_data": "OwnerFailureData", "failure_reason": "OwnerFailureReason",
    "currency": "CurrencyInfo", "cursor": "EventCursor",
    "limits": "SessionLimits", "message": "PaymentMessage", "message_file": "MessageFile",
    "payment": "PaymentReference", "proof_flaw": "ProofFault", "proof_signer": "ProofParty", "provider": "ProviderInfo",
    "question": "OwnerQuestion", "readiness": "CurrencyReadiness", "reply": "MessageReply", "request_id": "PaymentRequestID", "service": "ServiceInfo",
    "session": "GetSession.Result", "signed_amount": "SignedDecimal", "transfer": "TransferInfo"}
# The types of texts, by the name of the member, or of the object and the member.
TEXTS = {
    "invoice_id": "InvoiceID", "message_id": "PaymentMessageID", "order_id": "OrderID", "versions": "VersionRange",
    "app.key": "AppKey", "statement_request.from": "StatementBound", "statement_request.to": "StatementBound"}
# Members that are no words of Swift, or mean something else there.
MEMBERS = {"in": "incoming", "out": "outgoing", "as": "verdict"}
# Results that are those of another method, or are no object with members of its own.
RESULTS = {
    "cancel_invoice_request": "InvoiceRequest.Result", "cancel_payment_order": "SubmitPaymentOrder.Result",
    "rpc.discover": "JSONValue"}
# What the owner's programs call the methods of the owner's socket.
OWNER_METHODS = {
    "abandon": "AbandonOrder", "admit_daemon": "AdmitDaemon", "approve": "ApproveQuestion", "apps": "ListApps",
    "audit": "ListAuditEntries", "audit.head": "GetAuditHead", "audit.verify": "VerifyAuditLog",
    "backup": "StageBackup", "balances": "GetBalances", "daemons": "ListDaemons", "deny": "DenyQuestion", "grant": "GrantScopes",
    "grants": "ListGrants", "limit": "LimitApp", "lock": "LockWallet", "metrics": "GetMetrics",
    "mock": "PlayMockNetwork", "notify": "NotifyOfNews", "open": "ShowOpening", "open.finish": "FinishOpening",
    "payees": "NamePayee", "payments": "ListPayments", "payments.get": "GetPayment", "payments.incoming": "ListIncomingPayments",
    "pin.clear": "ClearPin", "pin.set": "SetPin", "pin.status": "GetPinStatus", "question": "GetQuestion",
    "questions": "ListQuestions", "quota": "ChangeQuota", "receive": "ReceivePayment",
    "reload": "ReloadConfiguration", "rename": "RenameApp",
    "revoke": "RevokeApp", "revoke_daemon": "RevokeDaemon", "sends": "ListUnknownSends",
    "sends.accept": "AcceptWallet", "sends.cancel": "CancelHeldOrder", "sends.pay": "PayHeldOrder",
    "sends.settle": "SettleUnknownSend", "sessions": "ListSessions", "sessions.end": "EndSession",
    "statement": "BeginStatement", "statement.part": "FetchStatement", "status": "GetProviderStatus",
    "unlock": "UnlockWallet", "watch": "WatchQuestions"}


# By what a file of the owner's types needs a module.
OWNER_IMPORTS = {
    "JSON": "JSONValue", "PaymentsAPI": r": \[?(Scope|Invoice|PaymentOrder|Statement\w*|Asking|OpeningResult)\b",
    "PaymentsModel": r"AppKey|Timestamp|DecimalAmount|OrderState|InvoiceState|TransferState|PairingStatus|WalletReason"}


@dataclass
class Module:
    """What is special about the types of one module."""
    folder: str
    protocol: str
    imports: list[str]
    # What methods are called whose name is no word for what is called.
    methods: dict[str, str]
    # Definitions that are written by hand: scalars and what has a form of its own.
    by_hand: set[str]
    # The files of the module, by what the names of methods and definitions have in them; the first that fits.
    subjects: dict[str, str]
    access: str = "public"
    # What an object is whose members are not known before.
    values: str = "[String: {}]"
    texts: dict[str, str] = field(default_factory=dict)
    # The protocol of params with an optional PIN.
    has_pin_params: bool = False
    object: str = "WireObject"
    equality: str = "Hashable"


SUBJECTS = {
    "Statements": "statement|proof|open", "Receiving": "invoice|address|transfer", "Paying": "order|balance|amount|budget",
    "Session": ""}
MODULES = {
    "PaymentsAPI": Module(
        "schemas", "PaymentsMethod", ["JSON", "PaymentsModel"],
        {"open_request": "RequestOpening", "payment_order": "SubmitPaymentOrder", "rpc.discover": "Discover",
         "statement_request": "RequestStatement"},
        {"amount", "signed_amount", "request_id", "cursor", "wallet_reason", "invoice_state", "invoice_payment",
         "transfer_state", "order_state", "pairing_status", "request_template", "session"}, SUBJECTS),
    "MessagingAPI": Module(
        "messaging", "MessagingMethod", ["PaymentsAPI", "PaymentsModel"],
        {"message_status": "MessageStatus", "send_message_to_payment_contact": "SendMessage"}, set(), SUBJECTS),
    "OwnerAPI": Module(
        "owner", "OwnerMethod", ["JSON", "PaymentsAPI", "PaymentsModel"],
        OWNER_METHODS,
        {"payment_group", "owner_news"},
        {"Mock": "mock", "Statements": "statement|open", "Apps": "app|grant|limit|quota|session|revoke|rename|daemon",
         "Questions": "approv|deny|question|watch|pin|lock|news|decision",
         "Payments": "payment|payee|order|send|abandon|transfer|moved|money|balance|holding|receive", "Provider": ""},
        access="package", values="NamedValues<{}>",
        texts={"key": "AppKey", "listed_daemon.key": "String", "admit_daemon.key": "String",
               "staged_backup.key": "String", "reload_report_change.key": "String", "audit_log_entry.app": "AppKey"},
        has_pin_params=True, object="OwnerObject", equality="Equatable")}


def camel(name):
    parts = re.split(r"[._-]", name)
    return "".join(part[:1].upper() + part[1:] for part in parts)


def member(name):
    if name in MEMBERS:
        return MEMBERS[name]
    text = camel(name)
    text = text[:1].lower() + text[1:]
    return re.sub(r"Ms$", "Milliseconds", re.sub(r"Id$", "ID", text))


def type_name(definition):
    return NAMES.get(definition, camel(definition))


def comment(text, indent):
    return textwrap.wrap(text, 120, initial_indent=indent + "/// ", subsequent_indent=indent + "/// ",
                         break_long_words=False, break_on_hyphens=False)


def packed(parts, indent, width=120):
    return textwrap.wrap(", ".join(parts), width, initial_indent=indent, subsequent_indent=indent,
                         break_long_words=False, break_on_hyphens=False)


def is_object(schema):
    return "properties" in schema or "optionalProperties" in schema


class Writer:
    """Writes the types of one module."""

    def __init__(self, name):
        self.name = name
        self.module = MODULES[name]
        folder = ROOT / "protocol" / self.module.folder
        self.files = {path.stem: json.loads(path.read_text()) for path in sorted(folder.glob("*.json"))}
        payments = json.loads((ROOT / "protocol/schemas/definitions.json").read_text())
        self.shared = payments if self.module.folder != "schemas" else {}
        self.definitions = {**self.shared, **self.files["definitions"]}

    def noted(self, text, indent):
        """A comment that only public declarations need."""
        return comment(text, indent) if self.module.access == "public" else []

    def type_of(self, form, name, owner):
        if "ref" in form:
            return type_name(form["ref"])
        if "elements" in form:
            return f"[{self.type_of(form['elements'], name, owner)}]"
        if "values" in form:
            return self.module.values.format(self.type_of(form["values"], name, owner))
        kind = form.get("type")
        if kind is None:
            return "JSONValue"
        if kind == "string":
            texts = {**TEXTS, **self.module.texts}
            return texts.get(f"{owner}.{name}", texts.get(name, "String"))
        return {"timestamp": "Timestamp", "boolean": "Bool"}.get(kind, "Int")

    def members_of(self, schema, owner):
        for key in ("properties", "optionalProperties"):
            for name, form in schema.get(key, {}).items():
                kind = self.type_of(form, name, owner)
                text = form.get("metadata", {}).get("description", "")
                yield name, member(name), kind + ("?" if key == "optionalProperties" else ""), text

    def structure(self, name, schema, owner, indent="", description="", tag=None):
        """A struct with its initialiser. A tag is a member that always has the same value."""
        access = self.module.access
        lines = comment(description, indent) if description else []
        deep = indent + "  "
        found = list(self.members_of(schema, owner))
        # Names that are no words of Swift need keys, and then all members have them.
        has_keys = any(wire in MEMBERS for wire, *_ in found)
        protocols = f"Codable, Sendable, {self.module.equality}" if has_keys else self.module.object
        if self.module.has_pin_params and name == "Params" and any(wire == "pin" for wire, *_ in found):
            protocols += ", PinParams"
        lines.append(f"{indent}{access} struct {name}: {protocols} {{")
        if tag:
            lines += [*comment(f"Always `{tag[1]}`.", deep), f'{deep}{access} private(set) var {tag[0]} = "{tag[1]}"']
        for wire, swift, kind, text in found:
            lines += comment(text or f"`{wire}`.", deep)
            lines.append(f"{deep}{access} var {swift}: {kind}")
        if has_keys:
            cases = [f'{swift} = "{wire}"' if wire != swift else swift for wire, swift, *_ in found]
            lines += ["", f"{deep}private enum CodingKeys: String, CodingKey {{"]
            lines += [f"{deep}  case {case}" for case in cases] + [f"{deep}}}"]
        if found:
            lines += ["", *self.noted("Creates it of its members.", deep)]
            # Swift has no spaces to break at inside of a parameter.
            params = [f"{swift}:\0{kind.replace(' ', chr(0))}" + ("\0=\0nil" if kind.endswith("?") else "")
                      for _, swift, kind, _ in found]
            short = f"{deep}{access} init({', '.join(params)}) {{"
            if len(short) <= 120:
                lines.append(short.replace("\0", " "))
            else:
                lines += [f"{deep}{access} init(",
                          *(line.replace("\0", " ") for line in packed(params, deep + "  ")), f"{deep}) {{"]
            for start in range(0, len(found), 4):
                part = [swift for _, swift, _, _ in found[start:start + 4]]
                left = ", ".join(f"self.{swift}" for swift in part)
                pair = f"{left} = {part[0]}" if len(part) == 1 else f"({left}) = ({', '.join(part)})"
                lines.append(f"{deep}  {pair}")
            lines.append(f"{deep}}}")
        else:
            lines += [*self.noted("It has no members.", deep), f"{deep}{access} init() {{}}"]
        return lines + [f"{indent}}}"]

    def enumeration(self, name, values, facts):
        access = self.module.access
        lines = comment(facts.get("description", f"`{'`, `'.join(values)}`."), "")
        lines.append(f"{access} enum {name}: String, Codable, Sendable, Hashable, CaseIterable {{")
        for value in values:
            lines += comment(facts.get("enumDescription", {}).get(value, f"`{value}`."), "  ")
            lines.append(f"  case {member(value)}" + (f' = "{value}"' if member(value) != value else ""))
        return lines + ["}"]

    def choice(self, name, schema):
        """One of several objects, which a member tells apart: a struct for each, and an enum of them."""
        access, tag = self.module.access, schema["discriminator"]
        lines, cases = [], []
        for value, form in schema["mapping"].items():
            part = camel(value) + type_name(name)
            text = form.get("metadata", {}).get("description", "")
            lines += [*self.structure(part, form, name, description=text, tag=(tag, value)), ""]
            cases.append((value, part, text))
        whole = type_name(name)
        lines += comment(schema["metadata"]["description"], "")
        lines.append(f"{access} enum {whole}: {self.module.object} {{")
        for value, part, text in cases:
            lines += [*comment(text, "  "), f"  case {member(value)}({part})"]
        lines += ["", f"  private enum Tag: String, CodingKey {{ case {tag} }}", "",
                  *self.noted(f"Reads it by its member `{tag}`.", "  "),
                  f"  {access} init(from decoder: any Decoder) throws {{",
                  "    let container = try decoder.container(keyedBy: Tag.self)",
                  f"    switch try container.decode(String.self, forKey: .{tag}) {{"]
        lines += [f'    case "{value}": self = .{member(value)}(try {part}(from: decoder))' for value, part, _ in cases]
        lines += ['    default: throw DecodingError.dataCorruptedError('
                  f'forKey: .{tag}, in: container, debugDescription: "none of these")', "    }", "  }", "",
                  *self.noted("Writes the members of the one that it is.", "  "),
                  f"  {access} func encode(to encoder: any Encoder) throws {{", "    switch self {"]
        lines += [f"    case .{member(value)}(let part): try part.encode(to: encoder)" for value, _, _ in cases]
        return lines + ["    }", "  }", "}"]

    def method(self, name, file):
        access, facts, protocol = self.module.access, file["metadata"], self.module.protocol
        swift = self.module.methods.get(name, camel(name))
        lines = comment(facts["description"], "") + [f"{access} enum {swift}: {protocol} {{"]
        lines += [*self.noted("The name on the wire.", "  "), f'  {access} static let name = "{name}"']
        if protocol == "PaymentsMethod":
            scope = "." + facts["scope"] if "scope" in facts else "nil"
            lines += [*comment("The scope that the app needs.", "  "), f"  public static let scope: Scope? = {scope}"]
        if facts.get("unpaired"):
            lines += [*comment("An app may call it before the owner has approved the app.", "  "),
                      "  public static let isAvailableUnpaired = true"]
        return lines + [*self.part("Params", file["params"], name), *self.part("Result", file["result"], name), "}"]

    def part(self, part, schema, name):
        """The params or the result of a method."""
        access, text = self.module.access, f"The {part.lower()} of `{name}`."
        alias = RESULTS.get(name) if part == "Result" else None
        owner = name
        if "ref" in schema and alias is None:
            owner = schema["ref"]
            if self.module.folder == "owner":
                alias = type_name(owner)
            schema = self.definitions[owner]
        if self.module.folder == "owner" and not schema.get("properties") and not schema.get("optionalProperties"):
            alias = "OwnerNothing"
        if alias:
            return ["", *self.noted(text, "  "), f"  {access} typealias {part} = {alias}"]
        return ["", *self.structure(part, schema, owner, "  ", text)]

    def texts(self):
        """The text of each generated file, by its path."""
        parts = {}
        for name, schema in self.files["definitions"].items():
            if name in self.module.by_hand or name in self.shared:
                continue
            facts = schema.get("metadata", {})
            if "enum" in schema:
                parts[name, "Objects"] = self.enumeration(type_name(name), schema["enum"], facts)
            elif "discriminator" in schema:
                parts[name, "Objects"] = self.choice(name, schema)
            elif is_object(schema):
                text = facts.get("description", "")
                parts[name, "Objects"] = self.structure(type_name(name), schema, name, description=text)
        for file in self.files.values():
            if "method" in file:
                parts[file["method"], "Methods"] = self.method(file["method"], file)
        bodies = {}
        for (name, kind), lines in parts.items():
            subject = next(each for each, words in self.module.subjects.items() if re.search(words, name))
            path = ROOT / "Sources/Protocol" / self.name / "Generated" / f"{subject}{kind}.swift"
            bodies[path] = bodies.get(path, "") + "\n" + "\n".join(lines) + "\n"
        if self.module.folder == "owner":
            path = ROOT / "Sources/Protocol" / self.name / "Generated/OwnerSchemaFiles.swift"
            bodies[path] = "\n" + "\n".join(self.table()) + "\n"
        head = f"// Written by scripts/swift_types.py from protocol/{self.module.folder}: change the schemas, and `make spec`."
        return {path: "\n".join([head, "", *self.imports(body)]) + "\n" + body for path, body in bodies.items()}

    def table(self):
        """The embedded schema file of each method."""
        yield "/// The files of `protocol/owner` that have a method, which are embedded into the program at build time."
        yield "enum OwnerSchemaFiles {"
        yield "  static let methods: [String: [UInt8]] = ["
        for stem, file in self.files.items():
            if "method" in file:
                yield f'    "{file["method"]}": PackageResources.{re.sub("[^a-z0-9]", "_", stem)}_json,'
        yield "  ]"
        yield "}"

    def imports(self, body):
        """What a file imports: for the owner's types only the modules of whose types it names one."""
        for each in self.module.imports:
            if each == "JSON" and "JSONValue" not in body:
                continue
            if self.module.folder == "owner" and not re.search(OWNER_IMPORTS[each], body):
                continue
            yield f"{self.module.access} import {each}"


def formatted(text):
    return subprocess.run(["swift", "format", "format", "--configuration", str(ROOT / ".swift-format")],
                          input=text, text=True, capture_output=True, check=True).stdout


def main():
    stale = 0
    for module in MODULES:
        for path, text in Writer(module).texts().items():
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
