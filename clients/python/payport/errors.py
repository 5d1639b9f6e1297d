"""What can go wrong. Each error has a stable `code`, a `sentence` for people, and a `remedy` that says what to do.

No sentence names an address, an amount, a path or a key, so that an error can be logged.
"""

from __future__ import annotations

from typing import Any

from .reasons import BLOCKS, OUTSIDE, REASONS, Block, Reason


class PayportError(Exception):
    """The base of all errors of this package."""

    code = "payport"
    sentence = "Payport failed."
    remedy = ""

    def __init__(self, sentence: str | None = None, remedy: str | None = None) -> None:
        self.sentence = sentence or self.sentence
        self.remedy = remedy if remedy is not None else self.remedy
        super().__init__(f"{self.sentence} {self.remedy}".rstrip())


class InvalidArgument(PayportError, ValueError):
    """The app passed something that no provider can be asked. Nothing was sent."""

    code = "invalid_argument"


# Finding and trusting a provider (chapter 2)

class NoProvider(PayportError):
    code = "no_provider"
    sentence = "No wallet is running."
    remedy = "Start it, for example with payd run."


class SeveralProviders(PayportError):
    code = "several_providers"
    remedy = "Choose one of them by its name."

    def __init__(self, names: list[str]) -> None:
        self.names = names
        super().__init__(f"Several wallets are running: {', '.join(names)}.")


class NotAWallet(PayportError):
    code = "service_not_offered"
    sentence = "The program of that name does not offer the service that the app looks for."
    remedy = "Choose another one."


class UntrustedFile(PayportError):
    """A check of 2.4 failed. `check` names it, and `name` the wallet whose file it is, unless it is the folder."""

    code = "untrusted_file"
    remedy = (
        "Look who wrote the file; it is removed and written anew when the wallet is started again. "
        "Where several wallets run, choose one of them by its name.")

    def __init__(self, check: str, name: str | None = None) -> None:
        self.check, self.name = check, name
        which = f" {name}" if name is not None else ""
        super().__init__(f"The file by which the wallet{which} is found is not to be trusted: {check}.")


class WrongKey(PayportError):
    code = "wrong_key"
    sentence = "This is another wallet than the one that the app knows by this name, or it cannot prove its key."
    remedy = "If you set up the wallet anew, let the app forget the old one; otherwise do not connect."


class VersionMismatch(PayportError):
    code = "version_mismatch"
    remedy = "Update the older of the two programs."

    def __init__(self, theirs: str, ours: str) -> None:
        self.theirs, self.ours = theirs, ours
        super().__init__(f"The wallet speaks version {theirs} of the specification, and the app speaks version {ours}.")


class VersionWentBack(PayportError):
    code = "version_went_back"
    sentence = "The wallet offers only older versions of the specification than it did before."
    remedy = "If you went back to an older wallet yourself, let the app forget this wallet; otherwise do not connect."


# The connection (chapters 1, 3 and 4)

class ProviderRefused(PayportError):
    code = "provider_refused"
    sentence = "The wallet refused the connection."
    remedy = "Look into the log of the wallet; connecting again would end in the same way."


class ProviderBusy(PayportError):
    code = "provider_busy"
    sentence = "The wallet has no place for another connection now."
    remedy = "Try again in a moment."


class ConnectionLost(PayportError):
    code = "connection_lost"
    sentence = "The connection to the wallet ended before the answer came."
    remedy = "Try again."


class NoAnswer(ConnectionLost):
    code = "no_answer"
    sentence = "The wallet did not answer in time."


class ProtocolViolation(PayportError):
    code = "protocol_violation"
    remedy = "The app and the wallet do not understand each other; update both."

    def __init__(self, what: str) -> None:
        super().__init__(f"The wallet broke the protocol: {what}.")


# Pairing (3.5)

def _wait(milliseconds: object) -> int | None:
    """A wait that a provider names, from a second to a day: less would be no pause, and more no wait."""
    return min(max(milliseconds, 1000), 86_400_000) if type(milliseconds) is int else None


class NotPaired(PayportError):
    code = "pairing_pending"
    sentence = "The owner of the wallet has not approved this app yet."
    remedy = "Call pair() and show its code; the owner types it in the wallet."


class PairingDenied(PayportError):
    """The wallet refuses this app now. `reason` is one of chapter 6 or `expired`."""

    code = "pairing_denied"
    remedy = "Call pair() again when the user of the app wants it."

    def __init__(self, reason: str, retry_after_ms: int | None = None) -> None:
        self.reason, self.retry_after_ms = reason, _wait(retry_after_ms)
        sentence = {
            "expired": "The owner of the wallet did not answer in time.",
            "pairing_denied": "The owner of the wallet refused this app.",
            "app_revoked": "The owner of the wallet took the approval of this app back.",
            "pairing_locked": "Too many wrong codes were typed, so the wallet accepts no new app for ten minutes.",
            "too_many_questions": "The owner of the wallet is being asked too much already.",
        }.get(reason, "The wallet refuses this app.")
        super().__init__(sentence)


# Requests that change something (5.5)

class OutcomeUnknown(PayportError):
    """Nothing is known about the outcome. It is *not* a failure of the payment."""

    code = "outcome_unknown"
    sentence = "It is not known whether the request was carried out."
    remedy = ("Make the same request again, with the same name or request_id: it is carried out once. "
              "Never pay in another way.")

    def __init__(self, refusal: Refusal | None = None) -> None:
        #: How the wallet answered the last attempt. It says nothing about the attempts before.
        self.refusal = refusal
        super().__init__(
            f"{refusal.sentence} It is not known whether an earlier attempt was carried out." if refusal else None)


class RequestConflict(PayportError):
    code = "request_conflict"
    sentence = "The name or request_id was used for another request. Nothing was sent."
    remedy = "Repeat the first request unchanged. Another name is only for another payment, never for the same one."


class OtherProvider(PayportError):
    code = "other_provider"
    sentence = "The request was made to another wallet, and is never sent to this one."
    remedy = "Start the wallet that it was made to, and make the same request again."


class Forgotten(PayportError):
    code = "forgotten_by_provider"
    sentence = "The wallet answered this request before and does not know it any more, as after a backup was restored."
    remedy = "Ask the owner whether it was carried out before you make another one."


class StoreDamaged(PayportError):
    """The app's own folder cannot be used. `check` says why."""

    code = "store_damaged"
    remedy = ("Nothing was sent. Look at the app's state folder: it must belong to you, be closed to others, "
              "and have room.")

    def __init__(self, check: str) -> None:
        self.check = check
        super().__init__(f"The app's own files cannot be used: {check}.")


class DocumentError(PayportError):
    """An answer to a document is not to be trusted or cannot be read, or documents are not accepted."""

    code = "document"


# Errors that the provider answers (chapter 6)

class Refusal(PayportError):
    """An error that the provider answered: `reason` is its stable name, `number` its number, `data` all of it."""

    def __init__(self, number: int, reason: str | None, data: dict[str, Any]) -> None:
        known: Reason | None = REASONS.get(reason or "")
        block = next((block for block in BLOCKS if number in block.numbers), OUTSIDE)
        self.number, self.data = number, data
        self.reason = self.code = reason or "unknown"
        self.block: Block = block
        # 6.1: a reason that this version does not know is judged by the block of its number.
        self.outcome_unknown = (
            reason in ("internal_error", "request_conflict") or number == -32603 or block is OUTSIDE
            or (known is None and block.outcome_unknown))
        self.retry_after_ms = _wait(data.get("retry_after_ms"))
        self.pointer: str | None = data.get("pointer")
        self.rule: str | None = data.get("rule")
        self.left: str | None = data.get("left")
        self.resets_at: str | None = data.get("resets_at")
        super().__init__(*(known.words if known and block is not OUTSIDE else (block.sentence, block.remedy)))

    def __repr__(self) -> str:
        return f"{type(self).__name__}({self.number}, {self.reason!r})"


class RequestRefused(Refusal):
    """The request or the session is at fault: the JSON-RPC layer and 1000 to 1999."""


class PermissionRefused(Refusal):
    """The owner does not allow it: 2000 to 2999. Nothing was done."""


class ReceivingRefused(Refusal):
    """3000 to 3999. Nothing was done."""


class PayingRefused(Refusal):
    """4000 to 4999."""


class WalletRefused(Refusal):
    """The wallet or the provider cannot do it now: 5000 to 5999."""


class MessagingRefused(Refusal):
    """6000 to 6999. Nothing was done."""


_CLASSES: dict[int, type[Refusal]] = {
    1: RequestRefused, 2: PermissionRefused, 3: ReceivingRefused, 4: PayingRefused, 5: WalletRefused,
    6: MessagingRefused}


def refusal(error: dict[str, Any]) -> Refusal:
    """The typed error for an `error` object of a response."""
    number, data = error["code"], error.get("data")
    data = data if isinstance(data, dict) else {}
    kind = RequestRefused if number in BLOCKS[0].numbers else _CLASSES.get(number // 1000, Refusal)
    reason = data.get("reason")
    if not isinstance(reason, str):
        reason = next((name for name, known in REASONS.items() if known.number == number), None)
    return kind(number, reason, data)
