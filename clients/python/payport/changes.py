"""A request that changes something is carried out once, whatever ends at whatever time (5.5, 18.2)."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any

from .encoding import to_base64url
from .errors import (
    ConnectionLost, Forgotten, OtherProvider, OutcomeUnknown, PayportError, ProtocolViolation,
    StoreDamaged,
)
from .link import Backoff
from .refusals import Refusal
from .session import ANSWER_SECONDS, Session
from .store import ANSWERED, REFUSED, Request, Store

# Which method tells by the `request_id` what became of a request, and the member of its result.
STATUS = {
    "payment_order": ("get_payment_order_status", "payment_order"),
    "invoice_request": ("get_invoice_request_status", "invoice"),
    "send_message_to_payment_contact": ("message_status", "message"),
}
_MADE = {**{method: member for method, (_, member) in STATUS.items()}, "statement_request": "statement"}
# The params that an object repeats, besides its currency and amount. A provider may spell an address in lower case.
_TOLD = {"payment_order": ("address", "max_fee", "description"), "invoice_request": ("description",)}
NOT_FOUND = frozenset({"order_not_found", "invoice_not_found", "message_not_found"})


class Change:
    """One call of the app, with as many attempts as its patience allows. `left` keeps the attempts of calls that were
    cancelled until they were answered."""

    def __init__(
        self, store: Store, method: str, params: dict[str, Any], name: str | None, request_id: str | None,
        backoff: Backoff, left: set[asyncio.Task[Any]],
    ) -> None:
        self._store, self._method, self._params, self._backoff, self._left = store, method, params, backoff, left
        self._name, self._request_id = name, request_id
        self._request = store.find(method, params, name=name, request_id=request_id)
        # Whether an earlier attempt may have been carried out.
        self._in_doubt = self._request is not None and self._request.outcome != REFUSED
        self._taken_up = False
        self._conflict: Refusal | None = None
        self._lost = 0

    async def run(
        self, opened: Callable[[], Awaitable[Session]], wait: Callable[[Refusal, Backoff], Awaitable[None]],
        pause: Callable[[PayportError, Backoff], Awaitable[None]],
    ) -> dict[str, Any]:
        """The wallet's answer. `opened` gives a session, and `wait` and `pause` raise where no further attempt is to be
        made."""
        while True:
            try:
                session = await opened()
            except PayportError as error:
                # An answer to the connection says nothing about an earlier attempt.
                if self._in_doubt and not (self._request and self._request.outcome == ANSWERED):
                    raise OutcomeUnknown() from error
                raise
            request = self._stored(session)
            try:
                result = await self._attempt(session, request)
            except Refusal as error:
                if error.reason == "request_conflict":
                    # 5.5: the id stands for a request of an earlier time, as after the app's folder was restored.
                    # The status of a message does not tell one message from another.
                    if self._in_doubt or self._method not in _TOLD:
                        raise OutcomeUnknown(error) from error
                    self._conflict, self._in_doubt = error, True
                    continue
                try:
                    if error.outcome_unknown:
                        self._in_doubt = True
                        await pause(error, self._backoff)
                    else:
                        await wait(error, self._backoff)
                except asyncio.CancelledError:
                    if not self._in_doubt:
                        self._store.note_refused(request)
                    raise
                except Refusal:
                    if self._in_doubt or not self._store.note_refused(request):
                        raise OutcomeUnknown(error) from error
                    error.explain(self._params)
                    raise
            except ConnectionLost as error:
                self._in_doubt = True
                self._lost += 1
                if self._lost > 1:
                    try:
                        await pause(error, self._backoff)
                    except ConnectionLost:
                        raise OutcomeUnknown() from error
            except ProtocolViolation as error:
                raise OutcomeUnknown(self._conflict) from error
            else:
                self._store.note_answered(request)
                return result

    @property
    def is_open(self) -> bool:
        """Whether the request may have been sent, and no answer is known."""
        return (self._taken_up or self._in_doubt) and not (self._request and self._request.outcome == ANSWERED)

    def _stored(self, session: Session) -> Request:
        """The request as it is stored before it is sent."""
        request = self._request
        if request is None:
            request, new = self._store.add(
                self._method, self._params, session.provider_id, name=self._name, request_id=self._request_id)
            self._request = request
            self._in_doubt, self._taken_up = not new and request.outcome != REFUSED, new
        if request.provider_id != to_base64url(session.provider_id):
            raise OtherProvider()
        if not self._taken_up:
            try:
                self._request, self._in_doubt = self._store.take_up(request, self._params)
            except StoreDamaged as error:
                if self._in_doubt:
                    raise OutcomeUnknown() from error
                raise
            self._taken_up = True
        assert self._request is not None
        return self._request

    async def _attempt(self, session: Session, request: Request) -> dict[str, Any]:
        """The answer to one attempt. If the call is cancelled, its answer is noted all the same, so that the request
        does not stay unfinished for ever."""
        attempt = asyncio.create_task(self._ask(session, request, self._in_doubt))
        in_doubt = self._in_doubt
        self._left.add(attempt)
        attempt.add_done_callback(self._left.discard)
        try:
            return await asyncio.shield(attempt)
        except asyncio.CancelledError:
            attempt.add_done_callback(lambda done: self._note(done, request, in_doubt))
            raise

    def _note(self, attempt: asyncio.Task[dict[str, Any]], request: Request, in_doubt: bool) -> None:
        error = None if attempt.cancelled() else attempt.exception()
        if not attempt.cancelled() and error is None:
            self._store.note_answered(request)
        if isinstance(error, Refusal) and not (in_doubt or error.outcome_unknown or error.reason == "request_conflict"):
            self._store.note_refused(request)

    async def _ask(self, session: Session, request: Request, in_doubt: bool) -> dict[str, Any]:
        """Asks what became of an earlier attempt, and sends the request if the provider knows of none."""
        seconds = seconds_of(self._backoff)
        if in_doubt and request.method in STATUS:
            try:
                found = await session.call(STATUS[request.method][0], {"request_id": request.request_id}, seconds)
                return checked(request, {**found, "replayed": True})
            except Refusal as error:
                if error.reason not in NOT_FOUND:
                    raise
                if request.outcome == ANSWERED:
                    raise Forgotten() from None
        return checked(request, await session.call(request.method, request.params, seconds))


def seconds_of(backoff: Backoff) -> float:
    """How long an answer may take: 30 seconds (4.8), or less where the app has less patience."""
    return min(ANSWER_SECONDS, max(1.0, backoff.left))


def checked(request: Request, result: dict[str, Any]) -> dict[str, Any]:
    """The provider's answer has to be about this request: about another one it would be believed by mistake."""
    made = result.get(_MADE.get(request.method, ""))
    if made is not None:
        if made["request_id"].lower() != request.request_id:
            raise ProtocolViolation("an answer is about another request")
        for member in ("currency", "amount"):
            if made.get(member) != request.params.get(member):
                raise ProtocolViolation("an answer is about another request")
        # The id may have been used for another request before the app's folder was restored (5.5).
        for member in _TOLD.get(request.method, ()):
            if member in made and made[member].casefold() != request.params.get(member, "").casefold():
                raise ProtocolViolation("an answer is about another request")
    return result
