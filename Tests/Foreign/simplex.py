#!/usr/bin/env python3
"""Two SimpleX Chat apps with their local interfaces, as bots/README.md and bots/api of simplex-chat describe them, and
a network between them: Alice's and Bob's, who are contacts and members of a group. Nothing of it is shared with the
client under test.

Everything that the apps send is checked against SimpleX Chat's own types, and every command against its own text
(simplex_official.py); what differs ends the program. As in simplex-chat, each event goes to one client only, and
answers are for the profile that is active.

Prints a line {"ports": [ALICE, BOB]}, then one for each command that comes, {"side", "cmd"}. Reads operations, a line
each; see `Network.operate` and `Operations`. `--contacts N`, `--groups N` and `--members N` give Alice as many more,
`--pictures BYTES` with pictures, `--messages N` with as many messages from each contact, and `--recent` with activity
within the last 31 days. `--now` has the clock of this machine, for programs that compare it with theirs.
"""

import argparse
import asyncio
import datetime
import inspect
import json
import os
import re
import sys

import websockets.asyncio.server

import simplex_official as official
import simplex_records as records

# Each device numbers what it knows by itself: nothing that travels between them may depend on these.
ALICE = {"name": "alice", "user": 1, "contact": 4, "group": 2, "member": "QUxJQ0UtbWVtYmVy", "items": 100}
BOB = {"name": "bob", "user": 3, "contact": 7, "group": 5, "member": "Qk9CLW1lbWJlci1p", "items": 500}
SIDES = [ALICE, BOB]
CAROL = {"name": "carol", "member": "Q0FST0wtbWVtYmVy"}
# Protocol.hs: maxEncodedMsgLength, less what is wrapped around the content.
LARGEST = 15602 - 200


def say(**line):
    print(json.dumps(line), flush=True)


def insist(problems, what):
    """Ends the program with the differences from the official interface, which the test then shows."""
    if problems := list(problems):
        print(f"NOT OFFICIAL: {what}: " + "; ".join(problems[:5]), file=sys.stderr, flush=True)
        os._exit(3)


class Refused(Exception):
    def __init__(self, error):
        self.error = error


def refusal(kind, **members):
    return Refused({"type": "error", "errorType": {"type": kind, **members}})


def store_refusal(kind, **members):
    return Refused({"type": "errorStore", "storeError": {"type": kind, **members}})


class App:
    """One of the two apps: its profile, conversations and clients."""

    def __init__(self, side, options):
        me, other = SIDES[side], SIDES[1 - side]
        self.me, self.user, self.name = me, me["user"], me["name"]
        self.clients, self.turn = [], 0
        self.contacts, self.groups, self.members, self.items = {}, {}, {}, {}
        self.next_item, self.next_file = me["items"], 1
        self.refusals, self.delayed = {}, {}
        self.commands = self.bytes = 0
        self.contacts[me["contact"]] = records.contact(
            me["contact"], other["name"], created=f"2026-01-0{side + 1}T08:00:00.5Z",
            image="data:image/jpg;base64,/9j/4A")
        self.contacts[99] = records.contact(99, "stranger", active="2026-01-01T00:00:00Z", connected=None)
        self.add_group(me["group"], "Trip",
                       [other, CAROL, {"name": "gone", "member": "R09ORS1tZW1iZXI_", "status": "removed"}])
        self.add_group(98, "Old", [], mine="left", active="2026-01-01T00:00:00.1Z")
        if side == 0:
            self.fill(options)

    def add_group(self, number, name, members, mine="creator", active="2026-03-19T00:00:00Z", relays=False):
        me = records.member(1, number, self.me["member"], self.me["name"], mine, "owner")
        self.groups[number] = records.group(number, name, me, active, relays, len(members) + 1)
        self.members[number] = [
            records.member(index + 2, number, one["member"], one["name"], one.get("status", "connected"),
                           one.get("role", "member"))
            for index, one in enumerate(members)]

    def fill(self, options):
        image = "data:image/jpg;base64," + "A" * options.pictures if options.pictures else None
        for number in range(1000, 1000 + options.contacts):
            # Every tenth has exactly the time of the one before, as after an import.
            time = datetime.datetime(2026, 2, 1) + datetime.timedelta(minutes=number - (number % 10 == 9))
            if options.recent:
                time = datetime.datetime.now(datetime.timezone.utc) - datetime.timedelta(seconds=(number - 999) * 500)
            stamp = time.strftime("%Y-%m-%dT%H:%M:%SZ")
            self.contacts[number] = records.contact(
                number, f"person{number}", created=f"2025-01-01T00:00:00.{number:06}Z", active=stamp, image=image)
            for index in range(options.messages):
                text = (f"Message {index} of person{number}, as long as people write on average, "
                        "or a little longer than that")
                self.add(f"@{number}", f"f{number}-{index}", {"type": "directRcv"}, {"type": "text", "text": text},
                         stamp)
        for number in range(100, 100 + options.groups):
            people = [{"name": f"m{number}_{index}", "member": f"TUVN{number:04}{index:08}"}
                      for index in range(options.members)]
            self.add_group(number, f"Group{number}", people, active=f"2026-03-01T00:{number % 60:02}:00Z")
            for one in self.members[number] if image else []:
                one["memberProfile"]["image"] = image

    def user_record(self):
        return records.user(self.user, self.name)

    def info(self, chat):
        number = int(chat[1:])
        if chat[0] == "@":
            if number not in self.contacts:
                raise store_refusal("contactNotFound", contactId=number)
            return {"type": "direct", "contact": self.contacts[number]}
        if number not in self.groups:
            raise store_refusal("groupNotFound", groupId=number)
        return {"type": "group", "groupInfo": self.groups[number]}

    def add(self, chat, shared, direction, content, stamp, file=None, **meta):
        item = records.item(self.next_item, shared, direction, content, stamp, **meta)
        if file:
            item["file"] = file
        self.next_item += 1
        self.items.setdefault(chat, []).append(item)
        info = self.info(chat)
        info["contact" if chat[0] == "@" else "groupInfo"]["chatTs"] = stamp
        return {"chatInfo": info, "chatItem": item}

    def find(self, chat, number):
        for item in self.items.get(chat, []):
            if item["meta"]["itemId"] == number:
                return item
        raise store_refusal("chatItemNotFound", itemId=number)

    def file_item(self, number):
        for chat, items in self.items.items():
            for item in items:
                if item.get("file", {}).get("fileId") == number:
                    return chat, item
        raise store_refusal("rcvFileNotFound", fileId=number)

    def chats(self, before, count):
        found = [self.info(f"@{number}") for number in self.contacts] + [self.info(f"#{number}")
            for number in self.groups]

        def time(info):
            return (info.get("contact") or info["groupInfo"])["chatTs"]

        found = sorted((info for info in found if before is None or time(info) < before), key=time,
                       reverse=True)[:count]
        def reference(info):
            return f"@{info['contact']['contactId']}" if "contact" in info else f"#{info['groupInfo']['groupId']}"

        return [
            {"chatInfo": info, "chatItems": self.items.get(reference(info), [])[-1:], "chatStats": records.stats()}
            for info in found]


class Network:
    def __init__(self, options):
        self.apps = [App(side, options) for side in (0, 1)]
        self.now = datetime.datetime(2026, 3, 20, 11, 1, 25, 123456, datetime.timezone.utc)
        self.has_clock = options.now
        self.is_old = False
        self.files = {}

    def time(self):
        self.now += datetime.timedelta(milliseconds=3)
        if self.has_clock:
            self.now = max(self.now, datetime.datetime.now(datetime.timezone.utc))
        return self.now.strftime("%Y-%m-%dT%H:%M:%S.%f") + "789Z"

    def peer(self, side, chat):
        """The app and the conversation in which the other one sees it; None if there is nobody."""
        me = SIDES[side]
        if chat in (f"@{me['contact']}", f"#{me['group']}"):
            other = SIDES[1 - side]
            return 1 - side, f"@{other['contact']}" if chat[0] == "@" else f"#{other['group']}"
        return None, None

    def directions(self, side, chat):
        if chat[0] == "@":
            return {"type": "directSnd"}, {"type": "directRcv"}
        group = SIDES[1 - side]["group"]
        return {"type": "groupSnd"}, {"type": "groupRcv",
            "groupMember": records.member(2, group, self.apps[side].me["member"], self.apps[side].me["name"])}

    async def send(self, side, chat, composed):
        app, sent = self.apps[side], []
        app.info(chat)
        for message in composed:
            content, path = checked(message), message.get("fileSource", {}).get("filePath")
            mine, theirs = self.directions(side, chat)
            shared = f"{side}-{app.next_item}"
            outgoing = incoming = None
            if path:
                name, data = os.path.basename(path), open(path, "rb").read()
                outgoing = records.file(app.next_file, name, len(data), "sndStored", path)
                app.next_file += 1
            sent.append(app.add(chat, shared, mine, content, self.time(), outgoing))
            other, there = self.peer(side, chat)
            if other is None:
                continue
            reader = self.apps[other]
            if path:
                incoming = records.file(reader.next_file, name, len(data), "rcvInvitation")
                self.files[other, reader.next_file] = data
                reader.next_file += 1
            received = reader.add(there, shared, theirs, content, self.time(), incoming)
            await self.event(other, "newChatItems", chatItems=[received])
        return {"type": "newChatItems", "chatItems": sent}

    async def update(self, side, chat, number, updated):
        content, app = checked(updated), self.apps[side]
        item = app.find(chat, number)
        if not item["chatDir"]["type"].endswith("Snd") or self.is_old or "itemDeleted" in item["meta"]:
            raise refusal("invalidChatItemUpdate")
        answer = {"chatInfo": app.info(chat), "chatItem": item}
        if item["content"]["msgContent"] == content:
            return {"type": "chatItemNotChanged", "chatItem": answer}
        await self.change(side, chat, item, content, itemEdited=True)
        return {"type": "chatItemUpdated", "chatItem": answer}

    async def change(self, side, chat, item, content, **meta):
        """Changes a message at its author and at its reader, who hears of it."""
        other, there = self.peer(side, chat)
        shared = item["meta"]["itemSharedMsgId"]
        both = [(self.apps[side], chat)] + ([] if other is None else [(self.apps[other], there)])
        for app, place in both:
            for found in app.items.get(place, []):
                if found["meta"]["itemSharedMsgId"] == shared:
                    found["content"]["msgContent"] = content
                    found["meta"].update(updatedAt=self.time(), itemText=content["text"], **meta)
                    if app is not self.apps[side]:
                        await self.event(other, "chatItemUpdated",
                                         chatItem={"chatInfo": app.info(place), "chatItem": found})

    async def receive(self, side, number, path):
        app = self.apps[side]
        chat, item = app.file_item(number)
        answer = {"chatInfo": app.info(chat), "chatItem": item}
        if (error := app.refusals.get("file")) is not None:
            raise Refused(error)
        item["file"]["fileStatus"] = {"type": "rcvAccepted"}
        item["file"]["fileSource"] = {"filePath": path}
        if not app.delayed.get("files"):
            asyncio.get_running_loop().call_soon(lambda: asyncio.ensure_future(self.arrive(side, number)))
        return {"type": "rcvFileAccepted", "chatItem": json.loads(json.dumps(answer))}

    async def arrive(self, side, number):
        app = self.apps[side]
        chat, item = app.file_item(number)
        with open(item["file"]["fileSource"]["filePath"], "xb") as file:
            file.write(self.files[side, number])
        item["file"]["fileStatus"] = {"type": "rcvComplete"}
        await self.event(side, "rcvFileComplete", chatItem={"chatInfo": app.info(chat), "chatItem": item})

    # Commands

    async def answer(self, side, command):
        app = self.apps[side]
        insist(official.check_command(command), "command")
        if command == "/user":
            return {"type": "activeUser"}
        if found := re.fullmatch(r"/_get chats (\d+)(?: before=(\S+))? count=(\d+) \{.*\}", command):
            return {"type": "apiChats",
                    "chats": app.chats(found[2], int(found[3])) if int(found[1]) == app.user else []}
        if found := re.fullmatch(r"/_members #(\d+)", command):
            if (error := app.refusals.get(f"members #{found[1]}")) is not None:
                raise Refused(error)
            info = app.info(f"#{found[1]}")["groupInfo"]
            return {"type": "groupMembers", "group": {"groupInfo": info, "members": app.members[int(found[1])]}}
        if found := re.fullmatch(r"/_get chat ([@#]\d+) count=(\d+)", command):
            items = app.items.get(found[1], [])[-int(found[2]):]
            return {"type": "apiChat",
                    "chat": {"chatInfo": app.info(found[1]), "chatItems": items, "chatStats": records.stats()}}
        if found := re.fullmatch(r"/_send ([@#]\d+)(?: sign=on)? json (.*)", command, re.DOTALL):
            if (error := app.refusals.get(found[1])) is not None:
                raise Refused(error)
            answer = await self.send(side, found[1], json.loads(found[2]))
            if (chat := app.delayed.get("misroute")) is not None:
                answer["chatItems"] = [{**item, "chatInfo": app.info(chat)} for item in answer["chatItems"]]
            return answer
        if found := re.fullmatch(r"/_update item ([@#]\d+) (\d+) json (.*)", command, re.DOTALL):
            if (error := app.refusals.get(found[1])) is not None:
                raise Refused(error)
            return await self.update(side, found[1], int(found[2]), json.loads(found[3]))
        if found := re.fullmatch(r"/freceive (\d+) encrypt=off (.*)", command):
            return await self.receive(side, int(found[1]), found[2])
        raise refusal("commandError", message="Failed reading: empty")

    # Connections

    async def event(self, side, kind, **members):
        event = {"type": kind, "user": self.apps[side].user_record(), **members}
        insist(official.check_event(event), f"event {kind}")
        await self.raw(side, json.dumps({"resp": event}))

    async def raw(self, side, text):
        app = self.apps[side]
        for client in self.in_turn(app):
            try:
                return await client.send(text)
            except websockets.exceptions.ConnectionClosed:
                # It has closed just now, and is not taken from the list yet.
                pass

    @staticmethod
    def in_turn(app):
        """The clients from the next one on: they read from one queue, so each event reaches only one of them."""
        if not app.clients:
            return []
        app.turn = (app.turn + 1) % len(app.clients)
        return app.clients[app.turn:] + app.clients[:app.turn]

    def serve(self, side):
        app = self.apps[side]

        async def handler(connection):
            app.clients.append(connection)
            try:
                async for message in connection:
                    request = json.loads(message)
                    assert isinstance(message, str) and set(request) == {"corrId", "cmd"}, message
                    say(side=side, cmd=request["cmd"])
                    try:
                        response = await self.answer(side, request["cmd"])
                        response["user"] = app.user_record()
                    except Refused as refused:
                        response = {"type": "chatCmdError", "chatError": refused.error}
                    insist(official.check_response(response), request["cmd"].split(" ")[0])
                    answer = json.dumps({"corrId": request["corrId"], "resp": response})
                    app.commands, app.bytes = app.commands + 1, app.bytes + len(answer)
                    await connection.send(answer)
            except websockets.exceptions.ConnectionClosed:
                pass
            finally:
                app.clients.remove(connection)

        return handler

    async def operate(self, operation):
        """Carries out an operation on the apps; its members are the parameters."""
        from simplex_operations import Operations

        work = getattr(Operations(self), operation.pop("op"))
        done = work(**operation)
        return await done if inspect.isawaitable(done) else done


def checked(message):
    """The content of a ComposedMessage or UpdatedMessage."""
    content = message["msgContent"]
    if set(message) - {"msgContent", "mentions", "fileSource", "quotedItemId"} or not isinstance(content["text"], str):
        raise refusal("commandError", message="bad message")
    if len(json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode()) > LARGEST:
        raise store_refusal("largeMsg")
    return records.content_in_app(content)


async def main():
    parser = argparse.ArgumentParser()
    for name in ("contacts", "groups", "members", "pictures", "messages"):
        parser.add_argument(f"--{name}", type=int, default=0)
    parser.add_argument("--recent", action="store_true")
    parser.add_argument("--now", action="store_true")
    network = Network(parser.parse_args())
    servers = [
        await websockets.asyncio.server.serve(network.serve(side), "127.0.0.1", 0, max_size=1 << 26, compression=None)
        for side in (0, 1)]
    say(ports=[server.sockets[0].getsockname()[1] for server in servers])
    reader = asyncio.StreamReader(limit=1 << 24)
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        say(done=await network.operate(json.loads(line)))


asyncio.run(main())
