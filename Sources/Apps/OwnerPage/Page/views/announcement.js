// What a screen reader is told when it happens, in whole sentences and one at a time.

import { isolated } from "../base/names.js";
import { counted, outcomeOf, t, wordOf } from "../base/words.js";
import { askedOf } from "../state/questions.js";

/** @typedef {import("../state/reducer.js").State} State */

/** @param {import("../generated/owner").Question} question */
const asks = (question) => question.kind === "pairing" ? t("said.pairing", { app: isolated(question.app.name) })
  : t("said.payment", { app: isolated(question.order.app.name), amount: `${question.order.amount} ${question.order.currency}` });

/**
 * @param {State | null} before
 * @param {State} state
 * @returns {string}
 */
export function announcement(before, state) {
  if (!before) return "";
  if (state.provider === "away" && before.provider !== "away") return t("provider_away");
  if (state.provider === "there" && before.provider === "away") return t("provider_back");
  const ended = state.questions.ended[0];
  const said = [];
  if (state.copied && state.copied !== before.copied) said.push(state.copied.failed ? t("not_copied") : t("copied"));
  if (ended && ended !== before.questions.ended[0]) said.push(outcomeOf(ended));
  const open = state.questions.open === null ? undefined : askedOf(state.questions, state.questions.open);
  const old = before.questions.open === null ? undefined : askedOf(before.questions, before.questions.open);
  if (open && open.question.id !== old?.question.id) said.push(asks(open.question));
  else if (open && old && open.revision !== old.revision) said.push(t("changed_title"));
  const count = state.questions.asked.length;
  if (count !== before.questions.asked.length) said.push(count === 0 ? t("nothing_waits") : counted("waits_one", "waits", count));
  const moved = state.moved[0];
  if (moved && moved !== before.moved[0]) said.push(`${wordOf("moved", moved.money.kind)}: ${moved.money.amount} ${moved.money.currency}`);
  return said.join(". ");
}
