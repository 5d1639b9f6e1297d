"""Several daemons of one identity: the app moves between them by itself, and never to another identity (2.8)."""

from __future__ import annotations

import asyncio
import logging
import shutil
import subprocess
import threading
from pathlib import Path

import pytest
from daemon import PROGRAMS, Daemon, app, client, paired
from hostile import Provider

from payport import AsyncClient, NoProvider, PairingDenied, WrongKey


def moving(tmp_path: Path, work, first=None, second=None, patience: float = 5, **options):
    """Two scripted daemons with one key and one ledger."""
    async def run():
        runtime = tmp_path / "runtime"
        async with Provider(runtime, first) as one, Provider(runtime, second, name="spare", like=one) as two:
            async with AsyncClient(app(), tmp_path / "state", runtime=runtime, patience=patience, **options) as made:
                return await work(one, two, made)
    return asyncio.run(run())


def pay(client: AsyncClient, name: str = "n"):
    return client.pay("LTC", "somewhere", "0.1", name=name)


async def ends(provider: Provider) -> None:
    """As with SIGKILL: nobody listens any more, and the file stays."""
    provider._server.close()
    await provider._server.wait_closed()


async def lose(provider, socket, records, request, body):
    """The order is made, and its answer is lost with the daemon."""
    provider._server.close(close_connections=False)
    socket.transport.abort()


def test_a_payment_whose_answer_was_lost_is_asked_for_at_the_other(tmp_path):
    async def work(one, two, client):
        order = await pay(client)
        assert len(one.orders) == 1 and order["request_id"] in one.orders
        # It knows the order already, so that the request is not even repeated.
        assert [method for method, _ in two.requests] == ["get_payment_order_status"]
    moving(tmp_path, work, first={"payment_order": [lose]}, provider="wallet")


def test_a_request_that_never_arrived_is_sent_to_the_other_under_the_same_id(tmp_path):
    async def forget(provider, socket, records, request, body):
        provider.orders.clear()
        await lose(provider, socket, records, request, body)

    async def work(one, two, client):
        await pay(client)
        ids = {params["request_id"] for _, params in one.requests + two.requests}
        assert len(ids) == 1 and len(two.orders) == 1
        assert two.requests[-1] == one.requests[-1]
    moving(tmp_path, work, first={"payment_order": [forget]}, provider="wallet")


@pytest.mark.parametrize("name", [None, "wallet"])
def test_where_the_first_refuses_the_other_is_used(tmp_path, name):
    async def work(one, two, client):
        await ends(one)
        await pay(client)
        assert one.connections == 0 and two.connections == 1
    moving(tmp_path, work, provider=name, patience=0)


@pytest.mark.parametrize("name", [None, "wallet"])
def test_a_file_of_another_key_is_refused_with_words_and_the_other_is_used(tmp_path, caplog, name):
    async def work(one, two, client):
        client._store.pin("wallet", two.provider_id, 1)
        async with Provider(tmp_path / "runtime") as impostor:
            with caplog.at_level(logging.WARNING, logger="payport"):
                await pay(client, "a")
                await pay(client, "b")
            assert impostor.connections == 0 and two.connections == 1
        said = [record.getMessage() for record in caplog.records]
        assert len(said) == 1 and "another wallet" in said[0]
    moving(tmp_path, work, provider=name, patience=0)


def test_an_address_that_proves_another_key_is_refused_with_words_and_the_other_is_used(tmp_path, caplog):
    async def work(one, two, client):
        async with Provider(tmp_path / "elsewhere") as impostor:
            one.port = impostor.port
            one.publish()
            impostor.file, impostor.k_local = one.file, one.k_local
            await pay(client)
            assert impostor.connections == 1 and impostor.third_messages == 0
        assert any("cannot prove its key" in record.getMessage() for record in caplog.records)
    moving(tmp_path, work, provider="wallet", patience=0)


def test_another_identity_is_never_moved_to(tmp_path):
    async def work(one, two, client):
        await pay(client, "a")
        await ends(one)
        await ends(two)
        async with Provider(tmp_path / "runtime", name="stranger") as stranger:
            with pytest.raises(NoProvider):
                await pay(client, "b")
            assert stranger.connections == 0
    moving(tmp_path, work, patience=0)


def test_when_the_name_means_another_key_and_no_other_daemon_has_the_known_one(tmp_path):
    async def work(one, two, client):
        await pay(client, "a")
        (two.folder / "spare.json").unlink()
        await ends(one)
        async with Provider(tmp_path / "runtime") as impostor:
            with pytest.raises(WrongKey):
                await pay(client, "b")
            assert impostor.connections == 0
    moving(tmp_path, work, provider="wallet", patience=0)


def test_the_owners_refusal_is_not_asked_for_again_elsewhere(tmp_path):
    async def work(one, two, client):
        with pytest.raises(PairingDenied):
            await pay(client)
        assert two.connections == 0
    moving(tmp_path, work, first={"result": {"status": "denied", "reason": "pairing_denied", "session": None}},
           provider="wallet")


def test_where_one_has_no_place_the_other_is_used(tmp_path):
    async def work(one, two, client):
        await pay(client)
        assert one.connections == 1 and two.connections == 1
    moving(tmp_path, work, first={"result": {"status": "denied", "reason": "too_many_sessions", "session": None}},
           provider="wallet", patience=0)


def test_when_all_are_gone_it_says_so_and_comes_back_by_itself(tmp_path):
    async def work(one, two, client):
        await pay(client, "a")
        await ends(one)
        await ends(two)
        for connection in (client._session,):
            await connection.close()
        impatient = AsyncClient(app(), tmp_path / "state", runtime=tmp_path / "runtime", patience=0)
        with pytest.raises(NoProvider):
            await impatient.list_currencies()
        await impatient.close()
        waiting = asyncio.ensure_future(client.list_currencies())
        await asyncio.sleep(0)
        async with Provider(tmp_path / "runtime", name="third", like=one):
            assert await waiting
    moving(tmp_path, work, patience=30)


# Real daemons

def two(tmp_path: Path) -> tuple[Daemon, Daemon, Path]:
    """Until the ledger can be shared, the second begins with a copy, which is the same as long as one of them is
    used."""
    first = Daemon(tmp_path / "first")
    state = paired(first, tmp_path / "app")
    with client(first, state) as shop:
        shop.invoice("LTC", "0.1", name="before", description="before")
    first.stop()
    shutil.copytree(first.state, tmp_path / "second" / "state")
    second = Daemon(tmp_path / "second", "spare", runtime=first.runtime)
    first.start()
    return first, second, state


@pytest.fixture
def daemons(tmp_path: Path):
    for folder in ("first", "second"):
        (tmp_path / folder).mkdir()
    first, second, state = two(tmp_path)
    yield first, second, state
    first.stop()
    second.stop()


def test_events_and_calls_go_on_when_the_daemon_is_killed(daemons):
    first, second, state = daemons
    seen: list[str] = []
    began = threading.Event()

    with client(first, state, provider="wallet", patience=30) as shop, client(first, state,
            provider="wallet") as reader:
        def follow() -> None:
            for event in reader.events("ours"):
                seen.append(event.invoice["description"])
                began.set()
                if seen[-1] == "after":
                    break

        following = threading.Thread(target=follow)
        following.start()
        shop.list_currencies()
        assert began.wait(30)
        first.kill()
        shop.invoice("LTC", "0.2", name="after", description="after")
        following.join()
    assert seen == ["before", "after"]


def test_a_payment_that_the_dead_daemon_was_asked_for_is_made_once_by_the_other(daemons):
    first, second, state = daemons
    with client(first, state, provider="wallet", patience=30) as shop:
        place = shop.new_address_for_currency("LTC")["address"]["address"]
        # The first one does not come as far as an answer.
        slow = [PROGRAMS / "payd", "mock", "latency", "LTC", "quote", "60000"]
        subprocess.run(slow, env=first.environment, check=True, capture_output=True)
        killing = threading.Timer(0, first.kill)
        killing.start()
        order = shop.pay("LTC", place, "0.01", name="once")
        killing.join()
        assert shop.pay("LTC", place, "0.01", name="once")["order_id"] == order["order_id"]
        assert len(shop.list_payment_orders()["payment_orders"]) == 1
