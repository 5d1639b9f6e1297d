import assert from "node:assert/strict";
import { test } from "node:test";
import { Play } from "./play.mjs";

const answered = (method, params, result) => ({ type: "answered", method, params, result });

test("the wallets are asked when the money is looked at, and again only after a while", () => {
  const play = new Play().watching().does({ type: "routed", view: "money", id: "" });
  const asked = play.calls("balances").length;
  play.later(3000).does({ type: "tick" });
  assert.equal(play.calls("balances").length, asked);
  play.later(13_000).does({ type: "tick" });
  assert.equal(play.calls("balances").length, asked + 1);
  play.does({ type: "news", news: { change: "moved", money: { id: "inv_a", kind: "settled" } } });
  assert.equal(play.calls("balances").length, asked + 2);
  const held = [{ code: "LTC", ready: "ready", available: "1", pending: "0", locked: "0" }];
  play.does(answered("balances", {}, { wallets: held }));
  assert.deepEqual(play.state.wallets.held, held);
});

test("an own invoice is made once, shown, and what was typed for it goes", () => {
  const play = new Play().watching().does({ type: "typed", field: "receive_note", value: "Boat" }, { type: "receive", currency: "LTC", amount: "", description: "Boat" });
  assert.deepEqual(play.calls("receive"), [{ currency: "LTC", description: "Boat" }]);
  assert.equal(play.state.wallets.busy, true);
  play.does(answered("receive", {}, { invoice: { id: "inv_a" } }));
  assert.equal(play.done.find((each) => each.do === "go").to, "#/money/inv_a");
  assert.deepEqual([play.state.wallets.busy, play.state.typed.receive_note], [false, undefined]);
  play.fails("receive", {}, "conflict");
  assert.equal(play.state.wallets.failure, "conflict");
});

test("a backup that comes in parts is put together, and its passphrase leaves the state", () => {
  const play = new Play().watching().does({ type: "typed", field: "passphrase", value: "correct horse" },
    { type: "backup", passphrase: "correct horse", name: "a.backup" }, { type: "backup", passphrase: "again", name: "b.backup" });
  assert.equal(play.calls("page.backup").length, 1);
  play.does(answered("page.backup", { name: "a.backup" }, { id: "x", parts: 2 }));
  assert.equal(play.state.typed.passphrase, undefined);
  play.does(answered("page.backup.part", { id: "x", part: 0 }, { data: "aa" }), answered("page.backup.part", { id: "other", part: 0 }, { data: "zz" }));
  assert.deepEqual(play.calls("page.backup.part"), [{ id: "x", part: 0 }, { id: "x", part: 1 }]);
  play.does(answered("page.backup.part", { id: "x", part: 1 }, { data: "bb" }));
  assert.deepEqual(play.done.at(-1), { do: "save", about: "backup", name: "a.backup", type: "application/octet-stream", parts: ["aa", "bb"] });
  assert.equal(play.state.health.backup, "busy");
  assert.equal(play.does({ type: "saved", about: "backup", name: "a.backup", place: "browser" }).state.health.backup, "done");
});

test("a window says whether it was saved, and a host without backups leads to the command", () => {
  const play = new Play().watching().does({ type: "backup", passphrase: "correct horse", name: "a.backup" }, answered("page.backup", {}, { saved: false }));
  assert.equal(play.state.health.backup, "no");
  play.does({ type: "failed", method: "page.backup", params: {}, failure: { reason: "internal_error", code: -32601, message: "", data: {} } });
  assert.equal(play.state.health.backup, "absent");
});

test("the guide writes what it has shown, and nothing that was not looked for", () => {
  const play = new Play().does({ type: "setup.write", language: "en" });
  assert.deepEqual(play.calls("page.setup.write"), []);
  const sight = { wallets: [], hints: [], lines: ["a"], digest: "d", file: "f", is_new: true, runs: false, made_up: true };
  play.does({ type: "setup.look", language: "en" }, { type: "setup.look", language: "en" }, answered("page.setup", {}, sight), { type: "setup.write", language: "en" });
  assert.equal(play.calls("page.setup").length, 1);
  assert.deepEqual(play.calls("page.setup.write"), [{ digest: "d", language: "en" }]);
  play.does(answered("page.setup.write", {}, { done: false, said: "no" }));
  assert.deepEqual([play.state.setup.outcome, play.state.setup.said, play.state.setup.sight], ["failed", "no", sight]);
  play.does({ type: "setup.write", language: "en" }, answered("page.setup.write", {}, { done: true, said: "" }));
  assert.deepEqual([play.state.setup.outcome, play.state.setup.sight], ["done", null]);
});
