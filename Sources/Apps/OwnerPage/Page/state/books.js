// Statements, which are fetched in parts, and the audit log with its chain.

import { decoded } from "../base/bytes.js";
import { dateOf } from "../base/times.js";
import { call } from "./effects.js";

/**
 * @typedef {import("./effects.js").Effect} Effect
 * @typedef {import("./effects.js").Event} Event
 * @typedef {import("../generated/owner").AuditLogEntry} AuditLogEntry
 * @typedef {import("../generated/owner").StatementFormat} StatementFormat
 * @typedef {{from: string, to: string, currency?: string, app?: string}} Wanted Of which time, currency and app.
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
 * @typedef {"show" | "totals" | "file"} Use
 *
 * @typedef {object} Asked A statement that was asked for.
 * @property {Use} use
 * @property {string} key What was asked for.
 * @property {number} number Those that were asked for later have greater ones.
 *
 * @typedef {Asked & {parts: string[]}} Job A statement that is on its way.
 *
 * @typedef {object} Books
 * @property {Section[] | null} sections The statement that is shown.
 * @property {string} shown The key of what is shown.
 * @property {Section[] | null} totals What went through since the beginning, by currency.
 * @property {string} totalsFailure Why they could not be made.
 * @property {boolean} isOld Whether money has moved since the totals were asked for.
 * @property {boolean} isMoney Whether the view that shows the totals is there.
 * @property {boolean} isAuditDue Whether the log is looked at and was not read, since there was no way.
 * @property {Record<string, Job>} jobs By the identifier of the statement.
 * @property {Record<Use, Asked | null>} latest What was asked for last, for each use, and is not there yet.
 * @property {number} number The number of what was asked for last.
 * @property {{name: string, place: "browser" | "window" | "none"} | null} saved What became of the file that was made last.
 * @property {string} failure Why there is no statement, or no file of it.
 * @property {string} auditFailure
 * @property {AuditLogEntry[]} entries
 * @property {number | undefined} next
 * @property {import("../generated/owner").AuditVerification | null} verified
 * @property {{checked: number, broken: number | null} | null} followed
 * @property {boolean} verifying
 */

const NONE = { show: null, totals: null, file: null };

/** @type {Books} */
export const noBooks = {
  sections: null, shown: "", totals: null, totalsFailure: "", isOld: false, isMoney: false, isAuditDue: false, jobs: {}, latest: NONE, number: 0, saved: null, failure: "", auditFailure: "",
  entries: [], next: undefined, verified: null, followed: null, verifying: false,
};

const LOG = call("audit", { limit: 100 }, "first");

/** @param {Wanted} wanted @param {StatementFormat} format */
const paramsOf = ({ from, to, currency, app }, format) => ({ format, from, to, ...(currency && { currency }), ...(app && { app }) });

/**
 * Names a statement: what is shown is of the choice that has the same name, and of no other.
 * @param {Wanted} wanted @param {StatementFormat} format
 */
export const keyOf = (wanted, format) => JSON.stringify(paramsOf(wanted, format));

/**
 * Asks for a statement, which takes the place of one that was asked for before and is not there yet.
 * @param {Books} state @param {Wanted} wanted @param {StatementFormat} format @param {Use} use @returns {{state: Books, effects: Effect[]}}
 */
function asking(state, wanted, format, use) {
  const asked = { use, key: keyOf(wanted, format), number: state.number + 1 };
  return { state: { ...state, number: asked.number, latest: { ...state.latest, [use]: asked } }, effects: [call("statement", paramsOf(wanted, format), asked)] };
}

/**
 * Asks for a period without rows: what it begins with is the sum of all that came before, and nothing else has to be fetched.
 * @param {Books} state @param {number} date @returns {{state: Books, effects: Effect[]}}
 */
function totalling(state, date) {
  const [from, to] = [1, 2].map((days) => dateOf(new Date(date + days * 86_400_000)));
  return asking({ ...state, isOld: false, totalsFailure: "" }, { from, to }, "json", "totals");
}

/** @param {string[]} parts Parts in base64url. @returns {any} */
function read(parts) {
  const decoder = new TextDecoder();
  return JSON.parse(parts.map((part) => decoder.decode(decoded(part), { stream: true })).join("") + decoder.decode());
}

/**
 * Whether it is what was asked for last, and not an older one whose answer was slower. Each file is wanted.
 * @param {Books} state @param {Asked} asked
 */
const isWanted = (state, asked) => asked.use === "file" || state.latest[asked.use]?.number === asked.number;

/**
 * A statement is there, or will not be.
 * @param {Books} state @param {Asked} asked @returns {Books}
 */
const over = (state, asked) => state.latest[asked.use]?.number === asked.number ? { ...state, latest: { ...state.latest, [asked.use]: null } } : state;

/** @param {Books} state @param {Asked} asked @param {string} reason @returns {Books} */
const failing = (state, asked, reason) =>
  asked.use === "totals" || !isWanted(state, asked) ? over(state, asked) : { ...over(state, asked), failure: reason };

/** @param {Books} state @param {Event} event @returns {{state: Books, effects: Effect[]}} */
export function reduceBooks(state, event) {
  const date = event.date ?? 0;
  /** @param {Books} next @param {Effect[]} effects */
  const then = (next, ...effects) => ({ state: next, effects });
  switch (event.type) {
  case "statement": return asking({ ...state, failure: "", saved: null }, event.wanted, event.format, event.use);
  case "routed": {
    const isMoney = event.view === "money" && event.id === "", next = { ...state, isMoney, isAuditDue: false, saved: null, failure: "" };
    return isMoney ? totalling(next, date) : then(next);
  }
  // It reads all that ever went through, so that there is one at a time.
  case "totals.old": return state.isMoney && !state.latest.totals ? totalling(state, date) : then({ ...state, isOld: true });
  case "audit": return then({ ...state, isAuditDue: false, verified: null, followed: null, auditFailure: "" }, LOG);
  case "audit.more": return then({ ...state, auditFailure: "" }, call("audit", { limit: 100, before: state.next }, "more"));
  case "verify": return then({ ...state, verifying: true, verified: null, followed: null, auditFailure: "" }, call("audit.verify", {}), { do: "follow", entries: state.entries });
  case "followed": return then({ ...state, followed: event.result });
  case "saved": return event.about === "statement" ? then({ ...state, saved: { name: event.name, place: event.place } }) : then(state);
  case "save.failed": return event.about === "statement" ? then({ ...state, failure: event.failure.reason }) : then(state);
  case "watching": {
    const next = { ...state, isAuditDue: false, jobs: {}, latest: NONE };
    return state.isMoney ? totalling(next, date) : then(next, ...(state.isAuditDue ? [LOG] : []));
  }
  case "failed":
    switch (event.method) {
    case "statement":
    case "statement.part": return then(failing(state, event.about, event.failure.reason));
    case "audit": return event.about === "first" && event.failure.reason === "channel_lost" ? then({ ...state, isAuditDue: true })
      : then({ ...state, auditFailure: event.failure.reason });
    case "audit.verify": return then({ ...state, verifying: false, auditFailure: event.failure.reason });
    default: return then(state);
    }
  case "answered": return answered(state, event, then);
  default: return then(state);
  }
}

/**
 * @param {Books} state @param {Event} event @param {(next: Books, ...effects: Effect[]) => {state: Books, effects: Effect[]}} then
 */
function answered(state, event, then) {
  const { method, params, result, about } = event;
  switch (method) {
  case "statement": {
    const id = result.statement.statement_id;
    return then({ ...state, jobs: { ...state.jobs, [id]: { ...about, parts: [] } } }, call("statement.part", { statement_id: id, part: 0 }, about));
  }
  case "statement.part": {
    const made = result.statement, id = made.statement_id, job = state.jobs[id];
    if (!job || params.part !== job.parts.length) return then(state);
    const { [id]: _, ...jobs } = state.jobs;
    if (made.state === "failed") {
      const reason = made.reason ?? "internal_error";
      return then({ ...failing(state, job, reason), jobs, ...(job.use === "totals" && { totalsFailure: reason }) });
    }
    const parts = result.data === undefined ? job.parts : [...job.parts, result.data];
    if (made.state !== "ready" || parts.length < (made.parts ?? 1)) {
      return then({ ...state, jobs: { ...state.jobs, [id]: { ...job, parts } } }, call("statement.part", { statement_id: id, part: parts.length }, about));
    }
    const next = { ...over(state, job), jobs };
    if (job.use === "file") return then(next, { do: "save", about: "statement", name: made.file_name, type: made.media_type, parts });
    if (!isWanted(state, job)) return then(next);
    if (job.use === "show") return then({ ...next, sections: read(parts).sections, shown: job.key });
    const shown = { ...next, totals: read(parts).sections };
    return state.isOld && state.isMoney ? totalling(shown, event.date ?? 0) : then(shown);
  }
  case "audit": return then({ ...state, entries: about === "more" ? [...state.entries, ...result.entries] : result.entries, next: result.next });
  case "audit.verify": return then({ ...state, verifying: false, verified: result });
  default: return then(state);
  }
}
