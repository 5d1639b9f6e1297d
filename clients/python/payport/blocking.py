"""The client without asyncio: the same functions, which wait for their result."""

from __future__ import annotations

import asyncio
import os
import threading
from collections.abc import Callable, Coroutine, Iterator
from types import TracebackType
from typing import Any, Literal, Self, TypeVar

from .app import App
from .arguments import AmountLike, Moment
from .client import AsyncClient
from .documents import Document, Kind
from .events import Event
from .generated.blocking_calls import BlockingCalls
from .generated.objects import Invoice, Opening, PaymentOrder, StatementFormat
from .generated.results import OpenRequestResult, ProofRequestResult, VerifyProofResult
from .link import PairingCode
from .store import Request

T = TypeVar("T")


class Loop:
    """An event loop in a thread of its own. The session is kept alive there while the app does something else."""

    def __init__(self) -> None:
        self._loop = asyncio.new_event_loop()
        self._thread = threading.Thread(target=self._loop.run_forever, name="payport", daemon=True)
        self._thread.start()

    def run(self, call: Coroutine[Any, Any, T]) -> T:
        future = asyncio.run_coroutine_threadsafe(call, self._loop)
        try:
            return future.result()
        except BaseException:
            # After Ctrl-C nobody waits for the call any more.
            future.cancel()
            raise

    def stop(self) -> None:
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()


class Client(BlockingCalls):
    """An app's way to a wallet; see `AsyncClient`. It may be used by several threads at once."""

    def __init__(
        self, app: App, state: str | os.PathLike[str] | None = None, *, provider: str | None = None,
        runtime: str | os.PathLike[str] | None = None, patience: float = 60.0,
    ) -> None:
        self._calls: AsyncClient = AsyncClient(app, state, provider=provider, runtime=runtime, patience=patience)
        self._loop = Loop()

    def _run(self, call: Coroutine[Any, Any, T]) -> T:
        return self._loop.run(call)

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None,
    ) -> None:
        self.close()

    def close(self) -> None:
        self._run(self._calls.close())
        self._loop.stop()

    def pair(self, show: Callable[[PairingCode], None]) -> None:
        self._run(self._calls.pair(show))

    def forget_provider(self, name: str) -> None:
        self._calls.forget_provider(name)

    def named(self, name: str) -> Request | None:
        return self._calls.named(name)

    def unfinished(self) -> list[Request]:
        return self._calls.unfinished()

    def resume(self, request: Request) -> dict[str, Any]:
        return self._run(self._calls.resume(request))

    def status_of(self, request: Request) -> dict[str, Any]:
        return self._run(self._calls.status_of(request))

    def invoice(
        self, currency: str, amount: AmountLike | None = None, *, name: str | None = None,
        description: str | None = None,
        confirmations: int | None = None, expires_at: Moment | None = None, request_id: str | None = None,
    ) -> Invoice:
        return self._run(self._calls.invoice(
            currency, amount, name=name, description=description, confirmations=confirmations, expires_at=expires_at,
            request_id=request_id))

    def pay(
        self, currency: str, address: str, amount: AmountLike, *, name: str | None = None,
        max_fee: AmountLike | None = None,
        description: str | None = None, expires_at: Moment | None = None, request_id: str | None = None,
    ) -> PaymentOrder:
        return self._run(self._calls.pay(
            currency, address, amount, name=name, max_fee=max_fee, description=description, expires_at=expires_at,
            request_id=request_id))

    def wait_for_invoice(self, invoice: Invoice, timeout: float | None = None) -> Invoice:
        return self._run(self._calls.wait_for_invoice(invoice, timeout))

    def wait_for_order(self, order: PaymentOrder, timeout: float | None = None) -> PaymentOrder:
        return self._run(self._calls.wait_for_order(order, timeout))

    def submit_document(self, kind: Kind, fields: dict[str, Any], *, name: str, sealed: bool = False) -> Document:
        return self._run(self._calls.submit_document(kind, fields, name=name, sealed=sealed))

    def document_answer(self, document: Document) -> dict[str, Any] | None:
        return self._run(self._calls.document_answer(document))

    def follow_document(self, document: Document, timeout: float | None = None) -> dict[str, Any]:
        return self._run(self._calls.follow_document(document, timeout))

    def statement(
        self, from_: Moment, to: Moment, format: StatementFormat = "csv", *, currency: str | None = None,
    ) -> bytes:
        return self._run(self._calls.statement(from_, to, format, currency=currency))

    def check_proof(self, proof: ProofRequestResult) -> VerifyProofResult:
        return self._run(self._calls.check_proof(proof))

    def open_in_wallet(self, *, order_id: str | None = None, invoice_id: str | None = None) -> OpenRequestResult:
        return self._run(self._calls.open_in_wallet(order_id=order_id, invoice_id=invoice_id))

    def came_back(self, link: str) -> Opening | None:
        return self._run(self._calls.came_back(link))

    def handled(self, event: Event, reader: str = "main") -> None:
        self._calls.handled(event, reader)

    def events(self, reader: str = "main", start: Literal["beginning", "now"] = "beginning") -> Iterator[Event]:
        feed = self._calls.events(reader, start)

        async def following() -> Event:
            return await anext(feed)

        async def end() -> None:
            await feed.aclose()  # type: ignore[attr-defined]

        try:
            while True:
                yield self._run(following())
        finally:
            self._run(end())
