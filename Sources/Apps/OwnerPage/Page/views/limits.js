// A limit is a bar: what is used, what of that is still on its way, and what is left. It is dragged or typed, and then set.

import { compare, less, permille, STEPS, stepOf, sum, typedAmount } from "../base/amounts.js";
import { h } from "../base/dom.js";
import { dayAndTime } from "../base/times.js";
import { language, pieces, t, wordOf } from "../base/words.js";
import { inFlight } from "../state/payments.js";
import { amountField, button, choice, dialog, failureLine, money } from "./parts.js";

/**
 * @typedef {import("./parts.js").State} State
 * @typedef {import("./parts.js").Send} Send
 * @typedef {import("../generated/owner").AppBudget} AppBudget
 */

/**
 * What of a budget is still on its way, as far as the page knows the payments.
 * @param {State} state
 * @param {string} app
 * @param {AppBudget} budget
 */
const onItsWay = (state, app, budget) => sum(inFlight(state.payments.orders).filter((each) => each.app.key === app
  && each.currency === budget.currency).map((each) => each.total ?? each.amount));

/**
 * @param {State} state
 * @param {string} app
 * @param {AppBudget} budget
 */
function bar(state, app, budget) {
  const { currency, used, limits } = budget, most = limits.per_period, moving = onItsWay(state, app, budget), flight = compare(moving, used) > 0 ? used : moving;
  const share = most === undefined ? 0 : permille(less(used, flight), most), way = most === undefined ? 0 : permille(flight, most);
  return h("div", { class: "limit-bar" },
    h("svg", { class: "bar", viewBox: "0 0 1000 16", preserveAspectRatio: "none", "aria-hidden": "true" },
      h("rect", { class: "bar-ground", width: "1000", height: "16" }),
      h("rect", { class: "bar-used", width: String(share), height: "16" }),
      h("rect", { class: "bar-way", x: String(share), width: String(Math.min(way, 1000 - share)), height: "16" })),
    h("dl", { class: "bar-words" },
      h("div", null, h("dt", { class: "used" }, t("used")), h("dd", null, money(less(used, flight), currency))),
      h("div", null, h("dt", { class: "way" }, t("on_its_way")), h("dd", null, money(flight, currency))),
      h("div", null, h("dt", null, t("left_now")), h("dd", null, budget.left === undefined ? t("no_limit") : money(budget.left, currency))),
      h("div", null, h("dt", null, wordOf("limit_per", limits.period)), h("dd", null, limits.per_period === undefined ? t("no_limit") : money(limits.per_period, currency)))));
}

/**
 * @param {State} state
 * @param {Send} send
 * @param {string} app
 * @param {AppBudget} budget
 */
function one(state, send, app, budget) {
  const { currency, limits } = budget, about = `${app}:${currency}`;
  const typed = state.typed[`most:${about}`] ?? "", amount = typedAmount(typed), most = amount ?? limits.per_period, ask = state.typed[`ask:${about}`] ?? limits.ask;
  const above = state.typed[`above:${about}`] ?? "", per = state.typed[`per:${about}`] ?? limits.period;
  const asks = ask === "above" ? typedAmount(above || limits.ask_above || "") === null ? null : `above ${typedAmount(above || limits.ask_above || "")}` : ask;
  const id = `range-${currency}`, isGood = asks !== null && (typed === "" || amount !== null);
  const asked = () => limits.ask === "above" && limits.ask_above !== undefined
    ? pieces("asks.above_amount", { amount: money(limits.ask_above, currency) }) : wordOf("asked_now", limits.ask);
  return h("section", { class: "limit", key: currency, "data-test": `limit-${currency}` }, h("h3", null, currency),
    h("p", { class: "hint" }, asked(),
    limits.per_payment !== undefined && [" · ", pieces("per_payment", { amount: money(limits.per_payment, currency) })],
    limits.count !== undefined && ` · ${t("at_most_count", { count: limits.count })}`),
    bar(state, app, budget),
    h("div", { class: "field" }, h("label", { for: id }, pieces("drag", { currency })), h("input", {
      id, type: "range", min: "0", max: String(STEPS.length - 1), step: "1", value: String(most === undefined ? STEPS.length - 1 : stepOf(most)),
      "aria-valuetext": most === undefined ? t("no_limit") : `${most} ${currency} ${wordOf("per", per)}`,
      // A slip of the mouse must not let an app pay: it is set with the button, as what is typed.
      oninput: (/** @type {any} */ event) => send({ type: "typed", field: `most:${about}`, value: STEPS[Number(event.target.value)] }),
    })),
    h("form", {
      class: "row", onsubmit: (/** @type {any} */ event) => {
        event.preventDefault();
        if (!isGood) return;
        send({ type: "limit", app, currency, change: {
          ...(amount !== null && { per_period: amount }), ...(per !== limits.period && { period: per }), ...((ask !== limits.ask || above !== "") && { ask: asks }),
        } });
        send({ type: "cleared", fields: [`most:${about}`, `above:${about}`, `ask:${about}`, `per:${about}`] });
      },
    },
    amountField(state, send, `most:${about}`, t("limit_amount"), { placeholder: limits.per_period ?? t("no_limit"), "data-test": `most-${currency}` }),
    choice(state, send, `per:${about}`, t("always_period"), [["day", t("per.day")], ["week", t("per.week")], ["month", t("per.month")]], limits.period),
    choice(state, send, `ask:${about}`, t("asking"), [["always", t("asks.always")], ["above", t("asks.above")], ["never", t("asks.never")], ["refuse", t("asks.refuse")]], limits.ask),
    ask === "above" && amountField(state, send, `above:${about}`, t("ask_above"),
      { placeholder: limits.ask_above ?? "0.1" }, asks === null ? t("amount_needed") : null),
    h("button", {
      class: "button yes", type: "submit", "data-test": `set-${currency}`, "aria-disabled": isGood ? undefined : "true",
    }, t("set"))),
    failureLine(state.apps.failures[`limit:${about}`]),
    state.apps.done === `limit:${about}` && h("p", { class: "worked", role: "status" },
      limits.per_period === undefined ? t("limit_set_none") : pieces("limit_set", { amount: money(limits.per_period, currency), period: wordOf("per", limits.period) }), " ", asked(), "."),
    h("p", { class: "hint" }, pieces("resets", { when: dayAndTime(budget.resets_at, language) }), " ",
      limits.per_period !== undefined && button(t("remove_limit"), () => send({ type: "ask", about: { what: "unlimited", app, currency } }), { class: "button small quiet" }),
      budget.own && button(t("as_configured"), () => send({ type: "limit", app, currency, change: { clear: true } }), { class: "button small quiet" })),
    state.confirm?.what === "unlimited" && state.confirm.app === app && state.confirm.currency === currency && dialog(t("remove_limit_sure"), () => send({ type: "unask" }),
      h("p", null, asked(), "."),
      h("div", { class: "answers" }, button(t("remove_limit"), () => {
        send({ type: "limit", app, currency, change: { per_period: "none" } });
        send({ type: "unask" });
      }, { class: "button danger", "data-test": "unlimited-sure" }), button(t("cancel"), () => send({ type: "unask" })))));
}

/**
 * @param {State} state
 * @param {Send} send
 * @param {import("../generated/owner").ListedApp} app
 */
export function limits(state, send, app) {
  const { key } = app.app, budgets = state.apps.grants.find((each) => each.app.key === key)?.budgets ?? [];
  return h("section", { class: "card", key: "limits" }, h("h2", null, t("limits")), h("p", { class: "hint" }, t("limits_why")),
    budgets.map((budget) => one(state, send, key, budget)));
}
