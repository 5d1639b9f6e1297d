// What several views are made of.

import { groups } from "../base/addresses.js";
import { isAmbiguous, typedAmount } from "../base/amounts.js";
import { h } from "../base/dom.js";
import { harmless } from "../base/names.js";
import { t, wordOf } from "../base/words.js";

/**
 * @typedef {import("../base/dom.js").Child} Child
 * @typedef {import("../state/effects.js").Event} Event
 * @typedef {import("../state/reducer.js").State} State
 * @typedef {(event: Event) => void} Send
 */

/** @type {Record<string, string>} */
const PATHS = {
  now: "M12 3a6 6 0 0 0-6 6c0 5-2 6.500-2 8h16c0-1.500-2-3-2-8a6 6 0 0 0-6-6zM10 20a2 2 0 0 0 4 0",
  money: "M4 8h13M14 4.500 17.500 8 14 11.500M20 16H7M10 12.500 6.500 16 10 19.500",
  apps: "M4 4h6.500v6.500H4zM13.500 4H20v6.500h-6.500zM4 13.500h6.500V20H4zM13.500 13.500H20V20h-6.500z",
  books: "M6 3.500h12v17H6zM9 8h6M9 12h6M9 16h3.500",
  health: "M3 12.500h4l2.500-6.500 4 12.500 2.500-6H21",
  lock: "M6 11h12v9H6zM8.500 11V8a3.500 3.500 0 0 1 7 0v3",
  unlock: "M6 11h12v9H6zM8.500 11V7.500a3.500 3.500 0 0 1 6.800-1.200",
  in: "M12 4v15M5.500 12.500 12 19l6.500-6.500",
  out: "M12 20V5M5.500 11.500 12 5l6.500 6.500",
  back: "M14.500 5.500 8 12l6.500 6.500",
  ok: "M5 12.500l4.500 4.500L19 7.500",
  no: "M6.500 6.500l11 11M17.500 6.500l-11 11",
  warn: "M12 4 2.500 20h19zM12 10v4.500M12 17v.5",
  own: "M12 11.500a4 4 0 1 0 0-8 4 4 0 0 0 0 8M4.500 20.500a7.500 7.500 0 0 1 15 0",
  more: "M9.500 5.500 16 12l-6.500 6.500",
};

/**
 * @param {string} name
 * @param {string} [kind]
 */
export const icon = (name, kind = "") => h("svg", { class: `icon ${kind}`, viewBox: "0 0 24 24", "aria-hidden": "true", focusable: "false" },
  h("path", { d: PATHS[name] }));

/**
 * Whether it is the owner, who made an invoice without an app.
 * @param {{key: string}} app
 */
export const isOwn = (app) => app.key === "owner";

/** The owner, marked by a picture, since an app can have any text as its name. */
const you = () => h("span", { class: "name own" }, h("svg", { class: "icon small", viewBox: "0 0 24 24", role: "img", "aria-label": t("owner") },
  h("path", { d: PATHS.own })), t("you"));

/**
 * What an app is called: text of somebody else's, which turns nothing around it.
 * @param {{name: string, key: string}} app
 */
export const nameOf = (app) => isOwn(app) ? you() : h("bdi", { class: "name" }, harmless(app.name) || t("nameless"));

/**
 * @param {string} claimed
 * @param {number} [most]
 */
export const claim = (claimed, most = 1000) => h("bdi", { class: "claim" }, harmless(claimed, most));

/**
 * An amount as it is, with its currency; nothing of it is left out.
 * @param {string} amount
 * @param {string} currency
 * @param {string} [kind]
 */
export const money = (amount, currency, kind = "") =>
  h("bdi", { class: `money ${kind}` }, h("span", { class: "figure" }, amount.replace(/^-/, "−")), "\u00a0", h("span", { class: "unit" }, currency));

/**
 * An address in groups of four; what differs from another one is marked by more than a colour.
 * @param {string} address
 * @param {string | null} [other]
 */
export const addressView = (address, other = null) => h("bdi", { class: "address", dir: "ltr" },
  groups(address, other).map((group) => h(group.differs ? "mark" : "span", { class: "group" }, group.text)));

/**
 * @param {Child | Child[]} label
 * @param {() => void} action
 * @param {Record<string, unknown>} [props]
 */
export const button = (label, action, props = {}) => h("button", { type: "button", class: "button", ...props, onclick: action }, label);

/**
 * A field whose text is in the state, with its label above it.
 * @param {State} state
 * @param {Send} send
 * @param {string} field
 * @param {string} label
 * @param {Record<string, unknown>} [props]
 * @param {Child} [hint]
 */
export function field(state, send, field, label, props = {}, hint = null) {
  const id = `field-${field.replace(/[^A-Za-z0-9_-]/g, "_")}`;
  return h("div", { class: "field" }, h("label", { for: id }, label), h("input", {
    id, type: "text", autocomplete: "off", spellcheck: "false", value: state.typed[field] ?? "", ...(hint && { "aria-describedby": `${id}-hint` }), ...props,
    oninput: (/** @type {any} */ event) => send({ type: "typed", field, value: event.target.value }),
  }), hint && h("p", { class: "hint", id: `${id}-hint` }, hint));
}

/**
 * A field for an amount, which says why what was typed is none.
 * @param {State} state
 * @param {Send} send
 * @param {string} name
 * @param {string} label
 * @param {Record<string, unknown>} [props]
 * @param {Child} [hint]
 */
export function amountField(state, send, name, label, props = {}, hint = null) {
  const typed = (state.typed[name] ?? "").trim(), isWrong = typed !== "" && typedAmount(typed) === null;
  const why = !isWrong ? hint : isAmbiguous(typed) ? t("amount_ambiguous", { point: typed.replace(",", "."), whole: typed.replace(",", "") }) : t("amount_wrong");
  return field(state, send, name, label, { inputmode: "decimal", ...props, "aria-invalid": isWrong ? "true" : undefined }, why);
}

/**
 * Whether what was typed twice is the same; nothing is said before the second was begun.
 * @param {State} state
 * @param {string} name
 */
export function isRepeated(state, name) {
  return (state.typed[name] ?? "") === (state.typed[`${name}_again`] ?? "");
}

/**
 * The second of two fields for what nobody sees being typed.
 * @param {State} state
 * @param {Send} send
 * @param {string} name
 * @param {string} label
 */
export function repeatField(state, send, name, label) {
  const isWrong = (state.typed[`${name}_again`] ?? "") !== "" && !isRepeated(state, name);
  return field(state, send, `${name}_again`, label, { type: "password", autocomplete: "new-password", "aria-invalid": isWrong ? "true" : undefined },
    isWrong ? t("not_the_same") : null);
}

/**
 * @param {State} state
 * @param {Send} send
 * @param {string} field
 * @param {string} label
 * @param {Array<[string, string]>} options
 * @param {string} [initial]
 */
export function choice(state, send, field, label, options, initial = options[0]?.[0] ?? "") {
  const id = `field-${field.replace(/[^A-Za-z0-9_-]/g, "_")}`;
  return h("div", { class: "field" }, h("label", { for: id }, label), h("select", {
    id, value: state.typed[field] ?? initial, onchange: (/** @type {any} */ event) => send({ type: "typed", field, value: event.target.value }),
  }, options.map(([value, text]) => h("option", { value, key: value }, text))));
}

/**
 * A sheet above everything, which Escape closes.
 * @param {string} title
 * @param {() => void} close
 * @param {...Child} content
 */
export const dialog = (title, close, ...content) => h("dialog", {
  key: `dialog ${title}`, class: "dialog", modal: true, "aria-labelledby": "dialog-title",
  oncancel: (/** @type {any} */ event) => {
    event.preventDefault();
    close();
  },
}, h("h2", { id: "dialog-title" }, title), ...content);

/**
 * @param {"good" | "warn" | "bad" | "plain"} kind
 * @param {...Child} content
 */
export const notice = (kind, ...content) => h("div", { class: `notice ${kind}` }, icon(kind === "good" ? "ok" : "warn"), h("div", null, ...content));

/**
 * Why something had no effect, said to a person.
 * @param {string} reason
 * @param {import("../generated/owner").FailureData} [data]
 */
export function failureText(reason, data = {}) {
  const said = wordOf("failure", reason);
  if (data.tries_left !== undefined) return `${said} ${t("tries_left", { count: data.tries_left })}`;
  if (data.retry_after_ms !== undefined) return `${said} ${t("retry_in", { seconds: Math.ceil(data.retry_after_ms / 1000) })}`;
  return said;
}

/**
 * Why what was asked for here had no effect; nothing where it had one.
 * @param {string | undefined} reason
 * @param {import("../generated/owner").FailureData} [data]
 */
export const failureLine = (reason, data) => reason ? h("p", { class: "failure", role: "alert" }, failureText(reason, data)) : null;

/**
 * @param {Child | Child[]} term
 * @param {Child | Child[]} value
 * @param {string} [kind]
 */
export const fact = (term, value, kind = "") => h("div", { class: `fact ${kind}` }, h("dt", null, term), h("dd", null, value));

/**
 * The words for where a payment is, with the sign that goes with them.
 * @param {import("../state/payments.js").Payment} payment
 * @returns {{text: string, kind: string}}
 */
export function stateOf(payment) {
  const kinds = { waiting: "wait", in_flight: "way", ended: "done" };
  const order = /** @type {import("../generated/owner").OwnerOrder} */ (payment);
  if (!payment.id.startsWith("ord_")) {
    const invoice = /** @type {import("../generated/owner").OwnerInvoice} */ (payment);
    const bad = invoice.state === "invalid" || invoice.state === "expired" && invoice.payment === "none" || invoice.state === "cancelled";
    const text = invoice.payment === "partial" || invoice.payment === "over" || invoice.payment === "late"
      ? `${wordOf("invoice", invoice.state)} · ${wordOf("paid", invoice.payment)}` : wordOf("invoice", invoice.state);
    return { text, kind: bad ? "none" : invoice.state === "settled" ? "done" : kinds[payment.group] };
  }
  if (order.reversed_at) return { text: t("order.reversed"), kind: "bad" };
  if (order.waiting_for) return { text: wordOf("waiting_for", order.waiting_for), kind: "wait" };
  if (order.in_doubt) return { text: t("order.in_doubt"), kind: "wait" };
  const bad = order.state === "failed" ? "bad" : /^(rejected|expired|cancelled)$/.test(order.state) ? "none" : kinds[payment.group];
  return { text: wordOf("order", order.state), kind: bad };
}
