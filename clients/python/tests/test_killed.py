"""The app is killed at every write, sync, link and rename of its store and at every send and receive; then it repeats
its payment. Exactly one payment is in the wallet, and no more money has left it."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import pytest
from daemon import Daemon, client, paired

from payport.store import Store

HERE = Path(__file__).parent


def run(state: Path, runtime: Path | str, place: str, what: str) -> dict:
    done = subprocess.run(
        [sys.executable, HERE / "killed_app.py", state, runtime, place, what], capture_output=True, text=True,
        env={**os.environ, "PYTHONPATH": str(HERE.parent)}, timeout=120)
    assert done.returncode == 0, done.stderr[-2000:]
    return json.loads(done.stdout)


@pytest.fixture
def wallet(own_daemon, tmp_path):
    """Makes payments with the app and checks what they have cost the wallet."""
    state = paired(own_daemon, tmp_path / "app")
    with client(own_daemon, state) as shop:
        place = shop.new_address_for_currency("LTC")["address"]["address"]
        balance = Decimal(shop.get_balance("LTC")["available"])
    return own_daemon, state, place, balance


def orders_by_name(daemon: Daemon, state: Path) -> dict[str, list[dict]]:
    found: dict[str, list[dict]] = {}
    with client(daemon, state) as shop:
        page = shop.list_payment_orders(limit=100)
        while True:
            for order in page["payment_orders"]:
                found.setdefault(order["description"], []).append(order)
            if "next" not in page:
                return found
            page = shop.list_payment_orders(limit=100, before=page["next"])


def check(daemon: Daemon, state: Path, names: dict[str, list[str]], balance: Decimal) -> None:
    daemon.mine()
    found = orders_by_name(daemon, state)
    assert set(found) == set(names)
    for name, answered in names.items():
        assert len(found[name]) == 1, name
        assert set(answered) == {found[name][0]["order_id"]}, name
    with client(daemon, state) as shop:
        ended = [shop.wait_for_order(orders[0], timeout=20) for orders in found.values()]
        assert {order["state"] for order in ended} == {"succeeded"}
        assert len({order["transaction_id"] for order in ended}) == len(ended)
        # The address is the wallet's own, so only the fees have left it.
        spent = sum((Decimal(order["fee"]) for order in ended), Decimal(0))
        after = shop.get_balance("LTC")
        assert Decimal(after["available"]) + Decimal(after["pending"]) + Decimal(after["locked"]) == balance - spent
        assert shop.unfinished() == []


def test_killed_at_every_step_a_payment_is_made_once(wallet):
    daemon, state, place, balance = wallet
    result = run(state, daemon.runtime, place, "steps")
    assert result["steps"] >= 40
    print(f"\nkilled at {result['steps']} steps, {len(result['orders'])} payments")
    check(daemon, state, {name: [order] for name, order in result["orders"].items()}, balance)


def test_processes_at_once_make_a_payment_once(wallet):
    daemon, state, place, balance = wallet
    result = run(state, daemon.runtime, place, "together")
    assert result["kills"] >= 10
    print(f"\n{result['kills']} of 48 processes killed, {len(result['orders'])} payments")
    check(daemon, state, result["orders"], balance)


# The store alone

def test_what_the_store_has_said_stays_true(tmp_path):
    """What was returned before the process was killed is what a later process finds."""
    result = run(tmp_path, "-", "-", "store")
    for at, said in result["said"].items():
        state = tmp_path / at
        store = Store(state)
        key = store.identity().public_key().public_bytes_raw().hex()
        request, new = store.add("payment_order", {"amount": "1"}, bytes(32), name="n", request_id=None)
        assert said[:1] in ([], [key])
        assert len(said) < 2 or store.pinned("wallet") == bytes(32)
        assert len(said) < 3 or (said[2] == request.request_id and not new)
        assert len(said) < 4 or store.cursor("main") == ("p", "7")
        store.close()
        assert [name for _, _, names in os.walk(state) for name in names if name.endswith(".new")] == []
    assert len(said) == 4 and len(result["said"]) >= 40
    print(f"\nkilled at {len(result['said']) - 1} steps of the store")
