"""Broken providers that do not keep what the chapters about orders and repeated requests promise (5.4, 5.5)."""

import uuid

from .amounts import now
from .broken import around, broken
from .ledger import Invoice, Order


@broken("owner is not asked", "P5.300", "it pays whatever an app asks for")
def not_asked(provider):
    around(provider.budgets, "ask", lambda sound, app, order: False if not app.limits else sound(app, order))


@broken("standing permission is ignored", "P5.400", "its owner is asked about what was allowed")
def always_asked(provider):
    around(provider.budgets, "ask", lambda sound, app, order: True)


def _shown(change):
    """Changes what is shown of each order."""
    def put(provider):
        def new(sound, app, wallet, params):
            order = sound(app, wallet, params)
            view = order.view
            order.view = lambda: change(order, view())
            return order

        around(provider.orders, "new", new)
    return put


def _without(member, *states):
    return _shown(lambda order, view: {name: value for name, value in view.items()
                                       if name != member or states and view["state"] not in states})


broken("rejection has no reason", "P5.302", "an app cannot tell the owner's no")(_without("reason", "rejected"))
broken("expiry has no reason", "P5.305", "an app cannot tell why an order ended")(_without("reason", "expired"))
broken("payment has no transaction", "P5.301", "an app cannot show the recipient what was paid")(
    _without("transaction_id"))
broken("what an order waits for is not said", "P5.331", "an app cannot say why a payment takes so long")(
    _without("waiting_for"))


@broken("payment is made anew after a crash", "P5.319", "each crash pays once more")
def paid_anew(provider):
    for app in provider.ledger.apps.values():
        for order in app.orders:
            if order.state == "in_flight":
                order.wallet.send(order.address, order.units, order.fee or 0)


@broken("crash gives the budget back", "P5.414", "an app that brings the provider down pays without a limit")
def budget_after_crash(provider):
    for app in provider.ledger.apps.values():
        for order in app.orders:
            order.counted = None


@broken("undone payment is given back to the budget", "P5.420", "what the owner has lost can be spent again")
def given_back(provider):
    def follow(sound, app, order):
        sound(app, order)
        if order.reversed_at is not None:
            order.counted = None

    around(provider.orders, "_follow", follow)


@broken("low budget is reported at each payment", "P5.411", "its app tells its user again and again")
def low_again(provider):
    def report(sound, app, wallet):
        app.low.clear()
        sound(app, wallet)

    around(provider.budgets, "report_low", report)


# Repeated requests

@broken("any text is a request id", "P5.36", "two apps of little care share their ids")
def any_id(provider):
    def check(sound, method, params):
        if isinstance(params, dict) and isinstance(params.get("request_id"), str):
            try:
                uuid.UUID(params["request_id"])
            except ValueError:
                params["request_id"] = str(uuid.uuid5(uuid.NAMESPACE_OID, params["request_id"]))
        return sound(method, params)

    around(provider.methods, "check_params", check)


@broken("nil UUID is a request id", "P5.36", "all apps that forget to make an id have the same one")
def nil_id(provider):
    def check(sound, method, params):
        if isinstance(params, dict) and params.get("request_id") == str(uuid.UUID(int=0)):
            params["request_id"] = str(uuid.UUID(int=1))
        return sound(method, params)

    around(provider.methods, "check_params", check)


def _never_replayed(method, case):
    def change(provider):
        async def answer(connection, params):
            return await getattr(provider.methods, method)(connection, params) | {"replayed": False}

        provider.methods.table[method] = answer
    broken(f"{method} is never called replayed", case, "an app takes an old answer for a new one")(change)


_never_replayed("payment_order", "P5.102")
_never_replayed("invoice_request", "P5.100")


def _conflict_is_answered(kind, method, case):
    def change(provider):
        def earlier(sound, app, asked, params):
            known = app.requests.get(params["request_id"].lower())
            return known.result if known is not None and isinstance(known.result, kind) and asked == method else (
                sound(app, asked, params))

        around(provider.methods, "earlier", earlier)
    broken(f"conflicting {method} is answered", case, "it answers other params as if they were the first ones")(change)


_conflict_is_answered(Invoice, "invoice_request", "P5.104")


@broken("spelling of an amount counts", "P5.108", "a client that writes 0.50 pays twice or not at all")
def spelling(provider):
    provider.methods.normal = lambda params: dict(params) | {"request_id": params.get("request_id", "").lower()}


@broken("default that is written out is the same", "P5.109", "it guesses what an app means")
def written_out(provider):
    around(provider.methods, "normal", lambda sound, params: sound(
        {name: value for name, value in params.items() if name != "confirmations"}))


@broken("refused request has used up its id", "P5.111", "an app that corrects a request is stuck")
def used_up(provider):
    async def once(sound, app, method, params, step, make):
        try:
            return await sound(app, method, params, step, make)
        except Exception:
            if params["request_id"].lower() not in app.requests:
                provider.methods.remember(app, method, params, None)
            raise

    around(provider.methods, "once", once)


@broken("deadline comes before the earlier request", "P5.113", "an app never learns how its payment ended")
def deadline_first(provider):
    async def once(sound, app, method, params, step, make):
        from .amounts import moment
        from .failures import required
        required("expires_at" not in params or moment(params["expires_at"], "/expires_at") > now(), "expired",
                 pointer="/expires_at")
        return await sound(app, method, params, step, make)

    around(provider.methods, "once", once)


@broken("request ids are those of all apps", "P5.110", "one app's id is a conflict for another")
def shared_ids(provider):
    def earlier(sound, app, method, params):
        for other in provider.ledger.apps.values():
            known = other.requests.get(params["request_id"].lower())
            if known is not None and isinstance(known.result, (Invoice, Order)):
                return sound(other, method, params)
        return sound(app, method, params)

    around(provider.methods, "earlier", earlier)


@broken("fee that rose is agreed to", "P5.419", "the owner pays a fee that nobody has agreed to")
def rose_anyway(provider):
    around(provider.orders, "_fee_rose", lambda sound, app, order: setattr(order, "cap", order.wallet.fee))


@broken("withdrawn order is sent", "P5.303", "what was withdrawn while the wallet was slow is paid")
def sent_although_cancelled(provider):
    def cancel(sound, app, order):
        sound(app, order)
        if order.transaction is None:
            order.wallet.send(order.address, order.units, order.wallet.fee)

    around(provider.orders, "cancel", cancel)
