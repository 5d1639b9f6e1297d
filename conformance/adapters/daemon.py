"""A provider daemon of this project in folders of its own: started, ended and spoken to by its owner's socket."""

import json
import os
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from .serve import Failed

ROOT = Path(__file__).resolve().parents[2]


def program(name):
    """The program of this project of that name: in PAYPORT_PROGRAMS, built in this tree, or installed."""
    if "PAYPORT_PROGRAMS" in os.environ:
        return Path(os.environ["PAYPORT_PROGRAMS"]) / name
    built = ROOT / ".build" / "debug" / name
    found = None if built.exists() else shutil.which(name)
    return Path(found) if found else built


class Daemon:
    """One provider; `start` gives it empty folders, `run` those that it has."""

    def __init__(self, name):
        self.program = program(name)
        self.process = None
        self.folder = None

    def check(self):
        if not os.access(self.program, os.X_OK):
            raise Failed(f"there is no program {self.program}: build it, install it, or name its folder by "
                         "PAYPORT_PROGRAMS")

    def start(self, configuration):
        self.remove()
        self.folder = Path(tempfile.mkdtemp(prefix="payport-"))
        for part in ("state", "run", "home"):
            (self.folder / part).mkdir(mode=0o700)
        (self.folder / "provider.yml").write_text(configuration, encoding="utf-8")
        (self.folder / "provider.yml").chmod(0o600)
        self.run()
        return {"providers": str(self.folder / "run" / "providers"), "name": "wallet"}

    def run(self):
        environment = os.environ | {
            "SWIFT_BACKTRACE": "enable=no", "XDG_RUNTIME_DIR": str(self.folder / "run"), "TZ": "UTC",
            "HOME": str(self.folder / "home")}
        self.log = open(self.folder / "log", "a", encoding="utf-8")
        self.process = subprocess.Popen(
            [self.program, "run", "--config", self.folder / "provider.yml", "--state", self.folder / "state",
             "--runtime", self.folder / "run"],
            stdin=subprocess.DEVNULL, stdout=self.log, stderr=subprocess.PIPE, text=True, env=environment)
        for line in self.process.stderr:
            self.log.write(line)
            if ": ready" in line:
                break
        else:
            raise Failed(f"{self.program.name} did not start: {(self.folder / 'log').read_text()[-500:]}")
        self.process.stderr.close()

    def another(self):
        """Starts a second provider of the same name, with a state of its own, and ends it once it is ready."""
        state = self.folder / "other"
        state.mkdir(mode=0o700, exist_ok=True)
        second = subprocess.Popen(
            [self.program, "run", "--config", self.folder / "provider.yml", "--state", state, "--runtime",
             self.folder / "run"],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
            env=os.environ | {"SWIFT_BACKTRACE": "enable=no", "XDG_RUNTIME_DIR": str(self.folder / "run"),
                              "HOME": str(self.folder / "home")})
        watch = threading.Timer(20, second.kill)
        watch.start()
        try:
            lines = []
            for line in second.stderr:
                lines.append(line)
                if ": ready" in line:
                    return
            raise Failed(f"it did not start: {''.join(lines)[-200:]}")
        finally:
            watch.cancel()
            second.send_signal(signal.SIGTERM)
            second.wait(20)
            second.stderr.close()

    def end(self, how=signal.SIGTERM):
        if self.process is None:
            return
        self.process.send_signal(how)
        try:
            self.process.wait(10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
            raise Failed("it did not end within ten seconds") from None
        finally:
            self.log.close()
            self.process = None

    def remove(self):
        """Nothing stored is wanted any more."""
        self.end(signal.SIGKILL)
        if self.folder is not None:
            shutil.rmtree(self.folder, ignore_errors=True)
            self.folder = None

    def ask(self, method, **params):
        """One request at the owner's socket (chapter 9)."""
        request = {"jsonrpc": "2.0", "id": 1, "method": method, "params": params}
        with socket.socket(socket.AF_UNIX) as door:
            door.settimeout(20)
            door.connect(str(self.folder / "state" / "owner.sock"))
            door.sendall(json.dumps(request).encode() + b"\n")
            with door.makefile() as answers:
                answer = json.loads(answers.readline())
        if "error" in answer:
            data = answer["error"].get("data", {})
            raise Failed(f"{method}: {data.get('reason', answer['error'].get('message'))}")
        return answer["result"]

    def wait_for(self, condition, what, seconds=5):
        """Looks again until there is something; for what the provider does soon by itself."""
        end = time.monotonic() + seconds
        while not (found := condition()):
            if time.monotonic() > end:
                raise Failed(f"{what} did not come within {seconds} seconds")
            time.sleep(0.01)
        return found
