// All that comes and goes: pages of orders and invoices, put together into one timeline, and the story of a single one.

import { lookalike } from "../base/addresses.js";
import { call, callHost } from "./effects.js";

/**
 * @typedef {import("../generated/owner").OwnerOrder} OwnerOrder
 * @typedef {import("../generated/owner").OwnerInvoice} OwnerInvoice
 * @typedef {import("./effects.js").Effect} Effect
 * @typedef {import("./effects.js").Event} Event
 * @typedef {import("../host/channel.js").Failure} Failure
 * @typedef {OwnerOrder | OwnerInvoice} Payment
 *
 * @typedef {object} Reading How far a list is. Its newest ones up to `top`, and all down to `older`, are there without a gap.
 * @property {{id: string, at: string} | null} top The newest payment that has no gap behind it.
 * @property {string | undefined} older Before which one older ones are asked for; nothing where all are there.
 * @property {{before: string, top: {id: string, at: string}} | null} gap Newer ones that have not met `top` yet: before which one they are
 *   asked for, and the newest of them.
 *
 * @typedef {object} Payments
 * @property {OwnerOrder[]} orders The newest first.
 * @property {OwnerInvoice[]} invoices The newest first.
 * @property {{orders: string, invoices: string}} loading How far the lists are, for the view: `none`, `more` or `all`.
 * @property {{orders: Reading, invoices: Reading}} reading
 * @property {import("../generated/owner").OwnerMethods["payments.get"]["result"] | null} story The one that is looked at.
 * @property {string} looked The identifier of the one that is looked at; empty where none is.
 * @property {Failure | null} failure Why it cannot be shown.
 * @property {{address: string, failure: Failure} | null} naming Whom the owner could not name.
 * @property {{text: string, size: number, rows: string[]} | null} qr
 * @property {{text: string, failure: Failure} | null} noQR Whose code was not drawn.
 * @property {Record<string, string>} payees What the owner calls addresses.
 * @property {boolean} started
 * @property {boolean} ready Whether all questions that waited were told.
 */

/** @type {Reading} */
const UNREAD = { top: null, older: undefined, gap: null };

/** @type {Payments} */
export const noPayments = {
  orders: [], invoices: [], loading: { orders: "none", invoices: "none" }, reading: { orders: UNREAD, invoices: UNREAD }, story: null, looked: "",
  failure: null, naming: null, qr: null, noQR: null, payees: {}, started: false, ready: false,
};

const PAGE = 100;

/** @param {Payment} payment */
export const isOrder = (payment) => payment.id.startsWith("ord_");

/**
 * Two lists, the newest first, as one; what both have is taken from the second.
 * @template {Payment} P
 * @param {P[]} known @param {P[]} fresh @returns {P[]}
 */
export function merged(known, fresh) {
  if (fresh.length === 0) return known;
  const last = known[known.length - 1];
  // A further page of older ones is only appended, so that many pages do not cost the square of their number.
  if (!last || fresh.every((each) => each.created_at < last.created_at)) return known.concat(fresh);
  const newer = new Map(fresh.map((each) => [each.id, each]));
  const kept = known.map((each) => {
    const found = newer.get(each.id);
    if (!found) return each;
    newer.delete(each.id);
    return found;
  });
  if (newer.size === 0) return kept;
  const added = [...newer.values()];
  return kept.concat(added).sort((one, other) => one.created_at < other.created_at ? 1 : one.created_at > other.created_at ? -1 : 0);
}

/**
 * The timeline: both lists as one, the newest first.
 * @param {OwnerOrder[]} orders @param {OwnerInvoice[]} invoices @returns {Payment[]}
 */
export function timeline(orders, invoices) {
  /** @type {Payment[]} */
  const all = new Array(orders.length + invoices.length);
  let order = 0, invoice = 0;
  for (let at = 0; at < all.length; at += 1) {
    const takesOrder = invoice >= invoices.length || (order < orders.length && orders[order].created_at >= invoices[invoice].created_at);
    all[at] = takesOrder ? orders[order++] : invoices[invoice++];
  }
  return all;
}

/** @type {WeakMap<Payment[], Payment[]>} */
const ongoingOf = new WeakMap();

/**
 * Those of a list that have not ended: a few of thousands, looked for once in each list.
 * @template {Payment} P
 * @param {P[]} list @returns {P[]}
 */
export function ongoing(list) {
  let found = /** @type {P[] | undefined} */ (ongoingOf.get(list));
  if (!found) {
    found = list.filter((each) => each.group !== "ended");
    ongoingOf.set(list, found);
  }
  return found;
}

/**
 * Those of a list that are under way.
 * @template {Payment} P
 * @param {P[]} list @returns {P[]}
 */
export const inFlight = (list) => ongoing(list).filter((each) => each.group === "in_flight");

/** @type {{address: string, orders: unknown, payees: unknown, found: string | null}} */
let compared = { address: "", orders: null, payees: null, found: null };

/**
 * An address that was paid or named before and that the one of a question could be taken for; looked for once, not in
 * each frame.
 * @param {Payments} state @param {import("../generated/owner").Question} question
 */
export function lookalikeOf({ orders, payees }, question) {
  if (question.kind === "pairing" || question.paid_before.in_all > 0) return null;
  const { id, address, currency, lightning, payee } = question.order;
  if (lightning || payee) return null;
  if (compared.address === address && compared.orders === orders && compared.payees === payees) return compared.found;
  const paid = orders.filter((each) => each.currency === currency && each.id !== id && each.state === "succeeded")
    .slice(0, 2000);
  const known = [...Object.keys(payees), ...new Set(paid.map((each) => each.address))];
  compared = { address, orders, payees, found: lookalike(address, known) };
  return compared.found;
}

/** @type {WeakMap<Payment, string>} */
const searched = new WeakMap();

/**
 * What is searched of a payment, in small letters.
 * @param {Payment} payment
 */
function haystack(payment) {
  let text = searched.get(payment);
  if (text === undefined) {
    const order = /** @type {Partial<OwnerOrder>} */ (payment);
    text = [payment.id, payment.app.name, payment.currency, payment.amount, payment.address, payment.description, order.payee, order.transaction_id]
      .filter(Boolean).join("\n").toLowerCase();
    searched.set(payment, text);
  }
  return text;
}

/** @param {Payment[]} all @param {{query: string, way: string, currency: string, app: string}} filter */
export function filtered(all, filter) {
  const words = filter.query.toLowerCase().split(/\s+/).filter(Boolean);
  if (words.length === 0 && !filter.way && !filter.currency && !filter.app) return all;
  return all.filter((each) => {
    if (filter.currency && each.currency !== filter.currency) return false;
    if (filter.app && each.app.key !== filter.app) return false;
    if (filter.way === "in" && isOrder(each) || filter.way === "out" && !isOrder(each)) return false;
    if (filter.way === "open" && each.group === "ended") return false;
    return words.every((word) => haystack(each).includes(word));
  });
}

/**
 * What is asked for when the page begins, or the provider is there again: what is new, what was open, and what was not fetched yet.
 * @param {Payments} state @returns {Effect[]}
 */
function beginning(state) {
  const whole = state.started ? "fresh" : "page";
  const lists = /** @type {const} */ ([["payments", state.reading.orders], ["payments.incoming", state.reading.invoices]]);
  return [
    ...lists.map(([method]) => call(method, { limit: PAGE }, whole)), call("payees", {}),
    ...lists.flatMap(([method, { older }]) => older === undefined ? [] : [call(method, { limit: PAGE, before: older }, "page")]),
    ...(state.started ? [...open("in_flight"), ...open("waiting")] : []),
    ...(state.looked && !state.story ? [call("payments.get", { id: state.looked }, "story")] : looked(state)),
  ];
}

/**
 * Those of a group that has not ended.
 * @param {"in_flight" | "waiting"} group @returns {Effect[]}
 */
const open = (group) => [call("payments", { limit: PAGE, group }, "fresh"), call("payments.incoming", { limit: PAGE, group }, "fresh")];

/**
 * What has not ended may have changed, and there may be new ones.
 * @returns {Effect[]}
 */
export const refresh = () => [call("payments", { limit: 20 }, "fresh"), call("payments.incoming", { limit: 20 }, "fresh"), ...open("in_flight")];

/** How many are asked for one by one at a time. */
const FEW = 20;

/**
 * Those of a group that a whole list of it does not have any more. Where they are many, the list is asked for again after a while.
 * @param {Payment[]} known @param {Set<string>} listed @param {string} method @param {any} group @returns {Effect[]}
 */
function ended(known, listed, method, group) {
  const gone = known.filter((each) => each.group === group && !listed.has(each.id));
  const again = { type: "group", method, group };
  return [...gone.slice(0, FEW).map((each) => call("payments.get", { id: each.id }, "fresh")),
    ...(gone.length > FEW ? [{ do: /** @type {const} */ ("later"), ms: 1000, event: again }] : [])];
}

/**
 * The payment that is looked at, where it has not ended.
 * @param {Payments} state @returns {Effect[]}
 */
function looked({ story }) {
  const it = story?.order ?? story?.invoice;
  return it && it.group !== "ended" ? [call("payments.get", { id: it.id }, "fresh")] : [];
}

/**
 * How far a list is after one more page of it, and what is asked for next: pages go on until one meets what is there without a gap.
 * @param {Reading} reading @param {Payment[]} page @param {{before?: string, next?: string}} place Where the page is, and the next one.
 * @returns {{reading: Reading, before?: string}}
 */
export function reached(reading, page, { before, next }) {
  const [first] = page, newest = first ? { id: first.id, at: first.created_at } : null;
  const { top, older, gap } = reading;
  const meets = next === undefined || top !== null && page.some((each) => each.id === top.id || each.created_at < top.at);
  if (before === undefined) {
    if (top === null) return { reading: { ...reading, top: newest, older: next }, ...(next !== undefined && { before: next }) };
    // One gap is filled at a time; what is newer than its newest is met by the next page that begins at the top.
    if (gap) return { reading };
    if (meets || !newest) return { reading: { ...reading, top: newest ?? top } };
    return { reading: { ...reading, gap: { before: next, top: newest } }, before: next };
  }
  if (gap && before === gap.before) {
    if (meets) return { reading: { ...reading, top: gap.top, gap: null } };
    return { reading: { ...reading, gap: { ...gap, before: next } }, before: next };
  }
  // Another answer to what was asked for twice changes nothing.
  return before === older ? { reading: { ...reading, top: top ?? newest, older: next }, ...(next !== undefined && { before: next }) } : { reading };
}

/** @param {Payments} state @param {Event} event @returns {{state: Payments, effects: Effect[]}} */
export function reducePayments(state, event) {
  /** @param {Payments} next @param {Effect[]} effects */
  const then = (next, ...effects) => ({ state: next, effects });
  switch (event.type) {
  case "watching": {
    const { orders, invoices } = state.reading, reading = { orders: { ...orders, gap: null }, invoices: { ...invoices, gap: null } };
    return then({ ...state, reading, started: true, ready: false }, ...beginning(state));
  }
  case "tick": return then(state, ...looked(state), ...(event.inFlight ? refresh() : []));
  case "group": return then(state, call(event.method, { limit: PAGE, group: event.group }, "fresh"));
  case "news": return news(state, event.news, then);
  case "routed": return then({ ...state, looked: event.view === "money" ? event.id : "", naming: null });
  case "story": return then({ ...state, looked: event.id, story: null, failure: null, qr: null, noQR: null }, call("payments.get", { id: event.id }, "story"));
  case "name": return then({ ...state, naming: null }, call("payees", { address: event.address, name: event.name }));
  case "failed": return failed(state, event, then);
  case "answered": return answered(state, event, then);
  default: return then(state);
  }
}

/** @typedef {(next: Payments, ...effects: Effect[]) => {state: Payments, effects: Effect[]}} Then */

/** @param {Payments} state @param {any} told @param {Then} then */
function news(state, told, then) {
  switch (told.change) {
  case "ready": return then({ ...state, ready: true });
  case "moved": return then(state, ...looked(state), ...refresh(), call("payments.get", { id: told.money.id }, "fresh"));
  // It may stand far below the newest ones.
  case "withdrawn": return told.kind === "pairing" ? then(state) : then(state, call("payments.get", { id: told.id }, "fresh"));
  // What waited already is listed with all the others.
  case "shown": return state.ready && told.question.kind === "payment" ? then(state, ...looked(state), call("payments", { limit: 20 }, "fresh")) : then(state);
  default: return then(state);
  }
}

/** @param {Payments} state @param {Event} event @param {Then} then */
function failed(state, { method, params, about, failure }, then) {
  switch (method) {
  case "payments.get": {
    // It is asked for again as soon as there is a way.
    if (about === "story") return failure.reason === "channel_lost" ? then(state) : then({ ...state, failure });
    if (failure.reason !== "not_found") return then(state);
    /** @param {Payment} each */
    const isThere = (each) => each.id !== params.id;
    return then({ ...state, orders: state.orders.filter(isThere), invoices: state.invoices.filter(isThere) });
  }
  case "payees": return params.address === undefined ? then(state) : then({ ...state, naming: { address: params.address, failure } });
  case "page.qr": return then({ ...state, noQR: { text: params.text, failure } });
  default: return then(state);
  }
}

/** @param {Payments} state @param {Event} event @param {Then} then */
function answered(state, event, then) {
  const { method, result, about, params } = event;
  switch (method) {
  case "payments":
  case "payments.incoming": return listed(state, event, then);
  case "payments.get": {
    const { order, invoice } = result;
    const next = {
      ...state, orders: order ? merged(state.orders, [order]) : state.orders, invoices: invoice ? merged(state.invoices, [invoice]) : state.invoices,
    };
    const isLookedAt = about === "story" ? params.id === state.looked
      : (order ?? invoice)?.id === (state.story?.order ?? state.story?.invoice)?.id;
    const drawn = about === "story" && isLookedAt && invoice ? [callHost("page.qr", { text: invoice.uri ?? invoice.address })] : [];
    return then(isLookedAt ? { ...next, story: result, failure: null } : next, ...drawn);
  }
  case "payees": return then({
    ...state, naming: null,
    payees: Object.fromEntries(result.payees.map((/** @type {{address: string, name: string}} */ each) => [each.address, each.name])),
  });
  case "page.qr": return then({ ...state, qr: { text: params.text, size: result.size, rows: result.rows }, noQR: null });
  default: return then(state);
  }
}

/** @param {Payments} state @param {Event} event @param {Then} then */
function listed(state, { method, params, result, about }, then) {
  const list = method === "payments" ? "orders" : "invoices";
  /** @type {any} */
  const known = state[list], page = result[list];
  const next = { ...state, [list]: merged(known, page) };
  if (params.group !== undefined) {
    const all = new Set([...about?.listed ?? [], ...page.map((/** @type {Payment} */ each) => each.id)]);
    return result.next === undefined ? then(next, ...ended(known, all, method, params.group))
      : then(next, call(method, { ...params, before: result.next }, { listed: all }));
  }
  const { reading, before } = reached(state.reading[list], page, { before: params.before, next: result.next });
  const read = { ...next, reading: { ...state.reading, [list]: reading }, loading: { ...state.loading, [list]: reading.older === undefined && !reading.gap ? "all" : "more" } };
  return then(read, ...(before === undefined ? [] : [call(method, { limit: PAGE, before }, "page")]));
}
