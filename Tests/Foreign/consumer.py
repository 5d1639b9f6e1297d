#!/usr/bin/env python3
"""A consumer of Payport, written from the specification in protocol/. See README.md beside this file."""

import argparse
import asyncio
import json
import os
import sys
import time
import traceback

import attacks
import discovery
from definition import Mismatch, Schemas
from rpc import Client
from scenario import Scenario
from session import Closed, Violation, compact, handshake, require


def say(**line):
    print(json.dumps(line, ensure_ascii=False), flush=True)


def default_runtime():
    if folder := os.environ.get("PAYPORT_RUNTIME"):
        return folder
    folder = os.environ.get("XDG_RUNTIME_DIR", "")
    return os.path.join(folder, "payport") if folder.startswith("/") else os.path.expanduser("~/.cache/payport/run")


def read_arguments():
    here = os.path.dirname(os.path.abspath(__file__))
    parser = argparse.ArgumentParser(description="A consumer of Payport, written from its specification.")
    parser.add_argument("--runtime", default=default_runtime(), help="the folder that holds providers/")
    parser.add_argument("--state", required=True, help="the folder of the app's key and pins, mode 0700")
    parser.add_argument("--name", help="the provider's name, where several run")
    parser.add_argument("--schemas", default=os.path.join(here, "..", "..", "protocol", "schemas"))
    parser.add_argument("--currency", default="LTC")
    parser.add_argument("--scopes", default="receive,pay")
    parser.add_argument("--rekeys", type=int, default=2, help="changes of keys to go through, in both directions")
    parser.add_argument("--attack", metavar="NAME", help="try what has to be refused: " + ", ".join(attacks.names()))
    return parser.parse_args()


async def paired(client, result, steps):
    """Shows the code and waits until the owner has decided."""
    require("sas_nonce" in result, "3.3: a pending result reveals N_P")
    code = steps.pairing_code(discovery.decode(result["sas_nonce"]))
    refusal = await client.refusal("list_currencies")
    require((refusal.code, refusal.reason) == (1001, "pairing_pending"), f"3.5: pending refuses: {refusal}")
    session = await client.call("get_session")
    require(session["status"] == "pending" and session["grants"]["scopes"] == [], "get_session: pending")
    say(event="pairing", code=code, question_id=session["question_id"])
    change = await asyncio.wait_for(client.session_changes.get(), 600)
    require(change["status"] == "approved", f"the owner said {change}")
    return change["grants"]


async def connected(found, arguments, schemas):
    """A client on a session that the owner has approved, and the handshake that led to it."""
    manifest = compact({
        "app_id": "example.foreign-consumer", "name": "Foreign consumer", "version": "1.0",
        "scopes": arguments.scopes.split(","), "versions": "1",
        "callback_scheme": "example.foreign-consumer", "a_member_of_its_own": True}).encode()
    session, steps, result = await handshake(
        found, discovery.pin(arguments.state, found), discovery.identity(arguments.state), manifest)
    schemas.check_result("get_session", result["session"])
    client = Client(session, schemas)
    say(event="connected", status=result["status"])
    if result["status"] == "pending":
        say(event="paired", grants=await paired(client, result, steps))
    else:
        require(result["status"] == "approved", f"the provider answered {result['status']}")
        require("sas_nonce" not in result, "3.3: an approved result reveals nothing")
    return client, steps


async def run(arguments):
    schemas = Schemas(arguments.schemas)
    found = discovery.find(arguments.runtime, arguments.name)
    client, steps = await connected(found, arguments, schemas)
    scenario = Scenario(client, steps, arguments, say)
    await scenario.run()
    await client.goodbye()
    records = [client.session.sent, client.session.received]

    # A known key connects silently, finds its events, and can end the session by a call.
    again, steps = await connected(found, arguments, schemas)
    await Scenario(again, steps, arguments, say).resumed(client.events)
    await again.call("disconnect_app")
    await asyncio.wait_for(again.reader, 10)
    await again.closed_in_order()
    return {"parts": scenario.done, "events": len(client.events), "records": records, "rekeys": arguments.rekeys}


async def attack(arguments):
    found = discovery.find(arguments.runtime, arguments.name)
    provider_id, seed = discovery.pin(arguments.state, found), discovery.identity(arguments.state)
    return {"attacks": await attacks.run(arguments.attack, found, provider_id, seed, say)}


def main():
    arguments = read_arguments()
    started = time.monotonic()
    try:
        summary = asyncio.run(attack(arguments) if arguments.attack else run(arguments))
    except (Violation, Mismatch, Closed, discovery.Refused, TimeoutError) as error:
        say(event="violation", what=f"{type(error).__name__}: {error}")
        traceback.print_exc()
        return 1
    except OSError as error:
        say(event="unavailable", what=str(error))
        traceback.print_exc()
        return 69
    say(event="summary", ok=True, seconds=round(time.monotonic() - started, 3), **summary)
    return 0


if __name__ == "__main__":
    sys.exit(main())
