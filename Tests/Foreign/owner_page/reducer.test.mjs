import assert from "node:assert/strict";
import { test } from "node:test";
import { app, payment, Play } from "./play.mjs";

const answered = (method, params, result, about) => ({ type: "answered", method, params, result, about });

test("a method that needs the PIN is called again with it, and the PIN leaves the state", () => {
  const play = new Play().watching().does({ type: "limit", app: app.key, currency: "LTC", change: { per_period: "7" } });
  const params = { app: app.key, currency: "LTC", per_period: "7" };
  assert.deepEqual(play.calls("limit"), [params]);
  play.fails("limit", params, "pin_required", {}, "limit:a");
  assert.equal(play.state.pin.method, "limit");
  play.does({ type: "typed", field: "given", value: "4711" }, { type: "pin.given" });
  assert.deepEqual(play.calls("limit")[1], { ...params, pin: "4711" });
  assert.deepEqual([play.state.pin, play.state.typed.given], [null, undefined]);
  play.fails("limit", { ...params, pin: "4711" }, "wrong_pin", { tries_left: 1 }, "limit:a");
  assert.deepEqual(play.state.pin.params, params);
});

test("a host that is gone is tried again, later and later", () => {
  const play = new Play().does({ type: "lost" }, { type: "retry" }, { type: "lost" });
  assert.deepEqual(play.done.map((each) => [each.do, each.tries]), [["retry", 1], ["open", undefined], ["retry", 2]]);
});

test("a provider that is not running is asked again, and everything is read anew once it is back", () => {
  const play = new Play().does({ type: "opened" }).fails("watch", {}, "not_running", {}, "watch");
  assert.equal(play.state.provider, "away");
  play.done.length = 0;
  play.does({ type: "retry" }, answered("watch", {}, {}, "watch"));
  for (const method of ["watch", "payments", "payments.incoming", "apps", "grants", "status"]) assert.equal(play.calls(method).length, 1, method);
});

test("a statement is fetched in parts until it is whole", () => {
  const whole = JSON.stringify({ sections: [{ currency: "LTC", closing: "ä" }] });
  const made = (state) => ({ statement: { statement_id: "st", state, parts: 2, file_name: "a.json", media_type: "application/json" } });
  const play = new Play().watching().does({ type: "statement", wanted: { from: "2026-01-01", to: "2026-02-01" }, format: "json", use: "show" });
  const [{ about }] = play.done.filter((each) => each.method === "statement");
  play.does(answered("statement", {}, made("preparing"), about), answered("statement.part", {}, made("preparing"), about));
  const bytes = Buffer.from(whole), cut = bytes.indexOf(0xa4);
  play.does(answered("statement.part", {}, { ...made("ready"), data: bytes.subarray(0, cut).toString("base64url") }, about),
    answered("statement.part", {}, { ...made("ready"), data: bytes.subarray(cut).toString("base64url") }, about));
  assert.deepEqual(play.calls("statement.part").map((each) => each.part), [0, 0, 1]);
  assert.equal(play.state.books.sections[0].closing, "ä");
});

test("codes, PINs and passphrases leave the state once they were used", () => {
  const play = new Play().watching();
  for (const field of ["code:a", "pin:a", "new_pin", "passphrase", "given"]) play.does({ type: "typed", field, value: "secret" });
  play.does(answered("pin.set", { new_pin: "x" }, {}, undefined));
  assert.ok(!JSON.stringify(play.state.typed).includes("secret"));
});

test("while the provider is away nothing is answered", () => {
  const play = new Play().watching(payment()).does({ type: "away" }).later(1000);
  play.does({ type: "approve", id: "ord_a", revision: 1, feeCap: "0.0002" }, { type: "deny", id: "ord_a", revision: 1 });
  assert.deepEqual([play.calls("approve"), play.calls("deny")], [[], []]);
});
