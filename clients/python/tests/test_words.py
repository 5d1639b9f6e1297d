"""The words of errors name what is wrong, where, and what to do about it."""

from __future__ import annotations

import datetime
import inspect
import os

import pytest
from daemon import AsyncClient, Daemon, app, client, paired
from hostile import Provider
from test_hostile import refuse, with_provider

import payport
from payport import (
    Client, InvalidArgument, NoProvider, PairingDenied, PayportError, PermissionRefused, ProviderBusy, Refusal,
    StoreDamaged,
)


def words(kind: type[PayportError], call) -> str:
    with pytest.raises(kind) as error:
        call()
    return str(error.value)


# What the wallet refuses

@pytest.mark.parametrize("said, change", [
    ("/description: at most 1000 code points", {"description": "x" * 5000}),
    ("/expires_at: 10 seconds to 30 days ahead", {"expires_at": "2099-01-01T00:00:00Z"}),
    ("/confirmations: 0 to 1000", {"confirmations": 10**6}), ("/amount: at most 8 decimals", {"amount": "0.123456789"}),
    ("/expires_at: it breaks /optionalProperties/expires_at/type of the schema", {"expires_at": "tomorrow"})])
def test_the_place_and_the_rule_are_named(shop, said, change):
    assert said in words(Refusal, lambda: shop.invoice("LTC", **{"amount": "1", **change}))


def test_the_scope_and_the_limit_are_named(own_daemon, tmp_path):
    with client(own_daemon, tmp_path / "state") as shop:
        shop.pair(lambda code: own_daemon.approve_app(code, "receive,pay"))
        said = words(PermissionRefused, lambda: shop.get_balance("LTC"))
        assert said.startswith("The app was not granted balance. ")
        place = shop.new_address_for_currency("LTC")["address"]
        said = words(PermissionRefused, lambda: shop.pay("LTC", place["address"], "11", name="too much"))
        assert "the limit per_payment" in said and "11" not in said
        for uri in (place["uri"], place["uri"] + "?amount=1"):
            said = words(Refusal, lambda uri=uri: shop.pay("LTC", uri, "0.1", name="uri"))
            assert "a payment URI, and not an address" in said and place["address"] not in said
        # And corrected, under the same name.
        assert shop.pay("LTC", place["address"], "0.01", name="uri")["amount"] == "0.01"


@pytest.mark.parametrize("rule", ["\u202eevil", "x" * 101, "two\nlines", 7])
def test_what_could_hide_the_words_around_it_is_left_out(tmp_path, rule):
    async def work(provider, shop):
        with pytest.raises(PayportError) as error:
            await shop.list_currencies()
        assert str(error.value).isascii() and "xxx" not in str(error.value) and "\n" not in str(error.value)
    with_provider(tmp_path, work, {"list_currencies": [refuse(-32602, "invalid_params", pointer="/a", rule=rule)]})


def test_a_wait_is_named(tmp_path):
    async def work(provider, shop):
        with pytest.raises(PermissionRefused, match="Wait 8 s first"):
            await shop.list_currencies()
    with_provider(tmp_path, work, {"list_currencies": [refuse(2005, "too_many_questions", retry_after_ms=7500)]})


# What the app has mistaken

@pytest.mark.parametrize("said, call", [
    ("write LTC", lambda shop: shop.invoice("ltc", "0.1")), ("write LTC", lambda shop: shop.get_balance("Ltc")),
    ("2 to 12 of A-Z and 0-9", lambda shop: shop.get_balance("litecoin please")),
    ("2 to 12 of A-Z and 0-9", lambda shop: shop.get_balance(7)),
    ("a text of 1 to 200", lambda shop: shop.pay("LTC", "somewhere", "1", name=17)),
    ("a UUID", lambda shop: shop.pay("LTC", "somewhere", "1", request_id=17)),
    ("datetime with a time zone", lambda shop: shop.invoice("LTC", expires_at=1_900_000_000)),
    ("datetime with a time zone", lambda shop: shop.statement(datetime.date(2026, 1, 1), "2026-02-01")),
    ("wait_for_order takes an order", lambda shop: shop.wait_for_invoice({"order_id": "ord_1", "state": "approved"})),
    ("wait_for_invoice takes an invoice", lambda shop: shop.wait_for_order({"invoice_id": "i", "state": "pending"})),
    ("takes an invoice", lambda shop: shop.wait_for_invoice("inv_1"))])
def test_a_mistake_of_the_app_is_told_before_anything_is_sent(shop, said, call):
    assert said in words(InvalidArgument, lambda: call(shop))


def test_the_wallets_that_run_are_named(daemon, state):
    with client(daemon, state, provider="mywallet", patience=0.1) as shop:
        said = words(NoProvider, shop.list_currencies)
    assert "No wallet named mywallet is running, but these are: wallet." in said


def test_the_state_folder_is_named_with_its_mode(tmp_path):
    folder = tmp_path / "state"
    folder.mkdir(mode=0o755)
    folder.chmod(0o755)
    said = words(StoreDamaged, lambda: Client(app(), folder))
    assert f"{folder} is open to others, with mode 0755; type: chmod 700" in said
    folder.chmod(0o700)
    (folder / "requests").mkdir()
    (folder / "requests").chmod(0o777)
    assert f"{folder}/requests is open to others, with mode 0777" in words(StoreDamaged, lambda: Client(app(), folder))
    (tmp_path / "file").write_text("")
    assert f"{tmp_path}/file" in words(StoreDamaged, lambda: Client(app(), tmp_path / "file"))
    above = tmp_path / "above"
    above.mkdir()
    above.chmod(0o777)
    assert f"{above} can be written by everybody" in words(StoreDamaged, lambda: Client(app(), above / "state"))


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write everywhere")
def test_a_folder_that_cannot_be_written_is_named(tmp_path):
    folder = tmp_path / "state"
    folder.mkdir(mode=0o500)
    assert str(folder) in words(StoreDamaged, lambda: Client(app(), folder))


def test_the_folder_of_all_programs_of_payport_is_honoured(tmp_path, monkeypatch):
    monkeypatch.setenv("PAYPORT_STATE", str(tmp_path))
    Client(app()).close()
    assert (tmp_path / "consumer" / "org.example.shop" / "python" / "identity").exists()


# Pairing

def test_a_throttle_of_pairing_is_not_the_owners_no(tmp_path):
    for reason, said in [("too_many_questions", "The owner has not refused this app."),
                         ("pairing_locked", "Too many wrong codes")]:
        async def work(provider, shop):
            with pytest.raises(ProviderBusy, match="Wait 12 s first") as busy:
                await shop.pair(print)
            assert busy.value.reason == reason and busy.value.retry_after_ms == 11_500 and said in str(busy.value)
            # No other call asks the owner in the meantime.
            with pytest.raises(ProviderBusy):
                await shop.list_currencies()
            assert provider.connections == 1
        with_provider(tmp_path / reason, work, {
            "result": {"status": "denied", "reason": reason, "retry_after_ms": 11_500, "session": None}})


def test_the_ninth_app_within_ten_minutes_is_told_to_wait(own_daemon, tmp_path):
    def pair(number: int) -> None:
        with Client(payport.App(f"org.example.shop{number}", "Shop", "1"), tmp_path / str(number),
                    runtime=own_daemon.runtime) as shop:
            shop.pair(lambda code: own_daemon.owner("deny", code.question_id))
    for number in range(8):
        with pytest.raises(PairingDenied):
            pair(number)
    with pytest.raises(ProviderBusy, match="Wait [1-9]"):
        pair(8)


# Words in an editor

@pytest.mark.parametrize("kind", [Client, AsyncClient])
def test_every_method_has_a_docstring(kind):
    methods = [name for name in dir(kind) if not name.startswith("_") and callable(getattr(kind, name))]
    assert len(methods) > 40
    for name in methods:
        said = inspect.getdoc(getattr(kind, name))
        assert said and said.rstrip().endswith("."), name
        assert said == inspect.getdoc(getattr(AsyncClient, name)), name


def test_both_ways_to_an_invoice_and_a_payment_name_each_other():
    for short, long in (("invoice", "invoice_request"), ("pay", "payment_order")):
        assert f"`{long}`" in inspect.getdoc(getattr(Client, short))
        assert f"`{short}`" in inspect.getdoc(getattr(Client, long))
