"""The parts of agent.py about what becomes of messages: removed, not delivered, refused, too long, and rooms that were
left."""
import base64
import datetime
import json
import uuid

from agent import require
from agent_host import validator
from agent_trouble import PEOPLE, PRICES, ROOM, Agent

OURS, THEIRS = validator("agent_host"), validator("agent")


def link(**card):
    """A link to a card (14.2)."""
    return "payport:card?data=" + base64.urlsafe_b64encode(json.dumps({"v": 1, **card}).encode()).rstrip(b"=").decode()


def terms(**more):
    """The terms of a request that begins now and can be paid for an hour."""
    now = datetime.datetime.now(datetime.timezone.utc)
    times = [(now + datetime.timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%S.000Z") for hours in (0, 1)]
    return {"kind": "request", "prices": PRICES, "created_at": times[0], "expires_at": times[1], **more}


class Chat:
    """A chat app in one piece: it writes a line, and reads until what it waits for has come."""

    def __init__(self, folder, rooms=(ROOM,)):
        self.folder, self.rooms = folder, rooms
        # What was sent already is answered as before: an agent that was killed may not have written it down.
        self.number, self.messages = 0, {}
        self.open()

    def open(self):
        self.agent, self.cards, self.answers, self.sends = Agent(self.folder, "fates"), {}, {}, []
        self.ready = self.agent.begin()
        require(self.ready.get("type") == "ready", f"an agent that is ready: {self.ready}")
        for room in self.rooms:
            self.ask(**{name: value for name, value in room.items() if name != "n"})
        self.ask(type="connected")

    def kill_agent(self):
        self.agent.process.kill()
        self.agent.end()
        self.open()

    def read(self):
        line = self.agent.read()
        require(line, "the agent is gone, or what was waited for did not come")
        THEIRS.validate(line)
        if line["type"] == "card":
            self.cards[line["card"]["id"]] = line
        elif line["type"] == "send" and line["send"] in self.messages:
            self.number += 1
            self.agent.write(
                {"type": "sent", "n": self.number, "send": line["send"], "message": self.messages[line["send"]]})
        elif line["type"] == "send":
            self.sends.append(line)
        elif "n" in line:
            self.answers[line["n"]] = line

    def ask(self, **line):
        self.number += 1
        number = line["n"] = self.number
        OURS.validate(line)
        self.agent.write(line)
        while number not in self.answers:
            self.read()
        return self.answers[number]

    def sees(self, card, **members):
        """Reads until the card has these members; None stands for a missing one."""
        def holds():
            return card in self.cards and all(self.cards[card].get(name) == value for name, value in members.items())
        while not holds():
            self.read()
        return self.cards[card]

    def sent(self, **more):
        """Reads until something is to be sent, and answers that."""
        while not self.sends:
            self.read()
        line = self.sends.pop(0)
        if more["type"] == "sent":
            self.messages[line["send"]] = more["message"]
        require(self.ask(send=line["send"], **more)["type"] == "ok", "the answer to a send")
        return line

    def propose(self, **more):
        answer = self.ask(type="propose", id=str(uuid.uuid4()), room="r", kind="request", prices=PRICES, **more)
        require(answer["type"] == "ok", f"a proposal: {answer}")
        return answer["card"]["id"]

    def hear(self, message, sender="b", **card):
        return self.ask(type="message", room="r", message=message, text="Please", link=link(**card), **{"from": sender})

    def end(self):
        require(self.agent.end() == 0, "the end of an agent")


async def removals(providers, options):
    """Whoever removes a message for everybody withdraws the card or the answer: its author, or a moderator, who is then
    named."""
    chat = Chat(providers[0].folder / "removals")
    first, second, third = (str(uuid.uuid4()) for _ in range(3))
    key = {"author": "b", "id": first}
    chat.hear("m1", card=first, terms=terms(), steps=[])
    chat.sees(first, state="created", is_asked=True)
    # Nobody has removed it for its readers, and there is no such message.
    require(chat.ask(type="removed", room="r", message="m1").get("card") == key, "the card of a message")
    require("card" not in chat.ask(type="removed", room="r", message="m9", by="b"), "a message without a card")
    require("card" not in chat.ask(type="removed", room="other", message="m1", by="b"), "a message of another room")
    require(chat.cards[first]["state"] == "created", "a message whose time is over")
    chat.hear("m4", card=third, terms=terms(), steps=[])
    chat.sees(third, state="created", is_asked=True)
    # The network does not always tell which moderator it was.
    chat.ask(type="removed", room="r", message="m4", by="r")
    card = chat.sees(third, state="cancelled", is_asked=False)
    require(card["text"]["state"] == "Cancelled · a moderator removed the message", f"removed by a moderator: {card}")
    chat.kill_agent()
    chat.sees(third, state="cancelled")
    require(chat.ask(type="removed", room="r", message="m1", by="b")["card"] == key, "a card that is taken back")
    card = chat.sees(first, state="cancelled", is_over=True, is_asked=False)
    require(card["text"]["state"].startswith("Cancelled") and card["actions"] == [],
            f"a card that was taken back: {card}")
    chat.kill_agent()
    chat.sees(first, state="cancelled")
    require(chat.ask(type="removed", room="r", message="m1", by="b")["type"] == "ok", "the same removal once more")
    answer = chat.ask(type="accept", card=key)
    require(answer["reason"] == "too_late", f"the acceptance of a card that was taken back: {answer}")

    # An answer that somebody removes before the proposal has come was never given.
    early = {"card": second, "author": "a", "steps": [{"step": "accepted", "currency": "LTC"}]}
    require(chat.hear("m2", **early)["text_because"] == "early", "an early answer")
    chat.ask(type="removed", room="r", message="m2", by="moderator")
    chat.hear("m3", sender="a", card=second, terms=terms(), steps=[])
    chat.sees(second, state="created")

    # The user's own message. What a moderator has removed is not told anew, what the user has on another device is.
    own = chat.propose()
    chat.sent(type="sent", message="o1")
    chat.sees(own, message="o1")
    chat.ask(type="removed", room="r", message="o1", by="moderator")
    card = chat.sees(own, state="cancelled")
    require(card["text"]["state"] == "Cancelled · moderator removed the message" and card["actions"] == [], f"{card}")
    require(chat.ask(type="removed", room="r", message="o1", by="moderator")["card"]["id"] == own,
            "the same removal once more")
    require(chat.ask(type="delivery", room="r", message="o1", state="failed")["type"] == "ok",
            "late news of a message that is gone")
    chat.kill_agent()
    require("not_delivered" not in chat.sees(own, state="cancelled"), "late news of a message that is gone")
    other = chat.propose()
    again = chat.sent(type="sent", message="o2")
    require("instead_of" not in again
            and json.loads(base64.urlsafe_b64decode(again["link"].split("=", 1)[1] + "=="))["card"] == other,
            f"a card that a moderator has withdrawn is sent anew: {again}")
    chat.sees(other, message="o2")
    chat.ask(type="removed", room="r", message="o2", by="a")
    chat.sees(other, state="cancelled")
    edit = chat.sent(type="not_sent", reason="unknown_message")
    require(edit["replaces"] == "o2" and "replaces" not in chat.sent(type="sent", message="o3"),
            "the other one is told anew")
    chat.end()
    return {"cards": len(chat.cards)}


async def deliveries(providers, options):
    """What the chat tells of the user's messages is shown with the card, and what was lost is sent anew when the user
    says so."""
    chat = Chat(providers[0].folder / "deliveries")
    card = chat.propose()
    key = {"author": "a", "id": card}
    # The news may come before the agent has written down which message it is.
    while not chat.sends:
        chat.read()
    begun = chat.sends.pop()
    chat.messages[begun["send"]] = "o1"
    for line in ({"type": "sent", "send": begun["send"], "message": "o1"},
                 {"type": "delivery", "room": "r", "message": "o1", "state": "failed",
                  "text": "no route to Bob\u202e"}):
        chat.number += 1
        chat.agent.write({**line, "n": chat.number})
    shown = chat.sees(card, not_delivered="failed")
    require("B was not told: no route to Bob" in shown["text"]["problem"] and "\u202e" not in shown["text"]["problem"],
            f"{shown['text']}")
    require("has not got it" in shown["text"]["state"], f"a message that was not delivered: {shown['text']}")
    chat.kill_agent()
    chat.sees(card, not_delivered="failed")
    require(not chat.sends, "a message that was lost is not sent anew by itself")
    for state, more in (("delayed", {"text": "Bob is away"}), ("unknown", {}), ("failed", {})):
        answer = chat.ask(type="delivery", room="r", message="o1", state=state, **more)
        require(answer["type"] == "ok" and answer["card"] == key, f"the answer to a delivery: {answer}")
        shown = chat.sees(card, not_delivered=state)
        has_retry = any(action["do"] == "retry" for action in shown["actions"])
        require(has_retry == (state != "delayed") and shown["state"] == "created", f"{state}: {shown}")
    require("card" not in chat.ask(type="delivery", room="other", message="o1", state="delivered"),
            "a message of another room")
    require(chat.ask(type="retry", card=key)["type"] == "ok", "a message that is sent anew")
    # The content is that of the first message. It is another one all the same, also for a host that knows what it has
    # sent.
    again = chat.sent(type="sent", message="o2")
    require("replaces" not in again and again["instead_of"] == "o1" and again["link"] == begun["link"],
            f"a lost message anew: {again}")
    chat.sees(card, message="o2", not_delivered=None)
    chat.ask(type="delivery", room="r", message="o1", state="failed")
    chat.ask(type="delivery", room="r", message="o2", state="unknown")
    chat.sees(card, message="o2", not_delivered="unknown")
    chat.ask(type="delivery", room="r", message="o2", state="delivered")
    chat.sees(card, not_delivered=None)
    chat.end()
    return {"states": 5}


async def unsent(providers, options):
    """A card that the chat does not take says why, and the others are sent. Words of any length do not hinder the next
    start."""
    chat = Chat(providers[0].folder / "unsent")
    refused = chat.propose()
    chat.sent(type="not_sent", reason="refused", text="spam " * 100_000)
    shown = chat.sees(refused, not_delivered="refused")
    require(shown["text"]["problem"].startswith("B cannot be told: spam spam") and len(shown["text"]["problem"]) < 400,
            f"{shown['text']}")
    require("retry" in [action["do"] for action in shown["actions"]], "a refused card can be tried again")
    long = chat.propose()
    chat.sent(type="not_sent", reason="too_large", limit=10)
    shown = chat.sees(long, not_delivered="too_long")
    require([action["do"] for action in shown["actions"]] == ["cancel"],
            f"a card that is too long for the chat: {shown}")
    fine = chat.propose()
    chat.sent(type="sent", message="o1")
    chat.sees(fine, message="o1", not_delivered=None)

    chat.kill_agent()
    require(chat.ready["cards"] == 3, f"the cards after a start: {chat.ready}")
    chat.sees(refused, not_delivered="refused")
    chat.sees(fine, message="o1")
    require(chat.ask(type="retry", card={"author": "a", "id": refused})["type"] == "ok", "another try")
    chat.sent(type="sent", message="o2")
    chat.sees(refused, not_delivered=None, message="o2")

    # Somebody who has left a room is told so, and the card is sent when they are back, without another word.
    chat.ask(type="left", room="r")
    chat.ask(type="cancel", card={"author": "a", "id": fine})
    chat.sees(fine, not_delivered="no_room", state="cancelled")
    require(not chat.sends, "something is sent to a room that was left")
    chat.ask(**{**ROOM, "members": PEOPLE})
    require(chat.sent(type="sent", message="o1")["replaces"] == "o1", "the card of a room that is back")
    chat.sees(fine, not_delivered=None)

    # Identifiers have a limit, because they are stored with each card.
    answer = chat.ask(type="removed", room="r", message="m" * 1024, by="b" * 1025)
    require(answer["reason"] == "malformed" and "1024" in answer["text"], f"an identifier that is too long: {answer}")
    require(chat.ask(type="removed", room="r", message="m" * 1024, by="b" * 1024)["type"] == "ok",
            "an identifier of 1024 bytes")
    chat.end()
    return {"cards": len(chat.cards)}


FATES = {"removals": removals, "deliveries": deliveries, "unsent": unsent}
