#!/usr/bin/env python3
"""The guide of the first start in Chromium, on a machine of its own: a real litecoind that runs is found, shown and
used, after a yes. It is a machine of its own, by namespaces of processes and of the network, so that it finds the
wallets of nobody else.

Says SKIPPED and why where it cannot have that, or where a program is missing.
"""

import os
import pathlib
import shutil
import signal
import socket
import stat
import struct
import subprocess
import sys
import tempfile
import time

from browser import Browser, missing
from world import PROGRAMS, Process, require

ALONE = "PAYPORT_FIRST_START"


def raise_loopback():
    """Switches on the one network that there is: an ioctl, so that no program is needed for it."""
    import fcntl
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
        # SIOCSIFFLAGS with IFF_UP and IFF_RUNNING.
        fcntl.ioctl(any_socket, 0x8914, struct.pack("16sh14x", b"lo", 0x41))


class Machine:
    """A person's home with litecoind in it, and payd that was never set up."""

    def __init__(self, folder):
        self.home = pathlib.Path(folder)
        (self.home / ".litecoin").mkdir(mode=0o700)
        (self.home / ".litecoin" / "litecoin.conf").write_text(
            "regtest=1\n[regtest]\nlisten=0\nlistenonion=0\ndnsseed=0\nfallbackfee=0.0001\n")
        self.environment = {name: value for name, value in os.environ.items() if not name.startswith("XDG_")}
        self.environment |= {
            "HOME": str(self.home), "XDG_RUNTIME_DIR": str(self.home / "runtime"), "SWIFT_BACKTRACE": "enable=no",
            "LC_ALL": "C.UTF-8"}
        for name in ("DISPLAY", "WAYLAND_DISPLAY", "PAYPORT_STATE", "PAYPORT_RUNTIME", "DBUS_SESSION_BUS_ADDRESS"):
            self.environment.pop(name, None)
        (self.home / "runtime").mkdir(mode=0o700)
        self.litecoind = subprocess.Popen(
            ["litecoind", "-server"], env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL)
        self.run("litecoin-cli", "-rpcwait", "createwallet", "savings")
        # Before its first block it waits for the network.
        self.run("litecoin-cli", "generatetoaddress", "1", self.run("litecoin-cli", "getnewaddress").strip())
        self.page = Process([PROGRAMS / "payd", "page", "--no-open"], self.environment, r"Your page: (\S+)", "stdout")

    def run(self, *arguments):
        done = subprocess.run(
            arguments, env=self.environment, capture_output=True, text=True, timeout=60, check=False)
        require(done.returncode == 0, f"{arguments}: {done.stdout} {done.stderr}")
        return done.stdout

    def close(self):
        self.page.stop()
        subprocess.run([PROGRAMS / "payd", "stop"], env=self.environment, capture_output=True, timeout=60, check=False)
        self.litecoind.send_signal(signal.SIGTERM)
        self.litecoind.wait(timeout=60)


def guide(machine, page, pictures):
    def picture(name):
        for width in (360, 800, 1440) if pictures else ():
            for is_dark in (False, True):
                page.size(width)
                page.dark(is_dark)
                page.picture(pictures / f"setup-{name}-{width}-{'dark' if is_dark else 'light'}.png")
        page.dark(False)
        page.size(1280)

    def accessible(what):
        require(page.violations() == [] and not page.too_wide(), f"{what}: {page.violations()}")
    page.open(machine.page.found[1])
    page.see("Payport is not running.", "Set up your wallet")
    picture("away")
    accessible("away")
    page.click("[data-test=to-setup]")
    page.see("Set up your wallet")
    page.click("[data-test=setup-look]")
    page.see("litecoind", "works: regtest", "savings", "It would be used.", "What would be written")
    page.see("type: bitcoin", "regtest", within="[data-test=setup-file]")
    picture("found")
    accessible("what was found")
    configuration = machine.home / ".config" / "payport" / "provider.yml"
    require(not configuration.exists(), "something was written before the yes")
    # What changes between the look and the yes is not written unseen.
    machine.run("litecoin-cli", "createwallet", "other")
    page.click("[data-test=setup-yes]")
    page.see("It was not finished.", within="[data-test=setup-outcome]")
    require(not configuration.exists(), "something else was written than was shown")
    machine.run("litecoin-cli", "unloadwallet", "other")
    page.click("[data-test=setup-look]")
    page.gone("It was not finished.")
    page.see("type: bitcoin", within="[data-test=setup-file]")
    page.click("[data-test=setup-yes]")
    page.see("Done. Payport runs with your wallet.", within="[data-test=setup-outcome]")
    picture("done")
    accessible("done")
    require(stat.S_IMODE(configuration.stat().st_mode) == 0o600, "others can read the configuration")
    page.go("money")
    page.see("0 LTC", "can be spent now", within="[data-test=held-LTC]")
    require("made-up" not in page.script("return document.querySelector('#page').innerText"), "it is made-up money")


def main():
    if os.environ.get(ALONE):
        raise_loopback()
    lacking = [name for name in ("litecoind", "litecoin-cli", "unshare") if not shutil.which(name)]
    if lacking or (why := missing(Browser)):
        print(f"owner page: SKIPPED: the guide of the first start is NOT tested: {', '.join(lacking) or why}")
        return 0
    if not os.environ.get(ALONE):
        alone = ["unshare", "--pid", "--net", "--mount-proc", "--fork", "--kill-child"]
        if subprocess.run([*alone, "true"], capture_output=True, check=False).returncode != 0:
            print("owner page: SKIPPED: the guide of the first start is NOT tested: no namespaces can be made here")
            return 0
        return subprocess.run(
            [*alone, sys.executable, *sys.argv], env={**os.environ, ALONE: "1"}, check=False).returncode
    pictures = pathlib.Path(sys.argv[2]) if sys.argv[1:2] == ["--pictures"] else None
    if pictures:
        pictures.mkdir(parents=True, exist_ok=True)
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="payport-first-") as home, tempfile.TemporaryDirectory() as downloads:
        page = Browser(pathlib.Path(downloads))
        try:
            machine = Machine(home)
            try:
                guide(machine, page, pictures)
            finally:
                machine.close()
        finally:
            page.close()
    print(f"owner page: Chromium: the guide of the first start: {time.monotonic() - began:.1f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
