"""What was paid by litecoind's blocks, read by themselves, and by the ledger of a payd."""

import json

from electrum_network import units


class Chain:
    """Who was paid, and who has what."""

    def __init__(self, node):
        self.outputs, self.payments, self.spent = {}, {}, {}
        self.height = node.call("getblockcount")
        for height in range(self.height + 1):
            for transaction in node.call("getblock", node.call("getblockhash", height), 2)["tx"]:
                self.read(transaction, height)

    def read(self, transaction, height):
        name = transaction["txid"]
        for entry in transaction["vin"]:
            if "txid" in entry:
                self.spent[entry["txid"], entry["vout"]] = height
                self.payments.setdefault(name, [0, 0])[0] += self.outputs[entry["txid"], entry["vout"]][1]
        for entry in transaction["vout"]:
            address = (entry["scriptPubKey"].get("addresses") or [None])[0]
            self.outputs[name, entry["n"]] = (address, units(entry["value"]), height)
            self.payments.setdefault(name, [0, 0])[1] += units(entry["value"])

    def by_address(self):
        """The transactions that pay each address, and their amounts."""
        found = {}
        for (name, _), (address, amount, _) in self.outputs.items():
            found.setdefault(address, []).append((name, amount))
        return found

    def fee(self, transaction):
        taken, given = self.payments[transaction]
        return taken - given

    def holds(self, addresses, height):
        """What addresses hold after a block."""
        wanted = set(addresses)
        return sum(
            amount for place, (address, amount, at) in self.outputs.items()
            if address in wanted and at <= height and self.spent.get(place, height + 1) > height)


async def owners_sums(payd):
    """What a payd's ledger says in the owner's statement: the sums that came in and went out, and the fees."""
    document = json.loads(await payd.command("statement", "--format", "json", "--from", "2020-01-01", "--output", "-"))
    sums = {"in": 0, "out": 0, "fees": 0}
    for section in document["sections"]:
        for name in sums:
            sums[name] += units(section[name])
    return sums
