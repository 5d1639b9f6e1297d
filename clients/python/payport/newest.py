"""An answer that was overtaken by an event: the app is given what the event has shown, so that nothing goes back."""

from __future__ import annotations

import threading
from collections import OrderedDict
from collections.abc import Mapping
from typing import Any, TypeVar

from .generated.objects import Invoice, PaymentOrder

T = TypeVar("T")
# How many objects are remembered. Only those matter whose event comes while a call about them is under way.
_MOST = 1024
_NAMES = {"invoice": "invoice_id", "payment_order": "order_id"}


class Newest:
    """What events have shown of invoices and orders, in the order in which the app was given them."""

    def __init__(self) -> None:
        self._lock = threading.Lock()
        self._count = 0
        self._shown: OrderedDict[str, tuple[int, dict[str, Any]]] = OrderedDict()

    def begin(self) -> int:
        """The moment at which a call begins. What was shown before it does not matter: the wallet answers what is true
        then, and after a restored backup that may be an earlier version."""
        return self._count

    def show(self, invoice: Invoice | None, payment_order: PaymentOrder | None) -> None:
        """Notes what the app is given with an event."""
        for member, shown in (("invoice", invoice), ("payment_order", payment_order)):
            if shown is not None:
                with self._lock:
                    self._count += 1
                    name = str(shown[_NAMES[member]])  # type: ignore[literal-required]
                    self._shown[name] = (self._count, dict(shown))
                    self._shown.move_to_end(name)
                    if len(self._shown) > _MOST:
                        self._shown.popitem(last=False)

    def of(self, began: int, answer: T) -> T:
        """The answer of a call that began at that moment, with what an event has shown of its object since, if that is
        newer."""
        if not isinstance(answer, dict) or self._count == began:
            return answer
        made: Any = {member: self._one(began, value) for member, value in answer.items() if member in _NAMES}
        return self._one(began, {**answer, **made})  # type: ignore[return-value]

    def _one(self, began: int, answered: Mapping[str, Any]) -> Mapping[str, Any]:
        if "confirmations_wanted" not in answered:
            # It is neither an invoice nor an order, but may name one.
            return answered
        name = next((answered[member] for member in _NAMES.values() if member in answered), None)
        with self._lock:
            moment, shown = self._shown.get(str(name), (0, {}))
        return shown if moment > began and shown["version"] > answered.get("version", 0) else answered
