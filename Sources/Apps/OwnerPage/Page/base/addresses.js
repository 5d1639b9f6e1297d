// Addresses are compared by eye, so they stand in groups of four, and what differs from one that is known is marked.

/**
 * @typedef {object} AddressGroup
 * @property {string} text Up to four signs.
 * @property {boolean} differs Whether any of them differs from the address that was paid before.
 */

const LIKENESS = 6;

/**
 * How many signs two texts share at their beginning.
 * @param {string} one @param {string} other
 */
function beginning(one, other) {
  let length = 0;
  while (length < one.length && length < other.length && one[length] === other[length]) length += 1;
  return length;
}

/** @param {string} text */
const reversed = (text) => Array.from(text).reverse().join("");

/**
 * The known address that an address could be taken for: it begins or ends like it, and is another one.
 * @param {string} address @param {Iterable<string>} known @returns {string | null}
 */
export function lookalike(address, known) {
  let best = null, longest = 0;
  const all = [...known].filter((each) => each !== address);
  // What all addresses of a currency begin with makes none of them alike.
  const common = all.length > 1 ? Math.min(...all.map((each) => beginning(each, all[0]))) : (address.match(/^[a-z]+1/) ?? [""])[0].length;
  for (const each of all) {
    const shared = Math.max(0, beginning(address, each) - common) + beginning(reversed(address), reversed(each));
    if (shared > longest) [best, longest] = [each, shared];
  }
  return longest >= LIKENESS ? best : null;
}

/**
 * An address in groups of four, with what differs from another one marked.
 * @param {string} address @param {string | null} [other] @returns {AddressGroup[]}
 */
export function groups(address, other = null) {
  const found = [];
  for (let at = 0; at < address.length; at += 4) {
    const text = address.slice(at, at + 4);
    found.push({ text, differs: other !== null && text !== other.slice(at, at + 4) });
  }
  return found;
}
