"""Real payd with a mock wallet in a temporary folder, and what its owner does."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import threading
from pathlib import Path

from payport import App, AsyncClient, Client, PairingCode

ROOT = Path(__file__).resolve().parents[3]
PROGRAMS = Path(os.environ.get("PAYPORT_PROGRAMS") or ROOT / ".build" / "debug")
CONFIGURATION = """
name: {name}
limits:
  {{questions: 100, questions_per_app: 100, questions_per_minute: 100, unpaid_addresses: 10000, open_invoices: 10000}}
wallets:
  - type: mock
    currencies: [LTC, XMR]
    block_seconds: 0
    balance: 1000
    limits:
      LTC: {{ask: above 0.1, per_payment: 10, per_period: 100, period: month}}
"""


class Daemon:
    """One payd. `restart` and `kill` end exactly the process that this object started."""

    def __init__(
        self, folder: Path, name: str = "wallet", configuration: str = CONFIGURATION, runtime: Path | None = None,
    ) -> None:
        self.state, self.runtime = folder / "state", runtime or folder / "runtime"
        self.name = name
        self._configuration = folder / "provider.yml"
        self._configuration.write_text(configuration.format(name=name))
        self._configuration.chmod(0o600)
        self.environment = {
            **os.environ, "PAYPORT_STATE": str(self.state), "PAYPORT_RUNTIME": str(self.runtime),
            "SWIFT_BACKTRACE": "enable=no"}
        self._process: subprocess.Popen[str] | None = None
        self.start()

    def start(self) -> None:
        process = subprocess.Popen(
            [PROGRAMS / "payd", "run", "--config", self._configuration], env=self.environment, stderr=subprocess.PIPE,
            text=True)
        assert process.stderr is not None
        said = ""
        for line in process.stderr:
            said += line
            if line.startswith("payd: ready"):
                break
        else:
            process.wait()
            raise AssertionError(f"payd did not start: {said}")
        self._process = process
        # Nobody may leave the pipe unread, or payd would wait for it.
        threading.Thread(target=process.stderr.read, daemon=True).start()

    def kill(self) -> None:
        assert self._process is not None
        self._process.send_signal(signal.SIGKILL)
        self._process.wait()

    def stop(self) -> None:
        assert self._process is not None
        if self._process.poll() is None:
            self._process.terminate()
            self._process.wait()

    def owner(self, *arguments: str) -> dict:
        done = subprocess.run(
            [PROGRAMS / "payd", *arguments, "--json"], env=self.environment, capture_output=True, text=True, timeout=30)
        assert done.returncode == 0, f"payd {arguments}: {done.stdout} {done.stderr}"
        return json.loads(done.stdout or "{}")

    def approve_app(self, code: PairingCode, scopes: str = "receive,pay,balance,prove,statement") -> None:
        self.owner("approve", code.question_id, "--code", code.digits, "--scopes", scopes)

    def receive(self, address: str, amount: str) -> None:
        self.owner("mock", "receive", address, amount)

    def mine(self, count: int = 10) -> None:
        self.owner("mock", "mine", str(count))


def app(scopes: tuple[str, ...] = ("receive", "pay", "balance", "prove", "statement"), **other) -> App:
    return App("org.example.shop", "Example Shop", "1.0", scopes=scopes, **other)


def client(daemon: Daemon, state: Path, kind=Client, **options):
    return kind(options.pop("app", app()), state, runtime=daemon.runtime, **options)


def paired(daemon: Daemon, state: Path) -> Path:
    with client(daemon, state) as made:
        made.pair(daemon.approve_app)
    return state


__all__ = ["AsyncClient", "Daemon", "app", "client", "paired"]
