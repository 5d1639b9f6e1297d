// What came and went on each day, as bars: up for what came, down for what went. The table beside it says the same.

import { compare, permille, sum } from "../base/amounts.js";
import { h } from "../base/dom.js";
import { t } from "../base/words.js";

/** @typedef {import("../state/books.js").StatementDay} StatementDay */

const MOST = 62;

/**
 * The days as at most so many bars: of a long time, each month is one.
 * @param {StatementDay[]} days
 * @returns {Array<{name: string, in: string, out: string}>}
 */
function bars(days) {
  const byMonth = days.length > MOST;
  /** @type {Map<string, StatementDay[]>} */
  const grouped = new Map();
  for (const day of days) {
    const name = byMonth ? day.day.slice(0, 7) : day.day;
    grouped.set(name, [...grouped.get(name) ?? [], day]);
  }
  return [...grouped].map(([name, some]) => ({ name, in: sum(some.map((each) => each.in)), out: sum(some.flatMap((each) => [each.out, each.fees])) }));
}

/**
 * @param {StatementDay[]} days
 * @param {string} currency
 */
export function chart(days, currency) {
  const drawn = bars(days);
  if (drawn.length === 0) return null;
  const most = drawn.flatMap((each) => [each.in, each.out]).reduce((one, other) => compare(one, other) >= 0 ? one : other);
  const step = 1000 / drawn.length, width = Math.min(step * 0.7, 60);
  const first = drawn[0].name, last = drawn[drawn.length - 1].name;
  return h("figure", { class: "chart" },
    h("svg", { viewBox: "0 0 1000 240", preserveAspectRatio: "none", role: "img", "aria-label": t("chart_label", { currency, first, last }) },
      h("line", { class: "chart-axis", x1: "0", x2: "1000", y1: "120", y2: "120" }),
      drawn.map((each, at) => {
        const x = at * step + (step - width) / 2, up = permille(each.in, most) * 0.11, down = permille(each.out, most) * 0.11;
        return h("g", { key: each.name }, h("title", null, `${each.name}: +${each.in} −${each.out} ${currency}`),
          h("rect", { class: "chart-in", x, width, y: 120 - up, height: String(up) }), h("rect", { class: "chart-out", x, width, y: 120, height: String(down) }));
      })),
    h("figcaption", null, h("span", null, first), h("span", { class: "legend" }, h("span", { class: "legend-in" }, `↑ ${t("came")}`), h("span", { class: "legend-out" }, `↓ ${t("went")}`)),
      h("span", null, last)));
}
