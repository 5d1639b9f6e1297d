"""What all clients share: one session that is opened when it is needed, calls that survive its end, and requests that
are carried out once (5.5, 18.2)."""

from __future__ import annotations

import asyncio
import os
from collections.abc import Callable
from types import TracebackType
from typing import Any, Self

from .app import App
from .changes import NOT_FOUND, STATUS, Change, checked, seconds_of
from .encoding import to_base64url, write_json
from .errors import (
    ClientClosed, ConnectionLost, Forgotten, InvalidArgument, NotPaired, OtherProvider, OutcomeUnknown, PairingDenied,
    PayportError,
)
from .event_feed import EventFeed
from .lifetime import Lifetime
from .link import Backoff, Link, PairingCode
from .newest import Newest
from .records import LARGEST_MESSAGE
from .refusals import Refusal
from .session import Session
from .store import ANSWERED, Request, Store

# Each of these would be done a second time if it were repeated after the connection was lost.
_ONCE = frozenset({"open_request", "proof_request", "disconnect_app", "remove_message"})
# How long `close` waits for the answers to calls that were cancelled.
_LEFT_SECONDS = 1.0
# A longer wait is one for a person, and the app is told instead.
_LONGEST_REPEAT_MS = 5000


def default_state(app: App) -> str:
    """In the state folder of Payport where that is chosen, and otherwise in the app's own (11.1)."""
    if chosen := os.environ.get("PAYPORT_STATE"):
        return os.path.join(chosen, "consumer", app.app_id, "python")
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
        self._lifetime = Lifetime()
        #: What the app was shown last, which `payport.Client` asks once more in its own thread.
        self._newest = Newest()
        # Attempts of calls that were cancelled.
        self._left: set[asyncio.Task[Any]] = set()
        self._session: Session | None = None
        self._feed = EventFeed(self._link, self._store, patience)
        self._opening = asyncio.Lock()
        self._provider_name = ""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None,
    ) -> None:
        await self.close()

    async def close(self) -> None:
        """Says goodbye to the wallet and closes the app's folder. What waits elsewhere ends at once with
        `ClientClosed`, or with `OutcomeUnknown` where a request was on its way."""
        self._lifetime.check_process()
        if self._lifetime.closed:
            return
        await self._lifetime.end()
        await self._feed.close(ClientClosed())
        if self._left:
            await asyncio.wait(self._left, timeout=_LEFT_SECONDS)
        if self._session is not None:
            await self._session.close()
        self._store.close()

    async def pair(self, show: Callable[[PairingCode], None]) -> None:
        """Waits until the owner has approved the app. `show` gets each code; it is not called if the app is
        approved. Raises `PairingDenied` if the owner says no, and `ProviderBusy` if the wallet asks about no app now:
        `retry_after_ms` says for how long."""
        async with self._lifetime.call():
            await self._link.pair(show, self._patience)

    def forget_provider(self, name: str) -> None:
        """Only for a user who has set up the wallet of that name anew: its new key is accepted at the next
        connection."""
        self._lifetime.check()
        self._store.forget_provider(name)

    def named(self, name: str) -> Request | None:
        """The request that was stored under a name, if there is one."""
        self._lifetime.check()
        return self._store.named(name)

    def name_of(self, request_id: str) -> str | None:
        """The name that the app gave to the request of an invoice or order, which it has as `request_id`."""
        self._lifetime.check()
        return self._store.name_of(request_id)

    def unfinished(self) -> list[Request]:
        """The requests that no answer has come to. `resume` finishes one of them."""
        self._lifetime.check()
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
        if request.method not in STATUS:
            raise InvalidArgument("Only payments, invoices and messages have a status.")
        try:
            result, _ = await self._asked(
                STATUS[request.method][0], {"request_id": request.request_id}, provider_id=request.provider_id)
        except Refusal as error:
            if error.reason in NOT_FOUND and request.outcome == ANSWERED:
                raise Forgotten() from None
            raise
        return checked(request, result)

    async def _call(self, method: str, params: dict[str, Any], patience: float | None = None) -> dict[str, Any]:
        return (await self._asked(method, params, patience))[0]

    async def _asked(
        self, method: str, params: dict[str, Any], patience: float | None = None, provider_id: str | None = None,
    ) -> tuple[dict[str, Any], bytes]:
        """A call that changes nothing, repeated as often as the patience allows, and the proved key of who answered it.

        With a `provider_id` no other provider is asked.
        """
        self._lifetime.check()
        backoff, began = Backoff(self._patience if patience is None else patience), self._newest.begin()
        params = _given(params)
        lost = 0
        async with self._lifetime.call():
            while True:
                session = await self._open(backoff)
                if provider_id not in (None, to_base64url(session.provider_id)):
                    raise OtherProvider()
                try:
                    result = await session.call(method, params, seconds_of(backoff))
                    return self._newest.of(began, result), session.provider_id
                except Refusal as error:
                    error.explain(params)
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
        self._lifetime.check()
        backoff, began = Backoff(self._patience), self._newest.begin()
        change = Change(self._store, method, _given(params), name, request_id, backoff, self._left)
        try:
            async with self._lifetime.call():
                result = await change.run(lambda: self._open(backoff), self._wait, self._pause)
        except ClientClosed as error:
            if change.is_open:
                raise OutcomeUnknown.of_closed() from error
            raise
        return self._newest.of(began, result)

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


def _given(params: dict[str, Any]) -> dict[str, Any]:
    given = {member: value for member, value in params.items() if value is not None}
    # The rest of a request is far below a KiB.
    if len(write_json(given)) > LARGEST_MESSAGE - 1024:
        raise InvalidArgument("A request has at most 1 MiB. Nothing was sent.")
    return given
