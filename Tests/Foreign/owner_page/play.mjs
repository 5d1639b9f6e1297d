// A transcript: events in, state and effects out.

import { initial, reduce } from "../../../Sources/Apps/OwnerPage/Page/state/reducer.js";
import { shell } from "../../../Sources/Apps/OwnerPage/Page/views/shell.js";

export const app = { key: "k".repeat(43), fingerprint: "kkkk kkkk", name: "Shop", claimed_name: "Shop" };

export const order = (id, members = {}) => ({
  id, app, currency: "LTC", amount: "5", address: "mockltc1aaaabbbbccccddddeeeeffff", state: "awaiting_approval", group: "waiting", confirmations: 0,
  confirmations_wanted: 6, created_at: "2026-03-01T10:00:00Z", updated_at: "2026-03-01T10:00:00Z", fee: "0.0001", fee_cap: "0.0002", total: "5.0001", ...members,
});

export const payment = (id = "ord_a", members = {}, more = {}) => ({
  kind: "payment", id, order: order(id, members), paid_before: { by_app: 0, in_all: 0 }, behind: 0, needs_pin: false, ...more,
});

export const pairing = (id = "pair_a", members = {}) => ({
  kind: "pairing", id, app, app_id: "org.example.shop", version: "1", scopes: ["receive", "pay"], granted: ["receive", "pay"],
  asked_at: "2026-03-01T10:00:00Z", expires_at: "2026-03-01T10:10:00Z", needs_pin: false, ...members,
});

export const invoice = (id, members = {}) => ({
  id, app, currency: "LTC", received: "0", confirmed: "0", address: "mockltc1zzzzyyyyxxxx", state: "pending", payment: "none", group: "waiting",
  confirmations_wanted: 6, created_at: "2026-03-01T10:00:00Z", updated_at: "2026-03-01T10:00:00Z", expires_at: "2026-03-02T10:00:00Z", ...members,
});

/** What the app may do, and where its budgets stand. */
export const grants = (members = {}) => {
  const used = { used: 0, most: 10 };
  return {
    app, scopes: ["receive"], quota: { open_invoices: used, unpaid_addresses: { used: {}, most: 10 }, ledger_bytes: used, own: false },
    budgets: [{ currency: "LTC", used: "0", resets_at: "2026-03-08T00:00:00Z", own: false, limits: { period: "week", ask: "always" } }], ...members,
  };
};

/** All elements of a description, and its texts. */
const all = (view) => typeof view === "string" ? [view] : [view, ...view.children.flatMap(all)];

/** Plays events, each at its moment in milliseconds, and keeps what was to be done. */
export class Play {
  state = initial;
  at = 10_000;
  done = [];

  does(...events) {
    for (const event of events) {
      const { state, effects } = reduce(this.state, { at: this.at, ...event });
      this.state = state;
      this.done.push(...effects);
    }
    return this;
  }

  later(ms) {
    this.at += ms;
    return this;
  }

  /** The page is open, and what waits has come up long ago. */
  watching(...questions) {
    this.does({ type: "opened" }, { type: "answered", method: "watch", params: {}, about: "watch", result: {} },
      { type: "news", news: { change: "standing", provider: "wallet", locked: false, pin: false, wallets: [] } });
    this.shows(...questions);
    return this.does({ type: "news", news: { change: "ready" } }).later(1000);
  }

  shows(...questions) {
    for (const question of questions) this.does({ type: "news", news: { change: "shown", question } });
    return this;
  }

  updates(question) {
    return this.does({ type: "news", news: { change: "updated", question } });
  }

  /** The calls of a method that were made. */
  calls(method) {
    return this.done.filter((effect) => effect.do === "call" && effect.method === method).map((effect) => effect.params);
  }

  /** Presses the button of this name. */
  presses(name) {
    this.seen((event) => this.does(event)).find((each) => each.props?.["data-test"] === name).props.onclick();
    return this;
  }

  /** What is described of the page now: elements and texts. */
  seen(send = () => {}) {
    return shell(this.state, send).flat(Infinity).filter(Boolean).flatMap(all);
  }

  /** What can be read of the page, or of what has this name in tests. */
  words(name = undefined) {
    const found = this.seen().filter((each) => name === undefined || each.props?.["data-test"] === name);
    return (name === undefined ? found : found.flatMap(all)).filter((each) => typeof each === "string").join(" ");
  }

  fails(method, params, reason, data = {}, about = undefined) {
    return this.does({ type: "failed", method, params, about, failure: { reason, code: -32000, message: reason, data } });
  }
}
