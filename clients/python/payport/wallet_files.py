"""What a client does with files and links: documents, statements and openings."""

from __future__ import annotations

import hashlib
import secrets
import uuid
from typing import Any

from .arguments import Moment, amount_text, moment_text
from .client_base import ClientBase
from .documents import Document, DocumentFolder, Kind
from .encoding import from_base64url, to_base64url
from .errors import DocumentError, InvalidArgument, OtherProvider, ProtocolViolation
from .generated.calls import AsyncCalls
from .generated.objects import Opening, Statement, StatementFormat
from .generated.results import OpenRequestResult, ProofRequestResult, VerifyProofResult
from .links import parse_link_back
from .reasons import REASONS
from .refusals import Refusal, refusal
from .store import Request

_PART_BYTES = 524_288
# Chapter 7: no statement is larger.
_LARGEST_STATEMENT = 16 << 20
_MOST_TIMES_ASKED = 5


class WalletFiles(ClientBase, AsyncCalls):
    """The part of `AsyncClient` for documents (ch. 12), statements (5.6) and links (ch. 16)."""

    # Documents

    async def _documents(self) -> tuple[DocumentFolder, bytes]:
        session, provider_id = await self._asked("get_session", {})
        folder = session.get("folder")
        if folder is None:
            raise DocumentError("The wallet takes no documents of this app.",
                                "The owner can change that in its configuration.")
        key = from_base64url(folder["document_key"], 32) if "document_key" in folder else None
        return DocumentFolder(folder["services"], folder["name"], key, provider_id, self._link.app_key), provider_id

    async def submit_document(
        self, kind: Kind, fields: dict[str, Any], *, name: str, sealed: bool = False,
    ) -> Document:
        """Leaves a request as a signed file. The `fields` are the params of the method of that name. With the `name` of
        an earlier one it is that one, and is made at most once."""
        fields = {member: amount_text(value) if member in ("amount", "max_fee") else value
                  for member, value in fields.items()}
        if not all(type(value) in (str, int) for value in fields.values()):
            raise InvalidArgument("The fields of a document are texts and whole numbers.")
        folder, provider_id = await self._documents()
        request = {"kind": kind, "fields": fields, "sealed": sealed}
        # The name of the file is stored with the request, so that a repeated document is the same one.
        stored = self._store.find("document", request, name=name, request_id=None)
        if stored is None:
            stored, _ = self._store.add("document", request, provider_id, name=name, request_id=None)
        if stored.provider_id != to_base64url(provider_id):
            raise OtherProvider()
        text = {**fields, "request_id": stored.request_id} if kind != "proof_request" else fields
        name_of_file = f"{kind}-{stored.request_id}"
        document = folder.submit(kind, name_of_file, text, sealed, self._link.sign)
        self._store.note_answered(stored)
        return document

    async def document_answer(self, document: Document) -> dict[str, Any] | None:
        """The present answer of the provider, or None where there is none yet."""
        return (await self._documents())[0].answer(document)

    async def follow_document(self, document: Document, timeout: float | None = None) -> dict[str, Any]:
        """Waits until the document has `ended` or was `refused`, or for `timeout` seconds; returns the last answer."""
        folder, _ = await self._documents()
        async with self._lifetime.call():
            return await folder.follow(document, timeout)

    async def resume(self, request: Request) -> dict[str, Any]:
        if request.method == "document":
            document = await self.submit_document(
                request.params["kind"], request.params["fields"], name=request.name or "",
                sealed=request.params["sealed"])
            return await self.follow_document(document)
        return await super().resume(request)

    # Statements

    async def statement(
        self, from_: Moment, to: Moment, format: StatementFormat = "csv", *, currency: str | None = None,
    ) -> bytes:
        """The file of a statement about the period from `from_` up to `to`, which are dates or moments."""
        # The request changes nothing, so an id that is new each time is enough; parts are asked for under the same one.
        request_id = str(uuid.uuid4())
        file, expected, times_asked = b"", 1, 0
        statement: Statement | None = None
        while statement is None or len(file) < expected:
            try:
                if statement is None:
                    times_asked += 1
                    asked = await self.statement_request(
                        moment_text(from_) or "", moment_text(to) or "", format, currency=currency,
                        request_id=request_id)
                    statement, file = asked["statement"], b""
                if statement["state"] == "failed":
                    raise refusal(_error(statement.get("reason", "")))
                part = await self.get_statement_part(
                    statement["statement_id"], part=len(file) // _PART_BYTES, after=_after(statement),
                    wait_ms=None if statement["state"] == "ready" else 30_000)
            except Refusal as error:
                if error.reason != "statement_not_found" or times_asked == _MOST_TIMES_ASKED:
                    raise
                # After a restart of the provider the same request makes the same file again.
                statement = None
                continue
            statement = part["statement"]
            if statement["state"] == "ready":
                data = _part(part.get("data", ""))
                file, expected = file + data, statement.get("size", 0)
                if expected > _LARGEST_STATEMENT or len(file) > expected:
                    raise ProtocolViolation("a statement is larger than it may be")
                if len(data) < _PART_BYTES and len(file) < expected:
                    raise ProtocolViolation("a part of a statement is too short")
        if hashlib.sha256(file).hexdigest() != statement.get("sha256"):
            raise ProtocolViolation("a statement does not have the digest that it should have")
        return file

    # Proofs

    async def check_proof(self, proof: ProofRequestResult) -> VerifyProofResult:
        """What a proof shows that this or another app got from `proof_request`."""
        return await self.verify_proof(
            proof["currency"], proof["kind"], proof["proof"], proof["signed_message"], network=proof["network"],
            transaction_id=proof.get("transaction_id"), address=proof.get("address"), amount=proof.get("amount"))

    # Links

    async def open_in_wallet(self, *, order_id: str | None = None, invoice_id: str | None = None) -> OpenRequestResult:
        """A link that shows an order, an invoice or the app's payments in the wallet, once. Give it to the desktop."""
        state = secrets.token_urlsafe(24)
        await self.get_session()
        self._store.add_opening(state, self._provider_name)
        result = await self.open_request(state, order_id=order_id, invoice_id=invoice_id)
        self._store.set_opening(state, self._provider_name, result["opening"]["opening_id"])
        return result

    async def came_back(self, link: str) -> Opening | None:
        """For the handler of the app's own URL scheme: what the wallet says about the opening that the link belongs to.

        Returns None, and does nothing, for a link that no opening of this app waits for.
        """
        back = parse_link_back(link, self.app.callback_scheme or "")
        opening_id = self._store.take_opening(back.state, back.provider)
        if opening_id is None:
            return None
        return (await self.get_open_request_status(opening_id))["opening"]


def _part(text: str) -> bytes:
    try:
        return from_base64url(text)
    except ValueError:
        raise ProtocolViolation("a part of a statement is not base64url") from None


def _after(statement: Statement) -> int | None:
    return None if statement["state"] == "ready" else statement["version"]


def _error(reason: str) -> dict[str, Any]:
    known = REASONS.get(reason)
    return {"code": known.number if known else 5005, "message": "", "data": {"reason": reason}}
