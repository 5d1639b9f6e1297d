"""An owner's socket that says what a provider with a long past says: hundreds of questions, thousands of payments."""

import datetime
import json
import os
import pathlib
import socket
import tempfile
import threading

from world import PROGRAMS, Process, address

APP = {"key": "k" * 43, "fingerprint": "kkkk kkkk kkkk", "name": "Ticket Machine", "claimed_name": "Ticket Machine"}


# The worst that an app may call itself, and worse: what a provider would refuse, too.
HOSTILE = "\u202e<img src=x onerror=alert(1)>\u0000 <a href=//evil>W</a>" + "W" * 300 + "\u0301" * 300 + "\n\n{app}"


def moment(number):
    at = datetime.datetime(2026, 3, 1, tzinfo=datetime.timezone.utc) + datetime.timedelta(minutes=11 * number)
    return at.strftime("%Y-%m-%dT%H:%M:%SZ")


def payment(number):
    return {
        "id": f"ord_{number:06}", "app": APP, "currency": "LTC", "amount": f"0.{number + 1:08}".rstrip("0"),
        "address": address(number % 50), "state": "succeeded", "group": "ended", "confirmations": 6,
        "confirmations_wanted": 6, "created_at": moment(number), "updated_at": moment(number), "fee": "0.0001",
        "description": HOSTILE if number % 1000 == 999 else f"Payment number {number} of many"}


def question(number):
    return {
        "kind": "pairing", "id": f"pair_{number:04}", "process": HOSTILE, "app": {**APP, "key": f"{number:043}",
            "name": f"App {number}" if number else HOSTILE},
        "app_id": f"org.example.app{number}", "version": "1", "scopes": ["receive"], "granted": ["receive"],
        "asked_at": moment(number), "expires_at": moment(10**6), "needs_pin": False, "number": number + 1}


class Crowd:
    def __init__(self, questions, payments):
        self._temporary = tempfile.TemporaryDirectory(prefix="payport-crowd-")
        self.state = pathlib.Path(self._temporary.name) / "state"
        self.state.mkdir(mode=0o700)
        self._questions, self._addresses = questions, None
        self._payments = [payment(number) for number in reversed(range(payments))]
        self._listener = socket.socket(socket.AF_UNIX)
        self._listener.bind(str(self.state / "owner.sock"))
        os.chmod(self.state / "owner.sock", 0o600)
        self._listener.listen(64)
        self._page = None
        threading.Thread(target=self._accept, daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self._page:
            self._page.stop()
        self._listener.close()
        self._temporary.cleanup()

    def page(self):
        environment = {**os.environ, "PAYPORT_STATE": str(self.state), "LC_ALL": "C.UTF-8"}
        self._page = Process(
            [PROGRAMS / "payd", "page", "--no-open"], environment, r"Your page: (\S+)", "stdout")
        return self._page.found[1]

    def _accept(self):
        while True:
            try:
                connection, _ = self._listener.accept()
            except OSError:
                return
            threading.Thread(target=self._serve, args=(connection,), daemon=True).start()

    def _serve(self, connection):
        with connection, connection.makefile("rb") as lines:
            try:
                for line in lines:
                    request = json.loads(line)
                    self._tell(connection, {"id": request["id"], **self._answer(request["method"], request["params"])})
                    if request["method"] == "watch":
                        for news in self._news():
                            self._tell(connection, {"method": "watch", "params": news})
            except OSError:
                # The page has gone.
                return

    def _tell(self, connection, message):
        connection.sendall(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def _news(self):
        yield {"change": "standing", "provider": "crowd", "locked": False, "pin": False, "wallets": [
            {"code": "LTC", "network": "mock", "ready": "ready", "stopped": False, "made_up": True}]}
        for number in range(self._questions):
            yield {"change": "shown", "question": question(number)}
        yield {"change": "ready"}

    def _answer(self, method, params):
        if method == "watch":
            return {"result": {}}
        if method == "payments":
            if params.get("group"):
                return {"result": {"orders": []}}
            before = params.get("before")
            start = len(self._payments) - int(before.split("_")[1]) if before else 0
            orders = self._payments[start:start + params["limit"]]
            more = {"next": orders[-1]["id"]} if start + len(orders) < len(self._payments) else {}
            return {"result": {"orders": orders, **more}}
        empty = {
            "payments.incoming": {"invoices": []}, "payees": {"payees": []}, "apps": {"apps": []},
            "grants": {"apps": []},
            "sessions": {"sessions": [], "places": 1, "places_per_app": 1}}
        if method in empty:
            return {"result": empty[method]}
        return {"error": {"code": -32000, "message": "not here", "data": {"reason": "unavailable"}}}
