// What a reducer wants done is a value; state/store.js does it.

/**
 * @typedef {import("../generated/owner").OwnerMethods} OwnerMethods
 * @typedef {keyof OwnerMethods} OwnerMethod
 * @typedef {import("../host/channel.js").Failure} Failure
 *
 * @typedef {{do: "call", method: string, params: Record<string, unknown>, about?: unknown}} Call
 * @typedef {Call
 *   | {do: "open"} | {do: "later", ms: number, event: Event}
 *   | {do: "retry", tries: number, isSlow?: boolean}
 *   | {do: "save", about: "statement" | "backup", name: string, type: string, parts: string[]}
 *   | {do: "follow", entries: import("../generated/owner").AuditLogEntry[]}
 *   | {do: "copy", text: string}
 *   | {do: "go", to: string}} Effect
 *
 * @typedef {{type: string, at?: number, date?: number, [member: string]: any}} Event Something that happened; `at` is
 *   when, in milliseconds of a clock that nobody sets, and `date` when by that of the machine.
 */

/**
 * A call of the owner's socket; its answer comes as an event `answered` or `failed` with the same `about`.
 * @template {OwnerMethod} M
 * @param {M} method @param {OwnerMethods[M]["params"]} params @param {unknown} [about] @returns {Call}
 */
export const call = (method, params, about) => ({ do: "call", method, params, about });

/**
 * A call of a method of the host's own.
 * @param {string} method @param {Record<string, unknown>} params @param {unknown} [about] @returns {Call}
 */
export const callHost = (method, params, about) => ({ do: "call", method, params, about });
