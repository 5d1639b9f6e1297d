"""Chapter 5.3: invoices, what is paid, what is taken back, and what comes late."""

import datetime
import time

from ...report import require
from ..app import new_id
from ..registry import case


def _in(**span):
    return (datetime.datetime.now(datetime.UTC) + datetime.timedelta(**span)).isoformat(
        timespec="milliseconds").replace("+00:00", "Z")


def _both(state, payment):
    return (lambda i: (i["state"], i["payment"]) == (state, payment)), f"{state} and {payment}"


def _is(app, invoice, state, payment, **how):
    return app.until_invoice(invoice, *_both(state, payment), **how)


@case("P5.200", "5.3", "P reports state and payment, and always both of them",
      "a new invoice is pending and unpaid, with the defaults of its currency")
def fresh_invoice(bench):
    app = bench.app()
    invoice = app.invoice("0.5", description="Two tickets")
    require((invoice["state"], invoice["payment"], invoice["version"]) == ("pending", "none", 1), "it is not new")
    require((invoice["paid_amount"], invoice["confirmed_amount"], invoice["transfers"]) == ("0", "0", []),
            "something was paid")
    require(invoice["confirmations_wanted"] == bench.confirmations, "the confirmations are not the currency's own")
    require(invoice["description"] == "Two tickets" and invoice["address"] in invoice["uri"]
            and "amount=0.5" in invoice["uri"], "the URI differs")
    require(app.invoice_now(invoice) == invoice, "its status is another one")


@case("P5.201", "5.6", "the default is 15 minutes",
      "deadlines: 15 minutes by default, and 24 hours of monitoring after them")
def deadlines(bench):
    invoice = bench.app().invoice()
    made, expires, monitored = (datetime.datetime.fromisoformat(invoice[name].replace("Z", "+00:00"))
                                for name in ("created_at", "expires_at", "monitored_until"))
    require(expires - made == datetime.timedelta(minutes=15), f"it can be paid for {expires - made}")
    require(monitored - expires >= datetime.timedelta(hours=24), f"late money is seen for {monitored - expires}")


@case("P5.202", "5.6", "It has to be between 10 seconds and 30 days ahead",
      "deadlines that are passed, too near or too far")
def bad_deadlines(bench):
    app = bench.app()
    for when, reason in ((_in(seconds=-5), "expired"), (_in(seconds=5), "invalid_params"),
                         (_in(days=31), "invalid_params")):
        app.refused("invoice_request", reason, request_id=new_id(), currency=bench.currency, expires_at=when)
    app.invoice(expires_at=_in(seconds=12))
    app.invoice(expires_at=_in(days=29, hours=23))


@case("P5.203", "5.3", "An address belongs to one invoice", "no two invoices or addresses are the same")
def own_address(bench):
    app, other = bench.app(), bench.app("other")
    addresses = [app.invoice()["address"] for _ in range(5)] + [other.invoice()["address"] for _ in range(2)]
    addresses += [app.call("new_address_for_currency", request_id=new_id(),
                           currency=bench.currency)["address"]["address"] for _ in range(3)]
    require(len(set(addresses)) == len(addresses), "an address was handed out twice")


@case("P5.204", "5.3", "processing: the amount was seen in time, but not all of it is confirmed as often as wanted",
      "a payment is seen, confirmed and settled")
def paid(bench):
    app = bench.app()
    invoice, transaction = app.paid_invoice("0.5", confirmations=2)
    require(invoice["state"] == "processing" and invoice["paid_amount"] == "0.5" and invoice["confirmed_amount"] == "0",
            "it is not processing")
    transfer = invoice["transfers"][0]
    require((transfer["transaction_id"], transfer["amount"], transfer["state"]) == (transaction, "0.5", "unconfirmed"),
            "the transfer differs")
    bench.do("mine", count=1)
    invoice = app.until_invoice(invoice, lambda i: i["transfers"][0]["confirmations"] == 1, "one confirmation")
    require(invoice["state"] == "processing" and invoice["transfers"][0]["state"] == "confirming",
            "one of two confirmations settles it")
    bench.do("mine", count=1)
    invoice = _is(app, invoice, "settled", "paid")
    require(invoice["confirmed_amount"] == "0.5" and invoice["transfers"][0]["state"] == "confirmed",
            "it is settled without being confirmed")


@case("P5.205", "5.3", "with 0 an invoice is settled as soon as the money is seen",
      "no confirmation is needed where none is wanted")
def no_confirmations(bench):
    app = bench.app()
    invoice = app.invoice("0.5", confirmations=0)
    bench.do("pay", address=invoice["address"], amount="0.5")
    _is(app, invoice, "settled", "paid")


@case("P5.206", "5.3", "partial: less than the amount was seen", "a part is partial, and the rest completes it")
def partial(bench):
    app = bench.app()
    invoice = app.invoice("0.5", confirmations=1)
    bench.do("pay", address=invoice["address"], amount="0.2")
    invoice = _is(app, invoice, "pending", "partial")
    require(invoice["paid_amount"] == "0.2", "the sum differs")
    bench.do("mine", count=2)
    bench.do("pay", address=invoice["address"], amount="0.3")
    invoice = _is(app, invoice, "processing", "paid")
    require(invoice["paid_amount"] == "0.5" and len(invoice["transfers"]) == 2, "the sum differs")
    bench.do("mine", count=1)
    _is(app, invoice, "settled", "paid")


@case("P5.207", "5.3", "over: more than the amount was seen", "too much is over")
def over(bench):
    app = bench.app()
    invoice = app.invoice("0.5", confirmations=1)
    bench.do("pay", address=invoice["address"], amount="0.50000001")
    invoice = _is(app, invoice, "processing", "over")
    require(invoice["paid_amount"] == "0.50000001", "the sum differs")


@case("P5.208", "5.3", "if the invoice has no amount, any money was seen",
      "an invoice without an amount is paid by any amount")
def top_up(bench):
    app = bench.app()
    invoice = app.invoice(None, confirmations=1)
    require("amount" not in invoice, "it has an amount")
    bench.do("pay", address=invoice["address"], amount="0.00123")
    invoice = _is(app, invoice, "processing", "paid")
    require(invoice["paid_amount"] == "0.00123", "the sum differs")


@case("P5.209", "5.6", "This method withdraws an invoice that is pending and for which no money was seen",
      "a cancelled invoice is cancelled, also the second time")
def cancelled(bench):
    app = bench.app()
    invoice = app.invoice()
    for request_id in (new_id(), new_id()):
        found = app.call("cancel_invoice_request", request_id=request_id, invoice_id=invoice["invoice_id"])
        require(found["invoice"]["state"] == "cancelled" and not found["replayed"], "it is not cancelled")


@case("P5.210", "5.6", "If money arrives afterwards, P still sees it until monitored_until, and payment becomes late",
      "money for a cancelled invoice is late")
def late_for_cancelled(bench):
    app = bench.app()
    invoice = app.invoice("0.5", confirmations=1)
    app.call("cancel_invoice_request", request_id=new_id(), invoice_id=invoice["invoice_id"])
    bench.do("pay", address=invoice["address"], amount="0.5")
    invoice = _is(app, invoice, "cancelled", "late")
    bench.do("mine", count=1)
    invoice = app.until_invoice(invoice, lambda i: i["confirmed_amount"] == "0.5", "confirmed_amount 0.5")
    require(invoice["state"] == "cancelled", "late money changed the state")


@case("P5.211", "5.6", "not_cancellable: money was seen, or it has ended otherwise",
      "an invoice for which money was seen cannot be cancelled")
def not_cancellable(bench):
    app = bench.app()
    invoice = app.invoice("0.5", confirmations=1)
    bench.do("pay", address=invoice["address"], amount="0.1")
    _is(app, invoice, "pending", "partial")
    app.refused("cancel_invoice_request", "not_cancellable", request_id=new_id(), invoice_id=invoice["invoice_id"])
    bench.do("pay", address=invoice["address"], amount="0.4")
    bench.do("mine", count=1)
    _is(app, invoice, "settled", "paid")
    app.refused("cancel_invoice_request", "not_cancellable", request_id=new_id(), invoice_id=invoice["invoice_id"])


@case("P5.212", "5.3", "expired: expires_at passed before the amount was seen",
      "an invoice expires, and money that comes then is late", world="short")
def expires(bench):
    app = bench.app()
    invoice = app.invoice("0.5", confirmations=1)
    invoice = _is(app, invoice, "expired", "none")
    bench.do("pay", address=invoice["address"], amount="0.5")
    invoice = _is(app, invoice, "expired", "late")
    app.refused("cancel_invoice_request", "not_cancellable", request_id=new_id(), invoice_id=invoice["invoice_id"])


@case("P5.213", "5.3", "late: the amount was reached only after the deadline",
      "a part in time and the rest late is late", world="short")
def partly_late(bench):
    app = bench.app()
    invoice = app.invoice("0.5", confirmations=1)
    bench.do("pay", address=invoice["address"], amount="0.2")
    invoice = _is(app, invoice, "expired", "partial")
    bench.do("pay", address=invoice["address"], amount="0.3")
    _is(app, invoice, "expired", "late")


@case("P5.214", "5.3", "Money counts as in time if it was first seen before expires_at",
      "money that was seen in time settles after the deadline", world="short")
def seen_in_time(bench):
    app = bench.app()
    invoice, _ = app.paid_invoice("0.5")
    end = datetime.datetime.fromisoformat(invoice["expires_at"].replace("Z", "+00:00"))
    while datetime.datetime.now(datetime.UTC) <= end:
        now = app.invoice_now(invoice)
    bench.do("mine", count=1)
    require(now["state"] == "processing", "the deadline changed what was paid in time")
    _is(app, invoice, "settled", "paid")


@case("P5.215", "5.3", "invalid: money that had been seen was not confirmed before monitored_until",
      "money that is never confirmed makes an invoice invalid", world="short")
def never_confirmed(bench):
    app = bench.app()
    invoice, _ = app.paid_invoice("0.5")
    invoice = _is(app, invoice, "invalid", "paid", seconds=8)
    require(invoice["paid_amount"] == "0.5", "the sum differs")


@case("P5.216", "5.3", "settled and processing return to pending if the payer still has time",
      "a reorganisation takes back what was settled, and a new block settles it again")
def reorganised(bench):
    app = bench.app()
    invoice, _ = app.paid_invoice("0.5", confirmations=1)
    bench.do("mine", count=1)
    invoice = _is(app, invoice, "settled", "paid")
    bench.do("reorganise", count=1)
    invoice = app.until_invoice(invoice, lambda i: i["state"] != "settled", "something else than settled")
    require((invoice["state"], invoice["confirmed_amount"]) == ("processing", "0"), f"it is {invoice['state']}")
    bench.do("mine", count=1)
    _is(app, invoice, "settled", "paid")


@case("P5.217", "5.3",
    "If a double spend takes money away, it is taken back in the invoice too; a transfer that was taken back stays in "
    "the list as removed",
      "a double spend makes the invoice pending again, and another payment settles it")
def double_spent(bench):
    app = bench.app()
    invoice, transaction = app.paid_invoice("0.5")
    bench.do("double_spend", currency=bench.currency, transaction_id=transaction)
    invoice = _is(app, invoice, "pending", "none")
    require((invoice["paid_amount"], invoice["transfers"][0]["state"]) == ("0", "removed"),
            "the transfer is not removed")
    bench.do("pay", address=invoice["address"], amount="0.5")
    bench.do("mine", count=1)
    invoice = _is(app, invoice, "settled", "paid")
    require([t["state"] for t in invoice["transfers"]] == ["removed", "confirmed"], "the transfers differ")


@case("P5.218", "5.3", "and become invalid otherwise", "a double spend after the deadline makes the invoice invalid",
      world="short")
def double_spent_late(bench):
    app = bench.app()
    invoice, transaction = app.paid_invoice("0.5")
    end = datetime.datetime.fromisoformat(invoice["expires_at"].replace("Z", "+00:00"))
    while datetime.datetime.now(datetime.UTC) <= end:
        app.invoice_now(invoice)
    bench.do("double_spend", currency=bench.currency, transaction_id=transaction)
    _is(app, invoice, "invalid", "none")


@case("P5.219", "5.3", "P stops counting the confirmations of a transfer once it is confirmed",
      "more blocks do not change a settled invoice")
def stops_counting(bench):
    app = bench.app()
    invoice, _ = app.paid_invoice("0.5")
    bench.do("mine", count=1)
    settled = _is(app, invoice, "settled", "paid")
    bench.do("mine", count=3)
    other, _ = app.paid_invoice("0.1")  # by the time this one is seen, the blocks are, too
    require(app.invoice_now(settled)["version"] == settled["version"], "it has a new version")


@case("P5.220", "5.3",
    "an invoice shows only its newest 16 transfers, and says in earlier_transfers how many arrived before them",
      "the 18th transfer pushes two out of "
      "the invoice, and none out of the list")
def many_transfers(bench):
    app = bench.app()
    invoice = app.invoice("1", confirmations=1)
    paid = [bench.do("pay", address=invoice["address"], amount="0.05")["transaction_id"] for _ in range(18)]
    invoice = app.until_invoice(invoice, lambda i: i["paid_amount"] == "0.9", "paid_amount 0.9")
    require(len(invoice["transfers"]) == 16 and invoice["earlier_transfers"] == 2, "it shows another number")
    rows, page = [], {"next": None}
    while "next" in page:
        before = {"before": page["next"]} if page["next"] else {}
        page = app.call("list_invoice_transfers", invoice_id=invoice["invoice_id"], limit=5, **before)
        rows += [row["transaction_id"] for row in page["transfers"]]
    require(sorted(rows) == sorted(paid) and len(set(rows)) == 18, "the list does not have all transfers once")
    require([t["transaction_id"] for t in reversed(invoice["transfers"])] == rows[:16], "the order differs")


@case("P5.221", "5.6",
    "P answers as soon as the version is greater than after, or with the present state when wait_ms milliseconds have "
    "passed", "a status call waits for "
      "the next version")
def waits(bench):
    app = bench.app()
    invoice = app.invoice("0.5", confirmations=1)
    name = {"invoice_id": invoice["invoice_id"]}
    begin = time.monotonic()
    app.call("get_invoice_request_status", **name, after=0, wait_ms=60_000)
    app.call("get_invoice_request_status", **name, wait_ms=60_000)
    app.call("get_invoice_request_status", **name, after=1)
    require(time.monotonic() - begin < 30, "it waited although there was nothing to wait for")
    begin = time.monotonic()
    require(app.call("get_invoice_request_status", **name, after=1, wait_ms=300)["invoice"]["version"] == 1,
            "the version differs")
    require(time.monotonic() - begin >= 0.29, "it did not wait")
    id_ = app.session.request("get_invoice_request_status", name | {"after": 1, "wait_ms": 20_000})
    bench.do("pay", address=invoice["address"], amount="0.5")
    require(app.session.answer(id_, "get_invoice_request_status")["invoice"]["payment"] == "paid", "it did not wake")
    app.refused("get_invoice_request_status", "invalid_params", wrong=True, **name, after=1, wait_ms=60_001)


@case("P5.222", "5.6", "Exactly one of invoice_id and request_id names the invoice", "both names, or none, are refused")
def exactly_one_name(bench):
    app = bench.app()
    invoice, order = app.invoice(), app.order("0.01")
    for method, name, known in (("get_invoice_request_status", "invoice_id", invoice),
                                ("get_payment_order_status", "order_id", order)):
        app.refused(method, "invalid_params", wrong=True)
        app.refused(method, "invalid_params", wrong=True, **{name: known[name], "request_id": known["request_id"]})


@case("P5.223", "9", "Other apps are invisible",
      "invoices, orders and addresses of another app are not found, under any name")
def invisible(bench):
    app, other = bench.app(), bench.app("other")
    invoice, order = app.invoice(), app.order("0.01")
    other.refused("get_invoice_request_status", "invoice_not_found", invoice_id=invoice["invoice_id"])
    other.refused("get_invoice_request_status", "invoice_not_found", request_id=invoice["request_id"])
    other.refused("list_invoice_transfers", "invoice_not_found", invoice_id=invoice["invoice_id"])
    other.refused("cancel_invoice_request", "invoice_not_found", request_id=new_id(), invoice_id=invoice["invoice_id"])
    other.refused("get_payment_order_status", "order_not_found", order_id=order["order_id"])
    other.refused("cancel_payment_order", "order_not_found", request_id=new_id(), order_id=order["order_id"])
    other.refused("open_request", "invoice_not_found", state="abc", invoice_id=invoice["invoice_id"])
    other.refused("proof_request", "address_not_found", currency=bench.currency, kind="address", message="x",
                  address=invoice["address"])
    rows = other.call("addresses_for_currency", currency=bench.currency, limit=100)["addresses"]
    require(invoice["address"] not in [row["address"] for row in rows], "its address is listed")


@case("P5.224", "5.3", "what was acknowledged is durable", "an invoice and what was paid outlive a crash", fresh=True)
def durable(bench):
    app = bench.app()
    invoice, _ = app.paid_invoice("0.5", confirmations=2)
    unpaid = app.invoice("0.7")
    bench.restart("kill")
    now = app.invoice_now(invoice)
    require((now["payment"], now["paid_amount"]) == ("paid", "0.5") and now["version"] >= invoice["version"],
            "the payment is lost")
    require(app.invoice_now(unpaid)["address"] == unpaid["address"], "the address differs")
    bench.do("pay", address=unpaid["address"], amount="0.7")
    app.until_invoice(unpaid, lambda i: i["payment"] == "paid", "payment: paid")


@case("P5.225", "5.3", "P looks for money until monitored_until",
      "money that came while the provider was down is found", fresh=True)
def while_down(bench):
    app = bench.app()
    invoice = app.invoice("0.5", confirmations=1)
    bench.do("wallet", currency=bench.currency, status="unavailable")
    bench.do("pay", address=invoice["address"], amount="0.5")
    bench.do("mine", count=1)
    bench.do("wallet", currency=bench.currency, status="ready")
    _is(app, invoice, "settled", "paid")


@case("P5.226", "5.6", "confirmations wanted: 0 to 1000", "1,001 confirmations are refused")
def confirmations(bench):
    app = bench.app()
    app.refused("invoice_request", "invalid_params", wrong=True, request_id=new_id(), currency=bench.currency,
                confirmations=1_001)
    require(app.invoice(confirmations=1_000)["confirmations_wanted"] == 1_000, "it wants another number")


@case("P5.227", "5.6", "unknown_currency: P does not serve the currency", "a currency that does not exist is unknown")
def unknown_currency(bench):
    app = bench.app()
    currency = "ZZZ"
    app.refused("invoice_request", "unknown_currency", request_id=new_id(), currency=currency)
    app.refused("new_address_for_currency", "unknown_currency", request_id=new_id(), currency=currency)
    app.refused("payment_order", "unknown_currency", request_id=new_id(), currency=currency, address="x", amount="1")
    app.refused("get_balance", "unknown_currency", currency=currency)
    app.refused("get_amount_range_for_currency", "unknown_currency", currency=currency)
    app.refused("addresses_for_currency", "unknown_currency", currency=currency)


@case("P5.228", "5.6", "P does not make the address after this time",
      "an address with a deadline that has passed is not made")
def address_deadline(bench):
    app = bench.app()
    app.refused("new_address_for_currency", "expired", request_id=new_id(), currency=bench.currency,
                expires_at=_in(seconds=-1))
    made = app.call("new_address_for_currency", request_id=new_id(), currency=bench.currency,
                    label="donations")["address"]
    require((made["purpose"], made["label"]) == ("receive", "donations") and made["address"] in made["uri"],
            "the address differs")
    invoice = app.invoice()
    listed = app.call("addresses_for_currency", currency=bench.currency)["addresses"][0]
    require((listed["purpose"], listed["invoice_id"]) == ("invoice", invoice["invoice_id"]),
            "the address of the invoice is not listed")
