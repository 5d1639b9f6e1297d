// Providers that break the protocol: the client ends the session, keeps the app's identity to itself, and pays once.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, test } from "node:test";
import { forgetProvider, OutcomeUnknown, Payport, ProviderBusy } from "payport";
import { SigningKey } from "../dist/crypto/curves.js";
import { utf8 } from "../dist/crypto/bytes.js";
import { app, payment, unknown, withClient, withProvider } from "./support/scripted.mjs";
import { until } from "./support/until.mjs";

// Most of these wait for the second after which the client connects again, so that they can do so together.
describe("hostile providers", { concurrency: 12 }, () => {

/** The client refuses, and has said nothing of itself: it has sent the first message only. */
function refusesInHandshake(name, deviations, code = "violation", messages = 1) {
  test(name, () => withProvider(deviations, async (provider, options) => {
    await assert.rejects(Payport.connect(app, options), (error) => {
      assert.ok([code].flat().includes(error.code), `${error.code}: ${error.sentence}`);
      return true;
    });
    assert.ok(provider.last.received.length <= messages, `it has sent ${provider.last.received.length} messages`);
    assert.ok(provider.connections <= 2, `it tries at most twice with the same file, and tried ${provider.connections} times`);
  }));
}

refusesInHandshake("forged key: the file names the pinned key, and another one answers", { identity: new SigningKey(randomBytes(32)) }, "wrong_key");
refusesInHandshake("a signature by another key", { signer: new SigningKey(randomBytes(32)) }, ["violation", "handshake_refused"]);
refusesInHandshake("another discovery file than the one that was read", { digest: new Uint8Array(32) }, ["violation", "handshake_refused"]);
refusesInHandshake("a commitment to another nonce", {
  committed: new Uint8Array(32),
  welcome: (connection) => ({ status: "pending", sas_nonce: Buffer.from(connection.nonce).toString("base64url"), session: connection.session() }),
}, ["violation", "handshake_refused"], 2);
refusesInHandshake("an unencrypted error instead of the handshake", {
  connected: ({ socket }) => socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: 1002, message: "denied" } })),
}, ["violation", "handshake_refused"]);
refusesInHandshake("a handshake message of 40,000 bytes", { connected: ({ socket }) => socket.send("x".repeat(40_000)) }, ["violation", "handshake_refused"]);
refusesInHandshake("a binary handshake message", { connected: ({ socket }) => socket.send(Buffer.alloc(230)) }, ["violation", "handshake_refused"]);
refusesInHandshake("a text after the handshake", { first: ({ socket }) => socket.send("{}") }, ["violation", "handshake_refused"], 2);
refusesInHandshake("a goodbye as the first record", { first: ({ socket, sealer }) => socket.send(sealer.record(2)) }, ["violation", "handshake_refused"], 2);
refusesInHandshake("a status that there is not", { welcome: () => ({ status: "maybe" }) }, ["violation", "handshake_refused"], 2);
refusesInHandshake("approved, with a nonce for a code", {
  welcome: (c) => ({ status: "approved", sas_nonce: "A".repeat(43), session: c.session() }),
}, ["violation", "handshake_refused"], 2);
refusesInHandshake("a version that the app does not speak", { welcome: (c) => ({ status: "approved", session: c.session({ spec_version: 2 }) }) }, "no_common_version", 3);

for (const subprotocol of ["payport.v2", ""]) {
  test(`the subprotocol ${JSON.stringify(subprotocol)} is refused before anything is sent`, () => withProvider({ subprotocol }, async (provider, options) => {
    await assert.rejects(Payport.connect(app, options), ({ code }) => code === "violation" || code === "handshake_refused");
    assert.equal(provider.last?.received.length ?? 0, 0);
  }));
}

test("a provider that answers 403, and one that closes without a byte, are told apart", async () => {
  for (const [answer, code] of [["HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n", "handshake_refused"], [undefined, "busy"]]) {
    await withProvider({}, async (provider, options) => {
      const server = createServer((socket) => {
        socket.on("error", () => undefined);
        if (answer === undefined) socket.destroy();
        else socket.once("data", () => socket.end(answer));
      });
      await new Promise((resolve) => server.listen(0, "127.0.0.1", resolve));
      provider.deviations.file = { url: `ws://127.0.0.1:${server.address().port}/v1` };
      provider.publish();
      await assert.rejects(Payport.connect(app, { ...options, patienceMs: code === "busy" ? 5000 : 20_000 }), { code });
      server.close();
    });
  }
});

test("another key under the pinned name is refused, until the user forgets the former one", () => withProvider({}, async (provider, options) => {
  (await Payport.connect(app, options)).close();
  const before = provider.connections;
  provider.identity = new SigningKey(randomBytes(32));
  provider.publish();
  await assert.rejects(Payport.connect(app, options), { code: "wrong_key" });
  assert.equal(provider.connections, before, "no connection is made");
  forgetProvider(app.app_id, "wallet", options.state);
  (await Payport.connect(app, options)).close();
}));

test("downgrade: a file with lower versions than ever before is refused", () => withProvider({ file: { versions: "1-3" } }, async (provider, options) => {
  (await Payport.connect(app, options)).close();
  const before = provider.connections;
  provider.deviations.file = { versions: "1-2" };
  provider.publish();
  await assert.rejects(Payport.connect(app, options), { code: "downgrade" });
  assert.equal(provider.connections, before);
  provider.deviations.file = { versions: "2-3" };
  provider.publish();
  await assert.rejects(Payport.connect(app, options), { code: "no_common_version" });
}));

test("the versions of a file count once the handshake with it has succeeded", () => withProvider({
  file: { versions: "1-3" }, first: ({ socket }) => socket.close(1008),
}, async (provider, options) => {
  await assert.rejects(Payport.connect(app, options), { code: "handshake_refused" });
  provider.deviations = { file: { versions: "1-2" } };
  provider.publish();
  (await Payport.connect(app, options)).close();
}));

test("dropped replies: a payment whose answer is lost three times is one payment, asked for before it is sent again", async () => {
  let drops = 3;
  await withClient({
    request: (connection, { method, params }) => {
      if (method !== "payment_order" || drops-- <= 0) return undefined;
      // The last dropped request arrives; those before it do not.
      if (drops === 0) connection.order(params);
      connection.socket.terminate();
      return "handled";
    },
  }, async (client, provider) => {
    const order = await client.pay(payment, { reference: "dropped" });
    assert.equal(order.order_id, "ord_1");
    assert.equal(provider.orders.size, 1);
    assert.deepEqual(provider.requests.map(({ method }) => method),
      ["payment_order", "get_payment_order_status", "payment_order", "get_payment_order_status", "payment_order", "get_payment_order_status"]);
    const sent = provider.requests.filter(({ method }) => method === "payment_order").map((request) => JSON.stringify(request.params));
    assert.equal(new Set(sent).size, 1, "the same id and the same params each time");
  }, { patienceMs: 20_000 });
});

test("a refusal after an unanswered attempt leaves the outcome unknown", async () => {
  let step = 0;
  await withClient({
    request: (connection, { id, method }) => {
      step++;
      if (step === 1) connection.socket.terminate();
      else if (method === "get_payment_order_status") connection.refuse(id, 2001, "scope_not_granted");
      else return undefined;
      return "handled";
    },
  }, async (client) => {
    await assert.rejects(client.pay(payment, { reference: "revoked" }), unknown("scope_not_granted"));
    assert.equal(client.requests()[0].state, "open");
    await assert.rejects(client.pay({ ...payment, amount: "0.3" }, { reference: "revoked" }), unknown("other_params"));
  });
});

for (const [name, number, reason, outcome] of [
  ["internal_error", -32603, "internal_error", "unknown"], ["an unknown reason about paying", 4999, "novelty", "unknown"],
  ["an unknown reason about the wallet", 5999, "novelty", "unknown"], ["an unknown reason about permission", 2999, "novelty", "nothing_done"],
  ["a number outside all blocks", 9999, "fee_too_high", "unknown"], ["zero", 0, "novelty", "unknown"],
  ["fee_too_high", 4005, "fee_too_high", "nothing_done"],
]) {
  test(`${name} leaves the outcome ${outcome}`, () => withClient({
    request: (connection, { id }) => { connection.refuse(id, number, reason); return "handled"; },
  }, async (client) => {
    await assert.rejects(client.pay(payment, { reference: "x" }), outcome === "unknown" ? unknown(reason) : { code: reason, outcome });
    assert.equal(client.requests()[0].state, outcome === "unknown" ? "open" : "refused");
  }));
}

test("retry_after_ms: the same request is repeated, not earlier", async () => {
  const times = [];
  await withClient({
    request: (connection, { id, method }) => {
      times.push(performance.now());
      if (times.length > 2) return undefined;
      // No time at all is taken for a second.
      connection.refuse(id, 5001, "wallet_unavailable", { retry_after_ms: times.length === 1 ? 0 : 100 });
      return "handled";
    },
  }, async (client, provider) => {
    await client.pay(payment, { reference: "later" });
    assert.equal(new Set(provider.requests.map((request) => request.params.request_id)).size, 1);
    assert.ok(times[1] - times[0] >= 999 && times[2] - times[1] >= 1999, `the wait doubles: ${times}`);
  }, { patienceMs: 20_000 });
});

test("an answer about another request is not taken for the own one", () => withClient({
  request: (connection, { id, params }) => {
    connection.answer(id, { payment_order: { ...connection.order(params), request_id: "9d3e8a10-6f1b-4d27-b0c9-5e7f2a6b8d04" }, replayed: false });
    return "handled";
  },
}, (client) => assert.rejects(client.pay(payment, { reference: "swapped" }), unknown("violation"))));

for (const [what, change] of Object.entries({
  "without its state": { state: undefined }, "in a state that there is not": { state: "maybe" }, "that is no object": null,
  "with an amount that is a number": { amount: 0.25 }, "with a version below zero": { version: -1 },
})) {
  test(`an order ${what} is neither made nor failed`, () => withClient({
    request: (connection, { id, params }) => {
      connection.answer(id, { payment_order: change && { ...connection.order(params), ...change }, replayed: false });
      return "handled";
    },
  }, async (client) => {
    await assert.rejects(client.pay(payment, { reference: "odd" }), unknown("violation"));
    assert.equal(client.requests()[0].state, "open");
  }));
}

test("an answer that is neither a result nor an error is none: the client asks again in another session", async () => {
  const odd = [{ result: "yes" }, { result: {}, error: { code: 1, message: "x" } }, { error: "no" }, { error: { code: 2006 } }, {}];
  await withClient({
    request: (connection, { id, method }) => {
      const answer = method === "payment_order" ? odd.shift() : undefined;
      if (answer) connection.send({ jsonrpc: "2.0", id, ...answer });
      return answer && "handled";
    },
  }, async (client, provider) => {
    assert.equal((await client.pay(payment, { reference: "none" })).order_id, "ord_1");
    assert.equal(provider.connections, 6);
  }, { patienceMs: 20_000 });
});

for (const [named, kept] of [[600_000, 600_000], [2 ** 31, 86_400_000], [1e300, 86_400_000], [0, 1000], [-1, 1000]]) {
  test(`too many sessions, for ${named} ms: the app is told at once, and does not come back for ${kept} ms`, () => withProvider({
    welcome: (c) => ({ status: "denied", reason: "too_many_sessions", retry_after_ms: named, session: c.session() }),
  }, async (provider, options) => {
    const client = new Payport(app, options);
    await assert.rejects(client.session(), { code: "too_many_sessions", retryAfterMs: kept });
    provider.publish();
    await new Promise((resolve) => setTimeout(resolve, 500));
    assert.equal(provider.connections, 1);
    client.close();
  }));
}

for (const [what, claim] of Object.entries({
  "of 16 MiB and a byte": { size: 16 * 1_048_576 + 1, parts: 33 }, "of more parts than its size needs": { size: 524_289, parts: 3 },
})) {
  test(`a statement ${what} is not fetched`, () => withClient({
    request: (connection, { id, method, params }) => {
      if (method !== "statement_request") return undefined;
      const at = "2026-03-20T12:30:00.000Z";
      connection.answer(id, {
        statement: {
          statement_id: "stm_1", request_id: params.request_id, version: 1, state: "ready", format: "csv", from: at, to: at, rows: 1,
          rows_done: 1, media_type: "text/csv", file_name: "a.csv", created_at: at, sha256: "0".repeat(64), ...claim,
        }, replayed: false,
      });
      return "handled";
    },
  }, async (client, provider) => {
    await assert.rejects(client.statement({ from: "2026-03-01", to: "2026-04-01", format: "csv" }),
      ({ code, sentence }) => code === "violation" && sentence.includes("larger"));
    assert.deepEqual(provider.requests.map(({ method }) => method), ["statement_request"]);
  }));
}

test("an event that comes twice is handled once, one of an unknown type is passed over, and one of a wrong form ends the reading", async () => {
  const event = (cursor, more) => ({ jsonrpc: "2.0", method: "event", params: { cursor, type: "budget_low", at: "2026-03-20T12:30:00.000Z", ...more } });
  await withClient({
    request: (connection, { id, method, params }) => {
      if (method !== "subscribe_events") return undefined;
      connection.answer(id, { cursor: params.from });
      for (const one of [event("1"), event("1"), event("2", { type: "novelty", at: 17 }), event("3"), event("1"), event("4", { at: "today" })]) connection.send(one);
      return "handled";
    },
  }, async (client) => {
    const events = client.events();
    assert.deepEqual([(await events.next()).value.cursor, (await events.next()).value.cursor], ["1", "3"]);
    await assert.rejects(events.next(), { code: "violation" });
  });
});

test("events that come again after a reconnection are handled once, and those that were not handled are not lost", async () => {
  const event = (cursor) => ({ jsonrpc: "2.0", method: "event", params: { cursor, type: "budget_low", at: "2026-03-20T12:30:00.000Z" } });
  let subscriptions = 0;
  await withClient({
    request: (connection, { id, method, params }) => {
      if (method !== "subscribe_events") return undefined;
      connection.answer(id, { cursor: params.from });
      for (const cursor of ++subscriptions === 1 ? ["1", "2", "3"] : ["1", "2", "3", "4"]) connection.send(event(cursor));
      return "handled";
    },
  }, async (client, provider) => {
    const events = client.events(), cursors = [];
    for (let next = 0; next < 4; next++) {
      cursors.push((await events.next()).value.cursor);
      if (next === 1) {
        provider.last.socket.terminate();
        await until(() => client.status.state !== "open");
      }
    }
    assert.deepEqual(cursors, ["1", "2", "3", "4"]);
    assert.equal(provider.requests.filter(({ method }) => method === "subscribe_events").length, 2);
  });
});

test("a throttle does not end the events", async () => {
  let throttled = 2;
  await withClient({
    request: (connection, { id, method, params }) => {
      if (method !== "subscribe_events") return undefined;
      if (throttled-- > 0) {
        connection.send({ jsonrpc: "2.0", id, error: { code: 1005, message: "", data: { reason: "rate_limited", retry_after_ms: 10 } } });
        return "handled";
      }
      connection.answer(id, { cursor: params.from });
      connection.send({ jsonrpc: "2.0", method: "event", params: { cursor: "1", type: "budget_low", at: "2026-03-20T12:30:00.000Z" } });
      return "handled";
    },
  }, async (client) => {
    const events = client.events();
    assert.equal((await events.next()).value.cursor, "1");
    assert.equal(throttled, -1);
    await events.return();
  });
});

test("readers at different places each go on at their own, on one connection", async () => {
  const events = (from) => [2, 3, 4, 5].filter((cursor) => cursor > Number(from))
    .map((cursor) => ({ cursor: String(cursor), type: "budget_low", at: "2026-03-20T12:30:00.000Z" }));
  const asked = [];
  await withClient({
    request: (connection, { id, method, params }) => {
      if (method !== "subscribe_events" && method !== "unsubscribe_events") return undefined;
      asked.push(method === "subscribe_events" ? params.from : "end");
      connection.answer(id, { cursor: params.from ?? "5" });
      if (params.from !== undefined) {
        for (const event of events(params.from)) connection.send({ jsonrpc: "2.0", method: "event", params: event });
      }
      return "handled";
    },
  }, async (client, provider) => {
    const late = client.events("late"), early = client.events("early"), read = async (reader) => (await reader.next()).value.cursor;
    assert.equal(await read(late), "2");
    assert.deepEqual([await read(early), await read(early), await read(early)], ["2", "3", "4"]);
    assert.deepEqual([await read(late), await read(late), await read(late)], ["3", "4", "5"]);
    assert.equal(await read(early), "5");
    assert.deepEqual(asked, ["0", "end", "0"]);
    assert.equal(provider.connections, 1);
    await late.return();
    await early.return();
  });
});

for (const reason of ["too_many_questions", "pairing_locked"]) {
  test(`${reason} is not the owner's no, and says for how long`, () => withProvider({
    welcome: (c) => ({ status: "denied", reason, retry_after_ms: 11_500, session: c.session() }),
  }, (_, options) => assert.rejects(Payport.connect(app, options), (error) => error instanceof ProviderBusy && error.code === reason
    && error.retryAfterMs === 11_500 && error.message.includes("Wait 12 s first"))));
}

test("the events of another provider are counted from their own beginning", async () => {
  const event = (cursor) => ({ jsonrpc: "2.0", method: "event", params: { cursor, type: "budget_low", at: "2026-03-20T12:30:00.000Z" } });
  await withClient({
    request: (connection, { id, method, params }) => {
      if (method !== "subscribe_events") return undefined;
      connection.answer(id, { cursor: params.from });
      for (const cursor of ["1", "2"]) connection.send(event(cursor));
      return "handled";
    },
  }, async (client, provider, options) => {
    const events = client.events(), cursors = [];
    for (let next = 0; next < 4; next++) {
      cursors.push((await events.next()).value.cursor);
      if (next !== 1) continue;
      provider.identity = new SigningKey(randomBytes(32));
      provider.publish();
      forgetProvider(app.app_id, "wallet", options.state);
      provider.last.socket.terminate();
    }
    assert.deepEqual(cursors, ["1", "2", "1", "2"]);
  });
});

test("an event with a cursor that is no number ends the reading", () => withClient({
  request: (connection, { id, method, params }) => {
    if (method !== "subscribe_events") return undefined;
    connection.answer(id, { cursor: params.from });
    connection.send({ jsonrpc: "2.0", method: "event", params: { cursor: "next", type: "novelty" } });
    return "handled";
  },
}, (client) => assert.rejects(client.events().next(), { code: "violation" })));

test("after two refusals with the same file the client stops, until there is another file", () => withProvider({
  connected: ({ socket }) => socket.close(1008),
}, async (provider, options) => {
  const client = new Payport(app, options);
  await assert.rejects(client.session(), { code: "handshake_refused" });
  assert.equal(client.status.state, "stopped");
  // The next look at the file follows after two seconds.
  await new Promise((resolve) => setTimeout(resolve, 2500));
  assert.equal(provider.connections, 2);
  provider.deviations = {};
  provider.publish();
  await until(() => client.status.state === "open");
  assert.equal(provider.connections, 3);
  client.close();
}));

test("a key that another process of the app has pinned in the meantime is the valid one", () => withProvider({
  connected: ({ provider }) => {
    const other = Buffer.from(new SigningKey(randomBytes(32)).publicKey).toString("base64url");
    fs.writeFileSync(join(provider.state, "node/providers/wallet.key"), JSON.stringify({ v: 1, provider_id: other }), { mode: 0o600 });
  },
}, async (provider, options) => {
  await assert.rejects(Payport.connect(app, options), { code: "wrong_key" });
  assert.equal(provider.last.received.length, 1, "nothing of the app's identity was sent");
}));

test("a wallet that has forgotten a payment which it took is not sent it again", () => withClient({}, async (client, provider) => {
  await client.pay(payment, { reference: "forgotten" });
  provider.orders.clear();
  await assert.rejects(client.pay(payment, { reference: "forgotten" }), unknown("forgotten_request"));
  assert.equal(provider.orders.size, 0);
}));

test("a request is never sent to another wallet", () => withProvider({
  request: (connection, { method }) => {
    if (method === "payment_order") connection.provider.last.socket.terminate();
    return method === "payment_order" ? "handled" : undefined;
  },
}, async (provider, options) => {
  const client = await Payport.connect(app, { ...options, patienceMs: 5000 });
  await assert.rejects(client.pay(payment, { reference: "moved" }), OutcomeUnknown);
  client.close();
  provider.deviations = {};
  provider.requests = [];
  provider.identity = new SigningKey(randomBytes(32));
  provider.publish();
  forgetProvider(app.app_id, "wallet", options.state);
  const other = await Payport.connect(app, options);
  await assert.rejects(other.pay(payment, { reference: "moved" }), unknown("other_provider"));
  await assert.rejects(other.repeat(other.requests()[0]), unknown("other_provider"));
  other.close();
  assert.deepEqual(provider.requests, []);
}));

/** Each of these ends the session with 1008, and the call is repeated in the next one. */
for (const [name, attack] of [
  ["an oversized record", (c) => c.socket.send(Buffer.alloc(65_536))],
  ["a record of one byte", (c) => c.socket.send(Buffer.alloc(1))],
  ["a record that does not open", (c) => c.socket.send(randomBytes(100))],
  ["a replayed record", (c) => { const record = c.sealer.record(0, utf8("{}")); c.socket.send(record); c.socket.send(record); }],
  ["a record that was left out", (c) => { c.sealer.record(0, utf8("{}")); c.socket.send(c.sealer.record(0, utf8("{}"))); }],
  ["an unknown flag", (c) => c.socket.send(c.sealer.record(7))],
  ["a message above 1 MiB in parts", (c) => { for (let i = 0; i < 18; i++) c.socket.send(c.sealer.record(1, new Uint8Array(65_518))); }],
  ["a text among the records", (c) => c.socket.send("{}")],
]) {
  test(`${name} ends the session, and the payment is made once in the next one`, async () => {
    let attacks = 1;
    await withClient({
      request: (connection) => {
        if (attacks-- !== 1) return undefined;
        attack(connection);
        return "handled";
      },
    }, async (client, provider) => {
      const first = provider.last;
      await client.pay(payment, { reference: "attacked" });
      assert.equal(await first.closed, 1008);
      assert.equal(provider.orders.size, 1);
    });
  });
}

test("an inflated WebSocket message above 1 MiB ends the connection", async () => {
  let attacks = 1;
  await withClient({
    request: (connection) => {
      if (attacks-- !== 1) return undefined;
      connection.socket.send(Buffer.alloc(1_048_577));
      return "handled";
    },
  }, async (client, provider) => {
    const first = provider.last;
    await client.pay(payment, { reference: "attacked" });
    assert.ok([1008, 1009].includes(await first.closed));
  });
});

test("answers that nobody asked for, unknown notifications and requests to the app change nothing", () => withClient({
  request: (connection, { id, method, params }) => {
    if (method !== "payment_order") return undefined;
    connection.send({ jsonrpc: "2.0", id: 9999, result: { payment_order: {} } });
    connection.send({ jsonrpc: "2.0", id: null, error: { code: -32700, message: "?" } });
    connection.send({ jsonrpc: "2.0", method: "novelty", params: {} });
    connection.send({ jsonrpc: "2.0", id: 5, method: "give_me_your_key" });
    connection.send([]);
    connection.answer(id, { payment_order: connection.order(params), replayed: false });
    connection.answer(id, { payment_order: { order_id: "ord_second" }, replayed: false });
    return "handled";
  },
}, async (client, provider) => {
  assert.equal((await client.pay(payment, { reference: "quiet" })).order_id, "ord_1");
  assert.equal(provider.connections, 1);
}));

test("an question_id that is none is not shown", () => withProvider({
  welcome: (c) => ({
    status: "pending", sas_nonce: Buffer.from(c.nonce).toString("base64url"),
    session: c.session({ status: "pending", question_id: "x; rm -rf ~" }),
  }),
}, async (provider, options) => {
  const shown = await new Promise((resolve) => {
    const client = new Payport(app, { ...options, onCode: (code) => { resolve(code); setImmediate(() => client.close()); } });
  });
  assert.match(shown.code, /^[0-9]{6}$/);
  assert.equal(shown.questionId, undefined);
}));

test("events: what is older than the provider keeps is replaced by the lists, and an invalid cursor begins anew", async () => {
  const event = (cursor) => ({ jsonrpc: "2.0", method: "event", params: { cursor, type: "budget_low", at: "2026-03-20T12:30:00.000Z" } });
  let state = "events";
  await withClient({
    request: (connection, { id, method, params }) => {
      if (method === "list_payment_orders") {
        const order = (n) => connection.order({ ...payment, request_id: `9d3e8a10-6f1b-4d27-b0c9-5e7f2a6b8d0${n}` });
        connection.answer(id, params.before ? { payment_orders: [order(2)] } : { payment_orders: [order(1)], next: "more" });
      } else if (method === "list_invoice_requests") connection.refuse(id, 2001, "scope_not_granted");
      else if (method !== "subscribe_events") return undefined;
      else if (state === "too old") connection.refuse(id, 1009, "cursor_too_old", { newest: "90", oldest: "80", resynchronise: [] });
      else if (state === "invalid" && params.from !== "0") connection.refuse(id, 1008, "cursor_invalid");
      else {
        connection.answer(id, { cursor: params.from });
        connection.send(event(String(Number(params.from) + 1)));
        connection.send(event(String(Number(params.from) + 2)));
      }
      return "handled";
    },
  }, async (client, provider) => {
    const take = async (count) => {
      const cursors = [];
      for await (const event of client.events()) {
        cursors.push(event.kind === "event" ? event.cursor : [event.cursor, event.payment_orders, event.invoices]);
        if (cursors.length === count) return cursors;
      }
    };
    assert.deepEqual(await take(2), ["1", "2"]);
    assert.deepEqual(await take(2), ["2", "3"], "the event on which the app stopped was not handled");
    state = "too old";
    const missed = client.events();
    const { payment_orders, ...rest } = (await missed.next()).value;
    assert.deepEqual(rest, { kind: "resynchronised", cursor: "90", invoices: [] });
    assert.deepEqual(payment_orders.map(({ order_id }) => order_id), ["ord_1", "ord_2"]);
    state = "events";
    assert.equal((await missed.next()).value.cursor, "91");
    await missed.return();
    state = "invalid";
    assert.deepEqual(await take(1), ["1"]);
    assert.deepEqual(provider.requests.filter(({ method }) => method === "subscribe_events").map(({ params }) => params.from),
      ["0", "1", "2", "90", "90", "0"]);
  });
});

});
