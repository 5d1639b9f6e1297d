"""Chapter 3.7 and 9: how many sessions there are, and how they end."""

import datetime

from ...report import require
from ..registry import case


def _time(text):
    return datetime.datetime.fromisoformat(text.replace("Z", "+00:00"))


@case("P3.400", "3.7", "A session lasts for at most 24 hours, until expires_at of get_session",
      "expires_at is within 24 hours")
def lifetime(bench):
    left = _time(bench.app().connect().first["session"]["expires_at"]) - datetime.datetime.now(datetime.UTC)
    require(datetime.timedelta(0) < left <= datetime.timedelta(hours=24, seconds=5), f"it lasts for {left}")


@case("P3.401", "3.7", "A provider that stops says goodbye to all sessions and closes with 1001",
      "a provider that stops says so", fresh=True)
def stops(bench):
    session, waiting = bench.app().session, bench.stranger().connect()
    bench.do("stop")
    session.expect_goodbye(1001)
    waiting.expect_goodbye(1001)


@case("P3.402", "3.7", "The owner may end any session at any time: it ends with a goodbye and 1000",
      "a session that the owner ends; the app may connect "
      "again", fresh=True)
def ended_by_owner(bench):
    app = bench.app()
    session = app.session
    bench.do("end_sessions", app=app.key)
    session.expect_goodbye(1000)
    require(app.connect().first["status"] == "approved", "the app is not approved any more")


@case("P3.403", "3.7", "An app that has as many sessions as it may have is answered denied with too_many_sessions",
      "the third of two sessions is denied",
      fresh=True)
def too_many_of_an_app(bench):
    bench.start({"limits.sockets_per_app": 2})
    app = bench.app()
    first, second = app.session, app.connect()
    third = app.connect()
    require((third.first["status"], third.first.get("reason")) == ("denied", "too_many_sessions"),
            f"it is {third.first['status']}")
    require("retry_after_ms" in third.first, "retry_after_ms is missing")
    third.expect_goodbye(1000)
    second.goodbye()
    second.expect_goodbye(1000)
    require(app.connect().first["status"] == "approved", "the place of a session that has ended is not free")
    first.call("get_session")


@case("P3.404", "3.7",
    "it gets the place of the oldest session of the app that has the most sessions, which ends with a goodbye and 1013",
      "an app without a session gets a place", fresh=True)
def place_of_another(bench):
    bench.start({"limits.sockets": 3})
    busy, quiet = bench.app("busy"), bench.app("quiet")
    quiet.hang_up()
    oldest, second, third = busy.session, busy.connect(), busy.connect()
    require(third.first["status"] == "approved", "there is no place for three sessions")
    require(quiet.connect().first["status"] == "approved", "the app without a session got no place")
    oldest.expect_goodbye(1013)
    second.call("get_session")


@case("P3.405", "3.7", "when no app has two sessions, the answer is denied", "no app loses its only session to another",
      fresh=True)
def no_place(bench):
    bench.start({"limits.sockets": 1})
    first, second = bench.stranger("one"), bench.stranger("two")
    first.pair()
    # Pending sessions are counted separately, so the second app can pair; then it needs a place.
    waiting = second.connect()
    bench.do("pair", question_id=waiting.first["session"]["question_id"], code=waiting.code, scopes=["receive"])
    waiting.notification("session_changed", accept=lambda p: True)
    waiting.close()
    denied = second.connect()
    require((denied.first["status"], denied.first.get("reason")) == ("denied", "too_many_sessions"),
            f"it is {denied.first['status']}")
    first.session.call("get_session")


@case("P3.406", "9", "Granting something else takes effect at once, also in open sessions",
      "new grants are announced and hold in open sessions", fresh=True)
def granted(bench):
    app = bench.app("other", granted=["receive"])
    app.refused("list_payment_orders", "scope_not_granted")
    bench.do("grant", app=app.key, scopes=["receive", "pay"])
    changed = app.session.notification("session_changed")
    require(sorted(changed["grants"]["scopes"]) == ["pay", "receive"], "the notification has other grants")
    app.call("list_payment_orders")
    bench.do("grant", app=app.key, scopes=[])
    require(app.session.notification("session_changed")["grants"]["scopes"] == [], "the notification has other grants")
    app.refused("invoice_request", "scope_not_granted", request_id="7f9a3a52-94f0-4c0e-8d6f-6a0d4f1f2b02",
                currency=bench.currency)


@case("P3.407", "5.6", "an app whose manifest asks for less gets less, for as long as the session lasts",
      "a session with fewer scopes in its manifest "
      "has no more")
def wants_less(bench):
    app = bench.app()
    small = app.connect(
        manifest=b'{"app_id":"example.suite","name":"Suite","version":"1","scopes":["receive"],"versions":"1"}')
    require(small.first["session"]["grants"]["scopes"] == ["receive"], "it was granted more than it wants")
    small.refused("list_payment_orders", "scope_not_granted")
    app.call("list_payment_orders")
    small.leave()


@case("P3.408", "9", "An app whose grant has expired still connects, and has no scope",
      "a grant that has expired grants nothing", fresh=True)
def expired_grant(bench):
    app = bench.app("other")
    soon = datetime.datetime.now(datetime.UTC) + datetime.timedelta(seconds=1)
    bench.do("grant", app=app.key, scopes=["receive"],
             expires_at=soon.isoformat(timespec="milliseconds").replace("+00:00", "Z"))
    session = app.connect()
    while datetime.datetime.now(datetime.UTC) <= soon:
        session.call("get_session")
    require(session.call("get_session")["grants"]["scopes"] == [], "the grants are still there")
    session.refused("addresses_for_currency", "scope_not_granted", currency=bench.currency)
    require(app.connect().first["status"] == "approved", "the app does not connect any more")
