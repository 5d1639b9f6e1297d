// One question, large: who asks, for what, to whom, what it costs and what is left. A yes says what was seen.

import { sum } from "../base/amounts.js";
import { h } from "../base/dom.js";
import { harmless } from "../base/names.js";
import { dayAndTime, timeOfDay } from "../base/times.js";
import { counted, isKey, language, pieces, t, wordOf } from "../base/words.js";
import { lookalikeOf } from "../state/payments.js";
import { alwaysOf, answerable, rested } from "../state/questions.js";
import { addressView, amountField, button, choice, claim, fact, failureText, field, money, nameOf, notice } from "./parts.js";

/**
 * @typedef {import("./parts.js").State} State
 * @typedef {import("./parts.js").Send} Send
 * @typedef {import("../state/questions.js").Asked} Asked
 * @typedef {Extract<import("../generated/owner").Question, {kind: "payment"}>} PaymentQuestion
 * @typedef {Extract<import("../generated/owner").Question, {kind: "pairing"}>} PairingQuestion
 */

/** @type {import("../generated/owner").Scope[]} */
const SCOPES = ["receive", "pay", "balance", "prove", "statement"];

/** @param {import("../generated/owner").Question} question */
const who = (question) => {
  const { app } = question.kind === "pairing" ? question : question.order;
  const own = app.name !== app.claimed_name;
  return h("div", { class: "who" },
    h("p", { class: "says" }, own ? pieces("claims_name", { name: claim(app.claimed_name, 60) }) : t("claimed_name"), " · ",
      h("span", { class: "fingerprint", title: t("fingerprint") }, app.fingerprint)),
    question.process ? h("p", { class: "says" }, pieces("run_by", { program: claim(question.process, 200) })) : h("p", { class: "says" }, t("run_by_nobody")));
};

/** @param {Asked} asked */
function changed(asked) {
  return asked.changes.map(({ what, before }) => {
    const key = `change.${what}`;
    return h("li", { key: what }, isKey(key) ? t(key) : what, ": ", before ? pieces("was_before", { before: claim(before, 200) }) : t("was_absent"));
  });
}

/**
 * @param {State} state
 * @param {Send} send
 * @param {Asked} asked
 */
function changeNotice(state, send, asked) {
  if (asked.changes.length === 0) return null;
  const { id } = asked.question;
  return h("div", { class: "notice warn", role: "alert", key: "changed" }, h("div", null, h("strong", null, t("changed_title")),
    h("ul", null, changed(asked)),
    button(t("changed_seen"), () => send({ type: "acknowledge", id, revision: asked.revision }),
      { class: "button", "aria-disabled": disabled(!rested(state.questions, state.at)), "data-test": "acknowledge" })));
}

/**
 * @param {State} state
 * @param {Send} send
 * @param {Asked} asked
 */
const pinField = (state, send, asked) => asked.question.needs_pin || asked.failure?.reason === "pin_required" || asked.failure?.reason === "wrong_pin"
  ? field(state, send, `pin:${asked.question.id}`, t("pin"), { type: "password", class: "pin", key: "pin" }, t("pin_why")) : null;

/** @param {Asked} asked */
const failure = (asked) => asked.failure
  ? h("div", { class: "notice bad", role: "alert", key: "failure" }, h("div", null, failureText(asked.failure.reason, asked.failure.data))) : null;

/**
 * Whether an answer counts for nothing just now, and its button shows that.
 * @param {State} state
 * @param {Asked} asked
 */
const isOff = (state, asked) => state.provider !== "there" || !answerable(state.questions, asked.question.id, state.at);

/** @param {boolean} isIt */
const disabled = (isIt) => isIt ? "true" : undefined;

/**
 * @param {State} state
 * @param {Send} send
 * @param {Asked} asked
 * @param {import("../base/dom.js").Child | import("../base/dom.js").Child[]} yes
 * @param {boolean} possible
 * @param {string | null} [always] The standing permission that the words of the yes name.
 */
function answers(state, send, asked, yes, possible, always) {
  const { id } = asked.question, aim = { id, revision: asked.revision };
  const feeCap = asked.question.kind === "payment" ? asked.question.order.fee_cap : undefined;
  const lookalike = lookalikeOf(state.payments, asked.question), isNoYes = !possible || asked.changes.length > 0;
  return h("div", { class: "answers", key: "answers" },
    button(asked.busy === "approve" ? t("sending") : yes, () => send({ type: "approve", ...aim, feeCap, always, lookalike }),
      { class: "button yes", "aria-disabled": disabled(isNoYes || isOff(state, asked)), "data-test": "approve" }),
    button(asked.busy === "deny" ? t("sending") : t("deny"), () => send({ type: "deny", ...aim }),
      { class: "button no", "aria-disabled": disabled(isOff(state, asked)), "data-test": "deny" }),
    button(t("later"), () => send({ type: "later", id }), { class: "button quiet", "data-test": "later" }));
}

/**
 * @param {State} state
 * @param {PaymentQuestion} question
 */
function recipient(state, question) {
  const { order, paid_before: before } = question;
  if (order.lightning) {
    const { node, description, expires_at: until } = order.lightning;
    return h("div", { class: "recipient" }, h("h3", null, t("to_node")), addressView(node),
      description && h("p", null, claim(description), " ", h("span", { class: "hint" }, t("invoice_says"))),
      h("p", { class: "hint" }, t("new_invoice", { when: dayAndTime(until, language) })));
  }
  const similar = lookalikeOf(state.payments, question);
  const name = order.payee ?? state.payments.payees[order.address];
  return h("div", { class: "recipient" }, h("h3", null, t("to")), name && h("p", { class: "payee" }, h("bdi", null, harmless(name))),
    addressView(order.address, similar),
    similar && notice("bad", h("strong", null, t("lookalike")), h("p", null, t("lookalike_other")), addressView(similar)),
    before.in_all === 0 ? h("p", { class: "first" }, t("first_time"))
      : h("p", { class: "hint" }, counted("paid_before_one", "paid_before", before.in_all),
        before.last_at && ` ${t("last_time", { when: dayAndTime(before.last_at, language) })}`,
        before.by_app === 0 && ` ${t("not_by_this_app")}`));
}

/** @param {PaymentQuestion} question */
function costs({ order, budget, short_of_funds: short }) {
  const { currency } = order;
  return h("dl", { class: "facts" },
    order.fee_cap !== undefined && fact(t("fee"), h("span", null, order.fee !== undefined && order.fee !== order.fee_cap
      && [money(order.fee, currency), ", "], pieces("at_most", { amount: money(order.fee_cap, currency) }))),
    order.fee_cap !== undefined && fact(t("total"), pieces("at_most", { amount: money(sum([order.amount, order.fee_cap]), currency) }), "total"),
    budget?.left_after !== undefined && fact(wordOf("left_of", budget.period), money(budget.left_after, currency)),
    budget?.payments_left_after !== undefined && fact(t("payments_left"), String(budget.payments_left_after)),
    budget && !budget.fits && fact(t("limit"), h("strong", null, t("over_limit")), "bad"),
    short && fact(t("wallet"), h("strong", null, t("short_of_funds")), "bad"),
    order.expires_at && fact(t("until"), timeOfDay(order.expires_at, language)));
}

/**
 * @param {State} state
 * @param {Send} send
 * @param {Asked} asked
 */
function always(state, send, asked) {
  const { id } = asked.question, isOpen = state.questions.unfolded === id;
  // Whether it is open is in the state: what was typed there counts only while it is.
  const turn = (/** @type {Event} */ event) => {
    event.preventDefault();
    send({ type: "question.fold", id, open: !isOpen });
  };
  return h("details", { class: "more", key: "more", open: isOpen }, h("summary", { onclick: turn }, t("more_answers")),
    h("p", { class: "hint" }, t("always_why")),
    h("div", { class: "row" }, amountField(state, send, `always:${id}`, t("always_amount")),
      choice(state, send, `period:${id}`, t("always_period"), [["day", t("per.day")], ["week", t("per.week")], ["month", t("per.month")]], "week")),
    h("p", null, button(t("deny_always"), () => send({ type: "deny", id, revision: asked.revision, always: true }),
      { class: "button no", "aria-disabled": disabled(isOff(state, asked)), "data-test": "deny-always" })));
}

/**
 * All that a yes gives, in words.
 * @param {PaymentQuestion["order"]} order
 * @param {string | null | undefined} permission
 */
function yes({ amount, currency, fee_cap: cap }, permission) {
  if (cap === undefined) return t("approve");
  const parts = { amount: money(amount, currency), cap: money(cap, currency) };
  const [most, period] = permission?.split("/") ?? [];
  // One piece of text, which breaks between words.
  return h("span", null, most === undefined ? pieces("approve_amount", parts)
    : pieces("approve_always", { ...parts, most: money(most, currency), per: wordOf("per", period) }));
}

/**
 * @param {State} state
 * @param {Send} send
 * @param {Asked} asked
 * @param {PaymentQuestion} question
 */
function payment(state, send, asked, question) {
  const { order } = question, unit = order.currency;
  const permission = alwaysOf(state.typed, question.id);
  const possible = order.fee_cap !== undefined && permission !== null && (!question.needs_pin || (state.typed[`pin:${question.id}`] ?? "") !== "");
  return [
    h("h2", { id: "question-title", class: "asks", tabindex: "-1" }, pieces("wants_to_pay", { app: nameOf(order.app) })),
    h("p", { class: "large" }, money(order.amount, unit, "huge")),
    who(question),
    recipient(state, question),
    order.description && h("div", { class: "note" }, h("h3", null, t("note")), h("p", null, claim(order.description)), h("p", { class: "hint" }, t("note_claim"))),
    costs(question),
    changeNotice(state, send, asked), failure(asked),
    order.fee_cap === undefined && notice("warn", t("fee_unknown")),
    asked.away && h("p", { class: "hint", role: "status", key: "away" }, t("asked_again")),
    pinField(state, send, asked),
    answers(state, send, asked, yes(order, permission), possible, permission),
    always(state, send, asked),
    question.behind > 0 && h("p", { class: "hint" }, counted("behind_one", "behind", question.behind)),
  ];
}

/**
 * @param {State} state
 * @param {Send} send
 * @param {Asked} asked
 * @param {PairingQuestion} question
 */
function pairing(state, send, asked, question) {
  const chosen = new Set(state.questions.scopes[question.id] ?? question.granted);
  const code = state.typed[`code:${question.id}`] ?? "";
  const limits = Object.entries(question.unasked ?? {});
  return [
    h("h2", { id: "question-title", class: "asks", tabindex: "-1" }, pieces("wants_to_connect", { app: nameOf(question.app) })),
    who(question),
    h("p", { class: "hint" }, pieces("claimed_id", { id: claim(question.app_id, 80), version: claim(question.version, 40) })),
    field(state, send, `code:${question.id}`, t("code"), {
      inputmode: "numeric", maxlength: "6", pattern: "[0-9]{6}", class: "code", autocomplete: "one-time-code", "data-test": "code",
      oninput: (/** @type {any} */ event) => send({ type: "typed", field: `code:${question.id}`, value: event.target.value.replace(/[^0-9]/g, "").slice(0, 6) }),
    }, t("code_why")),
    h("fieldset", { class: "scopes" }, h("legend", null, t("may")), SCOPES.map((scope) => h("label", { class: "check", key: scope },
      h("input", {
        type: "checkbox", checked: chosen.has(scope),
        onchange: (/** @type {any} */ event) => send({ type: "scope", id: question.id, scope, granted: event.target.checked }),
      }),
      h("span", null, h("strong", null, wordOf("scope", scope)), h("span", { class: "hint" }, wordOf("scope_why", scope),
        question.scopes.includes(scope) ? ` ${t("asked_for")}` : ""))))),
    chosen.has("pay") && limits.length > 0 && notice("plain", h("strong", null, t("unasked")), h("ul", null, limits.map(([currency, each]) =>
      h("li", { key: currency }, each.ask_above !== undefined ? pieces("unasked_to", { amount: money(each.ask_above, currency) }) : t("unasked_any", { currency }),
        each.per_period !== undefined && [", ", pieces("unasked_in_all", { amount: money(each.per_period, currency), period: wordOf("per", each.period) })])))),
    changeNotice(state, send, asked), failure(asked), pinField(state, send, asked),
    answers(state, send, asked, t("connect"), /^[0-9]{6}$/.test(code)),
  ];
}

/**
 * @param {State} state
 * @param {Send} send
 * @param {Asked} asked
 */
export function sheet(state, send, asked) {
  const { question } = asked;
  return h("article", { class: "sheet", key: question.id, "aria-labelledby": "question-title", "data-test": "sheet", "data-kind": question.kind },
    question.kind === "pairing" ? pairing(state, send, asked, question) : payment(state, send, asked, question));
}

/**
 * A question that waits beside the open one, in a line.
 * @param {Send} send
 * @param {Asked} asked
 */
export function waiting(send, asked) {
  const { question } = asked;
  const { app } = question.kind === "pairing" ? question : question.order;
  return h("li", { key: question.id }, h("button", { type: "button", class: "line", onclick: () => send({ type: "question.open", id: question.id }) },
    h("span", { class: "line-name" }, nameOf(app), asked.later && h("span", { class: "hint" }, ` · ${t("put_off")}`)),
    question.kind === "pairing" ? h("span", null, t("connect_short")) : money(question.order.amount, question.order.currency)));
}
