#!/usr/bin/env python3
"""Two SimpleX Chat apps with their local interfaces, as bots/README.md and bots/api of simplex-chat describe them, and a network
between them: Alice's and Bob's, who are contacts and members of a group. Nothing of it is shared with the client under test.

Prints a line {"ports": [ALICE, BOB]}, then one for each command that comes, {"side", "cmd"}. Reads operations, a line each:
{"op": "drop"} ends all connections; {"op": "age"} makes all messages too old to be edited; {"op": "event", "side", "resp"} sends an
event; {"op": "raw", "side", "text"} sends any text; {"op": "forward", "side", "content"} has a member forward a message of another.
"""

import asyncio
import datetime
import json
import re
import sys

import websockets.asyncio.server

# Each device numbers what it knows by itself: nothing that travels between them may depend on these.
ALICE = {"name": "alice", "user": 1, "contact": 4, "group": 2, "member": "QUxJQ0UtbWVtYmVy", "items": 100}
BOB = {"name": "bob", "user": 3, "contact": 7, "group": 5, "member": "Qk9CLW1lbWJlci1p", "items": 500}
SIDES = [ALICE, BOB]
CAROL = {"name": "carol", "member": "Q0FST0wtbWVtYmVy"}
# Protocol.hs: maxEncodedMsgLength, less what is wrapped around the content.
LARGEST = 15602 - 200


def say(**line):
    print(json.dumps(line), flush=True)


class Refused(Exception):
    def __init__(self, error):
        self.error = error


def refusal(kind, **members):
    return Refused({"type": "error", "errorType": {"type": kind, **members}})


class Network:
    def __init__(self):
        self.connections = [set(), set()]
        self.chats = [{}, {}]
        self.next_item = [side["items"] for side in SIDES]
        self.now = datetime.datetime(2026, 3, 20, 11, 1, 25, 123456, datetime.timezone.utc)
        self.is_old = False

    def time(self):
        self.now += datetime.timedelta(milliseconds=3)
        return self.now.strftime("%Y-%m-%dT%H:%M:%S.%f") + "789Z"

    # Records, with members that the client does not know, as it must bear with them.

    def user(self, side):
        me = SIDES[side]
        return {"userId": me["user"], "localDisplayName": me["name"], "activeUser": True, "profile": {"displayName": me["name"]}}

    def contact(self, side):
        other = SIDES[1 - side]
        return {
            "contactId": SIDES[side]["contact"], "localDisplayName": other["name"], "contactStatus": "active",
            "profile": {"displayName": other["name"], "fullName": "", "image": "data:image/jpg;base64,/9j/4A"},
            "activeConn": {"connId": 1, "connStatus": "ready"}, "contactUsed": True, "chatTags": []}

    def stranger(self):
        """A contact who has not connected yet."""
        return {"contactId": 99, "localDisplayName": "stranger", "contactStatus": "active", "profile": {}}

    def member(self, person, status="connected"):
        return {
            "groupMemberId": 1, "groupId": 1, "memberId": person["member"], "memberRole": "member", "memberStatus": status,
            "localDisplayName": person["name"], "memberProfile": {"displayName": person["name"]}}

    def group(self, side):
        return {
            "groupId": SIDES[side]["group"], "localDisplayName": "Trip", "groupProfile": {"displayName": "Trip"},
            "membership": self.member(SIDES[side], "creator")}

    def left_group(self, side):
        return {"groupId": 98, "localDisplayName": "Old", "membership": self.member(SIDES[side], "left")}

    def members(self, side):
        gone = {"name": "gone", "member": "R09ORS1tZW1iZXI_"}
        return [self.member(SIDES[1 - side]), self.member(CAROL), self.member(gone, "removed")]

    def chat_info(self, side, chat):
        if chat == "@":
            return {"type": "direct", "contact": self.contact(side)}
        return {"type": "group", "groupInfo": self.group(side)}

    # Messages

    def add(self, side, chat, shared, content, direction, **meta):
        stamp = self.time()
        item = {
            "chatDir": direction,
            "meta": {
                "itemId": self.next_item[side], "itemSharedMsgId": shared, "itemTs": stamp, "itemText": content["text"],
                "itemStatus": {"type": "sndNew"}, "itemEdited": False, "createdAt": stamp, "updatedAt": stamp, **meta},
            "content": {"type": "sndMsgContent" if direction["type"].endswith("Snd") else "rcvMsgContent", "msgContent": content},
            "mentions": {}, "reactions": []}
        self.next_item[side] += 1
        self.chats[side].setdefault(chat, []).append(item)
        return {"chatInfo": self.chat_info(side, chat), "chatItem": item}

    def directions(self, side, chat):
        if chat == "@":
            return {"type": "directSnd"}, {"type": "directRcv"}
        return {"type": "groupSnd"}, {"type": "groupRcv", "groupMember": self.member(SIDES[side])}

    async def send(self, side, chat, composed):
        sent = []
        for message in composed:
            content = checked(message)
            mine, theirs = self.directions(side, chat)
            shared = f"{side}-{self.next_item[side]}"
            sent.append(self.add(side, chat, shared, content, mine))
            received = self.add(1 - side, chat, shared, content, theirs)
            await self.event(1 - side, "newChatItems", chatItems=[received])
        return {"type": "newChatItems", "chatItems": sent}

    async def update(self, side, chat, number, updated):
        content = checked(updated)
        item = next((item for item in self.chats[side].get(chat, []) if item["meta"]["itemId"] == number), None)
        if item is None:
            raise Refused({"type": "errorStore", "storeError": {"type": "chatItemNotFound", "itemId": number}})
        if not item["chatDir"]["type"].endswith("Snd") or self.is_old:
            raise refusal("invalidChatItemUpdate")
        answer = {"chatInfo": self.chat_info(side, chat), "chatItem": item}
        if item["content"]["msgContent"] == content:
            return {"type": "chatItemNotChanged", "chatItem": answer}
        for other in (side, 1 - side):
            for found in self.chats[other].get(chat, []):
                if found["meta"]["itemSharedMsgId"] == item["meta"]["itemSharedMsgId"]:
                    found["content"]["msgContent"] = content
                    found["meta"].update(itemEdited=True, updatedAt=self.time(), itemText=content["text"])
                    if other != side:
                        theirs = {"chatInfo": self.chat_info(other, chat), "chatItem": found}
                        await self.event(other, "chatItemUpdated", chatItem=theirs)
        return {"type": "chatItemUpdated", "chatItem": answer}

    # Commands

    async def answer(self, side, command):
        me = SIDES[side]
        if command == "/user":
            return {"type": "activeUser"}
        if command == f"/_contacts {me['user']}":
            return {"type": "contactsList", "contacts": [self.contact(side), self.stranger()]}
        if command == f"/_groups {me['user']}":
            return {"type": "groupsList", "groups": [self.group(side), self.left_group(side)]}
        if found := re.fullmatch(r"/_members #(\d+)", command):
            members = self.members(side) if int(found[1]) == me["group"] else []
            return {"type": "groupMembers", "group": {"groupInfo": self.group(side), "members": members}}
        if found := re.fullmatch(r"/_get chat ([@#])(\d+) count=(\d+)", command):
            chat = self.place(side, found)
            items = self.chats[side].get(chat, [])[-int(found[3]):]
            return {"type": "apiChat", "chat": {"chatInfo": self.chat_info(side, chat), "chatItems": items, "chatStats": {}}}
        if found := re.fullmatch(r"/_send ([@#])(\d+) json (.*)", command):
            return await self.send(side, self.place(side, found), json.loads(found[3]))
        if found := re.fullmatch(r"/_update item ([@#])(\d+) (\d+) json (.*)", command):
            return await self.update(side, self.place(side, found), int(found[3]), json.loads(found[4]))
        raise refusal("commandError", message="Failed reading: empty")

    def place(self, side, found):
        if int(found[2]) != SIDES[side]["contact" if found[1] == "@" else "group"]:
            kind = "contactNotFound" if found[1] == "@" else "groupNotFound"
            raise Refused({"type": "errorStore", "storeError": {"type": kind}})
        return found[1]

    # Connections

    async def event(self, side, kind, **members):
        await self.raw(side, json.dumps({"resp": {"type": kind, "user": self.user(side), **members}}))

    async def raw(self, side, text):
        for connection in list(self.connections[side]):
            await connection.send(text)

    def serve(self, side):
        async def handler(connection):
            self.connections[side].add(connection)
            try:
                async for message in connection:
                    request = json.loads(message)
                    assert isinstance(message, str) and set(request) == {"corrId", "cmd"}, message
                    say(side=side, cmd=request["cmd"])
                    try:
                        response = await self.answer(side, request["cmd"])
                        response["user"] = self.user(side)
                    except Refused as refused:
                        response = {"type": "chatCmdError", "chatError": refused.error}
                    await connection.send(json.dumps({"corrId": request["corrId"], "resp": response}))
            finally:
                self.connections[side].discard(connection)

        return handler

    async def operate(self, operation):
        side = operation.get("side", 0)
        match operation["op"]:
            case "drop":
                for connections in self.connections:
                    for connection in list(connections):
                        await connection.close(1001)
            case "age":
                self.is_old = True
            case "event":
                await self.raw(side, json.dumps({"resp": {"user": self.user(side), **operation["resp"]}}))
            case "raw":
                await self.raw(side, operation["text"])
            case "forward":
                direction = {"type": "groupRcv", "groupMember": self.member(SIDES[1 - side])}
                item = self.add(side, "#", "forwarded", operation["content"], direction, forwardedByMember=3)
                await self.event(side, "newChatItems", chatItems=[item])
        say(done=operation["op"])


def checked(message):
    """The content of a ComposedMessage or UpdatedMessage."""
    content = message["msgContent"]
    if set(message) - {"msgContent", "mentions", "fileSource", "quotedItemId"} or not isinstance(content["text"], str):
        raise refusal("commandError", message="bad message")
    if len(json.dumps(content, separators=(",", ":"), ensure_ascii=False).encode()) > LARGEST:
        raise Refused({"type": "errorStore", "storeError": {"type": "largeMsg"}})
    return content


async def main():
    network = Network()
    servers = [
        await websockets.asyncio.server.serve(network.serve(side), "127.0.0.1", 0, max_size=1 << 24) for side in (0, 1)]
    say(ports=[server.sockets[0].getsockname()[1] for server in servers])
    reader = asyncio.StreamReader()
    await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
    while line := await reader.readline():
        await network.operate(json.loads(line))


asyncio.run(main())
