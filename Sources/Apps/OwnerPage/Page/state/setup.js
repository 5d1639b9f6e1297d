// The guide of the first start: what was found on this machine, what would be written, and what came of it.

import { callHost } from "./effects.js";

/**
 * @typedef {import("./effects.js").Effect} Effect
 * @typedef {import("./effects.js").Event} Event
 *
 * @typedef {object} FoundWallet
 * @property {string} currency
 * @property {string} program
 * @property {string} url
 * @property {string} user The other person whose program it is; empty for one's own and for those of services.
 * @property {string[]} sources Where its settings were read.
 * @property {string[]} words What came of asking it.
 * @property {boolean} works
 * @property {boolean} good
 * @property {boolean} taken Whether it would be written.
 * @property {boolean} configured
 *
 * @typedef {object} Sight
 * @property {FoundWallet[]} wallets
 * @property {string[]} hints
 * @property {string} file
 * @property {string[]} lines What would be written.
 * @property {string} digest Stands for all of that.
 * @property {boolean} is_new
 * @property {boolean} runs
 * @property {boolean} made_up Whether what is configured now is made-up money.
 *
 * @typedef {object} Setup
 * @property {Sight | null} sight
 * @property {"no" | "looking" | "writing"} busy
 * @property {"" | "done" | "failed"} outcome
 * @property {string} said What it said at the end.
 * @property {string} failure
 */

/** @type {Setup} */
export const noSetup = { sight: null, busy: "no", outcome: "", said: "", failure: "" };

/** @param {Setup} state @param {Event} event @returns {{state: Setup, effects: Effect[]}} */
export function reduceSetup(state, event) {
  /** @param {Setup} next @param {Effect[]} effects */
  const then = (next, ...effects) => ({ state: next, effects });
  switch (event.type) {
  case "setup.look": return state.busy !== "no" ? then(state)
    : then({ ...noSetup, busy: "looking" }, callHost("page.setup", { language: event.language }));
  // A yes is to what is shown, and to nothing else that may have been found since.
  case "setup.write": return state.busy !== "no" || !state.sight ? then(state)
    : then({ ...state, busy: "writing", failure: "" }, callHost("page.setup.write", { digest: state.sight.digest, language: event.language }));
  case "lost": return then({ ...state, busy: "no" });
  case "failed": return event.method === "page.setup" || event.method === "page.setup.write"
    ? then({ ...state, busy: "no", failure: event.failure.reason }) : then(state);
  case "answered": {
    const { result } = event;
    // What cannot be read is told in words, which then are all that there is.
    if (event.method === "page.setup") {
      return result.wallets ? then({ ...noSetup, sight: result }) : then({ ...noSetup, outcome: "failed", said: result.said });
    }
    return event.method === "page.setup.write"
      ? then({ ...state, busy: "no", outcome: result.done ? "done" : "failed", said: result.said, sight: result.done ? null : state.sight }) : then(state);
  }
  default: return then(state);
  }
}
