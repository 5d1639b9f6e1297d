"""What becomes of calls when the process forks, the client is closed, or its user types Ctrl-C."""

from __future__ import annotations

import asyncio
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from daemon import AsyncClient, app, client, paired
from hostile import Provider
from test_hostile import drop, with_provider

from payport import Client, ClientClosed, InvalidArgument, OutcomeUnknown, PayportError

HERE = Path(__file__).parent


# Fork

CALLS = {
    "get_session": lambda shop, feed: shop.get_session(),
    "pay": lambda shop, feed: shop.pay("LTC", "somewhere", "0.1", name="forked"),
    "pair": lambda shop, feed: shop.pair(print),
    "events": lambda shop, feed: shop.events(),
    "next event": lambda shop, feed: next(feed),
    "named": lambda shop, feed: shop.named("n"),
    "unfinished": lambda shop, feed: shop.unfinished(),
    "close": lambda shop, feed: shop.close(),
}


def told(work) -> str:
    try:
        work()
    except InvalidArgument as error:
        return str(error)
    return "no error"


def test_a_child_of_os_fork_is_told_at_once_and_the_parent_goes_on(daemon, shop):
    shop.invoice("LTC", "0.1", name="before the fork")
    feed = shop.events("forked")
    next(feed)
    for name, call in CALLS.items():
        reading, writing = os.pipe()
        child = os.fork()
        if child == 0:
            os.write(writing, told(lambda call=call: call(shop, feed)).encode())
            os._exit(0)
        os.close(writing)
        with os.fdopen(reading) as said:
            text = said.read()
        assert os.waitpid(child, 0)[1] == 0
        assert "before a fork" in text and "Open a client in each process" in text, (name, text)
    assert shop.get_session()["status"] == "approved"
    shop.invoice("LTC", "0.1", name="after the fork")
    while next(feed).name != "after the fork":
        pass
    feed.close()


def in_a_child(shop: Client, daemon, state: Path, said) -> None:
    said.put(told(shop.get_session))
    with client(daemon, state) as own:
        said.put(own.get_session()["status"])


def test_a_child_of_multiprocessing_opens_its_own(daemon, state, shop):
    shop.get_session()
    context = multiprocessing.get_context("fork")
    said = context.SimpleQueue()
    child = context.Process(target=in_a_child, args=(shop, daemon, state, said))
    child.start()
    assert "before a fork" in said.get() and said.get() == "approved"
    child.join()
    assert child.exitcode == 0


# Close

def waiting(work) -> tuple[threading.Thread, list[PayportError]]:
    """A thread that waits in a call, and what ends it."""
    ended: list[PayportError] = []

    def run() -> None:
        try:
            work()
        except PayportError as error:
            ended.append(error)
    thread = threading.Thread(target=run)
    thread.start()
    return thread, ended


def asks_for(shop: Client, method: str) -> None:
    """Returns once a call of this method is under way."""
    while not any(method in str(task.get_coro()) for task in asyncio.all_tasks(shop._loop._loop)):
        pass


def test_close_ends_whoever_waits(daemon, state):
    shop = client(daemon, state)
    invoice = shop.invoice("LTC", "0.1", name="waits for close")
    feed = shop.events("closed", "now")
    threads = [
        waiting(lambda: list(feed)), waiting(lambda: shop.wait_for_invoice(invoice)),
        waiting(lambda: shop.wait_for_order(shop.pay(
            "LTC", shop.new_address_for_currency("LTC")["address"]["address"], "0.5", name="waits too"))),
        waiting(lambda: shop.follow_document(shop.submit_document("payment_order", {
            "currency": "LTC", "address": shop.new_address_for_currency("LTC")["address"]["address"], "amount": "0.5",
        }, name="waits as a file")))]
    for method in ("_next_event", "wait_for_invoice", "wait_for_order", "follow_document"):
        asks_for(shop, method)
    while not shop.named("waits too") or shop.named("waits too").outcome != "answered":
        pass
    shop.close()
    for thread, ended in threads:
        thread.join()
        assert [type(error) for error in ended] == [ClientClosed]


def test_a_payment_whose_answer_was_awaited_is_not_called_closed_only(tmp_path):
    """Whether it was made is not known, and the app must not take it for a payment that failed."""
    async def silent(provider, socket, records, request, body):
        return None

    async def run():
        async with Provider(tmp_path / "runtime", {"payment_order": [silent]}) as provider:
            client = AsyncClient(app(), tmp_path / "state", runtime=tmp_path / "runtime", patience=30)
            paying = asyncio.create_task(client.pay("LTC", "somewhere", "0.1", name="n"))
            while not any(method == "payment_order" for method, _ in provider.requests):
                await asyncio.sleep(0)
            await client.close()
            with pytest.raises(OutcomeUnknown, match="closed before the answer") as unknown:
                await paying
            assert isinstance(unknown.value.__cause__, ClientClosed)
            async with AsyncClient(app(), tmp_path / "state", runtime=tmp_path / "runtime") as again:
                assert (await again.pay("LTC", "somewhere", "0.1", name="n"))["state"] == "in_flight"
            assert len(provider.orders) == 1
    asyncio.run(run())


def test_close_ends_a_wait_for_a_wallet_that_does_not_run(tmp_path):
    shop = Client(app(), tmp_path / "state", runtime=tmp_path, patience=1000)
    thread, ended = waiting(shop.list_currencies)
    pairing, refused = waiting(lambda: shop.pair(print))
    asks_for(shop, "list_currencies")
    asks_for(shop, "pair")
    shop.close()
    thread.join()
    pairing.join()
    assert [type(error) for error in ended + refused] == [ClientClosed] * 2


@pytest.mark.parametrize("call", [
    lambda shop: shop.get_session(), lambda shop: shop.pay("LTC", "somewhere", "0.1", name="n"),
    lambda shop: shop.invoice("LTC"), lambda shop: shop.statement("2026-01-01", "2026-02-01"),
    lambda shop: shop.named("n"), lambda shop: shop.unfinished(), lambda shop: shop.pair(print),
    lambda shop: shop.forget_provider("wallet"), lambda shop: next(shop.events()),
    lambda shop: shop.came_back("x:payport?provider=a&state=b&result=viewed"),
    lambda shop: shop.submit_document("payment_order", {}, name="n")])
def test_a_call_after_close_says_so(daemon, state, call):
    shop = client(daemon, state)
    shop.get_session()
    shop.close()
    shop.close()
    with pytest.raises(ClientClosed, match="closed"):
        call(shop)


def test_a_call_of_asyncio_after_close_says_so(daemon, state):
    async def run():
        shop = client(daemon, state, AsyncClient)
        await shop.get_session()
        await shop.close()
        await shop.close()
        for work in (shop.get_session, lambda: shop.pay("LTC", "somewhere", "0.1", name="n"),
                     lambda: anext(shop.events())):
            with pytest.raises(ClientClosed):
                await work()
        with pytest.raises(ClientClosed):
            shop.named("n")
    asyncio.run(run())


def test_a_client_of_an_earlier_event_loop_says_so(daemon, state):
    shop = client(daemon, state, AsyncClient)
    asyncio.run(shop.get_session())
    with pytest.raises(InvalidArgument, match="another event loop"):
        asyncio.run(shop.get_session())


# Cancelled calls

def test_a_cancelled_call_leaves_nothing_unfinished(own_daemon, tmp_path):
    """Whatever it was doing: a request that was sent is noted when its answer comes."""
    async def run():
        async with client(own_daemon, paired(own_daemon, tmp_path / "state"), AsyncClient) as shop:
            await shop.get_session()
            place = (await shop.new_address_for_currency("LTC"))["address"]["address"]
            calls = [
                lambda n: shop.statement("2026-01-01", "2026-02-01"), lambda n: shop.invoice("LTC", "0.1"),
                lambda n: shop.pay("LTC", place, "0.001", name=f"cancelled {n}"),
                lambda n: shop.pay("LTC", "nowhere", "0.001", name=f"refused {n}"),
                lambda n: shop.new_address_for_currency("LTC")]
            for number in range(60):
                call = asyncio.create_task(calls[number % len(calls)](number))
                for _ in range(number):
                    await asyncio.sleep(0)
                call.cancel()
                await asyncio.gather(call, return_exceptions=True)
            while shop._left:
                await asyncio.wait(shop._left)
            assert shop.unfinished() == []
    asyncio.run(run())


def test_close_waits_for_the_answer_to_a_call_that_was_cancelled(own_daemon, tmp_path):
    state = paired(own_daemon, tmp_path / "state")

    async def run():
        async with client(own_daemon, state, AsyncClient) as shop:
            call = asyncio.create_task(shop.invoice("LTC", "0.1"))
            while not shop._left:
                await asyncio.sleep(0)
            call.cancel()
        async with client(own_daemon, state, AsyncClient) as shop:
            assert shop.unfinished() == []
    asyncio.run(run())


def test_a_cancelled_call_without_an_answer_stays_unfinished(tmp_path):
    async def work(provider, client):
        call = asyncio.create_task(client.pay("LTC", "somewhere", "0.1", name="n"))
        while not client._left:
            await asyncio.sleep(0)
        call.cancel()
        while client._left:
            await asyncio.wait(client._left)
        assert [request.name for request in client.unfinished()] == ["n"]
        assert (await client.pay("LTC", "somewhere", "0.1", name="n"))["state"] == "in_flight"
        assert client.unfinished() == []
    with_provider(tmp_path, work, {"payment_order": [drop]})


# Ctrl-C

PROGRAM = """
import signal, sys
from payport import App, Client
# What a shell runs in the background, as it may run tests, ignores interrupts.
signal.signal(signal.SIGINT, signal.default_int_handler)
app = App("org.example.shop", "Example Shop", "1.0", scopes=("receive", "pay", "balance", "prove", "statement"))
with Client(app, sys.argv[1], runtime=sys.argv[2]) as wallet:
    if sys.argv[3] == "events":
        print("reading", flush=True)
        for event in wallet.events():
            print(event.cursor, flush=True)
    else:
        wallet.pair(lambda code: print("paired by", code.question_id, flush=True))
"""


@pytest.mark.parametrize("what", ["events", "pair"])
def test_an_interrupt_ends_the_program_at_once_and_without_noise(own_daemon, tmp_path, what):
    state = paired(own_daemon, tmp_path / "state") if what == "events" else tmp_path / "new"
    if what == "events":
        with client(own_daemon, state) as shop:
            shop.invoice("LTC", "0.1")
    process = subprocess.Popen(
        [sys.executable, "-X", "dev", "-c", PROGRAM, str(state), str(own_daemon.runtime), what],
        stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env={**os.environ, "PYTHONPATH": str(HERE.parent)})
    assert process.stdout is not None
    for _ in range(2 if what == "events" else 1):
        assert process.stdout.readline()
    process.send_signal(signal.SIGINT)
    _, said = process.communicate()
    assert process.returncode == -signal.SIGINT
    assert said.rstrip().endswith("KeyboardInterrupt") and said.count("Traceback") == 1
    for noise in ("destroyed", "never awaited", "never retrieved", "ResourceWarning"):
        assert noise not in said, said


def test_a_reader_that_is_left_ends_its_connection_without_waiting(tmp_path):
    """A provider that answers no close frame must not hold up an app that has stopped reading."""
    async def run():
        async with Provider(tmp_path / "runtime") as provider:
            shop = await asyncio.to_thread(
                lambda: Client(app(), tmp_path / "state", runtime=tmp_path / "runtime"))
            with ThreadPoolExecutor(1) as pool:
                loop = asyncio.get_running_loop()
                feed = shop.events()
                reading = loop.run_in_executor(pool, lambda: told(lambda: next(feed)))
                while not provider.requests:
                    await asyncio.sleep(0)
                await asyncio.to_thread(shop.close)
                assert (await asyncio.gather(reading, return_exceptions=True))[0].code == "closed"
    asyncio.run(run())
