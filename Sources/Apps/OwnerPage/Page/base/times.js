// Moments in the words of the reader's language and in the zone of this machine.

/** @type {Map<string, Intl.DateTimeFormat>} */
const formats = new Map();

/** @param {string} language @param {string} name @param {Intl.DateTimeFormatOptions} options */
function format(language, name, options) {
  const key = `${language} ${name}`;
  const known = formats.get(key) ?? new Intl.DateTimeFormat(language, options);
  formats.set(key, known);
  return known;
}

/** @param {string} moment @param {string} language */
export const dayAndTime = (moment, language) =>
  format(language, "both", { dateStyle: "medium", timeStyle: "short" }).format(new Date(moment));

/** @param {string} moment @param {string} language */
export const timeOfDay = (moment, language) => format(language, "time", { timeStyle: "short" }).format(new Date(moment));

/**
 * The day of a moment, short enough in any language for one line of a page at four times its size: Sat, Nov 28, 2026.
 * @param {string} moment @param {string} language
 */
export const dayOf = (moment, language) =>
  format(language, "day", { weekday: "short", day: "numeric", month: "short", year: "numeric" }).format(new Date(moment));

/**
 * The date of a moment here, such as 2026-03-01.
 * @param {Date} moment
 */
export const dateOf = (moment) => [moment.getFullYear(), moment.getMonth() + 1, moment.getDate()]
  .map((part) => String(part).padStart(2, "0")).join("-");

/**
 * The period of a statement, by its name.
 * @param {string} name @param {Date} now @returns {{from: string, to: string}}
 */
export function period(name, now) {
  const year = now.getFullYear(), month = now.getMonth();
  /** @param {number} y @param {number} m */
  const first = (y, m) => dateOf(new Date(y, m, 1));
  switch (name) {
  case "last_month": return { from: first(year, month - 1), to: first(year, month) };
  case "year": return { from: first(year, 0), to: first(year + 1, 0) };
  case "last_year": return { from: first(year - 1, 0), to: first(year, 0) };
  case "ever": return { from: "2009-01-01", to: first(year, month + 1) };
  default: return { from: first(year, month), to: first(year, month + 1) };
  }
}
