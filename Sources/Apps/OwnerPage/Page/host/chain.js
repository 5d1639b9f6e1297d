// The chain of the audit log (10.2), computed here from the entries themselves.

/** @param {number} value */
function int64(value) {
  const bytes = new Uint8Array(8);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(value));
  return bytes;
}

/** @param {string | undefined} text */
function counted(text) {
  const bytes = new TextEncoder().encode(text ?? "");
  const all = new Uint8Array(4 + bytes.length);
  new DataView(all.buffer).setUint32(0, text === undefined ? 0xffff_ffff : bytes.length);
  all.set(bytes, 4);
  return all;
}

/**
 * JSON with its names sorted by their bytes and without white space.
 * @param {unknown} value @returns {string}
 */
function canonical(value) {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  return `{${Object.entries(value).sort(([one], [other]) => one < other ? -1 : 1)
    .map(([name, member]) => `${JSON.stringify(name)}:${canonical(member)}`).join(",")}}`;
}

/** @param {string} text */
const bytesOf = (text) => Uint8Array.from(text.match(/../g) ?? [], (pair) => parseInt(pair, 16));

/**
 * The hash that an entry has after the hash of the entry before it.
 * @param {string} before @param {import("../generated/owner").AuditLogEntry} entry
 */
export async function hashAfter(before, entry) {
  const parts = [bytesOf(before), int64(entry.entry), int64(Date.parse(entry.at)), counted(entry.kind), counted(entry.app),
    counted(entry.object), counted(canonical(entry.detail))];
  const all = new Uint8Array(parts.reduce((length, part) => length + part.length, 0));
  let at = 0;
  for (const part of parts) {
    all.set(part, at);
    at += part.length;
  }
  return hexadecimal(await crypto.subtle.digest("SHA-256", all));
}

/** @param {ArrayBuffer} buffer */
const hexadecimal = (buffer) => [...new Uint8Array(buffer)].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** What the first entry follows. */
export const beginning = async () => hexadecimal(await crypto.subtle.digest("SHA-256", new TextEncoder().encode("payport/audit/1")));

/**
 * How many of the entries, newest first, follow from those before them; `broken` is the number of one that does not.
 * @param {import("../generated/owner").AuditLogEntry[]} entries
 * @returns {Promise<{checked: number, broken: number | null}>}
 */
export async function follow(entries) {
  let checked = 0;
  for (let at = 0; at < entries.length; at += 1) {
    const entry = entries[at], before = entry.entry === 1 ? await beginning() : entries[at + 1]?.hash;
    if (before === undefined) break;
    // The hash of an entry without its content is taken as it is stored.
    if (entry.kind !== "shortened" && await hashAfter(before, entry) !== entry.hash) return { checked, broken: entry.entry };
    checked += 1;
  }
  return { checked, broken: null };
}
