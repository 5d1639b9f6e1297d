#!/usr/bin/env python3
"""SimpleX Chat's own description of its local interface (the package simplex-chat), to compare with.

`check(record, kind)` finds what is wrong with a record, and `official(command)` returns the command as the package
writes it. Run as a program, it compares the shapes that paychat relies on with those of simplex-7.0.2.json, which were
looked at when the client was written, and names each difference; and the tables of SimpleXInterface.md with the package
and with the code. With
--write it writes the file with the shapes: do that only after looking at each one. --altered RECORD
[MEMBER] compares with shapes of which one record is missing or one member is another, as a release would be that
differs.
"""

import collections
import json
import pathlib
import re
import sys
import types
import typing

import simplex_chat
from simplex_chat.types import CC, CR, CEvt, T

VERSION = "7.0.2"
SHAPES = pathlib.Path(__file__).with_name(f"simplex-{VERSION}.json")
TRANSPORTS = pathlib.Path(__file__).parents[2] / "Sources/Chat/ChatTransports"
# What paychat reads or sends. APIGetChat and `before=` are commands of the console, which the package does not list.
RESPONSES = [
    "ActiveUser", "ApiChats", "GroupMembers", "NewChatItems", "ChatItemUpdated", "ChatItemNotChanged",
    "RcvFileAccepted",
    "RcvFileAcceptedSndCancelled", "ChatCmdError"]
EVENTS = [
    "NewChatItems", "ChatItemUpdated", "ChatItemsStatusesUpdated", "ChatItemsDeleted", "GroupChatItemsDeleted",
    "ContactConnected", "ContactSndReady", "ContactUpdated", "ContactDeletedByContact", "DeletedMemberUser",
    "GroupDeleted",
    "GroupUpdated", "UserJoinedGroup", "JoinedGroupMember", "ConnectedToGroupMember", "GroupMemberUpdated",
    "DeletedMember",
    "LeftMember", "MemberAcceptedByOther", "MemberRole", "MemberBlockedForAll", "SndFileCompleteXFTP", "SndFileError",
    "RcvFileStart", "RcvFileAccepted", "RcvFileComplete", "RcvFileSndCancelled", "RcvFileError", "RcvFileWarning"]
COMMANDS = ["ShowActiveUser", "APIGetChats", "APIListMembers", "APISendMessages", "APIUpdateChatItem", "ReceiveFile"]
# Records whose members paychat does not read.
UNREAD = (
    "AgentErrorType", "StoreError", "ChatErrorType", "ConnectionEntity", "RcvGroupEvent", "SndGroupEvent",
    "RcvConnEvent",
    "SndConnEvent", "RcvDirectEvent", "Format_", "UI", "BrokerErrorType", "MsgErrorType", "ChatBotCommand", "Badge",
    "ChatWallpaper",
    "SimplexDomain", "SimplexName", "UserContactRequest", "PendingContactConnection", "LinkContent", "MsgChatLink")


class MsgVerified_unsigned(typing.TypedDict):
    type: typing.Literal["unsigned"]


# What the app writes and the package does not list: MVUnsigned of MsgVerified (src/Simplex/Chat/Types/Shared.hs), which
# is in each message without a signature.
UNLISTED = {T.MsgVerified: (MsgVerified_unsigned,)}
# How often each kind of record was checked.
checked = collections.Counter()


def hints(kind):
    found = hints.known.get(kind)
    if found is None:
        found = typing.get_type_hints(kind, vars(sys.modules[kind.__module__]) | {"T": T}, include_extras=True)
        hints.known[kind] = found
    return found


hints.known = {}


def is_union(kind):
    return typing.get_origin(kind) in (typing.Union, types.UnionType)


def tag(kind):
    return typing.get_args(hints(kind)["type"])[0]


def check(value, kind, where=""):
    """Yields what is wrong with a value."""
    origin = typing.get_origin(kind)
    if typing.is_typeddict(kind):
        yield from check_record(value, kind, where)
    elif is_union(kind):
        found = value.get("type") if isinstance(value, dict) else None
        kinds = typing.get_args(kind) + UNLISTED.get(kind, ())
        match = next((one for one in kinds if tag(one) == found), None)
        if match is None:
            yield f"{where}: {found!r} is no type of it"
        else:
            yield from check_record(value, match, where)
    elif origin is typing.Literal:
        if value not in typing.get_args(kind):
            yield f"{where}: {value!r} is none of its words"
    elif origin is list:
        if not isinstance(value, list):
            yield f"{where}: no list"
        else:
            for index, one in enumerate(value[:8]):
                yield from check(one, typing.get_args(kind)[0], f"{where}[{index}]")
    elif origin is dict:
        if not isinstance(value, dict):
            yield f"{where}: no object"
        else:
            for name, one in value.items():
                yield from check(one, typing.get_args(kind)[1], f"{where}.{name}")
    elif kind is object:
        pass
    elif kind is float:
        if isinstance(value, bool) or not isinstance(value, (int, float)):
            yield f"{where}: no number"
    elif not isinstance(value, kind) or kind is int and isinstance(value, bool):
        yield f"{where}: no {kind.__name__}"


def check_record(value, kind, where):
    where = where or kind.__name__
    if not isinstance(value, dict):
        yield f"{where}: no object"
        return
    checked[kind.__name__] += 1
    members = hints(kind)
    for name in value.keys() - members.keys():
        yield f"{where}: no member {name} in {kind.__name__}"
    for name, member in members.items():
        optional = typing.get_origin(member) is typing.NotRequired
        if name in value:
            yield from check(value[name], typing.get_args(member)[0] if optional else member, f"{where}.{name}")
        elif not optional:
            yield f"{where}: {name} of {kind.__name__} is missing"


def check_response(response):
    if response.get("type") == "apiChat":
        # The console's response to APIGetChat is not in the package; what it holds is.
        yield from check(response["user"], T.User, "apiChat.user")
        yield from check(response["chat"], T.AChat, "apiChat.chat")
    else:
        yield from check(response, CR.ChatResponse, response.get("type"))


def check_event(event):
    yield from check(event, CEvt.ChatEvent, event.get("type"))


# Commands


def reference(text):
    return {"chatType": {"@": "direct", "#": "group"}[text[0]], "chatId": int(text[1:])}


def official(command):
    """The name of a command in the package and its text there; (None, None) for a command that the package does not
    have."""
    if command == "/user":
        return "ShowActiveUser", CC.ShowActiveUser_cmd_string({})
    if found := re.fullmatch(r"/_get chats (\d+)( before=\S+)? count=(\d+) (\{.*\})", command):
        text = CC.APIGetChats_cmd_string({
            "userId": int(found[1]), "pendingConnections": False,
            "pagination": {"type": "last", "count": int(found[3])},
            "query": json.loads(found[4])})
        assert not list(check(json.loads(found[4]), T.ChatListQuery))
        return "APIGetChats", text.replace(" count=", (found[2] or "") + " count=", 1)
    if found := re.fullmatch(r"/_members #(\d+)", command):
        return "APIListMembers", CC.APIListMembers_cmd_string({"groupId": int(found[1])})
    if found := re.fullmatch(r"/_send ([@#]\d+)( sign=on)? json (.*)", command, re.DOTALL):
        return "APISendMessages", CC.APISendMessages_cmd_string({
            "sendRef": reference(found[1]), "liveMessage": False, "signMessages": found[2] is not None,
            "composedMessages": json.loads(found[3])})
    if found := re.fullmatch(r"/_update item ([@#]\d+) (\d+) json (.*)", command, re.DOTALL):
        return "APIUpdateChatItem", CC.APIUpdateChatItem_cmd_string({
            "chatRef": reference(found[1]), "chatItemId": int(found[2]), "liveMessage": False,
            "updatedMessage": json.loads(found[3])})
    if found := re.fullmatch(r"/freceive (\d+) encrypt=off (/.*)", command):
        return "ReceiveFile", CC.ReceiveFile_cmd_string({
            "fileId": int(found[1]), "userApprovedRelays": False, "storeEncrypted": False, "filePath": found[2]})
    return None, None


def normal(command):
    """A command with its JSON in one form."""
    start = min([index for mark in "[{" if (index := command.find(mark)) >= 0], default=-1)
    if start < 0 or command.startswith("/freceive"):
        return command
    return command[:start] + json.dumps(json.loads(command[start:]), sort_keys=True)


def check_command(command):
    """Yields what is wrong with a command."""
    if re.fullmatch(r"/_get chat [@#]\d+ count=\d+", command):
        checked["(console) APIGetChat"] += 1
        return
    name, text = official(command)
    if name is None:
        yield f"the package has no command {command.split(' ')[0]}"
        return
    checked[f"{name}_cmd_string"] += 1
    if normal(command) != normal(text):
        yield f"{name}: {command!r} is not {text!r}"
    if "before=" in command:
        checked["(console) before="] += 1


# Shapes


def written(kind):
    if isinstance(kind, typing.ForwardRef):
        return kind.__forward_arg__
    if kind is type(None):
        return "null"
    origin = typing.get_origin(kind)
    if origin is None:
        return getattr(kind, "__name__", str(kind))
    within = (str(one) if origin is typing.Literal else written(one) for one in typing.get_args(kind))
    return f"{getattr(origin, '__name__', str(origin))}[{', '.join(within)}]"


def shapes():
    """All records that can be in what paychat reads, with the types of their members, and the commands."""
    kinds = [getattr(CR, name, None) for name in RESPONSES] + [getattr(CEvt, name, None) for name in EVENTS]
    found = {f"response {name}": "missing" for name in RESPONSES if not hasattr(CR, name)}
    found |= {f"event {name}": "missing" for name in EVENTS if not hasattr(CEvt, name)}
    waiting, seen = [kind for kind in kinds if kind], set()
    while waiting:
        kind = waiting.pop()
        if kind in seen:
            continue
        seen.add(kind)
        # Of these only the tags are read; the records that hold them list them.
        if kind.__name__.startswith(UNREAD):
            continue
        origins = {"_responses": "response ", "_events": "event "}
        origin = next((name for end, name in origins.items() if kind.__module__.endswith(end)), "")
        found[origin + kind.__name__] = {}
        for name, member in hints(kind).items():
            found[origin + kind.__name__][name] = shape(member)
            waiting += [one for one in records(member) if one not in seen]
    for name in COMMANDS:
        function = getattr(CC, f"{name}_cmd_string", None)
        found[f"command {name}"] = {n: shape(k) for n, k in hints(getattr(CC, name)).items()} if function else "missing"
    return dict(sorted(found.items()))


def shape(kind):
    if typing.is_typeddict(kind):
        return kind.__name__
    if is_union(kind):
        return " | ".join(sorted(shape(one) for one in typing.get_args(kind)))
    if typing.get_origin(kind) is typing.Literal:
        return " | ".join(json.dumps(one) for one in typing.get_args(kind))
    if typing.get_origin(kind) is typing.NotRequired:
        return "optional " + shape(typing.get_args(kind)[0])
    if not typing.get_args(kind):
        return written(kind)
    return f"{typing.get_origin(kind).__name__} of {shape(typing.get_args(kind)[-1])}"


def records(kind):
    if typing.is_typeddict(kind):
        return [kind]
    return [record for one in typing.get_args(kind) if not isinstance(one, str) for record in records(one)]


def differences(before, now):
    for name in sorted(before.keys() | now.keys()):
        if name not in now:
            yield f"{name}: gone"
        elif name not in before:
            yield f"{name}: new"
        elif isinstance(before[name], str) or isinstance(now[name], str):
            if before[name] != now[name]:
                earlier, later = (one[name] if isinstance(one[name], str) else "there" for one in (before, now))
                yield f"{name}: {earlier} before, {later} now"
        else:
            for member in sorted(before[name].keys() | now[name].keys()):
                old, new = before[name].get(member, "not there"), now[name].get(member, "not there")
                if old != new:
                    yield f"{name}.{member}: {old} before, {new} now"


# The tables


def rows(text, heading):
    """The cells of a table under a heading."""
    section = text.split(f"### {heading}\n", 1)[1].split("\n### ", 1)[0]
    return [[cell.strip() for cell in line.strip("|").split("|")]
            for line in section.splitlines() if line.startswith("| `")]


def table_differences(now):
    """Yields where SimpleXInterface.md, the package and the code say different things."""
    text = (TRANSPORTS / "ChatTransports.docc/SimpleXInterface.md").read_text()
    for heading, names in (("Commands", COMMANDS), ("Responses", RESPONSES), ("Events", EVENTS)):
        listed = [row[0].strip("`") for row in rows(text, heading)]
        for name in sorted(set(names) ^ set(listed)):
            wrong = "not listed" if name in names else "listed and not used"
            yield f"SimpleXInterface.md, {heading}: {name} is {wrong}"
    for name, members, *_ in rows(text, "Records"):
        record = now.get(name.strip("`"), {})
        for member in re.findall("`(.*?)`", members):
            if member not in record:
                yield f"SimpleXInterface.md, Records: {name} has no member {member}"
    # What the code knows is what is listed, and the other way round.
    code = (TRANSPORTS / "SimpleX/SimpleXChat+Events.swift").read_text()
    code = code.split("switch event", 1)[1].split("default:", 1)[0]
    known = {tag for case in re.findall(r"case ((?:\s*\"\w+\",?)+):", code) for tag in re.findall(r"\w+", case)}
    tags = {tag(getattr(CEvt, name)) for name in EVENTS if hasattr(CEvt, name)}
    for name in sorted(known ^ tags):
        wrong = "not in the list" if name in known else "not known there"
        yield f"SimpleXChat+Events.swift: the event {name} is {wrong}"
    code = (TRANSPORTS / "SimpleX/SimpleXCommand.swift").read_text()
    for name in sorted(set(re.findall(r"/// The command (\w+)", code)) - {"APIGetChat"} ^ set(COMMANDS)):
        yield f"SimpleXCommand.swift: {name} is {'not listed' if name in COMMANDS else 'not in the list'}"
    code = "".join(file.read_text() for file in sorted((TRANSPORTS / "SimpleX").glob("*.swift")))
    for name in RESPONSES:
        if hasattr(CR, name) and f'"{tag(getattr(CR, name))}"' not in code:
            yield f"the response {name} is not known in the code"


def main():
    now = shapes()
    if sys.argv[1:] == ["--write"]:
        lines = [f"{json.dumps(name)}: {json.dumps(members)}" for name, members in now.items()]
        SHAPES.write_text("{\n" + ",\n".join(lines) + "\n}\n")
        return
    before = json.loads(SHAPES.read_text())
    if sys.argv[1:2] == ["--altered"]:
        if len(sys.argv) > 3:
            before[sys.argv[2]][sys.argv[3]] = "other"
        else:
            del before[sys.argv[2]]
    found = list(differences(before, now))
    wrong = list(table_differences(now))
    for line in found + wrong:
        print(line)
    print(
        f"simplex-chat {simplex_chat.__version__}: {len(now)} records and commands, {len(found)} differences from "
        f"{VERSION}")
    sys.exit(1 if found or wrong else 0)


if __name__ == "__main__":
    main()
