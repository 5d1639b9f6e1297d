"""The hands of exampled, the example of a provider with a wallet of its author's own: `python -m
conformance.adapters.exampled`.

Its network finds a block by itself, and nobody else is on it, so nobody pays an invoice and no block is found on
demand."""

from .daemon import Daemon
from .owner import Owner
from .serve import serve
from .settings import KNOWN, configuration

PREFIXES = {"same": "toy1", "other": "tst1"}
WALLET = """wallets:
  - type: toy
    block_milliseconds: 100
"""


def address(currency, number, network="same"):
    """An address of the toy coin that no wallet has made: ten digits, and two of a checksum."""
    text = f"{PREFIXES[network]}{number + (1 << 32):010x}"
    total = 7
    for letter in text.encode():
        total = total * 31 + letter & 0xFFFF
    return {"address": f"{text}{total & 0xFF:02x}"}


def main():
    daemon = Daemon("exampled")
    hands = Owner(daemon).hands() | {"address": address}

    def start(settings):
        return daemon.start(configuration(settings, WALLET))

    def describe():
        daemon.check()
        return {
            "name": "exampled", "hands": sorted([*hands, "start", "describe"]),
            "settings": [k for k in KNOWN if k != "balance"],
            "currency": "TOY"}

    try:
        serve(hands | {"start": start, "describe": describe})
    finally:
        daemon.remove()


if __name__ == "__main__":
    main()
