"""Two payd pay with one wallet of Litecoin Core in regtest."""

import asyncio
import base64
import collections
import json
import os
import secrets
import signal
import socket
import subprocess
import urllib.request

from cluster_daemons import Cluster
from cluster_restore import Part
from cluster_servers import require, until

EXECUTABLE = next(
    (path for path in ("/usr/lib/litecoin/litecoind", "/usr/local/bin/litecoind") if os.access(path, os.X_OK)), None)


def free_port():
    """A port on loopback in TIME_WAIT: for a minute nobody else is given it, and a server can listen to it."""
    with socket.socket() as listener:
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listener.bind(("127.0.0.1", 0))
        listener.listen(1)
        address = listener.getsockname()
        with socket.create_connection(address):
            # The side that ends a connection first is the one that rests.
            listener.accept()[0].close()
        return address[1]


def configure(folder, port, password, *more):
    """Writes the configuration of a litecoind that is alone in regtest."""
    configuration = folder / "litecoin.conf"
    configuration.write_text("\n".join((
        "regtest=1", "server=1", "listen=0", "dnsseed=0", "dns=0", "upnp=0", "printtoconsole=0", "dbcache=16",
        "keypool=50", "txindex=1", *more, "[regtest]", "connect=0", "rpcbind=127.0.0.1", "rpcallowip=127.0.0.1",
        f"rpcport={port}", "rpcuser=regtest", f"rpcpassword={password}", "")))
    configuration.chmod(0o600)


class Regtest:
    """A litecoind with the wallets payer, which has coins, and shop."""

    def __init__(self, folder):
        self.folder, self.password, self.process = folder, secrets.token_hex(12), None
        self.port = free_port()

    async def start(self):
        (self.folder / "home").mkdir(parents=True)
        configure(self.folder, self.port, self.password, "walletrbf=1", "mempoolreplacement=1")
        self.process = subprocess.Popen(
            [EXECUTABLE, f"-datadir={self.folder}"], env={**os.environ, "HOME": str(self.folder / "home")},
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        await until(self.answers, "litecoind answers")
        for wallet in ("payer", "shop"):
            self.call("createwallet", wallet, False, False, "", False, False, True)
        # Extension blocks are active from height 432, and the first block that has one must hold a payment into it.
        # Another wallet makes it, so that what the payer has sent is what payd has it pay.
        self.call("createwallet", "miner")
        self.call("generatetoaddress", 10, self.call("getnewaddress", wallet="miner"))
        self.mine(421)
        self.call("sendtoaddress", self.call("getnewaddress", "", "mweb", wallet="miner"), 1, wallet="miner")
        self.mine(1)

    def answers(self):
        require(self.process.poll() is None, "litecoind has ended")
        try:
            return self.call("getblockcount") is not None
        except (OSError, ValueError):
            return False

    def call(self, method, *params, wallet=None):
        request = urllib.request.Request(
            f"http://127.0.0.1:{self.port}/" + (f"wallet/{wallet}" if wallet else ""),
            json.dumps({"jsonrpc": "1.0", "id": 1, "method": method, "params": params}).encode(),
            {"Authorization": "Basic " + base64.b64encode(f"regtest:{self.password}".encode()).decode()})
        with urllib.request.urlopen(request, timeout=30) as answer:
            return json.load(answer)["result"]

    def mine(self, count):
        self.call("generatetoaddress", count, self.call("getnewaddress", wallet="payer"))

    def section(self):
        """The wallet in the configuration of payd, with braces for `format`."""
        return f"""  - type: bitcoin
    currency: LTC
    url: http://127.0.0.1:{self.port}
    wallet: payer
    user: regtest
    password: {self.password}
    chain: regtest
    confirmations: 2
    limits: {{{{ask: above 10, per_payment: 10, per_period: 1000}}}}
"""

    def stop(self):
        if self.process:
            self.process.kill()
            self.process.wait()


class Litecoin(Part):
    """Each order is paid once, by the real wallet's list of what it sent."""

    COUNT = 30

    async def run(self):
        if not EXECUTABLE:
            print(
                "SKIPPED: litecoind is not installed (scripts/packages.sh test); two payd with a real wallet are not "
                "tested")
            return
        self.wallet = Regtest(self.root / "litecoin")
        await self.wallet.start()
        await self.database.start()
        address = f"postgresql://payport@/payport?host={self.database.pool}&port=6432"
        self.cluster = Cluster(self.root, [address] * 2, self.wallet.section())
        await self.cluster.start()
        await self.app.pair(self.cluster.driver)
        shop, queue, wanted = self.wallet.call("getnewaddress", wallet="shop"), asyncio.Queue(), []
        for index in range(self.COUNT):
            wanted.append(f"0.01{index:03d}")
            queue.put_nowait(wanted[-1])
        done = []

        async def pay():
            while not queue.empty():
                amount = queue.get_nowait()
                await self.app.pay(amount, shop)
                done.append(amount)

        async def upsets():
            await until(lambda: len(done) >= 4, "orders are paid")
            self.cluster.driver.send(signal.SIGKILL)
            await until(lambda: len(done) >= 12, "orders are paid again")
            paused = self.cluster.driver
            process = paused.process
            process.send_signal(signal.SIGSTOP)
            await self.cluster.driven(other_than=paused)
            process.send_signal(signal.SIGCONT)
            await until(lambda: process.returncode is not None, "the one that was paused ends")
            require(process.returncode == 74, f"a fenced payd ended with {process.returncode}")
        await asyncio.wait_for(asyncio.gather(upsets(), pay(), pay(), pay()), 240)

        def is_over():
            self.wallet.mine(1)
            return self.database.primary.query("SELECT count(*) FROM orders WHERE state <> 'succeeded'") == [["0"]]
        await until(is_over, "all orders end")
        sent = collections.Counter(
            -entry["amount"] for entry in self.wallet.call("listtransactions", "*", 10_000, 0, True, wallet="payer")
            if entry["category"] == "send")
        require(sent == collections.Counter(map(float, wanted)), f"the wallet sent: {sent}")
        received = self.wallet.call("getreceivedbyaddress", shop, 1, wallet="shop")
        require(round(received * 1e8) == round(sum(map(float, wanted)) * 1e8), f"the shop has {received}")
        ends = [daemon.ends for daemon in self.cluster.daemons]
        print(json.dumps({"passed": "litecoin", "orders": self.COUNT, "ends": ends}), flush=True)

    async def stop(self):
        await super().stop()
        if getattr(self, "wallet", None):
            self.wallet.stop()
