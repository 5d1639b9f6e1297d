"""payd is killed with SIGKILL while the app works: calls, payments and events go on by themselves."""

from __future__ import annotations

import itertools
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from daemon import CONFIGURATION, Daemon, client, paired

from payport import Client, Event, PairingDenied


@pytest.fixture
def shop_state(own_daemon: Daemon, tmp_path: Path) -> Path:
    return paired(own_daemon, tmp_path / "app")


def test_a_call_after_a_kill_waits_for_the_next_start(own_daemon, shop_state):
    with client(own_daemon, shop_state, patience=30) as shop:
        shop.list_currencies()
        own_daemon.kill()
        starting = threading.Thread(target=own_daemon.start)
        starting.start()
        assert shop.list_currencies()["currencies"]
        starting.join()


def test_a_wallet_that_starts_later_is_waited_for(own_daemon, shop_state):
    own_daemon.stop()
    answers = []
    with client(own_daemon, shop_state, patience=30) as shop:
        waiting = threading.Thread(target=lambda: answers.append(shop.list_currencies()))
        waiting.start()
        own_daemon.start()
        waiting.join()
    assert answers[0]["currencies"]


def test_payments_go_on_while_payd_is_killed_again_and_again(own_daemon, shop_state):
    names = [f"payment {number}" for number in range(60)]
    with client(own_daemon, shop_state, patience=60) as shop:
        place = shop.new_address_for_currency("LTC")["address"]["address"]
        paid: list[str] = []
        half_done = [threading.Event() for _ in range(3)]

        def pay() -> None:
            for number, name in enumerate(names):
                if number % 15 == 5 and number // 15 < 3:
                    half_done[number // 15].set()
                paid.append(shop.pay("LTC", place, "0.001", name=name, description=name)["order_id"])

        with ThreadPoolExecutor() as pool:
            paying = pool.submit(pay)
            for moment in half_done:
                assert moment.wait(30) or paying.result()
                own_daemon.kill()
                own_daemon.start()
            paying.result()
        orders = [order for page in pages(shop) for order in page]
        assert sorted(order["description"] for order in orders) == sorted(names)
        assert sorted(order["order_id"] for order in orders) == sorted(paid)
        own_daemon.mine()
        assert {shop.wait_for_order(order, timeout=30)["state"] for order in orders} == {"succeeded"}


def pages(shop: Client):
    page = shop.list_payment_orders(limit=100)
    yield page["payment_orders"]
    while "next" in page:
        page = shop.list_payment_orders(limit=100, before=page["next"])
        yield page["payment_orders"]


def test_waiting_for_an_invoice_survives_a_kill(own_daemon, shop_state):
    with client(own_daemon, shop_state) as shop:
        invoice = shop.invoice("LTC", "0.25", name="waiting")
        states = []
        waiting = threading.Thread(target=lambda: states.append(shop.wait_for_invoice(invoice, timeout=60)["state"]))
        waiting.start()
        own_daemon.kill()
        own_daemon.start()
        own_daemon.receive(invoice["address"], "0.25")
        own_daemon.mine()
        waiting.join()
    assert states == ["settled"]


# Events

def key(event: Event) -> tuple[str, int]:
    thing = event.invoice or event.payment_order
    assert thing is not None
    return (thing.get("invoice_id") or thing["order_id"], thing["version"])


def until(shop: Client, last: str, reader: str, handle=lambda event: None) -> list[Event]:
    """The events up to the first about the invoice of a description."""
    found = []
    for event in shop.events(reader):
        found.append(event)
        handle(event)
        if event.invoice is not None and event.invoice.get("description") == last:
            shop.handled(event, reader)
            break
    return found


def test_events_have_no_gaps_across_kills_of_both_sides(own_daemon, shop_state):
    with client(own_daemon, shop_state, patience=60) as shop:
        place = shop.new_address_for_currency("LTC")["address"]["address"]
        for number in range(10):
            shop.invoice("LTC", "0.1", description=f"before {number}")
        shop.invoice("LTC", "0.1", description="stop here")
        first = until(shop, "stop here", "one")
    # Another process of the app goes on where this one ended. payd is killed while it reads.
    with client(own_daemon, shop_state, patience=60) as shop:
        for number in range(5):
            shop.pay("LTC", place, "0.001", name=f"p{number}")
            shop.invoice("LTC", "0.1", description=f"middle {number}")

        def kill_once(event: Event) -> None:
            if event.invoice is not None and event.invoice.get("description") == "middle 2":
                own_daemon.kill()
                own_daemon.start()
                shop.invoice("LTC", "0.1", description="the end")

        second = until(shop, "the end", "one", kill_once)
        every = until(shop, "the end", "two")
    # The second reader saw all from the beginning, and the first one saw the same, each event once.
    assert [key(event) for event in first + second] == [key(event) for event in every]
    assert [event.cursor for event in first + second] == [event.cursor for event in every]
    assert len(every) > 20


def test_an_event_that_was_not_handled_comes_again(own_daemon, shop_state):
    with client(own_daemon, shop_state) as shop:
        for number in range(3):
            shop.invoice("LTC", "0.1", description=str(number))
        seen = [event.invoice["description"] for event, _ in zip(shop.events(), range(2))]
    with client(own_daemon, shop_state) as shop:
        again = next(shop.events())
    # `zip` asked for the third before it noticed that two were enough, so two were handled.
    assert seen == ["0", "1"] and again.invoice["description"] == "2"
    with client(own_daemon, shop_state) as shop:
        assert next(shop.events()).invoice["description"] == "2"


def test_a_new_reader_may_begin_now(own_daemon, shop_state):
    with client(own_daemon, shop_state) as shop:
        shop.invoice("LTC", "0.1", description="old")
        feed = shop.events("late", "now")
        found = []
        reading = threading.Thread(target=lambda: found.append(next(feed)))
        reading.start()
        while shop._calls._store.cursor("late") is None:
            pass
        shop.invoice("LTC", "0.1", description="new")
        reading.join()
        feed.close()
    assert found[0].invoice["description"] == "new"


def test_a_cursor_that_the_wallet_does_not_know_starts_from_the_beginning(own_daemon, shop_state):
    with client(own_daemon, shop_state) as shop:
        shop.invoice("LTC", "0.1", description="first")
        store = shop._calls._store
        store.set_cursor("main", shop.get_session()["provider"]["provider_id"], "999999")
        assert next(shop.events()).invoice["description"] == "first"


def test_dropped_events_are_made_up_for_from_the_lists(tmp_path):
    kept = CONFIGURATION + "events: {{keep_count: 3, trim_every: 1s}}\n"
    daemon = Daemon(tmp_path, configuration=kept)
    try:
        with client(daemon, paired(daemon, tmp_path / "app")) as shop:
            place = shop.new_address_for_currency("LTC")["address"]["address"]
            order = shop.pay("LTC", place, "0.001", name="p")
            for number in range(10):
                shop.invoice("LTC", "0.1", description=str(number))
            # A subscription from the beginning is refused as soon as payd has dropped events.
            for attempt in itertools.count():
                feed = shop.events(f"reader {attempt}")
                first = next(feed)
                if first.listed:
                    break
                feed.close()
            found = [first, *(next(feed) for _ in range(10))]
            assert {event.invoice["description"] for event in found if event.invoice} == {str(n) for n in range(10)}
            assert [event.payment_order["order_id"] for event in found if event.payment_order] == [order["order_id"]]
            # From here on events follow, without the lists, and a restart does not read the lists again.
            shop.invoice("LTC", "0.1", description="after")
            after = next(feed)
            feed.close()
            assert not after.listed and not next(shop.events(f"reader {attempt}")).listed
    finally:
        daemon.stop()


def test_a_slow_reader_holds_up_nothing_and_loses_nothing(own_daemon, shop_state):
    with client(own_daemon, shop_state) as shop:
        for number in range(150):
            shop.invoice("XMR", "0.1", description=str(number))
        feed = shop.events("slow")
        found = [next(feed).invoice["description"]]
        # While the feed is not asked for more, other calls work.
        for _ in range(20):
            shop.list_currencies()
        found += [next(feed).invoice["description"] for _ in range(149)]
        feed.close()
    assert found == [str(number) for number in range(150)]


def test_events_end_with_the_approval(own_daemon, shop_state):
    with client(own_daemon, shop_state) as shop:
        shop.invoice("LTC", "0.1")
        feed = shop.events()
        next(feed)
        own_daemon.owner("revoke", shop.get_session()["app"]["key"])
        with pytest.raises(PairingDenied):
            next(feed)
