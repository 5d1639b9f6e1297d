// The state of the page: what has happened goes in, and what is to be shown and done comes out. Nothing here reads a clock,
// a document or a socket.

import { noApps, reduceApps } from "./apps.js";
import { noBooks, reduceBooks } from "./books.js";
import { callHost } from "./effects.js";
import { noFailures, reduceFailures, wantsPin } from "./failures.js";
import { noHealth, reduceHealth } from "./health.js";
import { inFlight, lookalikeOf, noPayments, reducePayments } from "./payments.js";
import { askedOf, isHidden, noQuestions, reduceQuestions } from "./questions.js";
import { noSetup, reduceSetup } from "./setup.js";
import { noWallets, reduceWallets } from "./wallets.js";

/**
 * @typedef {import("./effects.js").Effect} Effect
 * @typedef {import("./effects.js").Event} Event
 * @typedef {"now" | "money" | "apps" | "books" | "health" | "setup"} View
 *
 * @typedef {object} State
 * @property {number} at When the last event was, in milliseconds.
 * @property {"opening" | "open" | "lost" | "closed" | "ended"} link `lost`: the host is gone for now;
 *   `closed`: this page has no session; `ended`: the host has ended, and nothing is sent there any more.
 * @property {"unknown" | "there" | "away" | "refused"} provider `refused`: it runs, and does not tell this page what happens.
 * @property {import("../host/channel.js").Failure | null} refusal Why it does not.
 * @property {number} tries How often it was tried in vain to reach them.
 * @property {{host: string, version: string, tools?: boolean} | null} host
 * @property {{view: View, id: string}} route
 * @property {{provider: string, locked: boolean, pin: boolean, wallets: import("../generated/owner").CurrencyReport[]} | null} standing
 * @property {Record<string, string>} typed What a person has typed, by field.
 * @property {{method: string, params: Record<string, unknown>, about: unknown, failure: import("../host/channel.js").Failure} | null} pin
 *   What waits for the owner's PIN.
 * @property {{what: string, [member: string]: any} | null} confirm What waits for a second word.
 * @property {Array<{id: number, money: import("../generated/owner").MoneyMoved}>} moved What moved without a question, the newest first.
 * @property {{text: string, failed: boolean} | null} copied What was copied last, or could not be.
 * @property {{top: number, seen: number, rem: number}} scroll Where the timeline is seen, in pixels.
 * @property {import("./questions.js").Questions} questions
 * @property {import("./payments.js").Payments} payments
 * @property {import("./wallets.js").Wallets} wallets
 * @property {import("./apps.js").Apps} apps
 * @property {import("./books.js").Books} books
 * @property {import("./health.js").Health} health
 * @property {import("./setup.js").Setup} setup
 * @property {import("./failures.js").Failures} failures
 */

/** @type {State} */
export const initial = {
  at: 0, link: "opening", provider: "unknown", refusal: null, tries: 0, host: null, route: { view: "now", id: "" }, standing: null, typed: {}, pin: null, confirm: null,
  moved: [], copied: null, scroll: { top: 0, seen: 900, rem: 16 }, questions: noQuestions, payments: noPayments, wallets: noWallets, apps: noApps, books: noBooks, health: noHealth,
  setup: noSetup, failures: noFailures,
};

/** What is typed into these leaves the state as soon as it was used. */
const SECRET = /^(pin|code|new_pin|new_pin_again|passphrase|passphrase_again|given)(:|$)/;

/** @param {Record<string, string>} typed @param {(field: string) => boolean} goes */
const without = (typed, goes) => Object.fromEntries(Object.entries(typed).filter(([field]) => !goes(field)));

/** @param {State} state @param {Event} event @returns {{state: State, effects: Effect[]}} */
function shell(state, event) {
  /** @param {Partial<State>} change @param {Effect[]} effects */
  const then = (change, ...effects) => ({ state: { ...state, ...change }, effects });
  switch (event.type) {
  case "opened": return then({ link: "open", tries: 0 }, callHost("page.hello", {}), { do: "call", method: "watch", params: {}, about: "watch" });
  case "no_session": return then({ link: "closed" });
  case "host_ended": return then({ link: "ended", provider: "unknown", typed: {}, pin: null });
  case "lost": return then({ link: "lost", provider: "unknown", tries: state.tries + 1 }, { do: "retry", tries: state.tries + 1 });
  case "retry": return state.link === "lost" ? then({ link: "opening" }, { do: "open" })
    : state.provider === "away" || state.provider === "refused" ? then({}, { do: "call", method: "watch", params: {}, about: "watch" }) : then({});
  case "away": return state.provider === "away" ? then({}) : then({ provider: "away", refusal: null, tries: 1 }, { do: "retry", tries: 1 });
  case "typed": return then({ typed: { ...state.typed, [event.field]: event.value }, copied: null });
  case "cleared": return then({ typed: without(state.typed, (field) => event.fields.includes(field)) });
  case "routed": return then({ route: { view: event.view, id: event.id }, confirm: null, copied: null });
  case "scrolled": return then({ scroll: { top: event.top, seen: event.seen, rem: event.rem } });
  case "ask": return then({ confirm: event.about });
  case "unask": return then({ confirm: null });
  case "copy": return then({ copied: null }, { do: "copy", text: event.text });
  // Only now: a browser may have no clipboard, or keep the page from it.
  case "copied": return then({ copied: { text: event.text, failed: event.failed } });
  case "go": return then({}, { do: "go", to: event.to });
  case "pin.forget": return then({ pin: null, typed: without(state.typed, (field) => field === "given") });
  case "pin.given": {
    if (!state.pin) return then({});
    const { method, params, about } = state.pin, pin = state.typed.given ?? "";
    return then({ pin: null, typed: without(state.typed, (field) => field === "given") }, { do: "call", method, params: { ...params, pin }, about });
  }
  case "failed": return failed(state, event, then);
  case "answered":
    if (event.method === "page.hello") return then({ host: event.result });
    if (event.method === "watch") return then({ provider: "there", refusal: null, tries: 0 });
    if (event.method === "receive") return then({ typed: without(state.typed, (field) => field.startsWith("receive_")) });
    return /^(approve|deny|pin\.set|pin\.clear|page\.backup)$/.test(event.method)
      ? then({ typed: without(state.typed, (field) => SECRET.test(field)) }) : then({});
  case "news": return news(state, event, then);
  default: return then({});
  }
}

/** Why a watch does not begin while the provider starts, stops or does not run. */
const IS_AWAY = /^(not_running|stopping|starting_or_stopping|no_answer)$/;

/** @param {State} state @param {Event} event @param {(change: Partial<State>, ...effects: Effect[]) => {state: State, effects: Effect[]}} then */
function failed(state, event, then) {
  const { method, params, about, failure } = event;
  const { reason } = failure;
  if (reason === "channel_lost") return then({});
  if (method === "watch") {
    const tries = state.tries + 1, isSlow = !IS_AWAY.test(reason);
    // Who stands by, or has too many that watch, will not be another one in a moment.
    return then({ provider: isSlow ? "refused" : "away", refusal: isSlow ? failure : null, tries }, { do: "retry", tries, isSlow });
  }
  // That one request was not answered says nothing of the next one.
  if (reason === "not_running") {
    return state.provider === "away" ? then({}) : then({ provider: "away", refusal: null, tries: state.tries + 1 }, { do: "retry", tries: state.tries + 1 });
  }
  const secrets = without(state.typed, (field) => /^(pin|given)(:|$)/.test(field));
  // A question has a field of its own for the PIN, and the sheet says that it was wrong.
  if (!wantsPin(event)) return then(reason === "wrong_pin" ? { typed: secrets } : {});
  const { pin: _, ...asked } = params;
  return then({ pin: { method, params: asked, about, failure }, typed: secrets });
}

/** @param {State} state @param {Event} event @param {(change: Partial<State>, ...effects: Effect[]) => {state: State, effects: Effect[]}} then */
function news(state, event, then) {
  const { change, ...members } = event.news;
  if (change === "standing") {
    const { provider, locked, pin, wallets } = members;
    return then({ standing: { provider, locked, pin, wallets } });
  }
  if (change === "moved") return then({ moved: [{ id: event.at ?? 0, money: members.money }, ...state.moved].slice(0, 20) });
  return then({});
}

/**
 * A request that needs the PIN while it is asked for another one has failed: the sheet says what it is for, and stays
 * with that.
 * @param {State} state @param {Event} event @returns {Event}
 */
const besides = (state, event) => event.type === "failed" && state.pin !== null && wantsPin(event)
  ? { ...event, failure: { ...event.failure, reason: "pin_in_use" } } : event;

/** @param {State} before @param {Event} happened @returns {{state: State, effects: Effect[]}} */
export function reduce(before, happened) {
  const event = besides(before, happened), first = shell(before, event);
  // The watch that answers begins everything anew: what the page knew may be old.
  const parts = event.type === "answered" && event.method === "watch"
    ? { type: "watching", at: event.at, date: event.date } : event;
  const state = { ...first.state, at: event.at ?? before.at };
  const effects = [...first.effects];
  /** @template S @param {{state: S, effects: Effect[]}} done @returns {S} */
  const taken = (done) => {
    effects.push(...done.effects);
    return done.state;
  };
  const tick = { ...parts, inFlight: hasInFlight(state), view: parts.type === "tick" ? state.route.view : parts.view };
  // What would not arrive is no answer.
  const isLost = (parts.type === "approve" || parts.type === "deny") && state.provider !== "there";
  // Nor is a yes that was aimed before a warning stood there.
  const asked = askedOf(state.questions, parts.id), isUnwarned = parts.type === "approve" && asked !== undefined
    && (parts.lookalike ?? null) !== lookalikeOf(state.payments, asked.question);
  if (!isLost && !isUnwarned) state.questions = taken(reduceQuestions(state.questions, parts, before.typed));
  state.payments = taken(reducePayments(state.payments, tick));
  state.wallets = taken(reduceWallets(state.wallets, tick));
  state.apps = taken(reduceApps(state.apps, tick));
  state.books = taken(reduceBooks(state.books, parts));
  if (hasMoved(before, parts)) state.books = taken(reduceBooks(state.books, { type: "totals.old", date: parts.date }));
  state.health = taken(reduceHealth(state.health, tick));
  // A second word that came too early to count can be said again.
  if (parts.type === "sends.pay" && state.health !== before.health) state.confirm = null;
  state.setup = taken(reduceSetup(state.setup, parts));
  state.failures = taken(reduceFailures(state.failures, parts));
  if (parts.type === "answered" && (parts.method === "lock" || parts.method === "unlock") && state.standing) {
    state.standing = { ...state.standing, locked: parts.result.locked };
  }
  // What was typed for a question goes with it, and stays as long as its fee is only asked for again.
  if (state.questions.asked !== before.questions.asked) {
    const gone = before.questions.asked.map((each) => each.question.id).filter((id) => !askedOf(state.questions, id));
    if (gone.length > 0) state.typed = without(state.typed, (field) => gone.some((id) => field.endsWith(`:${id}`)));
  }
  // What gives an app more than one payment counts only while it is on the screen.
  const { questions, route } = state;
  if (Object.keys(state.typed).some((field) => isHidden(questions, field, route.view))) {
    state.typed = without(state.typed, (field) => isHidden(questions, field, route.view));
  }
  return { state, effects };
}

/**
 * Whether what went through Payport is another sum now.
 * @param {State} before @param {Event} event
 */
function hasMoved({ payments }, event) {
  if (event.type === "news") return event.news.change === "moved";
  if (event.type !== "answered" || event.method !== "payments.get") return false;
  const now = event.result.order ?? event.result.invoice;
  const was = [...payments.orders, ...payments.invoices].find((each) => each.id === now?.id);
  return was !== undefined && was.group !== "ended" && now.group === "ended";
}

/** @param {State} state */
const hasInFlight = ({ payments }) => inFlight(payments.orders).length + inFlight(payments.invoices).length > 0;
