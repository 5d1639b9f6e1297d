"""The hands of exampled, the example of a provider with a wallet of its author's own: `python -m conformance.adapters.exampled`.

Its network finds a block by itself every second, and nobody else is on it, so there is nobody who could pay an invoice."""

from .daemon import Daemon
from .owner import Owner
from .serve import serve
from .settings import KNOWN, configuration

WALLET = """wallets:
  - type: toy
    block_milliseconds: 100
"""


def main():
    daemon = Daemon("exampled")
    hands = Owner(daemon).hands()

    def start(settings):
        return daemon.start(configuration(settings, WALLET))

    def describe():
        return {
            "name": "exampled", "hands": sorted([*hands, "start", "describe"]), "settings": [k for k in KNOWN if k != "balance"],
            "currency": "TOY"}

    try:
        serve(hands | {"start": start, "describe": describe})
    finally:
        daemon.remove()


if __name__ == "__main__":
    main()
