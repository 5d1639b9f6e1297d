"""The client against real payd."""

from __future__ import annotations


def test_an_invoice_is_paid(daemon, shop):
    invoice = shop.invoice("LTC", "0.25", name="first", description="Two tickets")
    assert (invoice["state"], invoice["amount"]) == ("pending", "0.25")
    daemon.receive(invoice["address"], "0.25")
    daemon.mine()
    paid = shop.wait_for_invoice(invoice, timeout=20)
    assert (paid["state"], paid["payment"]) == ("settled", "paid")
