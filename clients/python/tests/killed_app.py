"""An app that is killed at a given step of its files and of its connection. It runs apart from pytest, because it
forks.

    killed_app.py STATE RUNTIME ADDRESS steps      kills at each step in turn, and repeats each payment
    killed_app.py STATE RUNTIME ADDRESS together   several processes make the same payments at once; some are killed
    killed_app.py FOLDER - - store                 kills a process at each step of a new store of its own

Prints a JSON object with what was done.
"""

from __future__ import annotations

import asyncio
import json
import os
import random
import signal
import sys
from collections.abc import Callable
from types import SimpleNamespace
from typing import Any

from websockets.asyncio.client import ClientConnection

import payport.files
from payport import App, AsyncClient
from payport.store import Store

STATE, RUNTIME, ADDRESS = sys.argv[1:4]
SHOP = App("org.example.shop", "Example Shop", "1.0", scopes=("receive", "pay", "balance", "prove", "statement"))
CHANGING = ("write", "fsync", "link", "unlink", "rename", "mkdir")


class Killer:
    """Counts steps, and kills this process at one of them. Each operation has a step before and after it, and a write
    has one in its middle."""

    def __init__(self, at: int) -> None:
        self.at, self.count = at, 0

    def step(self) -> bool:
        self.count += 1
        return self.count == self.at

    def die(self) -> None:
        os.kill(os.getpid(), signal.SIGKILL)

    def around(self, operation: Callable[..., Any]) -> Callable[..., Any]:
        def counted(*arguments: Any, **named: Any) -> Any:
            if self.step():
                self.die()
            result = operation(*arguments, **named)
            if self.step():
                self.die()
            return result
        return counted

    def write(self, file: int, content: bytes) -> int:
        if self.step():
            self.die()
        if self.step():
            os.write(file, content[:len(content) // 2])
            self.die()
        result = os.write(file, content)
        if self.step():
            self.die()
        return result

    def install(self) -> None:
        shadow = SimpleNamespace(**{name: getattr(os, name) for name in dir(os)})
        for name in CHANGING:
            setattr(shadow, name, self.write if name == "write" else self.around(getattr(os, name)))
        payport.files.os = shadow  # type: ignore[assignment]
        for name in ("send", "recv"):
            setattr(ClientConnection, name, self._around_coroutine(getattr(ClientConnection, name)))

    def _around_coroutine(self, operation: Callable[..., Any]) -> Callable[..., Any]:
        async def counted(*arguments: Any, **named: Any) -> Any:
            if self.step():
                self.die()
            result = await operation(*arguments, **named)
            if self.step():
                self.die()
            return result
        return counted


async def pay(name: str) -> str:
    async with AsyncClient(SHOP, STATE, runtime=RUNTIME, patience=20) as client:
        order = await client.pay("LTC", ADDRESS, "0.001", name=name, description=name)
        return order["order_id"]


def child(work: Callable[[int], None]) -> tuple[int, int]:
    """Forks a process that does the work. Returns its pid and the end of the pipe that it writes its result to."""
    reading, writing = os.pipe()
    pid = os.fork()
    if pid == 0:
        os.close(reading)
        work(writing)
        os._exit(0)
    os.close(writing)
    return pid, reading


def result_of(process: tuple[int, int]) -> tuple[bool, str]:
    """Whether the process was killed, and what it wrote."""
    pid, reading = process
    with os.fdopen(reading) as opened:
        text = opened.read()
    _, status = os.waitpid(pid, 0)
    killed = os.WIFSIGNALED(status) and os.WTERMSIG(status) == signal.SIGKILL
    if not killed and os.waitstatus_to_exitcode(status) != 0:
        raise SystemExit(f"a process failed with {status}")
    return killed, text


def paying(name: str, killed_at: int) -> Callable[[int], None]:
    def work(writing: int) -> None:
        if killed_at:
            Killer(killed_at).install()
        os.write(writing, asyncio.run(pay(name)).encode())
    return work


def steps() -> dict[str, Any]:
    orders: dict[str, str] = {}
    step = 0
    while True:
        step += 1
        name = f"step {step}"
        killed, _ = result_of(child(paying(name, step)))
        _, orders[name] = result_of(child(paying(name, 0)))
        if not killed:
            return {"steps": step - 1, "orders": orders}


def together() -> dict[str, Any]:
    chance = random.Random(7)
    orders: dict[str, list[str]] = {}
    kills = 0
    for number in range(12):
        name = f"together {number}"
        processes = [child(paying(name, chance.choice([0, chance.randrange(1, 60)]))) for _ in range(4)]
        ended = [result_of(process) for process in processes]
        kills += sum(killed for killed, _ in ended)
        answers = [text for killed, text in ended if not killed]
        answers.append(result_of(child(paying(name, 0)))[1])
        orders[name] = answers
    return {"kills": kills, "orders": orders}


def storing(at: int) -> Callable[[int], None]:
    def work(writing: int) -> None:
        Killer(at).install()
        said = os.fdopen(writing, "w")
        store = Store(f"{STATE}/{at}")
        print(store.identity().public_key().public_bytes_raw().hex(), file=said, flush=True)
        store.pin("wallet", bytes(32), 1)
        print("pinned", file=said, flush=True)
        request, _ = store.add("payment_order", {"amount": "1"}, bytes(32), name="n", request_id=None)
        print(request.request_id, file=said, flush=True)
        store.note_answered(request)
        store.set_cursor("main", "p", "7")
        print("cursor", file=said, flush=True)
    return work


def stores() -> dict[str, Any]:
    said: dict[int, list[str]] = {}
    killed = True
    while killed:
        at = len(said) + 1
        killed, text = result_of(child(storing(at)))
        said[at] = text.split()
    return {"said": said}


if __name__ == "__main__":
    print(json.dumps({"steps": steps, "together": together, "store": stores}[sys.argv[4]]()))
