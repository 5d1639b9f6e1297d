// What leaves the page for its owner: files, and texts for the clipboard. Each says whether it did.

import { decoded } from "../base/bytes.js";

/**
 * @typedef {import("./channel.js").Answer} Answer
 * @typedef {import("./channel.js").Failure} Failure
 * @typedef {{place?: "browser" | "window" | "none", failure?: Failure}} Outcome Where a file went; `none` where its owner chose no place.
 */

/** @param {string} message @returns {Failure} */
const failed = (message) => ({ reason: "internal_error", code: 0, message, data: {} });

/**
 * Saves a file: as a download of the browser, which says itself what became of it, or by the window's own dialog.
 * @param {(method: string, params: unknown) => Promise<Answer>} call @param {boolean} isWindow
 * @param {{name: string, type: string, parts: string[]}} file Its parts are in base64url. @returns {Promise<Outcome>}
 */
export async function save(call, isWindow, { name, type, parts }) {
  const safe = name.replace(/[^A-Za-z0-9._-]/g, "_");
  try {
    const bytes = parts.map(decoded);
    if (!isWindow) {
      download(safe, new Blob(bytes, { type }));
      return { place: "browser" };
    }
    let binary = "";
    for (const part of bytes) for (const byte of part) binary += String.fromCharCode(byte);
    const { result, failure } = await call("page.save", { name: safe, base64: btoa(binary) });
    if (failure) return { failure };
    return { place: /** @type {{saved?: boolean}} */ (result).saved ? "window" : "none" };
  } catch (error) {
    return { failure: failed(String(error)) };
  }
}

/** @param {string} name @param {Blob} blob */
function download(name, blob) {
  const url = URL.createObjectURL(blob), link = document.createElement("a");
  link.href = url;
  link.download = name;
  link.click();
  // The download has begun by then; what is never released stays in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/**
 * Copies a text; whether that failed. A page without a secure context has no clipboard.
 * @param {Pick<Clipboard, "writeText"> | undefined} clipboard @param {string} text
 */
export async function copy(clipboard, text) {
  if (!clipboard) return true;
  try {
    await clipboard.writeText(text);
    return false;
  } catch {
    return true;
  }
}
