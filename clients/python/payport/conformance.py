"""`python -m payport.conformance`: lets a conformance suite drive the package.

It reads one JSON object with a `verb` per line and answers each with one line. The folders come by PAYPORT_STATE and
PAYPORT_RUNTIME. While the owner is asked, it writes a line `{"show": {"code": …, "question_id": …}}`.
"""

from __future__ import annotations

import json
import os
import sys
import uuid
from typing import Any

from . import App, Client, PairingCode
from .errors import (
    NoProvider, NotPaired, OutcomeUnknown, PairingDenied, PayportError, ProtocolViolation, ProviderBusy,
    ProviderRefused, UntrustedFile, VersionMismatch, VersionWentBack, WrongKey,
)
from .refusals import Refusal

_PATIENCE = 2.0
_CODES: list[tuple[type[PayportError], str]] = [
    (NoProvider, "no_provider"), (UntrustedFile, "untrusted"), (WrongKey, "wrong_key"),
    (VersionMismatch, "wrong_version"),
    (VersionWentBack, "wrong_version"), (ProtocolViolation, "not_proven"), (ProviderRefused, "refused"),
    (OutcomeUnknown, "unknown_outcome"), (NotPaired, "pairing_pending")]


def say(line: dict[str, Any]) -> None:
    print(json.dumps(line), flush=True)


def show(code: PairingCode) -> None:
    shown = {"code": code.digits}
    if code.question_id is not None:
        shown["question_id"] = code.question_id
    say({"show": shown})


def code_of(error: PayportError) -> str:
    if isinstance(error, (Refusal, PairingDenied, ProviderBusy)):
        return error.reason
    return next((code for kind, code in _CODES if isinstance(error, kind)), "other")


def events(client: Client, count: int, hold: int | None = None) -> dict[str, Any]:
    found: list[dict[str, Any]] = []
    feed = client.events()
    while len(found) < count:
        event = next(feed)
        found.append({"cursor": event.cursor, "type": event.type})
        if len(found) == hold:
            say({"handling": found[-1]})
            sys.stdin.read()  # until the suite kills this program in the middle of handling the event
    # An event counts as handled once the next one is asked for, so the last one has to be noted here.
    client.handled(event)
    return {"events": found}


def answer(client: Client, request: dict[str, Any]) -> Any:
    verb = request.pop("verb", None)
    if verb == "pair":
        client.pair(show)
        return {"status": "approved"}
    if verb == "invoice":
        return client.invoice(**request)
    if verb == "pay":
        # The suite leaves it to the consumer to make the identifier.
        request.setdefault("request_id", str(uuid.uuid4()))
        return client.pay(**request)
    if verb == "status":
        name, request_id = request.get("id"), request.get("request_id")
        if name is not None and name.startswith("inv_"):
            return client.get_invoice_request_status(invoice_id=name)["invoice"]
        return client.get_payment_order_status(order_id=name, request_id=request_id)["payment_order"]
    if verb == "events":
        return events(client, request["count"], request.get("hold"))
    return None


def main() -> None:
    app = App("org.payport.python", "Payport for Python", "0.1.0", scopes=("receive", "pay"))
    client = Client(app, os.environ["PAYPORT_STATE"], patience=_PATIENCE)
    try:
        for line in sys.stdin:
            try:
                result = answer(client, json.loads(line))
                if result is None:
                    say({"ok": False, "error": {"code": "cannot", "sentence": "There is no such verb here."}})
                else:
                    say({"ok": True, "result": result})
            except PayportError as error:
                say({"ok": False, "error": {"code": code_of(error), "sentence": str(error)}})
            except (ValueError, TypeError, KeyError) as error:
                say({"ok": False,
                     "error": {"code": "other", "sentence": f"The line is not a verb: {type(error).__name__}."}})
    finally:
        client.close()


if __name__ == "__main__":
    main()
