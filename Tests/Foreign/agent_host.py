"""A chat app of one person, written from chapter 14: it starts the card agent, exchanges lines with it, and repeats
what was not acknowledged. The chat network is whoever started this program: standard input and output, a JSON object
per line.

agent_host.py --as alice --store FILE -- AGENT [ARGUMENT…]

From the network: {"event": {seq, message, from, text, link?}}, {"sent": SEND, "message": M}, {"wish": ID, "line": {…}}.
To the network: {"join": SEQ}, {"send": {…}}, {"made": ID}, {"done": ID, "answer": {…}}, {"told": {…}}, {"lines":
COUNT}.

--die-at N ends this program (--victim host) or the agent (--victim agent) with SIGKILL at the Nth line that the two
exchange;
--lose N does not write the Nth line; --double writes each line twice.
"""
import argparse
import asyncio
import json
import os
import pathlib
import signal
import sqlite3
import sys

from jsonschema import Draft7Validator

SCHEMAS = pathlib.Path(__file__).resolve().parent.parent.parent / "protocol" / "json-schema" / "cards"
LIMIT = 1 << 22


def validator(name):
    return Draft7Validator(json.loads((SCHEMAS / f"{name}.json").read_text()))


class Store:
    """What the app remembers: up to where it has read the network, what was not acknowledged, and what the user
    wants."""

    def __init__(self, path):
        self.db = sqlite3.connect(path, isolation_level=None)
        self.db.execute("PRAGMA journal_mode=WAL")
        self.db.execute("CREATE TABLE IF NOT EXISTS messages(seq INTEGER PRIMARY KEY, line TEXT NOT NULL)")
        self.db.execute("CREATE TABLE IF NOT EXISTS wishes(id TEXT PRIMARY KEY, line TEXT NOT NULL, answer TEXT)")
        self.db.execute("CREATE TABLE IF NOT EXISTS cursor(seq INTEGER NOT NULL)")

    @property
    def cursor(self):
        return self.db.execute("SELECT coalesce(max(seq), 0) FROM cursor").fetchone()[0]

    def arrive(self, seq, line):
        with self.db:
            self.db.execute("BEGIN")
            self.db.execute("INSERT OR IGNORE INTO messages VALUES (?, ?)", (seq, json.dumps(line)))
            self.db.execute("INSERT INTO cursor VALUES (?)", (seq,))

    def acknowledged(self, seq):
        self.db.execute("DELETE FROM messages WHERE seq = ?", (seq,))

    def wish(self, name, line):
        self.db.execute("INSERT OR IGNORE INTO wishes VALUES (?, ?, NULL)", (name, json.dumps(line)))

    def answered(self, name, answer):
        self.db.execute("UPDATE wishes SET answer = ? WHERE id = ?", (json.dumps(answer), name))

    def waiting(self):
        messages = [(seq, json.loads(line))
                    for seq, line in self.db.execute("SELECT seq, line FROM messages ORDER BY seq")]
        wishes = [(name, json.loads(line))
                  for name, line in self.db.execute("SELECT id, line FROM wishes WHERE answer IS NULL")]
        return messages, wishes


class Host:
    def __init__(self, options):
        self.options = options
        self.store = Store(options.store)
        self.ours, self.theirs = validator("agent_host"), validator("agent")
        self.count, self.rooms = 0, set()
        self.agent = None
        self.is_ready = self.is_over = False

    def tell(self, **line):
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()

    async def run(self):
        self.network = asyncio.StreamReader(limit=LIMIT)
        await asyncio.get_running_loop().connect_read_pipe(
            lambda: asyncio.StreamReaderProtocol(self.network), sys.stdin)
        self.tell(join=self.store.cursor)
        listening = asyncio.create_task(self.listen())
        talking = asyncio.create_task(self.keep_agent())
        await asyncio.wait([listening, talking], return_when=asyncio.FIRST_COMPLETED)
        if talking.done():
            return talking.result()
        listening.result()
        # The person has closed the app. The agent ends because its input ends.
        self.is_over = True
        if self.agent:
            self.agent.stdin.close()
        await talking

    # The network.

    async def listen(self):
        while line := await self.network.readline():
            line = json.loads(line)
            if "event" in line:
                event = line["event"]
                message = {"type": "message", "room": event["room"], "message": event["message"], "from": event["from"],
                           "text": event["text"]}
                if "link" in event:
                    message["link"] = event["link"]
                self.store.arrive(event["seq"], message)
                await self.write(message, ("message", event["seq"]))
            elif "sent" in line:
                await self.write({"type": "sent", "send": line["sent"], "message": line["message"]})
            elif "not_sent" in line:
                await self.write({"type": "not_sent", "send": line["not_sent"], **line["why"]})
            elif "wish" in line:
                self.store.wish(line["wish"], line["line"])
                self.tell(made=line["wish"])
                await self.write(line["line"], ("wish", line["wish"]))
            elif "raw" in line:
                self.agent.stdin.write(line["raw"].encode())
            elif "connection" in line:
                await self.write({"type": line["connection"]})

    # The agent.

    async def keep_agent(self):
        while True:
            self.is_ready = False
            self.pending, self.number = {}, 0
            self.agent = await asyncio.create_subprocess_exec(
                *self.options.agent, stdin=asyncio.subprocess.PIPE, stdout=asyncio.subprocess.PIPE, limit=LIMIT)
            if self.is_over:
                self.agent.stdin.close()
            await self.talk()
            status = await self.agent.wait()
            self.tell(agent_ended=status)
            if status != -signal.SIGKILL or self.is_over:
                return

    async def talk(self):
        while True:
            line = await self.agent.stdout.readline()
            # A line without its end is none: the agent was killed while it wrote.
            if not line.endswith(b"\n"):
                return
            line = json.loads(line)
            self.theirs.validate(line)
            self.die_if_due()
            try:
                await getattr(self, "on_" + line["type"], self.on_unknown)(line)
            except ConnectionError:
                pass  # The agent is gone; its output ends, too.

    def die_if_due(self):
        self.count += 1
        if self.count == self.options.die_at:
            os.kill(self.agent.pid if self.options.victim == "agent" else os.getpid(), signal.SIGKILL)

    async def write(self, line, subject=None):
        """Writes a line if the agent is ready; otherwise what was stored is written once it is."""
        if self.is_over or not self.is_ready and line["type"] != "hello":
            return
        if line["type"] != "hello":
            self.number += 1
            line = {**line, "n": self.number}
            if subject:
                self.pending[self.number] = (*subject, line)
        self.ours.validate(line)
        text = json.dumps(line).encode() + b"\n"
        is_lost = self.count + 1 == self.options.lose
        if not is_lost:
            self.agent.stdin.write(text * (2 if self.options.double and line["type"] != "hello" else 1))
        try:
            await self.agent.stdin.drain()
        except ConnectionError:
            return
        self.die_if_due()
        if subject or is_lost:
            asyncio.get_running_loop().call_later(2, self.repeat, self.agent, self.number, subject, text)

    def repeat(self, agent, number, subject, text):
        """Repeats a line that is not acknowledged after two seconds."""
        if (agent is self.agent and not self.is_over and agent.returncode is None
                and (subject is None or number in self.pending)):
            agent.stdin.write(text)
            asyncio.get_running_loop().call_later(2, self.repeat, agent, number, subject, text) if subject else None

    async def on_hello(self, line):
        assert 1 in line["versions"]
        chat = {"edits": not self.options.no_edits, "links": not self.options.no_links}
        await self.write(
            {"type": "hello", "v": 1, "app": {"id": "org.example.chat", "name": "Example Chat", "version": "1.0"},
             "chat": chat})

    async def on_ready(self, line):
        self.is_ready = True
        me = self.options.me
        people = [{"id": name, "name": name.capitalize()} for name in self.options.people.split(",")]
        for other in people:
            if other["id"] != me:
                room = "+".join(sorted([me, other["id"]]))
                self.rooms.add(room)
                members = [person for person in people if person["id"] in (me, other["id"])]
                await self.write({"type": "room", "room": room, "name": other["name"], "me": me, "members": members})
        messages, wishes = self.store.waiting()
        for seq, message in messages:
            await self.write(message, ("message", seq))
        await self.write({"type": "connected"})
        for name, wish in wishes:
            await self.write(wish, ("wish", name))
        self.tell(ready=line["cards"])

    async def on_ok(self, line):
        kind, name, _ = self.pending.pop(line["n"], (None, None, None))
        if kind == "message":
            self.store.acknowledged(name)
        elif kind == "wish":
            self.store.answered(name, line)
            self.tell(done=name, answer=line)

    async def on_error(self, line):
        kind, name, asked = self.pending.pop(line.get("n"), (None, None, None))
        if line["reason"] == "unknown_room" and asked and asked["room"] in self.rooms:
            # The line that tells of the room was lost, and is on its way again.
            del asked["n"]
            asyncio.get_running_loop().call_later(1, lambda: asyncio.ensure_future(self.write(asked, (kind, name))))
        elif kind == "wish":
            self.store.answered(name, line)
            self.tell(done=name, answer=line)
        else:
            self.tell(error=line)

    async def on_send(self, line):
        self.tell(send=line)

    async def on_unknown(self, line):
        self.tell(told=line)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--as", dest="me", required=True)
    parser.add_argument("--people", default="alice,bob")
    parser.add_argument("--store", required=True)
    parser.add_argument("--die-at", type=int, default=0)
    parser.add_argument("--victim", choices=["agent", "host"], default="agent")
    parser.add_argument("--lose", type=int, default=0)
    parser.add_argument("--double", action="store_true")
    parser.add_argument("--no-edits", action="store_true")
    parser.add_argument("--no-links", action="store_true")
    parser.add_argument("agent", nargs="+")
    asyncio.run(Host(parser.parse_args()).run())


if __name__ == "__main__":
    main()
