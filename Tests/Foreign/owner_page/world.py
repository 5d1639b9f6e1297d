"""A wallet with made-up money, apps that ask it for things, and the page of its owner: what flows.py drives."""

import contextlib
import os
import pathlib
import re
import signal
import subprocess
import sys
import tempfile
import threading

ROOT = pathlib.Path(__file__).resolve().parents[3]
sys.path.insert(0, str(ROOT / "clients" / "python"))

from payport import App, Client, PayportError, PermissionRefused  # noqa: E402, F401

PROGRAMS = pathlib.Path(os.environ.get("PAYPORT_PROGRAMS") or ROOT / ".build" / "debug")
CONFIGURATION = """
name: wallet
limits: {{questions: 1000, questions_per_app: 100, questions_per_minute: 100, unpaid_addresses: 10000,
  open_invoices: 10000, sockets: 400, unauthenticated_sockets: 200}}
times: {{poll: 1s, follow: 1s, quote: {quote}}}
wallets:
  - type: mock
    currencies: [LTC, XMR]
    block_seconds: {blocks}
    balance: 1000
    limits:
      LTC: {{ask: above 0.1, per_payment: 100, per_period: 200, period: week}}
"""


def require(holds, what):
    if not holds:
        raise AssertionError(what)


def kept(file):
    """What is in a file, which a browser may give its name just now."""
    try:
        return file.read_bytes()
    except FileNotFoundError:
        return b""


def address(number, currency="LTC", payload=None):
    """An address of somebody else on the made-up network, or the one with this payload of 26 signs."""
    prefix = f"mock{currency.lower()}1"
    payload = payload or _letters(f"{prefix}somebody {number}", 26)
    return prefix + payload + _letters(f"checksum {prefix}{payload}", 6)


def _letters(text, count):
    """FNV-1a with the finishing steps of SplitMix64, as signs of a-z2-7: checksums that nothing depends on."""
    state, mask, found = 0xCBF29CE484222325, (1 << 64) - 1, ""
    for byte in text.encode():
        state = ((state ^ byte) * 0x100000001B3) & mask
    while len(found) < count:
        state = (state + 0x9E3779B97F4A7C15) & mask
        word = ((state ^ (state >> 30)) * 0xBF58476D1CE4E5B9) & mask
        word = ((word ^ (word >> 27)) * 0x94D049BB133111EB) & mask
        word ^= word >> 31
        for _ in range(12):
            found += "abcdefghijklmnopqrstuvwxyz234567"[word & 31]
            word >>= 5
    return found[:count]


class Process:
    """A program that says when it is ready. It is ended by its own identifier."""

    def __init__(self, arguments, environment, ready, stream):
        self.said = []
        self.process = subprocess.Popen(
            arguments, env=environment, stdin=subprocess.DEVNULL, text=True,
            stdout=subprocess.PIPE if stream == "stdout" else subprocess.DEVNULL,
            stderr=subprocess.PIPE if stream == "stderr" else None)
        pipe = getattr(self.process, stream)
        for line in pipe:
            self.said.append(line)
            if found := re.search(ready, line):
                self.found = found
                break
        else:
            raise AssertionError(f"{arguments[0]} did not start: {''.join(self.said)}")
        # Nobody may leave the pipe unread, or the program would wait for it.
        threading.Thread(target=pipe.read, daemon=True).start()

    def stop(self, how=signal.SIGTERM):
        if self.process.poll() is None:
            self.process.send_signal(how)
        self.process.wait(timeout=30)


class World:
    """payd with a mock wallet in a temporary folder, apps, and `payd page`."""

    def __init__(self, blocks=0, folder=None):
        self._temporary = None if folder else tempfile.TemporaryDirectory(prefix="payport-page-")
        self.folder = pathlib.Path(folder or self._temporary.name)
        self.environment = {
            **os.environ, "PAYPORT_STATE": str(self.folder / "state"), "PAYPORT_RUNTIME": str(self.folder / "run"),
            "SWIFT_BACKTRACE": "enable=no", "LC_ALL": "C.UTF-8"}
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            self.environment.pop(name, None)
        # The apps are in this process, and find the wallet as any other does.
        os.environ["PAYPORT_RUNTIME"] = self.environment["PAYPORT_RUNTIME"]
        self._configuration = self.folder / "provider.yml"
        self._blocks = blocks
        self._configure("10m")
        self._clients = []
        self.pages = []
        self.payd = None
        self.start()

    def start(self):
        self.payd = Process(
            [PROGRAMS / "payd", "run", "--config", self._configuration], self.environment, "^payd: ready", "stderr")

    def _configure(self, quote):
        self._configuration.write_text(CONFIGURATION.format(blocks=self._blocks, quote=quote))
        self._configuration.chmod(0o600)

    @contextlib.contextmanager
    def short_quotes(self):
        """Fees are asked for again every few seconds meanwhile, as they are every few minutes otherwise."""
        self._configure("3s")
        self.owner("reload")
        try:
            yield
        finally:
            self._configure("10m")
            self.owner("reload")

    def page(self):
        """The address of the page, served by a `payd page` of its own."""
        page = Process(
            [PROGRAMS / "payd", "page", "--no-open"], self.environment, r"Your page: (\S+)", "stdout")
        self.pages.append(page)
        return page.found[1]

    def owner(self, *arguments):
        done = subprocess.run(
            [PROGRAMS / "payd", *arguments], env=self.environment, capture_output=True, text=True, timeout=30,
            check=False)
        assert done.returncode == 0, f"payd {arguments}: {done.stdout} {done.stderr}"
        return done.stdout

    def client(self, identifier, name, scopes=("receive", "pay")):
        client = Client(App(identifier, name, "1.0", scopes=list(scopes)), self.folder / "apps" / identifier)
        self._clients.append(client)
        return client

    def paired(self, identifier, name, scopes=("receive", "pay")):
        """An app that the owner has let in at the console."""
        client = self.client(identifier, name, scopes)
        client.pair(lambda code: self.owner(
            "approve", code.question_id, "--code", code.digits, "--scopes", ",".join(scopes)))
        return client

    def close(self):
        for client in self._clients:
            client.close()
        for page in self.pages:
            page.stop()
        self.payd.stop()
        if self._temporary:
            self._temporary.cleanup()
