"""The reasons of chapter 6, each with its number and with words for people."""

from __future__ import annotations

from typing import NamedTuple


class Reason(NamedTuple):
    number: int
    sentence: str
    remedy: str

    @property
    def words(self) -> tuple[str, str]:
        return self.sentence, self.remedy


class Block(NamedTuple):
    """What to assume of a reason that this version does not know (6.1)."""

    numbers: range
    outcome_unknown: bool
    sentence: str
    remedy: str


_NOTHING = "Nothing was done."
_ASK = "Ask for the status of the request before anything else."

BLOCKS = [
    Block(range(-32768, -31999), False, "The wallet does not accept the request.", "This is a fault of the app."),
    Block(range(1000, 2000), False, "The wallet refused the request.", _NOTHING),
    Block(range(2000, 3000), False, "The owner does not allow this.", _NOTHING),
    Block(range(3000, 4000), False, "The wallet cannot receive this.", _NOTHING),
    Block(range(4000, 5000), True, "The wallet refused the payment for a reason that the app does not know.", _ASK),
    Block(range(5000, 6000), True, "The wallet failed for a reason that the app does not know.", _ASK),
    Block(range(6000, 7000), False, "The chat refused the message.", _NOTHING),
]
# 6.1: a number outside of all blocks leaves the outcome as open as one of the wallet's.
OUTSIDE = Block(range(0), True, "The wallet failed for a reason that the app does not know.", _ASK)

REASONS: dict[str, Reason] = {
    "parse_error": Reason(
        -32700, "The wallet could not read the message.",
        "This is a fault of the app; look into the log of the wallet."),
    "invalid_request": Reason(
        -32600, "The message was no request that the wallet understands.",
        "This is a fault of the app; look into the log of the wallet."),
    "method_not_found": Reason(
        -32601, "The wallet does not have this method.",
        "Update the older of the two programs."),
    "invalid_params": Reason(
        -32602, "The request is not one that the wallet accepts.",
        "Change that member of the request."),
    "internal_error": Reason(
        -32603, "The wallet failed, and may have done what was asked.",
        "Make the same request again, with the same name or request_id."),
    "too_many_in_flight": Reason(-32000, "Too many requests are unanswered.", "Wait until some of them were answered."),
    "limit_exceeded": Reason(-32700, "The message was larger than the wallet reads.", "Ask for less at once."),
    "unknown_member": Reason(
        -32600, "The request had a member that JSON-RPC does not have.",
        "This is a fault of the app."),
    "duplicate_id": Reason(-32600, "The id of the request belongs to another one.", "This is a fault of the app."),
    "pairing_pending": Reason(
        1001, "The owner of the wallet has not approved this app yet.",
        "Call pair() and show its code; the owner types it in the wallet."),
    "pairing_denied": Reason(
        1002, "The owner of the wallet refused this app.",
        "Call pair() again when the user of the app wants it."),
    "pairing_locked": Reason(1003, "Too many wrong codes were typed.", "Wait ten minutes, then pair again."),
    "app_revoked": Reason(
        1004, "The owner of the wallet took the approval of this app back.",
        "Call pair() again when the user of the app wants it."),
    "rate_limited": Reason(
        1005, "The app asks more often than the wallet allows.",
        "Ask less often."),
    "request_conflict": Reason(
        1006, "The wallet knows this request_id with other params.",
        "Ask for the status of this request_id, and never pay in another way."),
    "expired": Reason(
        1007, "The time until which the request could be carried out has passed.",
        "Make a new request with more time."),
    "cursor_invalid": Reason(
        1008, "The wallet does not know the place from which events were asked for.",
        "Read the lists of invoices and orders."),
    "cursor_too_old": Reason(
        1009, "The wallet does not keep events for that long.",
        "Read the lists of invoices and orders."),
    "statement_not_found": Reason(1010, "The wallet does not keep this statement any more.", "Ask for it again."),
    "statement_too_large": Reason(1011, "The period has too many payments.", "Name a shorter period, or one currency."),
    "service_not_found": Reason(1012, "The wallet has no such service.", "Choose one that list_services names."),
    "opening_not_found": Reason(1013, "The wallet does not know this opening any more.", "Ask for another one."),
    "callback_refused": Reason(
        1014, "The app's URL scheme cannot lead back to it.",
        "Give the app a scheme like com.example.shop."),
    "too_many_sessions": Reason(
        1015, "The app has as many connections as it may.",
        "End another program that uses the same state folder."),
    "scope_not_granted": Reason(
        2001, "The app may not do this.",
        "The app has to ask for it in its scopes, and the owner has to allow it, for example with payd grant."),
    "currency_not_granted": Reason(
        2002, "The owner has not granted this currency to the app.",
        "The owner can grant it with payd grant."),
    "policy_denied": Reason(
        2003, "The owner refuses all payments of this app in this currency.",
        "Only the owner can change that, with payd limit."),
    "user_rejected": Reason(
        2004, "The owner said no to this payment.",
        "Ask again only if the user of the app wants it."),
    "too_many_questions": Reason(
        2005, "Too many questions wait for the owner.",
        "Wait until the owner has answered some of them."),
    "budget_exceeded": Reason(
        2006, "The payment does not fit into what the owner allows this app.",
        "Pay at most what left says, or wait until resets_at; the owner can raise the limit with payd limit."),
    "service_disabled": Reason(
        2007, "The wallet takes no new requests.",
        "Only the owner can change that, in the configuration of the wallet."),
    "quota_exceeded": Reason(
        2008, "The app has used up the invoices or addresses that it may have.",
        "Let some invoices end or be paid; the owner can raise it with payd quota."),
    "unknown_currency": Reason(
        3001, "The wallet does not serve this currency.",
        "Choose one that list_currencies names."),
    "amount_out_of_range": Reason(
        3002, "The amount is too small or too large.",
        "Choose one within get_amount_range_for_currency."),
    "too_many_decimals": Reason(
        3003, "The amount has more decimals than the currency.",
        "Leave decimals away; nothing is rounded."),
    "invoice_not_found": Reason(
        3004, "The wallet knows no such invoice of this app.",
        "Look into list_invoice_requests."),
    "not_cancellable": Reason(3005, "It cannot be cancelled any more.", "Look at what it has become."),
    "address_not_found": Reason(
        3006, "The wallet knows no such address of this app.",
        "Look into addresses_for_currency."),
    "nothing_to_prove": Reason(
        3007, "Nothing was paid yet that could be proven.",
        "Wait until the network has the payment."),
    "cannot_prove": Reason(3008, "The wallet cannot make or check such a proof.", "Ask for a proof of another kind."),
    "order_not_found": Reason(
        4001, "The wallet knows no such payment of this app.",
        "If a payment was left without an answer, make the same request again."),
    "invalid_address": Reason(
        4002, "The text is not an address of the currency.",
        "Check it for a missing or wrong character."),
    "wrong_network": Reason(
        4003, "The address belongs to another network of the currency.",
        "Ask for an address of the wallet's own network."),
    "insufficient_funds": Reason(
        4004, "The wallet does not have enough for the amount and the fee.",
        "Pay less, or wait until it has more."),
    "fee_too_high": Reason(4005, "The network fee is above max_fee.", "Allow a higher fee, or try later."),
    "in_flight": Reason(
        4006, "The payment was handed to the network, and its outcome is not known yet.",
        "Ask for its status, and never pay in another way."),
    "already_paid": Reason(4007, "The payment was made.", "There is nothing left to do."),
    "payment_conflicted": Reason(4008, "The transaction can never take effect.", "Make a new payment with a new name."),
    "payment_undelivered": Reason(
        4009, "The payment did not reach the recipient, and nothing was paid.", "Try later, with a new name."),
    "wallet_unavailable": Reason(5001, "The wallet cannot be reached.", "Check with payd status that it runs."),
    "wallet_locked": Reason(
        5002, "The wallet pays nothing at present.",
        "The owner must unlock it: payd status says how."),
    "wallet_syncing": Reason(5003, "The wallet is behind the network.", "Wait until it has caught up."),
    "wallet_timeout": Reason(5004, "The wallet did not answer in time.", "Try again with the same name or request_id."),
    "wallet_error": Reason(
        5005, "The wallet answered something that makes no sense.",
        "The owner finds more with payd status."),
    "storage_full": Reason(5006, "The disk of the wallet is full.", "Make room on it, then try again."),
    "shutting_down": Reason(5007, "The wallet is stopping.", "Try again when it is back."),
    "under_review": Reason(
        5008, "Nothing is paid before the wallet's owner has looked at what it sent.",
        "The owner looks with payd sends; then try again."),
    "ledger_unavailable": Reason(
        5009, "The provider cannot reach its ledger at present; nothing was done.",
        "Try again in a moment; the owner sees more in payd's log."),
    "contact_not_found": Reason(
        6001, "The chat does not know the person behind the payment.",
        "Only a payment that was agreed on in the chat has one."),
    "message_not_found": Reason(6002, "The chat knows no such message of this app.", "Look into list_messages."),
    "file_not_found": Reason(6003, "A file is not in the app's folder, or is not safe to read.", "Put it there again."),
    "file_mismatch": Reason(6004, "A file has another size or digest than the request says.", "Name what is in it."),
    "files_not_supported": Reason(6005, "The chat carries no files.", "Send the message without them."),
    "too_many_messages": Reason(6006, "The app's messages fill what there is for them.", "Remove some of them."),
    "chat_refused": Reason(
        6007, "The chat network refused the message.",
        "A shorter one, or one without files, may pass."),
}
