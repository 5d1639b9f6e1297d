import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { isKey } from "../../../Sources/Apps/OwnerPage/Page/base/words.js";
import { app, grants, invoice, order, pairing, payment, Play } from "./play.mjs";

const root = new URL("../../../", import.meta.url), states = new URL("Sources/Apps/OwnerPage/Page/state/", root);
const answered = (method, params, result, about) => ({ type: "answered", method, params, result, about });

/** A page that knows an app, with what it may do. */
const withApp = () => new Play().watching().does(
  answered("apps", {}, { apps: [{ app, status: "approved", scopes: ["receive"], connected: true }] }, 0),
  answered("grants", {}, { apps: [grants()] }, 0),
  answered("sessions", {}, { sessions: [{ id: "s", app, since: "2026-03-01T10:00:00Z", calls: 1 }] }, 0));
const statement = { type: "statement", wanted: { from: "2026-01-01", to: "2026-02-01" }, format: "json", use: "show" };
const story = (id, result) => new Play().watching().does({ type: "routed", view: "money", id }, { type: "story", id }, answered("payments.get", { id }, result, "story"));
const sight = { wallets: [], hints: [], lines: ["a"], digest: "d", file: "f", is_new: true, runs: false, made_up: true };
const setup = () => new Play().watching().does(answered("page.hello", {}, { host: "browser", version: "1", tools: true }), { type: "routed", view: "setup", id: "" });
const begun = () => new Play().watching();
const yes = { type: "approve", id: "ord_a", revision: 1, feeCap: "0.0002" };

/** How a person or the page comes to ask each method: the page before, and what happens. */
const REQUESTS = {
  "page.hello": [begun], watch: [begun], apps: [begun], grants: [begun], sessions: [begun], balances: [begun], status: [begun], "pin.status": [begun],
  sends: [begun], payments: [begun], "payments.incoming": [begun], payees: [begun],
  question: [() => new Play().watching(payment()).does(yes).fails("approve", { id: "ord_a" }, "fee_risen")],
  approve: [() => new Play().watching(payment()), yes],
  deny: [() => new Play().watching(pairing()), { type: "deny", id: "pair_a", revision: 1 }],
  lock: [begun, { type: "lock" }], unlock: [begun, { type: "unlock" }],
  "pin.set": [begun, { type: "pin.set", pin: "471108", above: {} }], "pin.clear": [begun, { type: "pin.clear" }],
  "sends.settle": [begun, { type: "settle", id: "x", as: "own" }], "sends.pay": [begun, { type: "sends.pay", id: "ord_a" }],
  "sends.cancel": [begun, { type: "sends.cancel", id: "ord_a" }], "sends.accept": [begun, { type: "sends.accept", currency: "LTC" }],
  limit: [withApp, { type: "limit", app: app.key, currency: "LTC", change: { per_period: "1" } }],
  grant: [withApp, { type: "grant", app: app.key, scope: "pay", granted: true }],
  quota: [withApp, { type: "quota", app: app.key, change: { open_invoices: 1 } }],
  rename: [withApp, { type: "rename", app: app.key, name: "Mine" }], revoke: [withApp, { type: "revoke", app: app.key }],
  "sessions.end": [withApp, { type: "session.end", app: app.key, id: "s" }],
  receive: [begun, { type: "receive", currency: "LTC", amount: "", description: "" }],
  "payments.get": [begun, { type: "routed", view: "money", id: "ord_a" }, { type: "story", id: "ord_a" }],
  "page.qr": [() => story("inv_a", { invoice: invoice("inv_a") })],
  statement: [() => new Play().watching().does({ type: "routed", view: "books", id: "" }), statement],
  "statement.part": [() => {
    const play = new Play().watching().does({ type: "routed", view: "books", id: "" }, statement), [{ about }] = play.done.filter((each) => each.method === "statement");
    return play.does(answered("statement", {}, { statement: { statement_id: "st", state: "preparing" } }, about));
  }],
  audit: [() => new Play().watching().does({ type: "routed", view: "books", id: "" }), { type: "audit" }],
  "audit.verify": [() => new Play().watching().does({ type: "routed", view: "books", id: "" }), { type: "verify" }],
  "page.backup": [begun, { type: "backup", passphrase: "correct horse", name: "a.backup" }],
  "page.backup.part": [() => new Play().watching().does({ type: "backup", passphrase: "correct horse", name: "a.backup" },
    answered("page.backup", { name: "a.backup" }, { id: "x", parts: 2 }))],
  "page.setup": [setup, { type: "setup.look", language: "en" }],
  "page.setup.write": [() => setup().does({ type: "setup.look", language: "en" }, answered("page.setup", {}, sight)), { type: "setup.write", language: "en" }],
};

/** The methods that the reducer asks, as its files name them. */
const METHODS = new Set(readdirSync(states).flatMap((file) =>
  [...readFileSync(new URL(file, states), "utf8").matchAll(/\b(?:call|callHost)\("([\w.]+)"|method: "([\w.]+)", params/g)].map((each) => each[1] ?? each[2])));
METHODS.delete("page.save");

test("each request is known here", () => {
  assert.deepEqual([...METHODS].sort(), Object.keys(REQUESTS).sort());
});

// Nobody has a text for this one, so that it is read as it is.
const REASON = "quite_unheard_of";
for (const [method, [page, ...events]] of Object.entries(REQUESTS)) {
  test(`where ${method} has no effect, it is said, whatever is looked at by then`, () => {
    for (const view of ["", "now", "money", "apps", `apps/${app.key}`, "books", "health", "setup"]) {
      const play = page().does(...events), asked = play.done.filter((each) => each.do === "call" && each.method === method).at(-1);
      assert.ok(asked, "it is not asked");
      const [name, id = ""] = view.split("/");
      if (view) play.does({ type: "routed", view: name, id });
      assert.ok(!play.words().includes("quite unheard of"), `before, in ${view}`);
      play.does({ type: "failed", method, params: asked.params, about: asked.about, failure: { reason: REASON, code: -32000, message: "", data: {} } });
      assert.match(play.words(), /quite unheard of/, `in ${view || "the view where it was asked for"}`);
    }
  });
}

test("a naming that had no effect is said beside the name", () => {
  const play = story("ord_a", { order: order("ord_a"), history: [] }), about = { address: order("ord_a").address, name: "Ann" };
  play.does({ type: "name", ...about }).fails("payees", about, "usage");
  assert.match(play.words("story"), /That was not understood/);
  assert.doesNotMatch(play.words("failed"), /understood/);
});

test("the recipient of a Lightning payment is not named, since nobody is paid there again", () => {
  const hasField = (play) => play.seen().some((each) => each.props?.id === "field-payee_ord_a");
  assert.ok(hasField(story("ord_a", { order: order("ord_a"), history: [] })));
  const lightning = { node: "02aa", expires_at: "2026-03-01T11:00:00Z" };
  assert.ok(!hasField(story("ord_a", { order: order("ord_a", { address: "lnbc1".padEnd(300, "q"), lightning }), history: [] })));
});

test("an unlock after too many wrong PINs says so, on every view, until it was seen", () => {
  const play = new Play().watching().does({ type: "routed", view: "money", id: "" }, { type: "unlock" }).fails("unlock", {}, "locked", { retry_after_ms: 60_000 });
  assert.match(play.words("failed"), /Unlock paying.*Too many wrong tries.*60 s/);
  assert.equal(play.does({ type: "failure.seen" }).words("failed"), "");
});

test("every reason that the protocol gives for what the page asks has words", () => {
  const everywhere = ["unavailable", "stopping", "starting_or_stopping", "older_files", "not_running", "no_answer", "internal_error", "usage", "at_writer_only", "channel_lost"];
  for (const method of [...METHODS].filter((each) => !each.startsWith("page."))) {
    const { metadata } = JSON.parse(readFileSync(new URL(`protocol/owner/${method}.json`, root), "utf8"));
    // The page expects no note of the log.
    const brought = (metadata.failures ?? []).filter((each) => each !== "bad_note");
    for (const reason of [...brought, ...everywhere]) assert.ok(isKey(`failure.${reason}`), `${reason} of ${method}`);
    assert.ok(method === "watch" || isKey(`request.${method}`), method);
  }
});

test("what was not read is said, asked for again, and read", () => {
  const play = new Play().watching().fails("grants", {}, "no_answer", {}, 0);
  assert.equal(play.state.provider, "there");
  assert.match(play.words("unread"), /What apps may do.*did not answer in time/);
  const again = play.done.find((each) => each.do === "later" && each.event.type === "again");
  play.done.length = 0;
  play.does(again.event);
  assert.deepEqual(play.done, [{ do: "call", method: "grants", params: {}, about: 0 }]);
  assert.equal(play.does(answered("grants", {}, { apps: [] }, 0)).words("unread"), "");
  play.done.length = 0;
  assert.deepEqual(play.does(again.event).done, []);
});

test("a request that was not answered does not make the provider go away", () => {
  for (const method of ["status", "payments", "limit", "approve", "balances"]) {
    for (const reason of ["no_answer", "stopping", "unavailable", "internal_error"]) {
      assert.equal(new Play().watching().fails(method, { limit: 100 }, reason, {}, "x").state.provider, "there", `${method} ${reason}`);
    }
    assert.equal(new Play().watching().fails(method, {}, "not_running", {}, "x").state.provider, "away");
  }
});

test("a watch that is refused is told in the provider's words, and asked for again after a while", () => {
  const play = new Play().does({ type: "opened" }, { type: "failed", method: "watch", params: {}, about: "watch",
    failure: { reason: "unavailable", code: -32000, message: "this provider stands by; ask the one that writes the ledger", data: {} } });
  assert.equal(play.state.provider, "refused");
  assert.match(play.words("refused"), /this provider stands by; ask the one that writes the ledger/);
  assert.deepEqual(play.done.at(-1), { do: "retry", tries: 1, isSlow: true });
  play.done.length = 0;
  play.does({ type: "retry" });
  assert.equal(play.calls("watch").length, 1);
  play.watching();
  assert.deepEqual([play.state.provider, play.state.refusal, play.words("refused")], ["there", null, ""]);
});

test("a watch that is refused later does not look like one that goes on", () => {
  const play = new Play().watching(payment()).does({ type: "away" }, { type: "retry" }).fails("watch", {}, "unavailable", {}, "watch");
  assert.match(play.words("refused"), /does not tell this page what happens/);
  assert.deepEqual(play.later(1000).does(yes).calls("approve"), []);
});

test("a file that was not saved is said, whatever is looked at by then", () => {
  const failure = { reason: REASON, code: -32000, message: "", data: {} }, failed = { type: "save.failed", about: "statement", name: "a.csv", failure };
  assert.match(new Play().watching().does(failed).words("failed"), /Save a file.*quite unheard of/);
});
