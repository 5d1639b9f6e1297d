#!/usr/bin/env python3
"""Two people settle payments in a chat whose app is in Python, over two card agents and two providers with mock
wallets.

agent.py [--part NAME] [--every N]: PAYPORT_PROGRAMS names the folder of payd and paychat. The parts: deals, refusals,
lines, early, removals, deliveries, unsent, flow, full_disk, in_use, losses, killed_agents, killed_hosts, capabilities.
--every N kills at each Nth line only. Prints a JSON line for each part and kill, and a summary at the end; exits with 1
at the first thing that is not as chapter 19 says.
"""
import argparse
import asyncio
import json
import os
import pathlib
import shutil
import sys
import tempfile
import time
import uuid

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS = pathlib.Path(os.environ.get("PAYPORT_PROGRAMS", HERE.parent.parent / ".build" / "debug"))
PATIENCE = 60
PEOPLE = ["alice", "bob"]
ENVIRONMENT = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}


class Wrong(Exception):
    """Something is not as the specification says."""


def require(holds, what):
    if not holds:
        raise Wrong(what)


class Provider:
    """A payd with a mock wallet, and its owner."""

    def __init__(self, name, root):
        self.name, self.folder = name, root / name
        self.folder.mkdir(mode=0o700)
        self.configuration = self.folder / "provider.yml"
        self.configuration.write_text(f"""
name: {name}
times: {{poll: 1s, follow: 1s}}
limits: {{requests_per_second: 10000, burst: 10000}}
wallets:
  - type: mock
    currencies: [LTC, XMR]
    network: {root}/network
    wallet: {name}
    balance: 10000
    limits: {{LTC: {{ask: above 1, per_period: 100000}}}}
""")
        self.folders = ["--state", str(self.folder / "state"), "--runtime", str(self.folder / "run")]

    async def start(self):
        self.process = await asyncio.create_subprocess_exec(
            PROGRAMS / "payd", "run", "--config", self.configuration, *self.folders, env=ENVIRONMENT,
            stderr=asyncio.subprocess.PIPE)
        while line := await self.process.stderr.readline():
            if b"ready at" in line:
                self.drain = asyncio.create_task(self.process.stderr.read())
                return
        raise Wrong(f"payd of {self.name} did not start")

    async def owner(self, *command):
        process = await asyncio.create_subprocess_exec(
            PROGRAMS / "payd", *command, "--json", *self.folders, env=ENVIRONMENT, stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE)
        output, error = await process.communicate()
        require(process.returncode == 0, f"payd {command}: {error.decode()[:300]}")
        return json.loads(output)

    async def broadcasts(self, currency="LTC"):
        return len((await self.owner("mock", "broadcasts", currency))["broadcasts"])

    async def stop(self):
        self.process.terminate()
        require(await self.process.wait() == 0, f"payd of {self.name} did not end well")


class Network:
    """The chat network: it keeps every message and edit, and knows what an app has sent by the app's own identifier."""

    def __init__(self):
        self.events, self.sends, self.apps = [], {}, {}
        self.edits = 0

    def post(self, sender, line):
        """Sends or edits once, however often the app asks, and returns the message."""
        known = self.sends.get((sender, line["send"]))
        if known:
            return known
        message = line.get("replaces") or f"m{len(self.events) + 1}"
        if "replaces" in line:
            self.edits += 1
            require(any(e["message"] == message and e["from"] == sender for e in self.events),
                    "an edit of another's message")
        self.sends[sender, line["send"]] = message
        event = {"seq": len(self.events) + 1, "room": line["room"], "message": message, "from": sender,
                 "text": line["text"]}
        if "link" in line:
            event["link"] = line["link"]
        self.events.append(event)
        for name, app in self.apps.items():
            if name in line["room"].split("+"):
                app.write(event=event)
        return message

    def after(self, seq, name):
        return [event for event in self.events[seq:] if name in event["room"].split("+")]


class App:
    """The chat app of a person: a process that is started again if it was killed."""

    def __init__(self, name, provider, network, root):
        self.name, self.provider, self.network, self.folder = name, provider, network, root / f"{name}.app"
        self.folder.mkdir(mode=0o700)
        # The app's key, with which the wallet's owner has approved the app.
        self.key = provider.folder / "key"
        self.cards, self.collections, self.answers, self.wallet = {}, {}, {}, {}
        self.ready, self.errors, self.wishes, self.told = [], [], {}, []
        self.changed = asyncio.Condition()
        self.process, self.starts, self.agents_ended, self.is_closed = None, 0, [], False
        self.holds = lambda line: False

    async def start(self, *options):
        self.options = options
        if self.key.exists():
            shutil.copytree(self.key, self.folder / "state")
        await self.launch(options)

    async def launch(self, options):
        self.process = await asyncio.create_subprocess_exec(
            sys.executable, "-B", HERE / "agent_host.py", "--as", self.name, "--store", self.folder / "chat.db",
            *options, "--",
            PROGRAMS / "paychat", "agent", "--state", self.folder / "state", "--runtime", self.provider.folder / "run",
            "--answer-within", "1", env=ENVIRONMENT, stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE, limit=1 << 22)
        self.starts += 1
        self.reading = asyncio.create_task(self.read(self.process))

    def write(self, **line):
        if self.process.returncode is None and not self.process.stdin.is_closing():
            self.process.stdin.write(json.dumps(line).encode() + b"\n")

    async def read(self, process):
        while line := await process.stdout.readline():
            if not line.endswith(b"\n"):
                break
            line = json.loads(line)
            async with self.changed:
                self.take(line)
                self.changed.notify_all()
        if await process.wait() == -9 and not self.is_closed:
            # Killed, as the test has asked: the person opens the app again.
            await self.launch([option for option in self.options if not str(option).startswith("--die-at")])
            for name, wish in self.wishes.items():
                if name not in self.answers:
                    self.write(wish=name, line=wish)

    def take(self, line):
        if "join" in line:
            self.network.apps[self.name] = self
            for event in self.network.after(line["join"], self.name):
                self.write(event=event)
        elif "send" in line:
            if not self.holds(line["send"]):
                self.write(sent=line["send"]["send"], message=self.network.post(self.name, line["send"]))
        elif "done" in line:
            self.answers[line["done"]] = line["answer"]
        elif "ready" in line:
            self.ready.append(line["ready"])
        elif "agent_ended" in line:
            self.agents_ended.append(line["agent_ended"])
        elif "error" in line:
            self.errors.append(line["error"])
        elif "told" in line:
            told = line["told"]
            self.told.append(told)
            if told["type"] == "card":
                self.cards[told["card"]["id"]] = told
            elif told["type"] == "collection":
                self.collections[told["id"]] = told
            elif told["type"] == "wallet":
                self.wallet = told

    async def until(self, what, holds):
        async with self.changed:
            try:
                await asyncio.wait_for(self.changed.wait_for(holds), PATIENCE)
            except TimeoutError:
                raise Wrong(f"{self.name}: {what} did not come; cards {json.dumps(list(self.cards.values()))[:1500]}")

    async def wish(self, **line):
        """Wants something of the agent, and returns its answer."""
        name = str(uuid.uuid4())
        self.wishes[name] = line
        self.write(wish=name, line=line)
        await self.until(f"an answer to {line['type']}", lambda: name in self.answers)
        return self.answers[name]

    async def sees(self, card, state):
        await self.until(f"{card} {state}", lambda: self.cards.get(card, {}).get("state") == state)
        return self.cards[card]

    async def pair(self):
        await self.until("the question of the pairing", lambda: self.wallet.get("state") in ("pairing", "ready"))
        if self.wallet["state"] == "pairing":
            await self.provider.owner(
                "approve", self.wallet["question_id"], "--code", self.wallet["code"], "--scopes", "receive,pay")
            await self.until("the wallet", lambda: self.wallet.get("state") == "ready")
        if not self.key.exists():
            shutil.copytree(self.folder / "state", self.key, ignore=lambda _, names: {"cards", "early"} & set(names))

    async def stop(self):
        self.is_closed = True
        process, reading = None, None
        # The app may just have been killed and opened again.
        while process is not self.process or reading is not self.reading:
            process, reading = self.process, self.reading
            process.stdin.close()
            await reading
        require(process.returncode in (0, -9), f"the app of {self.name} ended with {process.returncode}")


class Scene:
    """Two people with their providers, apps and agents."""

    def __init__(self, root, providers):
        self.root, self.providers, self.network, self.has_edits = root, providers, Network(), True
        self.apps = [App(name, provider, self.network, root) for name, provider in zip(PEOPLE, providers)]

    @classmethod
    async def open(cls, providers, options=((), ())):
        """Each scene begins without cards. The wallets know the apps from the first scene on."""
        root = pathlib.Path(tempfile.mkdtemp(prefix="payport-agent-"))
        scene = cls(root, providers)
        for app, extra in zip(scene.apps, options):
            await app.start(*extra)
        for app in scene.apps:
            await app.pair()
        return scene

    async def close(self):
        for app in self.apps:
            await app.stop()
        shutil.rmtree(self.root)

    async def propose(self, app, kind="request", amount="0.5", **more):
        card = str(uuid.uuid4())
        answer = await app.wish(
            type="propose", id=card, room="alice+bob", kind=kind, prices=[{"currency": "LTC", "amount": amount}],
            note="Pizza", **more)
        require(answer.get("card") == {"author": app.name, "id": card}, f"the answer to a proposal: {answer}")
        return answer["card"]

    async def deal(self, kind="request"):
        """A card from its proposal to its settlement; returns the seconds. It is paid once."""
        begin, first = time.monotonic(), len(self.network.events)
        alice, bob = self.apps
        payer, payee = (bob, alice) if kind == "request" else (alice, bob)
        before = await payer.provider.broadcasts()
        card = await self.propose(alice, kind)
        await bob.until("the question", lambda: bob.cards.get(card["id"], {}).get("is_asked"))
        action = next(action for action in bob.cards[card["id"]]["actions"] if action["do"] == "accept")
        require((await bob.wish(type="accept", card=card, currency=action["currency"]))["type"] == "ok",
                "an acceptance")
        await payer.sees(card["id"], "paid")
        await payee.sees(card["id"], "paid")
        await payee.provider.owner("mock", "mine", "6")
        await payer.sees(card["id"], "settled")
        last = await payee.sees(card["id"], "settled")
        require(last["received"] == "0.5", f"the payee's wallet has seen {last.get('received')}")
        require(await payer.provider.broadcasts() == before + 1, "it was not paid once")
        self.messages = len({(event["from"], event["message"]) for event in self.network.events[first:]})
        require(self.messages == 2 or not self.has_edits, f"{self.messages} messages where each person edits one")
        return time.monotonic() - begin


def report(**line):
    print(json.dumps(line), flush=True)


async def main():
    from agent_parts import PARTS
    parser = argparse.ArgumentParser()
    parser.add_argument("--part", choices=list(PARTS), action="append")
    parser.add_argument("--every", type=int, default=1)
    options = parser.parse_args()
    root = pathlib.Path(tempfile.mkdtemp(prefix="payport-agent-"))
    providers = [Provider(name, root) for name in PEOPLE]
    begin = time.monotonic()
    summary = {}
    try:
        for provider in providers:
            await provider.start()
        for name in options.part or PARTS:
            summary[name] = await PARTS[name](providers, options)
            report(part=name, **summary[name])
        for provider in providers:
            await provider.stop()
        report(event="summary", ok=True, seconds=round(time.monotonic() - begin), parts=summary)
        return 0
    except Wrong as wrong:
        report(event="wrong", what=str(wrong))
        return 1
    finally:
        for provider in providers:
            if getattr(provider, "process", None) and provider.process.returncode is None:
                provider.process.kill()
        shutil.rmtree(root, ignore_errors=True)


if __name__ == "__main__":
    sys.modules["agent"] = sys.modules["__main__"]
    sys.exit(asyncio.run(main()))
