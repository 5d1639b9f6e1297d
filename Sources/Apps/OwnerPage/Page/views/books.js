// Statements to look at and to keep, and the log of every decision with its chain.

import { h } from "../base/dom.js";
import { harmless } from "../base/names.js";
import { dateOf, dayAndTime, period } from "../base/times.js";
import { counted, isKey, language, pieces, t } from "../base/words.js";
import { chart } from "./chart.js";
import { keyOf } from "../state/books.js";
import { button, choice, failureLine, field, money, notice } from "./parts.js";

/**
 * @typedef {import("./parts.js").State} State
 * @typedef {import("./parts.js").Send} Send
 */

/** @param {State} state */
function wanted(state) {
  const { typed } = state, name = typed.period ?? "month";
  const range = name === "own" ? { from: typed.from ?? "", to: typed.to ?? "" } : period(name, new Date());
  return { ...range, currency: typed["books-currency"] || undefined, app: typed["books-app"] || undefined };
}

/**
 * @param {State} state
 * @param {Send} send
 */
function statements(state, send) {
  const asked = wanted(state), { books } = state, isWhole = /^\d{4}-\d\d-\d\d$/.test(asked.from) && /^\d{4}-\d\d-\d\d$/.test(asked.to);
  const off = isWhole ? undefined : "true", codes = (state.standing?.wallets ?? []).map((each) => each.code);
  const approved = (state.apps.listed ?? []).filter((each) => each.status !== "denied");
  // What stands under a choice is of that choice.
  const isShown = books.shown === keyOf(asked, "json") && books.sections;
  return h("section", { class: "card", key: "statements" }, h("h2", null, t("statement")),
    h("div", { class: "row" },
      choice(state, send, "period", t("period"), /** @type {Array<[string, string]>} */ (["month", "last_month", "year", "last_year", "ever", "own"].map((each) =>
        [each, t(/** @type {any} */ (`period.${each}`))]))),
      (state.typed.period ?? "month") === "own" && field(state, send, "from", t("from"), { type: "date", max: dateOf(new Date()) }),
      (state.typed.period ?? "month") === "own" && field(state, send, "to", t("before"), { type: "date" }),
      choice(state, send, "books-currency", t("currency"), [["", t("all")], ...codes.map((code) => /** @type {[string, string]} */ ([code, code]))]),
      choice(state, send, "books-app", t("app"), [["", t("all")], ...approved.map((each) => /** @type {[string, string]} */ ([each.app.key, harmless(each.app.name)]))])),
    !isWhole && h("p", { class: "hint" }, t("days_needed")),
    h("div", { class: "answers" },
      button(books.latest.show ? t("making") : t("show_statement"), () => isWhole && send({ type: "statement", wanted: asked, format: "json", use: "show" }),
        { class: "button yes", "data-test": "statement", "aria-disabled": off }),
      /** @type {const} */ (["pdf", "csv", "text", "json"]).map((format) => button(books.latest.file?.key === keyOf(asked, format) ? t("making") : t(`download.${format}`),
        () => isWhole && send({ type: "statement", wanted: asked, format, use: "file" }),
        { class: "button", "data-test": `download-${format}`, "aria-disabled": off }))),
    failureLine(books.failure), saved(books.saved),
    isShown && (isShown.length === 0 ? h("p", { class: "empty-line", role: "status" }, t("statement_empty")) : isShown.map((section) =>
      h("section", { class: "section", key: section.currency, "data-test": "section" }, h("h3", null, section.currency),
        h("dl", { class: "facts columns" },
          [["opening_balance", section.opening], ["came", section.in], ["went", section.out], ["fees", section.fees], ["closing", section.closing]].map(([name, amount]) =>
            h("div", { class: `fact ${name === "closing" ? "total" : ""}`, key: name }, h("dt", null, t(/** @type {any} */ (name))), h("dd", null, money(amount, section.currency))))),
        chart(section.days, section.currency), days(section)))));
}

/** @param {import("../state/books.js").Books["saved"]} file */
const saved = (file) => file && h("p", { class: file.place === "none" ? "hint" : "worked", role: "status", "data-test": "saved" },
  pieces(/** @type {const} */ ({ browser: "saved_by_browser", window: "saved_file", none: "saved_nowhere" })[file.place], { name: h("bdi", null, harmless(file.name)) }));

/** @param {import("../state/books.js").Section} section */
const days = (section) => h("details", null, h("summary", null, counted("payments_one", "payments", section.rows.length)), h("div", { class: "scrolls", tabindex: "0", role: "region", "aria-label": `${t("by_day")}, ${section.currency}` },
  h("table", null, h("thead", null, h("tr", null, /** @type {const} */ (["day", "came", "went", "fees", "balance"]).map((name) => h("th", { scope: "col", key: name }, t(name))))),
    h("tbody", null, section.days.slice(-400).map((day) => h("tr", { key: day.day }, h("th", { scope: "row" }, day.day),
      [day.in, day.out, day.fees, day.balance].map((amount, at) => h("td", { key: at }, money(amount, section.currency)))))))));

/** @param {State} state */
function verdict(state) {
  const { verified, followed, verifying } = state.books;
  if (verifying) return h("p", { role: "status", class: "hint" }, t("verifying"));
  if (!verified) return null;
  const isGood = verified.ok && (followed === null || followed.broken === null);
  return h("div", { role: "status", "data-test": "verdict" }, notice(isGood ? "good" : "bad",
    h("p", null, verified.ok ? counted("verified_one", "verified", verified.entries ?? 0) : `${t("not_verified")} ${verified.message ?? ""}`),
    followed && h("p", null, followed.broken === null ? counted("followed_one", "followed", followed.checked) : t("broken", { entry: followed.broken })),
    verified.note && h("p", { class: "hint" }, t("note_it"), " ", h("code", null, verified.note))));
}

/**
 * @param {State} state
 * @param {Send} send
 */
function audit(state, send) {
  const { entries, next, verifying } = state.books;
  return h("section", { class: "card", key: "audit" }, h("h2", null, t("audit")), h("p", { class: "hint" }, t("audit_why")),
    h("div", { class: "answers" }, button(t("verify"), () => !verifying && send({ type: "verify" }), { class: "button", "data-test": "verify" })), verdict(state), failureLine(state.books.auditFailure),
    h("ol", { class: "audit" }, entries.map((each) => {
      const key = `audit.${each.kind}`;
      return h("li", { key: each.entry, value: each.entry }, h("div", { class: "audit-line" },
        h("span", null, h("span", { class: "number" }, String(each.entry)), " ", isKey(key) ? t(key) : each.kind, each.name && [" · ", h("bdi", null, harmless(each.name))]),
        h("time", { datetime: each.at }, dayAndTime(each.at, language))));
    })),
    next !== undefined && button(t("more"), () => send({ type: "audit.more" }), { class: "button" }));
}

/**
 * @param {State} state
 * @param {Send} send
 */
export const books = (state, send) => [h("h1", { key: "title", tabindex: "-1" }, t("books")), statements(state, send), audit(state, send)];
