"""What an agent is told: what states mean, and what it can do about errors, which are tools and never commands."""

from __future__ import annotations

from typing import Any

from ..errors import NotPaired, OutcomeUnknown, PairingDenied, PayportError, ProviderBusy, RequestConflict
from ..refusals import Refusal

MEANINGS = {
    "received": "The payment is recorded.",
    "awaiting_approval": "Waiting for the owner, who is being asked. Ask for the status later; do not pay again.",
    "approved": "The owner has allowed the payment; it will be submitted. Do not pay again.",
    "submitting": "The payment is being handed to the network. Do not pay again.",
    "in_flight": "The network has the payment, or may have it. Do not pay again.",
    "succeeded": "The payment was made.",
    "rejected": "The owner said no. Nothing was paid.",
    "expired": "The time ended before it was paid. Nothing was paid.",
    "cancelled": "It was withdrawn. Nothing was paid.",
    "failed": "It is certain that it will not be paid.",
}
INVOICE_MEANINGS = {
    "pending": "It waits for money.",
    "processing": "The amount was seen, and is being confirmed.",
    "settled": "It was paid, and is confirmed; payment says whether the sum was the amount or more.",
    "expired": "The time ended before it was paid. Money may still come late.",
    "invalid": "Money that was seen was taken back.",
    "cancelled": "It was withdrawn before it was paid.",
}
_PAIR = "Ask the person to run payport-mcp pair in a terminal and to type its code in the wallet."
_PERSON = "No tool can change that. Tell the person, who decides about it in the wallet."
_LATER = "Make the same request with the same request_id again later."
_NOTHING = "Tell the person what the sentence says. No tool can do anything about it."
_ARGUMENTS = "Call the tool again with arguments as the sentence says. Nothing was done."

# Where the words for apps name a method, a command or a function.
_REMEDIES = {
    "closed": "The server is ending. Start it again, and make the same request with the same request_id.",
    "no_provider": "Ask the person to start the wallet, then make the same request with the same request_id again.",
    "several_providers": "Ask the person to start payport-mcp with --provider and one of these names.",
    "service_not_offered": "Ask the person to start payport-mcp with --provider and the name of a wallet.",
    "store_damaged": "Nothing was sent. Ask the person to look at the state folder of payport-mcp.",
    "pairing_pending": _PAIR, "pairing_denied": _PAIR, "app_revoked": _PAIR, "expired_pairing": _PAIR,
    "invalid_argument": _ARGUMENTS, "invalid_params": _ARGUMENTS,
    "internal_error": "Make the same request with the same request_id again.",
    "rate_limited": "Ask less often, and not before retry_after_ms has passed.",
    "too_many_in_flight": _LATER, "wallet_timeout": _LATER,
    "request_conflict": "Call status with this request_id, and never pay in another way.",
    "expired": "Make the request again, with the same request_id.",
    "scope_not_granted": _PERSON, "currency_not_granted": _PERSON, "policy_denied": _PERSON,
    "service_disabled": _PERSON,
    "user_rejected": "Ask again only if the person wants it.",
    "too_many_questions": "Wait until the owner has answered some of them.",
    "budget_exceeded": "Pay at most what left says, or wait until resets_at. Only the person can raise the limit, in "
                       "the wallet.",
    "quota_exceeded": "Let some invoices end or be paid. Only the person can allow more, in the wallet.",
    "unknown_currency": "Call currencies, and take a code from there.",
    "amount_out_of_range": "Call quote, and take an amount between min and max.",
    "invoice_not_found": "Call invoices.", "order_not_found": "Call payments.",
    "address_not_found": "Call invoices.",
    "not_cancellable": "Call status to see what it has become.",
    "in_flight": "Call status, and never pay in another way.",
    "wallet_unavailable": "Call currencies for its state, and ask the person to look at the wallet.",
    "wallet_locked": "Ask the person to unlock the wallet.", "wallet_error": "Ask the person to look at the wallet.",
    "method_not_found": "Ask the person to update the wallet or payport-mcp.",
    "limit_exceeded": "Ask for less at once.", "service_not_found": _NOTHING, "callback_refused": _NOTHING,
    "cursor_invalid": "Call payments and invoices.", "cursor_too_old": "Call payments and invoices.",
    "already_paid": "There is nothing left to do. Call status to see it.",
    "contact_not_found": _NOTHING, "message_not_found": _NOTHING, "file_mismatch": _NOTHING, "file_not_found": _NOTHING,
    "ledger_unavailable": _LATER, "under_review": "Ask the person to look at the wallet, then try again.",
    "wallet_syncing": "Wait until the wallet has caught up; call currencies for its state.",
    "statement_not_found": "Call statement again.", "statement_too_large": "Name a shorter period, or one currency.",
    "payment_conflicted": "Make a new payment with a new request_id, if the person still wants it.",
    "payment_undelivered": "Nothing was paid. Try later with a new request_id, if the person still wants it.",
    "provider_refused": "Ask the person to look into the log of the wallet.",
    "untrusted_file": _PERSON, "wrong_key": _PERSON, "version_went_back": _PERSON,
}


def told(error: PayportError) -> dict[str, Any]:
    """The result of a tool that failed."""
    remedy = _REMEDIES.get(error.code, error.remedy) or _NOTHING
    if isinstance(error, OutcomeUnknown):
        remedy = ("Make the same request with the same request_id again, or ask for its status. Never pay in another "
                  "way.")
    elif isinstance(error, RequestConflict):
        remedy = (
            "Call status with this request_id. Only if you mean another payment, choose another request_id."
            if error.answered else
            "Make the first request again, unchanged, until its outcome is known, and never pay in another way.")
    elif isinstance(error, (NotPaired, PairingDenied)):
        remedy = _PAIR
    elif isinstance(error, ProviderBusy):
        remedy = "Wait as long as retry_after_ms says, or a minute; then make the same request again."
    content: dict[str, Any] = {"error": error.code, "sentence": error.sentence, "what_to_do": remedy}
    if isinstance(error, ProviderBusy) and error.retry_after_ms is not None:
        content["retry_after_ms"] = error.retry_after_ms
    if isinstance(error, Refusal):
        content |= {
            member: value for member in ("left", "resets_at", "retry_after_ms", "pointer", "rule")
            if (value := getattr(error, member)) is not None}
    return content
