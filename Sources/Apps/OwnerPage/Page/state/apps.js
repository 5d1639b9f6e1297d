// What each app may do and pay, and who is connected.

import { call } from "./effects.js";
import { wantsPin } from "./failures.js";

/**
 * @typedef {import("../generated/owner").ListedApp} ListedApp
 * @typedef {import("../generated/owner").AppGrants} AppGrants
 * @typedef {import("../generated/owner").ListedSession} ListedSession
 * @typedef {import("../generated/owner").Scope} Scope
 * @typedef {import("./effects.js").Effect} Effect
 * @typedef {import("./effects.js").Event} Event
 *
 * @typedef {object} Apps
 * @property {ListedApp[] | null} listed
 * @property {AppGrants[]} grants
 * @property {ListedSession[]} sessions
 * @property {Record<string, Scope[]>} granting By app: what it may do from now on, as asked for and not answered yet.
 * @property {number} changes How many changes were answered: what was read before the last one may be old.
 * @property {Record<string, string>} failures By what was asked for: why it had no effect.
 * @property {string} done What was done last, by what was asked for.
 */

/** @type {Apps} */
export const noApps = { listed: null, grants: [], sessions: [], granting: {}, changes: 0, failures: {}, done: "" };

/** @param {Apps} state @returns {Effect[]} */
const loadApps = ({ changes }) => [call("apps", {}, changes), call("grants", {}, changes), call("sessions", {}, changes)];

/**
 * What an app may do, as was asked for last; null where it is not known yet.
 * @param {Apps} state @param {string} app
 */
export const scopesOf = (state, app) => state.granting[app] ?? state.grants.find((each) => each.app.key === app)?.scopes ?? null;

/**
 * A scope is given or taken of what the app has: what is not known, or on its way to being something else, is no ground for it.
 * @param {Apps} state @param {Event} event @returns {{state: Apps, effects: Effect[]}}
 */
function granted(state, event) {
  const known = state.grants.find((each) => each.app.key === event.app);
  if (!known || state.granting[event.app]) return { state, effects: [] };
  const others = known.scopes.filter((each) => each !== event.scope), scopes = event.granted ? [...others, event.scope] : others;
  const about = `grant:${event.app}`;
  return {
    state: { ...state, granting: { ...state.granting, [event.app]: scopes }, failures: { ...state.failures, [about]: "" } },
    effects: [call("grant", { app: event.app, scopes, ...(known.expires_at && { expires_at: known.expires_at }) }, about)],
  };
}

/** @param {Apps} state @param {Event} event @returns {Apps} */
function changed(state, { method, params, result, about }) {
  const next = { ...state, changes: state.changes + 1, done: about, failures: { ...state.failures, [about]: "" } };
  if (method === "limit") {
    const { budget } = result;
    return {
      ...next, grants: state.grants.map((each) => each.app.key !== params.app || !budget ? each
        : { ...each, budgets: each.budgets.map((old) => old.currency === params.currency ? budget : old) }),
    };
  }
  if (method !== "grant") return next;
  const { scopes, currencies, expires_at } = result, { [params.app]: _, ...granting } = state.granting;
  return {
    ...next, granting, grants: state.grants.map((each) => each.app.key === params.app ? { ...each, scopes, currencies, expires_at } : each),
  };
}

/** @param {Apps} state @param {Event} event @returns {{state: Apps, effects: Effect[]}} */
export function reduceApps(state, event) {
  /** @param {Apps} next @param {Effect[]} effects */
  const then = (next, ...effects) => ({ state: next, effects });
  /** @param {string} about @param {Effect} effect */
  const asked = (about, effect) => then({ ...state, done: "", failures: { ...state.failures, [about]: "" } }, effect);
  switch (event.type) {
  case "watching": return then({ ...state, granting: {} }, ...loadApps(state));
  case "routed": return event.view === "apps" ? then({ ...state, failures: {}, done: "" }, ...loadApps(state)) : then(state);
  case "tick": return event.view === "apps" ? then(state, call("grants", {}, state.changes), call("sessions", {}, state.changes)) : then(state);
  case "news": return event.news.change === "withdrawn" ? then(state, ...loadApps(state)) : then(state);
  case "limit": {
    const about = `limit:${event.app}:${event.currency}`;
    return asked(about, call("limit", { app: event.app, currency: event.currency, ...event.change }, about));
  }
  case "grant": return granted(state, event);
  case "quota": return asked(`quota:${event.app}`, call("quota", { app: event.app, ...event.change }, `quota:${event.app}`));
  case "rename": return asked(`rename:${event.app}`, call("rename", { app: event.app, name: event.name }, `rename:${event.app}`));
  case "revoke": return asked(`revoke:${event.app}`, call("revoke", { app: event.app }, `revoke:${event.app}`));
  case "session.end": return asked(`session:${event.app}`, call("sessions.end", { id: event.id }, `session:${event.app}`));
  // What was asked for is not asked for any more.
  case "pin.forget": return then({ ...state, granting: {} });
  case "failed": {
    if (typeof event.about !== "string" || !/^(limit|grant|quota|rename|revoke|session):/.test(event.about)) return then(state);
    // With the PIN it is asked for again as it was.
    if (wantsPin(event)) return then(state);
    const { [event.params.app]: was, ...others } = state.granting;
    const granting = event.method === "grant" && was ? others : state.granting;
    const next = { ...state, granting, failures: { ...state.failures, [event.about]: event.failure.reason } };
    return then(next, ...(event.method === "sessions.end" ? loadApps(state) : []));
  }
  case "answered":
    switch (event.method) {
    case "apps": return event.about === state.changes ? then({ ...state, listed: event.result.apps }) : then(state);
    case "grants": return event.about === state.changes ? then({ ...state, grants: event.result.apps }) : then(state);
    case "sessions": return event.about === state.changes ? then({ ...state, sessions: event.result.sessions }) : then(state);
    case "limit":
    case "grant":
    case "quota":
    case "rename":
    case "revoke":
    case "sessions.end": {
      const next = changed(state, event);
      return then(next, ...loadApps(next));
    }
    default: return then(state);
    }
  default: return then(state);
  }
}
