"""The verbs of payctl: `python -m conformance.adapters.payctl`. Each verb is one run of the program."""

import ctypes
import json
import os
import signal
import subprocess
import sys
import threading
from pathlib import Path

from .daemon import program

PATIENCE = "5"
CODES = {
    "not_running": "no_provider", "discovery_unsafe": "untrusted", "discovery_malformed": "untrusted",
    "discovery_unreadable": "untrusted", "several_providers": "untrusted", "other_service": "untrusted",
    "other_versions": "wrong_version", "downgraded": "wrong_version", "timed_out": "not_proven",
    "protocol_violation": "not_proven", "connection_lost": "refused"}
DIES_WITH_PARENT = 1


def end_with_parent():
    """The suite ends an adapter with SIGKILL to see what a crash does; payctl has to end at the same moment."""
    ctypes.CDLL(None).prctl(DIES_WITH_PARENT, signal.SIGKILL)


def tell(line):
    print(json.dumps(line), flush=True)


def show_codes(stream, kept):
    """Passes pairing codes on as soon as payctl shows them."""
    for line in stream:
        kept.append(line)
        try:
            pairing = json.loads(line).get("pairing")
        except (ValueError, AttributeError):
            continue
        if pairing:
            tell({"show": pairing})


def run(*arguments):
    """The last document of payctl's output, as the answer to a verb."""
    environment = os.environ | {"SWIFT_BACKTRACE": "enable=no"}
    process = subprocess.Popen(
        [program("payctl"), *arguments, "--json", "--patience", PATIENCE], stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=environment, preexec_fn=end_with_parent)
    kept = []
    reader = threading.Thread(target=show_codes, args=(process.stderr, kept))
    reader.start()
    documents = [json.loads(line) for line in process.stdout.read().splitlines()]
    reader.join()
    process.wait()
    if not documents:
        return None, {"code": "other", "sentence": f"exit status {process.returncode}: {''.join(kept)[-300:]}"}
    failure = documents[-1].get("error")
    return (documents, None) if failure is None else (documents[:-1], error_of(failure))


def error_of(failure):
    reason = failure["reason"]
    # payctl says so in words where the order may have been made.
    uncertain = failure["message"].endswith("is not known.")
    code = "unknown_outcome" if uncertain else CODES.get(reason, reason)
    return {"code": code, "sentence": failure["message"]}


def options(request_id):
    return ["--request-id", request_id] if request_id else []


def pair():
    documents, error = run("connect")
    return error or {"status": "approved"}, error is None


def object_of(outcome, *names):
    documents, error = outcome
    if error:
        return error, False
    found = next((documents[-1][name] for name in names if name in documents[-1]), documents[-1])
    return found, True


def invoice(currency, amount=None, request_id=None):
    words = [currency] if amount is None else [currency, amount]
    return object_of(run("invoice", *words, *options(request_id)), "invoice")


def pay(currency, address, amount, request_id=None, max_fee=None):
    most = ["--max-fee", max_fee] if max_fee else []
    return object_of(run("pay", currency, address, amount, *most, *options(request_id)), "payment_order")


def status(id=None, request_id=None):
    command = "invoice-status" if (id or "").startswith("inv_") else "order-status"
    return object_of(run(command, id or request_id), "invoice", "payment_order")


def events(count, hold=None):
    """payctl leaves it to its user to keep a cursor, so the adapter keeps it."""
    if hold:
        return {"code": "cannot", "sentence": "payctl prints events, and its user handles them"}, False
    kept = Path(os.environ["PAYPORT_STATE"]) / "adapter-cursor"
    cursor = kept.read_text() if kept.exists() else "0"
    documents, error = run("events", "--from", cursor, "--count", str(count))
    if documents:
        kept.write_text(documents[-1]["cursor"])
    return error or {"events": documents}, error is None


VERBS = {"pair": pair, "invoice": invoice, "pay": pay, "status": status, "events": events}


def main():
    for line in sys.stdin:
        request = json.loads(line)
        verb = VERBS.get(request.pop("verb"))
        if verb is None:
            tell({"ok": False, "error": {"code": "cannot", "sentence": "payctl has no such verb."}})
            continue
        try:
            result, done = verb(**request)
        except Exception as error:  # one verb that fails is one answer
            result, done = {"code": "other", "sentence": f"{type(error).__name__}: {error}"}, False
        tell({"ok": True, "result": result} if done else {"ok": False, "error": result})


if __name__ == "__main__":
    main()
