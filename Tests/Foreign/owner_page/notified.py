#!/usr/bin/env python3
"""A click on a notification of payd, with a real notification daemon: the page in the window shows the question that
was clicked, though another one is older.

Says SKIPPED and why where a program for it is missing.
"""

import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from life import CHAT, TICKETS
from reader import HEADING, Desktop, lacks, until
from world import PROGRAMS, World, address

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


def main():
    missing = lacks() + [name for name in ("xdotool",) if not shutil.which(name)]
    if not os.path.exists(DAEMON):
        missing.append("mate-notification-daemon")
    if missing:
        print(f"owner page: SKIPPED: clicks on notifications are NOT tested: {', '.join(missing)} missing")
        return
    with tempfile.TemporaryDirectory(prefix="payport-notified-") as name:
        desktop, world = Desktop(pathlib.Path(name)), None
        try:
            desktop.start([DAEMON])
            os.environ["DBUS_SESSION_BUS_ADDRESS"] = desktop.environment["DBUS_SESSION_BUS_ADDRESS"]
            world = World()
            desktop.start([str(PROGRAMS / "payport-window"), "--state", world.environment["PAYPORT_STATE"]])
            page = until(desktop.page, "no page is on the bus of assistive programs")
            apps = [world.paired(f"org.example.app{number}", app) for number, app in enumerate((CHAT, TICKETS))]
            until(lambda: not windows(desktop), "the questions of two apps that were let in stay on the desktop")
            for number, app in enumerate(apps):
                before = set(windows(desktop))
                app.pay("LTC", address(number), f"{number + 5}", name="asked")
                new = until(lambda: set(windows(desktop)) - before, f"payment {number} is not shown on the desktop")
            click(desktop, new.pop())
            until(lambda: any(role == HEADING and text.startswith(f"{TICKETS} wants to pay")
                              for text, role in desktop.tree(page)), "the page shows another question")
            print("owner page: window: a click on a notification opens its question")
        except subprocess.CalledProcessError as error:
            raise AssertionError(f"{error.cmd}: {error.stdout} {error.stderr}") from error
        finally:
            desktop.close()
            if world:
                world.close()


if __name__ == "__main__":
    sys.exit(main())
