"""Payments and invoices on chain under kills: apps ask for invoices, others pay, and litecoind says who was paid."""

import asyncio
import collections
import time

from cluster_servers import require
from electrum_apps import ENDED, Killer
from electrum_chain import Chain, owners_sums
from electrum_network import AWAY, text, units

# How many invoices wait to be paid.
AHEAD = 40


class OnChain:
    """Each invoice is paid once. Payments without an invoice go to litecoind, and it pays the other invoices."""

    def __init__(self, campaign):
        self.campaign, self.options, self.network = campaign, campaign.options, campaign.network
        count = max(self.options.payments, self.options.invoices)
        self.amounts = [100_000 + index for index in range(count)]
        self.queue, self.invoices, self.orders, self.failed = asyncio.Queue(), {}, {}, collections.Counter()
        # Invoices that somebody else pays once nothing is killed any more: the node's wallet forgets what it sends.
        self.others = []
        self.killer = Killer(campaign.victims, f"{self.options.seed} on chain", self.options.kills)
        self.made = self.paid = 0
        self.is_ending = False

    async def run(self):
        options, began = self.options, time.monotonic()
        self.killer.begin(options.minutes)
        first = self.network.node.height
        before = await owners_sums(self.campaign.payer), await owners_sums(self.campaign.shop)
        work = options.payments + options.invoices
        mining = asyncio.create_task(self.mine())
        try:
            await asyncio.gather(
                self.killer.run(work, lambda: self.made + self.paid),
                *(self.ask(seller, place) for place, seller in enumerate(self.campaign.sellers)),
                *(self.pay(buyer) for buyer in self.campaign.buyers for _ in range(4)))
            rate = (self.made + self.paid) / (time.monotonic() - began)
            await self.settle()
        finally:
            mining.cancel()
            await asyncio.gather(mining, return_exceptions=True)
        sums = await self.check(first, before)
        return {**sums, "seconds": round(time.monotonic() - began), "payments and invoices a second": round(rate, 2),
                "kills": dict(self.killer.kills), "orders that failed and were made again": dict(self.failed)}

    def progress(self):
        return f"{self.made} invoices, {self.paid} payments, kills {dict(self.killer.kills)}"

    async def ask(self, seller, place):
        """Asks for a share of the invoices, and hands them to those who pay."""
        for index in range(place, len(self.amounts), len(self.campaign.sellers)):
            # Invoices are asked for faster than they are paid, and both are to be killed at until the end.
            while index > self.paid + AHEAD and self.paid < self.options.payments and not self.killer.is_late():
                await asyncio.sleep(0.05)
            if self.killer.is_late():
                return
            amount = self.amounts[index]
            if index >= self.options.invoices:
                address = await self.stranger("getnewaddress", "", "bech32")
            else:
                invoice = await seller.invoice(text(amount), f"invoice {index}")
                address = invoice["address"]
                require(address not in self.invoices, f"two invoices have the address {address}")
                self.invoices[address] = (seller, invoice)
                self.made += 1
            if index < self.options.payments:
                self.queue.put_nowait((index, address, amount))
            else:
                self.others.append((address, amount))

    async def stranger(self, method, *params):
        """Calls litecoind's own wallet, and again while the node is away."""
        while True:
            try:
                return await asyncio.to_thread(self.network.node.call, method, *params, wallet="miner")
            except AWAY:
                await asyncio.sleep(0.1)

    async def pay(self, buyer):
        while self.paid < self.options.payments and not (self.killer.is_late() and self.queue.empty()):
            try:
                index, address, amount = await asyncio.wait_for(self.queue.get(), 1)
            except TimeoutError:
                continue
            self.orders[address] = await self.order(buyer, address, amount, f"payment {index}")
            self.paid += 1

    async def order(self, buyer, address, amount, name):
        """Orders a payment until one is under way. What has failed for certain is ordered again by another name."""
        for attempt in range(20):
            order = await buyer.pay(address, text(amount), f"{name} attempt {attempt}")
            while order["state"] in ("received", "awaiting_approval", "approved", "submitting"):
                order = await buyer.ended(order, 1)
            if order["state"] in ("in_flight", "succeeded"):
                return buyer, amount, order, attempt, name
            self.failed[order.get("reason", order["state"])] += 1
        raise AssertionError(f"{name}: 20 orders failed: {order}")

    async def mine(self):
        """Finds a block whenever some transactions wait, so that change can be spent."""
        while True:
            try:
                waiting = await asyncio.to_thread(self.network.node.call, "getrawmempool")
                if len(waiting) >= 5 or self.is_ending:
                    await self.network.node.mine()
            except AWAY:
                pass
            await asyncio.sleep(1 if self.is_ending else 0.1)

    async def settle(self):
        """Waits until each order and each invoice has its end."""
        for address, amount in self.others:
            await self.stranger("sendtoaddress", address, text(amount))
        self.is_ending = True
        for address, (buyer, amount, order, attempt, name) in list(self.orders.items()):
            while (order := await buyer.ended(order))["state"] != "succeeded":
                require(order["state"] in ENDED, f"{order}")
                self.failed[order.get("reason", order["state"])] += 1
                _, _, order, attempt, _ = await self.order(buyer, address, amount, f"{name} after {attempt}")
            self.orders[address] = (buyer, amount, order, attempt, name)
        for address, (seller, invoice) in self.invoices.items():
            invoice = await seller.done(lambda: seller.client.wait_for_invoice(invoice))
            require(invoice["state"] == "settled" and invoice["payment"] == "paid", f"an invoice is {invoice}")
            self.invoices[address] = (seller, invoice)

    async def check(self, first, before):
        """Compares what payd says with what litecoind says."""
        # Everything is in a block, and what waits for one would be paid besides.
        waiting = self.network.node.call("getrawmempool")
        require(not waiting, f"{len(waiting)} transactions wait for a block")
        chain = await asyncio.to_thread(Chain, self.network.node)
        paid, last = chain.by_address(), chain.height
        wrong, twice = [], 0
        for address, (_, amount, order, _, name) in self.orders.items():
            if paid.get(address) != [(order["transaction_id"], amount)]:
                wrong.append(f"{name}: {order['transaction_id']} of {amount}, and the chain has {paid.get(address)}")
            twice += len(paid.get(address, [])) > 1
        for address, (_, invoice) in self.invoices.items():
            amount = units(invoice["amount"])
            if [entry for _, entry in paid.get(address, [])] != [amount]:
                wrong.append(f"the invoice of {amount} has {paid.get(address)}")
            if units(invoice["confirmed_amount"]) != amount:
                wrong.append(f"the invoice of {amount} is said to have {invoice['confirmed_amount']}")
        require(not wrong, f"{twice} are paid twice, and {len(wrong)} differ: {wrong[:10]}")

        amounts = sum(amount for _, amount, *_ in self.orders.values())
        fees = sum(units(order["fee"]) for _, _, order, *_ in self.orders.values())
        transactions = {order["transaction_id"] for _, _, order, *_ in self.orders.values()}
        by_chain = sum(map(chain.fee, transactions))
        require(fees == by_chain, f"fees of {fees} by payd, and {by_chain} by the chain")
        kept, gained = (
            chain.holds(addresses, last) - chain.holds(addresses, first)
            for addresses in (wallet.call("listaddresses") for wallet in (self.network.payer, self.network.shop)))
        lost = -kept
        require(lost == amounts + fees, f"{amounts + fees} was paid by payd, and {lost} left the wallet by the chain")
        received = sum(units(invoice["amount"]) for _, invoice in self.invoices.values())
        require(gained == received, f"invoices of {received} were paid by payd, and the chain has {gained}")
        payer, shop = (
            {name: after[name] - earlier[name] for name in after}
            for earlier, after in zip(
                before, (await owners_sums(self.campaign.payer), await owners_sums(self.campaign.shop))))
        require((payer["out"], payer["fees"]) == (amounts, fees), f"{amounts} and {fees}, and the ledger has {payer}")
        require(shop["in"] == received, f"invoices of {received}, and the ledger has {shop}")
        return {"payments": len(self.orders), "invoices": len(self.invoices), "transactions": len(transactions),
                "paid": text(amounts), "fees": text(fees), "left the payer by the chain": text(lost),
                "received": text(received), "came to the shop by the chain": text(gained), "paid twice": twice}


