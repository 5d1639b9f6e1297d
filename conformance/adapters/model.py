"""The hands of the model provider: `python -m conformance.adapters.model [--deviate NAME]`."""

import argparse
import asyncio
import shutil
import tempfile
import threading
from pathlib import Path

from ..models.amounts import atomic, decimal, moment
from ..models.failures import Failure
from ..models.provider import Provider
from ..models.settings import DEFAULTS
from .serve import Cannot, Failed, serve


class Model:
    """The provider runs on a loop of its own thread; the hands wait for what they ask of it."""

    def __init__(self, deviations):
        self.deviations = deviations
        self.loop = asyncio.new_event_loop()
        threading.Thread(target=self.loop.run_forever, daemon=True).start()
        self.provider = None
        self.folder = None

    def wait(self, work):
        try:
            return asyncio.run_coroutine_threadsafe(work, self.loop).result(30)
        except Failure as failure:
            raise Failed(failure.reason) from None

    def ask(self, function, *arguments):
        """Calls a function of the provider, and lets the provider look at what has changed."""
        async def call():
            result = function(*arguments)
            if asyncio.iscoroutine(result):
                result = await result
            await self.provider.refresh()
            await self.provider.refresh()
            return result

        return self.wait(call())

    # Life

    def start(self, settings):
        unknown = set(settings) - set(DEFAULTS)
        if unknown:
            raise Cannot(f"the model does not know the settings {sorted(unknown)}")
        self.remove()
        self.folder = Path(tempfile.mkdtemp(prefix="payport-model-"))
        self.provider = Provider(
            self.folder / "run", self.folder / "state", deviations=self.deviations, settings=settings)
        (self.folder / "run").mkdir(mode=0o700)
        self.wait(self.provider.start())
        return {"providers": str(self.folder / "run" / "providers"), "name": "wallet"}

    def stop(self):
        self.wait(self.provider.stop())

    def kill(self):
        self.wait(self.provider.kill())

    def run(self):
        self.wait(self.provider.start())

    def another(self):
        """A second provider of the name; it runs only if it does not respect the first one."""
        async def start():
            other = Provider(self.folder / "run", self.folder / "other", deviations=self.deviations)
            try:
                await other.start()
            except RuntimeError as error:
                raise Failed(str(error)) from None
            await other.kill()

        self.wait(start())

    def remove(self):
        if self.provider:
            self.wait(self.provider.kill())
            shutil.rmtree(self.folder, ignore_errors=True)
            self.provider = None

    # The owner

    def app(self, name):
        return self.provider.ledger.by_name(name)

    def wallet(self, currency):
        return self.provider.wallets[currency]

    def pair(self, question_id, code, scopes):
        self.ask(self.provider.pairing.answer, question_id, code, scopes)

    def refuse_pairing(self, question_id):
        self.ask(self.provider.pairing.refuse, question_id)

    def approve(self, order_id, fee_cap=None):
        def approve():
            _, order = self.provider.orders.find(order_id)
            cap = None if fee_cap is None else atomic(str(fee_cap), order.wallet.decimals, "", zero=True)
            self.provider.orders.approve(order_id, cap)

        self.ask(approve)

    def deny(self, order_id, always=False):
        self.ask(self.provider.orders.deny, order_id, always)

    def grant(self, app, scopes, currencies=None, expires_at=None):
        async def grant():
            found = self.app(app)
            found.scopes, found.currencies = scopes, currencies
            found.grants_end = None if expires_at is None else moment(expires_at, "")
            await self.provider.pairing.tell(found)

        self.ask(grant)

    def revoke(self, app):
        self.ask(self.provider.pairing.revoke, self.app(app))

    def limit(self, app, currency, **terms):
        self.ask(self.provider.budgets.set, self.app(app), self.wallet(currency), terms)

    def quota(self, app, **numbers):
        self.ask(self.app(app).quotas.update, numbers)

    def lock(self):
        self.provider.ledger.locked = True

    def unlock(self):
        self.provider.ledger.locked = False

    def end_sessions(self, app):
        async def end():
            for connection in self.provider.sessions(self.app(app)):
                connection.end(1000)

        self.ask(end)

    def open(self, link):
        return {"opening_id": self.ask(self.provider.openings.open, link)}

    def finish(self, opening_id):
        link = self.ask(self.provider.openings.finish, opening_id)
        return {"link": link} if link else {}

    # The network and the wallet

    def address(self, currency, number, network="same"):
        return {"address": self.wallet(currency).example(number, "test" if network == "other" else None)}

    def pay(self, address, amount):
        wallet = next(wallet for wallet in self.provider.wallets.values() if wallet.network_of(address))
        transaction = self.ask(wallet.receive, address, atomic(amount, wallet.decimals, ""))
        return {"transaction_id": transaction.transaction_id}

    def mine(self, count):
        for wallet in self.provider.wallets.values():
            self.ask(wallet.mine, count)

    def reorganise(self, count):
        for wallet in self.provider.wallets.values():
            self.ask(wallet.reorganise, count)

    def double_spend(self, currency, transaction_id):
        self.ask(self.wallet(currency).double_spend, transaction_id)

    def raise_fee(self, currency, transaction_id):
        return {"transaction_id": self.ask(self.wallet(currency).raise_fee, transaction_id).transaction_id}

    def sent(self, currency):
        wallet = self.wallet(currency)
        return {"payments": [
            {"transaction_id": entry.transaction_id, "address": entry.address,
             "amount": decimal(entry.units, wallet.decimals)}
            for entry in wallet.transactions if entry.ours]}

    def set_wallet(self, currency, status):
        self.wallet(currency).ready = status

    def fee(self, currency, fee):
        wallet = self.wallet(currency)
        wallet.fee = atomic(fee, wallet.decimals, "", zero=True)

    def delay(self, currency, step, ms):
        self.wallet(currency).delays[step] = ms

    def fault(self, currency, step, fault):
        self.wallet(currency).faults[step] = fault


HANDS = (
    "start stop kill run another pair refuse_pairing approve deny grant revoke limit quota lock unlock "
    "end_sessions open finish "
    "address pay mine reorganise double_spend raise_fee sent fee delay fault").split()


def main():
    parser = argparse.ArgumentParser(prog="python -m conformance.adapters.model", description=__doc__)
    parser.add_argument("--deviate", action="append", default=[], metavar="NAME", help="switch a deviation on")
    model = Model(parser.parse_args().deviate)
    hands = {name: getattr(model, name) for name in HANDS} | {"wallet": model.set_wallet}

    def describe():
        return {"name": "model", "hands": sorted([*hands, "describe"]), "settings": sorted(DEFAULTS), "currency": "LTC",
                "other_currency": "XMR"}

    try:
        serve(hands | {"describe": describe})
    finally:
        model.remove()


if __name__ == "__main__":
    main()
