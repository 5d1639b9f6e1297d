"""Events of a scripted provider: those that come again, of unknown types, and from a wallet that was restored."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from daemon import app
from hostile import Provider

from payport import AsyncClient, NotPaired, ProtocolViolation
from payport.encoding import to_base64url

BUDGET = {
    "currency": "LTC", "period": "day", "ask": "always", "used": "0", "used_count": 0,
    "resets_at": "2026-03-21T00:00:00Z"}


def event(cursor: int, kind: str = "budget_low") -> dict:
    return {"jsonrpc": "2.0", "method": "event", "params": {
        "cursor": str(cursor), "type": kind, "at": "2026-03-20T12:00:00Z", "budget": BUDGET}}


def subscription(*, events=(), before=(), error=None, cut=False):
    """An answer to subscribe_events: some events before the response, and some after it; then perhaps the end."""
    async def hook(provider, socket, records, request, body):
        for each in before:
            await provider._send(socket, records, each)
        answer = {"error": error} if error else {"result": {"cursor": request["params"]["from"]}}
        await provider._send(socket, records, {"jsonrpc": "2.0", "id": request["id"], **answer})
        for each in events:
            await provider._send(socket, records, each)
        if cut:
            await socket.close(1001)
    return hook


def read(tmp_path: Path, count: int, *subscriptions, cursor: str | None = None) -> tuple[list[str], list[str], str]:
    """The cursors of the events, those that were subscribed from, and the one that is stored at the end."""
    async def run():
        async with Provider(tmp_path / "runtime", {"subscribe_events": list(subscriptions)}) as provider:
            async with AsyncClient(app(), tmp_path / "state", runtime=tmp_path / "runtime", patience=3) as client:
                if cursor is not None:
                    client._store.set_cursor("main", (await provider_id(client)), cursor)
                found = []
                feed = client.events()
                async for each in feed:
                    found.append(each.cursor)
                    if len(found) == count:
                        client.handled(each)
                        break
                await feed.aclose()
                asked = [params["from"] for method, params in provider.requests if method == "subscribe_events"]
                return found, asked, client._store.cursor("main")[1]
    return asyncio.run(run())


async def provider_id(client: AsyncClient) -> str:
    return to_base64url(client._link.find().files[0].provider_id)


def test_a_throttle_is_waited_for(tmp_path):
    throttle = {"code": 1005, "message": "", "data": {"reason": "rate_limited", "retry_after_ms": 10}}
    refused = [subscription(error=throttle)] * 2
    found, asked, _ = read(tmp_path, 1, *refused, subscription(events=[event(1)]))
    assert found == ["1"] and asked == ["0"] * 3



def test_events_before_and_after_the_response(tmp_path):
    assert read(tmp_path, 3, subscription(before=[event(1)], events=[event(2), event(3)])) == (["1", "2", "3"], ["0"],
        "3")


def test_an_event_that_comes_again_is_handled_once(tmp_path):
    first = subscription(events=[event(1), event(2)], cut=True)
    again = subscription(events=[event(1), event(2), event(3), event(3), event(4)])
    assert read(tmp_path, 4, first, again) == (["1", "2", "3", "4"], ["0", "2"], "4")


def test_an_event_whose_cursor_is_stored_does_not_come_again(tmp_path):
    assert read(tmp_path, 1, subscription(events=[event(7), event(8)]), cursor="7") == (["8"], ["7"], "8")


def test_an_event_that_is_not_later_than_the_last_one_is_passed_over(tmp_path):
    assert read(tmp_path, 2, subscription(events=[event(9), event(8), event(10)])) == (["9", "10"], ["0"], "10")


@pytest.mark.parametrize("cursor", ["01", "-1", "x", str(2**63), "1.0", ""])
def test_a_cursor_is_a_number(tmp_path, cursor):
    bad = event(1)
    bad["params"]["cursor"] = cursor
    with pytest.raises(ProtocolViolation):
        read(tmp_path, 1, subscription(events=[bad]))


def test_an_event_of_an_unknown_type_is_passed_over_and_its_cursor_kept(tmp_path):
    first = subscription(events=[event(1), event(2, "moon_changed")], cut=True)
    found, asked, _ = read(tmp_path, 2, first, subscription(events=[event(3)]))
    assert (found, asked) == (["1", "3"], ["0", "2"])


def test_a_restored_wallet_is_read_from_the_beginning(tmp_path):
    invalid = {"code": 1008, "message": "", "data": {"reason": "cursor_invalid"}}
    found, asked, stored = read(
        tmp_path, 2, subscription(error=invalid), subscription(events=[event(1), event(9)]), cursor="9")
    # The cursor 9 is that of another event now.
    assert (found, asked, stored) == (["1", "9"], ["9", "0"], "9")


def test_a_malformed_event_ends_the_session_and_nothing_is_stored(tmp_path):
    bad = event(2)
    del bad["params"]["at"]
    found, asked, _ = read(
        tmp_path, 2, subscription(events=[event(1), bad]), subscription(events=[event(2)]))
    assert (found, asked) == (["1", "2"], ["0", "1"])


def test_what_is_always_malformed_is_told(tmp_path):
    bad = event(1)
    del bad["params"]["at"]
    with pytest.raises(ProtocolViolation):
        read(tmp_path, 1, *(subscription(events=[bad]) for _ in range(3)))


def test_an_app_that_is_not_paired_gets_no_events(tmp_path):
    async def run():
        async with Provider(tmp_path / "runtime", {"result": {"status": "pending"}}):
            async with AsyncClient(app(), tmp_path / "state", runtime=tmp_path / "runtime", patience=3) as client:
                async for _ in client.events():
                    raise AssertionError
    with pytest.raises(NotPaired):
        asyncio.run(run())
