// Documents, links, statements, proofs and the catalogue with a real payd.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import fs from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { Payport } from "payport";
import { readYaml, writeYaml } from "../dist/documents/yaml.js";
import { app, Payd } from "./support/payd.mjs";
import { unknown } from "./support/scripted.mjs";
import { until } from "./support/until.mjs";

const scopes = ["receive", "pay", "balance", "prove", "statement"];
let payd, client;
before(async () => {
  payd = await Payd.start({ limits: "ask: above 1, per_period: 50" });
  client = await Payport.connect({ ...app, scopes, callback_scheme: "org.example.shop" }, payd.options({ scopes: scopes.join() }));
});
after(async () => {
  client?.close();
  await payd.stop();
});

async function paidOrder(amount, reference) {
  const invoice = await client.invoice({ currency: "LTC", amount });
  let order = await client.pay({ currency: "LTC", address: invoice.address, amount }, { reference });
  while (order.state !== "in_flight") order = await client.paymentChanged(order);
  await payd.owner("mock", "mine", 6);
  return { order: await client.paymentEnded(order), invoice: await client.invoiceEnded(invoice) };
}

for (const sealed of [false, true]) {
  const form = sealed ? "sealed" : "plain";
  test(`a ${form} document is the same request as a call, once however often it is submitted`, async () => {
    const documents = await client.documents();
    const params = { currency: "LTC", amount: "0.50", description: "Two tickets: größe \u2028 \"✓\" #1" };
    const stem = `20260320110125_${form}`;
    const submitted = documents.submit("invoice_request", params, { stem, sealed });
    assert.deepEqual(documents.submit("invoice_request", params, { stem, sealed }), submitted);
    const answer = await until(() => documents.answer(submitted));
    assert.equal(answer.state, "accepted", JSON.stringify(answer.failure));
    assert.equal(answer.request_id, submitted.request_id);
    assert.equal(answer.result.invoice.description, params.description);
    const invoice = await client.invoice({ ...params, amount: "0.5" }, { request_id: submitted.request_id });
    assert.equal(invoice.invoice_id, answer.result.invoice.invoice_id);
    assert.throws(() => documents.submit("invoice_request", { ...params, amount: "0.6" }, { stem, sealed }), unknown("other_params"));
    assert.throws(() => documents.submit("invoice_request", params, { stem: "a.b" }), { code: "invalid_call" });
  });
}

test("a document that is submitted while payd does not run is answered later, and is found in the archive", async () => {
  const documents = await client.documents();
  const { address } = await client.newAddress({ currency: "LTC" });
  await payd.kill();
  const submitted = documents.submit("payment_order", { currency: "LTC", address, amount: "0.25" }, { stem: "20260320110125_payment" });
  assert.equal(documents.answer(submitted), undefined);
  await payd.begin();
  await until(async () => {
    const { payment_orders } = await client.call("list_payment_orders", { limit: 1 });
    return payment_orders[0]?.request_id === submitted.request_id && payment_orders[0].state === "in_flight";
  });
  await payd.owner("mock", "mine", 6);
  const answer = await documents.ended(submitted);
  assert.deepEqual([answer.state, answer.result.payment_order.state, answer.result.payment_order.amount], ["ended", "succeeded", "0.25"]);
  const { folder } = await client.session();
  const own = join(folder.services, "payments/payment_orders", folder.name);
  await until(() => !fs.existsSync(join(own, submitted.file)));
  assert.equal(documents.answer(submitted).state, "ended", "in the archive");
  assert.throws(() => documents.submit("payment_order", { currency: "LTC", address, amount: "0.3" }, { stem: "20260320110125_payment" }), unknown("other_params"));
});

test("a document that is wrong is refused, with the place; an answer that was changed is not believed", async () => {
  const documents = await client.documents();
  const submitted = documents.submit("payment_order", { currency: "LTC", address: "nowhere", amount: "1" }, { stem: "wrong" });
  const answer = await documents.ended(submitted);
  assert.deepEqual([answer.state, answer.failure.reason, answer.failure.code, answer.failure.pointer], ["refused", "invalid_address", 4002, "/address"]);
  const { folder } = await client.session();
  const file = join(folder.services, "payments/payment_orders", folder.name, "wrong.answer.yml");
  fs.writeFileSync(file, fs.readFileSync(file, "utf8").replace("refused", "ended"));
  assert.equal(documents.answer(submitted), undefined);
});

test("a document that the provider did not read, because others can write it, is answered", async () => {
  const documents = await client.documents();
  const { folder } = await client.session();
  await payd.kill();
  const submitted = documents.submit("invoice_request", { currency: "LTC" }, { stem: "open_to_others" });
  fs.chmodSync(join(folder.services, "payments/invoice_requests", folder.name, submitted.file), 0o666);
  await payd.begin();
  const answer = await documents.ended(submitted);
  assert.deepEqual([answer.state, answer.failure.reason, answer.digest], ["refused", "unsafe_file", undefined]);
});

test("YAML is read as it is written by a provider, and everything else is refused", () => {
  assert.deepEqual(JSON.parse(JSON.stringify(readYaml(`# comment
a: 1
b: "x: # \\u00e9" # comment
c:
  d: 0.50
  e: [] # nothing
list:
  - f: null
    g: 'it''s'
  - h: true
  - - 2
    - text
other:
- 1
`))), { a: 1, b: "x: # é", c: { d: "0.50", e: [] }, list: [{ f: null, g: "it's" }, { h: true }, [2, "text"]], other: [1] });
  for (const text of ["a: 1\na: 2", "a: &x 1", "a: *x", "a: !t 1", "a: {b: 1}", "a: |\n  x", "a:\n    b: 1\n  c: 2", "a: 1\n  b: 2", "? a", "a: b: c", ""]) {
    assert.throws(() => readYaml(text), SyntaxError, text);
  }
  const members = { spec: "x", amount: "0.5", text: "line\n\u0085\u2028\u007f\"\\", number: 3, nothing: undefined };
  assert.deepEqual(JSON.parse(JSON.stringify(readYaml(writeYaml(members)))), JSON.parse(JSON.stringify(members)));
  assert.ok(/^[\x20-\x7e\n]*$/.test(writeYaml(members)), "no character that YAML takes only as an escape");
});

test("a proof of a payment is made and verified", async () => {
  const { order } = await paidOrder("0.4", "to prove");
  const made = await client.call("proof_request", { currency: "LTC", kind: "payment", order_id: order.order_id, message: "for Ann, 8812" });
  const { order_id: _order, invoice_id: _invoice, ...proof } = made;
  assert.equal((await client.call("verify_proof", proof)).valid, true);
  const { valid, reason } = await client.call("verify_proof", { ...proof, signed_message: proof.signed_message + "!" });
  assert.deepEqual([valid, reason], [false, "signature"]);
});

test("a statement is fetched whole, in each of its forms, and matches its digest", async () => {
  await paidOrder("0.3", "in the statement");
  for (const format of ["json", "csv", "text"]) {
    const { statement, file } = await client.statement({ from: "2020-01-01", to: "2100-01-01", format, currency: "LTC" });
    assert.equal(file.length, statement.size);
    assert.equal(createHash("sha256").update(file).digest("hex"), statement.sha256);
    if (format === "json") {
      const { sections } = JSON.parse(Buffer.from(file));
      assert.ok(sections[0].rows.some(({ kind, out }) => kind === "paid" && out === "0.3"));
    }
  }
  await assert.rejects(client.statement({ from: "yesterday", to: "2100-01-01", format: "csv" }), { code: "invalid_params" });
});

test("a link shows an order in the wallet, and the link back is believed only as far as the provider confirms it", async () => {
  const { address } = await client.newAddress({ currency: "LTC" });
  const order = await client.pay({ currency: "LTC", address, amount: "2" }, { reference: "to look at" });
  const { opening, link } = await client.openInWallet({ order_id: order.order_id });
  assert.match(link, /^payport:open\?provider=wallet&token=[A-Za-z0-9_-]{43}$/);
  assert.equal(opening.returns, true);
  const back = `org.example.shop:payport?provider=wallet&state=${opening.state}&result=approved`;
  assert.equal(await client.returned("org.example.shop", back.replace(opening.state, "A".repeat(32))), undefined);
  assert.equal(await client.returned("org.example.other", back), undefined);
  const known = await client.returned("org.example.shop", back);
  assert.deepEqual([known.opening_id, known.status], [opening.opening_id, "waiting"], "the link lied, and the provider did not");
  assert.equal(await client.returned("org.example.shop", back), undefined, "a link counts once");
});

test("all methods that read can be called, and answer what their types say", async () => {
  const { currencies } = await client.call("list_currencies", {});
  assert.deepEqual(currencies.map(({ code }) => code), ["LTC", "XMR"]);
  assert.ok((await client.call("get_amount_range_for_currency", { currency: "LTC" })).pay.max);
  assert.ok(Number((await client.call("get_balance", { currency: "LTC" })).available) > 90);
  assert.ok((await client.call("addresses_for_currency", { currency: "LTC", limit: 1 })).next);
  assert.equal((await client.call("list_services", {})).services[0].spec, "payments");
  assert.ok((await client.call("get_service_definition", { service: "payments" })).templates.payment_order);
  const { methods } = await client.call("rpc.discover", {});
  const typed = fs.readFileSync(new URL("../src/generated/methods.ts", import.meta.url), "utf8");
  for (const { name } of methods) assert.ok(typed.includes(`  ${JSON.stringify(name)}: { params`), name);
  const invoice = await client.invoice({ currency: "LTC", amount: "1" });
  assert.deepEqual((await client.call("list_invoice_transfers", { invoice_id: invoice.invoice_id })).transfers, []);
  assert.equal((await client.cancelInvoice(invoice.invoice_id)).state, "cancelled");
  const { address } = await client.newAddress({ currency: "LTC", label: "donations" });
  const order = await client.pay({ currency: "LTC", address, amount: "3" }, { reference: "to cancel" });
  assert.equal((await client.cancelPayment(order.order_id)).state, "cancelled");
});
