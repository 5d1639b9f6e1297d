// What each app may do and pay, and who is connected.

import { call } from "./effects.js";

/**
 * @typedef {import("../generated/owner").ListedApp} ListedApp
 * @typedef {import("../generated/owner").AppGrants} AppGrants
 * @typedef {import("../generated/owner").ListedSession} ListedSession
 * @typedef {import("./effects.js").Effect} Effect
 * @typedef {import("./effects.js").Event} Event
 *
 * @typedef {object} Apps
 * @property {ListedApp[] | null} listed
 * @property {AppGrants[]} grants
 * @property {ListedSession[]} sessions
 * @property {Record<string, number>} dragged By app and currency: the step to which a limit is dragged now.
 * @property {Record<string, string>} failures By what was asked for: why it had no effect.
 * @property {string} done What was done last, by what was asked for.
 */

/** @type {Apps} */
export const noApps = { listed: null, grants: [], sessions: [], dragged: {}, failures: {}, done: "" };

/** @returns {Effect[]} */
export const loadApps = () => [call("apps", {}), call("grants", {}), call("sessions", {})];

/** @param {Apps} state @param {Event} event @returns {{state: Apps, effects: Effect[]}} */
export function reduceApps(state, event) {
  /** @param {Apps} next @param {Effect[]} effects */
  const then = (next, ...effects) => ({ state: next, effects });
  switch (event.type) {
  case "watching": return then(state, ...loadApps());
  case "routed": return event.view === "apps" ? then({ ...state, failures: {}, done: "", dragged: {} }, ...loadApps()) : then(state);
  case "tick": return event.view === "apps" ? then(state, call("grants", {}), call("sessions", {})) : then(state);
  case "news": return event.news.change === "withdrawn" ? then(state, ...loadApps()) : then(state);
  case "limit.dragged": return then({ ...state, dragged: { ...state.dragged, [`${event.app}:${event.currency}`]: event.step } });
  case "limit": {
    const about = `limit:${event.app}:${event.currency}`;
    return then({ ...state, failures: { ...state.failures, [about]: "" } }, call("limit", { app: event.app, currency: event.currency, ...event.change }, about));
  }
  case "grant": return then(state, call("grant", {
    app: event.app, scopes: event.scopes, ...(event.expires && { expires_at: event.expires }),
  }, `grant:${event.app}`));
  case "quota": return then(state, call("quota", { app: event.app, ...event.change }, `quota:${event.app}`));
  case "rename": return then(state, call("rename", { app: event.app, name: event.name }, `rename:${event.app}`));
  case "revoke": return then(state, call("revoke", { app: event.app }, `revoke:${event.app}`));
  case "session.end": return then(state, call("sessions.end", { id: event.id }, `session:${event.id}`));
  case "failed": return typeof event.about === "string" && /^(limit|grant|quota|rename|revoke|session):/.test(event.about)
    ? then({ ...state, dragged: {}, failures: { ...state.failures, [event.about]: event.failure.reason } }) : then(state);
  case "answered":
    switch (event.method) {
    case "apps": return then({ ...state, listed: event.result.apps });
    case "grants": return then({ ...state, grants: event.result.apps });
    case "sessions": return then({ ...state, sessions: event.result.sessions });
    case "limit":
    case "grant":
    case "quota":
    case "rename":
    case "revoke":
    case "sessions.end":
      return then({ ...state, dragged: {}, done: event.about, failures: { ...state.failures, [event.about]: "" } }, ...loadApps());
    default: return then(state);
    }
  default: return then(state);
  }
}
