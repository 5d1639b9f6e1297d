// The guide of the first start: what `payd setup` does, step by step.

import { h } from "../base/dom.js";
import { harmless } from "../base/names.js";
import { language, t } from "../base/words.js";
import { button, failureText, icon, notice } from "./parts.js";

/**
 * @typedef {import("./parts.js").State} State
 * @typedef {import("./parts.js").Send} Send
 */

/** @param {string} text */
const lines = (text) => text.slice(0, 20_000).split("\n").map((line) => harmless(line, 1000)).join("\n");

/** @param {import("../state/setup.js").FoundWallet} found */
const wallet = (found) => h("li", { key: `${found.currency} ${found.url}`, class: `check-item ${found.good ? "good" : "warn"}` }, icon(found.good ? "ok" : "warn", found.good ? "good" : "warn"),
  h("div", null, h("p", null, h("strong", null, found.currency), " · ", h("bdi", null, harmless(found.program)), " ", h("bdi", { class: "hint", dir: "ltr" }, harmless(found.url, 200))),
    found.words.map((words, at) => h("p", { key: at }, h("bdi", null, harmless(words, 1000)))),
    found.sources.map((source) => h("p", { class: "hint", key: source }, t("setup_source"), " ", h("bdi", { dir: "ltr" }, harmless(source, 300)))),
    h("p", { class: "hint" }, found.configured ? t("setup_configured") : found.taken ? t("setup_taken") : found.works && found.user !== "" ? t("setup_other_person") : found.works ? t("setup_second") : t("setup_by_hand"))));

/**
 * @param {State} state
 * @param {Send} send
 */
function proposal({ setup }, send) {
  const { sight, busy } = setup;
  if (!sight) return null;
  const writes = sight.digest !== "", starts = !sight.runs && !sight.made_up;
  return h("section", { class: "card", key: "proposal" },
    h("h2", null, writes ? t("setup_write") : t("setup_nothing")),
    writes && [h("p", { class: "hint" }, sight.is_new ? t("setup_new") : t("setup_changes"), " ", h("bdi", { dir: "ltr" }, harmless(sight.file, 500))),
      h("pre", { class: "file", tabindex: "0", role: "group", "aria-label": t("setup_write"), "data-test": "setup-file" }, lines(sight.lines.join("\n"))), h("p", null, t("setup_asks")),
      sight.made_up && (sight.runs || !sight.is_new) && h("p", null, t("setup_aside"))],
    (writes || starts) && h("div", { class: "answers" }, button(busy === "writing" ? t("setup_writing") : writes ? t("setup_yes") : t("setup_start"), () => send({ type: "setup.write", language }),
      { class: "button yes", "data-test": "setup-yes", "aria-disabled": busy === "no" ? undefined : "true" })));
}

/**
 * @param {State} state
 * @param {Send} send
 */
export function setup(state, send) {
  const { sight, busy, outcome, said, failure } = state.setup, hasTools = state.host?.tools ?? false;
  return [
    h("h1", { key: "title", tabindex: "-1" }, t("setup")),
    !hasTools && notice("plain", t("setup_elsewhere"), " ", h("code", null, "payd setup")),
    failure && h("p", { class: "failure", role: "alert", key: "failure" }, failureText(failure)),
    outcome !== "" && h("section", { class: "card", key: "outcome", role: "status", "data-test": "setup-outcome" },
      notice(outcome === "done" ? "good" : "bad", outcome === "done" ? t("setup_done") : t("setup_failed")),
      outcome === "done" && h("p", null, t("setup_next")),
      said !== "" && h("details", { open: outcome === "failed" }, h("summary", null, t("setup_said")), h("pre", { class: "file", tabindex: "0", role: "group", "aria-label": t("setup_said") }, lines(said)))),
    hasTools && h("section", { class: "card", key: "found" }, h("h2", null, t("setup_found")), h("p", { class: "hint" }, t("setup_why")),
      busy === "looking" && h("p", { role: "status" }, t("setup_looking")),
      sight && (sight.wallets.length === 0 ? h("p", null, t("setup_none")) : h("ul", { class: "checks" }, sight.wallets.map(wallet))),
      sight?.hints.map((hint, at) => h("p", { class: "hint", key: `hint ${at}` }, h("bdi", null, harmless(hint, 1000)))),
      h("div", { class: "answers" }, button(sight || outcome ? t("setup_again") : t("setup_look"), () => send({ type: "setup.look", language }),
        { class: "button", "data-test": "setup-look", "aria-disabled": busy === "no" ? undefined : "true" }))),
    proposal(state, send),
  ];
}
