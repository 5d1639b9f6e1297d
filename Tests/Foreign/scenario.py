"""Chapters 4 to 6: the script of calls, each with what the specification promises of it."""

import asyncio
import collections
import re
import secrets
import time
import uuid

import discovery
from discovery import encode
from documents import Documents
from rpc import Client, Failure, id_text
from session import RECORDS_PER_KEY, Session, compact, require


def new_id():
    return str(uuid.uuid4())


class Scenario:
    """One run on a paired session. `say` prints a JSON line; `please` asks for what others have to do."""

    def __init__(self, client, steps, arguments, say):
        self.client: Client = client
        self.session: Session = client.session
        self.steps = steps
        self.arguments = arguments
        self.currency = arguments.currency
        self.say = say
        self.done = {}

    def please(self, *command):
        self.say(event="please", run=[str(word) for word in command])

    async def run(self):
        for part in (
            self.describe, self.currencies, self.addresses, self.events, self.invoices, self.payments, self.documents,
            self.links, self.balance, self.bad_params, self.json_rpc, self.large_message, self.rekey, self.all_events,
        ):
            started = time.monotonic()
            await part()
            self.done[part.__name__] = round(time.monotonic() - started, 3)
            self.say(event="passed", part=part.__name__, seconds=self.done[part.__name__])

    async def refused(self, code, reason, method, params, pointer=None):
        failure = await self.client.refusal(method, params)
        require(
            (failure.code, failure.reason) == (code, reason),
            f"{method} {params}: wanted {code} {reason}, got {failure}")
        if pointer is not None:
            require(failure.data.get("pointer") == pointer, f"{method} {params}: wanted {pointer}, got {failure}")

    async def changed(self, method, params, member, **other):
        """A request that changes something: new, replayed, and in conflict with other params."""
        result = await self.client.call(method, params)
        require(result["replayed"] is False, f"5.5: {method} is new")
        again = await self.client.call(method, dict(params, request_id=params["request_id"].upper()))
        require(again["replayed"] is True, f"5.5: {method} is replayed")
        require(
            {k: v for k, v in again[member].items() if k.endswith("_id") or k == "address"}
            == {k: v for k, v in result[member].items() if k.endswith("_id") or k == "address"}
            or member == "payment_order", f"5.5: {method} answers the same object")
        await self.refused(1006, "request_conflict", method, dict(params, **other))
        return result[member]

    # 5.6, the session

    async def describe(self):
        session = await self.client.call("get_session")
        require(session["status"] == "approved", "get_session: approved")
        require(session["session_id"] == encode(self.steps.hash), "3.3: the session is named by h")
        require(session["app"]["key"] == encode(self.steps.identity), "get_session: our key")
        require(session["provider"]["provider_id"] == encode(self.steps.provider_id), "get_session: the pinned key")
        require(session["spec_version"] == 1, "8.2: version 1")
        require("paired_at" in session and "question_id" not in session, "get_session: paired")
        self.limits = session["limits"]
        self.scopes = session["grants"]["scopes"]
        document = await self.client.call("rpc.discover")
        require(
            {method["name"] for method in document["methods"]} == set(self.client.schemas.methods),
            "rpc.discover: all methods of the schemas")

    async def currencies(self):
        listed = (await self.client.call("list_currencies"))["currencies"]
        codes = [currency["code"] for currency in listed]
        require(codes == sorted(codes) and self.currency in codes, "list_currencies: by code")
        mine = listed[codes.index(self.currency)]
        require(mine["ready"] == "ready", f"{self.currency} is ready")
        self.confirmations = mine["confirmations"]
        self.decimals = mine["decimals"]
        ranges = await self.client.call("get_amount_range_for_currency", {"currency": self.currency})
        require("pay" in ranges, "get_amount_range_for_currency: pay is told with the scope")
        await self.refused(3001, "unknown_currency", "get_amount_range_for_currency", {"currency": "NONE"}, "/currency")

    # 12

    async def documents(self):
        folder = (await self.client.call("get_session"))["folder"]
        documents = Documents(folder, discovery.identity(self.arguments.state), self.steps.provider_id)
        stem = time.strftime("%Y%m%d%H%M%S_invoice_request", time.gmtime())
        text = f"spec: invoice_request\nversion: 2\ncurrency: {self.currency}\namount: 0.50\n".encode()
        request_id = documents.request_id(stem, text)
        for sealed in (False, True):
            name = documents.submit("invoice_request", stem, text, sealed)
            answer = await documents.answer("invoice_request", name, "^state: accepted$")
            require(request_id in answer, "12.4: the request_id of a document that names none")
        # The same request by a call is the same invoice.
        params = {"request_id": request_id, "currency": self.currency, "amount": "0.5"}
        called = await self.client.call("invoice_request", params)
        require(called["replayed"] and called["invoice"]["invoice_id"] in answer, "12.4: one request, however it comes")
        name = documents.submit("invoice_request", stem + "_wrong", text + b"speed: fast\n")
        answer = await documents.answer("invoice_request", name, "^state: refused$")
        require("line: 5" in answer and '"/speed"' in answer, "12.7: what is wrong, and where")
        other = Documents(folder, discovery.identity(self.arguments.state), self.steps.identity)
        name = other.submit("invoice_request", stem + "_other", text)
        await documents.answer("invoice_request", name, "reason: bad_signature$")

    # 5.6, receiving

    async def addresses(self):
        method = "new_address_for_currency"
        made = []
        for label in ("donations", "größe ✓"):
            params = {"request_id": new_id(), "currency": self.currency, "label": label}
            made.append(await self.changed(method, params, "address", label="another"))
            require(made[-1]["label"] == label and made[-1]["purpose"] == "receive", f"{method}: as asked")
        require(made[0]["address"] != made[1]["address"], f"{method}: a fresh one each time")
        self.address = made[0]["address"]
        page = await self.client.call("addresses_for_currency", {"currency": self.currency, "limit": 1})
        require(page["addresses"] == [made[1]], "addresses_for_currency: newest first")
        page = await self.client.call(
            "addresses_for_currency", {"currency": self.currency, "limit": 1, "before": page["next"]})
        require(page["addresses"] == [made[0]], "addresses_for_currency: the next page")
        await self.refused(1007, "expired", method, {
            "request_id": new_id(), "currency": self.currency, "expires_at": "2020-02-29T23:59:59+14:00"},
                           "/expires_at")

    async def events(self):
        cursor = (await self.client.call("subscribe_events", {"from": "0"}))["cursor"]
        require(cursor == "0", "subscribe_events: from where it was asked")
        await self.refused(1008, "cursor_invalid", "subscribe_events", {"from": "999999999999"}, "/from")

    async def invoices(self):
        params = {"request_id": new_id(), "currency": self.currency, "amount": "0.50", "description": "Two tickets"}
        invoice = await self.changed("invoice_request", params, "invoice", amount="0.51")
        require((invoice["state"], invoice["payment"]) == ("pending", "none"), "5.3: a new invoice")
        require((invoice["amount"], invoice["version"]) == ("0.5", 1), "5.2: the shortest form; version 1")
        again = await self.client.call("invoice_request", dict(params, amount="0.5"))
        require(again["replayed"], "5.5: 0.50 and 0.5 are the same")
        by_request = await self.client.call("get_invoice_request_status", {"request_id": params["request_id"]})
        require(by_request["invoice"]["invoice_id"] == invoice["invoice_id"],
                "get_invoice_request_status: by request_id")
        await self.client.event_until(lambda event: self.is_version(event, invoice, 1))

        started = time.monotonic()
        waiting = asyncio.create_task(self.status("invoice", invoice, after=1, wait_ms=60_000))
        self.please("mock", "receive", invoice["address"], "0.5")
        seen = await waiting
        require(time.monotonic() - started < 55, "get_invoice_request_status: answers when it changes")
        require((seen["state"], seen["payment"]) == ("processing", "paid"), f"5.3: seen, not confirmed: {seen}")
        require(seen["transfers"][0]["state"] == "unconfirmed", "5.3: the transfer waits for a block")
        await self.refused(3005, "not_cancellable", "cancel_invoice_request", {
            "request_id": new_id(), "invoice_id": invoice["invoice_id"]})
        self.please("mock", "mine", self.confirmations)
        settled = await self.status_until("invoice", seen, "settled")
        require(settled["confirmed_amount"] == "0.5", "5.3: settled when all is confirmed")
        arrived = await self.client.call("list_invoice_transfers", {"invoice_id": invoice["invoice_id"]})
        require(arrived == {"transfers": settled["transfers"]}, "list_invoice_transfers: what the invoice shows")

        top_up = (await self.client.call("invoice_request", {
            "request_id": new_id(), "currency": self.currency}))["invoice"]
        require("amount" not in top_up and "?" not in top_up["uri"], "invoice_request: the payer decides")
        cancelled = await self.changed(
            "cancel_invoice_request", {"request_id": new_id(), "invoice_id": top_up["invoice_id"]}, "invoice",
            invoice_id=invoice["invoice_id"])
        require(cancelled["state"] == "cancelled", "cancel_invoice_request: cancelled")
        listed = await self.client.call("list_invoice_requests", {"state": "cancelled", "limit": 100})
        require(cancelled in listed["invoices"], "list_invoice_requests: by state")
        started = time.monotonic()
        await self.status("invoice", cancelled, after=cancelled["version"], wait_ms=300)
        require(time.monotonic() - started >= 0.29, "get_invoice_request_status: waits as long as asked")
        await self.refused(
            3004, "invoice_not_found", "get_invoice_request_status", {"invoice_id": "inv_" + "a" * 26})

    # 5.6, paying

    async def payments(self):
        params = {
            "request_id": new_id(), "currency": self.currency, "address": self.address, "amount": "0.25",
            "max_fee": "0.1", "description": "Lunch"}
        order = await self.changed("payment_order", params, "payment_order", amount="0.26")
        require(order["state"] == "awaiting_approval" and "fee" in order, f"5.4: the owner is asked: {order}")
        self.please("approve", order["order_id"])
        flying = await self.status_until("order", order, "in_flight")
        require(flying.get("transaction_id"), "5.4: in flight it has a transaction id")
        await self.refused(4006, "in_flight", "cancel_payment_order", {
            "request_id": new_id(), "order_id": order["order_id"]})
        self.please("mock", "mine", self.confirmations)
        paid = await self.status_until("order", flying, "succeeded")
        require(paid["confirmations"] >= paid["confirmations_wanted"], "5.4: confirmed as often as wanted")
        await self.refused(4007, "already_paid", "cancel_payment_order", {
            "request_id": new_id(), "order_id": order["order_id"]})
        again = await self.client.call("payment_order", params)
        require(again["replayed"] and again["payment_order"] == paid, "5.5: a replay answers the present state")

        def refuse(code, reason, pointer=None, **other):
            return self.refused(code, reason, "payment_order", dict(params, request_id=new_id(), **other), pointer)
        await refuse(3002, "amount_out_of_range", "/amount", amount="0")
        await refuse(3002, "amount_out_of_range", "/amount", amount="9" * 35)
        await refuse(3003, "too_many_decimals", "/amount", amount="0." + "1" * (self.decimals + 1))
        await refuse(4002, "invalid_address", "/address", address="nowhere")
        await refuse(2006, "budget_exceeded", "/amount", amount="2000000")
        await refuse(4005, "fee_too_high", "/max_fee", max_fee="0." + "0" * (self.decimals - 1) + "1")
        await refuse(1007, "expired", "/expires_at", expires_at="2020-01-01T00:00:00Z")

        waiting = (await self.client.call("payment_order", dict(params, request_id=new_id())))["payment_order"]
        cancelled = await self.changed(
            "cancel_payment_order", {"request_id": new_id(), "order_id": waiting["order_id"]}, "payment_order",
            order_id=order["order_id"])
        require(cancelled["state"] == "cancelled", "cancel_payment_order: cancelled")
        denied = (await self.client.call("payment_order", dict(params, request_id=new_id())))["payment_order"]
        self.please("deny", denied["order_id"])
        denied = await self.status_until("order", denied, "rejected")
        require(denied["reason"] == "user_rejected", "5.4: the reason of a rejection")
        listed = await self.client.call("list_payment_orders", {"currency": self.currency})
        require([o["state"] for o in listed["payment_orders"][:3]] == ["rejected", "cancelled", "succeeded"],
                "newest first")
        await self.refused(4001, "order_not_found", "get_payment_order_status", {"request_id": new_id()}, "/request_id")

    async def status(self, kind, thing, **more):
        method = f"get_{'invoice_request' if kind == 'invoice' else 'payment_order'}_status"
        result = await self.client.call(method, {f"{kind}_id": thing[f"{kind}_id"], **more}, timeout=70)
        return result["invoice" if kind == "invoice" else "payment_order"]

    async def status_until(self, kind, thing, state):
        """Polls as 5.6 says until a state is reached; versions only grow."""
        deadline = time.monotonic() + 60
        while thing["state"] != state:
            require(time.monotonic() < deadline, f"{kind} {thing['state']} does not become {state}")
            newer = await self.status(kind, thing, after=thing["version"], wait_ms=20_000)
            require(newer["version"] >= thing["version"], "5.3: versions grow")
            thing = newer
        return thing

    # 16

    async def links(self):
        state = secrets.token_urlsafe(24)
        asked = await self.client.call("open_request", {"state": state})
        opening, link = asked["opening"], asked["link"]
        require(
            re.fullmatch(r"payport:open\?provider=[A-Za-z0-9][A-Za-z0-9._-]{0,63}&token=[A-Za-z0-9_-]{43}", link),
            f"16.2: {link}")
        require((opening["status"], opening["state"]) == ("waiting", state), "open_request: waiting, with our state")
        require(opening["returns"] is True, "open_request: our manifest has a scheme")
        self.please("open", "--json", link)
        while opening["status"] in ("waiting", "opened"):
            opening = (await self.client.call("get_open_request_status", {
                "opening_id": opening["opening_id"], "after": opening["version"], "wait_ms": 10_000}))["opening"]
        require((opening["status"], opening["result"]) == ("returned", "viewed"), f"16.1: {opening}")
        require(opening["state"] == state, "16.1: our state, to the letter")
        for bad in ("", "a b", "a/b", "%41", "x" * 257):
            await self.refused(-32602, "invalid_params", "open_request", {"state": bad}, "/state")
        await self.refused(-32602, "invalid_params", "open_request", {"state": "s", "order_id": "o", "invoice_id": "i"},
                           "")
        await self.refused(4001, "order_not_found", "open_request", {"state": "s", "order_id": "ord_none"}, "/order_id")
        await self.refused(3004, "invoice_not_found", "open_request", {"state": "s", "invoice_id": "inv_none"},
                           "/invoice_id")
        await self.refused(1013, "opening_not_found", "get_open_request_status", {"opening_id": "opn_none"},
                           "/opening_id")

    async def balance(self):
        if "balance" in self.scopes:
            await self.client.call("get_balance", {"currency": self.currency})
        else:
            await self.refused(2001, "scope_not_granted", "get_balance", {"currency": self.currency})

    # 4 and 6

    async def bad_params(self):
        order = {"request_id": new_id(), "currency": self.currency, "address": self.address, "amount": "0.1"}
        for params, pointer in [
            (dict(order, amount=0.1), "/amount"), (dict(order, colour="red"), "/colour"),
            (dict(order, amount="-1"), "/amount"),
            (dict(order, amount="1e3"), "/amount"), (dict(order, amount=".5"), "/amount"),
            (dict(order, amount="01"), "/amount"),
            (dict(order, expires_at="tomorrow"), "/expires_at"), (dict(order, request_id="1"), "/request_id"),
            ({k: v for k, v in order.items() if k != "address"}, ""), ([], ""),
            (dict(order, description="x" * 1001), "/description"), (dict(order, max_fee=None), "/max_fee"),
        ]:
            await self.refused(-32602, "invalid_params", "payment_order", params, pointer)
        await self.refused(
            -32602, "invalid_params", "get_payment_order_status", {"request_id": new_id(), "wait_ms": 60_001},
            "/wait_ms")
        await self.refused(-32602, "invalid_params", "get_payment_order_status", {}, "")
        await self.refused(-32602, "invalid_params", "list_payment_orders", {"limit": 101}, "/limit")
        await self.refused(-32602, "invalid_params", "list_payment_orders", {"state": "lost"}, "/state")
        await self.refused(-32601, "method_not_found", "open_the_vault", {})
        await self.refused(-32601, "method_not_found", "connect_app", {})

    async def json_rpc(self):
        members = [
            '{"jsonrpc":"2.0","id":"ü\\u0000","method":"list_currencies"}',
            '{"jsonrpc":"2.0","method":"get_session"}',
            '{"jsonrpc":"2.0","id":1.50,"method":"nothing"}',
            '{"jsonrpc":"2.0","id":null,"method":"get_session","params":{}}',
            '7',
        ]
        answers = await self.client.batch("[" + ",".join(members) + "]")
        require(
            [id_text(answer["id"]) for answer in answers] == [compact("ü\0"), "1.50", "null", "null"],
            f"4.5: answers in the order of the requests, ids as they were: {answers}")
        require([answer.get("error", {}).get("code") for answer in answers] == [None, -32601, None, -32600],
                "4.5: each")
        self.client.schemas.check_result("list_currencies", answers[0]["result"])

        nothing = '{"jsonrpc":"2.0","method":"get_session"}'
        for text, code, reason in [
            ("[]", -32600, None), ("[" + ",".join([nothing] * 33) + "]", -32600, "limit_exceeded"), ("{", -32700, None),
            ("", -32700, None), (b"\xff", -32700, None), ('{"a":1,"a":1}', -32700, None),
            ("[" * 33 + "]" * 33, -32700, "limit_exceeded"),
            ('{"jsonrpc":"1.0","method":"x"}', -32600, None), ('{"jsonrpc":"2.0","id":[],"method":"x"}', -32600, None),
        ]:
            failure = await self.client.complaint(text)
            require((failure.code, failure.reason) == (code, reason),
                    f"4.6: {text[:50]}: wanted {code} {reason}, got {failure}")

        answer = self.client.expect('"unknown"')
        await self.session.send(b'{"jsonrpc":"2.0","id":"unknown","method":"get_session","colour":1}')
        try:
            require(not await answer, "4.2: unknown members are refused")
        except Exception as failure:
            require(getattr(failure, "reason", None) == "unknown_member", f"4.6: {failure}")

        waits = compact({
            "jsonrpc": "2.0", "id": "same", "method": "get_payment_order_status",
            "params": {"order_id": await self.some_order(), "after": 1_000_000, "wait_ms": 500}})
        first = self.client.expect('"same"')
        await self.session.send(waits.encode())
        failure = await self.client.complaint(waits)
        require((failure.code, failure.reason) == (-32600, "duplicate_id"), f"4.2: an id in use: {failure}")
        self.client.schemas.check_result("get_payment_order_status", await asyncio.wait_for(first, 10))

    async def some_order(self):
        return (await self.client.call("list_payment_orders", {"limit": 1}))["payment_orders"][0]["order_id"]

    async def large_message(self):
        """A request in several records."""
        answer = self.client.expect('"large"')
        text = '{"jsonrpc":"2.0","id":"large",' + " " * 200_000 + '"method":"list_currencies"}'
        records = self.session.sent
        await self.session.send(text.encode())
        require(self.session.sent - records == 4, "3.6: 200,000 bytes take four records")
        self.client.schemas.check_result("list_currencies", await asyncio.wait_for(answer, 20))

    async def rekey(self):
        """Past so many changes of keys in both directions, with the smallest requests that are answered."""
        target = self.arguments.rekeys * RECORDS_PER_KEY + 10
        count = max(target - self.session.sent, target - self.session.received, 0)
        rate, burst = self.limits["requests_per_second"], self.limits["burst"]
        require(count <= burst or (count - burst) / rate < 60, "the provider's rate limit allows this in a minute")
        window = self.limits["max_in_flight"]
        unanswered = collections.deque()
        for _ in range(count):
            if len(unanswered) >= window:
                await self.unknown_method(unanswered.popleft())
            unanswered.append(await self.client.begin("x"))
        for answer in unanswered:
            await self.unknown_method(answer)
        require(
            min(self.session.sent, self.session.received) >= target, "records were sent past the changes of keys")
        await self.client.call("list_currencies")

    @staticmethod
    async def unknown_method(answer):
        try:
            await answer
        except Failure as failure:
            require(failure.reason == "method_not_found", f"around a change of keys: {failure}")

    # 5.6, events

    async def all_events(self):
        """What the subscription sent since it began, and the end of it."""
        newest = (await self.client.call("get_session"))["event_cursor"]
        await self.client.event_until(lambda event: event["cursor"] == newest)
        events = self.client.events
        last = (await self.client.call("unsubscribe_events"))["cursor"]
        require(events[-1]["cursor"] == last, "unsubscribe_events: the last cursor sent")
        require(len({event["cursor"] for event in events}) == len(events), "subscribe_events: each event once")
        seen = {}
        for event in events:
            thing = event.get("invoice") or event["payment_order"]
            name = thing.get("invoice_id") or thing["order_id"]
            if name in seen or "invoice" in event:
                require(thing["version"] == seen.get(name, 0) + 1, f"5.3: one event for each version of {name}")
            seen[name] = thing["version"]
        require(len(seen) >= 5, "every invoice and order of this run has events")

    async def resumed(self, events):
        """On a later session: subscribing from a cursor continues after it."""
        middle = len(events) // 2
        await self.client.call("subscribe_events", {"from": events[middle]["cursor"]})
        await self.client.event_until(lambda event: event["cursor"] == events[-1]["cursor"])
        require(self.client.events == events[middle + 1:], "subscribe_events: what follows the cursor, unchanged")

    @staticmethod
    def is_version(event, invoice, version):
        known = event.get("invoice", {})
        return known.get("invoice_id") == invoice["invoice_id"] and known["version"] == version
