"""Apps at payd that stand by: they see and do the same as those at the one that writes."""

import asyncio
import json
import signal
import statistics
import time

from cluster_app import App
from cluster_restore import Part
from cluster_servers import require, until


class Doors(Part):
    """Three payd, and an app at each of them."""

    async def run(self):
        await self.start(3)
        names = [daemon.name for daemon in self.cluster.daemons]
        driver = await self.cluster.driven()
        await until(lambda: {path.stem for path in (self.root / "run" / "providers").glob("*.json")} == set(names),
                    "all can be found")
        apps = []
        for daemon in self.cluster.daemons:
            app = App(f"at-{daemon.name}", self.root / "run", len(apps), prefers=daemon.name)
            # The owner answers at the same one.
            await app.pair(daemon)
            apps.append(app)
        stayed = 0
        for turn in range(20):
            await asyncio.gather(*(app.prefer() for app in apps))
            await asyncio.gather(*(app.pay(f"0.0{turn + 1:02d}{index}") for index, app in enumerate(apps)))
            stayed += all(app.at == app.prefers for app in apps)
        require(stayed > 10, f"in {20 - stayed} of 20 turns an app was sent away")
        await asyncio.gather(*(app.prefer() for app in apps))
        print(json.dumps({"doors": names, "answers": await self.compare(apps, driver)}), flush=True)
        await self.ask_the_owner(driver)
        await self.upset(apps, driver)
        for app in apps:
            await app.close()

    async def ask_the_owner(self, driver):
        """The owner's commands at each of them are about the same payments."""
        for daemon in self.cluster.daemons:
            status = await daemon.owner("status")
            told = f"{daemon.name} says {status}"
            require(status["name"] == daemon.name and status["pid"] == daemon.process.pid, told)
            require(status.get("standby_for") == (None if daemon is driver else driver.name), told)
            require(status["apps"] == 4 and status["sessions"] == 3, f"{daemon.name} says {status}")
            await daemon.owner("lock")
            require((await driver.owner("status"))["locked"], "the wallet is locked")
            await daemon.owner("unlock")
            if daemon is not driver:
                await daemon.owner("reload", status=69)
                archive = self.root / f"{daemon.name}.backup"
                await daemon.owner("backup", archive, "--unsealed", "--config", daemon.configuration)
                require(archive.stat().st_size > 0, "there is a backup")

    async def compare(self, apps, driver):
        """How long an answer takes, in milliseconds, at each of them in turns."""
        took = {app.name: [] for app in apps}
        for _ in range(100):
            for app in apps:
                began = time.monotonic()
                await app.ask("list_currencies", {})
                took[app.name].append((time.monotonic() - began) * 1000)
        return {app.name + (" (writes)" if app.prefers == driver.name else ""):
                round(statistics.median(took[app.name]), 1)
                for app in apps}

    async def upset(self, apps, driver):
        """One that stands by is killed, then the one that writes: each app goes on, and nothing is paid twice."""
        standby = next(daemon for daemon in self.cluster.daemons if daemon is not driver)
        for daemon in (standby, driver):
            began = time.monotonic()
            daemon.send(signal.SIGKILL)
            digit = 5 if daemon is driver else 4
            await asyncio.gather(*(app.pay(f"0.{digit}0{index}") for index, app in enumerate(apps)))
            print(json.dumps({"killed": "the one that writes" if daemon is driver else "one that stands by",
                              "seconds": round(time.monotonic() - began, 1)}), flush=True)
