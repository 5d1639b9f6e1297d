"""What a test can have happen in the apps of simplex.py."""

import copy
import json

import simplex_official as official
import simplex_records as records
from simplex_phone import Phone


class Operations(Phone):
    def __init__(self, network):
        self.network = network
        self.apps = network.apps

    async def drop(self):
        """Ends all connections."""
        for app in self.apps:
            for client in list(app.clients):
                await client.close(1001)

    def age(self):
        """Makes all messages too old to be edited."""
        self.network.is_old = True

    async def later(self, side, resp):
        """Sends an event of a later version, which the official types do not have."""
        await self.network.raw(side, json.dumps({"resp": {"user": self.apps[side].user_record(), **resp}}))

    async def raw(self, side, text):
        await self.network.raw(side, text)

    def table(self):
        """How often each kind of record and command was checked against the official ones."""
        return dict(sorted(official.checked.items()))

    def traffic(self, side):
        """How many commands an app has answered, and with how many bytes."""
        return {"commands": self.apps[side].commands, "bytes": self.apps[side].bytes}

    # People

    async def contact(self, side, number, tell=None, **members):
        """Adds or replaces a contact, and sends an event about it: `contactConnected` and the like."""
        app = self.apps[side]
        name = members.pop("name", app.contacts.get(number, {}).get("localDisplayName", f"person{number}"))
        before = app.contacts.get(number, {})
        members.setdefault("created", before.get("createdAt", f"2025-02-02T00:00:00.{number}Z"))
        request = members.pop("request", None)
        app.contacts[number] = records.contact(number, name, **members)
        if request is not None:
            app.contacts[number]["contactRequestId"] = request
        if tell == "contactUpdated":
            await self.network.event(side, tell, fromContact=app.contacts[number], toContact=app.contacts[number])
        elif tell:
            await self.network.event(side, tell, contact=app.contacts[number])

    async def member(self, side, group, name, status, role="member", tell=None):
        """Adds a member or changes one, and sends an event about it."""
        app = self.apps[side]
        members = [one for one in app.members[group] if one["localDisplayName"] != name]
        one = records.member(50 + len(members), group, f"TkVX{name}", name, status, role)
        app.members[group] = members + [one]
        if tell == "memberAcceptedByOther":
            await self.network.event(side, tell, groupInfo=app.groups[group], acceptingMember=members[0], member=one)
        elif tell:
            await self.network.event(side, tell, groupInfo=app.groups[group], member=one)

    async def group(self, side, number, name="Trip", mine="creator", relays=False, tell=None):
        """Adds or changes a group, and sends an event about it."""
        app = self.apps[side]
        members = app.members.get(number, [])
        app.add_group(number, name, [], mine, relays=relays)
        app.members[number] = members
        if tell == "groupUpdated":
            await self.network.event(side, tell, fromGroup=app.groups[number], toGroup=app.groups[number])

    async def admission(self, side, number, status):
        """Tells this person how far they are with joining a group: `pending_review` by the event that also tells of
        others, `connected` when a moderator has admitted them (xGrpLinkAcpt in simplex-chat)."""
        app = self.apps[side]
        me = app.groups[number]["membership"]
        me["memberStatus"] = status
        host = app.members[number][0]
        if status == "connected":
            return await self.network.event(side, "userJoinedGroup", groupInfo=app.groups[number], hostMember=host)
        await self.network.event(
            side, "memberAcceptedByOther", groupInfo=app.groups[number], acceptingMember=host, member=me)

    async def leave(self, side, kind, number):
        """Tells a person that the other one has ended a conversation, or that a group is over for them."""
        app = self.apps[side]
        if kind == "contactDeletedByContact":
            app.contacts[number]["contactStatus"] = "deleted"
            return await self.network.event(side, kind, contact=app.contacts[number])
        app.groups[number]["membership"]["memberStatus"] = "removed" if kind == "deletedMemberUser" else "deleted"
        extra = {"withMessages": False} if kind == "deletedMemberUser" else {}
        by = app.members[number][0] if app.members[number] else app.groups[number]["membership"]
        await self.network.event(side, kind, groupInfo=app.groups[number], member=by, **extra)

    async def switch(self, side, user=None, name=None, database=None, drop=True):
        """Makes another profile active, or puts another database behind the port: the numbers stay, the people do
        not."""
        app = self.apps[side]
        app.user, app.name = user or app.user, name or app.name
        if database is not None:
            for number, contact in app.contacts.items():
                contact["createdAt"] = f"2024-0{database}-01T00:00:00.{number}Z"
            for number, group in app.groups.items():
                group["membership"]["memberId"] = f"REFUQUJBU0U{database}{number}"
        if drop:
            await self.drop()

    def restore(self, side, contact):
        """Gives the number of one contact to somebody else, as restoring a backup can."""
        self.apps[side].contacts[contact]["createdAt"] = "2026-11-11T11:11:11.11Z"

    # Messages

    async def says(self, side, chat, text, content=None, silent=False, direction=None, stamp=None, aside=False, **meta):
        """Has a message come in: in a group from the first member, or from `direction`; `aside` in its side
        conversation."""
        app = self.apps[side]
        if direction is None:
            direction = {"type": "directRcv"} if chat[0] == "@" else {"type": "groupRcv",
                "groupMember": app.members[int(chat[1:])][0]}
        content = records.content_in_app(content) if content else {"type": "text", "text": text}
        item = app.add(chat, f"s{app.next_item}", direction, content, stamp or self.network.time(), **meta)
        if aside:
            item["chatInfo"] = {**item["chatInfo"], "groupChatScope": {"type": "memberSupport"}}
        if not silent:
            await self.network.event(side, "newChatItems", chatItems=[item])
        return item["chatItem"]["meta"]["itemId"]

    def misroute(self, side, chat):
        """Answers from now on as if what is sent to the first contact had gone to another conversation."""
        self.apps[side].delayed["misroute"] = chat

    async def live(self, side, chat, number, text, done):
        """Writes on at a message that others read already."""
        app = self.apps[side]
        item = app.find(chat, number)
        item["content"]["msgContent"]["text"] = text
        item["meta"].update(itemText=text, updatedAt=self.network.time(), itemLive=not done)
        await self.network.event(side, "chatItemUpdated", chatItem={"chatInfo": app.info(chat), "chatItem": item})

    async def delete(
            self, side, chat, number, whole=False, silent=False, moderator=None, timed=False, in_group=False,
            blocked=None, user=False):
        """Has a message disappear: marked, or as a whole; by its author, a moderator, this person, or for a while
        (`timed`)."""
        app = self.apps[side]
        item = app.find(chat, number)
        before = {"chatInfo": app.info(chat), "chatItem": copy.deepcopy(item)}
        by = {"type": "deleted", "chatType": "direct" if chat[0] == "@" else "group"}
        if moderator:
            by = {"type": "moderated", "byGroupMember": next(one for one in app.members[int(chat[1:])]
                if one["localDisplayName"] == moderator)}
        if blocked:
            by = {"type": blocked}
        if whole:
            app.items[chat].remove(item)
        else:
            item["meta"]["itemDeleted"] = by
        if silent:
            return
        if in_group:
            members = [one for one in app.members[int(chat[1:])] if one["localDisplayName"] == moderator]
            member = {"member_": members[0] if members else item["chatDir"]["groupMember"]} if in_group is True else {}
            return await self.network.event(
                side, "groupChatItemsDeleted", groupInfo=app.groups[int(chat[1:])], chatItemIDs=[number], byUser=False,
                **member)
        deletion = {"deletedChatItem": before}
        if not whole:
            deletion["toChatItem"] = {"chatInfo": app.info(chat), "chatItem": item}
        await self.network.event(side, "chatItemsDeleted", chatItemDeletions=[deletion], byUser=user, timed=timed)

    def clear(self, side, chat):
        """Empties a conversation, which its person can do, and of which other clients hear nothing."""
        self.apps[side].items[chat] = []

    async def edit(self, side, chat, number, text, silent=False):
        """Has the author of a message change it."""
        app = self.apps[side]
        item = app.find(chat, number)
        item["content"]["msgContent"]["text"] = text
        item["meta"].update(itemText=text, updatedAt=self.network.time(), itemEdited=True)
        if not silent:
            await self.network.event(side, "chatItemUpdated", chatItem={"chatInfo": app.info(chat), "chatItem": item})

    async def status(self, side, chat, number, silent=False, **status):
        """Tells what became of a message that was sent."""
        app = self.apps[side]
        item = app.find(chat, number)
        item["meta"]["itemStatus"] = status
        if not silent:
            await self.network.event(side, "chatItemsStatusesUpdated",
                                     chatItems=[{"chatInfo": app.info(chat), "chatItem": item}])

    def refuse(self, side, place, error=None):
        """Answers with an error from now on to what is sent to a conversation (`@4`), or when a file is received
        (`file`)."""
        self.apps[side].refusals.pop(place, None)
        if error is not None:
            self.apps[side].refusals[place] = error

    def refuse_contact(self, side, number, tag):
        """Refuses what is sent to a contact with an error that shows the contact."""
        self.apps[side].refusals[f"@{number}"] = {
            "type": "error", "errorType": {"type": tag, "contact": self.apps[side].contacts[number]}}

    # Files

    async def uploaded(self, side, number):
        """Tells that a file was sent."""
        app = self.apps[side]
        chat, item = app.file_item(number)
        file = item["file"]
        file["fileStatus"] = {"type": "sndComplete"}
        await self.network.event(
            side, "sndFileCompleteXFTP", chatItem={"chatInfo": app.info(chat), "chatItem": item},
            fileTransferMeta=records.transfer(number, file["fileName"], file["fileSize"],
                                              file["fileSource"]["filePath"]))

    async def not_uploaded(self, side, number, message):
        app = self.apps[side]
        chat, item = app.file_item(number)
        file = item["file"]
        await self.network.event(
            side, "sndFileError", chatItem_={"chatInfo": app.info(chat), "chatItem": item}, errorMessage=message,
            fileTransferMeta=records.transfer(number, file["fileName"], file["fileSize"],
                                              file["fileSource"]["filePath"]))

    def hold_files(self, side, hold=True):
        """Lets files arrive only at `arrive`."""
        self.apps[side].delayed["files"] = hold

    async def arrive(self, side, number):
        await self.network.arrive(side, number)

    async def lose_file(self, side, number):
        """Tells that a file cannot be received."""
        app = self.apps[side]
        chat, item = app.file_item(number)
        item["file"]["fileStatus"] = {"type": "rcvError", "rcvFileError": {"type": "noFile"}}
        await self.network.event(
            side, "rcvFileError", chatItem_={"chatInfo": app.info(chat), "chatItem": item},
            agentError={"type": "INACTIVE"},
            rcvFileTransfer=records.reception(number, item["file"]["fileName"], item["file"]["fileSize"], "alice"))
