// What comes and goes: the currencies, what waits to be paid to the owner, and the timeline.

import { compare, less, sum, typedAmount } from "../base/amounts.js";
import { h } from "../base/dom.js";
import { counted, t, wordOf } from "../base/words.js";
import { inFlight, ongoing } from "../state/payments.js";
import { amountField, choice, failureLine, failureText, field, icon, money as amountOf, nameOf } from "./parts.js";
import { story } from "./story.js";
import { layout, payments } from "./timeline.js";

/**
 * @typedef {import("./parts.js").State} State
 * @typedef {import("./parts.js").Send} Send
 */

/**
 * What a wallet holds, or why it does not say.
 * @param {import("../generated/owner").WalletHolding | undefined} held
 * @param {string} code
 */
function holding(held, code) {
  if (!held) return h("p", { class: "hint" }, t("looking"));
  const { available, pending, locked, ready, reason } = held;
  if (available === undefined) return h("p", { class: "hint" }, t("says_nothing"), " ", failureText(reason ?? "wallet_unavailable"));
  return [
    h("p", { class: "tile-amount" }, amountOf(available, code)), h("p", { class: "hint" }, ready === "ready" ? t("available") : t("available_then")),
    pending !== undefined && compare(pending, "0") > 0 && h("p", { class: "hint" }, `${t("pending")} `, amountOf(pending, code)),
    locked !== undefined && compare(locked, "0") > 0 && h("p", { class: "hint" }, `${t("set_aside")} `, amountOf(locked, code)),
  ];
}

/** @param {State} state */
function currencies(state) {
  const wallets = state.standing?.wallets ?? [];
  return h("ul", { class: "tiles", key: "tiles" }, wallets.map((wallet) => {
    const { code } = wallet, section = state.books.totals?.find((each) => each.currency === code);
    const coming = sum(inFlight(state.payments.invoices).filter((each) => each.currency === code).map((each) => less(each.received, each.confirmed)));
    const going = sum(inFlight(state.payments.orders).filter((each) => each.currency === code).map((each) => each.total ?? each.amount));
    return h("li", { class: "tile", key: code }, h("h2", null, code, h("span", { class: `badge ${wallet.ready}` }, wordOf("wallet", wallet.ready))),
      h("div", { "data-test": `held-${code}` }, holding(state.wallets.held?.find((each) => each.code === code), code)),
      section && h("p", { class: "hint" }, `${t("through_payport")} `, amountOf(section.closing, code)),
      state.books.totalsFailure && h("p", { class: "hint" }, `${t("through_payport")} `, failureText(state.books.totalsFailure)),
      (coming !== "0" || going !== "0") && h("p", { class: "hint" }, coming !== "0" && [`${t("coming")} `, amountOf(coming, code), " "],
        going !== "0" && [`${t("going")} `, amountOf(going, code)]));
  }));
}

/**
 * An address for the owner alone, without an app.
 * @param {State} state
 * @param {Send} send
 */
function receive(state, send) {
  const { typed } = state, { busy, failure } = state.wallets, codes = (state.standing?.wallets ?? []).map((each) => each.code);
  const currency = typed.receive_currency ?? codes[0], given = (typed.receive_amount ?? "").trim(), amount = given === "" ? "" : typedAmount(given);
  return h("details", { class: "card", key: "receive" }, h("summary", { class: "h2", "data-test": "receive-open" }, t("receive_own")), h("p", { class: "hint" }, t("receive_own_why")),
    failureLine(failure), h("form", {
      onsubmit: (/** @type {any} */ event) => {
        event.preventDefault();
        if (amount !== null && currency && !busy) send({ type: "receive", currency, amount, description: (typed.receive_note ?? "").trim() });
      },
    }, h("div", { class: "row" }, choice(state, send, "receive_currency", t("currency"), codes.map((code) => /** @type {[string, string]} */ ([code, code]))),
      amountField(state, send, "receive_amount", t("receive_amount"), {}, t("receive_amount_why")),
      field(state, send, "receive_note", t("receive_note"), { maxlength: "1000" }, t("receive_note_why"))),
    h("div", { class: "answers" }, h("button", { class: "button yes", type: "submit", "data-test": "receive-make", "aria-disabled": amount === null || busy ? "true" : undefined },
      busy ? t("making") : t("receive_make")))));
}

/** @param {State} state */
function receiving(state) {
  const waiting = ongoing(state.payments.invoices).filter((each) => each.state === "pending" || each.state === "processing").slice(0, 6);
  if (waiting.length === 0) return null;
  return h("section", { class: "card", key: "receiving" }, h("h2", null, t("receive")), h("p", { class: "hint" }, t("receive_why")),
    h("ul", { class: "lines" }, waiting.map((each) => h("li", { key: each.id }, h("a", { class: "line", href: `#/money/${each.id}`, "data-test": "receive" },
      icon("in", "small"), h("span", { class: "line-name" }, nameOf(each.app), h("span", { class: "hint" }, ` · ${wordOf("invoice", each.state)}`)),
      each.amount === undefined ? t("any_amount") : amountOf(each.amount, each.currency))))));
}

/**
 * @param {State} state
 * @param {Send} send
 */
function filters(state, send) {
  const codes = (state.standing?.wallets ?? []).map((each) => each.code);
  const { payments: shown } = layout(state);
  const loading = Object.values(state.payments.loading).some((each) => each !== "all");
  return h("div", { class: "filters", key: "filters", role: "search" },
    field(state, send, "query", t("search"), { type: "search", placeholder: t("search_what") }),
    choice(state, send, "way", t("show"), [["", t("way.all")], ["in", t("way.in")], ["out", t("way.out")], ["open", t("way.open")]]),
    choice(state, send, "currency", t("currency"), [["", t("all")], ...codes.map((code) => /** @type {[string, string]} */ ([code, code]))]),
    h("p", { class: "hint count", role: "status" }, counted("found_one", "found", shown.length), loading && ` ${t("still_loading")}`));
}

/**
 * @param {State} state
 * @param {Send} send
 */
export function money(state, send) {
  if (state.route.id) return story(state, send);
  return [
    h("h1", { key: "title", tabindex: "-1" }, t("money")),
    currencies(state), receive(state, send), receiving(state),
    h("section", { class: "card", key: "timeline" }, h("h2", null, t("timeline")), filters(state, send),
      layout(state).payments.length === 0 && h("p", { class: "empty-line" }, t("no_payments")), payments(state)),
  ];
}
