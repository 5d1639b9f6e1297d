import assert from "node:assert/strict";
import { test } from "node:test";
import { Store } from "../../../Sources/Apps/OwnerPage/Page/state/store.js";
import { order, pairing, payment, Play } from "./play.mjs";

const unfold = { type: "question.fold", id: "ord_a", open: true };
const yes = { type: "approve", id: "ord_a", revision: 1, feeCap: "0.0002" };

test("a yes names the fee cap that was shown", () => {
  const play = new Play().watching(payment()).does(yes);
  assert.deepEqual(play.calls("approve"), [{ id: "ord_a", fee_cap: "0.0002" }]);
});

test("a key within half a second of a question coming up answers nothing", () => {
  const play = new Play().watching().shows(payment());
  assert.deepEqual(play.later(499).does(yes).calls("approve"), []);
  assert.deepEqual(play.does({ type: "deny", id: "ord_a", revision: 1 }).calls("deny"), []);
  assert.equal(play.later(500).does(yes).calls("approve").length, 1);
});

test("nor does one within half a second of the page coming to the front", () => {
  const play = new Play().watching(payment()).does({ type: "front" });
  assert.deepEqual(play.later(300).does(yes).calls("approve"), []);
  assert.equal(play.later(500).does(yes).calls("approve").length, 1);
});

test("the next question in the same place is not answered by the click for the one before", () => {
  const play = new Play().watching(payment("ord_a"), payment("ord_b")).does({ type: "news", news: { change: "withdrawn", id: "ord_a", kind: "payment", because: "expired" } });
  assert.equal(play.state.questions.open, "ord_b");
  play.does(yes, { ...yes, id: "ord_b" });
  assert.deepEqual(play.calls("approve"), []);
});

test("what has changed is not approved before its owner has seen that it has", () => {
  const play = new Play().watching(payment()).updates(payment("ord_a", { fee_cap: "0.5" }));
  const [asked] = play.state.questions.asked;
  assert.deepEqual(asked.changes.map((each) => [each.what, each.before]), [["fee_cap", "0.0002 LTC"]]);
  // The click that was aimed at the old sheet, and one much later.
  play.does(yes).later(5000).does(yes, { ...yes, revision: 2 }, { ...yes, revision: 2, feeCap: "0.5" });
  assert.deepEqual(play.calls("approve"), []);
  play.does({ type: "acknowledge", id: "ord_a", revision: 1 });
  assert.equal(play.state.questions.asked[0].changes.length, 1);
  play.does({ type: "acknowledge", id: "ord_a", revision: 2 }).later(600).does({ ...yes, revision: 2, feeCap: "0.5" });
  assert.deepEqual(play.calls("approve"), [{ id: "ord_a", fee_cap: "0.5" }]);
});

test("a yes to a question that is not on the screen counts for nothing", () => {
  const play = new Play().watching(payment("ord_a"), payment("ord_b")).does({ ...yes, id: "ord_b" });
  assert.deepEqual(play.calls("approve"), []);
});

test("a second click sends no second yes", () => {
  assert.equal(new Play().watching(payment()).does(yes, yes).calls("approve").length, 1);
});

test("a pairing takes six digits and the scopes that are ticked", () => {
  const play = new Play().watching(pairing()), connect = { type: "approve", id: "pair_a", revision: 1 };
  play.does({ type: "typed", field: "code:pair_a", value: "12345" }, connect);
  assert.deepEqual(play.calls("approve"), []);
  play.does({ type: "typed", field: "code:pair_a", value: "123456" }, { type: "scope", id: "pair_a", scope: "pay", granted: false }, connect);
  assert.deepEqual(play.calls("approve"), [{ id: "pair_a", code: "123456", scopes: ["receive"] }]);
});

test("the PIN goes with the yes and out of the state", () => {
  const play = new Play().watching(payment("ord_a", {}, { needs_pin: true })).does({ type: "typed", field: "pin:ord_a", value: "4711" }, yes);
  assert.deepEqual(play.calls("approve"), [{ id: "ord_a", fee_cap: "0.0002", pin: "4711" }]);
  play.fails("approve", { id: "ord_a" }, "wrong_pin", { tries_left: 2 });
  assert.equal(play.state.typed["pin:ord_a"], undefined);
  assert.equal(play.state.questions.asked[0].failure.data.tries_left, 2);
});

test("always within a limit is a decimal and a period", () => {
  const play = new Play().watching(payment()).does(unfold, { type: "typed", field: "always:ord_a", value: "1,5" }, { type: "typed", field: "period:ord_a", value: "month" });
  assert.deepEqual(play.presses("approve").calls("approve"), [{ id: "ord_a", fee_cap: "0.0002", always: "1.5/month" }]);
});

test("a yes says which standing permission it gives, and gives no other", () => {
  const play = new Play().watching(payment());
  assert.match(play.words("approve"), /Pay .*5 .*LTC.*a fee of at most .*0\.0002/);
  play.does(unfold, { type: "typed", field: "always:ord_a", value: "5" });
  assert.match(play.words("approve"), /from now on up to\s+5\s+LTC\s+per week\s+without asking/);
  // Drawn before it was typed, or before it was typed anew.
  play.does(yes, { type: "typed", field: "period:ord_a", value: "day" }, { ...yes, always: "5/week" });
  assert.deepEqual(play.calls("approve"), []);
  play.does({ type: "typed", field: "always:ord_a", value: "5,000" }, { ...yes, always: null }, yes);
  assert.deepEqual(play.calls("approve"), []);
  assert.match(play.words(), /Is that 5\.000 or 5000\?/);
});

for (const [how, ...events] of [
  ["was folded away", { type: "question.fold", id: "ord_a", open: false }],
  ["belongs to a question that was put off", { type: "later", id: "ord_a" }, { type: "question.open", id: "ord_a" }],
  ["belongs to a question that another one took the place of", { type: "question.open", id: "ord_b" }, { type: "question.open", id: "ord_a" }],
  ["was left for another view", { type: "routed", view: "money", id: "" }, { type: "routed", view: "now", id: "" }],
]) {
  test(`what was typed for a standing permission and ${how} counts no more`, () => {
    const play = new Play().watching(payment("ord_a"), payment("ord_b"));
    play.does(unfold, { type: "typed", field: "always:ord_a", value: "5" }, { type: "typed", field: "period:ord_a", value: "month" }, ...events);
    assert.deepEqual(Object.keys(play.state.typed), []);
    assert.doesNotMatch(play.words("approve"), /from now on/);
    assert.deepEqual(play.later(1000).does(yes).calls("approve"), [{ id: "ord_a", fee_cap: "0.0002" }]);
  });
}

test("a fee that has risen is asked for and shown as a change", () => {
  const play = new Play().watching(payment()).does(yes).fails("approve", { id: "ord_a" }, "fee_risen", { fee_cap: "0.001" });
  assert.deepEqual(play.calls("question"), [{ id: "ord_a" }]);
  play.does({ type: "answered", method: "question", params: { id: "ord_a" }, result: { question: payment("ord_a", { fee_cap: "0.001" }), risen: true } });
  assert.deepEqual(play.state.questions.asked[0].changes.map((each) => each.what), ["fee_cap"]);
});

test("what is put off makes room for the next, and is not lost", () => {
  const play = new Play().watching(payment("ord_a"), payment("ord_b")).does({ type: "later", id: "ord_a" });
  assert.equal(play.state.questions.open, "ord_b");
  play.does({ type: "later", id: "ord_b" });
  assert.equal(play.state.questions.open, null);
  play.does({ type: "question.open", id: "ord_a" }).later(600).does(yes);
  assert.equal(play.calls("approve").length, 1);
});

test("the question of a notification that was clicked comes up, also where the page has just begun", () => {
  const play = new Play().watching(payment("ord_a"), payment("ord_b")).does({ type: "question.wanted", id: "ord_b" });
  assert.equal(play.state.questions.open, "ord_b");
  assert.deepEqual(play.does({ ...yes, id: "ord_b" }).calls("approve"), []);
  play.does({ type: "question.wanted", id: "ord_gone" }).shows(payment("ord_gone"));
  assert.equal(play.state.questions.open, "ord_b");
  const begun = new Play().does({ type: "question.wanted", id: "ord_b" }).watching(payment("ord_a"), payment("ord_b"));
  assert.deepEqual([begun.state.questions.open, begun.state.questions.wanted], ["ord_b", null]);
});

test("after the provider was away, what it does not tell of any more is gone", () => {
  const play = new Play().watching(payment("ord_a"), payment("ord_b")).does({ type: "away" });
  assert.equal(play.state.provider, "away");
  play.does({ type: "retry" }).watching(payment("ord_b"));
  assert.equal(play.state.provider, "there");
  assert.deepEqual(play.state.questions.asked.map((each) => each.question.id), ["ord_b"]);
});

test("two hundred questions are kept in their order", () => {
  const play = new Play().watching(...Array.from({ length: 200 }, (_, at) => pairing(`pair_${at}`)));
  assert.equal(play.state.questions.asked.length, 200);
  assert.equal(play.state.questions.open, "pair_0");
});

test("a payment whose fee is asked for again stays on the screen, and is shown as changed", () => {
  const play = new Play().watching(payment("ord_a"), payment("ord_b"));
  play.does({ type: "news", news: { change: "withdrawn", id: "ord_a", kind: "payment", because: "ended" } }, yes);
  assert.deepEqual([play.state.questions.open, play.calls("approve")], ["ord_a", []]);
  play.shows(payment("ord_a", { fee_cap: "0.9" })).later(1000).does({ type: "over", id: "ord_a" });
  assert.deepEqual(play.state.questions.asked.map((each) => [each.question.id, each.changes.length]), [["ord_a", 1], ["ord_b", 0]]);
  play.does({ type: "news", news: { change: "withdrawn", id: "ord_a", kind: "payment", because: "ended" } }, { type: "over", id: "ord_a" });
  assert.equal(play.state.questions.open, "ord_b");
});

test("what went back to what was seen is no change", () => {
  const play = new Play().watching(payment()).updates(payment("ord_a", { fee_cap: "0.5" })).updates(payment());
  assert.deepEqual(play.state.questions.asked[0].changes, []);
  play.does(yes).later(600).does(yes);
  assert.deepEqual(play.calls("approve"), []);
  assert.equal(play.does({ ...yes, revision: 3 }).calls("approve").length, 1);
});

test("an answer whose button has just moved counts for nothing", () => {
  const play = new Play().watching(payment("ord_a"), payment("ord_b")).does({ type: "question.shifted", id: "ord_b" }, { type: "question.shifted", id: "ord_a" });
  assert.deepEqual(play.later(400).does(yes).calls("approve"), []);
  assert.equal(play.later(500).does({ type: "question.shifted", id: "ord_b" }, yes).calls("approve").length, 1);
});

test("a yes that was aimed before it was seen that the address looks like another one counts for nothing", () => {
  const play = new Play().watching(payment()), known = `${payment().order.address.slice(0, -1)}e`;
  play.does({ type: "answered", method: "payees", params: {}, result: { payees: [{ address: known, name: "Ann" }] } }, yes);
  assert.deepEqual(play.calls("approve"), []);
  assert.match(play.words(), /It looks like an address that you know/);
  assert.equal(play.presses("approve").calls("approve").length, 1);
});

const lately = (play) => play.seen().find((each) => each.props?.key === "ord_a" && each.props.class?.startsWith("outcome"));
for (const [how, lose] of [
  ["was lost with the connection", (play) => play.does(yes).fails("approve", { id: "ord_a" }, "channel_lost").does({ type: "lost" }).watching()],
  ["came too late, since somebody approved elsewhere", (play) => play.does(yes).fails("approve", { id: "ord_a" }, "decided")],
]) {
  test(`a payment whose yes ${how} is told as what it is`, () => {
    const play = lose(new Play().watching(payment()));
    assert.match(JSON.stringify(lately(play)), /Over/);
    const asked = play.done.findLast((each) => each.method === "payments.get");
    assert.deepEqual([asked.params, asked.about], [{ id: "ord_a" }, "fresh"]);
    play.does({ type: "answered", ...asked, result: { order: order("ord_a", { state: "in_flight", group: "in_flight" }) } });
    assert.match(JSON.stringify(lately(play)), /approved.*Sent/);
    play.does({ type: "answered", ...asked, result: { order: order("ord_a", { state: "rejected", group: "ended" }) } });
    assert.match(JSON.stringify(lately(play)), /outcome ended.*Denied/);
  });
}

test("a change of what a pairing may spend without a question is shown, and not connected to unseen", () => {
  const limits = { period: "week", ask: "above", ask_above: "1" }, connect = { type: "approve", id: "pair_a", revision: 1 };
  const play = new Play().watching(pairing("pair_a", { unasked: { LTC: limits } })).does({ type: "typed", field: "code:pair_a", value: "123456" });
  play.updates(pairing("pair_a", { unasked: { LTC: { ask_above: "1", ask: "above", period: "week" } } }));
  assert.deepEqual(play.state.questions.asked[0].changes, []);
  play.updates(pairing("pair_a", { unasked: { LTC: { ...limits, ask_above: "100" } } })).later(1000).does(connect, { ...connect, revision: 2 });
  assert.deepEqual(play.calls("approve"), []);
  assert.match(play.words(), /What it may pay without a question.*ask_above 1\b/);
});

for (const [kind, question] of [["pairing", pairing], ["payment", (id, members) => payment(id, {}, members)]]) {
  test(`another program that asks in the same ${kind} is a change, and one that is not known is none`, () => {
    const play = new Play().watching(question("a", { process: "pid 7 /usr/bin/shop" })).updates(question("a", {})).updates(question("a", { process: "pid 8" }));
    assert.deepEqual(play.state.questions.asked[0].changes, []);
    play.updates(question("a", { process: "pid 9 /usr/bin/shop" }));
    assert.deepEqual(play.state.questions.asked[0].changes, []);
    play.updates(question("a", {})).updates(question("a", { process: "pid 10 /tmp/other" }));
    assert.deepEqual(play.state.questions.asked[0].changes, [{ what: "process", before: "/usr/bin/shop" }]);
  });
}

test("a key that is held down from before a question came up answers nothing until it was let go", () => {
  const play = new Play().watching().shows(payment());
  for (let at = 0; at < 20; at += 1) play.later(100).does(yes, { type: "deny", id: "ord_a", revision: 1 });
  assert.deepEqual([play.calls("approve"), play.calls("deny")], [[], []]);
  assert.equal(play.later(500).does(yes).calls("approve").length, 1);
});

test("a PIN that is being typed stays while the fee is asked for again, and goes with the question", () => {
  const again = { type: "news", news: { change: "withdrawn", id: "ord_a", kind: "payment", because: "ended" } };
  const typed = { type: "typed", field: "pin:ord_a", value: "47" }, held = (play) => play.state.typed["pin:ord_a"];
  const play = new Play().watching(payment()).does(typed, again);
  assert.equal(held(play.shows(payment("ord_a", { fee_cap: "0.0003" })).later(9000).does({ type: "over", id: "ord_a" })), "47");
  assert.equal(held(play.does(again).later(9000).does({ type: "over", id: "ord_a" })), undefined);
  assert.equal(held(new Play().watching(payment()).does(typed).watching()), undefined);
  assert.equal(held(new Play().watching(payment()).does(typed).fails("approve", { id: "ord_a" }, "decided")), undefined);
});

const off = (play, name) => play.seen().find((each) => each.props?.["data-test"] === name).props["aria-disabled"];

test("an answer that would not count looks like it, until it does", () => {
  const play = new Play().watching().shows(payment()), both = () => [off(play, "approve"), off(play, "deny"), off(play, "deny-always")];
  assert.deepEqual(both(), ["true", "true", "true"]);
  const rest = play.done.findLast((each) => each.do === "later");
  play.later(rest.ms).does(rest.event);
  assert.deepEqual(both(), [undefined, undefined, undefined]);
  play.does({ type: "away" });
  assert.deepEqual(both(), ["true", "true", "true"]);
  play.watching(payment()).does({ type: "rested" }, yes);
  assert.deepEqual(both(), ["true", "true", "true"]);
});

test("what has changed is acknowledged once the button looks like it", () => {
  const play = new Play().watching(payment()).updates(payment("ord_a", { fee_cap: "0.5" }));
  assert.equal(off(play, "acknowledge"), "true");
  assert.equal(off(play.later(600).does({ type: "rested" }), "acknowledge"), undefined);
  assert.deepEqual([off(play, "approve"), off(play, "deny")], ["true", undefined]);
});

test("a clock that is set back holds up no answer", () => {
  const { now } = Date, store = new Store(() => {});
  try {
    store.send({ type: "front" });
    Date.now = () => 1000;
    const { at } = store.state;
    store.send({ type: "rested" });
    assert.ok(store.state.at >= at);
  } finally {
    Date.now = now;
  }
});
