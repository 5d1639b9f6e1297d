#!/usr/bin/env python3
"""traces.py FOLDER [--judge FILE]: writes the module Stories, with the traces that the simulation has left in the folder, to the
output; or tells which of them TLC has followed to the end, by what it printed into the file.

Each request has a trace of its own: its order, the transactions that pay it and the marks of its recipient, with the lock, the
ends of processes and what other orders take of the budget. model/Trace.tla says how these are held against the model.
"""

import json
import re
import sys
from datetime import datetime, timezone
from pathlib import Path

# The limits are those of Setting.forModel in the simulation; with others, traces would be refused.
BUDGET, UNASKED, DEEP, DEAD = 2_000_000, 60_000, 2, 6
STATES = {"": "none", "awaiting_approval": "awaiting", "in_flight": "inflight"}
UNPAID = {"rejected", "cancelled", "expired", "failed"}


def tla(value):
    """Returns a value as TLA+ writes it."""
    if isinstance(value, bool):
        return "TRUE" if value else "FALSE"
    if isinstance(value, str):
        return json.dumps(value)
    if isinstance(value, (set, frozenset)):
        return "{" + ", ".join(tla(one) for one in sorted(value)) + "}"
    if isinstance(value, dict):
        return "[" + ", ".join(f"{name} |-> {tla(one)}" for name, one in value.items()) + "]"
    if isinstance(value, (list, tuple)):
        return "<<" + ", ".join(tla(one) for one in value) + ">>"
    return str(value)


def month(milliseconds):
    """Returns the month in which the budget counts a moment."""
    return datetime.fromtimestamp(int(milliseconds) / 1000, timezone.utc).strftime("%Y-%m")


def counted(order, now):
    """Returns what an order takes of the budget of the present month."""
    if order["state"] not in ("approved", "submitting", "in_flight", "succeeded"):
        return 0
    if month(order["approved_at"]) != month(now):
        return 0
    return int(order["amount"]) + int(order["fee"] or order["cap"] or 0)


def looks(path):
    """Yields what the world is after each look: the number of ended processes, the time, and all things by their kind."""
    world = {"order": {}, "setting": {}, "send": {}, "fee": {}, "marks": {}, "transaction": {}}
    ended, number, now = 0, None, 0
    for line in path.read_text().splitlines():
        thing = json.loads(line)
        if number is not None and thing["look"] != number:
            yield ended, now, {kind: dict(things) for kind, things in world.items()}
        number, now = thing["look"], thing["ms"]
        if thing["kind"] == "ended":
            ended += 1
        else:
            world[thing["kind"]][thing["id"]] = thing
    if number is not None:
        yield ended, now, world


def trace(name, order_id, story):
    """Returns the trace of one request."""
    last = story[-1][2]["order"][order_id]
    address, worth = last["address"], int(last["amount"])
    numbers = {}

    def number(identifier):
        for known, one in numbers.items():
            if known.startswith(identifier) or identifier.startswith(known):
                return one
        numbers[identifier] = len(numbers) + 1
        return numbers[identifier]

    found = []
    fees, places = set(), set()
    before = None
    for ended, now, world in story:
        order = world["order"].get(order_id)
        state = order["state"] if order else ""
        own = {i: t for i, t in world["transaction"].items() if address in t["paying"].split()}
        place = {i: t["place"].split() for i, t in own.items()}
        signed = order["tx"] if order else ""
        marks = [text.split(":")[1] for text in world["marks"].get(address, {"texts": ""})["texts"].split()]
        index = number(signed) if signed else 0
        parts = {
            "order": (
                STATES.get(state, state), int(order["cap"] or 0) if order else 0, (order["by"] or "-") if order else "-",
                bool(order) and order["waiting"] == "review", index, int(order["fee"] or 0) if order else 0),
            "locked": world["setting"]["locked"]["value"] != "0" if world["setting"] else False,
            "revoked": False,
            "sends": frozenset(number(i) for i, s in world["send"].items() if address in s["outputs"]),
            "taken": frozenset(number(i) for i, p in place.items() if p[0] in ("pool", "block")),
            "near": frozenset(number(i) for i, p in place.items() if p[0] == "conflicted" and int(p[1]) < DEAD),
            "dead": frozenset(number(i) for i, p in place.items() if p[0] == "conflicted" and int(p[1]) >= DEAD),
            "marks": frozenset(number(mark) for mark in marks),
        }
        fee = int(next(iter(world["fee"].values()))["value"])
        deep = any(p[0] == "block" and int(p[1]) >= DEEP for p in place.values())
        waiting = any(p[0] == "pool" or p[0] == "block" and int(p[1]) < DEEP for p in place.values())
        if found and ended != found[-1]["ended"]:
            # What a process had asked for is gone with it.
            fees, places = set(), set()
        fees.add(fee)
        places |= ({"deep"} if deep else set()) | ({"waiting"} if waiting else set())
        others = sum(counted(one, now) for i, one in world["order"].items() if i != order_id)
        found.append({
            "parts": parts, "fees": frozenset(fees), "isDeep": "deep" in places, "isWaiting": "waiting" in places,
            "others": others, "ended": ended})
        if before is not None and (before["order"] != parts["order"]):
            fees, places = {fee}, ({"deep"} if deep else set()) | ({"waiting"} if waiting else set())
        before = parts
    # Where there is room in any case, it makes no difference what other orders take.
    if max(one["others"] for one in found) + worth + 10 * max(max(one["fees"]) for one in found) <= BUDGET:
        for one in found:
            one["others"] = 0
    # From the start of the process that has made the order to its end, and what comes after that of its transaction.
    first = next(n for n, one in enumerate(found) if one["parts"]["order"][0] != "none")
    while first > 0 and found[first - 1]["ended"] == found[first]["ended"]:
        first -= 1
    end = max(n for n, one in enumerate(found) if n == 0 or any(
        found[n - 1]["parts"][part] != one["parts"][part] for part in ("order", "taken", "near", "dead", "marks", "sends")))
    kept = []
    for one in found[max(0, first - 1) : end + 1]:
        if not kept or one != kept[-1]:
            kept.append(one)
    return {"name": f"{name} {order_id[-6:]}", "worth": worth, "looks": kept}


def judge(traces, output):
    """Says which traces were followed to their end, and where the others part from the model."""
    text = output.read_text()
    furthest = {one["name"]: 0 for one in traces}
    for name, look in re.findall(r'<<"reached", "([^"]+)", (\d+), \d+>>', text):
        furthest[name] = max(furthest[name], int(look))
    refused = 0
    for one in traces:
        reached = furthest[one["name"]]
        if reached == len(one["looks"]):
            continue
        refused += 1
        print(f"seed and order {one['name']}: look {reached + 1} of {len(one['looks'])} is not allowed")
        for number in (reached - 1, reached):
            if 0 <= number < len(one["looks"]):
                look = one["looks"][number]
                parts = {name: sorted(part) if isinstance(part, frozenset) else part for name, part in look["parts"].items()}
                print(f"  {number + 1}: {parts} fees {sorted(look['fees'])} ended {look['ended']}")
    completed = "Model checking completed. No error has been found" in text
    if not completed:
        print("\n".join(line for line in text.splitlines() if line.startswith("Error"))[:2000])
    states = re.findall(r"(\d+) states generated, (\d+) distinct", text)
    counts = f", {states[-1][0]} states of which {states[-1][1]} are distinct" if states else ""
    looks = sum(len(one["looks"]) for one in traces)
    print(f"traces: {len(traces) - refused} of {len(traces)} are allowed, {looks} looks{counts}")
    return completed and refused == 0 and bool(traces)


def main():
    traces = []
    for path in sorted(Path(sys.argv[1]).glob("*.jsonl")):
        story = list(looks(path))
        if not story:
            continue
        traces += [trace(path.stem, order, story) for order in story[-1][2]["order"]]
    if sys.argv[2:3] == ["--judge"]:
        sys.exit(0 if judge(traces, Path(sys.argv[3])) else 1)
    fees = {fee for one in traces for look in one["looks"] for fee in look["fees"]}
    print("------------------------------- MODULE Stories -------------------------------")
    print(f"AllFees == {tla(fees)}\nAllBudget == {BUDGET}\nAllUnasked == {UNASKED}")
    print("Traces == <<\n" + ",\n".join(tla(one) for one in traces) + ">>")
    print("=" * 78)


if __name__ == "__main__":
    main()
