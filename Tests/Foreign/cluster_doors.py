"""Apps at payd that stand by: they see and do the same as those at the one that writes."""

import asyncio
import json
import signal
import statistics
import time

import discovery
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
        for name in names:
            app = App(f"at-{name}", self.root / "run", len(apps), prefers=name)
            await self.pair(app, name, driver)
            apps.append(app)
        for turn in range(20):
            await asyncio.gather(*(app.pay(f"0.0{turn + 1:02d}{index}") for index, app in enumerate(apps)))
        for app in apps:
            require(app.at == app.prefers, f"{app.name} is at {app.at}")
        print(json.dumps({"doors": names, "answers": await self.compare(apps, driver)}), flush=True)
        await self.upset(apps, driver)
        for app in apps:
            await app.close()

    async def pair(self, app, name, driver):
        """The owner answers at the one that writes, wherever the app asks."""
        client, steps, result = await app.dial(name)
        code = steps.pairing_code(discovery.decode(result["sas_nonce"]))
        await driver.owner("approve", result["session"]["approval_id"], "--code", code, "--scopes", "receive,pay")
        await asyncio.wait_for(client.session_changes.get(), 20)
        await client.goodbye()

    async def compare(self, apps, driver):
        """How long an answer takes, in milliseconds, at each of them in turns."""
        took = {app.name: [] for app in apps}
        for _ in range(100):
            for app in apps:
                began = time.monotonic()
                await app.ask("list_currencies", {})
                took[app.name].append((time.monotonic() - began) * 1000)
        return {app.name + (" (writes)" if app.prefers == driver.name else ""): round(statistics.median(took[app.name]), 1)
                for app in apps}

    async def upset(self, apps, driver):
        """One that stands by is killed, then the one that writes: each app goes on, and nothing is paid twice."""
        standby = next(daemon for daemon in self.cluster.daemons if daemon is not driver)
        for daemon in (standby, driver):
            began = time.monotonic()
            daemon.send(signal.SIGKILL)
            await asyncio.gather(*(app.pay(f"0.{5 if daemon is driver else 4}0{index}") for index, app in enumerate(apps)))
            print(json.dumps({"killed": "the one that writes" if daemon is driver else "one that stands by",
                              "seconds": round(time.monotonic() - began, 1)}), flush=True)
