"""What all clients share: one session that is opened when it is needed, calls that survive its end, and requests that
are carried out once (5.5, 18.2)."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from .app import App
from .encoding import to_base64url, write_json
from .errors import (
    ConnectionLost, Forgotten, InvalidArgument, NotPaired, OtherProvider, OutcomeUnknown, PairingDenied, PayportError,
    ProtocolViolation, Refusal, StoreDamaged,
)
from .link import Backoff, Link, PairingCode
from .records import LARGEST_MESSAGE
from .session import ANSWER_SECONDS, Session
from .store import ANSWERED, REFUSED, Request, Store

# Which method tells by the `request_id` what became of a request, and the member of its result.
_STATUS = {
    "payment_order": ("get_payment_order_status", "payment_order"),
    "invoice_request": ("get_invoice_request_status", "invoice"),
    "send_message_to_payment_contact": ("message_status", "message"),
}
_MADE = {**{method: member for method, (_, member) in _STATUS.items()}, "statement_request": "statement"}
# The params that an object repeats, besides its currency and amount. A provider may spell an address in lower case.
_TOLD = {"payment_order": ("address", "max_fee", "description"), "invoice_request": ("description",)}
_NOT_FOUND = frozenset({"order_not_found", "invoice_not_found", "message_not_found"})
# Each of these would be done a second time if it were repeated after the connection was lost.
_ONCE = frozenset({"open_request", "proof_request", "disconnect_app", "remove_message"})
# A longer wait is one for a person, and the app is told instead.
_LONGEST_REPEAT_MS = 5000


def default_state(app: App) -> str:
    base = os.environ.get("XDG_STATE_HOME", "")
    base = base if os.path.isabs(base) else os.path.expanduser("~/.local/state")
    return os.path.join(base, app.app_id, "payport")


class ClientBase:
    """Opens a session at the first call, and another one whenever it has ended.

    `state` is the app's own folder, `provider` the name of the wallet where several run, `runtime` the folder that the
    provider's file is in, and `patience` how many seconds a call waits for a wallet that is away or busy.
    """

    _service = "payments"

    def __init__(
        self, app: App, state: str | os.PathLike[str] | None = None, *, provider: str | None = None,
        runtime: str | os.PathLike[str] | None = None, patience: float = 60.0,
    ) -> None:
        self.app = app
        self._store = Store(state if state is not None else default_state(app))
        folder = os.path.join(runtime, "providers") if runtime is not None else None
        self._link = Link(app, self._store, self._service, provider, folder)
        self._patience = patience
        self._session: Session | None = None
        self._opening = asyncio.Lock()
        self._provider_name = ""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Says goodbye to the provider and closes the app's folder."""
        if self._session is not None:
            await self._session.close()
        self._store.close()

    async def pair(self, show: Callable[[PairingCode], None]) -> None:
        """Waits until the owner has approved the app. `show` gets each code; it is not called if the app is
        approved."""
        await self._link.pair(show, self._patience)

    def forget_provider(self, name: str) -> None:
        """Only for a user who has set up the wallet of that name anew: its new key is accepted at the next
        connection."""
        self._store.forget_provider(name)

    def named(self, name: str) -> Request | None:
        """The request that was stored under a name, if there is one."""
        return self._store.named(name)

    def unfinished(self) -> list[Request]:
        """The requests that no answer has come to. `resume` finishes one of them."""
        return self._store.unfinished()

    async def resume(self, request: Request) -> dict[str, Any]:
        """The result of a request of `unfinished`, which is made at most once."""
        params = {member: value for member, value in request.params.items() if member != "request_id"}
        return await self._change(request.method, params, request.name, request.request_id)

    async def _notified(self, method: str, params: dict[str, Any]) -> None:
        if method == "session_changed" and params["status"] == "denied":
            self._link.not_approved(PairingDenied(str(params.get("reason", ""))))

    async def _open(self, backoff: Backoff) -> Session:
        async with self._opening:
            if self._session is None or not self._session.open:
                if self._session is not None:
                    await self._session.close()
                    self._session = None
                found, self._session, _ = await self._link.open(self._notified, backoff)
                self._provider_name = found.name
            return self._session

    async def status_of(self, request: Request) -> dict[str, Any]:
        """What became of a stored payment, invoice or message, which is not sent by this."""
        if request.method not in _STATUS:
            raise InvalidArgument("Only payments, invoices and messages have a status.")
        try:
            result, _ = await self._asked(
                _STATUS[request.method][0], {"request_id": request.request_id}, provider_id=request.provider_id)
        except Refusal as error:
            if error.reason in _NOT_FOUND and request.outcome == ANSWERED:
                raise Forgotten() from None
            raise
        return _checked(request, result)

    async def _call(self, method: str, params: dict[str, Any], patience: float | None = None) -> dict[str, Any]:
        return (await self._asked(method, params, patience))[0]

    async def _asked(
        self, method: str, params: dict[str, Any], patience: float | None = None, provider_id: str | None = None,
    ) -> tuple[dict[str, Any], bytes]:
        """A call that changes nothing, repeated as often as the patience allows, and the proved key of who answered it.

        With a `provider_id` no other provider is asked.
        """
        backoff = Backoff(self._patience if patience is None else patience)
        params = _given(params)
        lost = 0
        while True:
            session = await self._open(backoff)
            if provider_id not in (None, to_base64url(session.provider_id)):
                raise OtherProvider()
            try:
                return await session.call(method, params, _seconds(backoff)), session.provider_id
            except Refusal as error:
                await self._wait(error, backoff)
            except ConnectionLost as error:
                lost += 1
                if method in _ONCE:
                    raise
                if lost > 1:
                    await self._pause(error, backoff)

    async def _change(
        self, method: str, params: dict[str, Any], name: str | None, request_id: str | None,
    ) -> dict[str, Any]:
        """A request that is carried out once, whatever ends at whatever time."""
        if method == "payment_order" and name is None and request_id is None:
            # After a lost answer nobody could tell the repeated payment from a second one.
            raise InvalidArgument("A payment needs a name or a request_id that the app finds again. Nothing was sent.")
        backoff = Backoff(self._patience)
        params = _given(params)
        request = self._store.find(method, params, name=name, request_id=request_id)
        in_doubt = request is not None and request.outcome != REFUSED
        taken_up = False
        conflict: Refusal | None = None
        lost = 0
        while True:
            try:
                session = await self._open(backoff)
            except PayportError as error:
                # An answer to the connection says nothing about an earlier attempt.
                if in_doubt and not (request and request.outcome == ANSWERED):
                    raise OutcomeUnknown() from error
                raise
            if request is None:
                request, new = self._store.add(method, params, session.provider_id, name=name, request_id=request_id)
                in_doubt, taken_up = not new and request.outcome != REFUSED, new
            if request.provider_id != to_base64url(session.provider_id):
                raise OtherProvider()
            if not taken_up:
                try:
                    request, in_doubt = self._store.take_up(request)
                except StoreDamaged as error:
                    if in_doubt:
                        raise OutcomeUnknown() from error
                    raise
                taken_up = True
            try:
                result = _checked(request, await self._attempt(session, request, in_doubt, _seconds(backoff)))
            except Refusal as error:
                if error.reason == "request_conflict":
                    # 5.5: the id stands for a request of an earlier time, as after the app's folder was restored.
                    # The status of a message does not tell one message from another.
                    if in_doubt or request.method not in _TOLD:
                        raise OutcomeUnknown(error) from error
                    conflict, in_doubt = error, True
                    continue
                try:
                    if error.outcome_unknown:
                        in_doubt = True
                        await self._pause(error, backoff)
                    else:
                        await self._wait(error, backoff)
                except Refusal:
                    if in_doubt or not self._store.note_refused(request):
                        raise OutcomeUnknown(error) from error
                    raise
            except ConnectionLost as error:
                in_doubt = True
                lost += 1
                if lost > 1:
                    try:
                        await self._pause(error, backoff)
                    except ConnectionLost:
                        raise OutcomeUnknown() from error
            except ProtocolViolation as error:
                raise OutcomeUnknown(conflict) from error
            else:
                self._store.note_answered(request)
                return result

    @staticmethod
    async def _attempt(session: Session, request: Request, in_doubt: bool, seconds: float) -> dict[str, Any]:
        """Asks what became of an earlier attempt, and sends the request if the provider knows of none."""
        if in_doubt and request.method in _STATUS:
            try:
                found = await session.call(_STATUS[request.method][0], {"request_id": request.request_id}, seconds)
                return {**found, "replayed": True}
            except Refusal as error:
                if error.reason not in _NOT_FOUND:
                    raise
                if request.outcome == ANSWERED:
                    raise Forgotten() from None
        return await session.call(request.method, request.params, seconds)

    async def _wait(self, error: Refusal, backoff: Backoff) -> None:
        """Waits if the provider says that the same request is worth repeating soon, and raises the error otherwise."""
        if (error.retry_after_ms is None or error.retry_after_ms > _LONGEST_REPEAT_MS
                or error.reason == "pairing_pending"):
            raise NotPaired() if error.reason == "pairing_pending" else error
        await self._pause(error, backoff, error.retry_after_ms / 1000)

    @staticmethod
    async def _pause(error: PayportError, backoff: Backoff, at_least: float = 0.0) -> None:
        wait = backoff.next(at_least)
        if wait is None:
            raise error
        await asyncio.sleep(wait)


def _seconds(backoff: Backoff) -> float:
    """How long an answer may take: 30 seconds (4.8), or less where the app has less patience."""
    return min(ANSWER_SECONDS, max(1.0, backoff.left))


def _given(params: dict[str, Any]) -> dict[str, Any]:
    given = {member: value for member, value in params.items() if value is not None}
    # The rest of a request is far below a KiB.
    if len(write_json(given)) > LARGEST_MESSAGE - 1024:
        raise InvalidArgument("A request has at most 1 MiB. Nothing was sent.")
    return given


def _checked(request: Request, result: dict[str, Any]) -> dict[str, Any]:
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
