"""The parts of agent.py in which one agent alone is in trouble: a host that does not read, a full disk, a folder in
use."""
import json
import os
import pathlib
import select
import signal
import subprocess
import threading
import time
import uuid

from agent import PROGRAMS, require

PEOPLE = [{"id": "a", "name": "A"}, {"id": "b", "name": "B"}]
ROOM = {"type": "room", "n": 1, "room": "r", "name": "B", "me": "a", "members": PEOPLE}
PRICES = [{"currency": "LTC", "amount": "1"}]


class Agent:
    """An agent whose pipes the test holds itself."""

    def __init__(self, folder, app="trouble"):
        self.process = subprocess.Popen(
            [PROGRAMS / "paychat", "agent", "--state", folder, "--runtime", folder / "nobody"], stdin=subprocess.PIPE,
            stdout=subprocess.PIPE)
        self.app = app
        # It is killed if the test does not come to its end.
        self.limit = threading.Timer(60, self.process.kill)
        self.limit.start()
        require(self.read()["type"] == "hello", "an agent says hello")

    def begin(self):
        self.write(
            {"type": "hello", "v": 1, "app": {"id": f"org.example.{self.app}", "name": "Trouble", "version": "1"},
             "chat": {"edits": True, "links": True}})
        return self.read()

    def write(self, line):
        self.process.stdin.write(json.dumps(line).encode() + b"\n")
        self.process.stdin.flush()

    def read(self):
        return json.loads(self.process.stdout.readline() or b"{}")

    def answer(self, number):
        while line := self.read():
            if line["type"] in ("ok", "error") and line.get("n") == number:
                return line
        return {}

    def end(self):
        self.process.stdin.close()
        status = self.process.wait()
        self.limit.cancel()
        return status


def resident(process):
    """The memory that a process occupies, in KiB."""
    status = pathlib.Path(f"/proc/{process.pid}/status").read_text()
    return int(status.split("VmRSS:")[1].split()[0])


async def flow(providers, options):
    """A host that writes and does not read is not read either; everything is answered when it reads."""
    agent = Agent(providers[0].folder / "flow")
    agent.begin()
    agent.write(ROOM)
    require(agent.answer(1)["type"] == "ok", "a room")
    before, descriptor = resident(agent.process), agent.process.stdin.fileno()
    os.set_blocking(descriptor, False)
    text, written, given, rest = "x" * 1000, 0, 0, b""
    while select.select([], [descriptor], [], 2)[1]:
        if not rest:
            given += 1
            message = {"type": "message", "n": given, "room": "r", "message": str(given), "from": "b", "text": text}
            rest = json.dumps(message).encode() + b"\n"
        try:
            count = os.write(descriptor, rest)
        except BlockingIOError:
            continue
        written, rest = written + count, rest[count:]
        require(written < 100_000_000, "an agent that reads without end while nobody reads its answers")
    grown = resident(agent.process) - before
    require(grown < 50_000, f"{grown} KiB more of memory for a host that does not read")
    os.set_blocking(descriptor, True)
    finishing = threading.Thread(target=lambda: (agent.process.stdin.write(rest), agent.process.stdin.flush()))
    finishing.start()
    require(agent.answer(given).get("text_because") == "no_card", "the last answer")
    finishing.join()
    require(agent.end() == 0, "the end of a host that did not read")

    stuck = Agent(providers[0].folder / "stuck")
    stuck.begin()
    descriptor = stuck.process.stdin.fileno()
    os.set_blocking(descriptor, False)
    while select.select([], [descriptor], [], 2)[1]:
        try:
            os.write(descriptor, b"no line\n" * 500)
        except BlockingIOError:
            continue
    stuck.process.send_signal(signal.SIGTERM)
    require(stuck.process.wait(20) == 0, "an agent that is told to end while nobody reads it")
    stuck.limit.cancel()
    return {"lines": given, "grown_kib": grown}


async def full_disk(providers, options):
    """What cannot be stored is not acknowledged; the same line is accepted once there is room again."""
    folder = providers[0].folder / "full"
    folder.mkdir(mode=0o700)
    mounted = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=256k,mode=0700", "tmpfs", folder], stderr=subprocess.PIPE, text=True)
    if mounted.returncode != 0:
        print(f"SKIPPED: a small disk cannot be mounted here ({mounted.stderr.strip()}); a full disk is not tested",
              flush=True)
        return {"skipped": True}
    try:
        agent = Agent(folder)
        require(agent.begin()["type"] == "ready", "an agent on a small disk")
        agent.write(ROOM)
        agent.answer(1)
        ballast = folder / "ballast"
        with ballast.open("wb", buffering=0) as file:
            try:
                while True:
                    file.write(b"x" * 4096)
            except OSError:
                pass
        propose = {"type": "propose", "n": 2, "id": str(uuid.uuid4()), "room": "r", "kind": "request", "prices": PRICES}
        agent.write(propose)
        answer = agent.answer(2)
        require(answer.get("reason") == "cards_failed", f"a proposal on a full disk: {answer}")
        agent.write({"type": "accept", "n": 3, "card": {"author": "a", "id": propose["id"]}})
        require(agent.answer(3).get("reason") == "unknown_card", "a card that could not be stored does not exist")
        ballast.unlink()
        agent.write({**propose, "n": 4})
        require(agent.answer(4)["type"] == "ok", "the same proposal with room on the disk")
        agent.process.kill()
        agent.end()
        again = Agent(folder)
        require(again.begin().get("cards") == 1, "a card that was acknowledged")
        require(again.end() == 0, "the end of an agent")
    finally:
        subprocess.run(["umount", "-l", folder], check=True)
    return {"skipped": False}


async def in_use(providers, options):
    """A second agent waits for the folder of the first, and for ten seconds at most."""
    folder = providers[0].folder / "used"
    first = Agent(folder)
    require(first.begin()["type"] == "ready", "the first agent")
    third, begin = Agent(folder), time.monotonic()
    refused = third.begin()
    require(time.monotonic() - begin >= 9, "an agent that does not wait for the one before it")
    require(refused.get("reason") == "cards_in_use" and third.end() == 78, f"a second agent in one folder: {refused}")
    second, said = Agent(folder), []
    waiting = threading.Thread(target=lambda: said.append(second.begin()))
    waiting.start()
    require(first.end() == 0, "the end of the first agent")
    waiting.join()
    require(said[0].get("type") == "ready", f"an agent after the one before it: {said}")
    require(second.end() == 0, "the end of the second agent")
    return {"refused": 1}


TROUBLES = {"flow": flow, "full_disk": full_disk, "in_use": in_use}
