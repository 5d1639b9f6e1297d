"""Records of SimpleX Chat's local interface, complete as its official types want them (see simplex_official.py)."""

TIME = "2026-03-20T11:01:25.123456789Z"


def profile(number, name, image=None):
    record = {"profileId": number, "displayName": name, "fullName": "", "localAlias": ""}
    return record | {"image": image} if image else record


def allow(kind="yes"):
    return {"allow": kind}


def user(number, name):
    features = ("timedMessages", "fullDelete", "reactions", "voice", "files", "calls", "sessions")
    return {
        "userId": number, "agentUserId": number, "userContactId": number, "localDisplayName": name,
        "profile": profile(number, name),
        "fullPreferences": {feature: allow() for feature in features} | {"commands": []},
        "activeUser": True, "activeOrder": 1, "showNtfs": True, "sendRcptsContacts": True, "sendRcptsSmallGroups": True,
        "autoAcceptMemberContacts": False, "userChatRelay": False, "clientService": False}


def settings():
    return {"enableNtfs": "all", "favorite": False}


def connection(number, status="ready", errors=0, kind="contact"):
    return {
        "connId": number, "agentConnId": f"Y29ubg{number}", "connChatVersion": 16,
        "peerChatVRange": {"minVersion": 1, "maxVersion": 16}, "connLevel": 0, "viaGroupLink": False, "connType": kind,
        "connStatus": {"type": status} | ({"connError": "no"} if status == "failed" else {}),
        "contactConnInitiated": True,
        "localAlias": "", "pqSupport": True, "pqEncryption": True, "authErrCounter": errors, "quotaErrCounter": 0,
        "createdAt": TIME}


def contact(number, name, created=TIME, active=TIME, image=None, status="active", connected="ready", errors=0):
    features = ("timedMessages", "fullDelete", "reactions", "voice", "files", "calls", "sessions")
    both = {"forUser": True, "forContact": True}
    merged = {"enabled": both, "userPreference": {"type": "user", "preference": allow()}, "contactPreference": allow()}
    record = {
        "contactId": number, "localDisplayName": name, "profile": profile(1000 + number, name, image),
        "contactUsed": True,
        "contactStatus": status, "chatSettings": settings(), "userPreferences": {},
        "mergedPreferences": {feature: merged for feature in features}, "createdAt": created, "updatedAt": created,
        "chatTs": active, "contactGrpInvSent": False, "chatTags": [], "chatDeleted": False}
    return record | {"activeConn": connection(number, connected, errors)} if connected else record


def member(number, group, identifier, name, status="connected", role="member", image=None):
    return {
        "groupMemberId": number, "groupId": group, "indexInGroup": number, "memberId": identifier, "memberRole": role,
        "memberCategory": "user" if status == "creator" else "post", "memberStatus": status,
        "memberSettings": {"showMessages": True}, "blockedByAdmin": False, "invitedBy": {"type": "unknown"},
        "localDisplayName": name, "memberProfile": profile(5000 + number, name, image),
        "memberContactProfileId": 5000 + number,
        "memberChatVRange": {"minVersion": 1, "maxVersion": 16}, "createdAt": TIME, "updatedAt": TIME}


def group(number, name, membership, active=TIME, relays=False, count=3):
    on = {"enable": "on"}
    features = (
        "timedMessages", "directMessages", "fullDelete", "reactions", "voice", "files", "simplexLinks", "reports",
        "history",
        "support", "sessions", "comments", "signMessages")
    return {
        "groupId": number, "useRelays": relays, "localDisplayName": name,
        "groupProfile": {"displayName": name, "fullName": ""},
        "localAlias": "", "fullGroupPreferences": {feature: on for feature in features} | {"commands": []},
        "membership": membership, "chatSettings": settings(), "createdAt": TIME, "updatedAt": TIME, "chatTs": active,
        "chatTags": [], "groupSummary": {"currentMembers": count}, "membersRequireAttention": 0}


def stats():
    return {"unreadCount": 0, "unreadMentions": 0, "reportsCount": 0, "minUnreadItemId": 0, "unreadChat": False}


def item(number, shared, direction, content, stamp, **meta):
    sends = direction["type"].endswith("Snd")
    return {
        "chatDir": direction,
        "meta": {
            "itemId": number, "itemSharedMsgId": shared, "itemTs": stamp, "itemText": content["text"],
            "itemStatus": {"type": "sndNew" if sends else "rcvNew"}, "itemEdited": False, "userMention": False,
            "hasLink": False, "deletable": True, "editable": sends, "showGroupAsSender": False, "createdAt": stamp,
            "updatedAt": stamp, "msgVerified": {"type": "unsigned"}, **meta},
        "content": {"type": "sndMsgContent" if sends else "rcvMsgContent", "msgContent": content},
        "mentions": {}, "reactions": []}


def file(number, name, size, status, path=None):
    record = {
        "fileId": number, "fileName": name, "fileSize": size, "fileStatus": {"type": status}, "fileProtocol": "XFTP"}
    return record | {"fileSource": {"filePath": path}} if path else record


def transfer(number, name, size, path):
    """What a sender's app tells of a file."""
    return {"fileId": number, "fileName": name, "filePath": path, "fileSize": size, "chunkSize": 65536,
            "cancelled": False}


def reception(number, name, size, sender):
    """What a receiver's app tells of a file."""
    return {
        "fileId": number, "fileInvitation": {"fileName": name, "fileSize": size}, "fileStatus": {"type": "new"},
        "fileType": "normal", "senderDisplayName": sender, "chunkSize": 65536, "cancelled": False}


def content_in_app(content):
    """How every app, also the sender's, shows the content of a type that it does not know (MsgContent_unknown)."""
    if content["type"] in ("text", "link", "image", "video", "voice", "file", "report", "chat"):
        return content
    return {"type": "unknown", "tag": content["type"], "text": content["text"], "json": content}
