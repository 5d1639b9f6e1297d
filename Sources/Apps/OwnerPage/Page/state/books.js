// Statements, which are fetched in parts, and the audit log with its chain.

import { call } from "./effects.js";

/**
 * @typedef {import("./effects.js").Effect} Effect
 * @typedef {import("./effects.js").Event} Event
 * @typedef {import("../generated/owner").AuditLogEntry} AuditLogEntry
 *
 * @typedef {object} StatementDay
 * @property {string} day
 * @property {string} in
 * @property {string} out
 * @property {string} fees
 * @property {string} balance
 *
 * @typedef {object} Section A currency of a statement.
 * @property {string} currency
 * @property {string} opening
 * @property {string} in
 * @property {string} out
 * @property {string} fees
 * @property {string} closing
 * @property {StatementDay[]} days
 * @property {unknown[]} rows
 *
 * @typedef {object} Job A statement that is on its way.
 * @property {"show" | "totals" | "file"} use
 * @property {string} key What was asked for.
 * @property {string[]} parts
 *
 * @typedef {object} Books
 * @property {Section[] | null} sections The statement that is shown.
 * @property {string} shown The key of what is shown.
 * @property {Section[] | null} totals What went through since the beginning, by currency.
 * @property {Record<string, Job>} jobs By the identifier of the statement.
 * @property {string} busy The key of what is asked for.
 * @property {string} failure
 * @property {AuditLogEntry[]} entries
 * @property {number | undefined} next
 * @property {import("../generated/owner").AuditVerification | null} verified
 * @property {{checked: number, broken: number | null} | null} followed
 * @property {boolean} verifying
 */

/** @type {Books} */
export const noBooks = {
  sections: null, shown: "", totals: null, jobs: {}, busy: "", failure: "", entries: [], next: undefined, verified: null, followed: null, verifying: false,
};

/**
 * @param {{from: string, to: string, currency?: string, app?: string}} wanted @param {import("../generated/owner").StatementFormat} format
 * @param {Job["use"]} use @returns {Effect}
 */
export function statement(wanted, format, use) {
  const { from, to, currency, app } = wanted;
  const params = { format, from, to, ...(currency && { currency }), ...(app && { app }) };
  return call("statement", params, { use, key: JSON.stringify(params) });
}

/** @param {string[]} parts Parts in base64url. @returns {any} */
function read(parts) {
  const bytes = parts.map((part) => Uint8Array.from(atob(part.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0)));
  const decoder = new TextDecoder();
  return JSON.parse(bytes.map((each) => decoder.decode(each, { stream: true })).join("") + decoder.decode());
}

/** @param {Books} state @param {Event} event @returns {{state: Books, effects: Effect[]}} */
export function reduceBooks(state, event) {
  /** @param {Books} next @param {Effect[]} effects */
  const then = (next, ...effects) => ({ state: next, effects });
  switch (event.type) {
  case "statement": return then({ ...state, busy: event.format, failure: "" }, statement(event.wanted, event.format, event.use));
  case "totals": return then(state, statement({ from: "2009-01-01", to: event.to }, "json", "totals"));
  case "audit": return then({ ...state, verified: null, followed: null }, call("audit", { limit: 100 }, "first"));
  case "audit.more": return then(state, call("audit", { limit: 100, before: state.next }, "more"));
  case "verify": return then({ ...state, verifying: true, verified: null, followed: null }, call("audit.verify", {}), { do: "follow", entries: state.entries });
  case "followed": return then({ ...state, followed: event.result });
  case "watching": return then({ ...state, jobs: {}, busy: "" });
  case "failed":
    if (event.method === "statement" || event.method === "statement.part") {
      return event.about?.use === "totals" ? then(state) : then({ ...state, busy: "", failure: event.failure.reason });
    }
    return event.method === "audit.verify" ? then({ ...state, verifying: false, failure: event.failure.reason }) : then(state);
  case "answered": return answered(state, event, then);
  default: return then(state);
  }
}

/**
 * @param {Books} state @param {Event} event @param {(next: Books, ...effects: Effect[]) => {state: Books, effects: Effect[]}} then
 */
function answered(state, event, then) {
  const { method, result, about } = event;
  switch (method) {
  case "statement": {
    const id = result.statement.statement_id;
    return then({ ...state, jobs: { ...state.jobs, [id]: { ...about, parts: [] } } }, call("statement.part", { statement_id: id, part: 0 }, about));
  }
  case "statement.part": {
    const made = result.statement, id = made.statement_id, job = state.jobs[id];
    if (!job) return then(state);
    if (made.state === "failed") return then({ ...state, busy: "", failure: made.reason ?? "internal_error" });
    const parts = result.data === undefined ? job.parts : [...job.parts, result.data];
    if (made.state !== "ready" || parts.length < (made.parts ?? 1)) {
      return then({ ...state, jobs: { ...state.jobs, [id]: { ...job, parts } } }, call("statement.part", { statement_id: id, part: parts.length }, about));
    }
    const { [id]: _, ...jobs } = state.jobs;
    if (job.use === "totals") return then({ ...state, jobs, totals: read(parts).sections });
    if (job.use === "show") return then({ ...state, jobs, busy: "", sections: read(parts).sections, shown: job.key });
    return then({ ...state, jobs, busy: "" }, { do: "save", name: made.file_name, type: made.media_type, parts });
  }
  case "audit": return then({ ...state, entries: about === "more" ? [...state.entries, ...result.entries] : result.entries, next: result.next });
  case "audit.verify": return then({ ...state, verifying: false, verified: result });
  default: return then(state);
  }
}
