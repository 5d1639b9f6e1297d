// All that comes and goes: pages of orders and invoices, put together into one timeline, and the story of a single one.

import { call, callHost } from "./effects.js";

/**
 * @typedef {import("../generated/owner").OwnerOrder} OwnerOrder
 * @typedef {import("../generated/owner").OwnerInvoice} OwnerInvoice
 * @typedef {import("./effects.js").Effect} Effect
 * @typedef {import("./effects.js").Event} Event
 * @typedef {OwnerOrder | OwnerInvoice} Payment
 *
 * @typedef {object} Payments
 * @property {OwnerOrder[]} orders The newest first.
 * @property {OwnerInvoice[]} invoices The newest first.
 * @property {{orders: string, invoices: string}} loading How far the lists are: `none`, `more` or `all`.
 * @property {import("../generated/owner").OwnerMethods["payments.get"]["result"] | null} story The one that is looked at.
 * @property {import("../host/channel.js").Failure | null} failure
 * @property {{text: string, size: number, rows: string[]} | null} qr
 * @property {boolean} noQR Whether the host draws none.
 * @property {Record<string, string>} payees What the owner calls addresses.
 * @property {boolean} started
 */

/** @type {Payments} */
export const noPayments = {
  orders: [], invoices: [], loading: { orders: "none", invoices: "none" }, story: null, failure: null, qr: null, noQR: false, payees: {}, started: false,
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
 * What is asked for when the page begins, or the provider is there again.
 * @param {Payments} state @returns {Effect[]}
 */
function beginning(state) {
  const again = state.started ? "fresh" : "page";
  return [call("payments", { limit: PAGE }, again), call("payments.incoming", { limit: PAGE }, again), call("payees", {})];
}

/**
 * What has not ended may have changed, and there may be new ones.
 * @returns {Effect[]}
 */
export function refresh() {
  return [call("payments", { limit: 20 }, "fresh"), call("payments.incoming", { limit: 20 }, "fresh"),
    call("payments", { limit: PAGE, group: "in_flight" }, "fresh"), call("payments.incoming", { limit: PAGE, group: "in_flight" }, "fresh")];
}

/**
 * Those that were open and that a list of what is open does not have any more.
 * @param {Payment[]} known @param {Payment[]} listed @returns {Effect[]}
 */
const ended = (known, listed) => {
  const there = new Set(listed.map((each) => each.id));
  return known.filter((each) => each.group === "in_flight" && !there.has(each.id)).slice(0, 20).map((each) => call("payments.get", { id: each.id }, "fresh"));
};

/**
 * The payment that is looked at, where it has not ended.
 * @param {Payments} state @returns {Effect[]}
 */
function looked({ story }) {
  const it = story?.order ?? story?.invoice;
  return it && it.group !== "ended" ? [call("payments.get", { id: it.id }, "fresh")] : [];
}

/** @param {Payments} state @param {Event} event @returns {{state: Payments, effects: Effect[]}} */
export function reducePayments(state, event) {
  /** @param {Payments} next @param {Effect[]} effects */
  const then = (next, ...effects) => ({ state: next, effects });
  switch (event.type) {
  case "watching": return then({ ...state, started: true }, ...beginning(state));
  case "tick": return then(state, ...looked(state), ...(event.inFlight ? refresh() : []));
  case "news": {
    const { change } = event.news;
    if (change === "moved") return then(state, ...looked(state), ...refresh(), call("payments.get", { id: event.news.money.id }, "fresh"));
    if (change === "withdrawn" || change === "shown") return then(state, ...looked(state), call("payments", { limit: 20 }, "fresh"));
    return then(state);
  }
  case "story": return then({ ...state, story: null, failure: null, qr: null }, call("payments.get", { id: event.id }, "story"));
  case "name": return then(state, call("payees", { address: event.address, name: event.name }));
  case "failed":
    if (event.method === "payments.get" && event.about === "story") return then({ ...state, failure: event.failure });
    return event.method === "page.qr" ? then({ ...state, noQR: true }) : then(state);
  case "answered": return answered(state, event, then);
  default: return then(state);
  }
}

/**
 * @param {Payments} state @param {Event} event @param {(next: Payments, ...effects: Effect[]) => {state: Payments, effects: Effect[]}} then
 */
function answered(state, event, then) {
  const { method, result, about, params } = event;
  switch (method) {
  case "payments":
  case "payments.incoming": {
    const list = method === "payments" ? "orders" : "invoices";
    /** @type {any} */
    const known = state[list];
    const next = { ...state, [list]: merged(known, result[list]) };
    if (params.group === "in_flight" && result.next === undefined) return then(next, ...ended(known, result[list]));
    if (about !== "page") return then(next);
    const loading = { ...state.loading, [list]: result.next === undefined ? "all" : "more" };
    const more = { limit: PAGE, before: result.next };
    return then({ ...next, loading }, ...(result.next === undefined ? [] : [call(method, more, "page")]));
  }
  case "payments.get": {
    const { order, invoice } = result;
    const next = {
      ...state, orders: order ? merged(state.orders, [order]) : state.orders, invoices: invoice ? merged(state.invoices, [invoice]) : state.invoices,
    };
    const isLookedAt = about === "story" || (order ?? invoice)?.id === (state.story?.order ?? state.story?.invoice)?.id;
    const drawn = about === "story" && invoice && !state.noQR ? [callHost("page.qr", { text: invoice.uri ?? invoice.address })] : [];
    return then(isLookedAt ? { ...next, story: result, failure: null } : next, ...drawn);
  }
  case "payees": return then({
    ...state, payees: Object.fromEntries(result.payees.map((/** @type {{address: string, name: string}} */ each) => [each.address, each.name])),
  });
  case "page.qr": return then({ ...state, qr: { text: params.text, size: result.size, rows: result.rows } });
  default: return then(state);
  }
}
