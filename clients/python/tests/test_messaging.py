"""Chapter 17: a wallet app and a scripted chat app."""

from __future__ import annotations

import asyncio
import json

import pytest
from hostile import Provider

from payport import App, AsyncClient, NotAWallet, Refusal
from payport.messaging import AsyncMessagingClient

WALLET = App("org.example.wallet", "Example Wallet", "1.0")
NOW = "2026-03-20T11:01:25.000Z"


def message_of(params: dict, **more) -> dict:
    return {
        "message_id": "msg_1", "version": 1, "state": "waiting_for_consent", "cursor": "8", "created_at": NOW,
        "updated_at": NOW, "expires_at": NOW, **params, **more}


def run(tmp_path, work, script):
    async def both():
        async with Provider(tmp_path / "runtime", script) as chat:
            chat.publish(services=["messaging"])
            async with AsyncMessagingClient(WALLET, tmp_path / "state", runtime=tmp_path / "runtime",
                                            patience=3) as client:
                await work(chat, client)
    asyncio.run(both())


def test_a_message_is_sent_once_also_when_the_reply_is_lost(tmp_path):
    async def lose(chat, socket, records, request, body):
        chat.orders[request["params"]["request_id"]] = request["params"]
        await socket.close(1011)

    def status(chat, socket, records, request, body):
        return {"result": {"message": message_of(chat.orders[request["params"]["request_id"]])}}

    async def work(chat, client):
        payment = {"invoice_id": "inv_1"}
        for _ in range(2):
            sent = await client.send_message_to_payment_contact(payment, "Thank you!", context="17", name="thanks 1")
            assert sent["message"]["state"] == "waiting_for_consent" and sent["message"]["text"] == "Thank you!"
        assert [method for method, _ in chat.requests] == ["send_message_to_payment_contact", "message_status",
                                                           "message_status"]
    run(tmp_path, work, {"send_message_to_payment_contact": [lose], "message_status": [status, status]})


def test_refusals_and_lists(tmp_path):
    unknown = {"error": {"code": 6001, "message": "", "data": {"reason": "contact_not_found"}}}
    listed = {"result": {"messages": [], "cursor": "11", "more": False}}

    async def work(chat, client):
        with pytest.raises(Refusal) as refused:
            await client.send_message_to_payment_contact({"invoice_id": "inv_2"}, "Hello")
        assert refused.value.reason == "contact_not_found" and "in the chat" in refused.value.remedy
        assert (await client.list_messages(since="11"))["cursor"] == "11"
        assert chat.requests[-1] == ("list_messages", {"since": "11"})
    run(tmp_path, work, {"send_message_to_payment_contact": [lambda *a: unknown], "list_messages": [lambda *a: listed]})


def test_a_wallet_client_does_not_take_a_chat_for_a_wallet(tmp_path):
    async def work(chat, client):
        async with AsyncClient(
                WALLET, tmp_path / "other", provider="wallet", runtime=tmp_path / "runtime", patience=0) as wallet:
            with pytest.raises(NotAWallet):
                await wallet.list_currencies()
        assert chat.connections == 0
        assert json.loads(WALLET.manifest())["scopes"] == []
    run(tmp_path, work, {})
