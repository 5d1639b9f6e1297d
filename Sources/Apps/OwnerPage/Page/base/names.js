// What an app says of itself can be any text. It is shown as text only, and cannot turn or stretch what stands around it.

const CONTROLS = /[\u0000-\u001f\u007f-\u009f\u00ad\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202f\u205f-\u206f\u3164\ufe00-\ufe0f\ufeff\uffa0\ufff0-\ufffb]|[\u{e0000}-\u{e0fff}]/gu;

/**
 * A claimed text without signs that nobody sees, and no longer than that many code points.
 * @param {string} claimed @param {number} [most]
 */
export function harmless(claimed, most = 120) {
  const seen = claimed.replace(/[\t\r\n]+/g, " ").replace(CONTROLS, "\ufffd");
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
