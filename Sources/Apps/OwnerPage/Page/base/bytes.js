// Bytes, as the owner's socket sends them.

/** @param {string} text base64url @returns {Uint8Array} */
export function decoded(text) {
  const signs = atob(text.replaceAll("-", "+").replaceAll("_", "/")), bytes = new Uint8Array(signs.length);
  // A statement has millions of them: a function called for each would hold up the page for seconds.
  for (let at = 0; at < signs.length; at += 1) bytes[at] = signs.charCodeAt(at);
  return bytes;
}
