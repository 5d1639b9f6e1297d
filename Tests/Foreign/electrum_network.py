"""litecoind in regtest, an Electrum server before it, and daemons of Electrum with a Lightning channel between them.

Each of them can be killed and started again.
"""

import asyncio
import base64
import decimal
import http.client
import json
import os
import pathlib
import secrets
import signal
import socket
import subprocess
import sys
import urllib.error
import urllib.request

from cluster_litecoin import EXECUTABLE, configure, free_port
from cluster_servers import Trouble, require

HERE = pathlib.Path(__file__).resolve().parent
# The interpreter that Debian's Electrum is installed for.
PYTHON, ELECTRUM = "/usr/bin/python3", "/usr/bin/electrum"
UNIT = 100_000_000
# What a call fails with while a program is away, or has just been started.
AWAY = (OSError, http.client.HTTPException, ValueError)


def missing():
    """The Debian packages that are not there."""
    programs = (("litecoind", EXECUTABLE), ("electrum", os.access(ELECTRUM, os.X_OK)))
    return [name for name, there in programs if not there]


def units(value):
    """An amount in atomic units."""
    return int(decimal.Decimal(value) * UNIT)


def text(amount):
    """The decimal form of an amount in atomic units."""
    return f"{amount // UNIT}.{amount % UNIT:08d}"


async def eventually(asked, what, seconds=120):
    """The first answer of a question that holds. What is away is asked again."""
    deadline, last = asyncio.get_running_loop().time() + seconds, None
    while asyncio.get_running_loop().time() < deadline:
        try:
            if answer := await asyncio.to_thread(asked):
                return answer
        except AWAY as error:
            last = error
        await asyncio.sleep(0.05)
    raise Trouble(f"not within {seconds} s: {what} ({last})")


class Refused(ValueError):
    """A program answered a call with an error."""


def call(port, path, password, body, seconds):
    """Calls a program by JSON-RPC. Numbers with a point come as decimals."""
    request = urllib.request.Request(
        f"http://127.0.0.1:{port}{path}", json.dumps({"jsonrpc": "2.0", "id": 1, **body}).encode(),
        {"Authorization": "Basic " + base64.b64encode(f"regtest:{password}".encode()).decode()})
    try:
        with urllib.request.urlopen(request, timeout=seconds) as answer:
            value = json.load(answer, parse_float=decimal.Decimal)
    except urllib.error.HTTPError as error:
        raise Refused(f"{body['method']}: {error.code} {error.read()[:300]!r}") from None
    if value.get("error"):
        raise Refused(f"{body['method']}: {value['error']}")
    return value["result"]


class Program:
    """A program that is killed and started again, with a log of its own."""

    def __init__(self, folder, name):
        self.folder, self.name, self.process = folder / name, name, None
        self.folder.mkdir(mode=0o700, parents=True)
        self.password = secrets.token_hex(12)

    def launch(self, *command, **environment):
        with open(self.folder / "output.log", "ab") as log:
            self.process = subprocess.Popen(
                command, stdout=log, stderr=log, stdin=subprocess.DEVNULL,
                env={**os.environ, "HOME": str(self.folder), **environment})

    def runs(self):
        """Raises if the program has ended by itself."""
        require(self.process.poll() is None, f"{self.name} ended: {(self.folder / 'output.log').read_text()[-800:]}")

    async def kill(self):
        self.process.send_signal(signal.SIGKILL)
        await asyncio.to_thread(self.process.wait)

    async def killed(self):
        """Kills it without warning, and starts it again."""
        await self.kill()
        await self.start()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.kill()
            self.process.wait()


class Node(Program):
    """A litecoind. Extension blocks are off, because the server knows none."""

    def __init__(self, folder):
        super().__init__(folder, "node")
        self.port, self.height, self.address = free_port(), 0, None
        # A block that is not stored yet would be lost with the node.
        self.storing = asyncio.Lock()
        configure(self.folder, self.port, self.password)

    async def start(self):
        # It writes its index only at a regular end.
        command = [EXECUTABLE, f"-datadir={self.folder}", "-vbparams=mweb:4000000000:4100000000"]
        command += ["-reindex"] if self.height else []
        self.launch(*command)

        def stands():
            if self.process.poll() is not None:
                # Meanwhile a connection of another program may have got its port.
                self.launch(*command)
            return self.call("getblockcount") >= self.height
        await eventually(stands, "litecoind has its blocks")

    async def kill(self):
        async with self.storing:
            await super().kill()

    def call(self, method, *params, wallet=None):
        return call(self.port, f"/wallet/{wallet}" if wallet else "/", self.password,
                    {"method": method, "params": params}, 60)

    async def mine(self, count=1):
        """Mines blocks and has the chain stored, so that a kill does not undo it."""
        async with self.storing:
            await asyncio.to_thread(self.call, "generatetoaddress", count, self.address)
            await asyncio.to_thread(self.call, "gettxoutsetinfo")
            self.height = await asyncio.to_thread(self.call, "getblockcount")


class Server(Program):
    """An Electrum server."""

    def __init__(self, folder, node):
        super().__init__(folder, "server")
        self.node, self.port = node, free_port()

    async def start(self):
        arguments = [sys.executable, HERE / "electrum_server.py", "0.2"]
        environment = {
            "COIN": "Litecoin", "NET": "regtest", "DB_DIRECTORY": str(self.folder), "PEER_DISCOVERY": "off",
            "COST_SOFT_LIMIT": "0", "COST_HARD_LIMIT": "0", "SERVICES": f"tcp://127.0.0.1:{self.port}",
            "DAEMON_URL": f"http://regtest:{self.node.password}@127.0.0.1:{self.node.port}/"}
        self.launch(*arguments, **environment)

        def listens():
            self.runs()
            with socket.create_connection(("127.0.0.1", self.port), 1):
                return True
        await eventually(listens, "the Electrum server listens")


class Wallet(Program):
    """A daemon of Electrum with a wallet that has Lightning."""

    def __init__(self, folder, name, server):
        super().__init__(folder, name)
        self.port, self.listens_at, self.has_channel = free_port(), free_port(), False
        # Connects the channel's two sides. Electrum itself waits up to five minutes for a node that it did not reach.
        self.connect = lambda: None
        below = self.folder / "regtest"
        below.mkdir(mode=0o700)
        # It wants others to wait longer than regtest has blocks, and asks public nodes for routes otherwise.
        (below / "config").write_text(json.dumps({
            "rpcport": self.port, "rpcuser": "regtest", "rpcpassword": self.password, "rpcsock": "tcp",
            "server": f"127.0.0.1:{server.port}:t", "oneserver": True, "auto_connect": False, "log_to_file": False,
            "check_updates": False, "dynamic_fees": False, "fee_per_kb": 10_000, "config_version": 3,
            "lightning_listen": f"127.0.0.1:{self.listens_at}", "use_gossip": True, "lightning_to_self_delay": 144}))

    @property
    def command(self):
        return [PYTHON, "-W", "ignore", HERE / "electrum_regtest.py", "--regtest", "-D", self.folder]

    async def create(self):
        self.launch(*self.command, "--offline", "create")
        status = await asyncio.to_thread(self.process.wait)
        require(status == 0, f"Electrum makes no wallet: {(self.folder / 'output.log').read_text()[-800:]}")

    async def start(self):
        self.launch(*self.command, "daemon")

        def opens():
            self.runs()
            return self.call("load_wallet")
        await eventually(opens, f"{self.name}: Electrum opens its wallet")
        await eventually(self.is_read, f"{self.name}: Electrum has read its wallet")
        if self.has_channel:
            await self.channel_opened()

    def is_read(self):
        self.runs()
        info = self.call("getinfo")
        return (info["connected"] and 0 < info["blockchain_height"] == info["server_height"]
                and self.call("is_synchronized"))

    def call(self, method, seconds=60, **params):
        return call(self.port, "/", self.password, {"method": method, "params": params}, seconds)

    def channel(self):
        return self.call("list_channels")[0]

    async def channel_opened(self):
        """Waits until its channel can be used."""
        def stands():
            channel = self.channel()
            require(channel["state"] in ("OPENING", "FUNDED", "OPEN"), f"the channel is {channel['state']}")
            if channel["peer_state"] != "GOOD":
                self.connect()
            return channel["state"] == "OPEN" and channel["peer_state"] == "GOOD"
        await eventually(stands, f"{self.name}: the channel is open", 400)
        self.has_channel = True

    def section(self):
        """The wallet in the configuration of payd."""
        return f"""  - type: electrum
    currency: LTC
    url: http://127.0.0.1:{self.port}
    user: regtest
    password: {self.password}
    chain: regtest
    confirmations: 2
    lightning: true
    limits: {{{{ask: never, per_period: 100000, period: day}}}}
"""


class Network:
    """All of them. `payer` gets coins, and a channel to `shop`."""

    CHANNEL, COIN, COINS = 20_000_000, 5_000_000, 40

    def __init__(self, folder):
        self.node = Node(folder)
        self.server = Server(folder, self.node)
        self.payer, self.shop = (Wallet(folder, name, self.server) for name in ("payer", "shop"))
        self.programs = [self.node, self.server, self.payer, self.shop]

    async def start(self):
        await self.node.start()
        self.node.call("createwallet", "miner")
        self.node.address = self.node.call("getnewaddress", wallet="miner")
        await self.node.mine(120)
        await self.server.start()
        for wallet in (self.payer, self.shop):
            await wallet.create()
            await wallet.start()
        coins = [self.CHANNEL] + [self.COIN] * self.COINS
        outputs = {self.payer.call("createnewaddress"): text(amount) for amount in coins}
        self.node.call("sendmany", "", outputs, wallet="miner")
        await self.mine(2)
        await eventually(lambda: units(self.payer.call("getbalance").get("confirmed", 0)) == sum(coins),
                         "the payer has its coins")
        node = self.shop.call("nodeid").split("@")[0] + f"@127.0.0.1:{self.shop.listens_at}"
        self.payer.call("open_channel", connection_string=node, amount="0.15", push_amount="0.02")
        for wallet in (self.payer, self.shop):
            wallet.connect = lambda: self.payer.call("add_peer", connection_string=node)
        await self.mine(6)
        for wallet in (self.payer, self.shop):
            await wallet.channel_opened()

    async def mine(self, count=1):
        await self.node.mine(count)
        for wallet in (self.payer, self.shop):
            await eventually(
                lambda wallet=wallet: wallet.is_read() and wallet.call("getinfo")["server_height"] == self.node.height,
                f"{wallet.name} has read block {self.node.height}")

    def stop(self):
        for program in reversed(self.programs):
            program.stop()

