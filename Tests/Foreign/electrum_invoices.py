"""Invoices of the Lightning network (BOLT 11) by Debian's Electrum, untouched.

    electrum_invoices.py make COUNT SEED    prints invoices, each as a line of JSON: what it says and its text
    electrum_invoices.py read               says the same of the invoices that stand in the lines of the standard input

It runs with the Python that Electrum is installed for.
"""

import json
import random
import sys
from decimal import Decimal

from electrum import bitcoin, constants, ecc, lnaddr, segwit_addr

NETS = {net.BOLT11_HRP: net for net in constants.NETS_LIST}
WORDS = ["coffee", "1 cup", "ナンセンス", "🍵", "\u202e", "<b>", "Ünï", "\x1b[2J", "'", "e\u0301", "\0"]
# Bits that BOLT 9 has in invoices, and those that who pays may ignore. Electrum wants 14 wherever it sees 16.
FEATURES = [1 << 17, 1 << 49, 1 << 99, 1 << 25]


def net_of(text):
    """The network: the longest prefix that fits, because `tbs` begins with `tb`."""
    start = text.lower()[2 : text.rindex("1")]
    return NETS[max((prefix for prefix in NETS if start.startswith(prefix)), key=len)]


def program(address, net):
    """The version and program of a fallback."""
    version, words = segwit_addr.decode_segwit_address(net.SEGWIT_HRP, address)
    if version is not None:
        return [version, bytes(words).hex()]
    kind, digest = bitcoin.b58_address_to_hash160(address)
    return [17 if kind == net.ADDRTYPE_P2PKH else 18, digest.hex()]


def facts(text):
    """What Electrum reads in an invoice."""
    net = net_of(text)
    read = lnaddr.lndecode(text, net=net)
    digest = read.get_tag("h")
    return {
        "text": text,
        "prefix": read.net.BOLT11_HRP,
        "millisatoshis": read.get_amount_msat(),
        "payment_hash": read.paymenthash.hex(),
        "payment_secret": read.payment_secret.hex(),
        "description": read.get_tag("d"),
        "description_hash": digest.hex() if digest else None,
        "payee": read.pubkey.serialize().hex(),
        "created_at": read.date,
        "expiry": read.get_expiry(),
        "min_final_cltv_expiry": read.get_min_final_cltv_expiry(),
        "has_route_hints": any(letter == "r" for letter, _ in read.tags),
        "fallbacks": [program(address, net) for letter, address in read.tags if letter == "f"],
    }


def fallback(net, dice):
    """An address of any kind."""
    kind = dice.choice([net.ADDRTYPE_P2PKH, net.ADDRTYPE_P2SH, 0, 1])
    if kind in (net.ADDRTYPE_P2PKH, net.ADDRTYPE_P2SH) and dice.random() < 0.5:
        return bitcoin.hash160_to_b58_address(dice.randbytes(20), kind)
    version = dice.choice([0, 0, 1, 16])
    return segwit_addr.encode_segwit_address(net.SEGWIT_HRP, version, dice.randbytes(dice.choice([20, 32])))


def made(dice):
    """A random invoice."""
    net = dice.choice(list(NETS.values()))
    key = dice.randbytes(32)
    tags = []
    described = "".join(dice.choice(WORDS) for _ in range(dice.randrange(20)))
    tags.append(("h" if dice.random() < 0.3 else "d", described))
    if dice.random() < 0.5:
        tags.append(("x", dice.choice([1, 60, 604800, dice.randrange(1, 1 << 40)])))
    if dice.random() < 0.5:
        tags.append(("c", dice.randrange(1, 3000)))
    if dice.random() < 0.3:
        tags.append(("n", ecc.ECPrivkey(key).get_public_key_bytes(compressed=True)))
    for _ in range(dice.choice([0, 0, 1, 2])):
        hops = range(dice.randrange(1, 4))
        tags.append(
            ("r", [
                (ecc.ECPrivkey(dice.randbytes(32)).get_public_key_bytes(), dice.randbytes(8), 1, 20, 3) for _ in hops
            ])
        )
    for _ in range(dice.choice([0, 0, 1, 2])):
        tags.append(("f", fallback(net, dice)))
    if dice.random() < 0.8:
        tags.append(("9", 1 << 8 | 1 << 14 | dice.choice([0, *FEATURES])))
    dice.shuffle(tags)
    amount = dice.choice([None, Decimal(dice.randrange(1, 10 ** dice.randrange(1, 17))) / 10**11])
    address = lnaddr.LnAddr(
        paymenthash=dice.randbytes(32),
        payment_secret=dice.randbytes(32),
        amount=amount,
        net=net,
        tags=tags,
        date=dice.randrange(1, 1 << 35),
    )
    return lnaddr.lnencode(address, key)


def main():
    """Does what the arguments say."""
    if sys.argv[1] == "make":
        dice = random.Random(int(sys.argv[3]))
        texts = (made(dice) for _ in range(int(sys.argv[2])))
    else:
        texts = (line.strip() for line in sys.stdin)
    for text in texts:
        print(json.dumps(facts(text)))


main()
