"""Proofs of a made-up wallet: a digest of the text and a secret of the wallet (5.6)."""

import hashlib
import re
import secrets
import unicodedata
from typing import TYPE_CHECKING, Any

from .amounts import atomic, decimal, now, stamp
from .failures import Failure, required
from .wallet import Transaction, Wallet

if TYPE_CHECKING:
    from .provider import Provider

MEMBERS = {"payment": {"order_id", "invoice_id", "transaction_id"}, "address": {"address"}, "reserve": {"amount"}}
PROOF = re.compile(r"ModelProof1\.(address|payer|payee|reserve)\.[0-9a-f]{64}")
HOUR, MINUTE = 3600.0, 60.0


class Proofs:
    def __init__(self, model: "Provider"):
        self.model = model
        self.secret = secrets.token_hex(16)
        self.made: dict[tuple[bytes, str], list[float]] = {}

    def methods(self) -> dict[str, Any]:
        return {"proof_request": self.proof_request, "verify_proof": self.verify_proof}

    def _limit(self, key: bytes, kind: str, most: int, period: float) -> None:
        recent = [moment for moment in self.made.get((key, kind), []) if moment > now() - period]
        if len(recent) >= most:
            raise Failure("rate_limited", retry_after_ms=max(1, round((recent[0] + period - now()) * 1000)))
        self.made[key, kind] = [*recent, now()]

    def _sign(self, kind: str, text: str, subject: str) -> str:
        return f"ModelProof1.{kind}.{hashlib.sha256(f'{self.secret} {kind} {subject} {text}'.encode()).hexdigest()}"

    async def proof_request(self, connection: Any, params: Any) -> Any:
        app, kind, model = connection.app, params["kind"], self.model
        given = set(params) - {"currency", "kind", "message"}
        required(given <= MEMBERS[kind], "invalid_params", pointer="", rule="members of another kind")
        hidden = any(unicodedata.category(letter) in ("Cc", "Zl", "Zp", "Cs") or unicodedata.bidirectional(letter) in (
            "LRE", "RLE", "LRO", "RLO", "PDF", "LRI", "RLI", "FSI", "PDI") or letter in "\u200e\u200f\u061c"
                     for letter in params["message"])
        required(1 <= len(params["message"]) <= 256 and not hidden, "invalid_params", pointer="/message",
                 rule="one visible line")
        if kind == "payment":
            required(len(given & {"order_id", "invoice_id"}) == 1, "invalid_params", pointer="", rule="one of the two")
            required("transaction_id" not in given or "invoice_id" in given, "invalid_params",
                     pointer="/transaction_id")
        else:
            required(given == MEMBERS[kind], "invalid_params", pointer="", rule="the member of the kind")
        wallet = model.methods.wallet(params)
        required(not model.ledger.locked or model.deviates("locked provider makes proofs"), "wallet_locked")
        if kind == "reserve":
            required("balance" in model.scopes(app, connection) or model.deviates("reserves are shown without balance"),
                     "scope_not_granted", rule="balance")
        result = getattr(self, f"_{kind}")(app, wallet, params)
        self._limit(app.key, "all", 30, MINUTE)
        if kind == "reserve":
            self._limit(app.key, "reserve", 1_000 if model.deviates("proofs of reserves are not limited") else 6, HOUR)
        return {"currency": wallet.code, "network": wallet.network, "kind": kind} | result

    def _address(self, app: Any, wallet: Wallet, params: Any) -> dict[str, Any]:
        known = next((entry for entry in app.addresses if entry["address"] == params["address"]
                      and entry["currency"] == wallet.code), None)
        required(known, "address_not_found")
        assert known
        about = f" of invoice {known['invoice_id']}" if "invoice_id" in known else ""
        text = (f"payport proof: ownership of the {wallet.code} ({wallet.network}) address {params['address']}{about}; "
                f"message: {params['message']}")
        return {"proof": self._sign("address", text, params["address"]), "signed_message": text,
                "address": params["address"]}

    def _payment(self, app: Any, wallet: Wallet, params: Any) -> dict[str, Any]:
        if "order_id" in params:
            order = self.model.methods.order(app, {"order_id": params["order_id"]})
            paid = order.transaction if order.state in ("in_flight", "succeeded") else None
            required(paid, "nothing_to_prove")
            return self._paid(wallet, paid, "payer", f"for order {order.order_id}",
                              params) | {"order_id": order.order_id}
        invoice = self.model.methods.invoice(app, {"invoice_id": params["invoice_id"]})
        found = [entry.transaction for entry in invoice.transfers if not entry.removed
                 and params.get("transaction_id", entry.transaction.transaction_id) == entry.transaction.transaction_id]
        required(found, "nothing_to_prove")
        required(len(found) == 1, "invalid_params", pointer="/transaction_id", rule="several transactions paid it")
        return self._paid(wallet, found[0], "payee", f"for invoice {invoice.invoice_id}",
                          params) | {"invoice_id": invoice.invoice_id}

    def _paid(self, wallet: Wallet, paid: Transaction, signer: str, purpose: str, params: Any) -> dict[str, Any]:
        what, where = ("payment", "to") if signer == "payer" else ("receipt", "at")
        amount = decimal(paid.units, wallet.decimals)
        text = (
            f"payport proof: {what} of {amount} {wallet.code} ({wallet.network}) {where} {paid.address} by transaction "
                f"{paid.transaction_id} {purpose}; message: {params['message']}")
        proof = self._sign(signer, text, f"{paid.transaction_id} {paid.address}")
        return {"proof": proof, "signed_message": text, "transaction_id": paid.transaction_id, "address": paid.address,
                "amount": amount}

    def _reserve(self, app: Any, wallet: Wallet, params: Any) -> dict[str, Any]:
        units = atomic(params["amount"], wallet.decimals, "/amount")
        required(units <= wallet.available(), "insufficient_funds", pointer="/amount")
        text = (
            f"payport proof: reserves of at least {decimal(units, wallet.decimals)} {wallet.code} ({wallet.network}) "
            "at "
                f"{stamp(now())}; message: {params['message']}")
        return {"proof": self._sign("reserve", text, str(units)), "signed_message": text,
                "amount": decimal(units, wallet.decimals)}

    async def verify_proof(self, connection: Any, params: Any) -> Any:
        wallet = self.model.methods.wallet(params)
        kind = params["kind"]
        required(params.get("network", wallet.network) == wallet.network, "wrong_network", pointer="/network")
        match = PROOF.fullmatch(params["proof"])
        signers = {"payment": ("payer", "payee"), "address": ("address",), "reserve": ("reserve",)}[kind]
        required(match and match[1] in signers, "invalid_params", pointer="/proof", rule="a proof of this kind")
        assert match
        self._limit(connection.app.key, "all", 30, MINUTE)
        units = atomic(params["amount"], wallet.decimals, "/amount") if "amount" in params else 0
        subject = {"payment": f"{params.get('transaction_id')} {params.get('address')}",
                   "address": params.get("address", ""),
                   "reserve": str(units)}[kind]
        if params["proof"] != self._sign(match[1], params["signed_message"], subject):
            if kind != "address" or not self.model.deviates("every proof of an address holds"):
                return {"valid": False, "reason": "signature", "meaning": "The signature is not one of this text."}
        result: dict[str, Any] = {"valid": True, "signed_by": "holder" if kind != "payment" else match[1],
                                  "meaning": "The proof holds for what its text says."}
        if kind == "payment":
            paid = wallet.find(params["transaction_id"])
            result |= {"amount": decimal(paid.units, wallet.decimals), "confirmations": wallet.depth(paid),
                       "in_pool": paid.height is None}
            if paid.units < units:
                return {"valid": False, "reason": "amount", "meaning": "The transaction pays less."}
        if kind == "reserve":
            result["amount"] = decimal(units, wallet.decimals)
        return result
