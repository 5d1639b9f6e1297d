// Requests that may have been carried out: nothing that comes later is taken for a failure of them, and nothing is paid twice.

import assert from "node:assert/strict";
import { randomBytes } from "node:crypto";
import fs from "node:fs";
import { join } from "node:path";
import { describe, test } from "node:test";
import { forgetProvider, Payport } from "payport";
import { SigningKey } from "../dist/crypto/curves.js";
import { isCertain } from "../dist/errors/reasons.js";
import { app, payment, unknown, withClient, withProvider } from "./support/scripted.mjs";

const once = { reference: "order 17" };

/** What a provider does with the payment orders that it gets, one after the other; afterwards it answers as it should. */
function script(...steps) {
  return {
    request: (connection, { id, method, params }) => {
      if (method !== "payment_order" || steps.length === 0) return undefined;
      return steps.shift()({ connection, id, params });
    },
  };
}
const refuse = (number, reason, data) => ({ connection, id }) => { connection.refuse(id, number, reason, data); return "handled"; };
const lose = ({ connection }) => { connection.socket.terminate(); return "handled"; };
const carryOutAndLose = ({ connection, params }) => { connection.order(params); return lose({ connection }); };

describe("requests in doubt", { concurrency: 12 }, () => {

test("a refused payment that is repeated is open on the disk while it is sent, and its loss is not hidden", async () => {
  const stored = [];
  let client;
  const steps = script(refuse(2006, "budget_exceeded"), (step) => {
    stored.push(client.requests()[0].state);
    step.connection.order(step.params);
    // The provider is gone before it can be asked for the outcome.
    fs.rmSync(join(step.connection.provider.providers, "wallet.json"));
    return lose(step);
  });
  await withClient(steps, async (connected, provider) => {
    client = connected;
    await assert.rejects(client.pay(payment, once), { code: "budget_exceeded", outcome: "nothing_done" });
    assert.equal(client.requests()[0].state, "refused");
    await assert.rejects(client.pay(payment, once), unknown(["no_provider", "connection_lost"]));
    assert.deepEqual([stored, client.requests()[0].state], [["open"], "open"]);
    await assert.rejects(client.pay({ ...payment, expires_at: "2099-01-01T00:00:00Z" }, once), unknown("other_params"));
    provider.publish();
    assert.equal((await client.pay(payment, once)).order_id, "ord_1");
    assert.equal(provider.orders.size, 1);
  }, { patienceMs: 5000 });
});

test("with the wallet away, the repetition of a payment in doubt is in doubt, and a new payment was not made", () => withProvider(
  script(carryOutAndLose), async (provider, options) => {
    const client = await Payport.connect(app, options);
    assert.equal((await client.pay(payment, once)).order_id, "ord_1");
    client.close();
    fs.rmSync(join(provider.providers, "wallet.json"));
    const later = new Payport(app, { ...options, patienceMs: 50 });
    await assert.rejects(later.pay(payment, once), unknown(["no_provider", "busy"]));
    await assert.rejects(later.pay(payment, { reference: "another" }), ({ outcome }) => outcome === "nothing_done");
    later.close();
  }));

test("a refusal after a lost answer is not the outcome of the payment, so that nobody reads it as one", () => withClient(
  script(lose, refuse(2006, "budget_exceeded", { left: "0.1" }), refuse(2006, "budget_exceeded")), async (client) => {
    for (let times = 0; times < 2; times++) {
      await assert.rejects(client.pay(payment, once), unknown("budget_exceeded"));
      assert.equal(client.requests()[0].state, "open");
    }
    assert.equal((await client.pay(payment, once)).order_id, "ord_1");
  }));

test("a conflict after a restored backup leads to the earlier payment, and not to another one", () => withClient(
  {
    request: (connection, { id, method, params }) => {
      const known = connection.provider.orders.get(params.request_id);
      if (method !== "payment_order" || !known || known.expires_at === params.expires_at) return undefined;
      connection.refuse(id, 1006, "request_conflict");
      return "handled";
    },
  }, async (client, provider) => {
    const first = await client.pay({ ...payment, expires_at: "2099-01-01T00:00:00Z" }, { request_id: "9d3e8a10-6f1b-4d27-b0c9-5e7f2a6b8d04" });
    for (const name of fs.readdirSync(join(provider.state, "node/requests"))) fs.rmSync(join(provider.state, "node/requests", name));
    const known = await client.pay({ ...payment, expires_at: "2099-01-02T00:00:00Z" }, { request_id: first.request_id });
    assert.deepEqual([known.order_id, known.expires_at, provider.orders.size], [first.order_id, "2099-01-01T00:00:00Z", 1]);
  }));

test("a conflict with a request for other money is in doubt, stays stored, and is never noted as refused", () => withClient(
  script(({ connection, id, params }) => {
    connection.order({ ...params, amount: "0.3" });
    connection.refuse(id, 1006, "request_conflict");
    return "handled";
  }), async (client, provider) => {
    for (let times = 0; times < 2; times++) {
      await assert.rejects(client.pay(payment, once), unknown("request_conflict"));
      assert.equal(client.requests()[0].state, "open");
    }
    await assert.rejects(client.pay({ ...payment, amount: "0.2" }, once), unknown("other_params"));
    assert.equal(provider.requests.filter(({ method }) => method === "payment_order").length, 1);
  }));

test("which errors say that nothing was done", () => {
  for (const number of [9999, 7000, 999, 1, 0, -1, -31999, -32769]) {
    assert.equal(isCertain(number, "novelty"), false, number);
    assert.equal(isCertain(number, "budget_exceeded"), false, number);
  }
  for (const number of [1000, 2999, 3999, 6000, 6999, -32601]) assert.equal(isCertain(number, "novelty"), true, number);
  for (const number of [4000, 4999, 5000, 5999]) assert.equal(isCertain(number, "novelty"), false, number);
  for (const [number, reason] of [[-32603, "internal_error"], [1006, "request_conflict"], [1006, "novelty"], [4006, "in_flight"]]) {
    assert.equal(isCertain(number, reason), false, reason);
  }
  assert.equal(isCertain(5001, "wallet_unavailable"), true);
});

test("of two processes, one that is refused later does not hide that the other one's payment was accepted", async () => {
  let second;
  const steps = script(
    refuse(1005, "rate_limited", { retry_after_ms: 3000 }),
    ({ connection, id, params }) => { connection.answer(id, { payment_order: connection.order(params), replayed: false }); return "handled"; },
    refuse(2006, "budget_exceeded"));
  const { request } = steps;
  let orders = 0;
  await withClient({
    request: (connection, call) => {
      const result = request(connection, call);
      // The second process pays while the first one waits.
      if (call.method === "payment_order" && ++orders === 1) second.started();
      return result;
    },
  }, async (client, provider, options) => {
    const other = await Payport.connect(app, options);
    second = {};
    second.turn = new Promise((resolve) => { second.started = resolve; });
    const first = assert.rejects(client.pay(payment, once), unknown("budget_exceeded"));
    await second.turn;
    assert.equal((await other.pay(payment, once)).order_id, "ord_1");
    await first;
    assert.equal(client.requests()[0].state, "answered");
    other.close();
  }, { patienceMs: 20_000 });
});

test("the provider of a request is the key that it has proved, and not what it says of itself", () => {
  const claimed = Buffer.from(new SigningKey(randomBytes(32)).publicKey).toString("base64url");
  return withClient({
    welcome: (c) => ({ status: "approved", session: c.session({ provider: { provider_id: claimed, name: "wallet", software: "scripted/1" } }) }),
  }, async (client, provider) => {
    await client.pay(payment, once);
    assert.equal(client.requests()[0].provider_id, Buffer.from(provider.identity.publicKey).toString("base64url"));
  });
});

test("a document belongs to one provider, and its stem to one request, whichever process submits it", () => {
  const folders = {};
  return withProvider({
    welcome: (c) => ({ status: "approved", session: c.session({ folder: { services: folders.services, name: "shop", document_key: "A".repeat(43) } }) }),
  }, async (provider, options) => {
    folders.services = join(provider.folder, "services");
    const own = (name) => join(folders.services, "payments", name, "shop");
    for (const name of ["payment_orders", "invoice_requests"]) fs.mkdirSync(own(name), { recursive: true, mode: 0o700 });
    const one = await Payport.connect(app, options), two = await Payport.connect(app, options);
    const documents = await one.documents(), others = await two.documents();
    const stem = { stem: "20260320110125_lunch" };
    const submitted = documents.submit("payment_order", payment, stem);
    assert.deepEqual(others.submit("payment_order", payment, stem), submitted);
    fs.rmSync(join(own("payment_orders"), submitted.file));
    assert.throws(() => others.submit("payment_order", { ...payment, amount: "0.3" }, stem), unknown("other_params"));
    assert.throws(() => others.submit("invoice_request", { currency: "LTC" }, stem), { code: "other_params" });
    assert.deepEqual(one.requests(), [], "it is repeated by submitting it, and not by a call");
    one.close();
    two.close();

    provider.identity = new SigningKey(randomBytes(32));
    provider.publish();
    forgetProvider(app.app_id, "wallet", options.state);
    const moved = await Payport.connect(app, options);
    const elsewhere = await moved.documents();
    assert.throws(() => elsewhere.submit("payment_order", payment, stem), unknown("other_provider"));
    assert.deepEqual(fs.readdirSync(own("payment_orders")), [`${submitted.file}.sig`], "nothing was left for the other provider");
    moved.close();
  });
});

});
