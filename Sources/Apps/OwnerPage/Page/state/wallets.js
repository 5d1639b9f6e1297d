// What the wallets hold, and invoices that the owner makes without an app.

import { call } from "./effects.js";

/**
 * @typedef {import("./effects.js").Effect} Effect
 * @typedef {import("./effects.js").Event} Event
 *
 * @typedef {object} Wallets
 * @property {import("../generated/owner").WalletHolding[] | null} held
 * @property {number} asked When the wallets were asked last, in milliseconds.
 * @property {boolean} busy Whether an address is being made.
 * @property {string} failure Why none was made.
 */

/** @type {Wallets} */
export const noWallets = { held: null, asked: 0, busy: false, failure: "" };

/** How long what the wallets told is taken for news: each has to be asked. */
const FRESH = 15_000;

/** @param {Wallets} state @param {Event} event @returns {{state: Wallets, effects: Effect[]}} */
export function reduceWallets(state, event) {
  /** @param {Wallets} next @param {Effect[]} effects */
  const then = (next, ...effects) => ({ state: next, effects });
  const asking = () => then({ ...state, asked: event.at ?? 0 }, call("balances", {}));
  switch (event.type) {
  case "watching": return asking();
  case "routed": return event.view === "money" ? then({ ...state, failure: "", asked: event.at ?? 0 }, call("balances", {})) : then(state);
  case "tick": return event.view === "money" && (event.at ?? 0) - state.asked > FRESH ? asking() : then(state);
  case "news": return /^(moved|standing)$/.test(event.news.change) ? asking() : then(state);
  case "receive": return then({ ...state, busy: true, failure: "" }, call("receive", {
    currency: event.currency, ...(event.amount && { amount: event.amount }), ...(event.description && { description: event.description }),
  }));
  case "failed": return event.method === "receive" ? then({ ...state, busy: false, failure: event.failure.reason }) : then(state);
  case "answered":
    if (event.method === "balances") return then({ ...state, held: event.result.wallets });
    return event.method === "receive" ? then({ ...state, busy: false }, { do: "go", to: `#/money/${event.result.invoice.id}` }) : then(state);
  default: return then(state);
  }
}
