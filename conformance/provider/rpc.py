"""Requests of the suite as a consumer, with every request and reply checked against its schema (chapters 3, 4, 6)."""

import itertools
import json
import re
import time

from .. import schemas
from ..report import Violation, exchange, require
from ..wire import Refused
from ..wire.handshake import SUBPROTOCOL, ConsumerHandshake, prologue
from ..wire.records import GOODBYE, Assembler
from ..wire.text import decode, parse
from .line import PATIENCE, Ended, Line
from .reasons import NUMBERS

CANONICAL = re.compile(r"-?(0|[1-9][0-9]*)(\.[0-9]*[1-9])?")


class Error(Exception):
    """The provider answered with an error."""

    def __init__(self, error, id_):
        self.code, self.data, self.id = error["code"], error.get("data", {}), id_
        self.reason = self.data.get("reason")
        super().__init__(f"{self.code} {self.reason or ''} {self.data.get('pointer', '')}")


class Session:
    """A session after the handshake; `first` is the result in the first record."""

    def __init__(self, discovery, identity, manifest, offered=SUBPROTOCOL, line=None):
        self.line = line or Line(discovery.authority)
        self.identity = identity
        self.ids = itertools.count(10)
        self.notifications = []
        self.unread = []
        if line is None:
            self.line.upgrade(offered)
        self.steps = ConsumerHandshake(
            identity, discovery.provider_id, discovery.k_local,
            prologue(offered, SUBPROTOCOL, discovery.authority, discovery.bytes), manifest)
        self.line.text(self.steps.first_text(self.steps.first()))
        try:
            self.steps.second_text(self.line.receive())
        except Refused as refused:
            raise Violation(str(refused)) from refused
        self.line.text(self.steps.third_text(self.steps.third()))
        self.sealer, self.opener = self.steps.records()
        self.assembler = Assembler()
        answer = self.receive()
        require(isinstance(answer, dict) and set(answer) == {"jsonrpc", "id", "result"} and answer["id"] == 2,
                "the first record is not the answer to connect_app.finish")
        self.first = answer["result"]
        _matches("connect_app", "result", self.first)
        self.code = None
        if "sas_nonce" in self.first:
            try:
                self.code = self.steps.code(decode(self.first["sas_nonce"]))
            except Refused as refused:
                raise Violation(str(refused)) from refused

    # Messages

    def send(self, message):
        """One message in as many records as it needs."""
        data = message if isinstance(message, bytes) else json.dumps(message, ensure_ascii=False).encode()
        exchange.note("sent", data)
        for record in self.sealer.message(data):
            self.line.binary(record)

    def receive(self, seconds=PATIENCE):
        """The next message as JSON; GOODBYE for the goodbye. Raises Ended."""
        end = time.monotonic() + seconds
        while True:
            record = self.line.receive(max(end - time.monotonic(), 0.001))
            if not isinstance(record, (bytes, str)):
                continue
            try:
                message = self.assembler.take(*self.opener.open(record))
                if message == GOODBYE:
                    exchange.note("received a goodbye")
                    return GOODBYE
                if message is not None:
                    exchange.note("received", message)
                    return parse(message)
            except (Refused, ValueError) as error:
                raise Violation(f"the provider sent a record or a message that a consumer refuses: {error}") from error

    def next_answer(self, seconds=PATIENCE):
        """The next message that is no notification; notifications are kept."""
        if self.unread:
            return self.unread.pop(0)
        end = time.monotonic() + seconds
        while True:
            message = self.receive(max(end - time.monotonic(), 0.001))
            if isinstance(message, dict) and "method" in message:
                self._keep(message)
            else:
                return message

    def _keep(self, message):
        require("id" not in message, "4.4: the provider sends no requests in this version")
        if message["method"] in schemas.payments().files:
            _matches(message["method"], "params", message.get("params", {}))
        self.notifications.append(message)

    def notification(self, method, seconds=PATIENCE, accept=lambda params: True):
        """The params of the next notification of this name that is accepted; others before it are dropped."""
        end = time.monotonic() + seconds
        while True:
            while self.notifications:
                message = self.notifications.pop(0)
                if message["method"] == method and accept(message.get("params", {})):
                    return message.get("params", {})
            message = self.receive(max(end - time.monotonic(), 0.001))
            if isinstance(message, dict) and "method" in message:
                self._keep(message)
            else:
                self.unread.append(message)

    # Requests

    def request(self, method, params=None, id_=None):
        id_ = next(self.ids) if id_ is None else id_
        self.send({"jsonrpc": "2.0", "id": id_, "method": method} | ({} if params is None else {"params": params}))
        return id_

    def answer(self, id_, method=None, seconds=PATIENCE):
        """The answer to the request of an id: its result, checked, or Error."""
        kept = []
        try:
            while True:
                message = self.next_answer(seconds)
                if message == GOODBYE:
                    raise Violation("the provider said goodbye instead of answering")
                require(isinstance(message, dict), "a batch came instead of an answer")
                if message.get("id") == id_ or message.get("id") is None:
                    return result_of(message, method)
                kept.append(message)
        finally:
            self.unread.extend(kept)

    def call(self, method, *, wrong=False, seconds=PATIENCE, **params):
        """A request and its result; with `wrong` the params need not match their schema."""
        if not wrong and method in schemas.payments().files:
            schemas.payments().check(method, "params", params)
        return self.answer(self.request(method, params or None), method, seconds)

    def refused(self, method, reason, *, wrong=False, **params):
        """Calls a method that has to fail for this reason; returns the data of the error."""
        try:
            self.call(method, wrong=wrong, **params)
        except Error as error:
            require(error.reason == reason, f"{method} failed with {error.reason or error.code} instead of {reason}")
            return error.data
        raise Violation(f"{method} succeeded instead of failing with {reason}")

    # Ends

    def goodbye(self):
        self.line.binary(self.sealer.seal(GOODBYE))

    def expect_goodbye(self, code, seconds=PATIENCE):
        """The provider says goodbye and closes with the code; notifications may come before."""
        end = time.monotonic() + seconds
        while True:
            try:
                message = self.receive(max(end - time.monotonic(), 0.001))
            except Ended as ended:
                raise Violation(f"the connection ended with {ended.code} and without a goodbye") from None
            if message == GOODBYE:
                break
            if isinstance(message, dict) and "method" in message:
                self._keep(message)
        self.line.expect_end(code, max(end - time.monotonic(), 0.001))

    def leave(self):
        """Ends the session in order: its place is free afterwards, which is not certain at once after a cut (3.6)."""
        self.goodbye()
        self.expect_goodbye(1000)
        self.close()

    def close(self):
        self.line.close()


def result_of(message, method=None):
    """The result of a response, checked; raises Error for an error that is as chapter 6 says."""
    require(message.get("jsonrpc") == "2.0" and "id" in message, "a response has another form")
    require(("result" in message) != ("error" in message), "a response has a result or an error")
    if "error" in message:
        error = message["error"]
        _matches("error", "error", error)
        data = error.get("data")
        reason = data.get("reason") if data else None
        if reason in NUMBERS:
            require(error["code"] == NUMBERS[reason], f"{reason} has the number {error['code']}")
        raise Error(error, message["id"])
    require(isinstance(message["result"], dict), "the result of a method is an object")
    if method in schemas.payments().files:
        _matches(method, "result", message["result"])
    _canonical(message["result"])
    return message["result"]


AMOUNTS = ("amount paid_amount confirmed_amount fee total max_fee used left available pending locked min max").split()


def _canonical(value):
    """5.2: the provider writes the shortest form of an amount."""
    if isinstance(value, list):
        for inner in value:
            _canonical(inner)
    elif isinstance(value, dict):
        for name, inner in value.items():
            if name in AMOUNTS and isinstance(inner, str) and inner[:1].isdigit():
                require(CANONICAL.fullmatch(inner), f"5.2: {name} is not in the shortest form")
            _canonical(inner)


def _matches(name, part, value):
    try:
        schemas.payments().check(name, part, value)
    except schemas.Mismatch as mismatch:
        raise Violation(f"{part} of {name} does not match its schema: {mismatch}") from mismatch
