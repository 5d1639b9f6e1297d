"""The hands of payd with its mock wallet: `python -m conformance.adapters.payd`."""

from .daemon import Daemon
from .mock_address import example
from .owner import Owner
from .serve import serve
from .settings import KNOWN, configuration

STEPS = {"address": "newAddress", "quote": "quote", "prepare": "prepare", "send": "commit"}
WALLET = """wallets:
  - type: mock
    currencies: [LTC, XMR]
    block_seconds: 0
    balance: {balance}
"""


DECIMALS = {"LTC": 8, "XMR": 12}


def amount(sent, currency):
    places = DECIMALS[currency]
    digits = sent["atomic_units"].rjust(places + 1, "0")
    return f"{digits[:-places]}.{digits[-places:]}".rstrip("0").rstrip(".")


class Network:
    """The network of the mock wallet, and the wallet's faults."""

    def __init__(self, daemon):
        self.daemon = daemon

    def hands(self):
        names = "address pay mine reorganise double_spend raise_fee sent wallet fee delay fault".split()
        return {name: getattr(self, name) for name in names}

    def address(self, currency, number, network="same"):
        return {"address": example(currency, number, "test" if network == "other" else "mock")}

    def pay(self, address, amount):
        return self.daemon.ask("mock", command="receive", address=address, amount=amount)

    def mine(self, count):
        self.daemon.ask("mock", command="mine", count=count)

    def reorganise(self, count):
        self.daemon.ask("mock", command="reorganise", count=count)

    def double_spend(self, currency, transaction_id):
        self.daemon.ask("mock", command="double-spend", currency=currency, transaction_id=transaction_id)

    def raise_fee(self, currency, transaction_id):
        return self.daemon.ask("mock", command="raise-fee", currency=currency, transaction_id=transaction_id)

    def sent(self, currency):
        found = self.daemon.ask("mock", command="broadcasts", currency=currency)["broadcasts"]
        return {"payments": [
            {"transaction_id": sent["transaction_id"], "address": sent["address"], "amount": amount(sent, currency)}
            for sent in found]}

    def wallet(self, currency, status):
        self.daemon.ask("mock", command="status", currency=currency, status=status)

    def fee(self, currency, fee):
        self.daemon.ask("mock", command="fee", currency=currency, amount=fee)

    def delay(self, currency, step, ms):
        self.daemon.ask("mock", command="latency", currency=currency, step=STEPS[step], ms=ms)

    def fault(self, currency, step, fault):
        error = {"error": "timeout"} if fault in ("before", "after") else {}
        self.daemon.ask("mock", command="fault", currency=currency, step=STEPS[step], fault=fault, **error)


def main():
    daemon = Daemon("payd")
    hands = Owner(daemon).hands() | Network(daemon).hands()

    def start(settings):
        return daemon.start(configuration(settings, WALLET.format(balance=settings.get("balance", 100))))

    def describe():
        daemon.check()
        return {
            "name": "payd", "hands": sorted([*hands, "start", "describe"]), "settings": KNOWN, "currency": "LTC",
            "other_currency": "XMR"}

    try:
        serve(hands | {"start": start, "describe": describe})
    finally:
        daemon.remove()


if __name__ == "__main__":
    main()
