"""Chapter 5.6: scopes and currencies, the balance, proofs, and statements."""

import base64
import csv
import hashlib
import io
import json
from decimal import Decimal

from ... import schemas
from ...report import NotApplicable, require
from ..app import new_id
from ..registry import case
from ..rpc import Error

SCOPES = {
    "receive": ["addresses_for_currency", "new_address_for_currency", "invoice_request", "get_invoice_request_status",
                "cancel_invoice_request",
                "list_invoice_requests", "list_invoice_transfers"],
    "pay": ["payment_order", "get_payment_order_status", "cancel_payment_order", "list_payment_orders"],
    "balance": ["get_balance"],
    "prove": ["proof_request", "verify_proof"],
    "statement": ["statement_request", "get_statement_part"],
}
OPEN = ["get_session", "rpc.discover", "list_services", "list_currencies", "unsubscribe_events"]


def _params(bench, method):
    values = {
        "request_id": new_id(), "currency": bench.currency, "address": "x", "amount": "1", "order_id": "ord_x",
        "invoice_id": "inv_x", "statement_id": "stm_x", "kind": "address", "message": "m", "proof": "p",
        "signed_message": "s", "from": "2026-01-01",
        "to": "2026-02-01", "format": "json"}
    params = schemas.payments().part(method, "params")
    named = {name: values[name] for name in params.get("properties", {})}
    if method.endswith("_status"):
        named["request_id"] = new_id()
    return named


def _needs(scope):
    def run(bench):
        app = bench.app("scopeless", granted=[])
        for method in SCOPES[scope]:
            rule = app.refused(method, "scope_not_granted", **_params(bench, method)).get("rule")
            require(rule == scope, f"{method}: the rule is {rule}")
        for method in OPEN:
            app.call(method)
    return run


for _number, _scope in enumerate(SCOPES, 600):
    case(f"P5.{_number}", "5.1",
         "A method with a scope needs the owner's grant of that scope; otherwise it fails with scope_not_granted",
         f"no method of the scope {_scope} works without it")(_needs(_scope))


@case("P5.605", "5.1", "Every method with a currency may fail with currency_not_granted",
      "a currency that was not granted cannot be used", fresh=True)
def currencies(bench):
    if "other_currency" not in bench.description:
        raise NotApplicable("the provider has one currency only")
    other = bench.description["other_currency"]
    app = bench.app("narrow", currencies=[bench.currency])
    app.invoice()
    app.refused("invoice_request", "currency_not_granted", request_id=new_id(), currency=other)
    app.refused("new_address_for_currency", "currency_not_granted", request_id=new_id(), currency=other)
    app.refused("get_balance", "currency_not_granted", currency=other)
    app.refused("payment_order", "currency_not_granted", request_id=new_id(), currency=other, address="x", amount="1")
    require(app.call("get_session")["grants"]["currencies"] == [bench.currency], "the grants name other currencies")


@case("P5.606", "3.4", "When it is empty, the app has no currency: every method with a currency fails",
      "an app that wants no currency has none")
def no_currency(bench):
    app = bench.app()
    session = app.connect(manifest=json.dumps(app.description | {"currencies": []}).encode())
    session.refused("invoice_request", "currency_not_granted", request_id=new_id(), currency=bench.currency)
    session.call("list_currencies")
    session.close()


@case("P5.607", "5.6", "This method lists the currencies that P serves, ordered by code",
      "the currencies are in order, ready, and on a named network")
def listed(bench):
    found = bench.app().call("list_currencies")["currencies"]
    codes = [currency["code"] for currency in found]
    require(codes == sorted(codes) and bench.currency in codes, "the order differs")
    require(all(("reason" in c) <= (c["ready"] != "ready") for c in found),
            "a currency that is ready has a reason why it is not")


@case("P5.608", "5.6", "available, pending, locked", "the balance follows a payment", fresh=True)
def balance(bench):
    app = bench.app()

    def available():
        return Decimal(app.call("get_balance", currency=bench.currency)["available"])

    before = available()
    order = app.succeeded("0.5")
    require(available() == before - Decimal(order["total"]), "what was paid is still there")


@case("P5.609", "5.6", "the largest amount that can be handled; receive, and pay with the scope pay",
      "the range of amounts holds at its lower end")
def ranges(bench):
    app = bench.app()
    found = app.call("get_amount_range_for_currency", currency=bench.currency)
    app.invoice(found["receive"]["min"])
    low = Decimal(found["receive"]["min"])
    if low > bench.smallest:  # otherwise there is no smaller amount
        app.refused("invoice_request", "amount_out_of_range", request_id=new_id(), currency=bench.currency,
                    amount=f"{low - bench.smallest:f}")
    app.refused("invoice_request", "amount_out_of_range", request_id=new_id(), currency=bench.currency,
                amount=f"{Decimal(found['receive']['max']) + 1:f}")


# Proofs


def _proof(app, kind, **about):
    """A proof; not every wallet can make each kind."""
    try:
        return app.call("proof_request", currency=app.bench.currency, kind=kind, message="for Ann, 20 March", **about)
    except Error as error:
        if error.reason == "cannot_prove":
            raise NotApplicable(f"the wallet makes no proofs of the kind {kind}") from None
        raise


def _verified(app, proof, **changes):
    params = {name: value for name, value in proof.items() if name not in ("order_id", "invoice_id")} | changes
    return app.call("verify_proof", **params)


@case("P5.620", "5.6", "the wallet has the key of an address that was handed to this app",
      "a proof of an address holds, and of another text it does not")
def address_proof(bench):
    app = bench.app()
    proof = _proof(app, "address", address=app.invoice()["address"])
    require(proof["signed_message"].startswith("payport proof: ownership of the ")
            and proof["signed_message"].endswith("; message: for Ann, 20 March"),
            "the text is another one")
    result = _verified(app, proof)
    require(result["valid"] is True and result.get("signed_by") == "holder", "the proof does not hold")
    result = _verified(app, proof, signed_message=proof["signed_message"] + "!")
    require(result["valid"] is False and result.get("reason") in ("signature", "subject"), "it holds for another text")


@case("P5.621", "5.6", "as payer: the transaction of this app's order pays its address",
      "a proof of a payment holds, and shows no more than was paid")
def payment_proof(bench):
    app = bench.app()
    order = app.submitted("0.3")
    proof = _proof(app, "payment", order_id=order["order_id"])
    require((proof["transaction_id"], proof["address"], proof["amount"]) == (order["transaction_id"], order["address"],
        "0.3"), "the proof differs")
    result = _verified(app, proof)
    require(result["valid"] is True and result["amount"] == "0.3" and result["signed_by"] == "payer",
            "the proof does not hold")
    result = _verified(app, proof, amount="0.30000001")
    require(result["valid"] is False and result["reason"] == "amount", "it shows more than was paid")


@case("P5.622", "5.6", "as payee: a transaction pays the address of this app's invoice", "a proof of a receipt holds")
def receipt_proof(bench):
    app = bench.app()
    invoice, transaction = app.paid_invoice("0.5")
    proof = _proof(app, "payment", invoice_id=invoice["invoice_id"])
    require(proof["transaction_id"] == transaction, "the proof is about another transaction")
    result = _verified(app, proof)
    require(result["valid"] is True and result["signed_by"] == "payee", "the proof does not hold")


@case("P5.623", "5.6", "nothing_to_prove", "what was not paid cannot be proven")
def nothing_to_prove(bench):
    app = bench.app()
    for about in ({"order_id": app.order()["order_id"]}, {"invoice_id": app.invoice()["invoice_id"]}):
        app.refused("proof_request", "nothing_to_prove", currency=bench.currency, kind="payment", message="m", **about)


@case("P5.624", "5.6",
    "P refuses members that do not belong to the kind; message contains no control characters, line breaks or "
    "bidirectional controls", "proofs of two things, and messages that "
      "hide something, are refused")
def bad_proofs(bench):
    app = bench.app()
    address, order = app.invoice()["address"], app.order()["order_id"]
    base = {"currency": bench.currency, "kind": "address", "message": "m", "address": address}
    for wrong in ({"order_id": order}, {"amount": "1"}, {"kind": "payment"}, {"kind": "reserve"}, {"message": ""},
                  {"message": "a\nb"}, {"message": "a\u202eb"},
                  {"message": "a\x07b"}, {"message": "a\u2028b"}, {"message": "x" * 257}):
        app.refused("proof_request", "invalid_params", wrong=True, **(base | wrong))
    app.refused("proof_request", "address_not_found", **(base | {"address": bench.address()}))


@case("P5.625", "5.6", "So it needs balance as well (scope_not_granted with rule balance)",
      "a proof of reserves needs the scope balance", fresh=True)
def reserve_scope(bench):
    app = bench.app("prover", granted=["prove", "receive"])
    data = app.refused("proof_request", "scope_not_granted", currency=bench.currency, kind="reserve", message="m",
                       amount="1")
    require(data.get("rule") == "balance", f"the rule is {data.get('rule')}")


@case("P5.626", "7", "proofs of reserves made for an app: 6 within an hour", "a seventh proof of reserves has to wait",
      fresh=True)
def reserve_rate(bench):
    app = bench.app()
    for _ in range(6):
        proof = _proof(app, "reserve", amount="1")
    require(_verified(app, proof)["valid"] is True, "the proof does not hold")
    data = app.refused("proof_request", "rate_limited", currency=bench.currency, kind="reserve", message="m",
                       amount="1")
    require(data.get("retry_after_ms", 0) > 60_000, "the wait is not the real one")


@case("P5.627", "9", "While the owner has locked paying, P makes no proof", "a locked provider proves nothing",
      fresh=True)
def locked_proof(bench):
    app = bench.app()
    address = app.invoice()["address"]
    bench.do("lock")
    app.refused("proof_request", "wallet_locked", currency=bench.currency, kind="address", message="m", address=address)


@case("P5.628", "5.6", "A text that is not a proof of this kind is invalid_params with pointer /proof",
      "what is no proof is refused as such")
def no_proof(bench):
    app = bench.app()
    try:
        app.call("verify_proof", currency=bench.currency, kind="address", proof="nonsense", signed_message="m",
                 address=app.invoice()["address"])
    except Error as error:
        if error.reason == "cannot_prove":
            raise NotApplicable("the wallet verifies no proofs") from None
        require((error.reason, error.data.get("pointer")) == ("invalid_params", "/proof"), f"it failed with {error}")
        return
    require(False, "it was taken for a proof")


# Statements


def _statement(app, format_, **more):
    params = {"request_id": new_id(), "from": "2020-01-01", "to": "2100-01-01", "format": format_} | more
    answer = app.call("statement_request", **params)
    statement, seen = answer["statement"], answer.get("data")
    while statement["state"] == "preparing":
        answer = app.call("get_statement_part", statement_id=statement["statement_id"], after=statement["version"],
                          wait_ms=2_000)
        statement, seen = answer["statement"], answer.get("data")
    require(statement["state"] == "ready", f"it is {statement['state']} {statement.get('reason', '')}")
    file = b""
    for part in range(statement["parts"]):
        data = app.call("get_statement_part", statement_id=statement["statement_id"], part=part)["data"]
        require(seen is None or statement["parts"] > 1 or data == seen, "data of the request is another file")
        file += base64.urlsafe_b64decode(data + "==")
    require(len(file) == statement["size"] and hashlib.sha256(file).hexdigest() == statement["sha256"],
            "size or digest is not that of the file")
    app.refused("get_statement_part", "invalid_params", statement_id=statement["statement_id"], part=statement["parts"])
    return file


def _traded(bench, name):
    """An app that has received 0.5 and paid 0.2, both for good; and then 0.1 that is under way."""
    app = bench.app(name)
    invoice, _ = app.paid_invoice("0.5", description="=1+1")
    order = app.succeeded("0.2")
    app.until_invoice(invoice, lambda i: i["state"] == "settled", "state: settled")
    app.submitted("0.1")
    return app, invoice, order


@case("P5.640", "5.6", "The statement contains what is final; opening + in - out - fees = closing",
      "a statement has what was received and paid for good, and its sums are right", fresh=True)
def json_statement(bench):
    app, invoice, order = _traded(bench, "trader")
    document = json.loads(_statement(app, "json"))
    section = next(s for s in document["sections"] if s["currency"] == bench.currency)
    rows = [(row["kind"], row["object_id"], row["in"], row["out"], row["fee"]) for row in section["rows"]]
    require(sorted(rows) == sorted(
        [("received", invoice["invoice_id"], "0.5", "0", "0"), ("paid", order["order_id"], "0", "0.2", order["fee"])]),
            f"the rows are {rows}")
    opening, in_, out, fees, closing = (Decimal(section[name]) for name in ("opening", "in", "out", "fees", "closing"))
    require(opening + in_ - out - fees == closing and closing == Decimal(section["rows"][-1]["balance"]),
            "the sums are wrong")


@case("P5.641", "5.6",
    "RFC 4180, UTF-8, one header line; a text that a spreadsheet would treat as a formula has an apostrophe in front",
      "a statement as CSV has the columns, and no formula", fresh=True)
def csv_statement(bench):
    app, _, _ = _traded(bench, "trader")
    text = _statement(app, "csv", currency=bench.currency).decode("utf-8")
    require(text.count("\r\n") == len(text.splitlines()) and "\n" not in text.replace("\r\n", ""),
            "lines do not end with CR LF")
    rows = list(csv.DictReader(io.StringIO(text, newline="")))
    names = "currency at local_at kind in out fee balance object_id transaction_id description app app_key".split()
    require(list(rows[0])[:len(names)] == names, "the columns are others")
    kinds = [row["kind"] for row in rows]
    require((kinds[0], sorted(kinds[1:-1]), kinds[-1]) == ("opening", ["paid", "received"], "closing"),
            "the kinds are others")
    require(any(row["description"] == "'=1+1" for row in rows), "a formula stands as it is")


@case("P5.642", "5.6", "text and pdf: for people", "statements for people can be fetched, too")
def other_statements(bench):
    app = bench.app()
    require(_statement(app, "text").decode("utf-8"), "the text is empty")
    pdf = _statement(app, "pdf")
    require(pdf.startswith(b"%PDF-"), "it is no PDF")


@case("P5.643", "5.6", "from and to are dates or timestamps; to is not part of the period",
      "periods that are none are refused")
def periods(bench):
    app = bench.app()
    for from_, to in (("2026-02-30", "2026-03-01"), ("yesterday", "2026-03-01"), ("2026-03-01", "2026-02-01"),
                      ("2026-03-01T00:00:00", "2026-04-01"), ("2026-3-1", "2026-04-01")):
        app.refused("statement_request", "invalid_params", wrong=True,
                    **{"request_id": new_id(), "from": from_, "to": to, "format": "json"})


@case("P5.644", "5.6", "what was made for another app is not listed", "a statement is about one app only", fresh=True)
def own_statement(bench):
    _traded(bench, "trader")
    other = bench.app("other")
    document = json.loads(_statement(other, "json"))
    require(not any(section["rows"] for section in document["sections"]), "payments of another app are listed")
    require(document["app"]["key"] == other.key, "the statement is about another app")
