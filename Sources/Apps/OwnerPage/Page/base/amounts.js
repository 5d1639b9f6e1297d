// Amounts are decimal texts in the unit of a currency. They are compared and added as whole numbers, never as floats.

const FORM = /^(0|[1-9][0-9]{0,59})(\.[0-9]{1,30})?$/;

/**
 * Whether a text is an amount.
 * @param {string} text
 */
export const isAmount = (text) => FORM.test(text);

/**
 * An amount as a whole number of the unit's 10^places-th part.
 * @param {string} text @param {number} places
 */
function scaled(text, places) {
  const sign = text.startsWith("-") ? -1n : 1n;
  const [whole, fraction = ""] = text.replace(/^-/, "").split(".");
  return sign * BigInt(whole + fraction.padEnd(places, "0"));
}

/** @param {string[]} texts */
const placesOf = (texts) => Math.max(0, ...texts.map((text) => (text.split(".")[1] ?? "").length));

/** @param {bigint} value @param {number} places */
function text(value, places) {
  const digits = (value < 0n ? -value : value).toString().padStart(places + 1, "0");
  const fraction = digits.slice(digits.length - places).replace(/0+$/, "");
  const whole = digits.slice(0, digits.length - places);
  return `${value < 0n ? "-" : ""}${whole}${places > 0 && fraction !== "" ? `.${fraction}` : ""}`;
}

/**
 * The sum of amounts, which may be below zero.
 * @param {string[]} amounts @returns {string}
 */
export function sum(amounts) {
  const places = placesOf(amounts);
  return text(amounts.reduce((total, each) => total + scaled(each, places), 0n), places);
}

/**
 * The first without the second.
 * @param {string} from @param {string} amount
 */
export function less(from, amount) {
  const places = placesOf([from, amount]);
  return text(scaled(from, places) - scaled(amount, places), places);
}

/**
 * Below zero where the first is smaller, above where it is larger.
 * @param {string} one @param {string} other
 */
export function compare(one, other) {
  const places = placesOf([one, other]);
  const difference = scaled(one, places) - scaled(other, places);
  return difference < 0n ? -1 : difference > 0n ? 1 : 0;
}

/**
 * How large a part is of a whole, from 0 to 1000: for lengths that are drawn, not for what is written.
 * @param {string} part @param {string} whole
 */
export function permille(part, whole) {
  const places = placesOf([part, whole]);
  const all = scaled(whole, places);
  if (all <= 0n) return 0;
  const share = (scaled(part, places) * 1000n) / all;
  return Number(share < 0n ? 0n : share > 1000n ? 1000n : share);
}

/**
 * Whether a text could be two amounts: 1,000 is one to some readers and a thousand to others. What begins with a nought,
 * or has more than three digits before the comma, groups no thousands.
 * @param {string} typed
 */
export const isAmbiguous = (typed) => /^[1-9][0-9]{0,2},[0-9]{3}$/.test(typed.trim());

/**
 * What a person typed as an amount, or null where it is none. A comma is taken for the point where it can be nothing else.
 * @param {string} typed
 */
export function typedAmount(typed) {
  if (isAmbiguous(typed)) return null;
  const plain = typed.trim().replace(/^([0-9]+),([0-9]+)$/, "$1.$2").replace(/^\./, "0.").replace(/^0+(?=[0-9])/, "");
  return FORM.test(plain) ? plain : null;
}

/**
 * Amounts to which a limit can be dragged: 1, 2 and 5 of each power of ten, from a thousandth to a million units.
 * @type {readonly string[]}
 */
export const STEPS = Object.freeze([-3, -2, -1, 0, 1, 2, 3, 4, 5].flatMap((power) => [1n, 2n, 5n].map((digit) =>
  power < 0 ? text(digit, -power) : (digit * 10n ** BigInt(power)).toString())).concat("1000000"));

/**
 * The step that is nearest below an amount.
 * @param {string} amount
 */
export function stepOf(amount) {
  let step = 0;
  while (step + 1 < STEPS.length && compare(STEPS[step + 1], amount) <= 0) step += 1;
  return step;
}
