#!/usr/bin/env python3
"""Apps in Python, over the agent of chapter 20 and a provider with a mock wallet.

payments_agent.py [--part NAME] [--orders N]: PAYPORT_PROGRAMS names the folder of payd and payctl. The parts: shop,
names, refusals, events, unanswered, ends, identities, killed_apps, killed_agents. Prints a JSON line for each part, and
a summary at the end; exits with 1 at the first thing that is not as chapter 20 says.
"""
import argparse
import asyncio
import json
import signal
import sqlite3
import sys
import pathlib
import tempfile

from agent import PROGRAMS, Provider, Wrong, require
from payments_app import APP, Agent, AgentEnded, Schemas

HERE = pathlib.Path(__file__).resolve().parent
SCHEMAS = Schemas()


def command(provider, *more):
    return [str(PROGRAMS / "payctl"), "agent", "--state", str(provider.folder / "apps"), "--runtime",
            str(provider.folder / "run"), *more]


async def opened(provider, app=APP):
    """An agent whose app is paired."""
    agent = Agent(command(provider), SCHEMAS)
    hello = agent.ask("hello", v=1, app=app)
    require("result" in hello, f"hello: {hello}")
    state = agent.until(lambda method, params: method == "wallet" and params["state"] != "unavailable")
    if state["state"] == "pairing":
        await provider.owner("approve", state["question_id"], "--code", state["code"], "--scopes", "receive,pay")
        state = agent.until(lambda method, params: method == "wallet")
    require(state["state"] == "ready", f"a wallet that is ready: {state}")
    return agent


def done(answer):
    require("result" in answer, f"an answer without an error: {answer}")
    return answer["result"]


def refused(answer, reason):
    error = answer.get("error", {})
    require(error.get("data", {}).get("reason") == reason, f"{reason}: {answer}")
    require(error["message"].endswith((".", ")")), f"a sentence: {error}")
    return error


async def shop(providers, options):
    """An app is paid and pays."""
    alice, bob = providers
    seller, buyer = await opened(alice), await opened(bob)
    invoice = done(seller.ask("invoice_request", name="order 1", currency="LTC", amount="0.25"))["invoice"]
    again = done(seller.ask("invoice_request", name="order 1", currency="LTC", amount="0.25"))
    require(again["replayed"] and again["invoice"]["address"] == invoice["address"], "the same invoice")
    paid = buyer.begin("wait_for_payment_order", name="bill 1")
    refused(buyer.answer(paid), "unknown_name")
    done(buyer.ask("payment_order", name="bill 1", currency="LTC", address=invoice["address"], amount="0.25"))
    paid = buyer.begin("wait_for_payment_order", name="bill 1")
    settled = seller.begin("wait_for_invoice", name="order 1")
    # Others are answered meanwhile.
    status = done(buyer.ask("get_payment_order_status", name="bill 1"))
    require(status["payment_order"]["amount"] == "0.25", "the order")
    await alice.owner("mock", "mine", "6")
    require(done(seller.answer(settled))["invoice"]["state"] == "settled", "an invoice that is settled")
    require(done(buyer.answer(paid))["payment_order"]["state"] == "succeeded", "an order that is paid")
    waited = done(seller.ask("wait_for_invoice", invoice_id=invoice["invoice_id"], timeout_ms=1))
    require(waited["invoice"]["state"] == "settled", "an end that has come already")
    open_ = done(seller.ask("invoice_request", name="order 2", currency="LTC"))["invoice"]
    waited = done(seller.ask("wait_for_invoice", invoice_id=open_["invoice_id"], timeout_ms=300))
    require(waited["invoice"]["state"] == "pending", "the present state after the time")
    document = done(seller.ask("rpc.discover"))
    require({"hello", "payment_order"} <= {method["name"] for method in document["methods"]}, "the methods")
    require((seller.end(), buyer.end()) == (0, 0), "the ends")
    return {"payments": await bob.broadcasts()}


async def names(providers, options):
    """A name is one request; one that was refused can be corrected."""
    alice, bob = providers
    agent, other = await opened(alice), await opened(bob)
    address = done(other.ask("new_address_for_currency", name="a", currency="LTC"))["address"]["address"]
    pay = {"currency": "LTC", "address": address, "amount": "0.01"}
    before = await alice.broadcasts()
    first = done(agent.ask("payment_order", name="n", **pay))
    require(done(agent.ask("payment_order", name="n", **pay, ))["payment_order"]["order_id"]
            == first["payment_order"]["order_id"], "one order")
    refused(agent.ask("payment_order", name="n", **{**pay, "amount": "0.02"}), "request_conflict")
    refused(agent.ask("invoice_request", name="n", currency="LTC"), "request_conflict")
    error = refused(agent.ask("payment_order", name="m", **{**pay, "address": address[:-1]}), "invalid_address")
    require(error["data"]["outcome"] == "nothing_done", f"the outcome: {error}")
    corrected = done(agent.ask("payment_order", name="m", **pay))
    require(not corrected["replayed"], "a corrected request")
    refused(agent.ask("payment_order", name="m", **{**pay, "amount": "0.02"}), "request_conflict")
    # Many at once under one name, by two agents of the app.
    second = await opened(alice)
    asked = [(one, one.begin("payment_order", name="many", **pay)) for _ in range(20) for one in (agent, second)]
    orders = {done(one.answer(n))["payment_order"]["order_id"] for one, n in asked}
    require(len(orders) == 1, f"one order of 40 requests: {orders}")
    ids = {"request_id": "7f9a3a52-94f0-4c0e-8d6f-6a0d4f1f2b02"}
    given = done(agent.ask("payment_order", **ids, **pay))["payment_order"]
    require(given["request_id"] == ids["request_id"], "an identifier of the app's own")
    require(await alice.broadcasts() - before == 4, "payments")
    require((agent.end(), second.end(), other.end()) == (0, 0, 0), "the ends")
    return {"payments": 4}


async def refusals(providers, options):
    """What is refused says why, and what to do."""
    alice, _ = providers
    agent = Agent(command(alice), SCHEMAS)
    pay = {"currency": "LTC", "address": "x", "amount": "0.01"}
    refused(agent.ask("get_session"), "hello_first")
    refused(agent.ask("hello", v=2, app=APP), "unsupported_version")
    refused(agent.ask("hello", v=1, app={**APP, "id": "A"}), "invalid_app")
    refused(agent.ask("hello", v=1), "invalid_params")
    done(agent.ask("hello", v=1, app={**APP, "id": "org.example.refused"}))
    refused(agent.ask("hello", v=1, app=APP), "hello_again")
    pairing = agent.until(lambda method, params: method == "wallet" and params["state"] == "pairing")
    error = refused(agent.ask("payment_order", name="n", **pay), "pairing_pending")
    require("payd approve" in error["data"]["advice"], f"advice: {error}")
    await alice.owner("approve", pairing["question_id"], "--code", pairing["code"], "--scopes", "receive,pay")
    agent.until(lambda method, params: method == "wallet" and params["state"] == "ready")
    refused(agent.ask("payment_order", **pay), "name_missing")
    refused(agent.ask("payment_order", name="n", request_id="7f9a3a52-94f0-4c0e-8d6f-6a0d4f1f2b02", **pay), "two_names")
    refused(agent.ask("payment_order", name="", **pay), "invalid_params")
    refused(agent.ask("payment_order", name="n" * 201, **pay), "invalid_params")
    error = refused(agent.ask("payment_order", name="n", **{**pay, "amount": "1,5"}), "invalid_params")
    require("amount: form" in error["message"], f"the place: {error}")
    refused(agent.ask("get_balance", currency="LTC"), "scope_not_granted")
    refused(agent.ask("get_payment_order_status", name="never"), "unknown_name")
    refused(agent.ask("acknowledge", cursor="5"), "not_delivered")
    refused(agent.ask("acknowledge", cursor="x"), "invalid_params")
    refused(agent.ask("wait_for_invoice", name="n", more=1), "invalid_params")
    refused(agent.ask("disconnect_app"), "method_not_found")
    agent.process.stdin.write("what is not JSON\n")
    agent.process.stdin.write('{"jsonrpc":"2.0","id":"long","method":"' + "x" * (1 << 20) + '"}\n')
    agent.process.stdin.flush()
    require([agent.read().get("id", 0) for _ in range(2)] == [None, None], "what cannot be read")
    await alice.owner("revoke", "org.example.refused")
    agent.until(lambda method, params: method == "wallet" and params["state"] == "refused")
    done(agent.ask("retry"))
    agent.until(lambda method, params: method == "wallet" and params["state"] == "pairing")
    require(agent.end() == 0, "the end")
    return {"refused": 19}


async def events(providers, options):
    """Events come again until they are acknowledged, and not afterwards."""
    alice, bob = providers
    agent, other = await opened(alice), await opened(bob)
    address = done(other.ask("new_address_for_currency", currency="LTC"))["address"]["address"]
    done(agent.ask("subscribe_events"))
    pay = {"currency": "LTC", "address": address, "amount": "0.01"}

    def event(name):
        return agent.until(lambda method, params: method == "event" and params.get("name") == name)

    done(agent.ask("payment_order", name="first event", **pay))
    first = event("first event")
    agent.process.kill()
    agent.process.wait()
    agent = await opened(alice)
    refused(agent.ask("acknowledge", cursor=first["cursor"]), "not_delivered")
    done(agent.ask("subscribe_events"))
    again = event("first event")
    require(again["cursor"] == first["cursor"], "the event once more")
    second = Agent(command(alice), SCHEMAS)
    done(second.ask("hello", v=1, app=APP))
    refused(second.ask("subscribe_events"), "events_in_use")
    require(second.end() == 0, "the end of the second")
    done(agent.ask("payment_order", name="second event", **pay))
    last = event("second event")
    agent.write("acknowledge", cursor=last["cursor"])
    done(agent.ask("acknowledge", cursor=first["cursor"]))
    require(agent.end() == 0, "the end")
    agent = await opened(alice)
    done(agent.ask("subscribe_events"))
    later = agent.until(lambda method, params: method == "event")
    require(int(later["cursor"]) > int(last["cursor"]), f"no event before {last['cursor']}: {later['cursor']}")
    # The provider is restarted while the app waits.
    waiting = agent.begin("wait_for_payment_order", name="second event")
    await alice.stop()
    agent.until(lambda method, params: method == "wallet" and params["state"] == "unavailable")
    await alice.start()
    agent.until(lambda method, params: method == "wallet" and params["state"] == "ready")
    await alice.owner("mock", "mine", "6")
    require(done(agent.answer(waiting))["payment_order"]["state"] == "succeeded", "a wait through a restart")
    agent.until(lambda method, params: method == "event" and params["payment_order"]["state"] == "succeeded")
    require((agent.end(), other.end()) == (0, 0), "the ends")
    return {"events": int(later["cursor"])}


async def ends(providers, options):
    """The agent ends with its input and by SIGTERM, whatever is under way."""
    alice, _ = providers
    agent = await opened(alice)
    invoice = done(agent.ask("invoice_request", name="end", currency="LTC"))["invoice"]
    waiting = agent.begin("wait_for_invoice", invoice_id=invoice["invoice_id"])
    asked = agent.begin("invoice_request", name="at the end", currency="LTC")
    agent.process.stdin.close()
    done(agent.answer(asked))
    refused(agent.answer(waiting), "interrupted")
    require(agent.process.wait(30) == 0, "the end of the input")
    agent = await opened(alice)
    agent.begin("wait_for_invoice", name="end")
    done(agent.ask("get_session"))
    agent.process.send_signal(signal.SIGTERM)
    require(agent.process.wait(30) == 0, "SIGTERM")
    agent = Agent(command(alice), SCHEMAS)
    done(agent.ask("rpc.discover"))
    agent.process.send_signal(signal.SIGTERM)
    require(agent.process.wait(30) == 0, "SIGTERM before hello")
    return {"ends": 3}


async def unanswered(providers, options):
    """What was asked without a name and not answered may have been done, and that is said."""
    alice, _ = providers
    agent = await opened(alice)
    alice.process.send_signal(signal.SIGSTOP)
    asked = agent.ask("new_address_for_currency", currency="LTC")
    alice.process.send_signal(signal.SIGCONT)
    error = asked.get("error", {})
    require(error.get("data", {}).get("outcome") == "unknown", f"the outcome: {asked}")
    error = agent.ask("new_address_for_currency", currency="XXX").get("error", {})
    require(error.get("data", {}).get("outcome") == "nothing_done", f"the outcome: {error}")
    require(agent.end() == 0, "the end")
    return {"unknown": 1}


async def identities(providers, options):
    """Each app has a key, a name and limits of its own."""
    alice, bob = providers
    other = await opened(bob)
    address = done(other.ask("new_address_for_currency", currency="LTC"))["address"]["address"]
    pay = {"currency": "LTC", "address": address, "amount": "0.5"}
    shops = [{**APP, "id": f"org.example.shop{n}", "name": f"Shop {n}"} for n in (1, 2)]
    agents = [await opened(alice, app) for app in shops]
    apps = [app["app"]["name"] for app in (await alice.owner("apps"))["apps"]]
    require({"Shop 1", "Shop 2"} <= set(apps), f"the names that the owner sees: {apps}")
    await alice.owner("limit", "org.example.shop1", "LTC", "--per-payment", "0.1")
    refused(agents[0].ask("payment_order", name="n", **pay), "budget_exceeded")
    done(agents[1].ask("payment_order", name="n", **pay))
    keys = [done(agent.ask("get_session"))["app"]["key"] for agent in agents]
    require(len(set(keys)) == 2, "two keys")
    require([agent.end() for agent in [*agents, other]] == [0, 0, 0], "the ends")
    return {"apps": 2}


async def killed(providers, options, victim):
    """Each order is paid once, whoever is killed between whichever two lines."""
    alice, bob = providers
    other, agent = await opened(bob), await opened(alice)
    require(agent.end() == 0, "the end of the one that pairs")
    store = alice.folder / f"{victim}.db"
    with sqlite3.connect(store) as db:
        db.execute("PRAGMA journal_mode=WAL")
        db.execute(
            "CREATE TABLE orders(name TEXT PRIMARY KEY, address TEXT, amount TEXT, state TEXT, version INT, id TEXT)")
        for n in range(options.orders):
            made = done(other.ask("new_address_for_currency", name=f"{victim} {n}", currency="LTC"))
            address = made["address"]["address"]
            db.execute("INSERT INTO orders(name, address, amount) VALUES (?, ?, '0.01')", (f"{victim} {n:03}", address))
    require(other.end() == 0, "the end of the other")
    before, kills, lines, after = await alice.broadcasts(), 0, 0, 1
    while True:
        process = await asyncio.create_subprocess_exec(
            sys.executable, "-B", HERE / "payments_app.py", "--store", store, "--after", str(after), "--victim", victim,
            "--", *command(alice), stdout=asyncio.subprocess.PIPE)
        mining = asyncio.create_task(mine(alice))
        output = [int(line) for line in (await process.communicate())[0].split()]
        mining.cancel()
        lines += output[-1]
        if process.returncode != -signal.SIGKILL:
            kills += len(output) - 1
            break
        kills, after = kills + 1, after % 40 + 1
    require(process.returncode == 0, f"the app ended with {process.returncode}")
    paid = await alice.broadcasts() - before
    rows = sqlite3.connect(store).execute(
        "SELECT state, count(*), count(DISTINCT id) FROM orders GROUP BY state").fetchall()
    require(rows == [("succeeded", options.orders, options.orders)], f"the app's orders: {rows}")
    require(paid == options.orders, f"{options.orders} payments, not {paid}")
    require(kills > 0, "kills")
    return {"orders": options.orders, "kills": kills, "lines": lines, "paid": paid}


async def mine(provider):
    """Finds blocks while an app waits for the end of its orders."""
    while True:
        await asyncio.sleep(2)
        await provider.owner("mock", "mine", "6")


async def killed_apps(providers, options):
    return await killed(providers, options, "app")


async def killed_agents(providers, options):
    return await killed(providers, options, "agent")


PARTS = [shop, names, refusals, events, unanswered, ends, identities, killed_apps, killed_agents]


async def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--part", action="append")
    parser.add_argument("--orders", type=int, default=100)
    options = parser.parse_args()
    summary = {}
    try:
        for part in [part for part in PARTS if part.__name__ in (options.part or [part.__name__])]:
            with tempfile.TemporaryDirectory(prefix="payport-agent-") as folder:
                root = pathlib.Path(folder)
                providers = [Provider(name, root) for name in ("alice", "bob")]
                try:
                    for provider in providers:
                        await provider.start()
                    summary[part.__name__] = await part(providers, options)
                    for provider in providers:
                        await provider.stop()
                finally:
                    for provider in providers:
                        if provider.process.returncode is None:
                            provider.process.kill()
            print(json.dumps({part.__name__: summary[part.__name__]}), flush=True)
    except (Wrong, AgentEnded, AssertionError) as error:
        print(json.dumps({"ok": False, "part": part.__name__, "error": f"{type(error).__name__} {error}"}), flush=True)
        return 1
    print(json.dumps({"ok": True, "parts": summary}))
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
