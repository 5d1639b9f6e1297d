"""A provider that lies, drops, repeats and breaks the protocol: nothing is paid twice, and nothing is believed."""

from __future__ import annotations

import asyncio
import uuid
from pathlib import Path

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from daemon import app
from hostile import Provider, a_record, order_of
from websockets.asyncio.client import ClientConnection

from payport import (
    AsyncClient, Forgotten, NotPaired, OtherProvider, OutcomeUnknown, PairingDenied, PayportError,
    PermissionRefused, ProtocolViolation, ProviderRefused, VersionMismatch, VersionWentBack, WrongKey,
)
from payport.encoding import to_base64url

OTHER = Ed25519PrivateKey.generate()


def with_provider(tmp_path: Path, work, script=None, patience: float = 15):
    """Only a test that waits until the patience has run out names a short one: a busy machine may take seconds."""
    async def run():
        async with Provider(tmp_path / "runtime", script) as provider:
            async with AsyncClient(app(), tmp_path / "state", runtime=tmp_path / "runtime",
                                   patience=patience) as client:
                return await work(provider, client)
    return asyncio.run(run())


def pay(client: AsyncClient, name: str = "n", amount: str = "0.1"):
    return client.pay("LTC", "somewhere", amount, name=name)


def test_the_scripted_provider_is_believed_when_it_keeps_to_the_protocol(tmp_path):
    async def work(provider, client):
        order = await pay(client)
        assert order["state"] == "in_flight" and len(provider.orders) == 1
    with_provider(tmp_path, work)


@pytest.mark.parametrize("error, script", [
    (WrongKey, {"signer": OTHER}),
    (WrongKey, {"named": OTHER.public_key().public_bytes_raw(), "signer": OTHER}),
    (ProtocolViolation, {"second": {"jsonrpc": "2.0", "id": 1, "error": {"code": -32600, "message": "", "data": {}}}}),
    (ProtocolViolation, {"second": {"jsonrpc": "2.0", "id": 1, "result": {"msg": to_base64url(bytes(230))}}}),
    (ProtocolViolation, {"file": b"another file"}),
    (ProtocolViolation, {"subprotocols": None}),
    (ProtocolViolation, {"subprotocols": None, "selected": "payport.v0"}),
], ids=["forged signature", "another key", "unencrypted error", "no tag", "another file", "no subprotocol",
        "another subprotocol"])
def test_a_forged_handshake_learns_nothing_of_the_app(tmp_path, error, script):
    async def work(provider, client):
        with pytest.raises(error):
            await pay(client)
        assert provider.third_messages == 0 and provider.orders == {}
        # What was not proved was not pinned.
        assert client._store.pinned("wallet") is None
    with_provider(tmp_path, work, script)


@pytest.mark.parametrize("error, script", [
    (VersionMismatch, {"spec_version": 2}),
    (ProtocolViolation, {"spec_version": "1"}),
    (ProtocolViolation, {"result": {"status": "pending", "sas_nonce": None}}),
    (ProtocolViolation, {"result": {"sas_nonce": to_base64url(bytes(32))}}),
    (PairingDenied, {"result": {"status": "denied", "reason": "pairing_denied", "session": None}}),
    (ProtocolViolation, {"result": {"session": None}}),
    (ProtocolViolation, {"result": {"status": "pending"}, "nonce": bytes(32)}),
    (ProtocolViolation, {"result": {"status": "unknown"}}),
    (NotPaired, {"result": {"status": "pending"}}),
    (PairingDenied, {"result": {"status": "denied", "reason": "pairing_denied", "retry_after_ms": 60000}}),
], ids=[
    "another version", "a version that is a text", "pending without a nonce",
    "approved with a nonce that was chosen late",
    "denied without a session", "approved without a session", "a nonce chosen late", "no status", "pending", "denied"])
def test_bad_first_records(tmp_path, error, script):
    async def work(provider, client):
        with pytest.raises(error):
            await pay(client)
        assert provider.orders == {}
        if error in (VersionMismatch, NotPaired, PairingDenied):
            assert provider.goodbyes == 1
    with_provider(tmp_path, work, script)


def test_a_name_that_must_not_be_shown_is_not(tmp_path):
    async def work(provider, client):
        shown = asyncio.get_running_loop().create_future()
        pairing = asyncio.create_task(client.pair(shown.set_result))
        await asyncio.wait([pairing, shown], timeout=20, return_when=asyncio.FIRST_COMPLETED)
        # It still waits for the owner.
        pairing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await pairing
        code = shown.result()
        assert code.question_id is None and len(code.digits) == 6
    with_provider(tmp_path, work, {"result": {"status": "pending", "question_id": "x; rm -rf /"}})


def test_a_key_that_another_process_pinned_meanwhile_is_the_valid_one(tmp_path, monkeypatch):
    async def work(provider, client):
        client._store.pin("wallet", OTHER.public_key().public_bytes_raw(), 1)
        # The other process pins after this one has looked.
        monkeypatch.setattr(client._store, "pinned", lambda name: None)
        with pytest.raises(WrongKey):
            await pay(client)
        assert provider.connections == 1 and provider.third_messages == 0
    with_provider(tmp_path, work)


def test_neither_the_key_nor_the_versions_of_a_known_provider_may_change(tmp_path):
    async def work(provider, client):
        provider.publish(versions="1-3")
        await pay(client)
        await client._session.close()
        provider.publish(versions="1-2")
        with pytest.raises(VersionWentBack):
            await client.list_currencies()
        provider.identity = OTHER
        provider.publish(versions="1-3")
        before = provider.connections
        with pytest.raises(WrongKey):
            await client.list_currencies()
        assert provider.connections == before
        client.forget_provider("wallet")
        await client.list_currencies()
        # A payment that the other wallet may have made is not made by this one.
        with pytest.raises(OtherProvider):
            await pay(client)
        assert len(provider.orders) == 1
    with_provider(tmp_path, work)


# Replies that do not come

async def drop(provider, socket, records, request, body):
    await socket.close(1011)


async def vanish(provider, socket, records, request, body):
    socket.transport.abort()


async def forget_and_drop(provider, socket, records, request, body):
    provider.orders.clear()
    await socket.close(1001)


def refuse(code, reason, **data):
    def hook(provider, socket, records, request, body):
        if request["method"] == "payment_order":
            provider.orders.pop(request["params"]["request_id"], None)
        return {"error": {"code": code, "message": "", "data": {"reason": reason, **data}}}
    return hook


def keep(provider, socket, records, request, body):
    """The provider does what was asked, and answers an error that says nothing about the outcome."""
    return {"error": {"code": -32603, "message": "", "data": {"reason": "internal_error"}}}


@pytest.mark.parametrize("lost", [drop, vanish, keep], ids=["closed", "aborted", "internal error"])
def test_after_a_lost_reply_the_status_is_asked_for(tmp_path, lost):
    async def work(provider, client):
        order = await pay(client)
        assert [method for method, _ in provider.requests] == ["payment_order", "get_payment_order_status"]
        assert order["request_id"] in provider.orders and len(provider.orders) == 1
    with_provider(tmp_path, work, {"payment_order": [lost]})


def test_what_was_not_recorded_is_sent_again_with_the_same_id(tmp_path):
    async def work(provider, client):
        await pay(client)
        sent = [params for method, params in provider.requests if method == "payment_order"]
        assert len(sent) == 2 and sent[0] == sent[1]
    with_provider(tmp_path, work, {"payment_order": [forget_and_drop]})


def test_many_lost_replies_end_as_an_unknown_outcome_and_the_name_goes_on(tmp_path):
    async def work(provider, client):
        provider.script["get_payment_order_status"] = [drop] * 3
        with pytest.raises(OutcomeUnknown) as unknown:
            await pay(client)
        assert "Never pay in another way" in unknown.value.remedy
        assert [request.name for request in client.unfinished()] == ["n"]
        provider.script.clear()
        order = await pay(client)
        assert len(provider.orders) == 1 and order["request_id"] in provider.orders
        (_, sent), *_ = provider.requests
        assert sent["request_id"] == order["request_id"] and client.unfinished() == []
    with_provider(tmp_path, work, {"payment_order": [drop]}, patience=1.5)


def test_a_refusal_after_a_lost_reply_says_nothing_about_the_first_attempt(tmp_path):
    async def work(provider, client):
        with pytest.raises(OutcomeUnknown) as unknown:
            await pay(client)
        assert unknown.value.refusal.reason == "budget_exceeded"
        assert len(client.unfinished()) == 1
    with_provider(tmp_path, work, {"payment_order": [forget_and_drop, refuse(2006, "budget_exceeded")]})


def test_a_refusal_without_an_earlier_attempt_is_one(tmp_path):
    async def work(provider, client):
        with pytest.raises(PermissionRefused):
            await pay(client)
        assert client.unfinished() == []
        # The same request may be made again, once the owner allows it.
        assert (await pay(client))["state"] == "in_flight"
        sent = [params for _, params in provider.requests]
        assert [method for method, _ in provider.requests] == ["payment_order"] * 2 and sent[0] == sent[1]
    with_provider(tmp_path, work, {"payment_order": [refuse(2006, "budget_exceeded")]})


def test_an_unknown_reason_about_paying_leaves_the_outcome_unknown(tmp_path):
    async def work(provider, client):
        with pytest.raises(OutcomeUnknown):
            await pay(client)
    with_provider(tmp_path, work, {"payment_order": [refuse(4999, "sunspots")] * 9}, patience=1.5)


def test_an_unknown_reason_about_permission_is_a_refusal(tmp_path):
    async def work(provider, client):
        with pytest.raises(PermissionRefused) as refused:
            await pay(client)
        assert refused.value.reason == "full_moon" and client.unfinished() == []
    with_provider(tmp_path, work, {"payment_order": [refuse(2999, "full_moon")]})


def test_what_is_worth_repeating_is_repeated_no_earlier_than_asked(tmp_path):
    async def work(provider, client):
        started = asyncio.get_running_loop().time()
        await pay(client)
        assert asyncio.get_running_loop().time() - started >= 1.2
        sent = [params for _, params in provider.requests]
        assert len(sent) == 2 and sent[0] == sent[1]
    with_provider(tmp_path, work, {"payment_order": [refuse(1005, "rate_limited", retry_after_ms=1200)]})


def test_a_long_wait_is_left_to_the_app(tmp_path):
    async def work(provider, client):
        with pytest.raises(PayportError) as refused:
            await pay(client)
        assert refused.value.retry_after_ms == 30000 and len(provider.requests) == 1
    with_provider(tmp_path, work, {"payment_order": [refuse(5002, "wallet_locked", retry_after_ms=30000)]})


def test_a_wallet_that_forgot_a_payment_does_not_get_it_again(tmp_path):
    async def work(provider, client):
        await pay(client)
        provider.orders.clear()
        with pytest.raises(Forgotten):
            await pay(client)
        assert provider.orders == {}
    with_provider(tmp_path, work)


# Answers that are not believed

def about(**members):
    def hook(provider, socket, records, request, body):
        return {"result": {"payment_order": order_of(request["params"], **members), "replayed": False}}
    return hook


@pytest.mark.parametrize("hook", [
    about(request_id=str(uuid.uuid4())), about(amount="0.2"), about(currency="XMR"), about(state="paid"),
    about(version="1"),
    lambda *a: {"result": {}}, lambda *a: {"result": []}, lambda *a: {}, lambda *a: {"result": {}, "error": {}},
    lambda *a: {"error": "no"}], ids=[
    "another request", "another amount", "another currency", "an unknown state", "a text for a number", "no order",
    "a list",
    "nothing", "both", "no error object"])
def test_an_answer_about_something_else_leaves_the_outcome_unknown(tmp_path, hook):
    async def work(provider, client):
        with pytest.raises(OutcomeUnknown):
            await pay(client)
        assert len(provider.orders) == 1
    with_provider(tmp_path, work, {"payment_order": [hook]})


async def too_large(provider, socket, records, request, body):
    for _ in range(17):
        await socket.send(a_record(records, b"\x01" + bytes(65_518)))


SENDS = {
    "an oversized record": lambda records: bytes(65_536), "a short record": lambda records: bytes(16),
    "a record that does not open": lambda records: bytes(40), "a text": lambda records: "text",
    "an unknown flag": lambda records: a_record(records, b"\x07{}"),
    "not JSON": lambda records: a_record(records, b"\0{"),
    "a member twice": lambda records: a_record(records, b'\0{"jsonrpc":"2.0","id":3,"id":3,"result":{}}'),
    "deep JSON": lambda records: a_record(records, b"\0" + b"[" * 60_000),
    "an array": lambda records: a_record(records, b"\0[]"),
    "another version": lambda records: a_record(records, b'\0{"jsonrpc":"1.0","id":3,"result":{}}')}


@pytest.mark.parametrize("what", [*SENDS, "a message above a mebibyte"])
def test_a_broken_record_ends_the_session_with_1008(tmp_path, what):
    closed = []

    async def send(provider, socket, records, request, body):
        await (too_large(provider, socket, records, request, body) if what not in SENDS
               else socket.send(SENDS[what](records)))
        await socket.wait_closed()
        closed.append(socket.close_code)

    async def work(provider, client):
        with pytest.raises(OutcomeUnknown) as unknown:
            await pay(client)
        assert isinstance(unknown.value.__cause__, ProtocolViolation) and len(provider.orders) == 1
        # The next session finds what became of the payment.
        assert (await pay(client))["state"] == "in_flight"
    with_provider(tmp_path, work, {"payment_order": [send]})
    assert closed == [1008]


async def strangers(provider, socket, records, request, body):
    """Answers that nobody asked for, unknown notifications and a request of the provider; then the right answer."""
    for message in (
            {"jsonrpc": "2.0", "id": 77, "result": {}},
            {"jsonrpc": "2.0", "id": None, "error": {"code": 1, "message": ""}},
            {"jsonrpc": "2.0", "id": float(request["id"]), "result": {}},
            {"jsonrpc": "2.0", "method": "weather", "params": {}},
            {"jsonrpc": "2.0", "id": 1, "method": "give_me_your_key"}):
        await provider._send(socket, records, message)
    refused = records.open(await socket.recv())
    assert b"-32601" in refused
    return body


def test_what_nobody_asked_for_is_ignored(tmp_path):
    async def work(provider, client):
        assert (await pay(client))["state"] == "in_flight"
        assert [method for method, _ in provider.requests] == ["payment_order"]
    with_provider(tmp_path, work, {"payment_order": [strangers]})


def test_after_two_refusals_with_the_same_file_nothing_more_is_tried(tmp_path):
    class Refusing(Provider):
        async def _serve(self, socket):
            self.connections += 1
            await socket.recv()
            await socket.close(1008)

    async def run():
        async with Refusing(tmp_path / "runtime") as provider:
            async with AsyncClient(app(), tmp_path / "state", runtime=tmp_path / "runtime", patience=30) as client:
                started = asyncio.get_running_loop().time()
                for _ in range(3):
                    with pytest.raises(ProviderRefused):
                        await pay(client)
                # The second attempt with the same file comes a second later.
                assert provider.connections == 2 and asyncio.get_running_loop().time() - started >= 1
                provider.publish()
                with pytest.raises(ProviderRefused):
                    await pay(client)
                assert provider.connections == 4
    asyncio.run(run())




async def stay_silent(provider, socket, records, request, body):
    return None


def test_a_reply_that_never_comes_is_waited_for_as_long_as_the_app_has_patience(tmp_path):
    async def work(provider, client):
        order = await pay(client)
        assert [method for method, _ in provider.requests] == ["payment_order", "get_payment_order_status"]
        assert order["request_id"] in provider.orders and provider.connections == 2
    with_provider(tmp_path, work, {"payment_order": [stay_silent]}, patience=4)


def test_a_call_that_is_cancelled_leaves_the_session_whole(tmp_path, monkeypatch):
    send = ClientConnection.send

    async def slow(self, *arguments):
        await asyncio.sleep(0)
        await send(self, *arguments)

    monkeypatch.setattr(ClientConnection, "send", slow)

    async def work(provider, client):
        await client.list_currencies()
        call = asyncio.create_task(client.pay("LTC", "somewhere", "1", name="large", description="x" * 300_000))
        while not client.named("large"):
            await asyncio.sleep(0)
        for _ in range(4):
            await asyncio.sleep(0)
        call.cancel()
        with pytest.raises(asyncio.CancelledError):
            await call
        await client.list_currencies()
        assert provider.connections == 1
        again = await client.pay("LTC", "somewhere", "1", name="large", description="x" * 300_000)
        assert again["state"] == "in_flight"
        assert len(provider.orders) == 1
    with_provider(tmp_path, work)


def test_an_app_that_is_not_approved_asks_the_owner_only_by_pairing(tmp_path):
    async def work(provider, client):
        for _ in range(5):
            with pytest.raises(NotPaired):
                await client.list_currencies()
        assert provider.connections == 1
        # Another process of the app has paired in the meantime.
        provider.script.clear()
        async with AsyncClient(app(), tmp_path / "state", runtime=tmp_path / "runtime") as other:
            await other.pair(lambda code: None)
        await client.list_currencies()
    with_provider(tmp_path, work, {"result": {"status": "pending"}})
