#!/usr/bin/env python3
"""A click on a notification of payd, with a real notification daemon: the page in the window shows the question that
was clicked, though another one is older. Where the window does not run, the bus starts it.

Says SKIPPED and why where a program for it is missing.
"""

import hashlib
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile

from life import CHAT, SHOP, TICKETS
from reader import HEADING, Desktop, lacks, until
from world import PROGRAMS, ROOT, World, address

DAEMON = "/usr/lib/mate-notification-daemon/mate-notification-daemon"


def windows(desktop):
    """The notifications on the screen, as the X server has numbered their windows."""
    search = ["xdotool", "search", "--onlyvisible", "--class", "mate-notification-daemon"]
    # Where there is none, it fails.
    found = subprocess.run(search, env=desktop.environment, capture_output=True, text=True, check=False, timeout=30)
    return found.stdout.split()


def click(desktop, window):
    """The middle of its left half, where there is text and no button."""
    lines = desktop.run(["xdotool", "getwindowgeometry", "--shell", window]).split()
    place = dict(line.split("=") for line in lines)
    x, y = int(place["X"]) + int(place["WIDTH"]) // 4, int(place["Y"]) + int(place["HEIGHT"]) // 2
    desktop.run(["xdotool", "mousemove", str(x), str(y), "click", "1"])


def window_of(state):
    """The name on the bus of the window of a state folder that is not the usual one."""
    return f"local.payport.window.s{hashlib.sha256(str(state).encode()).digest()[:8].hex()}"


def offer(folder, state):
    """Tells a bus that is about to begin what starts the window, by the file of the package."""
    service = (ROOT / "packaging" / "desktop" / "local.payport.window.service").read_text()
    service = service.replace("local.payport.window", window_of(state)).replace("/usr/bin", str(PROGRAMS))
    place = folder / "dbus-1" / "services" / f"{window_of(state)}.service"
    place.parent.mkdir(parents=True)
    place.write_text(f"{service.rstrip()} --state {state}\n")


def ask(desktop, app, number):
    """The window of the notification of a payment."""
    before = set(windows(desktop))
    app.pay("LTC", address(number), f"{number + 5}", name=f"asked {number}")
    return until(lambda: set(windows(desktop)) - before, f"payment {number} is not shown on the desktop").pop()


def shown(desktop, app):
    page = until(desktop.page, "no page is on the bus of assistive programs")
    until(lambda: any(role == HEADING and text.startswith(f"{app} wants to pay") for text, role in desktop.tree(page)),
          "the page shows another question")


def end(desktop, name):
    """Ends the window that the bus has started."""
    call = ("org.freedesktop.DBus", "/org/freedesktop/DBus", "org.freedesktop.DBus", "GetConnectionUnixProcessID")
    bus = f"--address={desktop.environment['DBUS_SESSION_BUS_ADDRESS']}"
    os.kill(int(desktop.run(["busctl", bus, "call", *call, "s", name]).split()[1]), signal.SIGTERM)


def main():
    missing = lacks() + [name for name in ("xdotool",) if not shutil.which(name)]
    if not os.path.exists(DAEMON):
        missing.append("mate-notification-daemon")
    if missing:
        print(f"owner page: SKIPPED: clicks on notifications are NOT tested: {', '.join(missing)} missing")
        return
    with tempfile.TemporaryDirectory(prefix="payport-notified-") as name:
        folder, desktop, world = pathlib.Path(name), None, None
        try:
            (folder / "world").mkdir()
            offer(folder, folder / "world" / "state")
            desktop = Desktop(folder)
            desktop.start([DAEMON])
            os.environ["DBUS_SESSION_BUS_ADDRESS"] = desktop.environment["DBUS_SESSION_BUS_ADDRESS"]
            world = World(folder=folder / "world")
            window = desktop.start([str(PROGRAMS / "payport-window"), "--state", world.environment["PAYPORT_STATE"]])
            until(desktop.page, "no page is on the bus of assistive programs")
            apps = [world.paired(f"org.example.app{number}", app) for number, app in enumerate((CHAT, TICKETS))]
            until(lambda: not windows(desktop), "the questions of two apps that were let in stay on the desktop")
            for number, app in enumerate(apps):
                notification = ask(desktop, app, number)
            click(desktop, notification)
            shown(desktop, TICKETS)
            print("owner page: window: a click on a notification opens its question")
            window.terminate()
            window.wait(timeout=20)
            until(lambda: not desktop.page(), "the page outlasts its window")
            third = world.paired("org.example.app2", SHOP)
            click(desktop, ask(desktop, third, 2))
            shown(desktop, SHOP)
            print("owner page: window: a click on a notification starts it where it does not run")
            end(desktop, window_of(world.environment["PAYPORT_STATE"]))
        except subprocess.CalledProcessError as error:
            raise AssertionError(f"{error.cmd}: {error.stdout} {error.stderr}") from error
        finally:
            if desktop:
                desktop.close()
            if world:
                world.close()


if __name__ == "__main__":
    sys.exit(main())
