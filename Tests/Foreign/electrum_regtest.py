"""Debian's Electrum, untouched, on Litecoin's regtest: its network constants are replaced before it starts.

    electrum_regtest.py ARGS…      the arguments of `electrum`
"""
import sys

from electrum import constants, lnaddr

SCRIPT = "/usr/bin/electrum"
chain = constants.BitcoinRegtest
chain.GENESIS = "530827f38f93b43ed12af0b3ad25a288dc02ed74d6d7857862df51fc56c416f9"
chain.WIF_PREFIX, chain.ADDRTYPE_P2PKH, chain.ADDRTYPE_P2SH, chain.SEGWIT_HRP = 0xEF, 0x6F, 0x3A, "rltc"
chain.BOLT11_HRP = chain.SEGWIT_HRP
lnaddr.BOLT11_HRP_INV_DICT[chain.BOLT11_HRP] = chain
chain.DEFAULT_SERVERS = {}
sys.argv = ["electrum", *sys.argv[1:]]
with open(SCRIPT, encoding="utf-8") as file:
    exec(compile(file.read(), SCRIPT, "exec"))  # pylint: disable=exec-used
