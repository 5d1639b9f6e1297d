// How the provider and its wallets are, the lock, the PIN, backups, and what the owner has to look at.

import { call, callHost } from "./effects.js";

/**
 * @typedef {import("../generated/owner").OwnerMethods} OwnerMethods
 * @typedef {import("./effects.js").Effect} Effect
 * @typedef {import("./effects.js").Event} Event
 *
 * @typedef {object} Health
 * @property {OwnerMethods["status"]["result"] | null} status
 * @property {import("../generated/owner").PinStatus | null} pin
 * @property {import("../generated/owner").SendsReport | null} sends
 * @property {string} failure Of what was asked for last.
 * @property {string} done
 * @property {"no" | "busy" | "done" | "absent"} backup
 * @property {boolean} setup Whether the host has a guide for the first start.
 */

/** @type {Health} */
export const noHealth = { status: null, pin: null, sends: null, failure: "", done: "", backup: "no", setup: false };

const CHANGES = new Set(["lock", "unlock", "pin.set", "pin.clear", "sends.settle", "sends.pay", "sends.cancel", "sends.accept", "page.backup"]);

/** @returns {Effect[]} */
const load = () => [call("status", {}), call("pin.status", {}), call("sends", {})];

/** @param {Health} state @param {Event} event @returns {{state: Health, effects: Effect[]}} */
export function reduceHealth(state, event) {
  /** @param {Health} next @param {Effect[]} effects */
  const then = (next, ...effects) => ({ state: next, effects });
  switch (event.type) {
  case "watching": return then(state, ...load(), callHost("page.setup", {}));
  case "routed": return event.view === "health" ? then({ ...state, failure: "", done: "" }, ...load()) : then(state);
  case "tick": return event.view === "health" ? then(state, call("status", {})) : then(state);
  case "news": return event.news.change === "standing" ? then(state, ...load()) : then(state);
  case "lock": return then({ ...state, failure: "" }, call("lock", {}));
  case "unlock": return then({ ...state, failure: "" }, call("unlock", {}));
  case "pin.set": return then({ ...state, failure: "", done: "" }, call("pin.set", {
    new_pin: event.pin, ...(Object.keys(event.above).length > 0 && { above: event.above }),
  }));
  case "pin.clear": return then({ ...state, failure: "", done: "" }, call("pin.clear", {}));
  case "settle": return then({ ...state, failure: "" }, call("sends.settle", { id: event.id, as: event.as }));
  case "sends.pay": return then({ ...state, failure: "" }, call("sends.pay", { id: event.id, ...(event.not && { not_paid_by: event.not }) }));
  case "sends.cancel": return then({ ...state, failure: "" }, call("sends.cancel", { id: event.id }));
  case "sends.accept": return then({ ...state, failure: "" }, call("sends.accept", { currency: event.currency }));
  case "backup": return then({ ...state, failure: "", backup: "busy" }, callHost("page.backup", { passphrase: event.passphrase }));
  case "failed":
    if (event.method === "page.backup") return then({ ...state, backup: event.failure.code === -32601 ? "absent" : "no", failure: event.failure.reason });
    return CHANGES.has(event.method) ? then({ ...state, failure: event.failure.reason }) : then(state);
  case "answered":
    switch (event.method) {
    case "status": return then({ ...state, status: event.result });
    case "pin.status": return then({ ...state, pin: event.result });
    case "sends": return then({ ...state, sends: event.result });
    case "page.setup": return then({ ...state, setup: true });
    case "page.backup": return then({ ...state, backup: "done" });
    default: return CHANGES.has(event.method) ? then({ ...state, done: event.method }, ...load()) : then(state);
    }
  default: return then(state);
  }
}
