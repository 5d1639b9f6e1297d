// The client of the card agent with programs that are missing, too old, too new, broken, or that end all the time.

import assert from "node:assert/strict";
import { test } from "node:test";
import { AgentError, CardAgent } from "payport/cards";
import { app, chat, imitation, room, script } from "./support/agents.mjs";
import { until } from "./support/until.mjs";

const open = (program, more = {}) => new CardAgent(app, { chat, program, ...more });
const READY = `if (line.type === "hello") say({ type: "ready", v: 1, cards: 0 });`;
const ANSWER = `else say({ type: "ok", n: line.n });`;
const card = (id, more = {}) => ({
  type: "card", card: { author: "bob", id }, room: "r", role: "payer", kind: "request", prices: [], created_at: "2026-03-20T11:01:25.000Z",
  expires_at: "2026-03-27T11:01:25.000Z", state: "created", is_over: false, is_asked: false, text: { title: "", sum: "", state: "" }, actions: [], ...more,
});

for (const [what, code, program] of [
  ["a missing program", "no_agent", () => "/nowhere/paychat"],
  ["a program that may not be started", "no_agent", () => "/etc/passwd"],
  ["a program that does not know the command", "agent_too_old", () => script("#!/bin/sh\necho 'Unknown subcommand' >&2\nexit 64\n")],
  ["another program of that name", "agent_too_old", () => script("#!/bin/sh\necho 'Welcome to the chat!'\nexec sleep 60\n")],
  ["a program that ends", "agent_failed", () => script("#!/bin/sh\nexit 3\n")],
  ["older lines", "agent_too_old", () => imitation("", [0])],
  ["newer lines", "agent_too_new", () => imitation("", [2, 3])],
  ["a line that is none", "violation", () => imitation(`say("no JSON");`)],
  ["a line with another form", "violation", () => imitation(`say({ type: "ready", v: "1" });`)],
  ["a line that is too long", "violation", () => imitation(`say("x".repeat(2 << 20));`)],
]) {
  test(`${what} is ${code}, in the loop and in each method`, async () => {
    const agent = open(program());
    const asked = agent.connected();
    await assert.rejects((async () => { for await (const _ of agent); })(), (error) => error instanceof AgentError && error.code === code && error.remedy.length > 10);
    await assert.rejects(asked, { code });
    await assert.rejects(agent.currencies(), { code });
    await agent.close();
  });
}

test("a program that never gets ready is given up", async () => {
  const agent = open(imitation(`process.exit(1);`));
  await assert.rejects(agent.connected(), { code: "agent_failed", outcome: "nothing_done" });
  const silent = open(imitation(""), { startMs: 50 });
  await assert.rejects(silent.connected(), { code: "agent_failed" });
});

test("what was given to an agent that has worked may have been carried out", async () => {
  const agent = open(imitation(`${READY} else say("no JSON");`));
  await assert.rejects(agent.connected(), { code: "violation", outcome: "unknown" });
});

test("of each subject the last line is kept, and lines and members that are not known are ignored", async () => {
  const agent = open(imitation(`${READY} else {
    for (let at = 0; at < 3000; at++) say({ ...${JSON.stringify(card("one"))}, message: String(at), later: {} });
    say({ type: "weather", sun: true });
    say(${JSON.stringify(card("two"))});
    say({ type: "ok", n: line.n, later: 1 });
  }`));
  await agent.connected();
  const read = [];
  for await (const line of agent) {
    read.push([line.type, line.card?.id, line.message]);
    if (line.card?.id === "two") break;
  }
  assert.deepEqual(read, [["ready", undefined, undefined], ["card", "one", "2999"], ["card", "two", undefined]]);
  await agent.close();
});

test("the lines may be read in one place only, and again after that", async () => {
  const agent = open(imitation(`${READY} ${ANSWER}`));
  const lines = agent[Symbol.asyncIterator]();
  assert.equal((await lines.next()).value.type, "ready");
  await assert.rejects(agent[Symbol.asyncIterator]().next(), { code: "events_in_use" });
  const last = lines.next();
  await agent.close();
  assert.equal((await last).done, true);
});

test("a new process gets the rooms, then what was not answered in its order, and then the connection", async () => {
  // The first process answers the first three lines and ends at the sixth. The second one tells what it has read.
  const program = imitation(`
    const fs = require("node:fs"), isSecond = fs.existsSync(__filename + ".ended");
    if (isSecond) fs.appendFileSync(__filename + ".read", [line.n, line.type, line.room].join(" ").trim() + "\\n");
    ${READY}
    else if (isSecond || line.n <= 3) say({ type: "ok", n: line.n });
    else if (line.n === 6) { fs.writeFileSync(__filename + ".ended", ""); process.kill(process.pid, "SIGKILL"); }`);
  const agent = open(program);
  await Promise.all([agent.room(room), agent.room({ ...room, room: "s" }), agent.connected()]);
  await Promise.all([
    agent.message({ room: "r", message: "m", from: "bob", text: "" }), agent.room({ ...room, room: "t" }), agent.left("s"),
  ]);
  const { readFileSync } = await import("node:fs");
  const read = await until(() => { const lines = readFileSync(`${program}.read`, "utf8").trim().split("\n"); return lines.length >= 6 && lines; });
  assert.deepEqual(read, ["hello", "1 room r", "2 room t", "3 message r", "4 left s", "5 connected"]);
  await agent.close();
});

test("a line whose number could not be read is found by its position", async () => {
  const agent = open(imitation(`${READY} else if (line.n === 3) say({ type: "error", line: 4, reason: "malformed", text: "no JSON" }); ${ANSWER}`));
  await agent.connected();
  const [first, second, third] = [agent.left("q"), agent.left("r"), agent.disconnected()];
  await assert.rejects(second, { code: "malformed" });
  await Promise.all([first, third]);
  await agent.close();
});

test("a program that does not end when its input ends is killed", { timeout: 30_000 }, async () => {
  const agent = open(imitation(`${READY} ${ANSWER} setInterval(() => undefined, 1000);`));
  await agent.connected();
  await agent.close();
});
