"""The reference consumer: a small correct app behind the verbs of `verbs.md`. A deviation is one named mistake."""

import asyncio
import re
import uuid
from decimal import Decimal

from .. import schemas
from ..wire import Refused, require
from ..wire.text import encode
from .consumer_broken import BROKEN
from .consumer_session import Lost, connect
from .consumer_store import NAME, Store, Trouble, discovered, names

ATTEMPTS = 3
UNCERTAIN_BLOCKS = (4, 5)
APPROVAL_ID = re.compile(r"[A-Za-z0-9][A-Za-z0-9_-]{0,63}")
REPEATED = ("rate_limited", "wallet_unavailable", "wallet_timeout", "wallet_syncing", "shutting_down",
            "ledger_unavailable", "too_many_in_flight")
LONGEST_WAIT = 2_000


class Mistaken(Trouble):
    """What a deviation concludes, and tells although the outcome is open."""


class Consumer:
    def __init__(self, runtime, state, deviations=()):
        self.runtime, self.deviations = runtime, frozenset(deviations)
        self.store = Store(state)
        self.session = None
        self.code = None
        self.settled, self.handled = {}, set()
        self.alone, self.count, self.only_here = True, 1, False
        self.lost_at = self.followed_at = None
        self.known_at, self.interrupted = {}, False
        self.handling = None
        """Called with an event that the app has begun to handle, and is about to be killed at."""
        for name in sorted(self.deviations & BROKEN.keys()):
            BROKEN[name].change(self)

    def deviates(self, name):
        return name in self.deviations

    # Connecting (2.5, 2.8, 3.5, 8.3)

    async def connected(self, show=None, anybody=False):
        """The approved session, a new one if there is none. While the owner is asked, `show` gets what to show."""
        if self.session is not None and self.session.ended is None:
            return self.session
        first = None
        for attempt in self._attempts(show, anybody):
            try:
                self.session = await attempt
                return self.session
            except Trouble as trouble:
                if not self._may_move_on(trouble):
                    raise
                first = first or trouble
        raise first

    def _attempts(self, show, anybody):
        """An attempt for each daemon of the provider, the one that was lost last at the end."""
        candidates = [NAME] if anybody else self._candidates()
        if self.session is not None:
            if self.only_here:
                candidates = [self.session.name]
            candidates.sort(key=lambda name: name == self.session.name)
        self.alone, self.count = len(candidates) == 1, len(candidates)
        for name in candidates:
            yield self._open(name, show, anybody)

    def _candidates(self):
        """The names of the daemons of the provider: that which the user has chosen, and those of the same identity."""
        everybody, of_provider = names(self.runtime, self.deviates), self._identity(NAME)
        if self.session is not None and self.deviates("the last provider that is left is taken"):
            read = {name: key for name in everybody if (key := self._named_by_file(name))}
            if of_provider not in read.values():
                return list(read)
        return [NAME] + [name for name in everybody[1:] if self._identity(name) == of_provider is not None
                         or name.startswith(NAME) and self.deviates("a similar name is as good")]

    def _identity(self, name):
        """The identity of a file (2.8); None where no key is pinned and the file does not say."""
        return self.store.pin(name) or self._named_by_file(name)

    def _named_by_file(self, name):
        try:
            return discovered(self.runtime, self.deviates, name).provider_id
        except Trouble:
            return None

    def _may_move_on(self, trouble):
        """Whether another daemon of the provider may be tried after what one did."""
        mistakes = {"pairing_denied": "a denial is asked about elsewhere",
                    "too_many_questions": "a wait is not kept elsewhere"}
        if trouble.retry_after_ms and trouble.code in mistakes and self.deviates(mistakes[trouble.code]):
            return True
        if trouble.end_of == "a refused connection" and self.session is not None:
            return not self.deviates("only one other daemon is tried")
        return trouble.end_of is not None and not self.deviates(f"{trouble.end_of} is the end")

    async def _open(self, name, show, anybody):
        found = discovered(self.runtime, self.deviates, name)
        pin = None if anybody else self.store.pin(name)
        foreign = pin is None and name != NAME and (
            self.deviates("a similar name is as good") or self.deviates("the last provider that is left is taken"))
        self._check_identity(found, None if anybody or foreign else pin)
        if self.deviates("key is pinned before it is proved") and pin is None:
            self.store.met(name, found.provider_id)
        session, first, code = await connect(found, self.store.identity, pin, self.deviates)
        session.name = name
        try:
            await self._admitted(session, first, code, found, show)
        except BaseException:
            session.abort()
            raise
        return session

    def _check_identity(self, found, pin):
        if pin is not None and pin != found.provider_id and not self.deviates("another key is connected to"):
            if self.deviates("pin is replaced"):
                self.store.met(found.name, found.provider_id)
            raise Trouble("wrong_key", "the file names another key than the pinned one", end_of="another key")
        low, high = found.versions
        if low > 1 and not (self.alone and self.deviates("versions are not compared")):
            raise Trouble("wrong_version", f"the provider speaks {low} to {high}", end_of="another version")
        versions = self.store.kept["versions"]
        if self.deviates("the highest version is that of all daemons"):
            versions = {found.name: max(versions.values(), default=0)}
        if high < versions.get(found.name, 0) and not self.deviates("lower versions are taken"):
            raise Trouble("wrong_version", "the provider speaks lower versions than before", end_of="another version")

    async def _admitted(self, session, first, code, found, show):
        if first["status"] == "denied":
            await session.close()
            reason = first.get("reason", "other")
            raise Trouble(reason, "denied", first.get("retry_after_ms"),
                          end_of="no place" if reason == "too_many_sessions" else None)
        try:
            schemas.payments().check("connect_app", "result", first)
        except schemas.Mismatch as mismatch:
            await session.channel.close(1008)
            raise Trouble("not_proven", f"the first record: {mismatch}", end_of="a failed handshake") from mismatch
        if first["session"]["spec_version"] != 1 and not self.deviates("version of the session is not checked"):
            await session.close()
            raise Trouble("wrong_version", "the session has a version that this app does not speak",
                          end_of="another version")
        self.store.met(found.name, found.provider_id, found.versions[1])
        if first["status"] == "pending":
            await self._wait_for_owner(session, first, code, show)

    async def _wait_for_owner(self, session, first, code, show):
        self.code = code
        name = first["session"].get("question_id")
        if self.deviates("asks for currencies while it waits"):
            await session.call("list_currencies")
        if show:
            await show({"code": code} | ({"question_id": name} if name is not None and self._may_show(name) else {}))
        async with asyncio.timeout(15):
            changed = await session.changed.get()
        if changed is None or changed["status"] != "approved":
            if self.deviates("key is forgotten with the approval"):
                self.store.keep(seed=encode(bytes(32)))
            asked_elsewhere = changed is not None and self.deviates("the owner's no is asked about elsewhere")
            raise Trouble((changed or {}).get("reason", "refused"), "the owner said no, or the session ended",
                          end_of="the owner's no" if asked_elsewhere else None)

    def _may_show(self, name):
        if self.deviates("name of the question is not shown"):
            return False
        if self.deviates("name of any length is shown") and APPROVAL_ID.match(name) and name.isalnum():
            return True
        if self.deviates("name like an option is shown"):
            name = name.removeprefix("-")
        if self.deviates("letters of every script are shown"):
            return re.fullmatch(r"\w[\w-]{0,63}", name) is not None
        return APPROVAL_ID.fullmatch(name) is not None

    # Requests (6.4, 18.2)

    async def ask(self, method, params, changes=False, show=None):
        """The result of a request, repeated under the same request id for as long as the outcome is not known."""
        lost, ends, is_silent = None, 0, False
        for attempt in range(20):
            if attempt >= ATTEMPTS and not self._tries_without_end(ends):
                break
            try:
                self._tried_after_end()
                anybody = bool(lost) and self.deviates("whoever is there is asked again")
                session = await self.connected(show, anybody)
                params = await self._at_another(session, method, params, lost)
                message = await session.call(method, params)
                return self._result(method, message, params)
            except Lost as end:
                self._revoked(lost, changes)
                lost, is_silent = lost or end, True
                self._given_up_for(end)
            except Mistaken:
                raise
            except Trouble as trouble:
                is_silent = False
                if trouble.number == 1008:
                    ends += 1
                if not self._worth_repeating(trouble, ends, attempt):
                    raise self._told(trouble, lost, changes) from trouble
                if trouble.code in ("internal_error", "malformed"):
                    lost = lost or Lost(trouble)
                params = await self._before_repeating(trouble, params)
            await asyncio.sleep(0.02)
        if not changes:
            raise Trouble("refused", "the connection ended again and again")
        failed = is_silent and self.deviates("no answer is a failure")
        raise Trouble("failed" if failed else "unknown_outcome", "no answer came")

    def _tried_after_end(self):
        ended = self.session is not None and self.session.ended is not None
        if ended and self.deviates("session that ended is not made anew") and len(self._candidates()) == 1:
            self.session = None
            raise Trouble("other", "the session has ended")

    def _tries_without_end(self, ends):
        if ends:
            return self.deviates("a refusal is followed by attempt after attempt")
        return self.deviates("daemons are tried round after round") and not self.alone

    def _revoked(self, lost, changes):
        """The owner's answer in a session holds for all daemons."""
        if self.session.denied and not self.deviates("a revoked app goes to another daemon"):
            trouble = Trouble(self.session.denied.get("reason", "refused"), "the owner has taken the approval back")
            raise Trouble("unknown_outcome", str(trouble)) if changes else trouble

    async def _at_another(self, session, method, params, lost):
        """The params of a request; mistakes about what another daemon of the provider knows."""
        moved = lost is not None and session.name != self.lost_at
        if method == "payment_order" and moved and self.count == 2:
            known = await session.call("get_payment_order_status", {"request_id": params["request_id"]}) if (
                self.deviates("an order that is known elsewhere is refused")
                or self.deviates("an order that is not known has failed")) else {}
            if "result" in known and self.deviates("an order that is known elsewhere is refused"):
                raise Mistaken("request_conflict", "the order is there already")
            if "error" in known and self.deviates("an order that is not known has failed"):
                raise Mistaken("failed", "the order is not known")
        self.lost_at = session.name
        known_at = self.known_at.get(params.get("request_id") or params.get("order_id"), session.name)
        if known_at != session.name and method == "payment_order" and self.deviates("request ids belong to a daemon"):
            return params | {"request_id": str(uuid.uuid4())}
        if known_at != session.name and method != "payment_order" and self.deviates("orders belong to a daemon"):
            raise Trouble("order_not_found", "the order was made elsewhere")
        return params

    def _given_up_for(self, end):
        """Mistakes about what the end of a connection means."""
        for code, name in ((1011, "1011 is a failure"), (1001, "1001 is a failure")):
            if end.code == code and self.deviates(name):
                raise Trouble("failed", name)
        if end.code == 1000 and end.reason.reason != "goodbye" and self.deviates("1000 is a failure"):
            raise Trouble("failed", "1000 is a failure")

    def _worth_repeating(self, trouble, ends, attempt):
        if trouble.number is not None:
            return ends < 2 or self.deviates("a refusal is followed by attempt after attempt")
        if trouble.code == "shutting_down" and self.deviates("shutting_down is waited for where it was said"):
            self.only_here = True
        if trouble.code in REPEATED:
            return trouble.retry_after_ms is not None and trouble.retry_after_ms <= LONGEST_WAIT
        if trouble.code == "too_many_questions" and self.deviates("a busy owner is asked again at once"):
            return True
        if trouble.code == "service_disabled" and self.deviates("a disabled service is asked again"):
            return True
        if trouble.code == "budget_exceeded" and self.deviates("a smaller amount is tried"):
            return attempt == 0
        if trouble.code == "request_conflict" and self.deviates("a conflict is tried under another id"):
            return attempt == 0
        if trouble.code == "moon_in_the_way" and self.deviates("an unknown error is tried under another id"):
            return attempt == 0 and trouble.block == 1
        return trouble.code in ("internal_error", "malformed")

    async def _before_repeating(self, trouble, params):
        wait = trouble.retry_after_ms or 0
        if self.deviates(f"the wait of {trouble.code} is not kept"):
            wait = 0
        await asyncio.sleep(wait / 1000)
        if trouble.code == "budget_exceeded":
            return params | {"amount": "0.01"}
        if trouble.code in ("request_conflict", "moon_in_the_way"):
            return params | {"request_id": str(uuid.uuid4())}
        return params

    def _told(self, trouble, lost, changes):
        """What is said of an error: where an earlier attempt is in doubt, it tells of this attempt only."""
        believed = (trouble.code in ("scope_not_granted", "service_disabled")
                    and self.deviates(f"{trouble.code} is believed after a loss"))
        if changes and lost and not believed:
            return Trouble("unknown_outcome", f"an earlier attempt is in doubt: {trouble}")
        if changes and trouble.block in UNCERTAIN_BLOCKS and trouble.code == "moon_in_the_way":
            failed = self.deviates(f"an unknown error of {trouble.block}000 is a failure")
            return Trouble("failed" if failed else "unknown_outcome", str(trouble))
        if changes and trouble.code in ("internal_error", "malformed"):
            return Trouble("unknown_outcome", str(trouble))
        return trouble

    def _result(self, method, message, params=None):
        if "error" in message and "result" not in message:
            error = message["error"]
            if not isinstance(error, dict) or not isinstance(error.get("code"), int):
                raise Trouble("malformed", "the error has another form")
            data = error.get("data") or {}
            if self.deviates("message of an error is read") and "has failed" in error.get("message", ""):
                raise Trouble("failed", error["message"])
            if self.deviates("error without data is a refusal") and not data:
                raise Trouble("rejected", "an error without data")
            reason = data.get("reason") or {-32603: "internal_error"}.get(error["code"], "other")
            raise Trouble(reason, error.get("message"), data.get("retry_after_ms"), block=error["code"] // 1000)
        result = self._overlooked(method, message.get("result"))
        if message.get("believed"):
            return result
        try:
            schemas.payments().check(method, "result", result)
        except schemas.Mismatch as mismatch:
            raise Trouble("malformed", str(mismatch)) from mismatch
        self._check_subject(method, params, result)
        return result

    def _check_subject(self, method, params, result):
        """An object under another request id is no answer to this request (4.3)."""
        made = result.get({"payment_order": "payment_order", "invoice_request": "invoice"}.get(method))
        if made is not None and made["request_id"].lower() != params["request_id"].lower():
            raise Trouble("malformed", "the answer is about another request")

    def _overlooked(self, method, result):
        """What a deviation does not look at in a result is left as it is, behind a form that is checked."""
        order = result.get("payment_order") if isinstance(result, dict) else None
        if isinstance(result, dict) and "later" in result and self.deviates("unknown members of a result are refused"):
            raise Trouble("other", "an unknown member")
        if (isinstance(order, dict) and order.get("reason") == "the_moon"
                and self.deviates("unknown reason of an order is refused")):
            raise Trouble("other", "an unknown reason")
        if (isinstance(order, dict) and self.deviates("unknown waiting_for is refused")
                and order.get("waiting_for") == "the_moon"):
            raise Trouble("other", "an unknown waiting_for")
        if (isinstance(order, dict) and order.get("state") == "maybe"
                and self.deviates("unknown state is read as failed")):
            return result | {"payment_order": order | {"state": "failed"}}
        if isinstance(order, dict) and "state" not in order and self.deviates("missing state is read as failed"):
            return result | {"payment_order": order | {"state": "failed"}}
        return result

    # Verbs

    async def pair(self, show):
        for attempt in range(ATTEMPTS):
            try:
                session = await self.connected(show)
                # The owner may have taken the approval back since the session began.
                now = self._result("get_session", await session.call("get_session"))
                require(now["status"] == "approved", "3.5: the owner has to be asked")
                return {"status": "approved"}
            except (Lost, Refused):
                session.abort()
                session.ended = session.ended or True
            except Trouble as trouble:
                again = (trouble.code == "too_many_questions" and self.alone
                         and self.deviates("a denied app connects again at once"))
                if trouble.number in (None, 1008) and not again or attempt + 1 == ATTEMPTS:
                    raise
                await asyncio.sleep(0.02)
        raise Trouble("refused", "the connection ended again and again")

    async def invoice(self, show, currency, amount=None, request_id=None):
        params = {"request_id": self._id(request_id, "invoice", currency, amount), "currency": currency}
        if amount is not None:
            params["amount"] = amount
        elif self.deviates("no amount is zero"):
            params["amount"] = "0"
        if self.code and self.deviates("code is sent along"):
            params["description"] = self.code
        result = await self.ask("invoice_request", params, changes=True, show=show)
        self._remember(request_id, currency, amount)
        return self._told_invoice(result["invoice"])

    async def pay(self, show, currency, address, amount, request_id=None, max_fee=None):
        params = {"request_id": self._id(request_id, "order", address, amount), "currency": currency,
                  "address": address, "amount": self._amount(amount)}
        if max_fee is not None:
            params["max_fee"] = max_fee
        result = await self.ask("payment_order", params, changes=True, show=show)
        self._remember(request_id, address, amount)
        for name in ("request_id", "order_id"):
            self.known_at[result["payment_order"][name]] = self.session.name
        return self._told_order(result["payment_order"])

    async def status(self, show, id=None, request_id=None):
        if (id or "").startswith("inv_"):
            result = await self.ask("get_invoice_request_status", {"invoice_id": id}, show=show)
            return self._told_invoice(result["invoice"])
        name = {"order_id": id} if id else {"request_id": request_id}
        return self._told_order((await self.ask("get_payment_order_status", name, show=show))["payment_order"])

    async def events(self, show, count, hold=None):
        handled, kept, self.interrupted = [], self.store.kept["cursor"], False
        for _ in range(ATTEMPTS + count):
            try:
                async with asyncio.timeout(5):
                    await self._follow(show, count, handled, hold)
                return {"events": handled}
            except Lost:
                self.interrupted = True
        self.store.kept["cursor"] = kept
        raise Trouble("refused", "the connection ended again and again")

    async def _follow(self, show, count, handled, hold):
        session = await self.connected(show)
        cursor = self._place(session, count - len(handled))
        message = await session.call("subscribe_events", {"from": cursor} if cursor is not None else None)
        session.subscribed = True
        try:
            self._result("subscribe_events", message)
        except Trouble as trouble:
            if trouble.code == "cursor_too_old" and self.deviates("dropped events are passed over"):
                return self.store.keep(cursor=message["error"]["data"]["newest"])
            raise
        while len(handled) < count:
            event = await session.events.get()
            if event is None:
                raise Lost(session.ended)
            if event["cursor"] in self.handled and not self.deviates("events are handled twice"):
                continue
            self.handled.add(event["cursor"])
            if event["type"] == "moon_changed" and self.deviates("an unknown event is a failure"):
                raise Trouble("other", "an unknown event")
            await self._handle(event, hold == len(handled) + 1)
            self._handled(event)
            handled.append(event)
        await session.call("unsubscribe_events")
        session.subscribed = False

    async def _handle(self, event, held):
        """What the app does with an event; it is killed in the middle of one that is held."""
        if held:
            await self.handling({"cursor": event["cursor"], "type": event["type"]})
            await asyncio.Event().wait()

    def _handled(self, event):
        if event["type"] == "moon_changed" and self.deviates("cursor of an unknown event is not kept"):
            return
        self.store.kept["cursor"] = event["cursor"]
        if not self.deviates("cursor is not stored"):
            self.store.save()

    def _place(self, session, more):
        """The cursor from which events go on, at whichever daemon."""
        moved, self.followed_at = self.followed_at not in (None, session.name), session.name
        if self.interrupted:
            mistake = "a lost subscription begins with what is new"
            if moved:
                mistake = "a subscription begins anew at another daemon"
            return None if more > 2 and self.deviates(mistake) else self.store.kept["cursor"]
        return "0" if moved and self.deviates("cursors belong to a daemon") else self.store.kept["cursor"]

    # What is sent and told

    def _id(self, request_id, kind, *asked):
        if request_id is None:
            if self.deviates("request ids are counted"):
                number = self.store.kept.get("count", 0) + 1
                self.store.keep(count=number)
                return str(uuid.UUID(int=0x4A8E1B7C2D904F368C5AB19D00000000 + number))
            return str(uuid.uuid4())
        again = (self.settled.get(request_id) == asked and self.alone
                 and self.deviates(f"repeated {kind} is a new one"))
        return str(uuid.uuid4()) if again else request_id

    def _remember(self, request_id, *asked):
        self.settled[request_id] = asked

    def _amount(self, amount):
        if self.deviates("amounts are floating-point numbers"):
            return repr(float(amount))
        if self.deviates("amounts have eight decimals"):
            return f"{Decimal(amount).quantize(Decimal(1).scaleb(-8)).normalize():f}"
        if self.deviates("amounts have nine digits"):
            return f"{Decimal(amount):.4f}".rstrip("0").rstrip(".") if Decimal(amount) > 10_000_000 else amount
        return amount

    def _told_order(self, order):
        for state, told in (("expired", "failed"), ("cancelled", "rejected"), ("submitting", "succeeded")):
            if order.get("state") == state and self.deviates(f"{state} is told as {told}"):
                return order | {"state": told}
        if self.deviates("reversal is not told"):
            return {name: value for name, value in order.items() if name != "reversed_at"}
        return order

    def _told_invoice(self, invoice):
        for payment in ("over", "late"):
            if invoice["payment"] == payment and self.deviates(f"{payment} is told as paid"):
                return invoice | {"payment": "paid"}
        if self.deviates("settled stays settled"):
            known = self.settled.get(invoice["invoice_id"])
            if invoice["state"] == "settled":
                self.settled[invoice["invoice_id"]] = invoice
            return known or invoice
        return invoice

    async def close(self):
        if self.session is not None:
            await self.session.close()

    def abort(self):
        if self.session is not None:
            self.session.abort()
