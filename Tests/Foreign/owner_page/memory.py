#!/usr/bin/env python3
"""What the window and the processes of its library need in memory: with a day's life, and with 20,000 payments.
It judges nothing.

memory.py [PAYMENTS]
"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import time

from life import TICKETS, live
from reader import Desktop, lacks, until
from world import PROGRAMS, World


def family(parent):
    """A process and all that it has started, by their identifiers."""
    parents = {}
    for folder in pathlib.Path("/proc").glob("[0-9]*"):
        try:
            parents[int(folder.name)] = int((folder / "stat").read_text().rsplit(")", 1)[1].split()[1])
        except (FileNotFoundError, ProcessLookupError):
            continue
    found = [parent]
    for each in found:
        found += [child for child, its in parents.items() if its == each]
    return found


def parts(parent):
    """Of each process, in MB of a million bytes: what is in memory, and its share of what others have, too."""
    found = []
    for process in family(parent):
        rollup = pathlib.Path(f"/proc/{process}/smaps_rollup").read_text()
        sizes = [int(re.search(rf"^{name}:\s+(\d+)", rollup, re.M)[1]) * 1024 / 1e6 for name in ("Rss", "Pss")]
        found.append((pathlib.Path(f"/proc/{process}/exe").resolve().name, *sizes))
    return found


def settled(parent):
    """Waits until the shares together have not grown by a hundredth for ten looks, a second each."""
    same, before = 0, 0
    while same < 10:
        time.sleep(1)
        found = parts(parent)
        total = sum(share for _, _, share in found)
        same = same + 1 if total < before * 1.01 else 0
        before = max(total, before)
    return found


def told(what, found):
    each = ", ".join(f"{name} {resident:.0f} (share {share:.0f})" for name, resident, share in found)
    print(f"{what}: {each}; shares together {sum(share for _, _, share in found):.0f} MB", flush=True)


def measured(folder, what, prepare):
    """Measures a window over a world of its own."""
    desktop, world = Desktop(folder), None
    try:
        world = World()
        prepare(world)
        window = desktop.start([str(PROGRAMS / "payport-window"), "--state", world.environment["PAYPORT_STATE"]])
        until(desktop.page, "no page is on the bus of assistive programs")
        told(what, settled(window.pid))
    finally:
        desktop.close()
        if world:
            world.close()


def filled(world, payments):
    world.paired("org.example.tickets", TICKETS)
    world.payd.stop()
    fill = [PROGRAMS / "PayportBenchmark", "--fill", world.folder / "state" / "ledger", "--objects", str(payments)]
    subprocess.run(fill, check=True)
    world.start()


def main():
    if missing := lacks():
        sys.exit(f"memory.py: missing: {', '.join(missing)}")
    payments = int(sys.argv[1]) if len(sys.argv) > 1 else 20_000
    with tempfile.TemporaryDirectory(prefix="payport-memory-") as name:
        for number, (what, prepare) in enumerate((
                ("a day's life", live), (f"{payments} payments", lambda world: filled(world, payments)))):
            folder = pathlib.Path(name) / str(number)
            folder.mkdir(mode=0o700)
            os.environ.pop("DBUS_SESSION_BUS_ADDRESS", None)
            measured(folder, what, prepare)


if __name__ == "__main__":
    main()
