"""Two payd on two machines, as far as the network tells: each has a loopback of its own, and they share the database.

The machines are network namespaces, which need the rights of the administrator. The database is reached through its
socket in the file system, which network namespaces do not separate.
"""

import asyncio
import json
import signal
import subprocess
import uuid

import cluster_checks
from cluster_app import ADDRESS
from cluster_daemons import Cluster, ENVIRONMENT, PROGRAMS
from cluster_restore import Part
from cluster_servers import require, until

ALONE = ["unshare", "--net", "sh", "-c", 'ip link set lo up && exec "$@"', "sh"]


class Hosts(Part):
    """An app on each machine pays through the payd there, and goes on when the one on the other machine dies."""

    async def run(self):
        if subprocess.run([*ALONE, "true"], capture_output=True).returncode:
            print("SKIPPED: no network namespaces can be made here (root and iproute2 are needed); "
                  "payd on several machines are not tested")
            return
        await self.database.start()
        self.cluster = Cluster(self.root, [self.ledger()] * 2)
        for daemon in self.cluster.daemons:
            daemon.prefix, daemon.runtime = ALONE, self.root / f"run-{daemon.name}"
        await self.cluster.start()
        driver = await self.cluster.driven()
        for daemon in self.cluster.daemons:
            file = daemon.runtime / "providers" / f"{daemon.name}.json"
            await until(file.exists, "it can be found on its machine")
            await self.pair(daemon)
        wanted, self.told = [], []
        for turn in range(3):
            for daemon in self.cluster.daemons:
                wanted.append(f"0.0{turn + 1}{len(wanted)}")
                await self.pay(daemon, wanted[-1])
        other = next(daemon for daemon in self.cluster.daemons if daemon is not driver)
        # The request of an app on the machine that lives on: asked for while nobody writes, and once more.
        request = str(uuid.uuid4())
        driver.send(signal.SIGKILL)
        wanted.append("0.05")
        first = await self.pay(other, wanted[-1], request)
        again = await self.pay(other, wanted[-1], request)
        require(again["replayed"] and again["payment_order"]["order_id"] == first["payment_order"]["order_id"],
                "the repeated request made another order")
        # The machine that died is there again, and stands by.
        await until(lambda: driver.process.returncode is None and driver.is_found(), "it can be found again")
        wanted.append("0.06")
        await self.pay(driver, wanted[-1])
        amounts = [round(float(amount) * 10**8) for amount in wanted]
        await until(lambda: sorted(cluster_checks.paid(self.root)[0]) == sorted(amounts), "each is paid")
        require(all(len(ids) == 1 for ids in cluster_checks.paid(self.root)[0].values()), "nothing is paid twice")
        print(json.dumps({"passed": "hosts", "orders": len(wanted), "told": sorted(set(self.told))}), flush=True)

    def payctl(self, daemon, *arguments):
        """payctl on the machine of a payd."""
        return asyncio.create_subprocess_exec(
            "nsenter", "--net", "--target", str(daemon.process.pid), PROGRAMS / "payctl", "--json",
            "--state", self.root / f"app-{daemon.name}", "--runtime", daemon.runtime, "--patience", "20", *arguments,
            env=ENVIRONMENT, stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)

    async def pair(self, daemon):
        process = await self.payctl(daemon, "connect")
        pairing = None
        while pairing is None:
            line = await asyncio.wait_for(process.stderr.readline(), 20)
            require(line, "payctl shows a code")
            pairing = json.loads(line).get("pairing")
        # The owner sits at the same machine.
        await daemon.owner("approve", pairing["question_id"], "--code", pairing["code"], "--scopes", "receive,pay")
        _, error = await asyncio.wait_for(process.communicate(), 20)
        require(process.returncode == 0, f"connect: {error.decode()[-300:]}")

    async def pay(self, daemon, amount, request=None):
        arguments = ["pay", "LTC", ADDRESS, amount] + (["--request-id", request] if request else [])
        for _ in range(20):
            process = await self.payctl(daemon, *arguments)
            output, error = await asyncio.wait_for(process.communicate(), 60)
            if process.returncode == 0:
                return json.loads(output.splitlines()[-1])
            # As it advises: the same again, with the same request id if it has told one.
            require(process.returncode in (69, 75), f"pay: {process.returncode} {error.decode()[-300:]}")
            told = [json.loads(line) for line in (output + error).splitlines() if line.startswith(b"{")]
            request = next((line["request_id"] for line in told if "request_id" in line), request)
            self.told.append(next((line["error"]["message"] for line in told if "error" in line), ""))
            arguments = ["pay", "LTC", ADDRESS, amount] + (["--request-id", request] if request else [])
            await asyncio.sleep(0.2)
        require(False, "no order was made")
