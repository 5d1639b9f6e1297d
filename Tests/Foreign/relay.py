#!/usr/bin/env python3
"""A client of the relay, written from protocol/15-relay.md: tries what has to be refused, then talks to another one.

Prints JSON lines; the last one is {"event": "summary"}. Waits for a message "over" of the other before it ends.
"""

import argparse
import asyncio
import base64
import hashlib
import hmac
import json
import os
import stat
import sys

from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat
from websockets.asyncio.client import connect
from websockets.exceptions import InvalidStatus

LABEL = b"payport/relay/1 "
SUBPROTOCOL = "payport.relay.v1"


def say(**line):
    print(json.dumps(line), flush=True)


def require(holds, what):
    if not holds:
        raise SystemExit(f"not as specified: {what}")


def encode(data):
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def decode(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


def find(runtime, name):
    folder = os.path.join(runtime, "relays")
    path = os.path.join(folder, name + ".json")
    require(stat.S_IMODE(os.lstat(folder).st_mode) == 0o700, "15.1: the mode of the folder")
    status = os.lstat(path)
    require(stat.S_ISREG(status.st_mode) and stat.S_IMODE(status.st_mode) == 0o600, "15.1: the mode of the file")
    with open(path, encoding="utf-8") as file:
        found = json.load(file)
    require(found["v"] == 1 and found["name"] == name and len(decode(found["secret"])) == 32, "15.1: the members")
    require(found["url"].startswith("ws://127.0.0.1:") and found["url"].endswith("/v1"), "15.1: the URL")
    return found


async def attack(url):
    """15.2: refused in all the cases of 1.2."""
    port = int(url.split(":")[2].split("/")[0])
    good = {"uri": url, "subprotocols": [SUBPROTOCOL]}
    bad = {
        "origin": {**good, "origin": "https://evil.test"},
        "null origin": {**good, "origin": "null"},
        "host": {**good, "uri": f"ws://evil.test:{port}/v1", "host": "127.0.0.1", "port": port},
        "path": {**good, "uri": url + "x"},
        "query": {**good, "uri": url + "?x"},
        "no subprotocol": {"uri": url},
        "the subprotocol of providers": {"uri": url, "subprotocols": ["payport.v1"]},
    }
    for name, arguments in bad.items():
        try:
            async with connect(**arguments, proxy=None):
                raise SystemExit(f"not as specified: 1.2: {name} was accepted")
        except InvalidStatus as refused:
            require(refused.response.status_code == 403, f"1.2: {name} was answered {refused.response.status_code}")
        say(event="refused", what=name)


class Client:
    def __init__(self, socket):
        self.socket = socket
        self.last = 0
        self.answers = {}
        self.told = asyncio.Queue()
        self.reader = asyncio.create_task(self.read())

    async def read(self):
        async for text in self.socket:
            message = json.loads(text)
            require(message["jsonrpc"] == "2.0", "15.2: JSON-RPC 2.0")
            if "id" in message:
                self.answers.pop(message["id"]).set_result(message)
            else:
                await self.told.put((message["method"], message["params"]))

    async def ask(self, method, **params):
        self.last += 1
        self.answers[self.last] = answer = asyncio.get_running_loop().create_future()
        await self.socket.send(json.dumps({"jsonrpc": "2.0", "id": self.last, "method": method, "params": params}))
        return await asyncio.wait_for(answer, 30)

    async def call(self, method, **params):
        answer = await self.ask(method, **params)
        require("result" in answer, f"{method}: {answer}")
        return answer["result"]

    async def refusal(self, method, **params):
        error = (await self.ask(method, **params))["error"]
        require(error["code"] == 8000, f"15.3: the code of errors: {error}")
        return error["data"]["reason"]

    async def next(self, kind):
        while True:
            method, params = await asyncio.wait_for(self.told.get(), 30)
            if method == kind:
                return params


async def enter(client, secret, person):
    mine = os.urandom(32)
    begun = await client.call("begin", nonce=encode(mine))
    theirs = decode(begun["nonce"])
    expected = hmac.digest(secret, LABEL + b"relay\0" + mine + theirs, hashlib.sha256)
    require(hmac.compare_digest(decode(begun["proof"]), expected), "15.2: the relay's proof")
    proof = hmac.digest(secret, LABEL + b"client\0" + mine + theirs + person.encode(), hashlib.sha256)
    key = Ed25519PrivateKey.generate()
    entered = await client.call(
        "enter", person=person, name="Python", proof=encode(proof),
        signature=encode(key.sign(LABEL + b"enter\0" + proof)),
        key=encode(key.public_key().public_bytes(Encoding.Raw, PublicFormat.Raw)))
    require(entered == {"person": person}, "15.2: the result of enter")


async def talk(client, person, other):
    require({"person": other, "name": "Alice"} in (await client.call("people"))["people"], "15.3: people")
    room = (await client.call("open_room", members=[other], name=""))["room"]
    require([member["person"] for member in room["members"]] == [person, other], f"15.3: {room}")
    told = await client.next("room")
    require(told == {"room": room} and (await client.call("rooms"))["rooms"] == [room], "15.3: rooms")

    sent = (await client.call("send", room=room["room"], text="Hello", link="payport:card?data=e30"))["message"]
    require(await client.next("message") == {"message": sent}, "15.3: all devices are told")
    require((sent["from"], sent["revision"], sent["link"]) == (person, 0, "payport:card?data=e30"), f"15.3: {sent}")
    edited = (await client.call("edit", room=room["room"], message=sent["message"], text="Hello again"))["message"]
    require(edited
        == {**{name: value for name, value in sent.items() if name != "link"}, "text": "Hello again", "revision": 1},
            f"15.3: {edited}")
    say(event="sent")

    while (heard := (await client.next("message"))["message"])["text"] != "over":
        say(event="heard", text=heard["text"], sender=heard["from"])
    history = await client.call("history", room=room["room"], after=sent["message"])
    require(history["messages"][-1] == heard and history["more"] is False, f"15.3: {history}")
    require(await client.refusal("edit", room=room["room"], message=heard["message"], text="x") == "unknown_message",
            "15.3: edit")
    require(await client.refusal("history", room="nowhere", after=0) == "unknown_room", "15.3: history")
    require(await client.refusal("send", room=room["room"], text="x" * 32769) == "too_large", "15.3: send")
    require(await client.refusal("open_room", members=["nobody"], name="") == "unknown_person", "15.3: open_room")


async def main():
    parser = argparse.ArgumentParser(description="A client of the relay, written from its specification.")
    parser.add_argument("--runtime", required=True)
    parser.add_argument("--relay", required=True)
    parser.add_argument("--person", default="python")
    parser.add_argument("--other", default="alice")
    arguments = parser.parse_args()
    found = find(arguments.runtime, arguments.relay)
    await attack(found["url"])
    async with connect(found["url"], subprotocols=[SUBPROTOCOL], proxy=None) as socket:
        require(socket.subprotocol == SUBPROTOCOL, "15.2: the subprotocol")
        client = Client(socket)
        await enter(client, decode(found["secret"]), arguments.person)
        await talk(client, arguments.person, arguments.other)
    say(event="summary")


if __name__ == "__main__":
    sys.exit(asyncio.run(main()))
