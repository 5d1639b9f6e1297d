// Several daemons of one identity: the app moves between them by itself, and never to another identity (2.8).

import assert from "node:assert/strict";
import { once } from "node:events";
import { cpSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { Payport } from "payport";
import { SigningKey } from "../dist/crypto/curves.js";
import { Payd } from "./support/payd.mjs";
import { Provider } from "./support/provider.mjs";
import { app, payment } from "./support/scripted.mjs";

/** Two scripted daemons with one key and one ledger, and what the client tells. */
async function withTwo(first, work, more = {}) {
  const wallet = await Provider.start(first);
  const spare = await Provider.start({}, { name: "spare", like: wallet });
  const told = [];
  const options = {
    state: wallet.state, runtime: wallet.runtime, provider: "wallet", patienceMs: 20_000,
    onRefused: (error) => told.push(error.message), ...more,
  };
  try {
    await work({ wallet, spare, options, told });
  } finally {
    await spare.stop();
    await wallet.stop();
  }
}

async function withClient(options, work) {
  const client = new Payport(app, options);
  try {
    await work(client);
  } finally {
    client.close();
  }
}

test("a payment whose answer was lost with the daemon is asked for at the other one", () => withTwo({
  request: (connection, { method, params }) => {
    if (method !== "payment_order") return undefined;
    connection.order(params);
    void connection.provider.kill();
    return "handled";
  },
}, ({ wallet, spare, options }) => withClient(options, async (client) => {
  const order = await client.pay(payment, { reference: "n" });
  assert.equal(wallet.orders.size, 1);
  assert.ok(wallet.orders.has(order.request_id));
  assert.deepEqual(spare.requests.map(({ method }) => method), ["get_payment_order_status"]);
})));

test("a request that never arrived is sent to the other one under the same id", () => withTwo({
  request: (connection, { method }) => {
    if (method === "payment_order") void connection.provider.kill();
    return "handled";
  },
}, ({ wallet, spare, options }) => withClient(options, async (client) => {
  await client.pay(payment, { reference: "n" });
  assert.deepEqual(spare.requests.at(-1), wallet.requests.at(-1));
  assert.equal(wallet.orders.size, 1);
})));

test("events go on after the cursor of the last one that was handled", () => {
  const events = [1, 2, 3].map((cursor) => ({ cursor: String(cursor), type: "moon_changed", at: "2026-03-20T12:30:00.000Z" }));
  const send = (connection, some) => some.forEach((event) => connection.send({ jsonrpc: "2.0", method: "event", params: event }));
  return withTwo({
    request: (connection, { id, method }) => {
      if (method !== "subscribe_events") return undefined;
      connection.answer(id, { cursor: "0" });
      send(connection, events.slice(0, 2));
      return "handled";
    },
  }, async ({ wallet, spare, options }) => {
    const subscribed = new Promise((resolve) => {
      spare.deviations.request = (connection, { id, method, params }) => {
        if (method !== "subscribe_events") return undefined;
        connection.answer(id, { cursor: params.from });
        resolve(params.from);
        return "handled";
      };
    });
    await withClient(options, async (client) => {
      void client.events().next();
      await client.session();
      while (wallet.requests.length === 0) await once(wallet.last.socket, "message");
      // Events of a type that is not known are passed over, and count as handled.
      await new Promise((resolve) => { wallet.last.socket.once("pong", resolve); wallet.last.socket.ping(); });
      await wallet.kill();
      assert.equal(await subscribed, "2");
    });
  });
});

for (const provider of ["wallet", undefined]) {
  test(`where the first refuses, the other one is used (${provider})`, () => withTwo({}, async ({ wallet, spare, options, told }) => {
    await wallet.kill();
    await withClient(options, async (client) => {
      await client.pay(payment, { reference: "n" });
      assert.deepEqual([wallet.connections, spare.connections, told.length], [0, 1, 0]);
    });
  }, { provider }));

  test(`a file of another key is refused with words, and the other one is used (${provider})`, () =>
    withTwo({}, async ({ wallet, spare, options, told }) => {
      await withClient({ ...options, provider: "wallet" }, (client) => client.session());
      wallet.identity = new SigningKey(new Uint8Array(32).fill(9));
      wallet.publish();
      await withClient(options, async (client) => {
        await client.pay(payment, { reference: "a" });
        await client.pay(payment, { reference: "b" });
      });
      assert.deepEqual([wallet.connections, spare.connections, told.length], [1, 1, 1]);
      assert.match(told[0], /another key/);
    }, { provider }));
}

test("another identity is never moved to", () => withTwo({}, async ({ wallet, spare, options }) => {
  await withClient(options, async (client) => {
    await client.pay(payment, { reference: "a" });
    await wallet.kill();
    await spare.kill();
    const stranger = new Provider({}, { name: "stranger", like: wallet });
    stranger.identity = new SigningKey(new Uint8Array(32).fill(9));
    await stranger.listen();
    stranger.publish();
    // Whether the request was written before the end of the connection was noticed does not matter here.
    await assert.rejects(client.pay(payment, { reference: "b" }), ({ code, cause }) => (cause?.code ?? code) === "no_provider");
    assert.equal(stranger.connections, 0);
    await stranger.stop();
  });
}, { provider: undefined, patienceMs: 5000 }));

test("the owner's refusal is not asked for again elsewhere", () => withTwo({
  welcome: () => ({ status: "denied", reason: "pairing_denied" }),
}, ({ spare, options }) => withClient(options, async (client) => {
  await assert.rejects(client.session(), ({ code }) => code === "pairing_denied");
  assert.equal(spare.connections, 0);
})));

test("where one has no place, the other one is used", () => withTwo({
  welcome: () => ({ status: "denied", reason: "too_many_sessions", retry_after_ms: 60_000 }),
}, ({ spare, options }) => withClient(options, async (client) => {
  await client.session();
  assert.equal(spare.connections, 1);
})));

test("when all are gone it says so, and comes back by itself", () => withTwo({}, async ({ wallet, spare, options }) => {
  await withClient(options, async (client) => {
    await client.session();
    await wallet.kill();
    await spare.kill();
    let isGone;
    const gone = new Promise((resolve) => { isGone = resolve; });
    const onStatus = ({ state }) => { if (state === "no_provider") isGone(); };
    await withClient({ ...options, patienceMs: 100, onStatus }, async (other) => {
      // Before it has tried both, it can only say that nobody has answered yet.
      await gone;
      await assert.rejects(other.session(), ({ code }) => code === "no_provider");
    });
    const waiting = client.pay(payment, { reference: "n" });
    await spare.listen();
    spare.publish();
    assert.equal((await waiting).state, "awaiting_approval");
  });
}));

// Until the ledger can be shared, the second daemon begins with a copy, which is the same as long as one of them is used.
test("real daemons: events and calls go on when one is killed", async () => {
  const first = await Payd.start();
  const second = new Payd({ name: "spare" });
  try {
    const options = first.options({ provider: "wallet" });
    await withClient(options, (client) => client.invoice({ currency: "LTC", amount: "0.1", description: "before" }));
    await first.kill("SIGTERM");
    second.environment.PAYPORT_RUNTIME = first.runtime;
    cpSync(first.environment.PAYPORT_STATE, second.environment.PAYPORT_STATE, { recursive: true });
    cpSync(join(first.folder, "network"), join(second.folder, "network"), { recursive: true });
    await first.begin();
    await second.begin();
    await withClient(options, async (client) => {
      const seen = [];
      for await (const { invoice } of client.events()) {
        seen.push(invoice.description);
        if (invoice.description === "after") break;
        await first.kill();
        await client.invoice({ currency: "LTC", amount: "0.2", description: "after" });
      }
      assert.deepEqual(seen, ["before", "after"]);
    });
  } finally {
    await second.stop();
    await first.stop();
  }
});
