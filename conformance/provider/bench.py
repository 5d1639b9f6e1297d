"""What a case works with: the provider under judgement, its owner's hands, and apps."""

from decimal import Decimal
from pathlib import Path

from ..adapter import Adapter, Refusal
from ..report import NotApplicable, require
from ..wire import Refused
from ..wire.discovery import find
from .app import ALL, App
from .line import Line
from .registry import WORLDS


class Bench:
    def __init__(self, command):
        self.adapter = Adapter(command)
        try:
            self.description = self.adapter.do("describe")
        except Refusal:
            self.adapter.close()
            raise
        self.currency = self.description["currency"]
        self.world = None
        self.apps = {}
        self.count = 0

    def close(self):
        self.leave()
        self.adapter.close()

    def do(self, verb, **arguments):
        return self.adapter.do(verb, **arguments)

    # The provider

    def enter(self, world, fresh):
        """A provider of this world; the one that runs if it may be shared."""
        if self.world is None or fresh or self.world != world:
            self.start(WORLDS[world])
            self.world = None if fresh else world

    def start(self, settings):
        self.leave()
        unknown = [name for name in settings if name not in self.description["settings"]]
        if unknown:
            raise NotApplicable(f"the adapter has no setting {', '.join(unknown)}")
        started = self.do("start", settings=settings)
        self.providers, self.name = Path(started["providers"]), started["name"]
        self._currency = None

    def leave(self):
        for app in self.apps.values():
            app.hang_up()
        self.apps = {}
        self.world = None

    def restart(self, how="stop"):
        """Ends the provider as its owner would, or by `kill`, and starts it again; sessions are gone."""
        self.do(how)
        self.do("run")
        for app in self.apps.values():
            app.hang_up()

    def discovery(self):
        try:
            return find(self.providers.parent, self.name)
        except (Refused, OSError) as error:
            require(False, f"the discovery file is not acceptable: {error}")

    def line(self):
        return Line(self.discovery().authority)

    # Apps

    def app(self, name="suite", scopes=ALL, granted=None, **more):
        """The paired app of this name, the same as long as the provider is the same one."""
        if name not in self.apps:
            self.apps[name] = App(self, name, scopes, **more).pair(granted)
        return self.apps[name]

    def stranger(self, name="stranger", scopes=ALL, **more):
        """An app that the owner does not know."""
        return App(self, name, scopes, **more)

    # The wallet

    def _listed(self):
        if self._currency is None:
            currencies = self.app().call("list_currencies")["currencies"]
            self._currency = next(c for c in currencies if c["code"] == self.currency)
        return self._currency

    @property
    def confirmations(self):
        return self._listed()["confirmations"]

    @property
    def smallest(self):
        """The smallest unit of the currency."""
        return Decimal(1).scaleb(-self._listed()["decimals"])

    def address(self):
        """Somebody else's address, each time another one."""
        self.count += 1
        return self.do("address", currency=self.currency, number=self.count)["address"]

    def sent_to(self, address):
        """The amounts that the wallet handed to the network for an address."""
        return [payment["amount"] for payment in self.do("sent", currency=self.currency)["payments"]
                if payment["address"] == address]
