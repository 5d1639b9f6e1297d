import assert from "node:assert/strict";
import { test } from "node:test";
import { Store } from "../../../Sources/Apps/OwnerPage/Page/state/store.js";
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

test("codes, PINs and passphrases leave the state once they were used", () => {
  const play = new Play().watching();
  for (const field of ["code:a", "pin:a", "new_pin", "new_pin_again", "passphrase", "passphrase_again", "given"]) play.does({ type: "typed", field, value: "secret" });
  play.does(answered("pin.set", { new_pin: "x" }, {}, undefined));
  assert.ok(!JSON.stringify(play.state.typed).includes("secret"));
});

test("while the provider is away nothing is answered", () => {
  const play = new Play().watching(payment()).does({ type: "away" }).later(1000);
  play.does({ type: "approve", id: "ord_a", revision: 1, feeCap: "0.0002" }, { type: "deny", id: "ord_a", revision: 1 });
  assert.deepEqual([play.calls("approve"), play.calls("deny")], [[], []]);
});

test("a new PIN and the passphrase of a backup are typed twice, and the same both times", () => {
  for (const [field, name, good] of [["new_pin", "pin-set", "471108"], ["passphrase", "backup-make", "correct horse"]]) {
    const play = new Play().watching().does({ type: "routed", view: "health", id: "" }, { type: "typed", field, value: good });
    const isOff = () => play.seen().find((each) => each.props?.["data-test"] === name).props["aria-disabled"] === "true";
    assert.ok(isOff(), `${field} was typed once`);
    play.does({ type: "typed", field: `${field}_again`, value: `${good}x` });
    assert.ok(isOff(), `${field} was typed in two ways`);
    assert.match(play.words(), /The two are not the same/);
    play.does({ type: "typed", field: `${field}_again`, value: good });
    assert.ok(!isOff(), `${field} was typed twice`);
    play.does(answered(field === "new_pin" ? "pin.set" : "page.backup", { name: "a" }, { saved: true }));
    assert.ok(!JSON.stringify(play.state.typed).includes(good));
  }
});

test("an amount for the PIN that is none is not taken for nothing", () => {
  const play = new Play().watching().does({ type: "routed", view: "health", id: "" }, { type: "news", news: { change: "standing", provider: "w", locked: false, pin: false, wallets: [{ code: "LTC" }] } });
  for (const field of ["new_pin", "new_pin_again"]) play.does({ type: "typed", field, value: "471108" });
  play.does({ type: "typed", field: "above-pin:LTC", value: "1,000" });
  assert.match(play.words(), /Is that 1\.000 or 1000\?/);
  assert.equal(play.seen().find((each) => each.props?.["data-test"] === "pin-set").props["aria-disabled"], "true");
});

test("the sheet for the PIN says what it is for, and stays with that", () => {
  const play = new Play().watching().does(answered("apps", {}, { apps: [{ app, status: "approved", scopes: [] }] }, 0));
  const limit = { app: app.key, currency: "LTC", per_period: "7" }, about = `limit:${app.key}:LTC`;
  play.fails("limit", limit, "pin_required", {}, about);
  assert.match(play.words("pin-for"), /Set a limit.*Shop.*7.*LTC/);
  play.does({ type: "typed", field: "given", value: "47" }).fails("unlock", {}, "pin_required");
  assert.deepEqual([play.state.pin.method, play.state.typed.given], ["limit", "47"]);
  assert.match(play.words("failed"), /Unlock paying.*being asked for something else/);
  play.does({ type: "pin.given" }).fails("limit", { ...limit, pin: "47" }, "wrong_pin", {}, about);
  assert.equal(play.state.pin.method, "limit");
});

test("the sheet for the PIN names the payment that goes on", () => {
  const play = new Play().watching().does(answered("sends", {}, { sends: [], not_recognised: [], orders: [payment().order] }));
  assert.match(play.fails("sends.pay", { id: "ord_a" }, "pin_required").words("pin-for"), /Let a payment go on.*5.*LTC/);
});

/** A page whose socket the test closes with these codes, one after the other. */
async function closing(...codes) {
  const sockets = [], { WebSocket, location } = globalThis;
  Object.assign(globalThis, { window: {}, location: { protocol: "http:", host: "127.0.0.1" }, WebSocket: class { constructor() { sockets.push(this); } send() {} } });
  try {
    const store = new Store(() => {});
    for (const code of codes) {
      store.open();
      sockets.at(-1).onopen();
      sockets.at(-1).onclose({ code });
      await null;
    }
    return store;
  } finally {
    Object.assign(globalThis, { WebSocket, location });
    delete globalThis.window;
  }
}

test("a host that says that it ends is not looked for again, and nothing typed is kept for whoever answers there next", async (context) => {
  context.mock.timers.enable({ apis: ["setTimeout"] });
  assert.equal((await closing(1006)).state.link, "lost");
  assert.equal((await closing(1001)).state.link, "ended");
  const play = new Play().watching().fails("unlock", {}, "pin_required").does({ type: "typed", field: "given", value: "4711" });
  play.done.length = 0;
  play.does({ type: "host_ended" }, { type: "retry" }, { type: "pin.given" });
  assert.deepEqual([play.done, play.state.typed, play.state.pin], [[], {}, null]);
  assert.match(play.words(), /The program of this page has ended.*payd page/);
});
