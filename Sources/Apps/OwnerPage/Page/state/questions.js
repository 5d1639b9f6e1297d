// What waits for the owner. A yes is to what was on the screen: it names what it was aimed at, and what has changed since,
// or has only just come up, is not answered by it.

import { typedAmount } from "../base/amounts.js";
import { call } from "./effects.js";

/**
 * @typedef {import("../generated/owner").Question} Question
 * @typedef {import("../generated/owner").Scope} Scope
 * @typedef {import("./effects.js").Effect} Effect
 * @typedef {import("./effects.js").Event} Event
 *
 * @typedef {object} Asked
 * @property {Question} question As it stands now.
 * @property {number} revision Grows with each change that a yes would be about.
 * @property {string | undefined} process Which program asked, as far as that was known last.
 * @property {Change[]} changes What has changed since the owner looked; empty where nothing has, or it was acknowledged.
 * @property {"approve" | "deny" | null} busy Which answer is on its way.
 * @property {import("../host/channel.js").Failure | null} failure Why the last answer had no effect.
 * @property {boolean} later Whether the owner put it off.
 * @property {boolean} away Whether it is not asked just now, since its fee is being asked for again.
 * @property {boolean} told Whether the watch that runs has told of it.
 *
 * @typedef {{what: string, before: string}} Change
 *
 * @typedef {object} Questions
 * @property {Asked[]} asked The oldest first.
 * @property {string | null} open Which one is on the screen.
 * @property {string | null} wanted One that shall be opened as soon as it is told of.
 * @property {string | null} unfolded Which one has its further answers on the screen.
 * @property {number} since Since when that one stands as it is, in milliseconds.
 * @property {number} front Since when the page is in front.
 * @property {boolean} ready Whether all that waited was told.
 * @property {Record<string, Scope[]>} scopes What the owner ticked for a pairing.
 * @property {Array<{id: string, question: Question, because: string}>} ended What has ended lately, the newest first.
 */

/** Milliseconds for which nothing is answered after something has come up. */
export const REST = 500;
/** Has what is drawn say that answers count again. A timer may be a little early.
 * @type {import("./effects.js").Effect}
 */
export const REST_OVER = { do: "later", ms: REST + 20, event: { type: "rested" } };
/** Milliseconds after which a question that is not asked just now is over. */
const AWAY = 8000;

/** @type {Questions} */
export const noQuestions = { asked: [], open: null, wanted: null, unfolded: null, since: 0, front: 0, ready: false, scopes: {}, ended: [] };

/**
 * What an app could pay in a currency without a question, such as `LTC: ask above, ask_above 1, period week`.
 * @param {[string, import("../generated/owner").AppLimits]} limits
 */
function unaskedText([currency, limits]) {
  const parts = Object.entries(limits).map(([name, value]) =>
    `${name} ${typeof value === "object" ? JSON.stringify(value) : value}`);
  return `${currency}: ${parts.sort().join(", ")}`;
}

/**
 * The file of the program that asks, without the number of its process, which is another one after each start.
 * @param {Question} question
 */
const programOf = ({ process = "" }) => process.replace(/^pid \d+ ?/, "");

/**
 * What a yes would be about, as texts that can be compared.
 * @param {Question} question @returns {Record<string, string>}
 */
function facts(question) {
  if (question.kind === "pairing") {
    return {
      app: question.app.key, name: question.app.name, scopes: question.scopes.join(", "),
      currencies: (question.currencies ?? []).join(", "), process: programOf(question),
      unasked: Object.entries(question.unasked ?? {}).map(unaskedText).sort().join("; "),
    };
  }
  const { order, budget } = question;
  /** @param {string | undefined} amount */
  const amount = (amount) => amount === undefined ? "" : `${amount} ${order.currency}`;
  return {
    app: order.app.key, name: order.app.name, amount: amount(order.amount), address: order.address, fee: amount(order.fee),
    fee_cap: amount(order.fee_cap), total: amount(order.total), description: order.description ?? "", payee: order.payee ?? "",
    left_after: amount(budget?.left_after), fits: String(budget?.fits ?? true), new_recipient: String(question.new_recipient ?? false),
    process: programOf(question),
  };
}

/** @param {Question} before @param {Question} after @returns {Change[]} */
export function changesOf(before, after) {
  const old = facts(before), now = facts(after);
  // Which program an app is can be unknown for a while, which makes it no other one.
  const isKnown = (/** @type {string} */ what) => what !== "process" || old[what] !== "" && now[what] !== "";
  return Object.keys(now).filter((what) => old[what] !== now[what] && isKnown(what))
    .map((what) => ({ what, before: old[what] ?? "" }));
}

/**
 * Whether an answer would count at a moment.
 * @param {Questions} state @param {number} at
 */
export const rested = (state, at) => at - Math.max(state.since, state.front) >= REST;

/**
 * The question that an answer at a moment would be to; nothing where none would count, whatever it says.
 * @param {Questions} state @param {string} id @param {number} at
 */
export function answerable(state, id, at) {
  const asked = askedOf(state, id);
  return asked && state.open === id && !asked.busy && !asked.away && rested(state, at) ? asked : undefined;
}

/** @param {Questions} state @param {string} id */
export const askedOf = (state, id) => state.asked.find((each) => each.question.id === id);

/**
 * The standing permission that a yes would give, such as `5/week`: none where nothing was typed, null where that is no amount.
 * @param {Record<string, string>} typed @param {string} id
 */
export function alwaysOf(typed, id) {
  const text = (typed[`always:${id}`] ?? "").trim();
  if (text === "") return undefined;
  const amount = typedAmount(text);
  return amount === null ? null : `${amount}/${typed[`period:${id}`] ?? "week"}`;
}

/**
 * Whether what was typed for a standing permission can be seen no more, and so counts no more.
 * @param {Questions} state @param {string} field @param {string} view
 */
export const isHidden = (state, field, view) => /^(always|period):/.test(field)
  && (view !== "now" || state.open === null || state.unfolded !== state.open || !field.endsWith(`:${state.open}`));

/**
 * Opens another question where the one on the screen is gone.
 * @param {Questions} state @param {number} at @returns {Questions}
 */
function settled(state, at) {
  const open = state.open !== null && state.asked.some((each) => each.question.id === state.open) ? state.open
    : state.asked.find((each) => !each.later)?.question.id ?? null;
  return open === state.open ? state : { ...state, open, unfolded: null, since: at };
}

/** @param {Questions} state @param {string} id @param {Partial<Asked>} change @returns {Questions} */
const changed = (state, id, change) =>
  ({ ...state, asked: state.asked.map((each) => each.question.id === id ? { ...each, ...change } : each) });

/** @param {Questions} state @param {string} id @param {number} at @returns {Questions} */
const opened = (state, id, at) => ({ ...state, open: id, wanted: null, unfolded: null, since: at });

/** @param {Questions} state @param {Question} question @param {number} at @returns {Questions} */
function told(state, question, at) {
  const known = askedOf(state, question.id);
  const process = programOf(question) ? question.process : known?.process;
  if (!known) {
    const fresh = {
      question, process, revision: 1, changes: [], busy: null, failure: null, later: false, away: false, told: true,
    };
    const next = { ...state, asked: [...state.asked, fresh] };
    return state.wanted === question.id ? opened(next, question.id, at) : settled(next, at);
  }
  const changes = changesOf({ ...known.question, process: known.process }, question);
  if (changes.length === 0) return changed(state, question.id, { question, process, told: true, away: false });
  // Of a member that changed twice, what the owner has seen is what counts.
  const seen = new Map([...changes, ...known.changes].map((each) => [each.what, each])), now = facts(question);
  for (const [what, { before }] of seen) if (now[what] === before) seen.delete(what);
  const next = changed(state, question.id, {
    question, process, told: true, away: false, revision: known.revision + 1, changes: [...seen.values()],
  });
  return state.open === question.id ? { ...next, since: at } : next;
}

/** @param {Questions} state @param {string} id @param {string} because @param {number} at @returns {Questions} */
function withdrawn(state, id, because, at) {
  const known = askedOf(state, id);
  if (!known) return state;
  const ended = [{ id, question: known.question, because }, ...state.ended].slice(0, 5);
  return settled({ ...state, asked: state.asked.filter((each) => each !== known), ended }, at);
}

/** @param {Questions} state @param {any} news @param {number} at @returns {Questions} */
function heard(state, news, at) {
  switch (news.change) {
  case "shown":
  case "updated": return told(state, news.question, at);
  case "withdrawn":
    return news.because === "ended" ? changed(state, news.id, { away: true }) : withdrawn(state, news.id, news.because, at);
  case "ready": {
    const gone = state.asked.filter((each) => !each.told);
    const left = gone.reduce((now, each) => withdrawn(now, each.question.id, "ended", at), state);
    return { ...left, ready: true, wanted: null };
  }
  default: return state;
  }
}

/**
 * The answer to what was aimed at, or null where it does not count.
 * @param {Questions} state @param {Event} event @param {Record<string, string>} typed @returns {Asked | null}
 */
function aimed(state, event, typed) {
  const asked = answerable(state, event.id, event.at ?? 0);
  if (!asked || asked.revision !== event.revision) return null;
  if (event.type === "deny") return asked;
  if (asked.changes.length > 0) return null;
  if (asked.question.kind === "pairing") return /^[0-9]{6}$/.test(typed[`code:${event.id}`] ?? "") ? asked : null;
  const always = alwaysOf(typed, event.id);
  return always !== null && always === event.always && asked.question.order.fee_cap === event.feeCap ? asked : null;
}

/**
 * An answer that comes too early begins the rest anew: a key that is held down, or typed for something else, answers
 * nothing.
 * @param {Questions} state @param {string} id @param {number} at @returns {Questions}
 */
const early = (state, id, at) => state.open === id && !rested(state, at) ? { ...state, since: at } : state;

/** @param {Asked} asked @param {Questions} state @param {Record<string, string>} typed @returns {Effect} */
function approval({ question }, state, typed) {
  const { id } = question, pin = typed[`pin:${id}`] || undefined;
  if (question.kind === "pairing") {
    const scopes = state.scopes[id];
    return call("approve", { id, code: typed[`code:${id}`], ...(scopes && { scopes }), ...(pin && { pin }) });
  }
  const always = alwaysOf(typed, id);
  return call("approve", {
    id, ...(question.order.fee_cap !== undefined && { fee_cap: question.order.fee_cap }), ...(pin && { pin }),
    ...(always && { always }),
  });
}

/**
 * @param {Questions} state @param {Event} event @param {Record<string, string>} typed
 * @returns {{state: Questions, effects: Effect[]}}
 */
export function reduceQuestions(state, event, typed) {
  const at = event.at ?? 0;
  // What is over without a word why may have been paid: its answer can be lost, or somebody has answered elsewhere.
  /** @param {Questions} next @param {Effect[]} effects */
  const then = (next, ...effects) => {
    const arms = next.open !== null && (next.since !== state.since || next.front !== state.front);
    const unsaid = next.ended.filter((each) =>
      each.because === "ended" && each.question.kind === "payment" && !state.ended.includes(each));
    const looks = unsaid.map((each) => call("payments.get", { id: each.id }, "fresh"));
    return { state: next, effects: [...effects, ...looks, ...(arms ? [REST_OVER] : [])] };
  };
  switch (event.type) {
  case "news": {
    const isAway = event.news.change === "withdrawn" && event.news.because === "ended";
    // A payment whose fee is asked for again is told of anew: it stays on the screen, so that what has changed can be shown.
    return then(heard(state, event.news, at), ...(isAway ? [{ do: /** @type {const} */ ("later"), ms: AWAY, event: { type: "over", id: event.news.id } }] : []));
  }
  case "over": return askedOf(state, event.id)?.away ? then(withdrawn(state, event.id, "ended", at)) : then(state);
  case "front": return then({ ...state, front: at });
  case "question.shifted": return then(state.open === event.id ? { ...state, since: at } : state);
  case "watching": return then({ ...state, ready: false, asked: state.asked.map((each) => ({ ...each, told: false, busy: null })) });
  case "question.open": return then(opened(state, event.id, at));
  case "question.wanted":
    if (state.open === event.id) return then(state);
    if (askedOf(state, event.id)) return then(opened(state, event.id, at));
    return then(state.ready ? state : { ...state, wanted: event.id });
  case "question.fold": return then(state.open === event.id ? { ...state, unfolded: event.open ? event.id : null } : state);
  case "later": {
    const put = changed(state, event.id, { later: true });
    return then(settled({ ...put, open: null, unfolded: null }, at));
  }
  case "acknowledge": {
    const asked = askedOf(state, event.id);
    if (!asked || asked.revision !== event.revision || !rested(state, at)) return then(state);
    return then({ ...changed(state, event.id, { changes: [] }), since: at });
  }
  case "scope": {
    const asked = askedOf(state, event.id);
    if (!asked || asked.question.kind !== "pairing") return then(state);
    const now = new Set(state.scopes[event.id] ?? asked.question.granted);
    if (event.granted) now.add(event.scope);
    else now.delete(event.scope);
    return then({ ...state, scopes: { ...state.scopes, [event.id]: [...now] } });
  }
  case "approve": {
    const asked = aimed(state, event, typed);
    if (!asked) return then(early(state, event.id, at));
    return then(changed(state, event.id, { busy: "approve", failure: null }), approval(asked, state, typed));
  }
  case "deny": {
    const asked = aimed(state, event, typed);
    if (!asked) return then(early(state, event.id, at));
    return then(changed(state, event.id, { busy: "deny", failure: null }), call("deny", { id: event.id, ...(event.always && { always: true }) }));
  }
  case "answered": {
    if (event.method === "question" && event.result.question) return then(told(state, event.result.question, at));
    if (event.method === "approve") return then(withdrawn(state, event.params.id, "approved", at));
    if (event.method === "deny") return then(withdrawn(state, event.params.id, "denied", at));
    return then(state);
  }
  case "failed": {
    if (!/^(approve|deny|question)$/.test(event.method)) return then(state);
    const { reason } = event.failure;
    if (reason === "decided" || reason === "question_not_found") return then(withdrawn(state, event.params.id, "ended", at));
    if (event.method === "question") return then(changed(state, event.params.id, { failure: event.failure }));
    const next = changed(state, event.params.id, { busy: null, failure: event.failure });
    const again = /^(fee_risen|fee_outdated|other_params|pin_required|not_ready|no_answer)$/.test(reason);
    return again ? then(next, call("question", { id: event.params.id })) : then(next);
  }
  default: return then(state);
  }
}
