"""Shows that nothing is paid twice over Electrum's wallet and its Lightning while everything is killed again and again.

    electrum_campaign.py [--payments N] [--invoices N] [--lightning-repeats N] [--lightning-invoices N] [--apps N] …

Two payd, each over a daemon of Electrum, with one Electrum server before litecoind in regtest. All are killed by their
process at moments that the seed decides, and started again, while apps repeat their requests. At the end litecoind is
asked who was paid, and the receiving node what its channel has. It prints the figures, or what differs, and ends with 1
then.
"""

import argparse
import asyncio
import json
import pathlib
import random
import shutil
import sys
import tempfile
import traceback

import electrum_apps
import electrum_network
from cluster_servers import Trouble
from electrum_lightning import Control, Lightning
from electrum_onchain import OnChain


class Campaign:
    """The network, two payd and their apps."""

    def __init__(self, root, options):
        self.root, self.options = root, options
        self.network = electrum_network.Network(root)
        payer, shop = self.network.payer, self.network.shop
        (root / "payd").mkdir(mode=0o700)
        self.payer, self.shop = (electrum_apps.Payd(root / "payd", wallet) for wallet in (payer, shop))
        self.buyers = [
            electrum_apps.App(root, f"buyer{number}", self.payer, options.seed) for number in range(options.apps)]
        self.sellers = [
            electrum_apps.App(root, f"seller{number}", self.shop, options.seed) for number in range(2)]
        self.victims = {
            "payd of the payer": self.payer, "payd of the shop": self.shop, "Electrum of the payer": payer,
            "Electrum of the shop": shop, "the server": self.network.server, "litecoind": self.network.node}

    async def run(self):
        options = self.options
        await self.network.start()
        for payd in (self.payer, self.shop):
            await payd.start()
        for app in self.buyers + self.sellers:
            await app.pair()
        for part, title, is_wanted in (
                (OnChain(self), "on chain, through payd", options.payments or options.invoices),
                (Lightning(self), "Lightning, through payd", options.lightning_repeats)):
            if is_wanted:
                telling = asyncio.create_task(self.tell(part, title))
                try:
                    show(title, await part.run())
                finally:
                    telling.cancel()
        if options.control:
            show("control: lnpay called directly", await Control(self).run())
        asked = sum(app.asked for app in self.buyers + self.sellers)
        met = sum((app.met for app in self.buyers + self.sellers), start=type(self.buyers[0].met)())
        show("apps", {"requests": asked, "answers that were none": dict(met.most_common()),
                      "ends of payd": len(self.payer.ends) + len(self.shop.ends)})

    async def tell(self, part, title):
        """Says once a minute how far a part is."""
        while True:
            await asyncio.sleep(60)
            print(f"{title}: {part.progress()}", file=sys.stderr, flush=True)

    async def stop(self):
        for app in self.buyers + self.sellers:
            await app.client.close()
        for payd in (self.payer, self.shop):
            await payd.stop()
        self.network.stop()

    def logs(self):
        """What the programs have written last."""
        for payd in (self.payer, self.shop):
            print(f"payd {payd.name} {payd.ends}", *payd.log[-20:], sep="\n  ", file=sys.stderr)
        for program in self.network.programs:
            log = program.folder / "output.log"
            if log.exists():
                print(program.name, *log.read_text(errors="replace").splitlines()[-12:], sep="\n  ", file=sys.stderr)


def show(title, figures):
    """Prints a part of the table, and the same as a line of JSON for programs."""
    print(f"{title}:", *(f"  {name:<42} {value}" for name, value in figures.items()), sep="\n", flush=True)
    print(json.dumps({"part": title, **figures}), flush=True)


def parsed():
    options = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    options.add_argument("--payments", type=int, default=16)
    options.add_argument("--invoices", type=int, default=16)
    options.add_argument("--lightning-repeats", type=int, default=80)
    options.add_argument("--lightning-invoices", type=int, default=4)
    options.add_argument("--apps", type=int, default=3, help="that pay")
    options.add_argument("--kills", type=int, default=4, help="in each of the two parts")
    options.add_argument("--control", type=int, default=10, help="invoices that are paid without payd")
    options.add_argument("--at-once", type=int, default=2, help="calls for each of them")
    options.add_argument(
        "--minutes", type=float, default=float("inf"), help="after which neither part begins anything more")
    options.add_argument("--seed", type=int, default=random.randrange(1 << 30))
    options.add_argument("--keep", action="store_true", help="leave the folder, to be looked at")
    return options.parse_args()


async def main():
    options = parsed()
    if absent := electrum_network.missing():
        print(f"SKIPPED: {' and '.join(absent)} not installed (scripts/packages.sh test); Electrum is not tested")
        return 0
    # Not in TMPDIR, whose name can be too long for a socket.
    root = pathlib.Path(tempfile.mkdtemp(prefix="payport-electrum.", dir="/tmp"))
    campaign = Campaign(root, options)
    try:
        await campaign.run()
    except (Trouble, Exception) as error:
        print(f"FAILED with --seed {options.seed}: {type(error).__name__}: {error}", flush=True)
        if not isinstance(error, Trouble):
            traceback.print_exc()
        campaign.logs()
        return 1
    finally:
        await campaign.stop()
        if options.keep:
            print(root)
        else:
            shutil.rmtree(root, ignore_errors=True)
    return 0


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
