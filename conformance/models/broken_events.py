"""Broken providers that do not tell what has happened, or not as it was (5.6, 5.7)."""

from .broken import around, broken

ENDS = {"rejected": "P5.510", "expired": "P5.511", "cancelled": "P5.512", "failed": "P5.513"}


def _silent(state: str):
    def change(provider):
        def record(sound, app, kind, member, view, subject, version):
            if kind == "payment_order_changed" and view["state"] == state:
                return None
            return sound(app, kind, member, view, subject, version)

        around(provider.events, "record", record)
    return change


for _state, _case in ENDS.items():
    what = "it does not tell of the owner's no" if _state == "rejected" else "it tells of some ends only"
    broken(f"order that ends as {_state} makes no event", _case, what)(_silent(_state))


@broken("events begin with the one that was handled", "P5.501", "after each reconnection an event comes twice")
def begins_with_the_last(provider):
    def begin(sound, app, text):
        place = sound(app, text)
        return max(app.dropped, place - 1) if text not in (None, "0") and place < app.cursor else place

    around(provider.events, "begin", begin)


@broken("events of an order skip what it passes through", "P5.508", "it has an event for the end of an order only")
def skips_versions(provider):
    def record(sound, app, kind, member, view, subject, version):
        if kind == "payment_order_changed" and view["state"] in ("approved", "submitting"):
            return None
        return sound(app, kind, member, view, subject, version)

    around(provider.events, "record", record)


@broken("cursors count the events of all apps", "P5.506", "an app learns how much others do")
def one_cursor(provider):
    def record(sound, app, kind, member, view, subject, version):
        for other in provider.ledger.apps.values():
            if other is not app:
                other.cursor += 1
        return sound(app, kind, member, view, subject, version)

    around(provider.events, "record", record)


@broken("second subscription comes beside the first", "P5.505", "each event comes twice")
def two_subscriptions(provider):
    from .events import Subscription

    async def subscribe(connection, place):
        for _ in range(1 + (connection.subscription is not None)):
            connection.subscription = Subscription(
                provider, connection.app, place, connection.send_message, connection._too_slow)

    async def subscribe_events(sound, connection, params):
        connection.subscribe = lambda place: subscribe(connection, place)
        return await sound(connection, params)

    provider.methods.table["subscribe_events"] = lambda *given: subscribe_events(
        provider.methods.subscribe_events, *given)


@broken("events go on after unsubscribing", "P5.504", "it says that it has stopped, and goes on")
def goes_on(provider):
    async def unsubscribe_events(connection, params):
        return {"cursor": str(connection.subscription.place if connection.subscription else 0)}

    provider.methods.table["unsubscribe_events"] = unsubscribe_events


@broken("events are forgotten at a restart", "P5.502", "cursors are of no use after a restart")
def forgotten(provider):
    for app in provider.ledger.apps.values():
        app.events.clear()
        app.dropped = app.cursor


@broken("events of a much paid invoice are all kept", "P5.509", "one payer of dust fills the list of events")
def all_kept(provider):
    def record(sound, app, kind, member, view, subject, version):
        return sound(app, kind, member, view, subject, min(version, 1))

    around(provider.events, "record", record)
