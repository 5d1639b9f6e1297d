// What an app says of itself can be any text. It is shown as text only, and cannot turn or stretch what stands around it.

// The same are not shown by the programs of a terminal (SafeText): what the categories of Unicode call invisible, private
// or unassigned, and the blank of Braille, which they call a sign.
const CONTROLS = /[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu;

/**
 * A claimed text without signs that nobody sees, and no longer than that many code points.
 * @param {string} claimed @param {number} [most]
 */
export function harmless(claimed, most = 120) {
  const seen = claimed.replace(/[\t\r\n]+|\p{Zs}/gu, " ").replace(CONTROLS, "\ufffd");
  // A sign with a tower of marks on it would cover the lines above.
  const low = seen.replace(/(\p{M}{3})\p{M}+/gu, "$1");
  const points = Array.from(low);
  return points.length > most ? `${points.slice(0, most - 1).join("")}…` : low;
}

/**
 * A claimed text inside a sentence that is one string, such as a label.
 * @param {string} claimed
 */
export const isolated = (claimed) => `\u2068${harmless(claimed)}\u2069`;
