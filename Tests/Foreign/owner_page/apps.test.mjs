import assert from "node:assert/strict";
import { test } from "node:test";
import { app, grants, Play } from "./play.mjs";

const answered = (method, params, result, about) => ({ type: "answered", method, params, result, about });

/** The page of an app whose permission ends some day. */
const ofApp = () => new Play().watching().does(answered("apps", {}, { apps: [{ app, status: "approved", scopes: ["receive"], connected: false }] }, 0),
  { type: "routed", view: "apps", id: app.key });
const boxes = (play) => play.seen().filter((each) => each.props?.type === "checkbox");
const tick = (scope, granted = true) => ({ type: "grant", app: app.key, scope, granted });
const ending = { expires_at: "2026-12-01T00:00:00Z" };

test("there is no box to tick before it is known what the app may do, and until when", () => {
  const play = ofApp();
  assert.equal(boxes(play).length, 0);
  assert.deepEqual(play.does(tick("pay")).calls("grant"), []);
  play.does(answered("grants", {}, { apps: [grants(ending)] }, 0), tick("pay"));
  assert.deepEqual(play.calls("grant"), [{ app: app.key, scopes: ["receive", "pay"], ...ending }]);
});

test("while one scope is on its way no other is ticked, and the next one builds on what was answered", () => {
  const play = ofApp().does(answered("grants", {}, { apps: [grants(ending)] }, 0), tick("pay"), tick("balance"));
  assert.equal(play.calls("grant").length, 1);
  assert.ok(boxes(play).every((each) => each.props["aria-disabled"] === "true"));
  assert.deepEqual(boxes(play).filter((each) => each.props.checked).length, 2);
  const [params] = play.calls("grant"), scopes = ["receive", "pay"];
  play.does(answered("grant", params, { app, scopes, ...ending }, `grant:${app.key}`));
  // What was read before the answer is old, however late it comes.
  play.does(answered("grants", {}, { apps: [grants(ending)] }, 0), tick("balance"));
  assert.deepEqual(play.calls("grant").at(-1), { app: app.key, scopes: ["receive", "pay", "balance"], ...ending });
});

test("a scope that waits for the PIN is on its way until it is given, or not", () => {
  const play = ofApp().does(answered("grants", {}, { apps: [grants()] }, 0), tick("pay")), [params] = play.calls("grant");
  play.fails("grant", params, "pin_required", {}, `grant:${app.key}`).does({ type: "typed", field: "given", value: "471108" }, { type: "pin.given" }, tick("balance"));
  assert.deepEqual(play.calls("grant").slice(1), [{ ...params, pin: "471108" }]);
  play.fails("grant", params, "wrong_pin", { tries_left: 1 }, `grant:${app.key}`).does({ type: "pin.forget" }, tick("balance"));
  assert.deepEqual(play.calls("grant").at(-1), { app: app.key, scopes: ["receive", "balance"] });
  play.fails("grant", {}, "internal_error", {}, `grant:${app.key}`);
  assert.ok(boxes(play.fails("grant", play.calls("grant").at(-1), "internal_error", {}, `grant:${app.key}`)).every((each) => !each.props["aria-disabled"]));
});

const off = (play, name) => play.seen().find((each) => each.props?.["data-test"] === name).props["aria-disabled"];
const type = (field, value) => ({ type: "typed", field, value });

test("a limit, or a quota, that is not set as it stands looks like it and says why", () => {
  const play = ofApp().does(answered("grants", {}, { apps: [grants()] }, 0)), about = `${app.key}:LTC`;
  assert.equal(off(play, "set-LTC"), undefined);
  play.does(type(`ask:${about}`, "above"));
  assert.equal(off(play, "set-LTC"), "true");
  assert.match(play.words(), /Type the amount above which you are asked/);
  assert.equal(off(play.does(type(`above:${about}`, "2")), "set-LTC"), undefined);
  assert.doesNotMatch(play.words(), /Type the amount above which/);
  assert.equal(off(play, "quota-open_invoices"), "true");
  assert.equal(off(play.does(type(`open_invoices:${app.key}`, "many")), "quota-open_invoices"), "true");
  assert.match(play.words(), /This is no whole number/);
  assert.equal(off(play.does(type(`open_invoices:${app.key}`, "20")), "quota-open_invoices"), undefined);
});
