"""The same invoices ordered again and again by several apps under kills, and what the receiving node says of it.

The control asks Electrum itself, without payd, to pay the same invoice twice at once.
"""

import asyncio
import collections
import random
import time

from cluster_servers import require
from electrum_apps import Killer, OutcomeUnknown, Refusal
from electrum_chain import owners_sums
from electrum_network import AWAY, Refused, eventually, text, units

# In atomic units. All invoices and what the control pays have to fit into the channel.
ALL, MOST, CONTROL = 6_000_000, 20_000, 10_000


class Lightning:
    """Each invoice is paid once, by the balance of both sides of the channel and the history of who receives."""

    def __init__(self, campaign):
        self.campaign, self.options, self.network = campaign, campaign.options, campaign.network
        self.invoices, self.asked, self.answers = [], 0, collections.Counter()
        self.killer = Killer(campaign.victims, f"{self.options.seed} lightning", self.options.kills)
        # The orders of each invoice, by their id.
        self.orders = collections.defaultdict(dict)

    async def run(self):
        options, campaign, began = self.options, self.campaign, time.monotonic()
        least = min(MOST, ALL // options.lightning_invoices)
        seller = campaign.sellers[0]
        for index in range(options.lightning_invoices):
            # Each has an amount of its own.
            amount = least - index
            invoice = await seller.invoice(text(amount), f"lightning {index}")
            self.invoices.append((amount, invoice))
        made = time.monotonic()
        self.killer.begin(options.minutes)
        before, sums = await asyncio.to_thread(self.balances), await owners_sums(campaign.payer)
        await asyncio.gather(
            self.killer.run(options.lightning_repeats, lambda: self.asked),
            *(self.repeat(buyer, place) for place, buyer in enumerate(campaign.buyers * 3)))
        rate = self.asked / (time.monotonic() - made)
        await self.settle()
        moved = await self.check(before, sums)
        return {**moved, "seconds": round(time.monotonic() - began), "repeats a second": round(rate, 2),
                "kills": dict(self.killer.kills), "answers": dict(self.answers.most_common())}

    def progress(self):
        return f"{self.asked} repeats, {dict(self.answers)}, kills {dict(self.killer.kills)}"

    async def repeat(self, buyer, place):
        """Orders an invoice at random, half of the time as before and half of the time as another payment."""
        dice, names = random.Random(f"{self.options.seed} {place}"), collections.defaultdict(list)
        while self.asked < self.options.lightning_repeats and not self.killer.is_late():
            self.asked += 1
            index = dice.randrange(len(self.invoices))
            if not names[index] or dice.random() < 0.5:
                names[index].append(f"lightning {place} {index} {len(names[index])}")
            await self.order(buyer, index, dice.choice(names[index]))

    async def order(self, buyer, index, name):
        """Orders an invoice, and notes what was answered."""
        amount, invoice = self.invoices[index]
        try:
            order = await buyer.done(lambda: buyer.client.pay("LTC", invoice["lightning"], text(amount), name=name))
        except (Refusal, OutcomeUnknown) as error:
            refusal = getattr(error, "refusal", error)
            self.answers[refusal.reason if refusal is error else f"in doubt, then {refusal.reason}"] += 1
            require(refusal.reason == "already_paid", f"{name} is refused: {refusal!r} {refusal.data}")
            return True
        self.answers[order["state"]] += 1
        self.orders[index][order["order_id"]] = (buyer, order)
        return False

    async def settle(self):
        """Waits until each order has its end and each invoice is paid, and orders again what was not."""
        for index in range(len(self.invoices)):
            for attempt in range(100):
                for key, (buyer, order) in list(self.orders[index].items()):
                    self.orders[index][key] = (buyer, await buyer.ended(order))
                if await self.order(self.campaign.buyers[0], index, f"last {index} {attempt}"):
                    break
            else:
                require(False, f"invoice {index} is not paid: {self.orders[index]}")

        def rests():
            return all(
                not channel["local_unsettled_sent"] and not channel["remote_unsettled_sent"]
                for channel in (self.network.payer.channel(), self.network.shop.channel()))
        await eventually(rests, "nothing is under way in the channel")

    def balances(self):
        return {wallet: wallet.channel()["local_balance"] for wallet in (self.network.payer, self.network.shop)}

    def received(self):
        """What the receiving node has by the hashes of its invoices, in atomic units."""
        return {
            key: int(entry["amount_msat"]) // 1000
            for key, entry in history(self.network.shop) if entry["amount_msat"] > 0}

    async def check(self, before, sums):
        """Compares what payd says with both sides of the channel."""
        received = await asyncio.to_thread(self.received)
        after = await asyncio.to_thread(self.balances)
        wanted, succeeded, wrong, twice = 0, 0, [], 0
        for index, (amount, invoice) in enumerate(self.invoices):
            wanted += amount
            paying = [order for _, order in self.orders[index].values() if order["state"] == "succeeded"]
            succeeded += len(paying)
            if len(paying) != 1:
                wrong.append(f"invoice {index} has {len(paying)} orders that succeeded")
                continue
            got = received.get(paying[0]["transaction_id"])
            twice += got is not None and got > amount
            if got != amount or paying[0]["fee"] != "0":
                wrong.append(f"invoice {index} of {amount} has {got}, fee {paying[0]['fee']}")
        lost = before[self.network.payer] - after[self.network.payer]
        gained = after[self.network.shop] - before[self.network.shop]
        if not lost == gained == wanted:
            wrong.append(f"invoices of {wanted}: {lost} has left the payer, and {gained} has come to the shop")
        ledger = await owners_sums(self.campaign.payer)
        moved = {name: ledger[name] - sums[name] for name in ("out", "fees")}
        if moved != {"out": wanted, "fees": 0}:
            wrong.append(f"invoices of {wanted}, and the ledger has {moved}")
        require(not wrong, f"{twice} are paid twice, and {len(wrong)} differ: {wrong[:10]}")
        return {"invoices": len(self.invoices), "repeats": self.asked,
                "orders": sum(map(len, self.orders.values())), "sum of the invoices": text(wanted),
                "left the payer's channel": text(lost), "came to the shop's": text(gained), "paid twice": twice}


class Control:
    """What Electrum does without payd: its call `lnpay`, made for the same invoice by several at once."""

    def __init__(self, campaign):
        self.options, self.network = campaign.options, campaign.network

    async def run(self):
        payer, shop = self.network.payer, self.network.shop
        before, hashes, answers = payer.channel()["local_balance"], [], collections.Counter()

        def pay(invoice):
            try:
                return bool(payer.call("lnpay", invoice=invoice, seconds=180)["success"])
            except (*AWAY, Refused):
                return None
        for _ in range(self.options.control):
            made = shop.call("add_request", amount=text(CONTROL), memo="control", expiration=86_400, force=True)
            hashes.append(made["rhash"])
            answers.update(await asyncio.gather(
                *(asyncio.to_thread(pay, made["lightning_invoice"]) for _ in range(self.options.at_once))))
        await eventually(lambda: not payer.channel()["local_unsettled_sent"], "nothing is under way in the channel")
        lost = before - payer.channel()["local_balance"]
        received = {key: int(entry["amount_msat"]) // 1000 for key, entry in history(shop)}
        times = collections.Counter(received.get(key, 0) // CONTROL for key in hashes)
        return {"invoices": len(hashes), "calls at once": self.options.at_once,
                "sum of the invoices": text(CONTROL * len(hashes)), "left the payer's channel": text(lost),
                "paid twice or more": sum(count for paid, count in times.items() if paid > 1),
                "invoices by how often they were paid": dict(sorted(times.items()))}


def history(wallet):
    """The payments of a wallet's channels, by their hashes."""
    entries = wallet.call("lightning_history")
    entries = entries.values() if isinstance(entries, dict) else entries
    return [(entry["payment_hash"], entry) for entry in entries if entry.get("type") == "payment"]
