"""An app that pays recipients, written from chapter 20: it starts the agent, exchanges lines with it, and does again
what was not answered.

payments_app.py --store FILE --after N [--victim app|agent] -- AGENT [ARGUMENT…]

FILE is an SQLite database with the orders to be made. Prints the numbers of lines that it has exchanged, and ends with
0 once each order is made and each event of it is handled. --victim app ends this program with SIGKILL after N lines,
and --victim agent the agent, which is then started again.
"""
import argparse
import json
import os
import pathlib
import signal
import sqlite3
import subprocess
import sys

SCHEMAS = pathlib.Path(__file__).resolve().parent.parent.parent / "protocol" / "json-schema"
APP = {"id": "org.example.payer", "name": "Example Payer", "version": "1.0", "scopes": ["receive", "pay"]}
ENDS = ("succeeded", "rejected", "expired", "cancelled", "failed")


class Schemas:
    """The schemas of the lines: those of the agent's own, and those of the wallet's methods."""

    def __init__(self):
        # An app that is killed again and again begins quickly, and checks nothing.
        from jsonschema import Draft7Validator
        from referencing import Registry
        from referencing.jsonschema import DRAFT7

        self.validator = Draft7Validator
        files = [("payments", ""), ("payments", "payments/"), ("agent", "")]
        self.registry = Registry().with_resources(
            [(prefix + path.name, DRAFT7.create_resource(json.loads(path.read_text())))
             for folder, prefix in files for path in (SCHEMAS / folder).glob("*.json")])

    def check(self, value, name, member):
        schema = {"$ref": f"{name}.json#/definitions/{member}"}
        faults = [error.message[:200] for error in self.validator(schema, registry=self.registry).iter_errors(value)]
        if faults:
            raise SystemExit(f"{name} {member}: {faults} {json.dumps(value)[:400]}")


class NoSchemas:
    """No check of the lines."""

    def check(self, value, name, member):
        pass


class AgentEnded(Exception):
    """The agent has been killed, or has ended."""


class Agent:
    """The agent, and what it has written."""

    def __init__(self, command, schemas, count=lambda agent: None):
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8",
            env={**os.environ, "SWIFT_BACKTRACE": "enable=no"})
        self.schemas, self.count, self.n = schemas, count, 0
        self.methods, self.answers, self.news = {}, {}, []

    def write(self, method, n=None, **params):
        line = {"jsonrpc": "2.0", "method": method, "params": params, **({} if n is None else {"id": n})}
        try:
            self.process.stdin.write(json.dumps(line) + "\n")
            self.process.stdin.flush()
        except OSError:
            raise AgentEnded from None
        self.count(self)

    def read(self):
        text = self.process.stdout.readline()
        if not text.endswith("\n"):
            raise AgentEnded
        line = json.loads(text)
        if "method" in line:
            self.schemas.check(line["params"], line["method"], "params")
            self.news.append(line)
        else:
            if "result" in line and self.methods.get(line["id"]) not in (None, "rpc.discover"):
                self.schemas.check(line["result"], self.methods[line["id"]], "result")
            elif "data" in line.get("error", {}):
                self.schemas.check(line["error"], "error", "error")
            self.answers[line["id"]] = line
        self.count(self)
        return line

    def begin(self, method, **params):
        """Writes a request, and returns its number."""
        self.n += 1
        self.methods[self.n] = method
        self.write(method, n=self.n, **params)
        return self.n

    def answer(self, n):
        """Reads until a request is answered."""
        while n not in self.answers:
            self.read()
        return self.answers.pop(n)

    def ask(self, method, **params):
        return self.answer(self.begin(method, **params))

    def until(self, holds):
        """Reads until there is a notification that is wanted, and returns its params."""
        while True:
            for line in self.news:
                if holds(line["method"], line["params"]):
                    self.news.remove(line)
                    return line["params"]
            self.read()

    def end(self):
        self.process.stdin.close()
        return self.process.wait(30)


class Payer:
    def __init__(self, options):
        self.options, self.schemas = options, NoSchemas() if options.victim else Schemas()
        self.lines = self.left = 0
        self.db = sqlite3.connect(options.store, isolation_level=None)
        self.db.execute("PRAGMA synchronous=FULL")

    def count(self, agent):
        self.lines += 1
        self.left -= 1
        if self.left == 0 and self.options.victim:
            print(self.lines, flush=True)
            if self.options.victim == "app":
                os.kill(os.getpid(), signal.SIGKILL)
            agent.process.kill()
            # It comes to another line each time, so that something is done between two of them.
            self.options.after = self.options.after % 40 + 1
            self.left = self.options.after

    def run(self):
        self.left = self.options.after
        while True:
            agent = Agent(self.options.agent, self.schemas, self.count)
            try:
                self.live(agent)
                status = agent.end()
                if status == -signal.SIGKILL and self.options.victim == "agent":
                    # It was killed at the last of its lines, and is started again like any other.
                    continue
                print(self.lines, flush=True)
                return status
            except AgentEnded:
                agent.process.wait()

    def live(self, agent):
        hello = agent.ask("hello", v=1, app=APP)
        assert "result" in hello, hello
        assert "result" in agent.ask("subscribe_events"), "events"
        for name, address, amount in self.db.execute(
                "SELECT name, address, amount FROM orders WHERE state IS NULL ORDER BY name").fetchall():
            answer = agent.ask("payment_order", name=name, currency="LTC", address=address, amount=amount)
            assert "result" in answer, answer
            self.note(name, answer["result"]["payment_order"])
            self.handle(agent)
        while self.db.execute(f"SELECT count(*) FROM orders WHERE state NOT IN {ENDS}").fetchone()[0]:
            agent.read()
            self.handle(agent)

    def handle(self, agent):
        """Stores what events tell, and then acknowledges them."""
        while agent.news:
            line = agent.news.pop(0)
            if line["method"] != "event":
                continue
            event = line["params"]
            if order := event.get("payment_order"):
                assert event["name"], event
                self.note(event["name"], order)
            agent.write("acknowledge", cursor=event["cursor"])

    def note(self, name, order):
        """Stores a state, unless a later one is known."""
        self.db.execute(
            "UPDATE orders SET state = ?, version = ?, id = ? WHERE name = ? AND coalesce(version, 0) <= ?",
            (order["state"], order["version"], order["order_id"], name, order["version"]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--store", required=True)
    parser.add_argument("--after", type=int, default=1)
    parser.add_argument("--victim", choices=["app", "agent"])
    parser.add_argument("agent", nargs="+")
    return Payer(parser.parse_args()).run()


if __name__ == "__main__":
    sys.exit(main())
