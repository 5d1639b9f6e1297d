"""An app of the suite: its key, its manifest, and the calls that many cases make."""

import json
import time
import uuid

from ..report import Violation, require
from ..wire.identity import Identity
from ..wire.text import encode
from .line import PATIENCE
from .rpc import Session

ALL = ["receive", "pay", "balance", "prove", "statement"]


class App:
    def __init__(self, bench, name="suite", scopes=ALL, **more):
        self.bench = bench
        self.identity = Identity.generate()
        self.description = {
            "app_id": f"example.{name}", "name": name.title(), "version": "1", "scopes": scopes, "versions": "1"} | more
        self._session = None

    @property
    def key(self):
        return encode(self.identity.public)

    @property
    def manifest(self):
        return json.dumps({name: value for name, value in self.description.items() if value is not None}).encode()

    def connect(self, **how):
        """Another session, whatever its status."""
        return Session(self.bench.discovery(), self.identity, how.pop("manifest", self.manifest), **how)

    @property
    def session(self):
        """The session of this app that cases share; a new one if it has ended."""
        if self._session is None or self._session.line.ended:
            self._session = self.connect()
        return self._session

    def hang_up(self):
        if self._session is not None:
            self._session.close()
            self._session = None

    def pair(self, scopes=None):
        """Pairs, and leaves a session that was opened after that."""
        session = self.connect()
        require(session.first["status"] == "pending", f"an unknown app is {session.first['status']}")
        self.bench.do("pair", question_id=session.first["session"]["question_id"], code=session.code,
                      scopes=self.description["scopes"] if scopes is None else scopes)
        changed = session.notification("session_changed")
        require(changed["status"] == "approved", f"after the owner's yes the status is {changed['status']}")
        self._session = session
        return self

    def call(self, method, **how):
        return self.session.call(method, **how)

    def refused(self, method, reason, **how):
        return self.session.refused(method, reason, **how)

    # Invoices

    def invoice(self, amount="0.5", **more):
        params = {"request_id": new_id(),
                  "currency": self.bench.currency} | ({"amount": amount} if amount else {}) | more
        return self.call("invoice_request", **params)["invoice"]

    def invoice_now(self, invoice):
        return self.call("get_invoice_request_status", invoice_id=invoice["invoice_id"])["invoice"]

    def until_invoice(self, invoice, accept, what, seconds=PATIENCE):
        return self._until("get_invoice_request_status", "invoice", "invoice_id", invoice, accept, what, seconds)

    def paid_invoice(self, amount="0.5", confirmations=1, **more):
        """An invoice that somebody has paid, and the transaction; nothing is confirmed yet."""
        invoice = self.invoice(amount, confirmations=confirmations, **more)
        paid = self.bench.do("pay", address=invoice["address"], amount=amount)["transaction_id"]
        return self.until_invoice(invoice, lambda i: i["payment"] == "paid", "payment: paid"), paid

    # Orders

    def order(self, amount="0.25", **more):
        return self.order_result(amount, **more)["payment_order"]

    def order_result(self, amount="0.25", **more):
        return self.call("payment_order", **self.order_params(amount, **more))

    def order_params(self, amount="0.25", **more):
        base = {"request_id": new_id(), "currency": self.bench.currency, "amount": amount}
        if "address" not in more:
            base["address"] = self.bench.address()
        return base | more

    def order_now(self, order):
        return self.call("get_payment_order_status", order_id=order["order_id"])["payment_order"]

    def until_order(self, order, accept, what, seconds=PATIENCE):
        if isinstance(accept, str):
            state = accept
            accept = lambda o: o["state"] == state  # noqa: E731 - a short form for the most frequent condition
        return self._until("get_payment_order_status", "payment_order", "order_id", order, accept, what, seconds)

    def approved(self, amount="0.25", **more):
        """An order that the owner was asked about and has approved."""
        order = self.order(amount, **more)
        order = self.until_order(order, "awaiting_approval", "state: awaiting_approval")
        self.bench.do("approve", order_id=order["order_id"])
        return order

    def submitted(self, amount="0.25", **more):
        return self.until_order(self.approved(amount, **more), lambda o: o["state"] == "in_flight", "state: in_flight")

    def succeeded(self, amount="0.25", **more):
        order = self.submitted(amount, **more)
        self.bench.do("mine", count=self.bench.confirmations)
        return self.until_order(order, "succeeded", "state: succeeded")

    def _until(self, method, member, name, known, accept, what, seconds):
        """Asks, with a wait for the next version, until the object is accepted."""
        end = time.monotonic() + seconds
        found = self.call(method, **{name: known[name]})[member]
        while not accept(found):
            left = end - time.monotonic()
            if left <= 0:
                raise Violation(f"{what} did not come; it is {found['state']}")
            found = self.call(method, **{name: known[name]}, after=found["version"], wait_ms=int(min(left, 1) * 1000),
                              seconds=PATIENCE)[member]
        return found


def new_id():
    return str(uuid.uuid4())
