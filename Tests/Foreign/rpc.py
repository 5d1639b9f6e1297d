"""Chapter 4: JSON-RPC inside the records."""

import asyncio
import json

from discovery import unique
from session import Closed, Violation, compact, require


class Written(float):
    """A number with a fraction or an exponent that remembers how it was written."""

    def __new__(cls, text):
        number = super().__new__(cls, text)
        number.text = text
        return number


def parse(text):
    return json.loads(text, object_pairs_hook=unique, parse_float=Written)


def id_text(value):
    """An id as it was written: 1.0 is not 1."""
    return value.text if isinstance(value, Written) else compact(value)


class Failure(Exception):
    """An error object that P answered."""

    def __init__(self, error):
        require(set(error) <= {"code", "message", "data"}, "4.3: members of an error")
        require(isinstance(error["code"], int) and isinstance(error["message"], str), "6.1: code and message")
        self.code = error["code"]
        self.data = error.get("data") or {}
        self.reason = self.data.get("reason")
        super().__init__(f"{self.code} {self.reason} {self.data}")


class Client:
    """Calls, batches and notifications on one session. A task of its own reads; it ends with the session."""

    def __init__(self, session, schemas):
        self.session = session
        self.schemas = schemas
        self.waiting = {}
        self.batches = []
        self.nobody = []
        self.session_changes = asyncio.Queue()
        self.events = []
        self.event_came = asyncio.Event()
        self.next_id = 2
        self.ended = None
        self.reader = asyncio.create_task(self._read())

    async def _read(self):
        try:
            while (message := await self.session.receive()) is not None:
                self._take(message.decode("utf-8"))
        except (Closed, Violation) as error:
            self.ended = error
        except Exception as error:  # A message that cannot be read is the provider's fault.
            self.ended = Violation(f"a message cannot be read: {error!r}")
        failure = self.ended or Violation("the session ended in order while an answer was awaited")
        for future in [*self.waiting.values(), *self.batches, *self.nobody]:
            if not future.done():
                future.set_exception(failure)
        self.event_came.set()

    def _take(self, text):
        message = parse(text)
        if isinstance(message, list):
            require(self.batches, "4.5: an array answers a batch")
            self.batches.pop(0).set_result(message)
            return
        require(message.get("jsonrpc") == "2.0", "4.3: version 2.0")
        if "method" in message:
            self._notified(message)
        elif message["id"] is None:
            require(self.nobody, f"4.3: an error for nobody in particular: {text[:200]}")
            self.nobody.pop(0).set_result(message["error"])
        else:
            require(set(message) in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"}), "4.3: members")
            future = self.waiting.pop(id_text(message["id"]), None)
            require(future is not None, f"4.3: the id {message['id']} belongs to a request")
            if "error" in message:
                future.set_exception(Failure(message["error"]))
            else:
                require(isinstance(message["result"], dict), "4.3: a result is an object")
                future.set_result(message["result"])

    def _notified(self, message):
        require("id" not in message, "4.4: P sends no requests")
        if message["method"] == "event":
            self.schemas.check(self.schemas.event, message["params"], "event")
            self.events.append(message["params"])
            self.event_came.set()
        elif message["method"] == "session_changed":
            self.session_changes.put_nowait(message["params"])

    def expect(self, written_id):
        future = asyncio.get_running_loop().create_future()
        self.waiting[written_id] = future
        return future

    async def begin(self, method, params=None):
        """Sends a request; answers a future of its result."""
        self.next_id += 1
        request = {"jsonrpc": "2.0", "id": self.next_id, "method": method}
        if params is not None:
            request["params"] = params
        future = self.expect(str(self.next_id))
        await self.session.send(compact(request).encode())
        return future

    async def call(self, method, params=None, timeout=40):
        """A result, checked against its schema."""
        self.schemas.check_params(method, params or {})
        result = await asyncio.wait_for(await self.begin(method, params), timeout)
        self.schemas.check_result(method, result)
        return result

    async def refusal(self, method, params=None, timeout=40):
        """The error that the call must be answered with."""
        try:
            result = await asyncio.wait_for(await self.begin(method, params), timeout)
        except Failure as failure:
            return failure
        raise Violation(f"{method} {params} was to be refused and answered {compact(result)[:200]}")

    async def notify(self, method, params):
        await self.session.send(compact({"jsonrpc": "2.0", "method": method, "params": params}).encode())

    async def batch(self, text, timeout=20):
        """Sends the text of a batch; answers the array."""
        future = asyncio.get_running_loop().create_future()
        self.batches.append(future)
        await self.session.send(text.encode())
        return await asyncio.wait_for(future, timeout)

    async def complaint(self, text, timeout=20):
        """Sends bytes that no request can be made of; answers the error that has the id null."""
        future = asyncio.get_running_loop().create_future()
        self.nobody.append(future)
        await self.session.send(text if isinstance(text, bytes) else text.encode())
        return Failure(await asyncio.wait_for(future, timeout))

    async def event_until(self, matches, timeout=30):
        """Waits until an event has come that matches."""
        async def wait():
            while not any(matches(event) for event in self.events):
                if self.ended:
                    raise self.ended
                self.event_came.clear()
                await self.event_came.wait()
        await asyncio.wait_for(wait(), timeout)

    async def goodbye(self):
        """Ends the session as 3.6 says and checks that P does too."""
        await self.session.say_goodbye()
        await asyncio.wait_for(self.reader, 10)
        await self.closed_in_order()

    async def closed_in_order(self):
        require(self.ended is None, f"3.6: a goodbye is answered by a goodbye, not by {self.ended}")
        await asyncio.wait_for(self.session.socket.wait_closed(), 10)
        require(self.session.socket.close_code == 1000, f"3.6: closed with {self.session.socket.close_code}, not 1000")
