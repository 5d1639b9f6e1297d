// Whether all is well, and what to do where it is not; the lock, the PIN and backups.

import { typedAmount } from "../base/amounts.js";
import { h } from "../base/dom.js";
import { dateOf, dayAndTime } from "../base/times.js";
import { counted, language, pieces, t, wordOf } from "../base/words.js";
import { takesWord } from "../state/health.js";
import { addressView, amountField, button, choice, claim, dialog, field, icon, isRepeated, money, notice, repeatField } from "./parts.js";

/**
 * @typedef {import("./parts.js").State} State
 * @typedef {import("./parts.js").Send} Send
 * @typedef {import("../base/dom.js").Child} Child
 * @typedef {import("../generated/owner").SendsReport} SendsReport
 */

/**
 * @param {"good" | "warn" | "bad"} kind
 * @param {Child | Child[]} title
 * @param {Child | Child[]} [advice]
 * @param {string} [key]
 */
const item = (kind, title, advice = null, key) => h("li", { class: `check-item ${kind}`, key }, icon(kind === "good" ? "ok" : "warn", kind),
  h("div", null, h("p", null, h("strong", null, wordOf("is", kind)), " · ", title), advice && h("p", { class: "hint" }, advice)));

/** @param {import("../generated/owner").CurrencyReport} wallet */
function wallet(wallet) {
  const { trouble } = wallet;
  const title = [t("wallet_of", { code: wallet.code }), ": ", wordOf("wallet", wallet.ready), wallet.height !== undefined && ` · ${t("height", { height: wallet.height })}`];
  if (!trouble) return item(wallet.ready === "ready" ? "good" : "warn", title, wallet.stopped ? t("stopped_why") : null, wallet.code);
  const facts = [trouble.program, trouble.url, trouble.file, trouble.found && `${t("found_instead")} ${trouble.found}`, trouble.percent !== undefined && `${trouble.percent} %`];
  return item(wallet.ready === "syncing" ? "warn" : "bad", title, [wordOf("trouble", trouble.problem), " ", claim(facts.filter(Boolean).join(" · "), 300)], wallet.code);
}

/** @param {State} state */
function checks(state) {
  const { status, pin } = state.health;
  if (!status) return h("p", { class: "hint" }, t("looking"));
  return h("ul", { class: "checks" },
    item("good", pieces("runs", { name: h("bdi", null, status.name), since: dayAndTime(status.started_at, language) }), status.software, "runs"),
    status.locked ? item("warn", t("is_locked"), status.locked_because === "unvouched_ledger" ? t("unvouched_why") : t("is_locked_why"), "lock") : item("good", t("is_unlocked"), null, "lock"),
    status.currencies.map(wallet),
    status.pin ? item("good", t("has_pin"), pin?.tries_left !== undefined ? t("tries_left", { count: pin.tries_left }) : null, "pin") : item("warn", t("has_no_pin"), t("has_no_pin_why"), "pin"),
    status.payments_to_look_at > 0 && item("bad", counted("look_at_one", "look_at", status.payments_to_look_at), t("look_at_why"), "look"),
    status.payments_waiting > 0 && item("warn", counted("go_on_one", "go_on", status.payments_waiting), t("go_on_why"), "go_on"),
    status.orders_reversed.length > 0 && item("bad", counted("reversed_one", "reversed", status.orders_reversed.length), h("a", { href: `#/money/${status.orders_reversed[0].id}` }, t("see_it")), "reversed"),
    status.orders_without_wallet.length > 0 && item("bad", t("without_wallet"), t("without_wallet_why"), "without"));
}

/**
 * @param {State} state
 * @param {Send} send
 */
function lock(state, send) {
  const isLocked = state.standing?.locked ?? false;
  return h("section", { class: "card", key: "lock" }, h("h2", null, t("lock_title")), h("p", { class: "hint" }, t("lock_why")),
    button([icon(isLocked ? "unlock" : "lock", "small"), isLocked ? t("unlock") : t("lock")], () => send({ type: isLocked ? "unlock" : "lock" }),
      { class: "button", "data-test": "health-lock" }));
}

/**
 * @param {State} state
 * @param {Send} send
 */
function pin(state, send) {
  const { typed } = state, codes = (state.standing?.wallets ?? []).map((each) => each.code), status = state.health.pin;
  const amounts = codes.map((code) => [code, (typed[`above-pin:${code}`] ?? "").trim()]).filter(([, text]) => text !== "").map(([code, text]) => [code, typedAmount(text)]);
  const isGood = /^.{6,64}$/.test(typed.new_pin ?? "") && isRepeated(state, "new_pin") && amounts.every(([, amount]) => amount !== null);
  return h("details", { class: "card", key: "pin" }, h("summary", { class: "h2" }, status?.set ? t("change_pin") : t("set_pin")), h("p", { class: "hint" }, t("pin_what")),
    h("form", {
      onsubmit: (/** @type {any} */ event) => {
        event.preventDefault();
        if (isGood) send({ type: "pin.set", pin: typed.new_pin, above: Object.fromEntries(amounts) });
      },
    }, h("div", { class: "row" }, field(state, send, "new_pin", t("new_pin"), { type: "password", autocomplete: "new-password" }, t("pin_length")),
      repeatField(state, send, "new_pin", t("new_pin_again")),
      codes.map((code) => amountField(state, send, `above-pin:${code}`, t("pin_above", { code }), { key: code, placeholder: status?.above?.[code] ?? "0" }))),
    h("div", { class: "answers" }, h("button", { class: "button yes", type: "submit", "data-test": "pin-set", "aria-disabled": isGood ? undefined : "true" }, t("set")),
      status?.set && button(t("clear_pin"), () => send({ type: "pin.clear" }), { class: "button no" }))));
}

/**
 * @param {State} state
 * @param {Send} send
 */
function backup(state, send) {
  const phrase = state.typed.passphrase ?? "", { backup: done } = state.health, isGood = phrase.length >= 8 && isRepeated(state, "passphrase");
  return h("details", { class: "card", key: "backup" }, h("summary", { class: "h2" }, t("backup")), h("p", { class: "hint" }, t("backup_why")),
    done === "absent" ? notice("plain", t("backup_elsewhere"), " ", h("code", null, "payd backup payport.backup")) : h("form", {
      onsubmit: (/** @type {any} */ event) => {
        event.preventDefault();
        if (isGood) send({ type: "backup", passphrase: phrase, name: `payport-${dateOf(new Date())}.backup` });
      },
    }, field(state, send, "passphrase", t("passphrase"), { type: "password", autocomplete: "new-password" }, t("passphrase_why")),
    repeatField(state, send, "passphrase", t("passphrase_again")),
    h("div", { class: "answers" }, h("button", { class: "button yes", type: "submit", "data-test": "backup-make", "aria-disabled": isGood && done !== "busy" ? undefined : "true" }, done === "busy" ? t("making") : t("make_backup"))),
    done === "done" && h("p", { class: "worked", role: "status" }, t("backup_done"))));
}

/**
 * The marks of the wallet that hold an order back; nothing where it is not held back.
 * @param {SendsReport} report
 * @param {string} id
 */
const marksOf = (report, id) => report.held_back?.find((held) => held.order === id)?.marked;

/**
 * A button with a word about what the wallets sent, which looks like none as long as it would not count.
 * @param {State} state
 * @param {string} label
 * @param {() => void} action
 * @param {Record<string, unknown>} props
 */
const word = (state, label, action, props) =>
  button(label, action, { ...props, "aria-disabled": takesWord(state.health, state.at) ? undefined : "true" });

/**
 * A payment that waits for a word about what the wallet sent.
 * @param {State} state
 * @param {Send} send
 * @param {SendsReport} report
 * @param {SendsReport["orders"][number]} order
 */
function held(state, send, report, order) {
  const { id } = order, marks = marksOf(report, id);
  return h("li", { key: id, class: "send" },
    h("a", { href: `#/money/${id}` }, money(order.amount, order.currency)), " ", claim(order.app.name, 80),
    marks && h("p", { class: "hint" }, t("held_back"), " ", marks.length === 0 && t("mark_unknown")),
    marks && transactions(marks),
    h("div", { class: "answers" },
      button(t("was_not_paid"), () => send({ type: "ask", about: { what: "sends.pay", id } }),
        { class: "button", "data-test": "send-pay" }),
      !marks && word(state, t("end_order"), () => send({ type: "sends.cancel", id }), { class: "button no" })),
    // It is signed: only sending its coins back ends it for certain.
    marks && h("p", { class: "hint" }, t("abandon_it"), " ", h("code", null, `payd abandon ${id}`)));
}

/** @param {string[]} ids */
const transactions = (ids) => h("ul", null, ids.map((id) => h("li", { key: id }, addressView(id))));

/**
 * The second word before a payment goes on. It names to the provider what it shows, and nothing else.
 * @param {State} state
 * @param {Send} send
 */
function paySure(state, send) {
  const { sends: report } = state.health, order = report?.orders.find((each) => each.id === state.confirm?.id);
  if (state.confirm?.what !== "sends.pay" || !report || !order) return null;
  const { id } = order, marks = marksOf(report, id);
  const others = report.sends.filter((each) => each.orders.includes(id)).map((each) => each.id);
  return dialog(t("pay_sure"), () => send({ type: "unask" }),
    h("p", null, money(order.amount, order.currency), " ", claim(order.app.name, 80)), h("p", null, t("pay_sure_why")),
    transactions([...new Set([...marks ?? [], ...others])]),
    h("div", { class: "answers" },
      word(state, t("was_not_paid"), () => send({ type: "sends.pay", id, not: marks }),
        { class: "button danger", "data-test": "send-pay-sure" }),
      button(t("cancel"), () => send({ type: "unask" }))));
}

/**
 * What the wallets sent that nobody asked for here, and the payments that wait for a word about it.
 * @param {State} state
 * @param {Send} send
 */
function sends(state, send) {
  const { sends: report } = state.health;
  if (!report || report.sends.length + report.orders.length + report.not_recognised.length === 0) return null;
  return h("section", { class: "card", key: "sends" }, h("h2", null, t("sends")), h("p", { class: "hint" }, t("sends_why")),
    report.not_recognised.map((currency) => h("div", { key: currency }, notice("bad", t("not_recognised", { currency }), " ",
      word(state, t("accept_wallet"), () => send({ type: "sends.accept", currency }), { class: "button small" })))),
    h("ul", { class: "lines" }, report.sends.map((each) => h("li", { key: each.id, class: "send" }, addressView(each.id), h("ul", null, each.outputs.map((output, at) => h("li", { key: at },
      money(output.amount, each.currency), output.address && [" → ", addressView(output.address)]))),
    h("div", { class: "row" }, choice(state, send, `as:${each.id}`, t("what_was_it"), [["own", t("as.own")], ["forgotten", t("as.forgotten")],
      ...each.orders.map((order) => /** @type {[string, string]} */ ([order, t("as.order", { order })]))]),
    word(state, t("say_it"), () => send({ type: "settle", id: each.id, as: state.typed[`as:${each.id}`] ?? "own" }),
      { class: "button" })))),
    report.orders.map((order) => held(state, send, report, order))), paySure(state, send));
}

/**
 * @param {State} state
 * @param {Send} send
 */
export const health = (state, send) => [
  h("h1", { key: "title", tabindex: "-1" }, t("health")),
  state.health.done === "pin.set" && h("p", { class: "worked", role: "status", key: "pin-done" }, t("pin_is_set")),
  sends(state, send),
  h("section", { class: "card", key: "checks" }, checks(state), h("p", null, h("a", { href: "#/setup" }, t("setup_more")))),
  lock(state, send), pin(state, send), backup(state, send),
];
