#!/usr/bin/env python3
"""What a screen reader is told of the page in its window, as WebKit has it on the bus of assistive programs (AT-SPI),
while a question waits and another one comes up.

Says SKIPPED and why where a program for it is missing.
"""

import contextlib
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile
import time

from life import live
from world import PROGRAMS, World, address

LAUNCHER = "/usr/libexec/at-spi-bus-launcher"
PATIENCE = 90


def lacks():
    """What is missing for it, in words; nothing where all is there."""
    programs = {name: shutil.which(name) for name in ("Xvfb", "dbus-daemon", "busctl")}
    programs["at-spi2-core"] = os.path.exists(LAUNCHER)
    programs["payport-window"] = os.access(PROGRAMS / "payport-window", os.X_OK)
    return [name for name, there in programs.items() if not there]


class Desktop:
    """A screen and a bus of their own, with assistive programs switched on."""

    def __init__(self, folder):
        self._started = []
        self.environment = {
            **os.environ, "GTK_A11Y": "atspi", "XDG_RUNTIME_DIR": str(folder), "HOME": str(folder),
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "LC_ALL": "C.UTF-8", "LANGUAGE": "en"}
        self.environment.pop("WAYLAND_DISPLAY", None)
        try:
            screen = self.start(["Xvfb", "-displayfd", "1", "-screen", "0", "1280x900x24", "-nolisten", "tcp"])
            self.environment["DISPLAY"] = f":{screen.stdout.readline().strip()}"
            bus = self.start(["dbus-daemon", "--session", "--print-address", "--nofork", "--nopidfile"])
            self.environment["DBUS_SESSION_BUS_ADDRESS"] = bus.stdout.readline().strip()
            session = ["busctl", "--user", f"--address={self.environment['DBUS_SESSION_BUS_ADDRESS']}"]
            call = [*session, "--json=short", "call", "org.a11y.Bus", "/org/a11y/bus", "org.a11y.Bus", "GetAddress"]
            self._bus = json.loads(self.run(call))["data"][0]
            for name in ("IsEnabled", "ScreenReaderEnabled"):
                place = ("org.a11y.Bus", "/org/a11y/bus", "org.a11y.Status")
                self.run([*session, "set-property", *place, name, "b", "true"])
        except BaseException:
            self.close()
            raise

    def start(self, arguments, **more):
        process = subprocess.Popen(
            arguments, env=self.environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL, text=True, **more)
        self._started.append(process)
        return process

    def run(self, arguments):
        return subprocess.run(
            arguments, env=self.environment, capture_output=True, text=True, check=True, timeout=30).stdout

    def _call(self, *words):
        return json.loads(self.run(["busctl", f"--address={self._bus}", "--json=short", *words]))

    def page(self):
        """The bus name of the process that has the page; None while there is none."""
        names = [each["name"] for each in self._call("list") if "WebProcess" in each["name"]]
        return names[0] if names else None

    def tree(self, name):
        """The names and roles of all that is on the page. What nobody has asked for yet is in no list."""
        left = [each[0][1] for each in self._items(name)]
        seen = set(left)
        while left:
            call = self._call("call", name, left.pop(), "org.a11y.atspi.Accessible", "GetChildren")
            left += [path for _, path in call["data"][0] if path not in seen]
            seen |= set(left)
        # An item: its reference, application, parent, place, children, interfaces, name, role, description, states.
        return {(item[6], item[7]) for item in self._items(name) if item[6]}

    def _items(self, name):
        return self._call("call", name, "/org/a11y/atspi/cache", "org.a11y.atspi.Cache", "GetItems")["data"][0]

    def close(self):
        for process in reversed(self._started):
            process.terminate()
        for process in self._started:
            try:
                process.wait(timeout=20)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()


def until(look, what, patience=PATIENCE):
    """Waits for something to be told."""
    end = time.monotonic() + patience
    while True:
        try:
            found = look()
        except (subprocess.CalledProcessError, json.JSONDecodeError):
            found = None
        if found:
            return found
        if time.monotonic() > end:
            raise AssertionError(what)
        time.sleep(0.1)


# Roles of AT-SPI, as numbers of its protocol.
BUTTON, HEADING, LINK = 43, 83, 88


def main():
    if missing := lacks():
        print(f"owner page: SKIPPED: what a screen reader is told is NOT tested: {', '.join(missing)} missing")
        return
    world = World()
    with tempfile.TemporaryDirectory(prefix="payport-reader-") as folder:
        desktop = Desktop(pathlib.Path(folder))
        try:
            _, tickets, _ = live(world)
            for name in ("PAYPORT_STATE", "PAYPORT_RUNTIME"):
                desktop.environment[name] = world.environment[name]
            desktop.start([str(PROGRAMS / "payport-window")])
            page = until(desktop.page, "no page is on the bus of assistive programs")

            def said(*wanted):
                """Whether these begin what is there, each with its role."""
                there = [(name.replace("\u00a0", " "), role) for name, role in desktop.tree(page)]
                return all(any(name.startswith(text) and role == its for name, its in there) for text, role in wanted)
            # What was there before WebKit had heard that somebody listens is told with the next thing that changes.
            for count in range(2, 8):
                tickets.pay("LTC", address(45), f"1.{count}", name=f"told {count}", description="Sleeping car")
                with contextlib.suppress(AssertionError):
                    until(lambda: said((f"{count} questions wait for you", HEADING)), "it is not told", patience=15)
                    break
            until(lambda: said(("SimpleX Chat wants to pay", HEADING), ("Pay 5 LTC and a fee of at most", BUTTON),
                               ("Deny", BUTTON), ("Money", LINK)), "a screen reader is not told what waits")
            print("owner page: window: a screen reader finds what waits, who asks, and the answers")
        finally:
            desktop.close()
            world.close()


if __name__ == "__main__":
    sys.exit(main())
