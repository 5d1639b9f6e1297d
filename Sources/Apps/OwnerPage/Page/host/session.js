// In a browser, the token of the fragment is exchanged once for a cookie, and leaves the address at once.

/**
 * Whether the page may talk to its host: with the token of its address, or the cookie of before.
 * @returns {Promise<boolean>}
 */
export async function begin() {
  const token = location.hash.slice(1);
  if (/^[A-Za-z0-9_-]{16,}$/.test(token)) {
    history.replaceState(null, "", location.pathname);
    try {
      return (await fetch("/session", { method: "POST", body: token, headers: { "Content-Type": "text/plain" }, credentials: "same-origin" })).ok;
    } catch {
      return false;
    }
  }
  return true;
}

/**
 * Saves a file: as a download of the browser, or by the window's own dialog.
 * @param {(method: string, params: unknown) => Promise<unknown>} call @param {boolean} isWindow
 * @param {string} name @param {Uint8Array} bytes @param {string} type
 */
export async function save(call, isWindow, name, bytes, type) {
  const safe = name.replace(/[^A-Za-z0-9._-]/g, "_");
  if (isWindow) {
    let binary = "";
    for (const byte of bytes) binary += String.fromCharCode(byte);
    await call("page.save", { name: safe, base64: btoa(binary) });
    return;
  }
  const url = URL.createObjectURL(new Blob([bytes], { type }));
  const link = document.createElement("a");
  link.href = url;
  link.download = safe;
  link.click();
  // The download has begun by then; what is never released stays in memory.
  setTimeout(() => URL.revokeObjectURL(url), 60_000);
}

/** @param {string} text base64url @returns {Uint8Array} */
export const decoded = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
