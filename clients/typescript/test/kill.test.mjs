// An app is killed at every step of a payment, started again, and repeats: the wallet makes one payment.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Payport } from "payport";
import { app, Payd } from "./support/payd.mjs";

const here = (name) => fileURLToPath(new URL(`./support/${name}`, import.meta.url));
const AMOUNT = "0.01";
let payd, client;

before(async () => {
  payd = await Payd.start({ limits: "ask: never, per_period: 50" });
  client = await Payport.connect(app, payd.options());
});
after(async () => {
  client?.close();
  await payd.stop();
});

/** A payment to an invoice of the same wallet, whose transfers tell how often it was made. */
async function newPayment(reference) {
  const { invoice_id, address } = await client.invoice({ currency: "LTC", amount: AMOUNT });
  return { invoice_id, job: { state: payd.state, runtime: payd.runtime, app, params: { currency: "LTC", address, amount: AMOUNT }, once: { reference } } };
}

function run(job, environment = {}) {
  return new Promise((resolve) => {
    const child = spawn(process.execPath, ["--import", here("kill.mjs"), here("payer.mjs"), JSON.stringify(job)],
      { env: { ...process.env, ...environment }, stdio: ["ignore", "pipe", "pipe"] });
    let out = "", err = "";
    child.stdout.on("data", (data) => { out += data; });
    child.stderr.on("data", (data) => { err += data; });
    child.on("close", (code, signal) => resolve({ order: code === 0 ? JSON.parse(out) : undefined, signal, err }));
  });
}

/** The transfers of the invoices, once all orders that there are have reached the network and blocks have confirmed them. */
async function timesPaid(payments) {
  const orders = [];
  for (let page, before; page === undefined || (before = page.next);) {
    page = await client.call("list_payment_orders", before === undefined ? { limit: 100 } : { limit: 100, before });
    orders.push(...page.payment_orders);
  }
  for (let order of orders) {
    while (["received", "approved", "submitting"].includes(order.state)) order = await client.paymentChanged(order);
  }
  await payd.owner("mock", "mine", 6);
  for (const order of orders) assert.equal((await client.paymentEnded(order)).state, "succeeded");
  const counts = [];
  for (const { invoice_id } of payments) {
    let { invoice } = await client.call("get_invoice_request_status", { invoice_id });
    const made = orders.filter(({ address }) => address === invoice.address).length;
    while (invoice.transfers.length < made || invoice.state !== "settled") invoice = await client.invoiceChanged(invoice);
    counts.push([invoice.transfers.length + (invoice.earlier_transfers ?? 0), invoice.state]);
  }
  return counts;
}

test("killed at every step of a payment and repeated: one payment", async (context) => {
  const trace = join(payd.folder, "trace");
  const { job } = await newPayment("trace");
  assert.ok((await run(job, { TRACE: trace })).order);
  const steps = readFileSync(trace, "utf8").split("\n");
  const stored = steps.indexOf("linkSync"), sent = steps.indexOf("send");
  assert.ok(stored > 0 && steps.slice(0, stored).includes("fsyncSync") && steps.slice(stored, sent).includes("fsyncSync"),
    `the request is synced, named and synced again before it is sent: ${steps}`);
  assert.ok(steps.includes("receive") && steps.lastIndexOf("linkSync") > steps.indexOf("receive"), `the answer is received and noted: ${steps}`);

  assert.equal(steps.length, 18, `README.md names this number: ${steps}`);

  const kills = steps.flatMap((name, at) => [{ KILL_AT: at + 1 }, ...(name === "writeFileSync" ? [{ KILL_AT: at + 1, KILL_TORN: "1" }] : [])]);
  const payments = [];
  const one = async (kill) => {
    const payment = await newPayment(`step ${JSON.stringify(kill)}`);
    const killed = await run(payment.job, kill);
    assert.equal(killed.signal, "SIGKILL", killed.err);
    const repeated = await run(payment.job);
    assert.ok(repeated.order, repeated.err);
    // The test's own client has the same state: a third repetition, in another process.
    const again = await client.pay(payment.job.params, payment.job.once);
    assert.equal(again.order_id, repeated.order.order_id);
    payments.push(payment);
  };
  for (let at = 0; at < kills.length; at += 2) await Promise.all(kills.slice(at, at + 2).map(one));
  const counts = await timesPaid(payments);
  assert.deepEqual(counts, counts.map(() => [1, "settled"]));
  assert.equal(counts.length, kills.length);
  context.diagnostic(`${kills.length} kills at ${steps.length} steps: ${counts.length} payments, each made once`);
});

test("two processes of one app at once, one of them killed at any step: one payment", async (context) => {
  const payments = [];
  for (const kill of [0, 2, 4, 7, 8, 9, 10, 12]) {
    const payment = await newPayment(`both ${kill}`);
    const [one, two] = await Promise.all([run(payment.job, kill ? { KILL_AT: kill } : {}), run(payment.job)]);
    assert.ok(two.order, two.err);
    assert.equal(one.signal, kill ? one.signal : null);
    const again = await run(payment.job);
    assert.equal(again.order.order_id, two.order.order_id);
    payments.push(payment);
  }
  const counts = await timesPaid(payments);
  assert.deepEqual(counts, counts.map(() => [1, "settled"]));
  context.diagnostic(`${counts.length} pairs of processes: ${counts.length} payments, each made once`);
});

test("the control: without the store, a repetition after a kill pays again", async () => {
  const payment = await newPayment("control");
  const killed = await run(payment.job, { KILL_AT: 10 });
  assert.equal(killed.signal, "SIGKILL");
  rmSync(join(payd.state, "node", "requests"), { recursive: true });
  assert.ok((await run(payment.job)).order);
  assert.deepEqual(await timesPaid([payment]), [[2, "settled"]]);
});
