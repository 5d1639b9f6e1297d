"""The tools of payport-mcp: lists, waits, cancellations, payment URIs, words, and the transport over HTTP."""

from __future__ import annotations

import asyncio
import contextlib
import http.client
import json
import re
import socket
import subprocess
import sys
from decimal import Decimal
from pathlib import Path

import httpx2
import pytest
from daemon import AsyncClient, Daemon, client
from mcp import ClientSession
from mcp.client.streamable_http import streamable_http_client
from test_mcp import agent, by_foreign_client, command, environment, place, tool

from payport import InvalidArgument, OutcomeUnknown, PairingDenied, PayportError, ProviderBusy, errors
from payport.mcp.tool_list import TOOLS, with_currencies
from payport.mcp.uris import parse_uri
from payport.mcp.words import told
from payport.reasons import REASONS
from payport.refusals import refusal

__all__ = ["agent", "place"]


def test_an_agent_that_has_lost_its_context_finds_its_payments_and_invoices(daemon, agent, place):
    async def work(session):
        for number in range(3):
            payment = {"request_id": f"Listed {number}", "currency": "LTC", "address": place, "amount": "0.01"}
            assert not (await tool(session, "pay", **payment))[0]
        await tool(session, "invoice", request_id="listed invoice", currency="XMR", amount="0.5", description="Tea")
        payments = (await tool(session, "payments", currency="LTC"))[1]["payments"]
        assert [item["request_id"] for item in payments[:3]] == ["listed 2", "listed 1", "listed 0"]
        assert payments[0]["meaning"] and payments[0]["payment_order"]["address"] == place
        (invoice,) = (await tool(session, "invoices", currency="XMR", state="pending"))[1]["invoices"]
        assert invoice["request_id"] == "listed invoice"
        assert invoice["invoice"]["description"] == {"untrusted_text": "Tea"}
        failed, content = await tool(session, "payments", state="paid")
        assert failed and content["wrong"]["state"].startswith("one of received,")
    by_foreign_client(daemon, agent, work)


def test_an_agent_waits_and_cancels(daemon, agent, place):
    async def work(session):
        payment = {"request_id": "to cancel", "currency": "LTC", "address": place, "amount": "0.5"}
        assert (await tool(session, "pay", **payment))[1]["state"] == "awaiting_approval"
        assert (await tool(session, "wait", request_id="to cancel", seconds=1))[1]["state"] == "awaiting_approval"
        for _ in range(2):
            assert (await tool(session, "cancel", request_id="to cancel"))[1]["state"] == "cancelled"
        ended = (await tool(session, "wait", request_id="to cancel"))[1]
        assert ended["state"] == "cancelled" and "Nothing was paid" in ended["meaning"]
        made = (await tool(session, "invoice", request_id="to be paid", currency="LTC", amount="0.1"))[1]
        waiting = asyncio.create_task(tool(session, "wait", request_id="to be paid", seconds=50))
        await asyncio.to_thread(daemon.receive, made["invoice"]["address"], "0.1")
        await asyncio.to_thread(daemon.mine)
        assert (await waiting)[1]["state"] == "settled"
        failed, content = await tool(session, "cancel", request_id="to be paid")
        assert failed and content["error"] == "not_cancellable" and "Call status" in content["what_to_do"]
        await tool(session, "invoice", request_id="withdrawn", currency="LTC")
        assert (await tool(session, "cancel", request_id="withdrawn"))[1]["invoice"]["state"] == "cancelled"
        assert (await tool(session, "cancel", request_id="never made"))[1]["error"] == "unknown_request_id"
    by_foreign_client(daemon, agent, work)


def test_an_agent_pays_a_payment_uri(daemon, agent, place):
    async def work(session):
        uri = f"litecoin:{place}?amount=0.01&label=A%20shop&message=Pay%209"
        failed, paid = await tool(session, "pay_uri", request_id="by uri", uri=uri)
        assert not failed and paid["payment_order"]["amount"] == "0.01"
        assert (paid["label"], paid["message"]) == ({"untrusted_text": "A shop"}, {"untrusted_text": "Pay 9"})
        again = (await tool(session, "pay_uri", request_id="by uri", uri=uri))[1]
        assert again["payment_order"]["order_id"] == paid["payment_order"]["order_id"]
        for wrong in (
                {"uri": f"litecoin:{place}"}, {"uri": uri, "amount": "0.02"}, {"uri": place},
                {"uri": f"dogecoin:{place}?amount=1"}, {"uri": f"litecoin:{place}?amount=1&req-when=now"}):
            failed, content = await tool(session, "pay_uri", request_id="bad uri", **wrong)
            assert failed and content["error"] == "invalid_argument" and content["what_to_do"]
    by_foreign_client(daemon, agent, work)


@pytest.mark.parametrize("text, address, amount", [
    ("LITECOIN:abc?AMOUNT=0.5", "abc", "0.5"), ("bitcoin:bc1x", "bc1x", None),
    ("monero:4abc?tx_amount=1.5&tx_description=Tea", "4abc", "1.5"), ("litecoin:abc?label=&amount=1", "abc", "1")])
def test_payment_uris_are_read(text, address, amount):
    assert parse_uri(text)[1:3] == (address, amount)


@pytest.mark.parametrize("text", [
    "abc", "litecoin:", "litecoin:a?amount=1&amount=2", "litecoin:a?amount=1&tx_amount=1", "litecoin:a?req-x=1",
    "lite coin:a", "litecoin:a#b", "litecoin:a/b", "litecoin:" + "a" * 201, "litecoin:a?x=" + "1" * 1000])
def test_payment_uris_that_are_none_are_refused(text):
    with pytest.raises(InvalidArgument):
        parse_uri(text)


def test_quote_and_pay_agree(daemon, agent, place):
    """Whatever quote says of an amount, pay does."""
    async def work(session):
        for number, amount in enumerate(("0.00001", "0.01", "0.0995", "0.1", "0.11", "10.1", "500")):
            quote = (await tool(session, "quote", currency="LTC", amount=amount))[1]
            failed, paid = await tool(
                session, "pay", request_id=f"agrees {number}", currency="LTC", address=place, amount=amount)
            assert failed is (not quote["fits"]), (amount, quote, paid)
            asked = {"awaiting_approval": "yes"}.get(paid.get("state", ""), "no")
            assert quote["owner_is_asked"] == ("refused" if failed else asked), (amount, paid)
            if asked == "yes" and not failed:
                await tool(session, "cancel", request_id=f"agrees {number}")
            assert failed or Decimal(paid["payment_order"]["amount"]) == Decimal(amount)
    by_foreign_client(daemon, agent, work)


# Words

def all_errors() -> list[PayportError]:
    made: list[PayportError] = [
        refusal({"code": reason.number, "data": {"reason": name}}) for name, reason in REASONS.items()]
    made += [OutcomeUnknown(), InvalidArgument("A text."), errors.RequestConflict(True), errors.RequestConflict(False)]
    made += [PairingDenied("pairing_denied"), ProviderBusy("too_many_questions", 9000), errors.DocumentError("A text.")]
    plain = [kind for kind in vars(errors).values() if isinstance(kind, type) and issubclass(kind, PayportError)]
    for kind in plain:
        try:
            made.append(kind())
        except TypeError:
            pass
    return made


def test_remedies_name_tools_and_nothing_that_an_agent_does_not_have():
    tools = {tool["name"] for tool in TOOLS}
    members = {"request_id", "retry_after_ms", "resets_at", "untrusted_text", "max_fee"}
    for error in all_errors():
        what = told(error)["what_to_do"]
        assert what.strip().endswith("."), error.code
        assert "payd" not in what and "()" not in what and "`" not in what, (error.code, what)
        for word in re.findall(r"\b[a-z]+(?:_[a-z]+)+\b", what):
            assert word in tools | members, (error.code, what)
        for word in re.findall(r"[Cc]all (\w+)", what):
            assert word in tools | {"the"}, (error.code, what)


def test_a_wallet_that_is_away_leaves_the_list_of_tools_as_it_is(tmp_path):
    assert with_currencies([]) is TOOLS
    hello = json.dumps({"jsonrpc": "2.0", "id": 0, "method": "initialize", "params": {}}) + "\n"
    listing = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/list"}) + "\n"
    done = subprocess.run(
        [sys.executable, "-m", "payport.mcp", "--state", tmp_path / "state", "--runtime", tmp_path],
        input=hello + listing, capture_output=True, text=True, env=environment(), timeout=60)
    answers = {answer["id"]: answer["result"] for answer in map(json.loads, done.stdout.splitlines())}
    assert len(answers[1]["tools"]) == len(TOOLS)


# HTTP

class Served:
    """A payport-mcp over HTTP."""

    def __init__(self, daemon: Daemon, state: Path) -> None:
        self._process = subprocess.Popen(
            [*command(daemon, state), "--http", "0"], stdout=subprocess.PIPE, text=True, env=environment())
        assert self._process.stdout is not None
        self.url = self._process.stdout.readline().strip()
        path = Path(self._process.stdout.readline().split(" is in ")[1].strip())
        assert path.stat().st_mode & 0o777 == 0o600
        self.token = path.read_text()
        self.port = int(self.url.split(":")[2].split("/")[0])

    def stop(self) -> None:
        self._process.terminate()
        self._process.wait()
        self._process.stdout.close()


@pytest.fixture(scope="module")
def served(daemon, agent):
    made = Served(daemon, agent)
    yield made
    made.stop()


def test_a_foreign_client_pays_over_http(served, place):
    async def run():
        async with httpx2.AsyncClient(headers={"Authorization": f"Bearer {served.token}"}, timeout=60) as own:
            async with streamable_http_client(served.url, http_client=own) as streams:
                async with ClientSession(streams[0], streams[1]) as session:
                    await session.initialize()
                    assert len((await session.list_tools()).tools) == len(TOOLS)
                    payment = {"request_id": "over http", "currency": "LTC", "address": place, "amount": "0.01"}
                    failed, paid = await tool(session, "pay", **payment)
                    assert not failed and paid["payment_order"]["amount"] == "0.01"
                    assert (await tool(session, "payments"))[1]["payments"][0]["request_id"] == "over http"
    asyncio.run(run())


PING = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "ping"})


def asked(served: Served, method: str = "POST", path: str = "/mcp", body: str = PING, **headers: str | None) -> int:
    given = {"Authorization": f"Bearer {served.token}", "Content-Type": "application/json",
             **{name.replace("_", "-"): value for name, value in headers.items()}}
    connection = http.client.HTTPConnection("127.0.0.1", served.port, timeout=30)
    connection.putrequest(method, path, skip_host="Host" in headers)
    for name, value in given.items():
        if value is not None:
            connection.putheader(name, value)
    if "Content_Length" not in headers:
        connection.putheader("Content-Length", str(len(body)))
    connection.endheaders()
    connection.send(body.encode())
    try:
        return connection.getresponse().status
    finally:
        connection.close()


def test_what_a_web_page_or_a_stranger_sends_is_refused(served):
    port = served.port
    assert asked(served) == 200 and asked(served, Origin=f"http://localhost:{port}") == 200
    assert asked(served, body=PING.replace('"id": 1, ', "")) == 202
    for origin in ("https://evil.example", "null", f"http://127.0.0.1:{port + 1}", "http://127.0.0.1", ""):
        assert asked(served, Origin=origin) == 403, origin
    for host in ("evil.example", f"evil.example:{port}", "127.0.0.1", f"127.0.0.1.evil.example:{port}", ""):
        assert asked(served, Host=host) == 403, host
    for token in (None, "", "Bearer", "Bearer x", f"Basic {served.token}", f"Bearer {served.token}x", served.token,
                  "Bearer \u00fc"):
        assert asked(served, Authorization=token) == 401, token
    # Without the token nothing else is told.
    assert asked(served, path="/", Authorization=None) == 401
    assert asked(served, path="/") == 404 and asked(served, path="/mcp?x=1") == 404
    for method in ("GET", "DELETE", "OPTIONS", "PUT"):
        assert asked(served, method, body="") == 405
    assert asked(served, Content_Type="text/plain") == 415
    assert asked(served, MCP_Protocol_Version="1999-01-01") == 400
    assert asked(served, Content_Length=str((1 << 20) + 1)) == 413
    for length in ("-1", "x", "9" * 20):
        assert asked(served, Content_Length=length) == 411
    assert asked(served, body="{") == 200


def test_so_many_connections_are_taken_and_no_more(served):
    taken = [socket.create_connection(("127.0.0.1", served.port)) for _ in range(64)]
    try:
        # Nothing is sent on them, and the next one is closed without a byte.
        with pytest.raises((ConnectionError, http.client.RemoteDisconnected)):
            for _ in range(100):
                asked(served)
    finally:
        for each in taken:
            each.close()
    while True:
        with contextlib.suppress(ConnectionError, http.client.RemoteDisconnected):
            if asked(served) == 200:
                break


def test_two_programs_over_http_share_the_names_of_one_app(served, daemon, agent, place):
    async def orders() -> set[str]:
        async with client(daemon, agent, AsyncClient) as own:
            return {item["order_id"] for item in (await own.list_payment_orders(limit=100))["payment_orders"]}
    call = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "pay", "arguments": {
        "request_id": "both", "currency": "LTC", "address": place, "amount": "0.01"}}})
    before = asyncio.run(orders())
    assert [asked(served, body=call) for _ in range(5)] == [200] * 5
    assert len(asyncio.run(orders()) - before) == 1
