"""The models: every deviation is a mistake somewhere in the code, and the code asks about no other."""

import asyncio
import json
import uuid
from pathlib import Path

import pytest

from conformance.consumer.bench import SEED, Bench
from conformance.models.broken import BROKEN
from conformance.models.provider import Provider
from conformance.models.provider_mutants import MUTANTS
from conformance.provider import cases  # noqa: F401 - importing them registers them
from conformance.provider.registry import REGISTRY
from conformance.wire.discovery import find
from conformance.wire.identity import Identity
from conformance.wire.session import connect
from conformance.wire.text import compact, parse

MODELS = Path(__file__).parents[1] / "models"
MANIFEST = compact(
    {"app_id": "test.app", "name": "Test", "version": "1", "scopes": ["receive", "pay"], "versions": "1"}).encode()


def asked():
    text = "".join(path.read_text()
                   for path in MODELS.glob("*.py") if not path.name.startswith(("consumer", "provider_mutants")))
    return text


def test_each_deviation_is_asked_about():
    text = asked()
    for mutant in MUTANTS:
        # A mistake that stands around the model is made where it is named.
        assert mutant.name in BROKEN or f'"{mutant.name}"' in text, f"nothing deviates by {mutant.name}"


def test_each_deviation_names_a_case():
    numbers = {case.number for case in REGISTRY.cases()}
    assert [mutant for mutant in MUTANTS if mutant.case not in numbers] == []
    assert len({mutant.name for mutant in MUTANTS}) == len(MUTANTS)


def test_an_unknown_deviation_is_refused(tmp_path):
    with pytest.raises(KeyError):
        Provider(tmp_path, tmp_path, deviations=["flies away"])


async def payment(folder, deviations):
    """The states of one request that is sent twice, and how many orders it made."""
    provider = Provider(folder / "run", folder / "state", identity=Identity(SEED), deviations=deviations)
    (folder / "run").mkdir(mode=0o700)
    provider.admits_everybody = True
    await provider.start()
    try:
        session = await connect(find(folder / "run", "wallet"), Identity.generate(), MANIFEST)
        params = {"request_id": str(uuid.uuid4()), "currency": "LTC", "amount": "0.5",
                  "address": provider.wallets["LTC"].example(1)}
        answers = []
        for number, amount in ((3, "0.5"), (4, "0.50"), (5, "0.6")):
            await session.send(compact({"jsonrpc": "2.0", "id": number, "method": "payment_order",
                                        "params": params | {"amount": amount}}).encode())
            answers.append(parse(await session.receive()))
        assert await session.goodbye() == 1000
        app = next(iter(provider.ledger.apps.values()))
        return answers, len(app.orders)
    finally:
        await provider.stop()


def test_a_payment_is_made_once(tmp_path):
    answers, orders = asyncio.run(payment(tmp_path, []))
    assert orders == 1
    assert [answer["result"]["replayed"] for answer in answers[:2]] == [False, True]
    assert answers[2]["error"]["data"]["reason"] == "request_conflict"


def test_a_deviation_changes_what_it_says(tmp_path):
    answers, orders = asyncio.run(payment(tmp_path, ["conflicting order is answered"]))
    assert orders == 1 and answers[2]["result"]["replayed"]


def test_what_is_published_is_withdrawn(tmp_path):
    async def run():
        provider = Provider(tmp_path, tmp_path / "state")
        await provider.start()
        file = tmp_path / "providers" / "wallet.json"
        assert json.loads(file.read_text())["name"] == "wallet"
        await provider.stop()
        assert not file.exists()

    asyncio.run(run())


def test_requests_of_another_form_are_found():
    bench = Bench(lambda runtime, state: None)
    bench.seen.all = [(1, "request", {"method": "payment_order", "params": {"amount": 5}}),
                      (1, "request", {"method": "get_session"})]
    problems = bench.check_requests()
    assert len(problems) == 1 and problems[0].startswith("payment_order")
