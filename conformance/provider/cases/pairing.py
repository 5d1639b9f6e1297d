"""Chapter 3.5: pairing."""

import re

from ... import schemas
from ...adapter import Refusal
from ...report import NotApplicable, require
from ..app import ALL
from ..registry import case
from ..rpc import Error

ANSWERED = ("get_session", "disconnect_app", "rpc.discover")


def _approval(session):
    return session.first["session"]["question_id"]


def _status(session, status, reason=None):
    first = session.first
    require(first["status"] == status and first.get("reason") == reason,
            f"the status is {first['status']} {first.get('reason', '')} instead of {status} {reason or ''}")
    if status == "denied":
        require("retry_after_ms" in first, "a denial names no retry_after_ms")
        session.expect_goodbye(1000)
    return session


def _type(bench, session, code=None, scopes=ALL):
    bench.do("pair", question_id=_approval(session), code=code or session.code, scopes=scopes)


def _wrong(code):
    return f"{(int(code) + 1) % 1_000_000:06d}"


@case("P3.300", "3.5", "When the owner has not approved id_C, the status is pending",
      "an unknown app is pending, with a code and a question",
      fresh=True)
def pending(bench):
    session = _status(bench.stranger().connect(), "pending")
    require(session.code is not None and re.fullmatch("[0-9]{6}", session.code), "there is no code")
    require(re.fullmatch("[A-Za-z0-9][A-Za-z0-9_-]{0,63}", _approval(session)), "question_id has another form")
    require(session.call("get_session")["grants"]["scopes"] == [], "a pending app has scopes")
    require("folder" not in session.first["session"], "a pending app is told its folder and document key")
    require(session.call("get_session")["status"] == "pending", "get_session says something else")


@case("P3.301", "3.5",
      "P answers the methods get_session, disconnect_app and rpc.discover; all others fail with pairing_pending",
      "a pending app may call nothing else", fresh=True)
def nothing_else(bench):
    session = bench.stranger().connect()
    for method in schemas.payments().methods():
        if method not in ANSWERED:
            session.refused(method, "pairing_pending", wrong=True)
    session.call("rpc.discover")
    require(session.call("disconnect_app")["forgotten"] is False, "something was forgotten")
    session.expect_goodbye(1000)


@case("P3.302", "3.5", "The owner's decision arrives as the notification session_changed",
      "the right code pairs, and the grants are those that the owner "
      "named", fresh=True)
def pairs(bench):
    session = bench.stranger().connect()
    _type(bench, session, scopes=["receive"])
    changed = session.notification("session_changed")
    require(changed["status"] == "approved" and changed["grants"]["scopes"] == ["receive"],
            "the grants are not what was granted")
    now = session.call("get_session")
    require(now["status"] == "approved" and now["grants"]["scopes"] == ["receive"] and "paired_at" in now,
            "get_session differs")
    require("question_id" not in now, "an approved app still has a question")


@case("P3.303", "3.5", "The code belongs to this connection", "a wrong code pairs nobody, and the right one still does",
      fresh=True)
def wrong_code(bench):
    session = bench.stranger().connect()
    try:
        _type(bench, session, _wrong(session.code))
    except Refusal:
        require(session.call("get_session")["status"] == "pending", "a wrong code ended the question")
        _type(bench, session)
        require(session.notification("session_changed")["status"] == "approved", "the right code did not pair")
        return
    require(False, "a wrong code was accepted")


@case("P3.304", "3.5", "Three wrong codes within ten minutes lock pairing: all questions are withdrawn",
      "after three wrong codes nobody is paired",
      fresh=True)
def locked(bench):
    session, other = bench.stranger().connect(), bench.stranger("other").connect()
    for _ in range(3):
        try:
            _type(bench, session, _wrong(session.code))
        except Refusal:
            continue
        require(False, "a wrong code was accepted")
    for waiting in (session, other):
        changed = waiting.notification("session_changed")
        require(changed["status"] == "denied" and changed.get("reason") == "pairing_locked",
                "the question was not withdrawn")
        waiting.expect_goodbye(1000)
    late = _status(bench.stranger("third").connect(), "denied", "pairing_locked")
    require(late.first["retry_after_ms"] <= 600_000, "retry_after_ms is more than ten minutes")


@case("P3.305", "3.5", "After the owner has denied an app, P answers that app denied with pairing_denied for a minute",
      "a denied app is told so, and "
      "the owner is not asked again", fresh=True)
def denied(bench):
    app = bench.stranger()
    session = app.connect()
    bench.do("refuse_pairing", question_id=_approval(session))
    changed = session.notification("session_changed")
    require(changed["status"] == "denied" and changed.get("reason") == "pairing_denied", f"it is {changed}")
    session.expect_goodbye(1000)
    again = _status(app.connect(), "denied", "pairing_denied")
    require(again.first["retry_after_ms"] <= 60_000, "the first denial lasts longer than a minute")
    _status(bench.stranger("other").connect(), "pending")


@case("P3.306", "3.5",
    "a second connection with the same manifest joins the question, with a code of its own, and the owner may type "
    "either code",
      "the code of either connection pairs both", fresh=True)
def two_connections(bench):
    app = bench.stranger()
    first, second = app.connect(), app.connect()
    require(_approval(first) == _approval(second), "the second connection has another question")
    require(first.code != second.code or first.steps.hash != second.steps.hash, "the two connections share a handshake")
    _type(bench, second)
    for session in (first, second):
        require(session.notification("session_changed")["status"] == "approved", "one of the two was not told")


@case("P3.307", "3.5", "P answers further connections denied with too_many_questions",
      "a third connection of a pending app is denied", fresh=True)
def third_connection(bench):
    app = bench.stranger()
    kept = [app.connect() for _ in range(2)]
    _status(app.connect(), "denied", "too_many_questions")
    require(kept[0].call("get_session")["status"] == "pending", "the first connection lost its question")


@case("P3.308", "3.5", "When the last of these connections ends, the question is withdrawn",
      "a code does not pair an app that has gone", fresh=True)
def withdrawn(bench):
    app = bench.stranger()
    session = app.connect()
    session.goodbye()
    session.expect_goodbye(1000)
    try:
        _type(bench, session)
    except Refusal:
        _status(app.connect(), "pending")
        return
    require(False, "the question was still there")


@case("P3.309", "7", "apps that wait to be paired: 8", "a ninth app that waits is denied", fresh=True)
def nine_apps(bench):
    kept = [_status(bench.stranger(f"app-{n}").connect(), "pending") for n in range(8)]
    _status(bench.stranger("ninth").connect(), "denied", "too_many_questions")
    require(kept[7].call("get_session")["status"] == "pending", "the eighth lost its question")


@case("P3.310", "3.5", "P asks the owner about one app three times without a wait, then again after 30 seconds",
      "a fourth question about an app has "
      "to wait", fresh=True)
def fourth_question(bench):
    app = bench.stranger()
    for _ in range(3):
        session = _status(app.connect(), "pending")
        session.goodbye()
        session.expect_goodbye(1000)
    wait = _status(app.connect(), "denied", "too_many_questions").first["retry_after_ms"]
    require(20_000 <= wait <= 30_000, f"the wait is {wait} ms instead of about 30 s")


@case("P3.311", "3.5", "An app that was approved connects from then on without a question to the owner",
      "a paired app is approved again after a "
      "restart", fresh=True)
def stays_paired(bench):
    app = bench.app("other", granted=["receive"])
    bench.restart("kill")
    session = _status(app.connect(), "approved")
    require(session.first["session"]["grants"]["scopes"] == ["receive"], "the grants changed")


@case("P3.312", "5.6",
    "With forget P removes the pairing as well; other sessions of the same key get app_revoked and end",
      "an app that asks to be "
      "forgotten is unknown, and finds its invoices once it is paired again", fresh=True)
def forgotten(bench):
    app = bench.app("other")
    invoice = app.invoice()
    second = app.connect()
    session = app.session
    require(session.call("disconnect_app", forget=True)["forgotten"] is True, "nothing was forgotten")
    session.expect_goodbye(1000)
    changed = second.notification("session_changed")
    require(changed["status"] == "denied" and changed.get("reason") == "app_revoked", "the other session was not told")
    second.expect_goodbye(1000)
    app.hang_up()
    app.pair()
    require(app.invoice_now(invoice)["invoice_id"] == invoice["invoice_id"], "the invoice is gone")


@case("P3.313", "9",
    "Revoking takes effect at once: open sessions get session_changed with denied and app_revoked, and end",
      "a revoked app is told, and "
      "unknown afterwards", fresh=True)
def revoked(bench):
    app = bench.app("other")
    session = app.session
    bench.do("revoke", app=app.key)
    changed = session.notification("session_changed")
    require(changed["status"] == "denied" and changed.get("reason") == "app_revoked", f"it is {changed}")
    session.expect_goodbye(1000)
    _status(app.connect(), "pending")


@case("P3.314", "9", "the same key finds these again once it is paired again",
      "a document key of an earlier pairing is not used again", fresh=True)
def other_document_key(bench):
    app = bench.app("other")
    session = app.call("get_session")
    if "folder" not in session:
        raise NotApplicable("the provider accepts no documents")
    before = session["folder"]["document_key"]
    app.call("disconnect_app", forget=True)
    app.hang_up()
    app.pair()
    require(app.call("get_session")["folder"]["document_key"] != before, "the document key is the same")


@case("P3.315", "3.5", "An app has one question at a time",
      "a pending app with another manifest does not join the question of the first", fresh=True)
def other_manifest(bench):
    app = bench.stranger()
    first = app.connect()
    app.description["scopes"] = ["receive"]
    second = app.connect()
    joined = second.first["status"] == "pending" and _approval(second) == _approval(first)
    require(not joined, "a question that was shown with one manifest holds for another")


@case("P3.316", "3.5", "P never shows the digits", "the code of another app's connection does not pair", fresh=True)
def code_of_another(bench):
    one, other = bench.stranger("one").connect(), bench.stranger("other").connect()
    try:
        _type(bench, one, other.code)
    except Refusal:
        require(one.call("get_session")["status"] == "pending", "it is not pending any more")
        return
    require(one.code == other.code, "the code of another connection was accepted")


@case("P3.317", "7", "message of an app that is not approved: 65,536 bytes",
      "a pending app may not send large messages", fresh=True)
def small_messages(bench):
    session = bench.stranger().connect()
    request = b'{"jsonrpc":"2.0","id":77,"method":"get_session"}'
    session.send(request.ljust(65_536))
    session.answer(77, "get_session")
    session.send(request.ljust(65_537))
    try:
        session.answer(77)
    except Error as error:
        require((error.code, error.reason, error.data.get("limit"), error.data.get("maximum")) == (-32700,
            "limit_exceeded", "bytes", 65_536),
                f"it failed with {error}")
        return
    require(False, "a message of 65,537 bytes was read")
