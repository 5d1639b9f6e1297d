import assert from "node:assert/strict";
import { test } from "node:test";
import { copy, save } from "../../../Sources/Apps/OwnerPage/Page/host/files.js";
import { order, Play } from "./play.mjs";

const answered = (method, params, result, about) => ({ type: "answered", method, params, result, about });
const story = (id, result) => new Play().watching().does({ type: "routed", view: "money", id }, { type: "story", id }, answered("payments.get", { id }, result, "story"));

test("copied is said once something was, and that nothing was copied is said, too", async () => {
  const play = story("ord_a", { order: order("ord_a"), history: [] }), text = order("ord_a").address;
  assert.match(play.does({ type: "copy", text }).words("copy"), /^Copy/);
  assert.match(play.does({ type: "copied", text, failed: false }).words("copy"), /Copied/);
  play.does({ type: "copied", text, failed: true });
  assert.match(play.words("copy"), /Not copied/);
  assert.equal(await copy(undefined, text), true);
  assert.equal(await copy({ writeText: () => Promise.reject(new Error("no")) }, text), true);
  let copied;
  assert.equal(await copy({ writeText: async (each) => { copied = each; } }, text), false);
  assert.equal(copied, text);
});

test("a file is saved once the window says so", async () => {
  const file = { name: "a b.csv", type: "text/csv", parts: ["YQ", "Yg"] }, sent = [];
  const answers = (answer) => (method, params) => (sent.push([method, params]), Promise.resolve(answer));
  const failure = { reason: "unavailable", code: -32000, message: "the file cannot be written", data: {} };
  assert.deepEqual(await save(answers({ failure }), true, file), { failure });
  assert.deepEqual(sent, [["page.save", { name: "a_b.csv", base64: "YWI=" }]]);
  assert.deepEqual(await save(answers({ result: { saved: false } }), true, file), { place: "none" });
  assert.deepEqual(await save(answers({ result: { saved: true } }), true, file), { place: "window" });
  assert.equal((await save(answers({ result: { saved: true } }), true, { ...file, parts: ["*"] })).failure.reason, "internal_error");
});

test("what became of a file is said", () => {
  const play = new Play().watching().does({ type: "routed", view: "books", id: "" }), file = { about: "statement", name: "a.csv" };
  assert.match(play.does({ type: "saved", ...file, place: "window" }).words("saved"), /a\.csv\s+is saved/);
  assert.match(play.does({ type: "saved", ...file, place: "none" }).words("saved"), /is not saved/);
  const failed = { type: "save.failed", ...file, failure: { reason: "conflict", code: -32000, message: "", data: {} } };
  assert.match(play.does(failed).words(), /not possible as things are now/);
  const backup = new Play().watching().does({ type: "backup", passphrase: "correct horse", name: "a.backup" }, { ...failed, about: "backup" });
  assert.equal(backup.state.health.backup, "no");
});
