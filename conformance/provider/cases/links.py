"""Chapter 16: openings, and the links there and back."""

import json
import re

from ...adapter import Refusal
from ...report import require
from ..registry import case

LINK = re.compile(r"payport:open\?provider=([A-Za-z0-9][A-Za-z0-9._-]{0,63})&token=([A-Za-z0-9_-]{43})")
BACK = re.compile(
    r"([a-z0-9.-]+):payport\?provider=([A-Za-z0-9][A-Za-z0-9._-]{0,63})"
    r"&state=([A-Za-z0-9._~-]{1,256})&result=(approved|rejected|viewed)")


def _opened(app, **about):
    found = app.call("open_request", state="s-1._~", **about)
    return found["opening"], found["link"]


def _until(app, opening, status):
    while opening["status"] != status:
        later = app.call("get_open_request_status", opening_id=opening["opening_id"], after=opening["version"],
                         wait_ms=2_000)["opening"]
        require(later["version"] > opening["version"], f"{status} did not come; it is {later['status']}")
        opening = later
    return opening


@case("P16.01", "16.2", "payport:open?provider=NAME&token=TOKEN",
      "a link has its form, names the provider, and says nothing else")
def form(bench):
    app = bench.app()
    invoice = app.invoice()
    opening, link = _opened(app, invoice_id=invoice["invoice_id"])
    match = LINK.fullmatch(link)
    require(match and match[1] == bench.name and len(link) <= 160, "the link has another form")
    require((opening["status"], opening["state"], opening["invoice_id"]) == ("waiting", "s-1._~",
        invoice["invoice_id"]), "the opening differs")
    require(invoice["invoice_id"] not in link, "the link says what it shows")
    require(_opened(app)[1] != link, "two openings have one token")


@case("P16.02", "16.1", "there and back", "an opening waits, is opened, and returns what happened", fresh=True)
def there_and_back(bench):
    app = bench.app(callback_scheme="example.suite")
    order = app.until_order(app.order(), "awaiting_approval", "state: awaiting_approval")
    opening, link = _opened(app, order_id=order["order_id"])
    require(opening["returns"] is True, "the owner is not led back")
    shown = bench.do("open", link=link)
    opening = _until(app, opening, "opened")
    require(bench.sent_to(order["address"]) == [], "the link approved something")
    bench.do("deny", order_id=order["order_id"])
    back = bench.do("finish", opening_id=shown["opening_id"]).get("link")
    opening = _until(app, opening, "returned")
    require(opening["result"] == "rejected" and opening["state"] == "s-1._~", f"the result is {opening['result']}")
    match = BACK.fullmatch(back or "")
    require(match and match.groups() == ("example.suite", bench.name, "s-1._~", "rejected"),
            "the link back has another form")


@case("P16.03", "5.6", "approved: the order is approved, or in a state after that",
      "what the owner approved is told as approved", fresh=True)
def approved(bench):
    app = bench.app()
    order = app.until_order(app.order(), "awaiting_approval", "state: awaiting_approval")
    opening, link = _opened(app, order_id=order["order_id"])
    shown = bench.do("open", link=link)
    bench.do("approve", order_id=order["order_id"])
    bench.do("finish", opening_id=shown["opening_id"])
    opening = _until(app, opening, "returned")
    require(opening["result"] == "approved" and opening["returns"] is False, f"the result is {opening['result']}")


@case("P16.04", "16.2", "An open link works once", "a link works once, and an invented one never", fresh=True)
def once(bench):
    app = bench.app()
    opening, link = _opened(app)
    bench.do("open", link=link)
    for again in (link, link[:-4] + "AAAA"):
        try:
            bench.do("open", link=again)
        except Refusal:
            continue
        require(False, "it was opened")
    require(_until(app, opening, "opened")["status"] == "opened", "it is not opened")


@case("P16.05", "16.2", "belongs to an app that is not paired any more: nothing is shown",
      "the link of a revoked app shows nothing", fresh=True)
def revoked(bench):
    app = bench.app("other")
    _, link = _opened(app)
    bench.do("revoke", app=app.key)
    try:
        bench.do("open", link=link)
    except Refusal:
        return
    require(False, "it was opened")


@case("P16.06", "5.6", "state: 1 to 256 of A-Z a-z 0-9 - . _ ~", "states of another form are refused")
def bad_states(bench):
    app = bench.app()
    for state in ("", "a b", "a/b", "a&b", "%41", "\u00e9", "a\n", "x" * 257, 1):
        app.refused("open_request", "invalid_params", wrong=True, state=state)
    require(app.call("open_request", state="x" * 256)["opening"]["state"] == "x" * 256, "the state is another one")


@case("P16.07", "5.6", "both identifiers together are invalid_params; what is not there is not found",
      "openings of what does not exist, or of two things")
def about_nothing(bench):
    app = bench.app()
    app.refused("open_request", "invalid_params", wrong=True, state="s", order_id="ord_x", invoice_id="inv_x")
    app.refused("open_request", "order_not_found", state="s", order_id="ord_x")
    app.refused("open_request", "invoice_not_found", state="s", invoice_id="inv_x")
    app.refused("get_open_request_status", "opening_not_found", opening_id="opn_x")


@case("P16.08", "5.6", "To show an order, an app needs the scope pay; to show an invoice, it needs receive",
      "an opening needs the scope of what it shows", fresh=True)
def scopes(bench):
    app = bench.app("other", granted=["receive"])
    app.refused("open_request", "scope_not_granted", state="s", order_id="ord_x")
    bench.do("grant", app=app.key, scopes=["statement"])
    app.refused("open_request", "scope_not_granted", state="s")
    app.refused("open_request", "scope_not_granted", state="s", invoice_id="inv_x")


SCHEMES = ["https", "javascript", "file", "payport", "mailto", "single", "a..b", ".a.b", "a.b.", "a.-b", "a.b-", "a.1b",
           "A.b", "a.b_c", "a." + "b" * 63, "git+ssh.x"]


@case("P16.09", "16.4", "P MUST refuse (callback_refused) every other scheme",
      "schemes that are no reverse domain name are refused")
def bad_schemes(bench):
    app = bench.app()
    for scheme in SCHEMES:
        session = app.connect(manifest=_manifest(app, scheme))
        session.refused("open_request", "callback_refused", state="s")
        session.leave()


def _manifest(app, scheme):
    return json.dumps(app.description | {"callback_scheme": scheme}).encode()


@case("P16.10", "16.4", "two or more labels, at most 64 bytes in all", "schemes at the limits are taken", fresh=True)
def good_schemes(bench):
    app = bench.app()
    for scheme in ("a.b", "chat.simplex.app", "a-b.c1", "a." + "b" * 62):
        session = app.connect(manifest=_manifest(app, scheme))
        require(session.call("open_request", state="s")["opening"]["returns"] is True, f"{scheme} does not lead back")
        session.leave()


@case("P16.11", "7", "openings of an app that have not ended: 8", "a ninth opening is too many", fresh=True)
def nine(bench):
    app = bench.app()
    links = [_opened(app)[1] for _ in range(8)]
    app.refused("open_request", "too_many_questions", state="s")
    bench.do("finish", opening_id=bench.do("open", link=links[0])["opening_id"])
    _opened(app)


@case("P16.12", "5.6", "P keeps openings in memory: after a restart of P they are not found",
      "an opening does not outlive the provider", fresh=True)
def after_restart(bench):
    app = bench.app()
    opening, link = _opened(app)
    bench.restart()
    app.refused("get_open_request_status", "opening_not_found", opening_id=opening["opening_id"])
    try:
        bench.do("open", link=link)
    except Refusal:
        return
    require(False, "it was opened")
