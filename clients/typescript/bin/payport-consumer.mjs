#!/usr/bin/env node
// The consumer behind a few verbs, for a suite that judges consumers: one JSON object in each line of the standard input, and
// an answer in a line of the standard output. PAYPORT_RUNTIME and PAYPORT_STATE name the folders.

import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import { Payport, PayportError } from "payport";

const APP = { app_id: "org.payport.consumer", name: "Payport for Node.js", version: "0.1.0", scopes: ["receive", "pay"] };
const PATIENCE_MS = 3000;

/** The client's own codes, and what the suite calls them. All others are reasons of the provider. */
const CODES = {
  untrusted_file: "untrusted", no_common_version: "wrong_version", downgrade: "wrong_version", violation: "not_proven",
  handshake_refused: "refused", busy: "refused", connection_lost: "refused", outcome_unknown: "unknown_outcome",
  pairing_expired: "expired", several_providers: "other", wrong_service: "other", other_params: "request_conflict",
  forgotten_request: "unknown_outcome",
};

const write = (value) => process.stdout.write(JSON.stringify(value) + "\n");
let client, events, nextEvent;

function connected() {
  client ??= new Payport(APP, {
    provider: "wallet", patienceMs: PATIENCE_MS,
    onCode: ({ code, questionId }) => write({ show: { code, ...(questionId ? { question_id: questionId } : {}) } }),
  });
  return client;
}

const VERBS = {
  async pair() {
    if (client?.status.state === "stopped") client.retry();
    const { status } = await connected().session();
    return { status };
  },

  invoice: ({ currency, amount, request_id }) =>
    connected().invoice({ currency, ...(amount === undefined ? {} : { amount }) }, request_id === undefined ? undefined : { request_id }),

  pay: ({ currency, address, amount, max_fee, request_id = randomUUID() }) =>
    connected().pay({ currency, address, amount, ...(max_fee === undefined ? {} : { max_fee }) }, { request_id }),

  async status({ id, request_id }) {
    if (id?.startsWith("inv_")) return (await connected().call("get_invoice_request_status", { invoice_id: id })).invoice;
    const what = id === undefined ? { request_id } : { order_id: id };
    return (await connected().call("get_payment_order_status", what)).payment_order;
  },

  async events({ count, hold }) {
    events ??= connected().events();
    const handled = [];
    while (handled.length < count) {
      const { value, done } = await (nextEvent ?? events.next());
      if (done) break;
      const isGap = value.kind === "resynchronised";
      if (value.kind === "event") handled.push(value);
      if (hold && handled.length === hold) {
        write({ handling: { cursor: value.cursor, type: value.type } });
        await new Promise(() => {}); // until the suite kills this program in the middle of handling the event
      }
      // An event counts as handled once the next one is asked for.
      nextEvent = events.next();
      nextEvent.catch(() => undefined);
      if (isGap) return { gap: true };
    }
    return { events: handled };
  },
};

function failure(error) {
  if (!(error instanceof PayportError)) return { code: "other", sentence: String(error?.message ?? error) };
  // What may have been done is open, whatever stood in the way of knowing; only these say so by names of their own.
  const reason = error.code === "outcome_unknown" ? error.cause.code : error.code;
  const isOpen = error.outcome === "unknown" && !["internal_error", "request_conflict", "other_params"].includes(reason);
  const code = isOpen ? "unknown_outcome" : CODES[reason] ?? reason;
  return { code, sentence: error.message, ...(error.requestId ? { request_id: error.requestId } : {}) };
}

for await (const line of createInterface({ input: process.stdin })) {
  if (line.trim() === "") continue;
  try {
    const { verb, ...params } = JSON.parse(line);
    if (!Object.hasOwn(VERBS, verb)) {
      write({ ok: false, error: { code: "cannot", sentence: `There is no verb ${verb}.` } });
      continue;
    }
    const result = await VERBS[verb](params);
    if (result?.gap) write({ ok: false, error: { code: "cursor_too_old", sentence: "Some events are gone: read the lists." } });
    else write({ ok: true, result });
  } catch (error) {
    write({ ok: false, error: failure(error) });
  }
}
client?.close();
