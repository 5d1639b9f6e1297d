"""Statements of a scripted provider: in parts, after a restart, with a wrong digest, and failed."""

from __future__ import annotations

import asyncio
import hashlib

import pytest
from daemon import app
from hostile import Provider

from payport import AsyncClient, PayportError, ProtocolViolation
from payport.encoding import to_base64url

PART = 524_288
NOW = "2026-03-20T11:01:25.000Z"
FILE = bytes(range(256)) * 5000


def statement(request_id: str, state: str = "ready", **more) -> dict:
    ready = {"size": len(FILE), "sha256": hashlib.sha256(FILE).hexdigest(), "parts": 3} if state == "ready" else {}
    return {
        "statement_id": "stm_1", "request_id": request_id, "version": 1, "state": state, "format": "csv", "from": NOW,
        "to": NOW, "rows": 1, "rows_done": 0, "media_type": "text/csv", "file_name": "s.csv", "created_at": NOW,
        **ready, **more}


def ask(state="ready", **more):
    return lambda p, s, r, request, b: {
        "result": {"statement": statement(request["params"]["request_id"], state, **more), "replayed": False}}


def part(state="ready", data=None, **more):
    def hook(provider, socket, records, request, body):
        request_id = next(params["request_id"] for method, params in provider.requests if method == "statement_request")
        answer = {"statement": statement(request_id, state, **more)}
        if state == "ready":
            at = request["params"].get("part", 0) * PART
            answer["data"] = to_base64url(FILE[at:at + PART] if data is None else data)
        return {"result": answer}
    return hook


def gone(*arguments):
    return {"error": {"code": 1010, "message": "", "data": {"reason": "statement_not_found"}}}


def fetch(tmp_path, asked, parts) -> tuple[bytes, list[str]]:
    async def run():
        async with Provider(tmp_path / "runtime",
                            {"statement_request": asked, "get_statement_part": parts}) as provider:
            async with AsyncClient(app(), tmp_path / "state", runtime=tmp_path / "runtime", patience=3) as client:
                file = await client.statement("2026-03-01", "2026-04-01")
                ids = [params["request_id"] for method, params in provider.requests if method == "statement_request"]
                return file, ids
    return asyncio.run(run())


def test_a_statement_is_waited_for_and_joined_from_its_parts(tmp_path):
    file, ids = fetch(tmp_path, [ask("preparing")], [part("preparing"), *[part()] * 3])
    assert file == FILE and len(ids) == 1


def test_a_statement_that_was_dropped_is_asked_for_again_under_the_same_id(tmp_path):
    file, ids = fetch(tmp_path, [ask(), ask()], [part(), gone, *[part()] * 3])
    assert file == FILE and len(ids) == 2 and len(set(ids)) == 1


@pytest.mark.parametrize("parts", [
    [part(sha256="00" * 32)] * 3, [part(), part(), part(data=b"changed" * 40_000)], [part(), part(data=b"")]],
    ids=["digest", "content", "an empty part"])
def test_a_statement_that_is_not_whole_is_not_believed(tmp_path, parts):
    with pytest.raises(ProtocolViolation):
        fetch(tmp_path, [ask()], parts)


@pytest.mark.parametrize("parts", [
    [part(size=(16 << 20) + 1)] * 40, [part(data=b"short")] * 3, [part(size=len(FILE) - 1)] * 3,
    [lambda *a: {"result": {**part()(*a)["result"], "data": "no base64url!"}}]],
    ids=["above 16 MiB", "a short part", "a byte too much", "not base64url"])
def test_a_statement_never_grows_beyond_what_it_may_be(tmp_path, parts):
    with pytest.raises(ProtocolViolation, match="larger|short|base64url"):
        fetch(tmp_path, [ask()], parts)


def test_a_statement_that_is_always_gone_is_not_asked_for_for_ever(tmp_path):
    with pytest.raises(PayportError) as refused:
        fetch(tmp_path, [ask()] * 50, [gone] * 50)
    assert refused.value.code == "statement_not_found"


def test_a_statement_that_failed_says_why(tmp_path):
    with pytest.raises(PayportError) as failed:
        fetch(tmp_path, [ask("preparing")], [part("failed", reason="statement_too_large")])
    assert failed.value.code == "statement_too_large" and "shorter period" in failed.value.remedy
