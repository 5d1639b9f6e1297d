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
