// The client against a real payd over a real socket.

import assert from "node:assert/strict";
import { after, before, test } from "node:test";
import { inspect } from "node:util";
import { OutcomeUnknown, PairingRefused, Payport, RequestRefused, StateError } from "payport";
import { app, Payd } from "./support/payd.mjs";

let payd;
before(async () => { payd = await Payd.start({ limits: "ask: above 1, per_period: 50, per_payment: 20" }); });
after(() => payd.stop());

async function connected(work, options = {}, manifest = app) {
  const client = await Payport.connect(manifest, payd.options(options));
  try {
    return await work(client);
  } finally {
    client.close();
  }
}

test("an app pairs with the six digits, and connects later without a question", async () => {
  const codes = [];
  const options = payd.options();
  const first = await Payport.connect(app, { ...options, onCode: (code) => { codes.push(code); options.onCode(code); } });
  assert.deepEqual((await first.session()).grants.scopes, ["receive", "pay"]);
  first.close();
  assert.match(codes[0].code, /^[0-9]{6}$/);
  assert.match(codes[0].questionId, /^pair_/);
  await connected(async (client) => assert.equal((await client.session()).status, "approved"),
    { onCode: () => assert.fail("the owner was asked again") });
});

test("a wrong code does not pair, and a denial stops the client until the user wants to try again", async () => {
  const state = `${payd.folder}/denied`;
  await assert.rejects(Payport.connect(app, {
    state, runtime: payd.runtime,
    onCode: async ({ code, questionId }) => {
      const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, "0");
      await assert.rejects(payd.owner("approve", questionId, "--code", wrong));
      await payd.owner("deny", questionId);
    },
  }), (error) => error instanceof PairingRefused && error.code === "pairing_denied" && error.remedy.length > 10);
  await assert.rejects(Payport.connect(app, { state, runtime: payd.runtime }), { code: "pairing_denied" });
});

test("an invoice is paid and settles", () => connected(async (client) => {
  const invoice = await client.invoice({ currency: "LTC", amount: "0.25", description: "Two tickets" });
  assert.equal(invoice.state, "pending");
  await payd.owner("mock", "receive", invoice.address, "0.25");
  const seen = await client.invoiceChanged(invoice);
  assert.deepEqual([seen.state, seen.payment], ["processing", "paid"]);
  await payd.owner("mock", "mine", 6);
  const settled = await client.invoiceEnded(seen);
  assert.deepEqual([settled.state, settled.confirmed_amount], ["settled", "0.25"]);
  assert.deepEqual(client.requests(), [], "an answered request without a reference is not kept");
}));

test("a payment waits for the owner's approval, and a repetition is the same payment", () => connected(async (client) => {
  const { address } = await client.newAddress({ currency: "LTC" });
  const order = await client.pay({ currency: "LTC", address, amount: "2.50" }, { reference: "lunch" });
  assert.equal(order.state, "awaiting_approval");
  await payd.owner("approve", order.order_id);
  const flying = await client.paymentChanged(order);
  await payd.owner("mock", "mine", 6);
  assert.equal((await client.paymentEnded(flying)).state, "succeeded");
  const again = await client.pay({ currency: "LTC", address, amount: "2.5" }, { reference: "lunch" });
  assert.deepEqual([again.order_id, again.state], [order.order_id, "succeeded"]);
  await assert.rejects(client.pay({ currency: "LTC", address, amount: "2.6" }, { reference: "lunch" }),
    (error) => error instanceof StateError && error.code === "other_params" && error.outcome === "nothing_done"
      && error.message.includes("already another request") && error.message.includes("a reference of its own"));
  const { payment_orders } = await client.call("list_payment_orders", {});
  assert.equal(payment_orders.length, 1);
}));

test("a payment that the owner rejects ends as rejected", () => connected(async (client) => {
  const { address } = await client.newAddress({ currency: "LTC" });
  const order = await client.pay({ currency: "LTC", address, amount: "3" }, { reference: "rejected" });
  await payd.owner("deny", order.order_id);
  const ended = await client.paymentEnded(order);
  assert.deepEqual([ended.state, ended.reason], ["rejected", "user_rejected"]);
}));

test("a payment beyond a limit is refused for certain, and its reference can then be used for a smaller one", () => connected(async (client) => {
  const { address } = await client.newAddress({ currency: "LTC" });
  await assert.rejects(client.pay({ currency: "LTC", address, amount: "21" }, { reference: "too much" }), (error) => {
    assert.ok(error instanceof RequestRefused);
    assert.deepEqual([error.code, error.number, error.outcome, error.rule], ["budget_exceeded", 2006, "nothing_done", "per_payment"]);
    assert.equal(error.data.left, "20");
    assert.ok(!inspect(error).includes("left"), "amounts do not reach logs");
    return true;
  });
  assert.equal(client.requests().find(({ reference }) => reference === "too much").state, "refused");
  const order = await client.pay({ currency: "LTC", address, amount: "0.5" }, { reference: "too much" });
  assert.notEqual(order.state, "awaiting_approval", "small payments need no question");
}));

test("a request_id of the app's own is used as it is", () => connected(async (client) => {
  const { address } = await client.newAddress({ currency: "LTC" });
  const request_id = "9D3E8A10-6F1B-4D27-B0C9-5E7F2A6B8D04";
  const order = await client.pay({ currency: "LTC", address, amount: "0.01" }, { request_id });
  assert.equal(order.request_id, request_id.toLowerCase());
  await assert.rejects(client.pay({ currency: "LTC", address, amount: "0.01" }, { request_id: "17" }), { code: "invalid_call" });
}));

test("wrong calls are refused before anything is stored or sent", () => connected(async (client) => {
  const known = client.requests().length;
  await assert.rejects(client.pay({ currency: "LTC", address: "x", amount: 0.5 }, { reference: "number" }), { code: "invalid_call" });
  await assert.rejects(client.pay({ currency: "LTC", address: "x", amount: "0.5" }), { code: "invalid_call" });
  assert.equal(client.requests().length, known);
  await assert.rejects(client.pay({ currency: "LTC", address: "nowhere", amount: "0.5" }, { reference: "no address" }),
    { code: "invalid_address", number: 4002, outcome: "nothing_done" });
  await assert.rejects(client.call("get_balance", { currency: "LTC" }), { code: "scope_not_granted" });
}));

test("the client connects again after payd was killed, and a waiting call goes on", () => connected(async (client) => {
  const invoice = await client.invoice({ currency: "LTC", amount: "1" });
  const ended = client.invoiceEnded(invoice);
  await payd.kill();
  await payd.begin();
  await payd.receive(invoice.address, "1");
  assert.equal((await ended).state, "settled");
}));

test("a call while no provider runs says so, after the app's patience", async () => {
  await payd.kill("SIGTERM");
  await assert.rejects(Payport.connect(app, payd.options({ patienceMs: 50 })), { code: "no_provider" });
  await payd.begin();
});

test("a payment whose answer never came has an unknown outcome, and is made once when it is repeated", () => connected(async (client) => {
  const { address } = await client.newAddress({ currency: "LTC" });
  payd.process.kill("SIGSTOP");
  const paying = client.pay({ currency: "LTC", address, amount: "0.02" }, { reference: "stopped" });
  await new Promise((resolve) => setImmediate(resolve));
  const failed = assert.rejects(paying, (error) => error instanceof OutcomeUnknown && error.outcome === "unknown");
  await payd.kill();
  await failed;
  assert.equal(client.requests().find(({ reference }) => reference === "stopped").state, "open");
  await payd.begin();
  await connected(async (later) => {
    const order = await later.pay({ currency: "LTC", address, amount: "0.02" }, { reference: "stopped" });
    assert.ok(order.order_id);
    const { payment_orders } = await later.call("list_payment_orders", { limit: 100 });
    assert.equal(payment_orders.filter(({ address: to }) => to === address).length, 1);
  });
}, { patienceMs: 5000 }));

test("events come without gaps over reconnects and restarts of the app, and each handled one once", async () => {
  const reader = "gaps", seen = [];
  const make = (client, description) => client.invoice({ currency: "LTC", amount: "0.1", description });
  const read = async (client, last) => {
    for await (const event of client.events(reader)) {
      seen.push(event);
      if (event.invoice?.description === last) return;
    }
  };
  await connected(async (client) => {
    await make(client, "one");
    await read(client, "one");
  });
  await connected(async (client) => {
    await make(client, "two");
    const reading = read(client, "three");
    await payd.restart();
    await make(client, "three");
    await reading;
  });
  const cursors = seen.map(({ cursor }) => Number(cursor));
  const handledOnce = cursors.filter((cursor, at) => cursors.indexOf(cursor) === at);
  assert.deepEqual(handledOnce, Array.from({ length: handledOnce.length }, (_, at) => at + 1), "no gap");
  assert.ok(cursors.length - handledOnce.length <= 1, "only the event on which the app stopped comes again");
});

test("twelve readers of events share the client's connection, and closing the client ends them", () => connected(async (client) => {
  const readers = Array.from({ length: 12 }, (_, at) => client.events(`shared ${at}`));
  const find = async (events, wanted) => {
    for (;;) {
      const { value } = await events.next();
      if (value.reference === wanted) return value.invoice.description;
    }
  };
  const found = Promise.all(readers.map((events) => find(events, "for all")));
  await client.invoice({ currency: "LTC", amount: "0.1", description: "one for all" }, { reference: "for all" });
  assert.deepEqual(await found, Array(12).fill("one for all"));
  const last = Promise.all(readers.map(async (events) => { for await (const _ of events); return "ended"; }));
  client.close();
  assert.deepEqual(await last, Array(12).fill("ended"));
}));

test("the words of a refusal name the place, the rule, the scope and what was meant", () => connected(async (client) => {
  const { address, uri } = await client.newAddress({ currency: "LTC" });
  const said = async (work, text) => assert.rejects(work, ({ message }) => message.includes(text) || assert.fail(message));
  const invoice = (more) => client.invoice({ currency: "LTC", amount: "1", ...more });
  await said(invoice({ description: "x".repeat(5000) }), "/description: at most 1000 code points");
  await said(invoice({ confirmations: 1_000_000 }), "/confirmations: 0 to 1000");
  await said(invoice({ amount: "0.123456789" }), "/amount: at most 8 decimals");
  await said(client.call("get_balance", { currency: "LTC" }), "The app was not granted balance.");
  await said(client.pay({ currency: "LTC", address: uri, amount: "0.01" }, { reference: "uri" }), "a payment URI, and not an address");
  await said(client.pay({ currency: "LTC", address, amount: "21" }, { reference: "words" }), "the limit per_payment");
  await said(invoice({ currency: "ltc" }), "write LTC");
  await said(client.invoiceEnded({ order_id: "ord_1", state: "approved" }), "paymentEnded takes an order");
  assert.equal((await client.pay({ currency: "LTC", address, amount: "0.01" }, { reference: "uri" })).amount, "0.01", "corrected");
  await assert.rejects(Payport.connect(app, payd.options({ provider: "mine", patienceMs: 50 })), ({ message }) =>
    message.includes("but these are: ") || assert.fail(message));
}));

test("two clients of one app with the same reference make one payment", async () => {
  const [one, two] = await Promise.all([Payport.connect(app, payd.options()), Payport.connect(app, payd.options())]);
  const { address } = await one.newAddress({ currency: "LTC" });
  const params = { currency: "LTC", address, amount: "0.03" };
  const orders = await Promise.all([one, two, one, two].map((client) => client.pay(params, { reference: "both" })));
  assert.equal(new Set(orders.map(({ order_id }) => order_id)).size, 1);
  one.close();
  two.close();
});

test("nothing of a client shows its secrets", () => connected(async (client) => {
  const shown = inspect(client, { depth: 20, showHidden: true });
  const { folder } = await client.session();
  assert.ok(!shown.includes(folder.document_key) && !shown.includes("seed"), shown);
}));

test("disconnecting with forget needs the owner again", async () => {
  const state = `${payd.folder}/forgetful`;
  const client = await Payport.connect(app, payd.options({ state }));
  await client.disconnect({ forget: true });
  let asked = 0;
  const options = payd.options({ state });
  const again = await Payport.connect(app, { ...options, onCode: (code) => { asked++; options.onCode(code); } });
  again.close();
  assert.equal(asked, 1);
});
