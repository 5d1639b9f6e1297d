// The language of the reader, and the texts in it.

import { LANGUAGES, texts } from "./texts.js";

/** @typedef {keyof typeof texts} Key */

/** @type {typeof LANGUAGES[number]} */
export let language = "en";

/**
 * Takes the first of the reader's languages that there are texts in.
 * @param {readonly string[]} wanted
 */
export function speak(wanted) {
  const codes = wanted.map((each) => each.slice(0, 2).toLowerCase());
  language = codes.map((code) => LANGUAGES.find((each) => each === code)).find(Boolean) ?? "en";
}

/**
 * Whether there is a text of this name.
 * @param {string} key
 * @returns {key is Key}
 */
export const isKey = (key) => Object.hasOwn(texts, key);

/** @param {Key} key */
const template = (key) => texts[key][LANGUAGES.indexOf(language)] ?? texts[key][0];

/**
 * A text with its places filled in.
 * @param {Key} key
 * @param {Record<string, string | number>} [filled]
 * @returns {string}
 */
export const t = (key, filled = {}) => template(key).replace(/\{(\w+)\}/g, (_, name) => String(filled[name] ?? ""));

/**
 * A text as its pieces, with elements in its places.
 * @template E
 * @param {Key} key
 * @param {Record<string, E>} filled
 * @returns {Array<string | E>}
 */
export const pieces = (key, filled) =>
  template(key).split(/\{(\w+)\}/).map((piece, at) => at % 2 === 1 ? filled[piece] : piece).filter((piece) => piece !== "");

/**
 * One text for one, another for any other number.
 * @param {Key} one
 * @param {Key} many
 * @param {number} count
 */
export const counted = (one, many, count) => t(count === 1 ? one : many, { count });

/**
 * The text of a word of the specification, or the word itself where the page does not know it.
 * @param {string} family
 * @param {string} word
 */
export const wordOf = (family, word) => {
  const key = `${family}.${word}`;
  return isKey(key) ? t(key) : word.replaceAll("_", " ");
};

/**
 * What became of a question, in a word.
 * @param {{question: {kind: string}, because: string}} ended
 */
export const outcomeOf = ({ question, because }) => question.kind === "pairing" && because === "approved" ? t("let_in") : wordOf("ended", because);
