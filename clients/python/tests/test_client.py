"""The client against real payd, over a real socket."""

from __future__ import annotations

import asyncio
import datetime
import threading
import uuid
from decimal import Decimal

import pytest
from daemon import AsyncClient, app, client, paired

from payport import (
    App, Client, InvalidArgument, NoProvider, NotPaired, PairingDenied, PayingRefused, PermissionRefused,
    ReceivingRefused, RequestConflict, RequestRefused,
)


def address(daemon, shop) -> str:
    return shop.new_address_for_currency("LTC")["address"]["address"]


# Pairing

def test_pairing_shows_six_digits_and_happens_once(daemon, tmp_path):
    shown = []

    def show(code):
        shown.append(code)
        daemon.approve_app(code, "receive")

    with client(daemon, tmp_path / "state") as made:
        with pytest.raises(NotPaired):
            made.list_currencies()
        made.pair(show)
        made.pair(show)
        assert made.get_session()["grants"]["scopes"] == ["receive"]
    assert len(shown) == 1 and len(shown[0].digits) == 6 and shown[0].digits not in repr(shown[0])


def test_a_denied_app_does_not_ask_again_by_itself(daemon, tmp_path):
    with client(daemon, tmp_path / "state") as made:
        with pytest.raises(PairingDenied) as denied:
            made.pair(lambda code: daemon.owner("deny", code.question_id))
        assert denied.value.reason == "pairing_denied"
        with pytest.raises(PairingDenied) as again:
            made.list_currencies()
        assert again.value is denied.value


def test_a_revoked_app_learns_it_and_does_not_ask_again_by_itself(daemon, tmp_path):
    with client(daemon, paired(daemon, tmp_path / "state")) as made:
        key = made.get_session()["app"]["key"]
        daemon.owner("revoke", key)
        with pytest.raises(PairingDenied) as denied:
            for _ in range(100):
                made.list_currencies()
        assert denied.value.reason == "app_revoked"
        assert daemon.owner("questions").get("pairings", []) == []


@pytest.mark.parametrize("wrong", [
    {"app_id": "My Shop"}, {"app_id": "ab"}, {"app_id": "x" * 101}, {"name": ""}, {"name": "x" * 65},
    {"version": "1" * 33},
    {"scopes": "pay"}, {"scopes": ["spend"]}, {"scopes": ["pay"] * 6}, {"currencies": "LTC"},
    {"currencies": ["LTC"] * 65},
    {"callback_scheme": "https"}, {"callback_scheme": "org.example-"}, {"callback_scheme": "org..example"},
    {"callback_scheme": "org.1example"}, {"callback_scheme": "a." + "b" * 63}])
def test_what_no_wallet_would_accept_of_an_app_is_refused_here(tmp_path, wrong):
    made = App(**{"app_id": "org.example.shop", "name": "Shop", "version": "1", "scopes": ["pay"], **wrong})
    with pytest.raises(InvalidArgument):
        Client(made, tmp_path / "state")


# Receiving

def test_an_invoice_is_paid(daemon, shop):
    invoice = shop.invoice("LTC", "0.25", name="first", description="Two tickets")
    assert (invoice["state"], invoice["amount"]) == ("pending", "0.25")
    daemon.receive(invoice["address"], "0.25")
    daemon.mine()
    paid = shop.wait_for_invoice(invoice, timeout=20)
    assert (paid["state"], paid["payment"]) == ("settled", "paid")
    assert shop.list_invoice_transfers(paid["invoice_id"])["transfers"] == paid["transfers"]


def test_an_invoice_of_a_name_is_one_invoice(daemon, state, shop):
    first = shop.invoice("LTC", "0.50", name="order 7")
    assert shop.invoice("LTC", Decimal("0.5"), name="order 7") == first
    with client(daemon, state) as restarted:
        assert restarted.invoice("LTC", "0.5", name="order 7") == first
    with pytest.raises(RequestConflict):
        shop.invoice("LTC", "0.6", name="order 7")
    with pytest.raises(RequestConflict):
        shop.new_address_for_currency("LTC", name="order 7")


def test_an_invoice_can_be_cancelled_and_listed(daemon, shop):
    invoice = shop.invoice("XMR", expires_at=datetime.datetime.now(datetime.timezone.utc) + datetime.timedelta(hours=1))
    assert "amount" not in invoice
    cancelled = shop.cancel_invoice_request(invoice["invoice_id"])["invoice"]
    assert cancelled["state"] == "cancelled"
    assert shop.list_invoice_requests(state="cancelled", currency="XMR", limit=1)["invoices"] == [cancelled]
    assert shop.wait_for_invoice(cancelled) == cancelled
    assert shop.get_invoice_request_status(request_id=invoice["request_id"])["invoice"] == cancelled


def test_waiting_ends_in_time(shop):
    invoice = shop.invoice("LTC", "0.1")
    assert shop.wait_for_invoice(invoice, timeout=0.3) == invoice


# Paying

def test_a_payment_that_the_owner_approves(daemon, shop):
    order = shop.pay("LTC", address(daemon, shop), "0.2", name="rent", max_fee="0.1", description="Rent")
    assert order["state"] == "awaiting_approval"
    daemon.owner("approve", order["order_id"])
    daemon.mine()
    paid = shop.wait_for_order(order, timeout=20)
    assert paid["state"] == "succeeded" and paid["transaction_id"]
    assert shop.pay("LTC", order["address"], "0.2", name="rent", max_fee="0.1", description="Rent") == paid
    with pytest.raises(PayingRefused) as refused:
        shop.cancel_payment_order(order["order_id"])
    assert refused.value.reason == "already_paid"


def test_a_payment_that_the_owner_rejects(daemon, shop):
    order = shop.pay("LTC", address(daemon, shop), "0.2", name="rejected")
    daemon.owner("deny", order["order_id"])
    ended = shop.wait_for_order(order, timeout=20)
    assert (ended["state"], ended["reason"]) == ("rejected", "user_rejected")


def test_a_small_payment_needs_no_question(daemon, shop):
    order = shop.pay("LTC", address(daemon, shop), "0.01", name="coffee")
    daemon.mine()
    assert shop.wait_for_order(order, timeout=20)["state"] == "succeeded"


def test_a_repeated_payment_keeps_its_first_deadline(daemon, shop):
    place = address(daemon, shop)

    def pay():
        now = datetime.datetime.now(datetime.timezone.utc)
        return shop.pay("LTC", place, "0.2", name="deadline", expires_at=now + datetime.timedelta(minutes=10))

    first = pay()
    assert pay()["order_id"] == first["order_id"] and pay()["expires_at"] == first["expires_at"]
    assert shop.cancel_payment_order(first["order_id"])["payment_order"]["state"] == "cancelled"


def test_limits_of_the_owner(daemon, shop):
    place = address(daemon, shop)
    with pytest.raises(PermissionRefused) as refused:
        shop.pay("LTC", place, "11", name="too much")
    error = refused.value
    assert (error.reason, error.number, error.rule, error.pointer) == ("budget_exceeded", 2006, "per_payment",
        "/amount")
    assert error.left == "10" and "10" not in str(error) and place not in repr(error)
    assert "payd limit" in error.remedy
    budget = shop.get_amount_range_for_currency("LTC")["budget"]
    assert (budget["per_payment"], budget["ask"], budget["ask_above"]) == ("10", "above", "0.1")


@pytest.mark.parametrize("kind, reason, change", [
    (PayingRefused, "invalid_address", {"address": "nowhere"}),
    (ReceivingRefused, "too_many_decimals", {"amount": "0.123456789"}),
    (ReceivingRefused, "amount_out_of_range", {"amount": "0"}),
    (ReceivingRefused, "unknown_currency", {"currency": "DOGE"}),
    (PayingRefused, "fee_too_high", {"max_fee": "0.00000001"}),
    (RequestRefused, "expired", {"expires_at": "2020-01-01T00:00:00Z"}),
    (RequestRefused, "invalid_params", {"expires_at": "tomorrow"}),
    (RequestRefused, "invalid_params", {"description": "x" * 1001})])
def test_refusals_are_typed_and_say_what_to_do(daemon, shop, kind, reason, change):
    params = {"currency": "LTC", "address": address(daemon, shop), "amount": "0.2", **change}
    with pytest.raises(kind) as refused:
        shop.pay(params.pop("currency"), params.pop("address"), params.pop("amount"),
                 name=f"{reason} of {next(iter(change))}", **params)
    assert refused.value.reason == reason and refused.value.sentence and refused.value.remedy
    assert shop.unfinished() == []


def test_what_was_refused_is_corrected_under_its_name(daemon, shop):
    for _ in range(2):
        with pytest.raises(PayingRefused):
            shop.pay("LTC", "nowhere", "0.2", name="typo")
    first = shop.named("typo")
    order = shop.pay("LTC", address(daemon, shop), "0.02", name="typo", description="Corrected")
    assert order["request_id"] == first.request_id == shop.named("typo").request_id
    assert shop.named("typo").params["amount"] == "0.02"
    # Now it is carried out, and is what it is.
    with pytest.raises(RequestConflict, match="already another request") as conflict:
        shop.pay("LTC", order["address"], "0.03", name="typo", description="Corrected")
    assert conflict.value.answered and "a name of its own" in conflict.value.remedy
    with pytest.raises(RequestConflict):
        shop.invoice("LTC", "0.02", name="typo")


def test_what_came_too_late_is_repeated_with_another_time(daemon, shop):
    place = address(daemon, shop)
    with pytest.raises(RequestRefused):
        shop.pay("LTC", place, "0.01", name="late", expires_at="2020-01-01T00:00:00Z")
    order = shop.pay("LTC", place, "0.01", name="late", expires_at=datetime.datetime.now(
        datetime.timezone.utc) + datetime.timedelta(minutes=10))
    assert order["amount"] == "0.01"


@pytest.mark.parametrize("amount", [0.1, "1e3", "-1", ".5", "01", "1,5", True, "9" * 81, None])
def test_amounts_are_decimal_numbers(shop, amount):
    with pytest.raises(InvalidArgument):
        shop.pay("LTC", "anywhere", amount if amount is not None else "", name="amount")


@pytest.mark.parametrize("names", [
    {"request_id": "7"}, {"request_id": str(uuid.UUID(int=0))}, {"name": ""}, {"name": "x" * 201}])
def test_names_and_ids_are_checked(shop, names):
    with pytest.raises(InvalidArgument):
        shop.pay("LTC", "anywhere", "1", **names)


@pytest.mark.parametrize("text", ["half \ud800", b"bytes"])
def test_texts_are_unicode(shop, text):
    with pytest.raises(InvalidArgument):
        shop.pay("LTC", text, "1", name=f"text {type(text)}")
    with pytest.raises(InvalidArgument):
        shop.get_balance(text)


def test_a_moment_has_a_time_zone(shop):
    with pytest.raises(InvalidArgument):
        shop.pay("LTC", "anywhere", "1", name="naive", expires_at=datetime.datetime(2030, 1, 1))


def test_a_chosen_request_id_is_sent_as_it_is(daemon, shop):
    request_id = str(uuid.uuid4())
    first = shop.invoice("LTC", "0.1", request_id=request_id.upper())
    assert first["request_id"] == request_id
    assert shop.invoice("LTC", "0.1", request_id=request_id)["invoice_id"] == first["invoice_id"]


# Other methods

def test_what_the_wallet_tells(daemon, shop):
    assert {currency["code"] for currency in shop.list_currencies()["currencies"]} == {"LTC", "XMR"}
    assert shop.get_balance("XMR")["available"] == "1000"
    assert shop.rpc_discover()["openrpc"].startswith("1.3")
    assert shop.list_services()["services"][0]["spec"] == "payments"
    assert "payment_order" in shop.get_service_definition("payments")["templates"]
    place = shop.new_address_for_currency("LTC", label="donations")["address"]
    assert shop.addresses_for_currency("LTC", limit=1)["addresses"] == [place]
    assert shop.list_payment_orders(limit=1)["payment_orders"] is not None
    assert shop.get_session()["app"]["name"] == "Example Shop"


def test_proofs(daemon, shop):
    place = shop.new_address_for_currency("LTC")["address"]["address"]
    proof = shop.proof_request("LTC", "address", "for Ann", address=place)
    assert shop.check_proof(proof)["valid"] is True
    assert shop.check_proof({**proof, "signed_message": "another"})["valid"] is False


def test_statements(daemon, shop):
    invoice = shop.invoice("LTC", "0.5", description="In the statement")
    daemon.receive(invoice["address"], "0.5")
    daemon.mine()
    shop.wait_for_invoice(invoice, timeout=20)
    today = datetime.datetime.now(datetime.timezone.utc)
    day = datetime.timedelta(days=1)
    file = shop.statement(today - day, today + day, "csv", currency="LTC").decode()
    assert file.startswith("currency,at,") and "In the statement" in file


def test_links_lead_there_and_back_once(daemon, tmp_path):
    made = client(daemon, tmp_path / "state", app=app(callback_scheme="org.example.shop"))
    with made:
        made.pair(daemon.approve_app)
        invoice = made.invoice("LTC", "0.1")
        asked = made.open_in_wallet(invoice_id=invoice["invoice_id"])
        daemon.owner("open", asked["link"])
        state = asked["opening"]["state"]
        link = f"org.example.shop:payport?provider=wallet&state={state}&result=approved"
        assert made.came_back(link.replace(state, "guessed")) is None
        opening = made.came_back(link)
        # The link says approved, and the wallet says what is true.
        assert (opening["status"], opening["result"]) == ("returned", "viewed")
        assert made.came_back(link) is None


@pytest.mark.parametrize("kind, sealed", [("plain", False), ("sealed", True)])
def test_documents_are_answered(daemon, shop, kind, sealed):
    fields = {"currency": "LTC", "amount": "0.50", "description": "For Ann: \"two\"\n# tickets ü 😀"}
    document = shop.submit_document("invoice_request", fields, name=f"document {kind}", sealed=sealed)
    answer = shop.follow_document(document, timeout=0)
    while answer["state"] == "waiting":
        answer = shop.follow_document(document, timeout=0.2)
    invoice = answer["result"]["invoice"]
    assert (answer["state"], invoice["amount"], invoice["description"]) == ("accepted", "0.5", fields["description"])
    assert invoice["invoice_id"] == shop.get_invoice_request_status(request_id=document.request_id)["invoice"][
        "invoice_id"]
    again = shop.submit_document("invoice_request", fields, name=f"document {kind}", sealed=sealed)
    assert again.request_id == document.request_id
    with pytest.raises(RequestConflict):
        shop.submit_document("invoice_request", {**fields, "amount": "0.6"}, name=f"document {kind}", sealed=sealed)


def test_a_document_that_ends_is_found_in_the_archive(daemon, shop):
    fields = {"currency": "LTC", "address": "nowhere", "amount": "0.2"}
    refused = shop.follow_document(shop.submit_document("payment_order", fields, name="bad document"), timeout=20)
    assert (refused["state"], refused["failure"]["reason"]) == ("refused", "invalid_address")
    place = address(daemon, shop)
    document = shop.submit_document(
        "payment_order", {"currency": "LTC", "address": place, "amount": "0.03"}, name="good document")
    with_mining = threading.Thread(target=daemon.mine)
    with_mining.start()
    answer = shop.follow_document(document, timeout=0.5)
    with_mining.join()
    while answer["state"] != "ended":
        daemon.mine()
        answer = shop.follow_document(document, timeout=0.5)
    assert answer["result"]["payment_order"]["state"] == "succeeded"


# Two clients, and no provider

def test_many_calls_at_once(daemon, state):
    async def run():
        async with client(daemon, state, AsyncClient) as made:
            results = await asyncio.gather(*(made.list_currencies() for _ in range(40)))
            assert all(result == results[0] for result in results)
    asyncio.run(run())


def test_without_a_wallet_the_call_says_so(tmp_path):
    with Client(app(), tmp_path / "state", runtime=tmp_path, patience=0.2) as made:
        with pytest.raises(NoProvider, match="No wallet is running"):
            made.list_currencies()


def test_another_process_of_the_app_uses_the_same_key_and_names(daemon, state):
    with client(daemon, state) as one, client(daemon, state) as two:
        place = address(daemon, one)
        made = []
        threads = [
            threading.Thread(target=lambda each=each: made.append(each.pay("LTC", place, "0.02", name="at once")))
            for each in (one, two) for _ in range(4)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    assert len(made) == 8 and len({order["order_id"] for order in made}) == 1


