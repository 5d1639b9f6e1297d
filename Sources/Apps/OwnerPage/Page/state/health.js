// How the provider and its wallets are, the lock, the PIN, backups, and what the owner has to look at.

import { call, callHost } from "./effects.js";
import { REST, REST_OVER } from "./questions.js";

/**
 * @typedef {import("../generated/owner").OwnerMethods} OwnerMethods
 * @typedef {import("./effects.js").Effect} Effect
 * @typedef {import("./effects.js").Event} Event
 *
 * @typedef {object} Health
 * @property {OwnerMethods["status"]["result"] | null} status
 * @property {import("../generated/owner").PinStatus | null} pin
 * @property {import("../generated/owner").SendsReport | null} sends
 * @property {number} since Since when the list of them stands as it is, in milliseconds.
 * @property {boolean} busy Whether a word about one of them is on its way.
 * @property {string} done
 * @property {"no" | "busy" | "done" | "absent"} backup
 * @property {{id: string, name: string, parts: number, got: string[]} | null} backupJob A backup that comes in parts.
 */

/** @type {Health} */
export const noHealth = {
  status: null, pin: null, sends: null, since: 0, busy: false, done: "", backup: "no", backupJob: null,
};

const CHANGES = new Set(["lock", "unlock", "pin.set", "pin.clear", "sends.settle", "sends.pay", "sends.cancel", "sends.accept"]);

/** A word about what the wallets sent, as an event and as a request. */
const WORD = /^(settle|sends\.(settle|pay|cancel|accept))$/;

/**
 * Whether a word about what the wallets sent would count at a moment: where the list has just moved, it may be about
 * the next entry.
 * @param {Health} state @param {number} at
 */
export const takesWord = (state, at) => !state.busy && at - state.since >= REST;

/** @param {import("../generated/owner").SendsReport | null} report */
const entriesOf = (report) => JSON.stringify(report && [
  report.not_recognised, report.sends.map((each) => each.id), report.orders.map((each) => each.id), report.held_back,
]);

/** @returns {Effect[]} */
const load = () => [call("status", {}), call("pin.status", {}), call("sends", {})];

/** @param {Health} state @param {Event} event @returns {{state: Health, effects: Effect[]}} */
export function reduceHealth(state, event) {
  const at = event.at ?? 0;
  /** @param {Health} next @param {Effect[]} effects */
  const then = (next, ...effects) =>
    ({ state: next, effects: next.since === state.since ? effects : [...effects, REST_OVER] });
  if (WORD.test(event.type) && !takesWord(state, at)) return then(state);
  switch (event.type) {
  case "watching": return then({ ...state, busy: false }, ...load());
  // The second word comes up under the pointer that said the first.
  case "ask": return then({ ...state, since: at });
  case "routed": return event.view === "health"
    ? then({ ...state, done: "", backup: state.backup === "done" ? "no" : state.backup }, ...load()) : then(state);
  case "tick": return event.view === "health" ? then(state, call("status", {})) : then(state);
  case "news": return event.news.change === "standing" ? then(state, ...load()) : then(state);
  case "lock": return then(state, call("lock", {}));
  case "unlock": return then(state, call("unlock", {}));
  case "pin.set": return then({ ...state, done: "" }, call("pin.set", {
    new_pin: event.pin, ...(Object.keys(event.above).length > 0 && { above: event.above }),
  }));
  case "pin.clear": return then({ ...state, done: "" }, call("pin.clear", {}));
  case "settle": return then({ ...state, busy: true }, call("sends.settle", { id: event.id, as: event.as }));
  case "sends.pay": return then({ ...state, busy: true }, call("sends.pay", {
    id: event.id, ...(event.not && { not_paid_by: event.not }),
  }));
  case "sends.cancel": return then({ ...state, busy: true }, call("sends.cancel", { id: event.id }));
  case "sends.accept": return then({ ...state, busy: true }, call("sends.accept", { currency: event.currency }));
  case "backup": return state.backup === "busy" ? then(state)
    : then({ ...state, backup: "busy" }, callHost("page.backup", { passphrase: event.passphrase, name: event.name }));
  case "lost": return then({ ...state, backup: state.backup === "busy" ? "no" : state.backup, backupJob: null });
  case "failed":
    // There may be a mark by now that the owner has not seen.
    if (WORD.test(event.method)) return then({ ...state, busy: false }, call("sends", {}));
    if (event.method === "page.backup" && event.failure.code === -32601) return then({ ...state, backup: "absent" });
    return event.method === "page.backup" || event.method === "page.backup.part" ? then({ ...state, backup: "no", backupJob: null }) : then(state);
  case "saved": return event.about === "backup" ? then({ ...state, backup: "done" }) : then(state);
  case "save.failed": return event.about === "backup" ? then({ ...state, backup: "no" }) : then(state);
  case "answered":
    switch (event.method) {
    case "status": return then({ ...state, status: event.result });
    case "pin.status": return then({ ...state, pin: event.result });
    case "sends": {
      const isSame = entriesOf(state.sends) === entriesOf(event.result);
      return then({ ...state, sends: event.result, since: isSame ? state.since : at });
    }
    case "page.backup": {
      const { saved, id, parts } = event.result;
      // A window has written it where its owner wanted, or its owner has changed their mind.
      if (saved !== undefined) return then({ ...state, backup: saved ? "done" : "no" });
      return then({ ...state, backupJob: { id, name: event.params.name, parts, got: [] } }, callHost("page.backup.part", { id, part: 0 }));
    }
    case "page.backup.part": {
      const { backupJob: job } = state;
      if (!job || event.params.id !== job.id) return then(state);
      const got = [...job.got, event.result.data];
      if (got.length < job.parts) return then({ ...state, backupJob: { ...job, got } }, callHost("page.backup.part", { id: job.id, part: got.length }));
      return then({ ...state, backupJob: null }, { do: "save", about: "backup", name: job.name, type: "application/octet-stream", parts: got });
    }
    default: {
      // What was answered is still in the list until that is read anew.
      const next = WORD.test(event.method) ? { ...state, busy: false, since: at } : state;
      return CHANGES.has(event.method) ? then({ ...next, done: event.method }, ...load()) : then(next);
    }
    }
  default: return then(state);
  }
}
