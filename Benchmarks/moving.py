"""How long an app waits when its daemon is killed and another one of the same identity runs: `python Benchmarks/moving.py`.

Until daemons can share a ledger, the second one has a copy of it, in which the next thing has happened already: one more event, and
an invoice that is paid. In each round the daemon that an app is connected to is killed with SIGKILL, and the time is taken until
the app has the event, and until its waiting call has the paid invoice. Both come from the other daemon.
"""

import argparse
import json
import os
import shutil
import statistics
import subprocess
import sys
import tempfile
import threading
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
PROGRAMS = Path(os.environ.get("PAYPORT_PROGRAMS") or ROOT / ".build" / "debug")
sys.path[:0] = [str(ROOT / "clients/python"), str(ROOT / "clients/python/tests")]

from daemon import Daemon, app  # noqa: E402
from payport import Client  # noqa: E402

# Each line is written at once, because two threads write.
PYTHON = r"""
import sys, threading
sys.path[:0] = sys.argv[4:]
from daemon import app
from payport import Client
state, runtime, invoice_id = sys.argv[1:4]
def events():
    for number, event in enumerate(Client(app(), state, runtime=runtime, provider="first").events("bench"), 1):
        print(f"event {number}\n", end="", flush=True)
threading.Thread(target=events, daemon=True).start()
client = Client(app(), state, runtime=runtime, provider="first")
invoice = client.get_invoice_request_status(invoice_id=invoice_id)["invoice"]
print("waits\n", end="", flush=True)
client.wait_for_invoice(invoice)
print("settled\n", end="", flush=True)
threading.Event().wait()
"""
NODE = """
import { Payport } from "payport";
const [state, runtime, invoice_id] = process.argv.slice(1);
const app = { app_id: "org.example.shop", name: "Shop", version: "1", scopes: ["receive", "pay"] };
const client = new Payport(app, { state, runtime, provider: "first", onCode: ({ code, questionId }) => console.log("code", code, questionId) });
let number = 0;
const events = async () => { for await (const _ of client.events()) console.log("event", ++number); };
if (invoice_id) {
  const { invoice } = await client.call("get_invoice_request_status", { invoice_id });
  void events();
  console.log("waits");
  await client.invoiceEnded(invoice);
  console.log("settled");
} else {
  const { invoice_id, address } = await client.invoice({ currency: "LTC", amount: "0.1" });
  console.log("invoice", invoice_id, address);
  process.exit(0);
}
"""


class Follower:
    """A program whose lines are noted with the time at which they came."""

    def __init__(self, command, **options):
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True, **options)
        self.lines, self.changed = [], threading.Condition()
        threading.Thread(target=self._read, daemon=True).start()

    def _read(self):
        for line in self.process.stdout:
            with self.changed:
                self.lines.append((time.monotonic(), line.strip()))
                self.changed.notify_all()

    def moment(self, holds):
        with self.changed:
            found = lambda: next((at for at, line in self.lines if holds(line)), None)  # noqa: E731
            if not self.changed.wait_for(lambda: found() is not None, 30):
                raise SystemExit(f"{self.process.args}: {self.lines}")
            return found()

    def end(self):
        self.process.kill()
        self.process.wait()


def ended(command, environment):
    return subprocess.run(command, env=environment, check=True, capture_output=True, text=True).stdout


class Swift:
    name = "Swift (payctl)"

    def __init__(self, daemon, folder):
        self.state = folder / "payctl"
        self.options = ["--json", "--patience", "30", "--runtime", str(daemon.runtime), "--provider", "first", "--state"]
        pairing = subprocess.Popen(self.command("connect"), stderr=subprocess.PIPE, stdout=subprocess.DEVNULL, text=True)
        line = next(line for line in pairing.stderr if '"pairing"' in line)
        code = json.loads(line)["pairing"]
        daemon.owner("approve", code["question_id"], "--code", code["code"], "--scopes", "receive,pay")
        pairing.wait()
        self.invoice = json.loads(ended(self.command("invoice", "LTC", "0.1"), os.environ).splitlines()[-1])["invoice"]

    def command(self, *words, state=None):
        return [PROGRAMS / "payctl", *words, *self.options, str(state or self.state)]

    def settle(self):
        ended(self.command("invoice-status", self.invoice["invoice_id"], "--wait"), os.environ)

    def follow(self, state):
        # The state of an app may be used by several of its processes at once.
        events = Follower(self.command("events", "--from", "0", "--count", "2", state=state))
        call = Follower(self.command("invoice-status", self.invoice["invoice_id"], "--wait", state=state))
        return [events, call], (events, lambda line: '"cursor":"1"' in line), (events, lambda line: '"cursor":"2"' in line), (
            call, lambda line: '"settled"' in line)


class Python:
    name = "Python"

    def __init__(self, daemon, folder):
        self.state, self.runtime = folder / "python", daemon.runtime
        with Client(app(), self.state, runtime=self.runtime, provider="first") as client:
            client.pair(daemon.approve_app)
            self.invoice = client.invoice("LTC", "0.1", name="bench")

    def settle(self):
        with Client(app(), self.state, runtime=self.runtime, provider="first") as client:
            client.wait_for_invoice(self.invoice)

    def follow(self, state):
        one = Follower([sys.executable, "-c", PYTHON, state, self.runtime, self.invoice["invoice_id"], *sys.path[:2]])
        return [one], (one, lambda line: line == "event 1"), (one, lambda line: line == "event 2"), (
            one, lambda line: line == "settled")


class TypeScript:
    name = "TypeScript"

    def __init__(self, daemon, folder):
        self.state, self.runtime = folder / "node", daemon.runtime
        first = Follower(self.command(self.state), cwd=ROOT / "clients/typescript")
        first.moment(lambda line: line.startswith("code"))
        code, question = first.lines[-1][1].split()[1:]
        daemon.owner("approve", question, "--code", code, "--scopes", "receive,pay")
        first.moment(lambda line: line.startswith("invoice"))
        invoice = next(line for _, line in first.lines if line.startswith("invoice"))
        self.invoice = dict(zip(("invoice_id", "address"), invoice.split()[1:]))
        first.process.wait()

    def settle(self):
        one = self.follow(self.state)[0][0]
        one.moment(lambda line: line == "settled")
        one.end()

    def command(self, state, *words):
        return ["node", "--input-type=module", "-e", NODE, str(state), str(self.runtime), *words]

    def follow(self, state):
        one = Follower(self.command(state, self.invoice["invoice_id"]), cwd=ROOT / "clients/typescript")
        return [one], (one, lambda line: line == "event 1"), (one, lambda line: line == "event 2"), (
            one, lambda line: line == "settled")


def measure(kind, rounds, folder):
    """The waits for the event and for the call, in milliseconds."""
    for name in ("first", "second"):
        (folder / name).mkdir(parents=True)
    first = Daemon(folder / "first", "first")
    second = Daemon(folder / "second", "second", runtime=first.runtime)
    try:
        return rounds_of(kind, rounds, folder, first, second)
    finally:
        first.stop()
        second.stop()


def rounds_of(kind, rounds, folder, first, second):
    second.stop()
    apps = kind(first, folder)
    first.stop()
    kept, later, unused = folder / "kept", folder / "later", folder / "unused"
    shutil.copytree(first.state, kept)
    shutil.copytree(apps.state, unused)
    # In the other ledger, the invoice is paid.
    first.start()
    first.receive(apps.invoice["address"], "0.1")
    first.mine()
    apps.settle()
    first.stop()
    shutil.copytree(first.state, later)
    waits = [], []
    for number in range(rounds):
        print(f"\r{number}", end="", file=sys.stderr, flush=True)
        for daemon, state in ((first, kept), (second, later)):
            shutil.rmtree(daemon.state)
            shutil.copytree(state, daemon.state)
            daemon.start()
        state = folder / f"app{number}"
        shutil.copytree(unused, state)
        programs, began, event, call = apps.follow(state)
        began[0].moment(began[1])
        if call[0] is began[0]:
            call[0].moment(lambda line: line == "waits")
        while first.owner("status")["sessions"] < (1 if kind is TypeScript else 2):
            pass
        killed = time.monotonic()
        first.kill()
        for found, (program, holds) in zip(waits, (event, call)):
            found.append((program.moment(holds) - killed) * 1000)
            print(f" {found[-1]:.0f}", end="", file=sys.stderr, flush=True)
        for program in programs:
            program.end()
        second.kill()
        shutil.rmtree(state)
    return waits


def main():
    options = argparse.ArgumentParser(description="How long an app waits when its daemon is killed.")
    options.add_argument("--rounds", type=int, default=50)
    options.add_argument("--only", choices=["Swift", "Python", "TypeScript"])
    chosen = options.parse_args()
    rounds = chosen.rounds
    print(f"{rounds} times SIGKILL, in ms           median   worst")
    for kind in (Swift, Python, TypeScript):
        if chosen.only not in (None, kind.__name__):
            continue
        with tempfile.TemporaryDirectory(prefix="payport-moving-") as folder:
            for what, waits in zip(("event", "waiting call"), measure(kind, rounds, Path(folder))):
                print(f"{kind.name:<16} {what:<14} {statistics.median(waits):>10.0f} {max(waits):>7.0f}", flush=True)


if __name__ == "__main__":
    main()
