// What stands around each view: the way between them, the lock, and what holds for all of them.

import { h } from "../base/dom.js";
import { harmless } from "../base/names.js";
import { counted, t, wordOf } from "../base/words.js";
import { isSaidIn } from "../state/failures.js";
import { apps } from "./apps.js";
import { books } from "./books.js";
import { health } from "./health.js";
import { money } from "./money.js";
import { now } from "./now.js";
import { addressView, button, dialog, failureText, field, icon, money as amountOf, nameOf } from "./parts.js";
import { setup } from "./setup.js";

/**
 * @typedef {import("./parts.js").State} State
 * @typedef {import("./parts.js").Send} Send
 */

const VIEWS = /** @type {const} */ (["now", "money", "apps", "books", "health"]);

/** @param {State} state */
const navigation = (state) => h("nav", { class: "nav", key: "nav", "aria-label": t("views") }, h("ul", null, VIEWS.map((view) => {
  const count = view === "now" ? state.questions.asked.length : 0;
  return h("li", { key: view }, h("a", { href: `#/${view}`, "aria-current": state.route.view === view ? "page" : undefined, "data-test": `nav-${view}` },
    icon(view), h("span", null, t(view)), count > 0 && h("span", { class: "count-badge" }, h("span", { "aria-hidden": "true" }, String(count)),
      h("span", { class: "visually-hidden" }, counted("waits_one", "waits", count)))));
})));

/**
 * @param {State} state
 * @param {Send} send
 */
function lock(state, send) {
  if (!state.standing || state.provider !== "there") return null;
  const isLocked = state.standing.locked;
  return button([icon(isLocked ? "lock" : "unlock", "small"), h("span", null, isLocked ? t("unlock") : t("lock"))],
    () => send(isLocked ? { type: "unlock" } : { type: "ask", about: { what: "lock" } }), { class: `button lock ${isLocked ? "locked" : ""}`, key: "lock", "data-test": "lock" });
}

/**
 * Why it does not tell this page what happens: in its own words, which no text here has for each of its reasons.
 * @param {State} state
 */
const refusal = ({ refusal: failure }) => failure && [failureText(failure.reason, failure.data), failure.message && h("span", { lang: "en" }, ` (${harmless(failure.message, 300)})`)];

/**
 * What was asked for and had no effect, where no view says so beside it.
 * @param {State} state
 * @param {Send} send
 */
function failed(state, send) {
  const { action } = state.failures;
  if (!action || isSaidIn(action, state.route)) return null;
  return h("div", { class: "notice bad", role: "alert", key: "failed", "data-test": "failed" }, icon("warn"), h("div", null,
    h("p", null, h("strong", null, wordOf("request", action.method)), ": ", failureText(action.failure.reason, action.failure.data)),
    button(t("failure_seen"), () => send({ type: "failure.seen" }), { class: "button small" })));
}

/** @param {State} state */
function banners(state) {
  const wallets = state.standing?.wallets ?? [], locked = state.standing?.locked ?? false;
  const made = wallets.filter((each) => each.made_up), stopped = wallets.filter((each) => each.stopped).map((each) => each.code);
  const unread = Object.values(state.failures.readings);
  return h("div", { class: "banners", key: "banners" },
    made.length > 0 && h("p", { class: "banner made-up", key: "made" }, h("strong", null, t("made_up")), " ",
      made.length === wallets.length ? t("made_up_why") : t("made_up_some", { codes: made.map((each) => each.code).join(", ") }),
      made.length === wallets.length && state.route.view !== "setup" && [" ", h("a", { href: "#/setup" }, t("setup_link"))]),
    state.link === "lost" && h("p", { class: "banner away", key: "lost", role: "alert" }, h("strong", null, t("host_gone")), " ", t("host_gone_why")),
    state.provider === "away" && state.standing && h("p", { class: "banner away", key: "away", role: "alert", "data-test": "away" }, h("strong", null, t("provider_away")), " ", t("provider_away_why")),
    state.provider === "refused" && state.standing && h("p", { class: "banner away", key: "refused", role: "alert", "data-test": "refused" }, h("strong", null, t("refused")), " ", refusal(state), " ", t("refused_why")),
    unread.length > 0 && h("p", { class: "banner away", key: "unread", role: "status", "data-test": "unread" },
      h("strong", null, t("unread", { what: [...new Set(unread.map((each) => wordOf("request", each.method)))].join(", ") })), " ", failureText(unread[0].failure.reason, unread[0].failure.data)),
    locked && state.provider === "there" && h("p", { class: "banner locked", key: "locked", "data-test": "locked" }, icon("lock", "small"), h("strong", null, t("is_locked")), " ", t("is_locked_why")),
    stopped.length > 0 && h("p", { class: "banner away", key: "stopped" }, h("strong", null, t("stopped", { codes: stopped.join(", ") })), " ", h("a", { href: "#/health" }, t("see_health"))));
}

/**
 * What the PIN is asked for: whoever gives it shall not have to guess.
 * @param {State} state
 * @param {NonNullable<State["pin"]>} pin
 */
function purpose({ apps: known, health: { sends } }, { method, params }) {
  const { app: key, id, currency, per_period: most } = /** @type {Record<string, string | undefined>} */ (params);
  const app = known.listed?.find((each) => each.app.key === key), order = sends?.orders.find((each) => each.id === id);
  const about = [
    app && nameOf(app.app), order ? amountOf(order.amount, order.currency) : id && addressView(id),
    currency && (most === undefined ? currency
      : most === "none" ? `${currency}: ${t("no_limit")}` : amountOf(most, currency)),
  ];
  return h("p", { "data-test": "pin-for" }, h("strong", null, wordOf("request", method)),
    about.filter(Boolean).map((each) => [" · ", each]));
}

/**
 * @param {State} state
 * @param {Send} send
 */
function dialogs(state, send) {
  if (state.pin) {
    const wrong = state.pin.failure.reason === "wrong_pin";
    return dialog(t("pin_needed"), () => send({ type: "pin.forget" }), purpose(state, state.pin),
      wrong && h("p", { class: "failure", role: "alert" }, failureText("wrong_pin", state.pin.failure.data)), h("form", {
      onsubmit: (/** @type {any} */ event) => {
        event.preventDefault();
        if (state.typed.given) send({ type: "pin.given" });
      },
    }, field(state, send, "given", t("pin"), { type: "password", "data-test": "pin" }, t("pin_why")),
    h("div", { class: "answers" }, h("button", { class: "button yes", type: "submit", "data-test": "pin-give" }, t("go_on_button")), button(t("cancel"), () => send({ type: "pin.forget" })))));
  }
  if (state.confirm?.what === "lock") {
    return dialog(t("lock_sure"), () => send({ type: "unask" }), h("p", null, t("lock_why")), h("div", { class: "answers" }, button(t("lock"), () => {
      send({ type: "lock" });
      send({ type: "unask" });
    }, { class: "button yes", "data-test": "lock-sure" }), button(t("cancel"), () => send({ type: "unask" }))));
  }
  return null;
}

/** Where nothing was heard of Payport yet: it may never have been set up. */
const notThere = () => h("div", { class: "card empty", role: "alert" }, h("h1", null, t("provider_away")), h("p", null, t("setup_when_away")),
  h("p", null, h("a", { class: "button yes", href: "#/setup", "data-test": "to-setup" }, t("setup"))));

/**
 * Where nothing was heard of Payport yet, since it does not tell this page.
 * @param {State} state
 */
const notTold = (state) => h("div", { class: "card empty", role: "alert", "data-test": "refused" }, h("h1", null, t("refused")), h("p", null, refusal(state)), h("p", null, t("refused_why")));

const PAGES = { now, money, apps, books, health, setup };

/**
 * @param {State} state
 * @param {Send} send
 * @returns {import("../base/dom.js").Child[]}
 */
export function shell(state, send) {
  if (state.link === "closed" || state.link === "ended") {
    const hasEnded = state.link === "ended";
    return [h("main", { class: "alone", key: "alone" }, h("div", { class: "sheet" },
      h("h1", null, hasEnded ? t("host_ended") : t("no_session")),
      h("p", null, hasEnded ? t("host_ended_why") : t("no_session_why")), h("p", null, h("code", null, "payd page"))))];
  }
  const isReady = state.standing !== null;
  return [
    h("a", { class: "skip", href: "#main", key: "skip", onclick: (/** @type {Event} */ event) => {
      event.preventDefault();
      document.getElementById("main")?.focus();
    } }, t("skip")),
    h("header", { class: "top", key: "top" }, h("a", { class: "brand", href: "#/now" }, "Payport"), lock(state, send)),
    navigation(state),
    h("main", { id: "main", tabindex: "-1", key: "main", class: `view view-${state.route.view}`, "aria-busy": isReady || state.provider === "away" || state.provider === "refused" ? undefined : "true" }, banners(state), failed(state, send),
      h("div", { class: "content", key: `${state.route.view} ${state.route.id}` }, isReady || state.route.view === "setup" ? PAGES[state.route.view](state, send)
        : state.provider === "away" ? notThere() : state.provider === "refused" ? notTold(state) : h("p", { class: "hint" }, state.link === "opening" ? t("opening") : t("looking")))),
    dialogs(state, send),
  ];
}
