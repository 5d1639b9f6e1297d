// What waits for the owner, and what moves by itself.

import { h } from "../base/dom.js";
import { counted, outcomeOf, pieces, t, wordOf } from "../base/words.js";
import { inFlight, ongoing } from "../state/payments.js";
import { askedOf } from "../state/questions.js";
import { icon, money, nameOf, stateOf } from "./parts.js";
import { sheet, waiting } from "./question.js";

/**
 * @typedef {import("./parts.js").State} State
 * @typedef {import("./parts.js").Send} Send
 */

/**
 * What has become of a question. Where nothing told why it is over, the payment itself says it, once it was read.
 * @param {State} state
 * @param {State["questions"]["ended"][number]} ended
 */
function outcome(state, ended) {
  const order = ended.because === "ended" ? state.payments.orders.find((each) => each.id === ended.id) : undefined;
  if (!order || order.state === "awaiting_approval") {
    return { text: outcomeOf(ended), isGood: ended.because === "approved" };
  }
  const { text, kind } = stateOf(order);
  return { text, isGood: kind !== "bad" && kind !== "none" };
}

/**
 * @param {State} state
 * @param {State["questions"]["ended"][number]} ended
 */
function lately(state, ended) {
  const { question } = ended, { text, isGood } = outcome(state, ended);
  const { app } = question.kind === "pairing" ? question : question.order;
  return h("li", { key: ended.id, class: `outcome ${isGood ? "approved" : ended.because}` },
    icon(isGood ? "ok" : "no", "small"),
    h("span", { class: "line-name" }, h("strong", null, text), " · ", nameOf(app)),
    question.kind === "payment" && money(question.order.amount, question.order.currency));
}

/** @param {State["moved"][number]} moved */
const movedLine = ({ id, money: each }) => h("li", { key: `${id} ${each.id}` },
  h("a", { class: "line", href: `#/money/${each.id}` }, icon(each.kind === "paid_unasked" ? "out" : "in", "small"),
    h("span", { class: "line-name" }, wordOf("moved", each.kind), " · ", nameOf(each.app)), money(each.amount, each.currency)));

/** @param {State} state */
function underWay(state) {
  const moving = [...inFlight(state.payments.orders), ...ongoing(state.payments.invoices).filter((each) => each.group === "in_flight" || each.state === "pending" && each.payment !== "none")].slice(0, 8);
  if (moving.length === 0) return null;
  return h("section", { class: "card", key: "way" }, h("h3", null, t("under_way")), h("ul", { class: "lines" }, moving.map((each) => h("li", { key: each.id },
    h("a", { class: "line", href: `#/money/${each.id}` }, icon(each.id.startsWith("ord_") ? "out" : "in", "small"),
      h("span", { class: "line-name" }, nameOf(each.app), h("span", { class: "hint" }, ` · ${stateOf(each).text}`)),
      money(each.amount ?? /** @type {any} */ (each).received, each.currency))))));
}

/**
 * @param {State} state
 * @param {Send} send
 */
export function now(state, send) {
  const { questions } = state;
  const asked = questions.open === null ? undefined : askedOf(questions, questions.open);
  const others = questions.asked.filter((each) => each !== asked);
  const count = questions.asked.length;
  return [
    h("h1", { key: "title", tabindex: "-1" }, count === 0 ? t("nothing_waits") : counted("waits_one", "waits", count)),
    asked ? sheet(state, send, asked) : count === 0 ? h("div", { class: "card empty", key: "empty" }, icon("ok", "big"),
      h("p", null, questions.ready ? t("nothing_waits_why") : t("looking"))) : null,
    others.length > 0 && h("section", { class: "card", key: "others" }, h("h3", null, asked ? t("also_waiting") : t("put_off_all")),
      h("ul", { class: "lines" }, others.map((each) => waiting(send, each)))),
    questions.ended.length > 0 && h("section", { class: "card", key: "ended" }, h("h3", null, t("lately")),
      h("ul", { class: "lines" }, questions.ended.map((each) => lately(state, each)))),
    underWay(state),
    state.moved.length > 0 && h("section", { class: "card", key: "moved" }, h("h3", null, t("moved")),
      h("ul", { class: "lines" }, state.moved.slice(0, 8).map(movedLine))),
    state.standing && h("p", { class: "hint foot", key: "foot" }, pieces("provider_is", { name: h("bdi", null, state.standing.provider) })),
  ];
}

