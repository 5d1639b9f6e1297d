// All payments in one list, of which only what can be seen is in the document.

import { h } from "../base/dom.js";
import { harmless } from "../base/names.js";
import { dayOf, timeOfDay } from "../base/times.js";
import { language, t } from "../base/words.js";
import { filtered, isOrder, timeline } from "../state/payments.js";
import { icon, money, nameOf, stateOf } from "./parts.js";

/**
 * @typedef {import("./parts.js").State} State
 * @typedef {import("../state/payments.js").Payment} Payment
 * @typedef {{payments: Payment[], tops: Float64Array, heads: Uint8Array, height: number}} Layout
 */

const ROW = 4.5, HEAD = 2.75;

/** @type {{orders: unknown, invoices: unknown, all: Payment[]}} */
let whole = { orders: null, invoices: null, all: [] };
/** @type {{all: unknown, filter: string, rem: number, layout: Layout}} */
let laid = { all: null, filter: "", rem: 0, layout: { payments: [], tops: new Float64Array(), heads: new Uint8Array(), height: 0 } };

/** @type {WeakMap<Payment, number>} */
const days = new WeakMap();

/**
 * The day of a payment here, as a number. A page of a long list that arrives has only its own days computed.
 * @param {Payment} payment
 */
function dayKey(payment) {
  let day = days.get(payment);
  if (day === undefined) {
    const date = new Date(payment.created_at);
    day = date.getFullYear() * 512 + date.getMonth() * 32 + date.getDate();
    days.set(payment, day);
  }
  return day;
}

/**
 * Where each payment stands; made anew only where the payments or the filter are others.
 * @param {State} state
 * @returns {Layout}
 */
export function layout(state) {
  const { orders, invoices } = state.payments, { rem } = state.scroll;
  if (whole.orders !== orders || whole.invoices !== invoices) whole = { orders, invoices, all: timeline(orders, invoices) };
  const { typed } = state;
  const filter = { query: typed.query ?? "", way: typed.way ?? "", currency: typed.currency ?? "", app: typed.app ?? "" };
  const key = JSON.stringify(filter);
  if (laid.all === whole.all && laid.filter === key && laid.rem === rem) return laid.layout;
  const payments = filtered(whole.all, filter);
  const tops = new Float64Array(payments.length), heads = new Uint8Array(payments.length);
  let top = 0, day = -1;
  payments.forEach((each, at) => {
    const its = dayKey(each);
    heads[at] = its === day ? 0 : 1;
    day = its;
    tops[at] = top;
    top += (ROW + (heads[at] ? HEAD : 0)) * rem;
  });
  laid = { all: whole.all, filter: key, rem, layout: { payments, tops, heads, height: top } };
  return laid.layout;
}

/**
 * The first payment that ends below a place.
 * @param {Float64Array} tops
 * @param {number} place
 */
function firstAt(tops, place) {
  let low = 0, high = tops.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (tops[middle] <= place) low = middle + 1;
    else high = middle;
  }
  return Math.max(0, low - 1);
}

/** @type {WeakMap<Payment, import("../base/dom.js").ElementView>} */
const rows = new WeakMap();

/**
 * The row of a payment, which is made once: a payment that changes is another object.
 * @param {Payment} payment
 */
function row(payment) {
  const known = rows.get(payment);
  if (known) return known;
  const made = rowOf(payment);
  rows.set(payment, made);
  return made;
}

/** @param {Payment} payment */
function rowOf(payment) {
  const isOut = isOrder(payment), { text, kind } = stateOf(payment);
  const invoice = /** @type {import("../generated/owner").OwnerInvoice} */ (payment);
  const order = /** @type {import("../generated/owner").OwnerOrder} */ (payment);
  const shown = isOut ? payment.amount ?? "0" : invoice.payment === "none" ? invoice.amount : invoice.received;
  const isReal = !isOut ? invoice.payment !== "none" : !/^(rejected|expired|cancelled|failed)$/.test(order.state);
  return h("a", { key: "row", class: `payment ${kind} ${isReal ? "" : "unreal"}`, href: `#/money/${payment.id}` },
    icon(isOut ? "out" : "in", isOut ? "way-out" : "way-in"),
    h("span", { class: "payment-name" }, h("span", { class: "visually-hidden" }, isOut ? t("outgoing") : t("incoming"), ": "),
      isOut && order.payee ? h("bdi", null, harmless(order.payee)) : nameOf(payment.app)),
    h("span", { class: "payment-amount" }, shown === undefined ? t("any_amount") : [isReal && (isOut ? "−" : "+"), money(shown, payment.currency)]),
    h("span", { class: "payment-note" }, payment.description ? h("bdi", null, harmless(payment.description, 90)) : h("bdi", { dir: "ltr" }, payment.address)),
    h("span", { class: `payment-state state ${kind}` }, text, " · ", timeOfDay(payment.created_at, language)));
}

/** @param {State} state */
export function payments(state) {
  const { payments: all, tops, heads, height } = layout(state);
  const { rem, top, seen } = state.scroll;
  const from = Math.max(0, firstAt(tops, top - seen / 2)), to = Math.min(all.length, firstAt(tops, top + seen * 1.5) + 1);
  const shown = [];
  for (let at = from; at < to; at += 1) {
    const payment = all[at];
    shown.push(h("li", { key: payment.id, recycled: true, "aria-setsize": all.length, "aria-posinset": at + 1, class: "timeline-row", "--top": `${tops[at]}px` },
      heads[at] === 1 && h("p", { key: "day", class: "day" }, dayOf(payment.created_at, language)), row(payment)));
  }
  return h("ul", { id: "timeline", class: "timeline", height: `${height}px`, "--row": `${ROW * rem}px`, "--head": `${HEAD * rem}px` }, shown);
}
