// Who may ask, what each may do and pay, and who is connected.

import { h } from "../base/dom.js";
import { harmless } from "../base/names.js";
import { dayAndTime } from "../base/times.js";
import { counted, language, pieces, t, wordOf } from "../base/words.js";
import { scopesOf } from "../state/apps.js";
import { limits } from "./limits.js";
import { button, claim, dialog, failureLine, field, icon, nameOf, notice } from "./parts.js";

/**
 * @typedef {import("./parts.js").State} State
 * @typedef {import("./parts.js").Send} Send
 * @typedef {import("../generated/owner").ListedApp} ListedApp
 */

/** @type {import("../generated/owner").Scope[]} */
const SCOPES = ["receive", "pay", "balance", "prove", "statement"];

/** @param {ListedApp} app */
const line = (app) => h("li", { key: app.app.key }, h("a", { class: "line app-line", href: `#/apps/${app.app.key}` },
  h("span", { class: "avatar", "aria-hidden": "true" }, Array.from(harmless(app.app.name))[0]?.toUpperCase() ?? "?"),
  h("span", { class: "line-name" }, nameOf(app.app), h("span", { class: "hint block" }, app.status === "approved"
    ? app.scopes.map((scope) => wordOf("scope", scope)).join(", ") : wordOf("status", app.status))),
  h("span", { class: `state ${app.connected ? "done" : ""}` }, app.connected ? t("connected")
    : app.last_seen ? t("last_seen", { when: dayAndTime(app.last_seen, language) }) : t("never_seen")), icon("more", "small")));

/**
 * @param {State} state
 * @param {Send} send
 * @param {ListedApp} app
 */
function scopes(state, send, app) {
  const { key } = app.app, granted = scopesOf(state.apps, key), isBusy = state.apps.granting[key] !== undefined;
  return h("section", { class: "card", key: "scopes" }, h("fieldset", { class: "scopes" }, h("legend", { class: "h2" }, t("may")),
    granted === null ? h("p", { class: "hint" }, t("looking")) : SCOPES.map((scope) => h("label", { class: "check", key: scope }, h("input", {
      type: "checkbox", checked: granted.includes(scope), "aria-disabled": isBusy ? "true" : undefined,
      onchange: (/** @type {any} */ event) => send({ type: "grant", app: key, scope, granted: event.target.checked }),
    }), h("span", null, h("strong", null, wordOf("scope", scope)), h("span", { class: "hint" }, wordOf("scope_why", scope))))),
    failureLine(state.apps.failures[`grant:${key}`])));
}

/**
 * @param {State} state
 * @param {Send} send
 * @param {ListedApp} app
 */
function quota(state, send, app) {
  const found = state.apps.grants.find((each) => each.app.key === app.app.key)?.quota;
  if (!found) return null;
  const { key } = app.app, used = Object.values(found.unpaid_addresses.used);
  /** @type {Array<[string, import("../base/words.js").Key, number, number]>} */
  const rows = [
    ["open_invoices", "quota.open_invoices", found.open_invoices.used, found.open_invoices.most],
    ["unpaid_addresses", "quota.unpaid_addresses", Math.max(0, ...used), found.unpaid_addresses.most],
    ["ledger_megabytes", "quota.ledger_megabytes", Math.ceil(found.ledger_bytes.used / 1e6), Math.round(found.ledger_bytes.most / 1e6)],
  ];
  return h("details", { class: "card", key: "quota" }, h("summary", { class: "h2" }, t("quotas")), h("p", { class: "hint" }, t("quotas_why")),
    rows.map(([name, label, use, most]) => {
      const typed = state.typed[`${name}:${key}`] ?? "";
      const isGood = /^[0-9]{1,9}$/.test(typed), isWrong = typed !== "" && !isGood;
      return h("form", {
        class: "row", key: name, onsubmit: (/** @type {any} */ event) => {
          event.preventDefault();
          if (isGood) send({ type: "quota", app: key, change: { [name]: Number(typed) } });
        },
      }, field(state, send, `${name}:${key}`, t(label),
        { inputmode: "numeric", placeholder: String(most), "aria-invalid": isWrong ? "true" : undefined },
        isWrong ? t("count_wrong") : t("quota_used", { used: use, most: most === 0 ? "∞" : most })),
      h("button", {
        class: "button", type: "submit", "data-test": `quota-${name}`, "aria-disabled": isGood ? undefined : "true",
      }, t("set")));
    }), failureLine(state.apps.failures[`quota:${key}`]));
}

/**
 * @param {State} state
 * @param {Send} send
 * @param {ListedApp} app
 */
function sessions(state, send, app) {
  const own = state.apps.sessions.filter((each) => each.app.key === app.app.key);
  return h("section", { class: "card", key: "sessions" }, h("h2", null, t("sessions")), own.length === 0 ? h("p", { class: "hint" }, t("no_sessions"))
    : h("ul", { class: "lines" }, own.map((each) => h("li", { key: each.id, class: "line" }, h("span", { class: "line-name" },
      each.process ? claim(each.process, 200) : t("run_by_nobody"), h("span", { class: "hint block" },
        t("session_since", { when: dayAndTime(each.since, language) }), " · ", counted("calls_one", "calls", each.calls))),
    button(t("end"), () => send({ type: "session.end", app: app.app.key, id: each.id }), { class: "button small", "aria-label": t("end_session") })))),
  failureLine(state.apps.failures[`session:${app.app.key}`]));
}

/**
 * @param {State} state
 * @param {Send} send
 * @param {ListedApp} app
 */
function one(state, send, app) {
  const { key } = app.app, isConfirmed = state.confirm?.what === "revoke" && state.confirm.app === key;
  return [
    h("p", { key: "back" }, h("a", { class: "back", href: "#/apps" }, icon("back", "small"), t("back_to_apps"))),
    h("h1", { key: "title", tabindex: "-1" }, nameOf(app.app)),
    h("p", { key: "who", class: "says" }, wordOf("status", app.status), " · ", pieces("claims_name", { name: claim(app.app.claimed_name, 80) }), " · ",
      h("span", { class: "fingerprint" }, app.app.fingerprint)),
    app.status === "approved" && limits(state, send, app),
    app.status === "approved" && scopes(state, send, app),
    app.status === "approved" && sessions(state, send, app),
    app.status === "approved" && quota(state, send, app),
    h("section", { class: "card", key: "naming" }, h("h2", null, t("own_name")), h("form", {
      class: "row", onsubmit: (/** @type {any} */ event) => {
        event.preventDefault();
        send({ type: "rename", app: key, name: (state.typed[`name:${key}`] ?? "").trim() });
      },
    }, field(state, send, `name:${key}`, t("own_name_label"), { maxlength: "64" }), h("button", { class: "button", type: "submit" }, t("save"))),
    failureLine(state.apps.failures[`rename:${key}`])),
    app.status === "approved" && h("section", { class: "card", key: "revoke" }, h("h2", null, t("revoke")), h("p", { class: "hint" }, t("revoke_why")),
      button(t("revoke"), () => send({ type: "ask", about: { what: "revoke", app: key } }), { class: "button no", "data-test": "revoke" }),
      failureLine(state.apps.failures[`revoke:${key}`])),
    isConfirmed && dialog(t("revoke_sure"), () => send({ type: "unask" }), h("p", null, nameOf(app.app)), h("p", null, t("revoke_why")),
      h("div", { class: "answers" }, button(t("revoke"), () => {
        send({ type: "revoke", app: key });
        send({ type: "unask" });
      }, { class: "button danger", "data-test": "revoke-sure" }), button(t("keep"), () => send({ type: "unask" })))),
  ];
}

/**
 * @param {State} state
 * @param {Send} send
 */
export function apps(state, send) {
  const { listed } = state.apps;
  const app = listed?.find((each) => each.app.key === state.route.id);
  if (app) return one(state, send, app);
  const known = listed ?? [], pairings = state.questions.asked.filter((each) => each.question.kind === "pairing").length;
  const groups = /** @type {const} */ ([["approved", "apps_approved"], ["denied", "apps_denied"], ["revoked", "apps_revoked"]]);
  return [
    h("h1", { key: "title", tabindex: "-1" }, t("apps")),
    pairings > 0 && h("div", { key: "pairings" }, notice("plain", h("a", { href: "#/now" }, counted("pairings_one", "pairings", pairings)))),
    listed === null ? h("p", { key: "looking", class: "hint" }, t("looking")) : known.length === 0
      && h("div", { class: "card empty", key: "empty" }, h("p", null, t("no_apps"))),
    groups.map(([status, title]) => {
      const some = known.filter((each) => each.status === status);
      return some.length > 0 && h("section", { class: "card", key: status }, h("h2", null, t(title)), h("ul", { class: "lines" }, some.map(line)));
    }),
  ];
}
