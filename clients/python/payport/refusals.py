"""Errors that the provider answers (chapter 6)."""

from __future__ import annotations

import re
from typing import Any

from .errors import PayportError, wait_of, with_wait
from .reasons import BLOCKS, OUTSIDE, REASONS, Block, Reason

# What a provider writes for people is shown only if it can neither hide nor reorder what stands around it.
_POINTER, _RULE = re.compile(r"(/[A-Za-z0-9_/]{1,80})?"), re.compile(r"[ -~]{1,100}")


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
        self.retry_after_ms = wait_of(data.get("retry_after_ms"))
        self.pointer: str | None = data.get("pointer")
        self.rule: str | None = data.get("rule")
        self.left: str | None = data.get("left")
        self.resets_at: str | None = data.get("resets_at")
        sentence, remedy = known.words if known and block is not OUTSIDE else (block.sentence, block.remedy)
        super().__init__(self._with_details(sentence), with_wait(remedy, self.retry_after_ms))

    def _with_details(self, sentence: str) -> str:
        """The sentence with what the wallet says of the place and the rule, in which there is nothing of the app's."""
        rule = self.rule if isinstance(self.rule, str) and _RULE.fullmatch(self.rule) else None
        place = self.pointer if isinstance(self.pointer, str) and _POINTER.fullmatch(self.pointer) else None
        if rule is None or self.block is OUTSIDE:
            return sentence
        if self.reason == "scope_not_granted":
            return f"The app was not granted {rule}."
        if rule.startswith("/"):
            rule = f"it breaks {rule} of the schema"
        elif self.reason == "budget_exceeded":
            rule = f"the limit {rule}"
        return f"{sentence.rstrip('.')}: {f'{place}: ' if place else ''}{rule}."

    def explain(self, params: dict[str, Any]) -> None:
        """Says more where the request itself shows what was meant."""
        if self.reason == "invalid_address" and re.match(r"[A-Za-z][A-Za-z0-9+.-]*:", str(params.get("address"))):
            self.sentence = "The text is a payment URI, and not an address."
            self.remedy = "Give the address alone: what is between the colon and the question mark, or the end."

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
