"""Broken providers that pay twice, too late or too much, or count it wrongly (5.4, 5.5)."""

from typing import TYPE_CHECKING

from .amounts import now
from .broken import around, broken
from .ledger import Invoice, Order

if TYPE_CHECKING:
    from .provider import Provider

FINAL = {"succeeded": "P5.116", "rejected": "P5.117", "failed": "P5.118", "expired": "P5.119", "cancelled": "P5.120"}
ENDS = {"settled": "P5.121", "expired": "P5.122", "cancelled": "P5.123"}


def _forgets(kind: type, state: str, provider: "Provider") -> None:
    def earlier(sound, app, method, params):
        known = app.requests.get(params["request_id"].lower())
        if known is not None and isinstance(known.result, kind) and known.result.state == state:
            del app.requests[params["request_id"].lower()]
        return sound(app, method, params)

    around(provider.methods, "earlier", earlier)


for _state, _case in FINAL.items():
    broken(f"request id of an order that ended as {_state} is forgotten", _case, "the same request pays once more")(
        lambda provider, state=_state: _forgets(Order, state, provider))
for _state, _case in ENDS.items():
    broken(f"request id of an invoice that is {_state} is forgotten", _case, "the same request makes another invoice")(
        lambda provider, state=_state: _forgets(Invoice, state, provider))


@broken("approved order is sent after its time", "P5.329", "it pays what the app takes for expired")
def sent_late(provider):
    async def advance(sound, app, order):
        if order.state not in ("approved", "submitting"):
            return await sound(app, order)
        expires, order.expires = order.expires, now() + 1_000
        try:
            return await sound(app, order)
        finally:
            order.expires = expires

    around(provider.orders, "advance", advance)


@broken("order that the wallet held up is sent after its time", "P5.330", "it looks at the time only before the wallet")
def sent_after_a_wait(provider):
    async def advance(sound, app, order):
        if order.state != "approved" or order.waiting_for != "wallet":
            return await sound(app, order)
        expires, order.expires = order.expires, now() + 1_000
        try:
            return await sound(app, order)
        finally:
            order.expires = expires

    around(provider.orders, "advance", advance)


def _goes_on_counting(state: str):
    def change(provider):
        def become(sound, app, order, new):
            if new == state and order.cap is not None:
                order.counted = order.counted or now()
            return sound(app, order, new)

        around(provider.orders, "_become", become)
    return change


for _state, _case in {"cancelled": "P5.416", "expired": "P5.417", "failed": "P5.418"}.items():
    broken(f"order that ended as {_state} goes on counting", _case, "what was not paid is gone from the budget")(
        _goes_on_counting(_state))


@broken("order that goes back to the owner goes on counting", "P5.419", "a risen fee is paid for twice in the budget")
def counts_while_asked(provider):
    def rose(sound, app, order):
        counted, cap = order.counted, order.cap
        sound(app, order)
        order.counted, order.cap = counted, cap

    around(provider.orders, "_fee_rose", rose)


@broken("budget ends a day late", "P5.415", "it names the moment after the next one")
def resets_late(provider):
    _moves_reset(provider, 86_400)


@broken("budget ends at midnight of another zone", "P5.415", "it does not know where its owner lives")
def resets_elsewhere(provider):
    _moves_reset(provider, -3_600)


def _moves_reset(provider, seconds):
    from .amounts import moment, stamp

    def view(sound, app, wallet):
        seen = sound(app, wallet)
        return seen | {"resets_at": stamp(moment(seen["resets_at"], "") + seconds)}

    around(provider.budgets, "view", view)
