import assert from "node:assert/strict";
import { test } from "node:test";
import { app, order, Play } from "./play.mjs";

const answered = (method, params, result, about) => ({ type: "answered", method, params, result, about });

test("a statement is fetched in parts until it is whole", () => {
  const whole = JSON.stringify({ sections: [{ currency: "LTC", closing: "ä" }] });
  const made = (state) => ({ statement: { statement_id: "st", state, parts: 2, file_name: "a.json", media_type: "application/json" } });
  const play = new Play().watching().does({ type: "statement", wanted: { from: "2026-01-01", to: "2026-02-01" }, format: "json", use: "show" });
  const [{ about }] = play.done.filter((each) => each.method === "statement");
  const part = (at, result) => answered("statement.part", { statement_id: "st", part: at }, result, about);
  play.does(answered("statement", {}, made("preparing"), about), part(0, made("preparing")));
  const bytes = Buffer.from(whole), cut = bytes.indexOf(0xa4);
  // What was asked for twice is in it once.
  const first = part(0, { ...made("ready"), data: bytes.subarray(0, cut).toString("base64url") });
  play.does(first, first, part(1, { ...made("ready"), data: bytes.subarray(cut).toString("base64url") }));
  assert.deepEqual(play.calls("statement.part").map((each) => each.part), [0, 0, 1]);
  assert.equal(play.state.books.sections[0].closing, "ä");
});

const made = (id, sections) => [
  { statement: { statement_id: id, state: "preparing" } },
  { statement: { statement_id: id, state: "ready", parts: 1, file_name: `${id}.json`, media_type: "application/json" }, data: Buffer.from(JSON.stringify({ sections })).toString("base64url") },
];
const section = (closing) => ({ currency: "LTC", opening: "0", in: closing, out: "0", fees: "0", closing, days: [], rows: [] });

/** Answers a statement that was asked for. */
function comes(play, about, id, closing) {
  const [begun, ready] = made(id, [section(closing)]);
  play.does(answered("statement", {}, begun, about), answered("statement.part", { statement_id: id, part: 0 }, ready, about));
}

test("a statement stands under the choice that it is of, and under no other", () => {
  const play = new Play().watching().does({ type: "routed", view: "books", id: "" }), choose = (period) => ({ type: "typed", field: "period", value: period });
  const asks = (from, to) => play.does({ type: "statement", wanted: { from, to }, format: "json", use: "show" }).done.at(-1).about;
  for (const [field, value] of [["period", "own"], ["from", "2026-01-01"], ["to", "2026-02-01"]]) play.does({ type: "typed", field, value });
  const first = asks("2026-01-01", "2026-02-01");
  comes(play, first, "one", "11");
  assert.match(play.words("section"), /11/);
  for (const other of [choose("year"), { type: "typed", field: "books-currency", value: "XMR" }]) {
    assert.equal(play.does(other).words("section"), "");
    play.does(choose("own"), { type: "typed", field: "books-currency", value: "" });
    assert.match(play.words("section"), /11/);
  }
  // The older one is slower.
  const older = asks("2026-01-01", "2026-02-01"), newer = asks("2025-01-01", "2026-01-01");
  comes(play, newer, "three", "33");
  comes(play, older, "two", "22");
  play.does({ type: "typed", field: "from", value: "2025-01-01" }, { type: "typed", field: "to", value: "2026-01-01" });
  assert.match(play.words("section"), /33/);
});

test("a file that is being made does not take the place of a statement to look at, nor the other way round", () => {
  const play = new Play().watching().does({ type: "routed", view: "books", id: "" });
  const asks = (format, use) => play.does({ type: "statement", wanted: { from: "2026-01-01", to: "2026-02-01" }, format, use }).done.at(-1).about;
  const shown = asks("json", "show"), file = asks("csv", "file");
  comes(play, shown, "one", "11");
  assert.equal(play.state.books.sections[0].closing, "11");
  assert.equal(play.state.books.latest.file.key, file.key);
  comes(play, file, "two", "11");
  assert.deepEqual([play.state.books.latest.file, play.done.at(-1).do], [null, "save"]);
});

test("what went through Payport is added up anew when money moves, one sum at a time", () => {
  const play = new Play().watching().does({ type: "routed", view: "money", id: "" }), totals = () => play.done.filter((each) => each.method === "statement");
  const moved = { type: "news", news: { change: "moved", money: { id: "inv_a", kind: "settled", app, amount: "1", currency: "LTC" } } };
  play.does(moved, moved);
  assert.equal(totals().length, 1);
  comes(play, totals()[0].about, "one", "11");
  assert.equal(totals().length, 2);
  comes(play, totals()[1].about, "two", "12");
  assert.deepEqual([totals().length, play.state.books.totals[0].closing], [2, "12"]);
  // A payment that its owner approved ends without further news.
  play.does(answered("payments", { limit: 20 }, { orders: [order("ord_a", { group: "in_flight", state: "in_flight" })] }, "fresh"),
    answered("payments.get", { id: "ord_a" }, { order: order("ord_a", { group: "ended", state: "succeeded" }), history: [] }, "fresh"));
  assert.equal(totals().length, 3);
  play.does({ type: "routed", view: "now", id: "" }, moved);
  assert.equal(totals().length, 3);
});

test("the log that was to be looked at before there was a way is read once there is one", () => {
  const play = new Play().does({ type: "routed", view: "books", id: "" }, { type: "audit" }).fails("audit", { limit: 100 }, "channel_lost", {}, "first").watching();
  assert.equal(play.calls("audit").length, 2);
  assert.doesNotMatch(play.words(), /connection broke/);
  assert.match(play.fails("audit", { limit: 100 }, "channel_lost", {}, "more").words(), /connection broke/);
});

test("a statement of days that are not chosen is not made, and says why", () => {
  const play = new Play().watching().does({ type: "routed", view: "books", id: "" }, { type: "typed", field: "period", value: "own" });
  const off = () => ["statement", "download-csv"].map((name) => play.seen().find((each) => each.props?.["data-test"] === name).props["aria-disabled"]);
  assert.deepEqual(off(), ["true", "true"]);
  assert.match(play.words(), /Choose both days first/);
  for (const [field, value] of [["from", "2026-01-01"], ["to", "2026-02-01"]]) play.does({ type: "typed", field, value });
  assert.deepEqual(off(), [undefined, undefined]);
  assert.doesNotMatch(play.words(), /Choose both days/);
});

test("the totals are of all before tomorrow, by the clock of the machine", () => {
  const play = new Play().watching().does({ type: "routed", view: "money", id: "", date: Date.parse("2026-03-01T12:00:00") });
  assert.deepEqual(play.calls("statement").map(({ from, to }) => [from, to]), [["2026-03-02", "2026-03-03"]]);
});
