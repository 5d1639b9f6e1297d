// Events without gaps: each new session, and each new process, goes on after the last event that the app has handled.

import { RequestRefused, StateError, Violation } from "../errors/errors.js";
import type { Event, Invoice, PaymentOrder } from "../generated/objects.js";
import type { Members } from "../session/rpc.js";
import { isCursor, type Cursors } from "../store/cursors.js";
import type { Calls } from "./calls.js";
import type { Link } from "./link.js";
import { isEvent, isKnownEvent, type Session } from "./session.js";

/** Events that wait in memory for the app; what comes beyond is fetched again once these were handled. */
const MOST_WAITING = 1000;

/** An event, or, if the provider does not keep the events any more that were missed, everything as it is now. */
export type PaymentEvent =
  | ({ kind: "event" } & Event)
  | { kind: "resynchronised"; cursor: string; payment_orders: PaymentOrder[]; invoices: Invoice[] };

export class Events {
  readonly #link: Link;
  readonly #calls: Calls;
  readonly #cursors: Cursors;
  #session: Session | undefined;
  #waiting: Event[] = [];
  /** The cursor of the last event of this subscription: an event may come again, with a cursor that is not greater. */
  #last = 0n;
  #isIncomplete = false;
  #isRead = false;
  #wake: (() => void) | undefined;

  constructor(link: Link, calls: Calls, cursors: Cursors) {
    this.#link = link;
    this.#calls = calls;
    this.#cursors = cursors;
  }

  /** A notification `event` of a session. */
  take(session: Session, event: Members): void {
    const { cursor } = event;
    if (session !== this.#session) return;
    if (isCursor(cursor)) {
      if (BigInt(cursor) <= this.#last) return;
      this.#last = BigInt(cursor);
    }
    if (this.#waiting.length >= MOST_WAITING) this.#isIncomplete = true;
    if (!this.#isIncomplete) this.#waiting.push(event as unknown as Event);
    this.#wake?.();
  }

  /** Whatever has happened to the connection, the reader has to look at it. */
  changed(): void {
    this.#wake?.();
  }

  async *read(reader: string): AsyncGenerator<PaymentEvent, void, undefined> {
    if (this.#isRead) {
      throw new StateError("events_in_use", "The events of this client are being read already.",
        "Read them in one place, or open another client.");
    }
    this.#isRead = true;
    try {
      for (;;) {
        const session = await this.#next();
        if (!session) return;
        const missed = await this.#subscribe(session, reader);
        if (missed) {
          yield missed;
          this.#cursors.write(session.providerId, reader, missed.cursor);
          continue;
        }
        yield* this.#untilSessionEnds(session, reader);
      }
    } finally {
      this.#isRead = false;
      // Late events of this subscription could not be told from those of another one on the same connection.
      if (this.#session && !this.#session.hasEnded) this.#link.renew();
      this.#session = undefined;
      this.#waiting = [];
    }
  }

  /** The session to read from; undefined if the client was closed. */
  async #next(): Promise<Session | undefined> {
    try {
      return await this.#link.session(Infinity);
    } catch (error) {
      if (error instanceof StateError && error.code === "closed") return undefined;
      throw error;
    }
  }

  async *#untilSessionEnds(session: Session, reader: string): AsyncGenerator<PaymentEvent, void, undefined> {
    for (;;) {
      const event = this.#waiting.shift();
      if (event) {
        if (!isCursor(event.cursor) || !isEvent(event as never)) throw new Violation("An event is not what the specification says.");
        // An event of an unknown type is passed over, and its cursor kept (8.4).
        if (isKnownEvent(event as never)) yield { kind: "event", ...event };
        // The app has asked for the next one, so it has handled this one.
        this.#cursors.write(session.providerId, reader, event.cursor);
      } else if (session.hasEnded) return;
      else if (this.#isIncomplete) {
        this.#link.renew();
        await session.ended;
      } else {
        await new Promise<void>((resolve) => { this.#wake = resolve; });
        this.#wake = undefined;
      }
    }
  }

  /** Subscribes after the last event that was handled; answers what replaces events that are not kept any more. */
  async #subscribe(session: Session, reader: string): Promise<Extract<PaymentEvent, { kind: "resynchronised" }> | undefined> {
    this.#session = session;
    this.#waiting = [];
    this.#isIncomplete = false;
    const from = this.#cursors.read(session.providerId, reader) ?? "0";
    this.#last = BigInt(from);
    try {
      await session.call("subscribe_events", { from });
      void session.ended.then(() => this.#wake?.());
      return undefined;
    } catch (error) {
      this.#session = undefined;
      if (session.hasEnded) return undefined;
      if (!(error instanceof RequestRefused)) throw error;
      if (error.code === "cursor_too_old" && isCursor(error.data["newest"])) {
        return this.#everything(error.data["newest"]);
      }
      // The cursor comes from before a backup was restored: the events begin anew, which are all that there are.
      if (error.code === "cursor_invalid" && from !== "0") {
        this.#cursors.write(session.providerId, reader, "0");
        return this.#subscribe(session, reader);
      }
      throw error;
    }
  }

  async #everything(cursor: string): Promise<Extract<PaymentEvent, { kind: "resynchronised" }>> {
    const payment_orders: PaymentOrder[] = [], invoices: Invoice[] = [];
    for (const [list, method, member] of [
      [payment_orders, "list_payment_orders", "payment_orders"], [invoices, "list_invoice_requests", "invoices"],
    ] as const) {
      let before: string | undefined;
      do {
        const page = await this.#page(method, before === undefined ? { limit: 100 } : { limit: 100, before });
        list.push(...((page[member] ?? []) as never[]));
        before = page["next"] as string | undefined;
      } while (before !== undefined);
    }
    return { kind: "resynchronised", cursor, payment_orders, invoices };
  }

  /** An app without the scope of a list has nothing in it. */
  async #page(method: "list_payment_orders" | "list_invoice_requests", params: { limit: number; before?: string }): Promise<Members> {
    try {
      return (await this.#calls.read(method, params)) as unknown as Members;
    } catch (error) {
      if (error instanceof RequestRefused && error.code === "scope_not_granted") return {};
      throw error;
    }
  }
}
