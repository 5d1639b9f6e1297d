import assert from "node:assert/strict";
import { test } from "node:test";
import { filtered, merged, timeline } from "../../../Sources/Apps/OwnerPage/Page/state/payments.js";
import { app, invoice, order, payment, Play } from "./play.mjs";

const answered = (method, params, result, about) => ({ type: "answered", method, params, result, about });

test("all pages of payments are fetched, one after another", () => {
  const play = new Play().watching();
  play.done.length = 0;
  play.does(answered("payments", { limit: 100 }, { orders: [order("ord_a")], next: "ord_a" }, "page"));
  assert.deepEqual(play.calls("payments"), [{ limit: 100, before: "ord_a" }]);
  play.does(answered("payments", { limit: 100, before: "ord_a" }, { orders: [order("ord_b", { created_at: "2026-02-01T00:00:00Z" })] }, "page"));
  assert.equal(play.state.payments.loading.orders, "all");
  assert.deepEqual(play.state.payments.orders.map((each) => each.id), ["ord_a", "ord_b"]);
});

test("an order that is not listed as open any more is asked for", () => {
  const open = order("ord_a", { group: "in_flight", state: "in_flight" });
  const play = new Play().watching().does(answered("payments", { limit: 20 }, { orders: [open] }, "fresh"));
  play.does(answered("payments", { limit: 100, group: "in_flight" }, { orders: [] }, "fresh"));
  assert.deepEqual(play.calls("payments.get"), [{ id: "ord_a" }]);
});

test("lists become one timeline, the newest first, and what is known twice is there once", () => {
  const old = order("ord_a", { created_at: "2026-01-01T00:00:00Z" }), young = order("ord_b"), paid = { ...old, state: "succeeded" };
  assert.deepEqual(merged([young, old], [paid]), [young, paid]);
  assert.deepEqual(merged([old], [young]).map((each) => each.id), ["ord_b", "ord_a"]);
  const paidIn = invoice("inv_a", { created_at: "2026-02-01T00:00:00Z", group: "ended" });
  assert.deepEqual(timeline([young, old], [paidIn]).map((each) => each.id), ["ord_b", "inv_a", "ord_a"]);
  const filter = { query: "", way: "", currency: "", app: "" };
  assert.deepEqual(filtered([young, paidIn], { ...filter, way: "in" }), [paidIn]);
  assert.deepEqual(filtered([young, paidIn], { ...filter, query: "ORD_B ltc" }), [young]);
});

/** Orders as a provider lists them, of which the newest has the greatest number. */
class Provider {
  orders = [];

  makes(count, members = { group: "ended", state: "succeeded" }) {
    for (let each = 0; each < count; each += 1) {
      const number = String(this.orders.length).padStart(5, "0");
      this.orders.push(order(`ord_${number}`, { ...members, created_at: new Date(1.8e12 + this.orders.length * 1000).toISOString() }));
    }
    return this;
  }

  answer(method, { limit, before, group, id }) {
    if (method === "payments.get") return { order: this.orders.find((each) => each.id === id), history: [] };
    if (method === "payments.incoming") return { invoices: [] };
    const older = [...this.orders].reverse().filter((each) => (before === undefined || each.id < before) && (group === undefined || each.group === group)), orders = older.slice(0, limit);
    return { orders, ...(orders.length < older.length && { next: orders.at(-1).id }) };
  }

  /** Answers all that is asked, or so many calls; the rest of them are lost with the connection. */
  serves(play, most = Infinity) {
    for (let answers = 0; ; answers += 1) {
      const at = play.done.findIndex((each) => each.do === "call" && /^payments/.test(each.method));
      if (at < 0) return;
      const [{ method, params, about }] = play.done.splice(at, 1);
      if (answers < most) play.does(answered(method, params, this.answer(method, params), about));
      else play.does({ type: "failed", method, params, about, failure: { reason: "channel_lost", code: -32001, message: "", data: {} } });
    }
  }
}

const lists = (play) => play.state.payments.orders.map((each) => each.id);
const away = (play) => play.does({ type: "lost" });
const back = (play) => play.does({ type: "opened" }, answered("watch", {}, {}, "watch"), { type: "news", news: { change: "ready" } });

test("a connection that is lost while the first pages come leaves no payment out", () => {
  const provider = new Provider().makes(1000), play = new Play().watching();
  provider.serves(play, 4);
  assert.ok(lists(play).length < 1000);
  provider.serves(back(away(play)));
  assert.deepEqual(lists(play), provider.orders.map((each) => each.id).reverse());
  assert.equal(play.state.payments.loading.orders, "all");
});

test("however many payments were made while the page was away, there is no gap", () => {
  const provider = new Provider().makes(350), play = new Play().watching();
  provider.serves(play);
  away(play);
  provider.makes(450);
  // What is told of by then is known before all that is behind it.
  back(play).does(answered("payments", { limit: 20 }, provider.answer("payments", { limit: 20 }), "fresh"));
  provider.serves(play, 3);
  provider.makes(150);
  provider.serves(back(away(play)));
  assert.deepEqual(lists(play), provider.orders.map((each) => each.id).reverse());
});

test("more payments than a look has room for are fetched without a new connection", () => {
  const provider = new Provider().makes(30), play = new Play().watching();
  provider.serves(play);
  provider.makes(75);
  provider.serves(play.does({ type: "news", news: { change: "moved", money: { id: "ord_00100", kind: "paid_unasked", app, amount: "5", currency: "LTC" } } }));
  assert.equal(lists(play).length, 105);
});

test("no more pages are asked for than it takes to meet what is known", () => {
  const provider = new Provider().makes(1000), play = new Play().watching();
  provider.serves(play);
  away(play);
  provider.makes(50);
  back(play);
  let calls = 0;
  const answer = provider.answer.bind(provider);
  provider.answer = (method, params) => {
    if (method === "payments" && params.group === undefined) calls += 1;
    return answer(method, params);
  };
  provider.serves(play);
  assert.deepEqual([calls, lists(play).length], [1, 1050]);
});

test("orders that waited and ended while the page was away do not wait any more, however many", () => {
  const provider = new Provider().makes(130, { group: "waiting", state: "awaiting_approval" }).makes(300), play = new Play().watching();
  provider.serves(play);
  away(play);
  provider.orders = provider.orders.map((each) => each.group === "waiting" ? { ...each, group: "ended", state: "expired" } : each);
  back(play);
  for (let round = 0; round < 10; round += 1) {
    provider.serves(play);
    const later = play.done.filter((each) => each.do === "later" && each.event.type === "group");
    play.done.length = 0;
    play.does(...later.map((each) => each.event));
  }
  assert.deepEqual(play.state.payments.orders.filter((each) => each.group !== "ended"), []);
});

test("orders that wait still are listed to the end, and not asked for one by one", () => {
  const provider = new Provider().makes(230, { group: "waiting", state: "awaiting_approval" }), play = new Play().watching(), single = [];
  provider.serves(play);
  const answer = provider.answer.bind(provider);
  provider.answer = (method, params) => {
    if (method === "payments.get") single.push(params.id);
    return answer(method, params);
  };
  provider.serves(back(away(play)));
  assert.deepEqual(single, []);
});

test("an order that ends while its question is far below the newest ones is asked for", () => {
  const play = new Play().watching(payment("ord_a")).does({ type: "news", news: { change: "withdrawn", id: "ord_a", kind: "payment", because: "expired" } });
  assert.deepEqual(play.calls("payments.get"), [{ id: "ord_a" }]);
  play.does(answered("payments", { limit: 20 }, { orders: [order("ord_a")] }, "fresh")).fails("payments.get", { id: "ord_a" }, "not_found", {}, "fresh");
  assert.deepEqual([lists(play), play.words("unread")], [[], ""]);
});

test("a payment that was to be looked at before there was a way is shown once there is one", () => {
  const play = new Play().does({ type: "routed", view: "money", id: "ord_a" }, { type: "story", id: "ord_a" });
  play.fails("payments.get", { id: "ord_a" }, "channel_lost", {}, "story").watching();
  assert.match(play.words(), /Looking/);
  assert.equal(play.calls("payments.get").length, 2);
});

test("a code that cannot be drawn keeps no other from being drawn", () => {
  const play = new Play().watching();
  const looks = (id) => play.does({ type: "routed", view: "money", id }, { type: "story", id }, answered("payments.get", { id }, { invoice: invoice(id, { address: `mockltc1${id}` }) }, "story"));
  looks("inv_a").fails("page.qr", { text: "mockltc1inv_a" }, "internal_error");
  assert.match(play.words("receive-sheet"), /There is no code to scan here/);
  looks("inv_b");
  assert.deepEqual(play.calls("page.qr").at(-1), { text: "mockltc1inv_b" });
  assert.doesNotMatch(play.words("receive-sheet"), /There is no code to scan here/);
});
