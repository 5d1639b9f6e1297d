// The client of the card agent with the real program: what it answers, what it shows, and that nothing is lost when it is killed.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { cpSync, mkdirSync, mkdtempSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { after, test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { AgentError, CardAgent, LineRefused } from "payport/cards";
import { app, chat, paychat, room, watched } from "./support/agents.mjs";
import { Payd } from "./support/payd.mjs";
import { until } from "./support/until.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const folder = mkdtempSync(join(tmpdir(), "payport-ts-"));
after(() => rmSync(folder, { recursive: true, force: true }));
const price = [{ currency: "LTC", amount: "0.5" }];
const proposal = (more = {}) => ({ id: randomUUID(), room: "r", kind: "request", prices: price, ...more });

/** An agent without a wallet, and what it has shown last. */
class Shown {
  constructor(options = {}) {
    this.agent = new CardAgent(app, { chat, program: paychat, state: join(folder, randomUUID()), runtime: join(folder, "none"), ...options });
    Object.assign(this, { cards: new Map(), sends: [], ready: [], failure: undefined });
    this.reading = (async () => {
      for await (const line of this.agent) {
        if (line.type === "card") this.cards.set(line.card.id, line);
        else if (line.type === "send") this.sends.push(line);
        else if (line.type === "ready") this.ready.push(line.cards);
      }
    })().catch((error) => { this.failure = error; });
  }

  card(id, holds = () => true) {
    return until(() => { const card = this.cards.get(id); return card && holds(card) ? card : undefined; });
  }

  async close() {
    await this.agent.close();
    await this.reading;
  }
}

test("lines are answered, and what cannot be done is refused with its reason", async () => {
  const shown = new Shown(), { agent } = shown;
  await agent.room(room);
  await agent.connected();
  assert.deepEqual(await agent.message({ room: "r", message: "m", from: "bob", text: "Hello" }).then(({ text_because }) => text_because), "no_card");
  const made = proposal({ note: "Pizza" });
  const key = await agent.propose(made);
  assert.deepEqual(key, { author: "alice", id: made.id });
  assert.deepEqual(await agent.propose(made), key, "the same proposal is the same card");
  const refused = async (code, asked) => assert.rejects(asked, (error) => error instanceof LineRefused && error.code === code && error.outcome === "nothing_done");
  await refused("card_exists", agent.propose({ ...made, note: "Beer" }));
  await refused("not_yours", agent.accept(key, "LTC"));
  await refused("unknown_card", agent.cancel({ author: "bob", id: randomUUID() }));
  await refused("nothing_to_retry", agent.retry(key));
  await refused("unknown_room", agent.message({ room: "nowhere", message: "m", from: "bob", text: "Hello" }));
  await refused("line_too_long", agent.message({ room: "r", message: "m", from: "bob", text: "x".repeat(1 << 20) }));
  await refused("malformed", agent.message({ room: "r", message: "\ud800", from: "bob", text: "half a character" }));
  await refused("malformed", agent.propose(proposal({ id: "none" })));
  await agent.cancel(key, "Eaten");
  const card = await shown.card(made.id, ({ state }) => state === "cancelled");
  assert.deepEqual([card.is_over, card.actions], [true, []]);
  await agent.left("r");
  await refused("unknown_room", agent.propose(proposal()));
  await shown.close();
  assert.equal(shown.failure, undefined);
});

test("a message that was lost is sent anew when the person says so, and one that was removed withdraws its card", async () => {
  const shown = new Shown(), { agent } = shown;
  await agent.room(room);
  await agent.connected();
  const key = await agent.propose(proposal());
  const { send } = await until(() => shown.sends.shift());
  await agent.sent(send, "o1");
  await shown.card(key.id, ({ message }) => message === "o1");
  assert.deepEqual(await agent.delivery({ room: "r", message: "o1", state: "failed", text: "no route" }), key);
  const lost = await shown.card(key.id, (card) => card.not_delivered === "failed");
  assert.match(lost.text.problem, /Bob was not told: no route/);
  await agent.press(lost, lost.actions.find((action) => action.do === "retry"));
  const anew = await until(() => shown.sends.shift());
  assert.deepEqual([anew.instead_of, anew.replaces], ["o1", undefined]);
  assert.notEqual(anew.send, send);
  await agent.sent(anew.send, "o2");
  await shown.card(key.id, (card) => card.message === "o2" && card.not_delivered === undefined);
  assert.equal(await agent.removed({ room: "r", message: "m9", by: "bob" }), undefined);
  assert.deepEqual(await agent.removed({ room: "r", message: "o2", by: "alice" }), key);
  await shown.card(key.id, ({ state }) => state === "cancelled");
  const card = randomUUID(), [created_at, expires_at] = [0, 3_600_000].map((later) => new Date(Date.now() + later).toISOString());
  const data = JSON.stringify({ v: 1, card, terms: { kind: "request", prices: price, created_at, expires_at }, steps: [] });
  const link = `payport:card?data=${Buffer.from(data).toString("base64url")}`;
  await agent.message({ room: "r", message: "b1", from: "bob", text: "Please", link });
  const theirs = await shown.card(card, ({ state }) => state === "created");
  // The network does not always tell which moderator it was.
  assert.deepEqual(await agent.removed({ room: "r", message: "b1", by: "r" }), theirs.card);
  assert.match((await shown.card(card, ({ state }) => state === "cancelled")).text.state, /a moderator removed the message/);
  const refused = await agent.propose(proposal());
  const second = await until(() => shown.sends.find(({ text }) => !text.includes("Cancelled")));
  await agent.notSent(second.send, { reason: "refused", text: "Bob has blocked you" });
  assert.match((await shown.card(refused.id, (card) => card.not_delivered === "refused")).text.problem, /Bob has blocked you/);
  await shown.close();
});

test("the agent is killed again and again, and every line is answered once", async () => {
  const { program, pids } = watched();
  const shown = new Shown({ program }), { agent } = shown;
  await agent.room(room);
  await agent.connected();
  const proposals = Array.from({ length: 40 }, (_, at) => proposal({ note: `Round ${at}` }));
  const answers = [];
  for (const [at, made] of proposals.entries()) {
    answers.push(agent.propose(made), agent.message({ room: "r", message: `m${at}`, from: "bob", text: "Hello" }));
    if (at % 10 === 9) {
      const known = pids().length;
      process.kill(pids().at(-1), "SIGKILL");
      await until(() => pids().length > known);
    }
  }
  const keys = (await Promise.all(answers)).filter(({ id }) => id).map(({ id }) => id);
  assert.deepEqual(keys, proposals.map(({ id }) => id));
  await until(() => shown.cards.size === proposals.length);
  // The new process was told of the room and of the connection without the app.
  const known = pids().length;
  process.kill(pids().at(-1), "SIGKILL");
  await until(() => pids().length > known && shown.ready.length >= 2);
  // Before it is connected, it asks for nothing to be sent. As nobody has answered, it asks again.
  const [ready] = [shown.ready.length];
  shown.sends = [];
  const before = pids().length;
  process.kill(pids().at(-1), "SIGKILL");
  await until(() => pids().length > before && shown.ready.length > ready && shown.sends.length > 0);
  assert.equal(shown.ready.at(-1), proposals.length, "the cards that were acknowledged are on the disk");
  await shown.close();
  assert.equal(shown.failure, undefined);
});

test("an agent that is closed has answered what was written to it, and answers nothing more", async () => {
  const shown = new Shown(), { agent } = shown;
  await agent.room(room);
  const answers = Array.from({ length: 20 }, () => agent.propose(proposal()));
  const closing = shown.close();
  assert.equal((await Promise.all(answers)).length, 20);
  await closing;
  await assert.rejects(agent.connected(), { code: "closed", outcome: "nothing_done" });
  await agent.close();
});

test("what the real agent ends with is told to the loop and to each method", async () => {
  const shown = new Shown({ device: "no/name" });
  await assert.rejects(shown.agent.connected(), (error) => error instanceof AgentError && error.code === "malformed");
  await shown.reading;
  assert.equal(shown.failure.code, "malformed");
  const first = new Shown({ state: join(folder, "used") });
  await first.agent.connected();
  const second = new Shown({ state: join(folder, "used") });
  await assert.rejects(second.agent.connected(), { code: "cards_in_use" });
  await first.close();
  await second.close();
});

test("the example is a chat in which a request is settled", { timeout: 80_000 }, async () => {
  const home = mkdtempSync(join(tmpdir(), "payport-ts-"));
  const payds = [];
  try {
    for (const name of ["alice", "bob"]) {
      payds.push(await Payd.start({ folder: join(home, name), network: join(home, "network"), wallet: name, limits: "ask: above 1, per_period: 100" }));
    }
    mkdirSync(join(home, "node_modules"));
    symlinkSync(root, join(home, "node_modules/payport"));
    cpSync(join(root, "example/chat.mjs"), join(home, "chat.mjs"));
    const environment = { ...process.env, SWIFT_BACKTRACE: "enable=no", PATH: `${dirname(paychat)}:${process.env.PATH}` };
    const example = spawn(process.execPath, ["chat.mjs"], { cwd: home, env: environment, stdio: ["ignore", "pipe", "inherit"] });
    const said = [];
    for await (const line of createInterface({ input: example.stdout })) {
      said.push(line);
      if (line.startsWith("owner: ")) await promisify(execFile)("sh", ["-c", line.slice(7)], { cwd: home, env: environment });
    }
    const last = (name) => said.filter((line) => line.startsWith(`${name} sees`)).at(-1);
    assert.equal(last("alice"), "alice sees: You ask Bob for 0.5 LTC. Received · the money is in your wallet");
    assert.equal(last("bob"), "bob sees: Alice asks you for 0.5 LTC. Paid · confirmed");
    assert.equal((await payds[1].json("mock", "broadcasts", "LTC")).broadcasts.length, 1, "it is paid once");
  } finally {
    for (const payd of payds) await payd.stop();
    rmSync(home, { recursive: true, force: true });
  }
});
