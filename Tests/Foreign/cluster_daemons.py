"""Several payd with one ledger and one key; each is started again when it ends."""

import asyncio
import json
import os
import pathlib
import shutil
import signal
import time

from cluster_servers import require, until

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = pathlib.Path(os.environ.get("PAYPORT_PROGRAMS", HERE.parent.parent / ".build" / "debug")).resolve()
ENVIRONMENT = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}

MOCK = """  - type: mock
    currencies: [LTC]
    network: {root}/network
    wallet: main
    balance: 1000000
    block_seconds: 2
    limits: {{LTC: {{ask: above 10, per_payment: 10, per_period: 1000000}}}}
"""


class Daemon:
    """One payd with a state folder of its own. `ledger` is an address, or None for a file."""

    def __init__(self, root, name, ledger, wallet=MOCK):
        self.root, self.name, self.state, self.runtime = root, name, root / name, root / "run"
        self.state.mkdir(mode=0o700)
        self.runtime.mkdir(mode=0o700, exist_ok=True)
        # What stands before the command, and the payd that is started next.
        self.prefix, self.program = [], PROGRAMS / "payd"
        self.configuration = root / f"{name}.yml"
        self.configuration.write_text(f"""
name: {name}
{f'ledger: "{ledger}"' if ledger else ''}
owner_questions: forwarded
times: {{poll: 1s, follow: 2s}}
limits: {{requests_per_second: 100000, burst: 100000, in_flight: 64, sockets: 256, sockets_per_app: 64,
  open_invoices: 100000, unpaid_addresses: 100000, ledger_megabytes: 4000}}
wallets:
{wallet.format(root=root)}""")
        self.configuration.chmod(0o600)
        self.process, self.keeper, self.is_ready, self.ready_at = None, None, False, 0
        self.ends, self.log, self.is_wanted = [], [], False

    async def start(self):
        """Starts it, and again whenever it ends."""
        self.is_wanted = True
        started = asyncio.get_running_loop().create_future()
        self.keeper = asyncio.create_task(self.keep(started))
        await started

    async def keep(self, started):
        while self.is_wanted:
            self.process = await asyncio.create_subprocess_exec(
                *self.prefix, self.program, "run", "--config", self.configuration, "--state", self.state,
                "--runtime", self.runtime,
                env=ENVIRONMENT, stderr=asyncio.subprocess.PIPE)
            if not started.done():
                started.set_result(None)
            while line := await self.process.stderr.readline():
                self.log.append(line.decode(errors="replace").rstrip())
                if line.startswith(b"payd: ready"):
                    self.is_ready, self.ready_at = True, time.monotonic()
            status = await self.process.wait()
            self.is_ready = False
            self.ends.append(status)
            if status not in (0, 74, 75, -signal.SIGKILL):
                self.is_wanted = False
            elif status == 74:
                # As a service manager does; one that refuses would take the processor otherwise.
                await asyncio.sleep(0.3)

    def is_found(self):
        """Whether apps can find the process that runs now."""
        try:
            found = json.loads((self.runtime / "providers" / f"{self.name}.json").read_bytes())
            return found["pid"] == self.process.pid
        except OSError:
            return False

    def send(self, number):
        if self.process.returncode is None:
            self.process.send_signal(number)

    async def pause(self):
        """Stops it, but not while it has the lock on the file of the mock network, which is no part of payd."""
        process, network = self.process, self.root / "network"
        while True:
            process.send_signal(signal.SIGSTOP)
            await until(lambda: is_stopped(process.pid), "it is stopped")
            if not network.exists() or not has_lock(process.pid, network):
                return process
            process.send_signal(signal.SIGCONT)
            await asyncio.sleep(0.01)

    async def stop(self, number=signal.SIGTERM):
        self.is_wanted = False
        if self.keeper:
            self.send(signal.SIGCONT)
            self.send(number)
            await self.keeper

    async def owner(self, *command, status=0):
        return json.loads(await self.command(*command, "--json", status=status) or b"{}")

    async def command(self, *command, status=0):
        """The output of one of the owner's commands."""
        process = await asyncio.create_subprocess_exec(
            PROGRAMS / "payd", *command, "--state", self.state, "--runtime", self.runtime, env=ENVIRONMENT,
            stdout=asyncio.subprocess.PIPE, stderr=asyncio.subprocess.PIPE)
        output, error = await process.communicate()
        require(process.returncode == status,
                f"payd {command}: {process.returncode} {output.decode()[-300:]} {error.decode()[-300:]}")
        return output

    async def join(self, other):
        """Gets the provider's key of another payd, which writes, and is admitted there."""
        shutil.copy(other.state / "identity.json", self.state / "identity.json")
        (self.state / "identity.json").chmod(0o600)
        key = (await self.command("daemons", "key")).decode().strip()
        await other.owner("daemons", "add", self.name, f"key:{key}")


class Cluster:
    """Several payd; the first makes the key, which the others get."""

    def __init__(self, root, ledgers, wallet=MOCK):
        self.root = root
        self.daemons = [Daemon(root, f"payd{index + 1}", ledger, wallet) for index, ledger in enumerate(ledgers)]

    async def start(self):
        first = self.daemons[0]
        await first.start()
        await until(lambda: first.is_ready or not first.is_wanted, "the first payd is ready")
        require(first.is_ready, f"payd did not start: {first.log[-3:]}")
        for other in self.daemons[1:]:
            await other.join(first)
            await other.start()

    @property
    def driver(self):
        """The payd that has become ready last, and still runs."""
        ready = [daemon for daemon in self.daemons if daemon.is_ready]
        return max(ready, key=lambda daemon: daemon.ready_at, default=None)

    async def driven(self, other_than=None, seconds=60):
        await until(lambda: self.driver and self.driver is not other_than, "another payd goes on", seconds)
        return self.driver

    async def stop(self):
        for daemon in self.daemons:
            await daemon.stop()


def is_stopped(pid):
    return pathlib.Path(f"/proc/{pid}/stat").read_text().rsplit(")", 1)[1].split()[0] in "TZ"


def has_lock(pid, path):
    """Whether a process has the lock on a file, by the kernel's list of locks."""
    inode = str(path.stat().st_ino)
    fields = (line.split() for line in pathlib.Path("/proc/locks").read_text().splitlines() if "->" not in line)
    return any(entry[1] == "FLOCK" and entry[4] == str(pid) and entry[5].rsplit(":", 1)[1] == inode for entry in fields)
