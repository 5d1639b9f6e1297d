"""What can go wrong. Each error has a stable `code`, a `sentence` for people, and a `remedy` that says what to do.

No sentence names an address, an amount or a key, and a path only where it is that of the app's own folder, so that an
error can be logged.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from .refusals import Refusal


class PayportError(Exception):
    """The base of all errors of this package."""

    code = "payport"
    sentence = "Payport failed."
    remedy = ""

    def __init__(self, sentence: str | None = None, remedy: str | None = None) -> None:
        self.sentence = sentence or self.sentence
        self.remedy = remedy if remedy is not None else self.remedy
        super().__init__(str(self))

    def __str__(self) -> str:
        return f"{self.sentence} {self.remedy}".rstrip()


class InvalidArgument(PayportError, ValueError):
    """The app passed something that no provider can be asked. Nothing was sent."""

    code = "invalid_argument"


class ClientClosed(PayportError):
    """The client was closed before the call, or while it waited."""

    code = "closed"
    sentence = "The client was closed."
    remedy = "Open another one."


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

def wait_of(milliseconds: object) -> int | None:
    """A wait that a provider names, from a second to a day: less would be no pause, and more no wait."""
    return min(max(milliseconds, 1000), 86_400_000) if type(milliseconds) is int else None


def with_wait(remedy: str, milliseconds: int | None) -> str:
    """The remedy, and how long to wait with it."""
    return remedy if milliseconds is None else f"{remedy} Wait {-(-milliseconds // 1000)} s first."


class ProviderRefused(PayportError):
    code = "provider_refused"
    sentence = "The wallet refused the connection."
    remedy = "Look into the log of the wallet; connecting again would end in the same way."


class ProviderBusy(PayportError):
    """There are too many connections, or too many apps ask the owner. `reason` is one of chapter 6 where the wallet
    named one, and `retry_after_ms` how long to wait at least."""

    code = "provider_busy"
    sentence = "The wallet has no place for another connection now."
    remedy = "Try again in a moment."

    def __init__(self, reason: str | None = None, retry_after_ms: int | None = None) -> None:
        self.reason, self.retry_after_ms = reason or self.code, wait_of(retry_after_ms)
        sentence, remedy = BUSY.get(self.reason, (self.sentence, self.remedy))
        super().__init__(sentence, with_wait(remedy, self.retry_after_ms))


# What the wallet refuses for a while, whoever asks.
BUSY = {
    "too_many_sessions": (
        "The app has as many connections to the wallet as it may, which are 8 as a rule, or the wallet has no place.",
        "Close clients that are not needed, here or in other processes with the same state folder. A client has one "
        "connection for its calls and one for all of its readers of events."),
    "too_many_questions": (
        "The wallet asks its owner about no further app for a while, because it was asked about too many, or about "
        "this one too often. The owner has not refused this app.", "Call pair() again later."),
    "pairing_locked": (
        "Too many wrong codes were typed, so the wallet accepts no new app for ten minutes.",
        "Call pair() again later."),
}


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

class NotPaired(PayportError):
    code = "pairing_pending"
    sentence = "The owner of the wallet has not approved this app yet."
    remedy = "Call pair() and show its code; the owner types it in the wallet."


class PairingDenied(PayportError):
    """The wallet refuses this app now. `reason` is one of chapter 6 or `expired`."""

    code = "pairing_denied"
    remedy = "Call pair() again when the user of the app wants it."

    def __init__(self, reason: str, retry_after_ms: int | None = None) -> None:
        self.reason, self.retry_after_ms = reason, wait_of(retry_after_ms)
        sentence = {
            "expired": "The owner of the wallet did not answer in time.",
            "pairing_denied": "The owner of the wallet refused this app.",
            "app_revoked": "The owner of the wallet took the approval of this app back.",
        }.get(reason, "The wallet refuses this app.")
        super().__init__(sentence, with_wait(self.remedy, self.retry_after_ms))


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

    @classmethod
    def of_closed(cls) -> OutcomeUnknown:
        """The client was closed while it waited for the answer."""
        unknown = cls()
        unknown.sentence = "The client was closed before the answer came. " + cls.sentence
        return unknown


class RequestConflict(PayportError):
    """The call has other params than the request that the app made under this name or request_id before. `answered` is
    true if that one was carried out, and false if nothing is known of it yet."""

    code = "request_conflict"

    def __init__(self, answered: bool) -> None:
        self.answered = answered
        first = ("was answered by the wallet" if answered else "may have been carried out")
        super().__init__(
            f"This name or request_id is already another request of the app, which {first}. Nothing was sent.",
            ("If this is another payment, give it a name of its own; if it is the same one, ask what became of it."
             if answered else
             "Repeat the first request unchanged until its outcome is known, and never pay in another way."))


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
