"""What leaves an outcome open, and what must not hide one."""

from __future__ import annotations

import asyncio
import errno
import fcntl
import os
from http import HTTPStatus

import pytest
from daemon import app
from hostile import order_of
from test_hostile import drop, pay, refuse, with_provider
from websockets.datastructures import Headers
from websockets.http11 import Response

from payport import (
    AsyncClient, InvalidArgument, OtherProvider, OutcomeUnknown, PermissionRefused, ProviderRefused, Refusal,
    StoreDamaged,
)
from payport.encoding import to_base64url
from payport.files import Folder
from payport.store import ANSWERED, REFUSED, UNKNOWN, Store


# request_conflict (5.5)

def conflict(**earlier):
    """The provider has an order of this id from an earlier time, with other params."""
    def hook(provider, socket, records, request, body):
        request_id = request["params"]["request_id"]
        provider.orders[request_id] = order_of({**request["params"], **earlier})
        return {"error": {"code": 1006, "message": "", "data": {"reason": "request_conflict"}}}
    return hook


def test_a_conflict_about_the_deadline_only_is_the_payment_of_an_earlier_time(tmp_path):
    async def work(provider, client):
        order = await pay(client)
        assert order["expires_at"] == "2026-03-20T12:00:00.000Z" and client.named("n").outcome == ANSWERED
        assert [method for method, _ in provider.requests] == ["payment_order", "get_payment_order_status"]
    with_provider(tmp_path, work, {"payment_order": [conflict(expires_at="2026-03-20T12:00:00.000Z")]})


@pytest.mark.parametrize("earlier",
                         [{"address": "elsewhere"}, {"amount": "0.2"}, {"max_fee": "1"}, {"description": "x"}])
def test_a_conflict_with_another_payment_is_no_refusal(tmp_path, earlier):
    async def work(provider, client):
        for _ in range(2):
            with pytest.raises(OutcomeUnknown) as unknown:
                await pay(client)
            assert "new name" not in str(unknown.value)
            assert client.named("n").outcome == UNKNOWN
    with_provider(tmp_path, work, {"payment_order": [conflict(**earlier)]})


@pytest.mark.parametrize("ask", [
    lambda client: pay(client), lambda client: client.new_address_for_currency("LTC", name="n")],
                         ids=["order", "address"])
def test_a_conflict_without_a_status_is_not_repeated(tmp_path, ask):
    clash = lambda *a: {"error": {"code": 1006, "message": "", "data": {"reason": "request_conflict"}}}

    async def work(provider, client):
        with pytest.raises(OutcomeUnknown) as unknown:
            await ask(client)
        assert unknown.value.refusal.reason == "request_conflict" and unknown.value.refusal.outcome_unknown
        assert client.named("n").outcome == UNKNOWN
        assert len(provider.requests) in (1, 3)
    hooks = {"payment_order": [clash] * 9, "new_address_for_currency": [clash] * 9}
    with_provider(tmp_path, work, {**hooks, "get_payment_order_status": [refuse(4001, "order_not_found")] * 9})


# Numbers outside of all blocks (6.1)

@pytest.mark.parametrize("number", [0, -1, 999, 7000, 9999, -31999, -32769])
@pytest.mark.parametrize("reason", ["sunspots", "budget_exceeded"])
def test_a_number_outside_of_all_blocks_leaves_the_outcome_unknown(tmp_path, number, reason):
    async def work(provider, client):
        with pytest.raises(OutcomeUnknown) as unknown:
            await pay(client)
        assert type(unknown.value.refusal) is Refusal and "Nothing was done" not in str(unknown.value)
        assert client.named("n").outcome == UNKNOWN
    with_provider(tmp_path, work, {"payment_order": [refuse(number, reason)] * 9}, patience=0.5)


def test_a_payment_needs_a_name_or_an_id(tmp_path):
    async def work(provider, client):
        with pytest.raises(InvalidArgument, match="name or a request_id"):
            await client.pay("LTC", "somewhere", "0.1")
        with pytest.raises(InvalidArgument):
            await client.payment_order("LTC", "somewhere", "0.1")
        assert provider.requests == [] and client.unfinished() == []
    with_provider(tmp_path, work)


def test_what_is_too_large_is_refused_before_it_is_stored(tmp_path):
    async def work(provider, client):
        with pytest.raises(InvalidArgument, match="1 MiB"):
            await client.pay("LTC", "somewhere", "0.1", name="n", description="x" * (1 << 20))
        assert client.named("n") is None
    with_provider(tmp_path, work)


# Two calls with one name

def test_a_refusal_does_not_hide_that_another_process_was_answered(tmp_path):
    async def answered_elsewhere(provider, socket, records, request, body):
        provider.orders.clear()
        async with AsyncClient(app(), tmp_path / "state", runtime=tmp_path / "runtime") as other:
            await pay(other)
        return {"error": {"code": 1005, "message": "", "data": {"reason": "rate_limited", "retry_after_ms": 1}}}

    def over_budget(provider, socket, records, request, body):
        return {"error": {"code": 2006, "message": "", "data": {"reason": "budget_exceeded"}}}

    async def work(provider, client):
        provider.script["payment_order"] = [answered_elsewhere, lambda p, s, r, q, body: body, over_budget]
        with pytest.raises(OutcomeUnknown) as unknown:
            await pay(client)
        assert unknown.value.refusal.reason == "budget_exceeded" and client.named("n").outcome == ANSWERED
        assert (await pay(client))["state"] == "in_flight" and len(provider.orders) == 1
    with_provider(tmp_path, work)


def test_only_the_last_call_that_took_a_request_up_may_note_a_refusal(tmp_path):
    one, two = Store(tmp_path), Store(tmp_path)
    made, _ = one.add("payment_order", {}, bytes(32), name="n", request_id=None)
    taken, in_doubt = two.take_up(made, {})
    assert in_doubt and not one.note_refused(made) and one.named("n").outcome == UNKNOWN
    assert two.note_refused(taken) and one.named("n").outcome == REFUSED
    again, in_doubt = one.take_up(made, {})
    assert not in_doubt and one.named("n").outcome == UNKNOWN
    # Another process had read that it was refused, and takes it up while the first attempt is under way.
    assert two.take_up(taken, {})[1]
    one.note_answered(again)
    assert not two.note_refused(taken) and two.take_up(taken, {})[0].outcome == ANSWERED and two.named(
        "n").outcome == ANSWERED


def test_a_refused_request_that_another_process_attempts_is_in_doubt(tmp_path, monkeypatch):
    def over_budget(provider, socket, records, request, body):
        return {"error": {"code": 2006, "message": "", "data": {"reason": "budget_exceeded"}}}

    async def work(provider, client):
        with pytest.raises(PermissionRefused):
            await pay(client)
        with pytest.raises(PermissionRefused):
            await pay(client)
        opened = client._open

        async def meanwhile(backoff):
            # Between the reading of the request and its attempt here.
            stored = client.named("n")
            client._store.take_up(stored, {key: value for key, value in stored.params.items() if key != "request_id"})
            return await opened(backoff)
        monkeypatch.setattr(client, "_open", meanwhile)
        with pytest.raises(OutcomeUnknown):
            await pay(client)
        assert client.named("n").outcome == UNKNOWN
    with_provider(tmp_path, work, {"payment_order": [refuse(2006, "budget_exceeded")] * 2 + [over_budget]})


def test_a_note_is_read_and_written_under_a_lock(tmp_path, monkeypatch):
    store, replace, written = Store(tmp_path), Folder.replace, []
    other = os.open(tmp_path / "requests", os.O_RDONLY)

    def locked(self, name, content):
        with pytest.raises(BlockingIOError):
            fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        replace(self, name, content)
        written.append(name)
    monkeypatch.setattr(Folder, "replace", locked)
    made, _ = store.add("payment_order", {}, bytes(32), name="n", request_id=None)
    taken, _ = store.take_up(made, {})
    assert store.note_refused(taken)
    store.note_answered(taken)
    assert len(written) == 3
    # Nobody has it any more.
    fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
    os.close(other)


# A disk that is full, and answers of a WebSocket server that is no provider

def full_disk(monkeypatch, word: bytes):
    write = Folder._write

    def full(self, content, **named):
        if word in content:
            raise OSError(errno.ENOSPC, "no space left")
        return write(self, content, **named)
    monkeypatch.setattr(Folder, "_write", full)


def test_a_full_disk_does_not_hide_an_answer(tmp_path, monkeypatch):
    async def work(provider, client):
        full_disk(monkeypatch, b'"answered"')
        assert (await pay(client))["state"] == "in_flight" and len(provider.orders) == 1
    with_provider(tmp_path, work)


def test_a_full_disk_leaves_a_refusal_open(tmp_path, monkeypatch):
    async def work(provider, client):
        full_disk(monkeypatch, b'"refused"')
        with pytest.raises(OutcomeUnknown):
            await pay(client)
    with_provider(tmp_path, work, {"payment_order": [refuse(2006, "budget_exceeded")]})


def test_on_a_full_disk_nothing_is_sent(tmp_path, monkeypatch):
    async def work(provider, client):
        full_disk(monkeypatch, b'"payment_order"')
        with pytest.raises(StoreDamaged, match="full disk"):
            await pay(client)
        assert provider.requests == []
    with_provider(tmp_path, work)


def test_a_full_disk_after_a_lost_answer_is_no_failure_of_the_payment(tmp_path, monkeypatch):
    async def work(provider, client):
        provider.script["get_payment_order_status"] = [drop] * 9
        with pytest.raises(OutcomeUnknown):
            await pay(client)
        full_disk(monkeypatch, b'"payment_order"')
        with pytest.raises(OutcomeUnknown) as unknown:
            await pay(client)
        assert isinstance(unknown.value.__cause__, StoreDamaged)
    with_provider(tmp_path, work, {"payment_order": [drop]}, patience=0.5)


@pytest.mark.parametrize("place", ["http://example.org/", "/v1", "ws://127.0.0.1:1/v1", "http://[", ""])
def test_a_redirection_is_a_refusal_and_not_followed(tmp_path, place):
    def redirect(connection, request, response):
        return Response(HTTPStatus.FOUND, "Found", Headers([("Location", place), ("Content-Length", "0")]))

    async def work(provider, client):
        with pytest.raises(ProviderRefused):
            await pay(client)
        assert client.named("n") is None
    with_provider(tmp_path, work, {"response": redirect})


# Which provider it is

def test_a_provider_is_the_key_that_it_has_proved_and_not_what_it_claims(tmp_path):
    claimed = {"provider_id": to_base64url(bytes(32)), "name": "wallet", "software": "scripted/1"}
    folder = {"services": str(tmp_path), "name": "app"}

    async def work(provider, client):
        documents, provider_id = await client._documents()
        assert provider_id == documents._provider_id == provider.provider_id
    with_provider(tmp_path, work, {
        "get_session": [lambda p, s, r, q, body: {"result": p.session(provider=claimed, folder=folder)}]})


def test_the_status_of_a_request_is_asked_of_its_own_provider_only(tmp_path):
    async def work(provider, client):
        store = client._store
        request, _ = store.add("payment_order", {}, bytes(32), name="n", request_id=None)
        with pytest.raises(OtherProvider):
            await client.status_of(request)
        assert provider.requests == []
    with_provider(tmp_path, work)


def test_the_versions_of_a_file_are_stored_once_the_handshake_has_succeeded(tmp_path):
    async def work(provider, client):
        provider.publish(versions="1-7")
        provider.script["result"] = {"status": "unknown"}
        for _ in range(2):
            with pytest.raises(Exception, match="connect_app"):
                await client.list_currencies()
        provider.publish(versions="1")
        provider.script.clear()
        await client.list_currencies()
    with_provider(tmp_path, work)


def test_a_wait_is_neither_none_nor_endless(tmp_path):
    async def work(provider, client):
        for named, kept in [(0, 1000), (999, 1000), (1001, 1001), (2**32 - 1, 86_400_000)]:
            provider.script["list_currencies"] = [refuse(2006, "budget_exceeded", retry_after_ms=named)] * 2
            with pytest.raises(PermissionRefused) as refused:
                await client.list_currencies()
            assert refused.value.retry_after_ms == kept
    with_provider(tmp_path, work, patience=0.5)


def test_an_unknown_reason_of_a_currency_is_like_none(tmp_path):
    def listed(provider, socket, records, request, body):
        return {"result": {"currencies": [{
            "code": "LTC", "name": "Litecoin", "decimals": 8, "network": "main", "ready": "unavailable",
            "confirmations": 6,
            "uri_scheme": "litecoin", "reason": "full_moon"}]}}

    async def work(provider, client):
        (currency,) = (await client.list_currencies())["currencies"]
        assert "reason" not in currency
    with_provider(tmp_path, work, {"list_currencies": [listed]})
