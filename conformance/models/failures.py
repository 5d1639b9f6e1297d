"""The reasons with which the model provider refuses (chapter 6)."""

from typing import Any

REASONS: dict[str, tuple[int, int | None]] = {
    "parse_error": (-32700, None), "invalid_request": (-32600, None), "method_not_found": (-32601, None),
    "invalid_params": (-32602, None), "internal_error": (-32603, None), "too_many_in_flight": (-32000, 1000),
    "pairing_pending": (1001, 2000), "pairing_denied": (1002, None), "pairing_locked": (1003, None),
    "app_revoked": (1004, None), "rate_limited": (1005, 1000), "request_conflict": (1006, None),
    "expired": (1007, None),
    "cursor_invalid": (1008, None), "cursor_too_old": (1009, None), "statement_not_found": (1010, None),
    "statement_too_large": (1011, None), "service_not_found": (1012, None), "opening_not_found": (1013, None),
    "callback_refused": (1014, None), "too_many_sessions": (1015, 10_000),
    "scope_not_granted": (2001, None), "currency_not_granted": (2002, None), "policy_denied": (2003, None),
    "user_rejected": (2004, None), "too_many_questions": (2005, 10_000), "budget_exceeded": (2006, None),
    "service_disabled": (2007, None), "quota_exceeded": (2008, None),
    "unknown_currency": (3001, None), "amount_out_of_range": (3002, None), "too_many_decimals": (3003, None),
    "invoice_not_found": (3004, None), "not_cancellable": (3005, None), "address_not_found": (3006, None),
    "nothing_to_prove": (3007, None), "cannot_prove": (3008, None),
    "order_not_found": (4001, None), "invalid_address": (4002, None), "wrong_network": (4003, None),
    "insufficient_funds": (4004, None), "fee_too_high": (4005, None), "in_flight": (4006, None),
    "already_paid": (4007, None), "payment_conflicted": (4008, None), "payment_undelivered": (4009, None),
    "wallet_unavailable": (5001, 5000), "wallet_locked": (5002, 30_000), "wallet_syncing": (5003, 30_000),
    "wallet_timeout": (5004, 5000), "wallet_error": (5005, None), "storage_full": (5006, 60_000),
    "shutting_down": (5007, 3000), "under_review": (5008, 30_000), "ledger_unavailable": (5009, 250)}


class Failure(Exception):
    """A request is refused. `data` are further members of the error's data."""

    def __init__(self, reason: str, **data: Any):
        super().__init__(reason)
        self.reason = reason
        code, wait = REASONS[reason]
        if wait is not None:
            data.setdefault("retry_after_ms", wait)
        self.error = {
            "code": code, "message": f"Refused: {reason.replace('_', ' ')}.",
            "data": {"reason": reason} | {name: value for name, value in data.items() if value is not None}}


class ProtocolError(Exception):
    """An error of the JSON-RPC layer, whose data may have no reason (4.6)."""

    def __init__(self, code: int, **data: Any):
        super().__init__(str(code))
        self.error: dict[str, Any] = {"code": code, "message": "The message is not acceptable."}
        if data:
            self.error["data"] = data


def limit_exceeded(code: int, limit: str, maximum: int) -> ProtocolError:
    return ProtocolError(code, reason="limit_exceeded", limit=limit, maximum=maximum)


def required(holds: Any, reason: str, **data: Any) -> None:
    if not holds:
        raise Failure(reason, **data)
