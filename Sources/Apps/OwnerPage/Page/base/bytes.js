// Bytes, as the owner's socket sends them.

/** @param {string} text base64url @returns {Uint8Array} */
export const decoded = (text) =>
  Uint8Array.from(atob(text.replaceAll("-", "+").replaceAll("_", "/")), (sign) => sign.charCodeAt(0));
