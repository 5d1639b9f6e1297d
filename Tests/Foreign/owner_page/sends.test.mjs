import assert from "node:assert/strict";
import { test } from "node:test";
import { order, Play } from "./play.mjs";

const answered = (method, params, result) => ({ type: "answered", method, params, result });
const sent = (id, members = {}) => ({ id, currency: "LTC", what: "open", outputs: [{ amount: "5" }], orders: [], ...members });
const report = (members = {}) => ({ stopped: [], not_compared: [], not_recognised: [], sends: [], orders: [], ...members });

/** The page where it is said what the wallets sent, a while after that came up. */
const looking = (members) => new Play().watching().does({ type: "routed", view: "health", id: "" }, answered("sends", {}, report(members))).later(1000).does({ type: "rested" });

test("what may have paid an order is shown with it, also where the wallet has only noted it", () => {
  const play = looking({ sends: [sent("aaaabbbbcccc", { what: "noted", orders: ["ord_a"] })], orders: [order("ord_a")] });
  assert.match(play.words(), /aaaa bbbb cccc.*It paid ord_a/);
});

test("that marked transactions do not pay an order is said in a second word, which shows them", () => {
  const held_back = [{ order: "ord_a", marked: ["ddddeeeeffff"] }], play = looking({ orders: [order("ord_a")], held_back });
  assert.match(play.words(), /dddd eeee ffff.*payd abandon ord_a/);
  assert.ok(!play.words().includes("End it"), "what is signed is not ended by a no");
  play.presses("send-pay");
  assert.deepEqual(play.calls("sends.pay"), []);
  const [dialog] = play.seen().filter((each) => each.tag === "dialog");
  assert.match(JSON.stringify(dialog), /dddd.*eeee.*ffff/);
  play.later(1000).presses("send-pay-sure");
  assert.deepEqual(play.calls("sends.pay"), [{ id: "ord_a", not_paid_by: ["ddddeeeeffff"] }]);
  assert.equal(play.state.confirm, null);
});

test("the second word shows what fits an order, and not what fits another one", () => {
  const play = looking({ sends: [sent("aaaabbbbcccc", { orders: ["ord_a"] }), sent("gggghhhhiiii", { orders: ["ord_b"] })], orders: [order("ord_a"), order("ord_b")] });
  const words = JSON.stringify(play.presses("send-pay").seen().find((each) => each.tag === "dialog"));
  assert.ok(words.includes("bbbb") && !words.includes("hhhh"));
});

const say = (id) => ({ type: "settle", id, as: "own" });

test("a second click in that list does not settle the entry that slides under the pointer", () => {
  const one = sent("aaaabbbbcccc"), other = sent("gggghhhhiiii"), play = looking({ sends: [one, other] });
  play.does(say(one.id), say(other.id));
  assert.deepEqual(play.calls("sends.settle"), [{ id: one.id, as: "own" }]);
  play.does(answered("sends.settle", { id: one.id }, report({ sends: [other] }))).later(400).does(say(other.id));
  play.does(answered("sends", {}, report({ sends: [other] }))).later(400).does(say(other.id));
  assert.equal(play.calls("sends.settle").length, 1);
  assert.equal(play.later(200).does(say(other.id)).calls("sends.settle").length, 2);
});

test("nor does a click while the list has just changed by itself, and the buttons show that", () => {
  const play = looking({ orders: [order("ord_a")] }), isOff = () => play.seen().find((each) => each.children?.[0] === "End it").props["aria-disabled"];
  assert.equal(isOff(), undefined);
  play.does(answered("sends", {}, report({ orders: [order("ord_b")] })), { type: "sends.cancel", id: "ord_b" });
  assert.deepEqual([play.calls("sends.cancel"), isOff()], [[], "true"]);
  assert.equal(play.done.at(-1).event.type, "rested");
  assert.equal(play.later(600).does({ type: "rested" }, answered("sends", {}, report({ orders: [order("ord_b")] })), { type: "sends.cancel", id: "ord_b" }).calls("sends.cancel").length, 1);
});

test("a double click on the first word does not say the second one, and what failed can be said again", () => {
  const play = looking({ orders: [order("ord_a")] }).presses("send-pay").presses("send-pay-sure");
  assert.deepEqual(play.calls("sends.pay"), []);
  play.later(600).presses("send-pay-sure").fails("sends.pay", { id: "ord_a" }, "conflict");
  assert.equal(play.does({ type: "sends.pay", id: "ord_a" }).calls("sends.pay").length, 2);
});

test("where a word has no effect, what it was about is read anew", () => {
  const play = looking({ orders: [order("ord_a")] }).does({ type: "sends.pay", id: "ord_a" }), asked = play.calls("sends").length;
  assert.equal(play.fails("sends.pay", { id: "ord_a" }, "conflict").calls("sends").length, asked + 1);
});
