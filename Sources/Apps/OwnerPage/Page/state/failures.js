// What was asked for and had no effect. An action is said where it was begun, and above every view where that cannot be seen; a
// reading is said above every view, and begun again where that may help.

import { TAKE_PIN } from "../generated/methods.js";

/**
 * @typedef {import("./effects.js").Effect} Effect
 * @typedef {import("./effects.js").Event} Event
 *
 * @typedef {object} Failed
 * @property {string} method
 * @property {Record<string, any>} params
 * @property {unknown} about
 * @property {import("../host/channel.js").Failure} failure
 *
 * @typedef {object} Failures
 * @property {Failed | null} action What a person asked for last that had no effect.
 * @property {Record<string, Failed>} readings What could not be read, by what was asked.
 */

/** @type {Failures} */
export const noFailures = { action: null, readings: {} };

/** Milliseconds after which what could not be read is asked for again. */
const AGAIN = 5000;
const MAY_PASS = /^(no_answer|unavailable|stopping|starting_or_stopping|internal_error)$/;
const READINGS = new Set(["apps", "grants", "sessions", "payments", "payments.incoming", "balances", "status", "pin.status", "sends", "page.hello"]);

/**
 * Whether the page asked by itself, to know what it shows.
 * @param {Event} event
 */
export function isReading({ method, params, about }) {
  switch (method) {
  case "payees": return params.address === undefined;
  case "payments.get": return about === "fresh";
  case "statement":
  case "statement.part": return about?.use === "totals";
  default: return READINGS.has(method);
  }
}

/** Where it is said why these had no effect, beside what it is about. What is not here is said above every view. */
const SAID_IN = /** @type {Record<string, string>} */ ({
  approve: "now", deny: "now", question: "now",
  receive: "money", "payments.get": "story", payees: "story", "page.qr": "story",
  limit: "apps", grant: "apps", quota: "apps", rename: "apps", revoke: "apps", "sessions.end": "apps",
  statement: "books", "statement.part": "books", "page.save": "books", audit: "books", "audit.verify": "books",
  "page.setup": "setup", "page.setup.write": "setup",
});

/**
 * Whether the view that is shown says it: each app and each payment has a view of its own.
 * @param {Failed} failed @param {{view: string, id: string}} route
 */
export function isSaidIn({ method, about }, { view, id }) {
  const place = view === "money" && id !== "" ? "story" : view;
  return SAID_IN[method] === place && (view !== "apps" || String(about).split(":")[1] === id);
}

/**
 * Whether it waits for the owner's PIN, which is asked for in a sheet of its own.
 * @param {Event} event
 */
export const wantsPin = ({ method, failure }) =>
  method !== "approve" && TAKE_PIN.has(/** @type {any} */ (method)) && /^(pin_required|wrong_pin)$/.test(failure.reason);

/** @param {Event} event */
const nameOf = ({ method, params }) => JSON.stringify([method, params]);

/** @param {Failures} state @param {Event} event @returns {{state: Failures, effects: Effect[]}} */
export function reduceFailures(state, event) {
  /** @param {Failures} next @param {Effect[]} effects */
  const then = (next, ...effects) => ({ state: next, effects });
  switch (event.type) {
  case "failed": {
    const { method, params, about, failure } = event;
    if (method === "watch" || wantsPin(event)) return then(state);
    if (!isReading(event)) return then({ ...state, action: { method, params, about, failure } });
    // All is read anew once there is a way again, and what is gone is taken out of its list.
    const isNoNews = /^(channel_lost|not_running)$/.test(failure.reason) || method === "payments.get" && failure.reason === "not_found";
    if (isNoNews) return then(state);
    const readings = { ...state.readings, [nameOf(event)]: { method, params, about, failure } };
    const again = { type: "again", method, params };
    return then({ ...state, readings }, ...(MAY_PASS.test(failure.reason) ? [{ do: /** @type {const} */ ("later"), ms: AGAIN, event: again }] : []));
  }
  case "again": {
    const asked = state.readings[nameOf(event)];
    return asked ? then(state, { do: "call", method: asked.method, params: asked.params, about: asked.about }) : then(state);
  }
  case "answered": {
    const { [nameOf(event)]: known, ...readings } = state.readings;
    const action = state.action?.method === event.method ? null : state.action;
    return known || action !== state.action ? then({ action, readings }) : then(state);
  }
  case "watching":
  case "lost": return then({ ...state, readings: {} });
  case "save.failed": return then({ ...state, action: { method: "page.save", params: {}, about: event.about, failure: event.failure } });
  case "routed":
  case "failure.seen": return then({ ...state, action: null });
  default: return then(state);
  }
}
