"""Statements of what is final (5.6): rows are booked when something becomes final, and are never changed."""

import csv
import hashlib
import io
import json
import re
from dataclasses import dataclass, field
from datetime import datetime, timezone
from typing import TYPE_CHECKING, Any

from ..wire.text import encode
from .amounts import decimal, moment, now, stamp
from .failures import Failure, required
from .ledger import App, identifier
from .wallet import Wallet

if TYPE_CHECKING:
    from .provider import Provider

KEPT, KEEP_SECONDS, PART = 4, 600, 524_288
DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
TYPES = {"json": "application/json", "csv": "text/csv; charset=utf-8; header=present",
         "text": "text/plain; charset=utf-8",
         "pdf": "application/pdf"}
SUFFIXES = {"json": "json", "csv": "csv", "text": "txt", "pdf": "pdf"}
COLUMNS = "currency at local_at kind in out fee balance object_id transaction_id description app app_key".split()
FORMULA = ("=", "+", "-", "@", "\t", "\r")


@dataclass
class Statement:
    request_id: str
    params: dict[str, Any]
    begin: float
    end: float
    created: float = field(default_factory=now)
    statement_id: str = field(default_factory=lambda: identifier("stm"))
    version: int = 1
    data: bytes | None = None
    rows: int = 0


def instant(text: str, pointer: str) -> float:
    """A date or a timestamp; dates are days of UTC here."""
    if DATE.fullmatch(text):
        try:
            return datetime.strptime(text, "%Y-%m-%d").replace(tzinfo=timezone.utc).timestamp()
        except ValueError:
            raise Failure("invalid_params", pointer=pointer, rule="a date") from None
    return moment(text, pointer)


class Statements:
    def __init__(self, model: "Provider"):
        self.model = model
        self.kept: dict[bytes, list[Statement]] = {}

    def methods(self) -> dict[str, Any]:
        return {"statement_request": self.statement_request, "get_statement_part": self.get_statement_part}

    async def statement_request(self, connection: Any, params: Any) -> Any:
        app, model = connection.app, self.model

        def make() -> Statement:
            begin, end = instant(params["from"], "/from"), instant(params["to"], "/to")
            required(begin < end, "invalid_params", pointer="/to", rule="after from")
            return Statement(params["request_id"].lower(), params, begin, end)

        if "currency" in params:
            model.methods.wallet(params)
        made, again = await model.methods.once(app, "statement_request", params, "", make)
        if made not in self.kept.get(app.key, []):
            made.data = self.file(app, made)
            made.version += 1
            most = 100 if model.deviates("statements are kept for ever") else KEPT
            self.kept[app.key] = [*self.kept.get(app.key, []), made][-most:]
        result = {"statement": self.view(made), "replayed": again}
        return result | ({"data": encode(made.data)} if len(made.data) <= PART else {})

    async def get_statement_part(self, connection: Any, params: Any) -> Any:
        found = next((entry for entry in self.kept.get(connection.app.key, [])
                      if entry.statement_id == params["statement_id"]), None)
        required(found, "statement_not_found")
        assert found and found.data is not None
        part = params.get("part", 0)
        required(part < self.parts(found), "invalid_params", pointer="/part", rule="a part of the file")
        return {"statement": self.view(found), "data": encode(found.data[part * PART:(part + 1) * PART])}

    @staticmethod
    def parts(statement: Statement) -> int:
        return max(1, -(-len(statement.data or b"") // PART))

    def view(self, statement: Statement) -> dict[str, Any]:
        params, data = statement.params, statement.data or b""
        currency = {"currency": params["currency"]} if "currency" in params else {}
        return currency | {
            "statement_id": statement.statement_id, "request_id": statement.request_id, "version": statement.version,
            "state": "ready", "format": params["format"], "from": stamp(statement.begin), "to": stamp(statement.end),
            "rows": statement.rows, "rows_done": statement.rows, "media_type": TYPES[params["format"]],
            "file_name": f"statement-{params['from'][:10]}.{SUFFIXES[params['format']]}",
            "created_at": stamp(statement.created),
            "size": len(data), "sha256": hashlib.sha256(data).hexdigest(), "parts": self.parts(statement),
            "expires_at": stamp(now() + KEEP_SECONDS)}

    def section(self, app: App, wallet: Wallet, statement: Statement) -> dict[str, Any]:
        def amount(units: int) -> str:
            return decimal(units, wallet.decimals)

        apps = self.model.ledger.apps.values() if self.model.deviates("statement shows all apps") else [app]
        booked = sorted((row for entry in apps for row in entry.bookings if row["wallet"] is wallet),
                        key=lambda row: row["at"])
        fee_of = (lambda row: 0) if self.model.deviates("statement forgets fees") else (lambda row: row["fee"])
        balance = opening = sum(row["in"] - row["out"] - fee_of(row) for row in booked if row["at"] < statement.begin)
        rows, days = [], {}
        for row in booked:
            if statement.begin <= row["at"] < statement.end:
                balance += row["in"] - row["out"] - fee_of(row)
                members = {"at": stamp(row["at"]), "local_at": stamp(row["at"]).replace("Z", "+00:00"),
                           "kind": row["kind"],
                           "in": amount(row["in"]), "out": amount(row["out"]), "fee": amount(row["fee"]),
                           "balance": amount(balance),
                           "object_id": row["object_id"], "transaction_id": row["transaction_id"],
                           "description": row["description"]}
                rows.append({name: value for name, value in members.items() if value is not None})
                day = days.setdefault(stamp(row["at"])[:10], [0, 0, 0, 0])
                day[:] = [day[0] + row["in"], day[1] + row["out"], day[2] + row["fee"], balance]
        inside = [row for row in booked if statement.begin <= row["at"] < statement.end]
        return {"currency": wallet.code, "network": wallet.network, "decimals": wallet.decimals,
                "opening": amount(opening),
                "in": amount(sum(row["in"] for row in inside)), "out": amount(sum(row["out"] for row in inside)),
                "fees": amount(sum(row["fee"] for row in inside)),
                "taken_back": amount(sum(row["out"] for row in inside if row["kind"] == "taken_back")),
                "closing": amount(balance),
                "rows": rows, "days": [
                    {"day": day, "in": amount(v[0]), "out": amount(v[1]), "fees": amount(v[2]), "balance": amount(v[3])}
                    for day, v in days.items()]}

    def file(self, app: App, statement: Statement) -> bytes:
        wanted = statement.params.get("currency")
        sections = [self.section(app, wallet, statement)
                    for code, wallet in self.model.wallets.items() if wanted in (None, code)]
        statement.rows = sum(len(section["rows"]) for section in sections)
        kind = statement.params["format"]
        owner = {"name": app.manifest["name"], "key": app.name}
        if kind == "json":
            local = {name: stamp(value).replace("Z", "+00:00")
                     for name, value in (("from_local", statement.begin), ("to_local", statement.end))}
            document = {"provider": self.model.provider_view(), "from": stamp(statement.begin),
                        "to": stamp(statement.end), **local,
                        "time_zone": "UTC", "made_at": stamp(now()), "sections": sections, "app": owner}
            return json.dumps(document).encode()
        if kind == "csv":
            return self.csv(sections, owner)
        lines = ["Statement", *(f"{s['currency']} {row['at']} {row['kind']} {row['in']} {row['out']} {row['balance']}"
                                for s in sections for row in s["rows"])]
        text = "\n".join(lines).encode() + b"\n"
        return text if kind == "text" else b"%PDF-1.4\n% " + text.replace(b"\n", b"\n% ") + b"\n%%EOF\n"

    def csv(self, sections: list[dict[str, Any]], owner: dict[str, str]) -> bytes:
        out = io.StringIO(newline="")
        writer = csv.DictWriter(out, COLUMNS, restval="", extrasaction="ignore", lineterminator="\r\n")
        writer.writeheader()
        for section in sections:
            writer.writerow({"currency": section["currency"], "kind": "opening", "balance": section["opening"]})
            for row in section["rows"]:
                safe = dict(row)
                if (row.get("description", "").startswith(FORMULA)
                        and not self.model.deviates("formulas stand in statements")):
                    safe["description"] = "'" + row["description"]
                writer.writerow(safe | {"currency": section["currency"], "app": owner["name"], "app_key": owner["key"]})
            writer.writerow({"currency": section["currency"], "kind": "closing", "balance": section["closing"]})
        return out.getvalue().encode()


def book(app: App, wallet: Wallet, kind: str, units: int, fee: int, object_id: str, transaction_id: str,
         description: str | None) -> None:
    """Notes that something has become final; `taken_back` and `returned` are the other way round."""
    comes_in = kind in ("received", "returned")
    app.bookings.append({
        "wallet": wallet, "at": now(), "kind": kind,
        "in": units + (fee if kind == "returned" else 0) if comes_in else 0,
        "out": 0 if comes_in else units, "fee": fee if kind == "paid" else 0, "object_id": object_id,
        "transaction_id": transaction_id, "description": description})
