// The program behind the verbs of a conformance suite, driven as the suite drives it.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { after, before, test } from "node:test";
import { fileURLToPath } from "node:url";
import { Payd } from "./support/payd.mjs";

let payd;
before(async () => { payd = await Payd.start({ limits: "ask: above 1, per_period: 50, per_payment: 5" }); });
after(() => payd.stop());

class Consumer {
  constructor() {
    this.process = spawn(process.execPath, [fileURLToPath(new URL("../bin/payport-consumer.mjs", import.meta.url))],
      { env: { ...process.env, PAYPORT_RUNTIME: payd.runtime, PAYPORT_STATE: payd.state }, stdio: ["pipe", "pipe", "inherit"] });
    this.ended = new Promise((resolve) => this.process.once("exit", resolve));
    this.lines = createInterface({ input: this.process.stdout })[Symbol.asyncIterator]();
  }

  async ask(question) {
    this.process.stdin.write(JSON.stringify(question) + "\n");
    for (;;) {
      const answer = JSON.parse((await this.lines.next()).value);
      if (!answer.show) return answer;
      await payd.owner("approve", answer.show.question_id, "--code", answer.show.code);
    }
  }
}

test("pair, invoice, pay, status and events; killed and started again it goes on", async () => {
  let consumer = new Consumer();
  assert.deepEqual(await consumer.ask({ verb: "pair" }), { ok: true, result: { status: "approved" } });
  const invoice = (await consumer.ask({ verb: "invoice", currency: "LTC", amount: "0.25" })).result;
  assert.equal((await consumer.ask({ verb: "status", id: invoice.invoice_id })).result.state, "pending");
  const request_id = "9d3e8a10-6f1b-4d27-b0c9-5e7f2a6b8d04";
  const pay = { verb: "pay", currency: "LTC", address: invoice.address, amount: "0.25", request_id };
  const order = (await consumer.ask(pay)).result;
  assert.equal(order.request_id, request_id);
  const first = (await consumer.ask({ verb: "events", count: 2 })).result.events;
  consumer.process.kill("SIGKILL");
  await consumer.ended;

  consumer = new Consumer();
  assert.equal((await consumer.ask(pay)).result.order_id, order.order_id);
  assert.equal((await consumer.ask({ verb: "status", request_id })).result.order_id, order.order_id);
  assert.equal((await consumer.ask({ verb: "status", id: order.order_id })).result.request_id, request_id);
  const more = (await consumer.ask({ verb: "events", count: 1 })).result.events;
  assert.equal(Number(more[0].cursor), Number(first[1].cursor) + 1);
  assert.equal((await consumer.ask({ ...pay, amount: "0.3" })).error.code, "request_conflict");
  assert.equal((await consumer.ask({ ...pay, amount: "6", request_id: undefined })).error.code, "budget_exceeded");
  assert.equal((await consumer.ask({ verb: "fly" })).error.code, "cannot");
  await payd.kill();
  const { error } = await consumer.ask({ verb: "status", id: order.order_id });
  assert.equal(error.code, "no_provider");
  consumer.process.stdin.end();
  assert.equal(await consumer.ended, 0);
});
