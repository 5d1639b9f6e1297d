// All of one payment: what it is, and what became of it.

import { h } from "../base/dom.js";
import { harmless } from "../base/names.js";
import { dayAndTime } from "../base/times.js";
import { isKey, language, pieces, t, wordOf } from "../base/words.js";
import { addressView, button, claim, fact, failureLine, failureText, field, icon, isOwn, money, nameOf, stateOf } from "./parts.js";

/**
 * @typedef {import("./parts.js").State} State
 * @typedef {import("./parts.js").Send} Send
 */

/**
 * @param {State} state
 * @param {Send} send
 * @param {string} text
 * @param {string} label
 */
const copy = (state, send, text, label) => button(state.copied?.text !== text ? label : state.copied.failed ? t("not_copied") : t("copied"),
  () => send({ type: "copy", text }), { class: "button small", "data-test": "copy" });

/**
 * @param {State} state
 * @param {Send} send
 * @param {string | undefined} id
 */
const transaction = (state, send, id) => id !== undefined && fact(t("transaction"), [addressView(id), " ", copy(state, send, id, t("copy"))], "long");

/**
 * @param {number} count
 * @param {number} wanted
 */
const confirmed = (count, wanted) => count >= wanted ? t("confirmations_enough", { count }) : t("confirmations", { count, wanted });

/** @param {import("../generated/owner").PaymentMoment[]} history */
const moments = (history) => h("ol", { class: "moments" }, history.map((each, at) => {
  const key = `moment.${each.what}${each.by ? `_${each.by}` : ""}`;
  return h("li", { key: at }, h("span", null, isKey(key) ? t(key) : wordOf("moment", each.what)), h("time", { datetime: each.at }, dayAndTime(each.at, language)));
}));

/**
 * @param {State} state
 * @param {Send} send
 * @param {import("../generated/owner").OwnerOrder} order
 * @param {import("../generated/owner").PaymentMoment[]} history
 */
function orderStory(state, send, order, history) {
  const { currency } = order, { text, kind } = stateOf(order), payee = order.payee ?? state.payments.payees[order.address];
  const { naming } = state.payments;
  return [
    h("p", { class: "large" }, "−", money(order.amount, currency, "huge")),
    h("p", { class: `state ${kind}` }, text, order.group === "in_flight" && ` · ${confirmed(order.confirmations, order.confirmations_wanted)}`),
    h("dl", { class: "facts" },
      fact(t("app"), nameOf(order.app)),
      order.description && fact(t("note"), claim(order.description), "long"),
      payee && fact(t("payee"), h("bdi", null, harmless(payee))),
      order.lightning && fact(t("to_node"), addressView(order.lightning.node), "long"),
      fact(t("to"), [addressView(order.address), " ", copy(state, send, order.address, t("copy"))], "long"),
      order.fee !== undefined && fact(t("fee"), money(order.fee, currency)),
      order.total !== undefined && fact(t("total"), money(order.total, currency), "total"),
      order.reason && fact(t("reason"), wordOf("failure", order.reason)),
      fact(t("confirmations_short"), confirmed(order.confirmations, order.confirmations_wanted)),
      transaction(state, send, order.transaction_id)),
    // Each Lightning invoice is another recipient, which nobody will pay again.
    !order.lightning && h("form", {
      class: "row", key: "naming", onsubmit: (/** @type {any} */ event) => {
        event.preventDefault();
        send({ type: "name", address: order.address, name: (state.typed[`payee:${order.id}`] ?? "").trim() });
      },
    }, field(state, send, `payee:${order.id}`, t("payee_name"), { maxlength: "64" }), h("button", { class: "button", type: "submit" }, t("save"))),
    naming?.address === order.address && failureLine(naming.failure.reason, naming.failure.data),
    h("h2", null, t("story")), moments(history),
  ];
}

/** @param {{size: number, rows: string[]}} drawn */
export function code({ size, rows }) {
  let path = "";
  rows.forEach((row, y) => {
    for (const run of row.matchAll(/1+/g)) path += `M${(run.index ?? 0) + 4} ${y + 4}h${run[0].length}v1h-${run[0].length}z`;
  });
  const edge = size + 8;
  return h("svg", { class: "qr", viewBox: `0 0 ${edge} ${edge}`, role: "img", "aria-label": t("qr") }, h("rect", { class: "qr-ground", width: edge, height: edge }),
    h("path", { class: "qr-ink", d: path }));
}

/**
 * @param {State} state
 * @param {Send} send
 * @param {import("../generated/owner").OwnerInvoice} invoice
 */
function invoiceStory(state, send, invoice) {
  const { currency } = invoice, { text, kind } = stateOf(invoice), { qr, noQR } = state.payments;
  const scanned = invoice.uri ?? invoice.address;
  const isOpen = invoice.state === "pending" || invoice.state === "processing";
  const shown = invoice.payment === "none" ? invoice.amount : invoice.received;
  return [
    h("p", { class: "large" }, shown === undefined ? t("any_amount") : [invoice.payment !== "none" && "+", money(shown, currency, "huge")]),
    h("p", { class: `state ${kind}` }, text),
    isOpen && h("div", { class: "receive", "data-test": "receive-sheet" }, qr && qr.text === scanned ? code(qr) : null,
      noQR?.text === scanned && h("p", { class: "hint", role: "status" }, t("no_qr"), " ", failureText(noQR.failure.reason)),
      h("div", { class: "receive-address" }, h("h2", null, t("receive_at")), addressView(invoice.address), h("p", null, copy(state, send, invoice.address, t("copy_address"))),
        h("p", { class: "hint" }, t("receive_until", { when: dayAndTime(invoice.expires_at, language) })))),
    h("dl", { class: "facts" },
      fact(t("app"), isOwn(invoice.app) ? t("no_app") : nameOf(invoice.app)),
      invoice.description && fact(t("note"), claim(invoice.description), "long"),
      invoice.amount !== undefined && fact(t("asked"), money(invoice.amount, currency)),
      fact(t("received"), money(invoice.received, currency)),
      fact(t("confirmed"), money(invoice.confirmed, currency)),
      !isOpen && fact(t("address"), addressView(invoice.address), "long")),
    h("h2", null, t("story")),
    h("ol", { class: "moments" }, h("li", { key: "made" }, h("span", null, t("moment.made")), h("time", { datetime: invoice.created_at }, dayAndTime(invoice.created_at, language))),
      (invoice.transfers ?? []).map((each) => h("li", { key: each.transaction_id }, h("span", null, pieces("moment.arrived", { amount: money(each.amount, currency) }),
        " · ", wordOf("transfer", each.state), ` · ${confirmed(each.confirmations, invoice.confirmations_wanted)}`, addressView(each.transaction_id)),
      h("time", { datetime: each.first_seen_at }, dayAndTime(each.first_seen_at, language))))),
  ];
}

/**
 * @param {State} state
 * @param {Send} send
 */
export function story(state, send) {
  const { story: found, failure } = state.payments;
  const it = found?.order ?? found?.invoice;
  return [
    h("p", { key: "back" }, h("a", { class: "back", href: "#/money" }, icon("back", "small"), t("back_to_money"))),
    h("h1", { key: "title", tabindex: "-1" }, found?.invoice ? t("incoming") : t("outgoing")),
    failure ? h("p", { key: "failure", role: "alert" }, failureText(failure.reason, failure.data)) : !it && h("p", { key: "looking", class: "hint" }, t("looking")),
    it && h("article", { class: "card story", key: it.id, "data-test": "story" },
      found?.order ? orderStory(state, send, found.order, found.history ?? []) : found?.invoice && invoiceStory(state, send, found.invoice)),
  ];
}
