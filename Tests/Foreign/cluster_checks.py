"""What has to hold at the end of a campaign, by the network's journal and the database rather than by what payd
says."""

import collections
import hashlib
import json
import struct

from cluster_servers import require

LAST = "succeeded"


def paid(root, wallet="main"):
    """The payments that left the purse, by amount in atomic units: the ids of their transactions, and the fees."""
    payments, fees = collections.defaultdict(set), {}
    for line in (root / "network").read_text().splitlines():
        event = json.loads(line)
        if event["event"] in ("conflict", "replace", "drop", "reorganise"):
            require(False, f"the network has a {event['event']}")
        if event["event"] == "broadcast" and event.get("sender") == wallet:
            payments[int(event["amount"])].add(event["id"])
            fees[event["id"]] = int(event["fee"])
    return payments, fees


def check_payments(root, wanted, apps, query):
    """`wanted` has the amounts of the requests, one for each."""
    payments, fees = paid(root)
    require(len(set(wanted)) == len(wanted), "the amounts tell the requests apart")
    missing, foreign = set(wanted) - set(payments), set(payments) - set(wanted)
    double = {amount: ids for amount, ids in payments.items() if len(ids) > 1}
    require(not missing, f"{len(missing)} requests were not paid, such as {list(missing)[:3]}")
    require(not foreign, f"{len(foreign)} payments were not asked for")
    require(not double, f"{len(double)} requests were paid more than once: {list(double.items())[:3]}")

    orders = {row[0]: row[1:] for row in query("SELECT order_id, amount, state, version, app_key FROM orders")}
    require(len(orders) == len(wanted), f"{len(orders)} orders for {len(wanted)} requests")
    require(sorted(int(order[0]) for order in orders.values()) == sorted(wanted), "each request has its order")
    wrong = collections.Counter(order[1] for order in orders.values() if order[1] != LAST)
    require(not wrong, f"orders did not come to their end: {dict(wrong)}")
    answered = [order for app in apps for order in app.answers.values()]
    require(sorted(answered) == sorted(orders), "each answer names an order of its own, and each order was an answer")
    transactions = dict(query("SELECT order_id, transaction_id FROM signed_transactions"))
    for order, (amount, *_) in orders.items():
        require(payments[int(amount)] == {transactions[order]}, f"{order} names the transaction that paid it")

    total = sum(wanted) + sum(fees.values())
    budgets = sum(int(amount) for amount, in query("SELECT amount FROM budget_days WHERE recipient = ''"))
    counted = sum(int(count) for count, in query("SELECT count FROM budget_days WHERE recipient = ''"))
    require((budgets, counted) == (total, len(wanted)),
            f"budgets count {counted} payments of {budgets}, and {total} was paid")
    bookings = query("SELECT kind, object_id, transaction_id, amount, fee FROM bookings")
    require({row[0] for row in bookings} == {"paid"}
            and len({row[1] for row in bookings}) == len(bookings) == len(wanted),
            "each payment is booked once")
    require(sum(int(row[3]) + int(row[4]) for row in bookings) == total, "bookings sum to what left the purse")
    return len(wanted), total


def check_events(apps, query):
    """What an app was told is what the ledger has, without a gap."""
    rows = query("SELECT app_key, place, object_id, version FROM events ORDER BY app_key, place")
    stored = collections.defaultdict(list)
    for key, place, thing, version in rows:
        stored[key].append((place, thing, int(version)))
    told = [[(cursor, thing, version) for cursor, thing, version, _ in app.cursors] for app in apps]
    require(sorted(map(tuple, told)) == sorted(map(tuple, stored.values())),
            "each app was told every event once and in order")
    for app in apps:
        last = {thing: state for _, thing, _, state in app.cursors}
        require(all(state == LAST for state in last.values()), f"{app.name} was told the end of each order")
    return sum(map(len, told))


def check_audit(query):
    """Chapter 10, from the rows."""
    number, digest = 0, hashlib.sha256(b"payport/audit/1").digest()

    def field(null, data):
        data = bytes.fromhex(data)
        return b"\xff\xff\xff\xff" if null == "t" else struct.pack(">I", len(data)) + data

    columns = ("kind", "app_key", "object_id", "detail")
    texts = ", ".join(f"{name} IS NULL, coalesce(encode(convert_to({name}, 'UTF8'), 'hex'), '')" for name in columns)
    for entry, at, *texts, stored in query(f"SELECT entry, at, {texts}, encode(hash, 'hex') FROM audit ORDER BY entry"):
        number += 1
        require(int(entry) == number, f"entry {number} of the audit log is missing")
        canonical = struct.pack(">qq", number, int(at)) + b"".join(map(field, texts[::2], texts[1::2]))
        digest = hashlib.sha256(digest + canonical).digest()
        require(digest.hex() == stored, f"entry {number} of the audit log does not follow from those before it")
    return number
