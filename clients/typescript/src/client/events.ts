// Events without gaps: each new session, and each new process, goes on after the last event that the app has handled. All readers of
// a client share one subscription, which begins at the earliest of their places.

import { PayportError, RequestRefused, StateError, Violation } from "../errors/errors.js";
import type { Event } from "../generated/objects.js";
import type { Members } from "../session/rpc.js";
import { isCursor, type Cursors } from "../store/cursors.js";
import type { Requests } from "../store/requests.js";
import type { Calls } from "./calls.js";
import type { Link } from "./link.js";
import { Reader, type Resynchronised } from "./reader.js";
import { isEvent, isKnownEvent, type Session } from "./session.js";

/**
 * An event, with the reference that the app gave to its invoice or payment. Or, if the provider does not keep the events any more
 * that were missed, everything as it is now.
 */
export type PaymentEvent = ({ kind: "event"; reference: string | undefined } & Event) | Resynchronised;

export class Events {
  readonly #link: Link;
  readonly #calls: Calls;
  readonly #cursors: Cursors;
  readonly #requests: Requests;
  readonly #readers = new Set<Reader>();
  #session: Session | undefined;
  /** The place from which the present subscription is; undefined without one. */
  #subscribed: bigint | undefined;
  /** What came while it was not settled yet from where the readers go on. */
  #early: Event[] | undefined;
  #isRunning = false;
  #wake: (() => void) | undefined;

  constructor(link: Link, calls: Calls, cursors: Cursors, requests: Requests) {
    this.#link = link;
    this.#calls = calls;
    this.#cursors = cursors;
    this.#requests = requests;
  }

  /** A notification `event` of a session. */
  take(session: Session, event: Members): void {
    if (session !== this.#session) return;
    if (this.#early) this.#early.push(event as unknown as Event);
    else this.#spread(session, event as unknown as Event);
  }

  /** Whatever has happened to the connection, the readers have to look at it. */
  changed(): void {
    this.#wake?.();
  }

  async *read(name: string): AsyncGenerator<PaymentEvent, void, undefined> {
    const reader = new Reader(name);
    this.#readers.add(reader);
    try {
      for (;;) {
        if (!this.#isRunning) void this.#run();
        const received = reader.waiting.shift();
        if (received) {
          const { event, providerId } = received;
          if (!isCursor(event.cursor) || !isEvent(event as never)) throw new Violation("An event is not what the specification says.");
          // An event of an unknown type is passed over, and its cursor kept (8.4).
          if (isKnownEvent(event as never)) yield { kind: "event", reference: this.#referenceOf(event), ...event };
          // The app has asked for the next one, so it has handled this one.
          this.#cursors.write(providerId, name, event.cursor);
        } else if (reader.missed) {
          const { everything, providerId } = reader.missed;
          yield everything;
          this.#cursors.write(providerId, name, everything.cursor);
          reader.offered = BigInt(everything.cursor);
          reader.missed = undefined;
          reader.state = "new";
        } else if (reader.ended) {
          if (reader.ended.error) throw reader.ended.error;
          return;
        } else {
          if (reader.state === "behind") reader.state = "new";
          this.changed();
          await reader.changed();
        }
      }
    } finally {
      this.#readers.delete(reader);
      // Late events of this subscription could not be told from those of another one on the same connection.
      if (this.#readers.size === 0 && this.#session && !this.#session.hasEnded) this.#link.renew();
      this.changed();
    }
  }

  /** Serves the readers on one session after the other, as long as there are any. */
  async #run(): Promise<void> {
    this.#isRunning = true;
    try {
      while (this.#readers.size > 0) await this.#serve(await this.#link.session(Infinity));
    } catch (error) {
      const isClosed = error instanceof StateError && error.code === "closed";
      for (const reader of this.#readers) reader.end(isClosed ? undefined : error as PayportError);
    } finally {
      this.#session = undefined;
      this.#isRunning = false;
    }
  }

  async #serve(session: Session): Promise<void> {
    this.#session = session;
    this.#subscribed = undefined;
    this.#early = [];
    for (const reader of this.#readers) if (reader.state === "live") reader.state = "new";
    void session.ended.then(() => this.changed());
    while (!session.hasEnded && this.#readers.size > 0) {
      let wanting = [...this.#readers].filter(({ state }) => state === "new");
      for (const reader of wanting) reader.begin(session.providerId, this.#cursors.read(session.providerId, reader.name));
      // The earliest comes last, so that its subscription is the one that stays.
      let place = wanting.reduce((most, { offered }) => (offered > most ? offered : most), -1n);
      if (wanting.length === 0) {
        wanting = [...this.#readers].filter(({ state }) => state === "live");
        place = wanting.reduce<bigint | undefined>((least, { offered }) => (least === undefined || offered < least ? offered : least), undefined) ?? 0n;
        if (wanting.length === 0 || (this.#subscribed !== undefined && this.#subscribed <= place)) {
          const early = this.#early ?? [];
          this.#early = undefined;
          for (const event of early) this.#spread(session, event);
          await new Promise<void>((resolve) => { this.#wake = resolve; });
          this.#wake = undefined;
          continue;
        }
      }
      await this.#subscribe(session, place, wanting.filter(({ offered }) => offered === place));
    }
  }

  #spread(session: Session, event: Event): void {
    for (const reader of this.#readers) if (reader.state === "live") reader.offer({ event, providerId: session.providerId });
  }

  #referenceOf({ invoice, payment_order }: Event): string | undefined {
    const id = (invoice ?? payment_order)?.request_id;
    return typeof id === "string" ? this.#requests.referenceOf(id) : undefined;
  }

  /** Subscribes from the place of these readers. Those that cannot go on with events from there are given what replaces them. */
  async #subscribe(session: Session, place: bigint, readers: Reader[]): Promise<void> {
    this.#early ??= [];
    try {
      if (this.#subscribed !== undefined) {
        this.#subscribed = undefined;
        await session.call("unsubscribe_events", {});
        this.#early = [];
      }
      await session.call("subscribe_events", { from: String(place) });
      this.#subscribed = place;
      for (const reader of readers) reader.state = "live";
    } catch (error) {
      if (session.hasEnded) return;
      if (!(error instanceof RequestRefused)) throw error;
      const { retryAfterMs } = error;
      if (retryAfterMs !== undefined && error.code !== "pairing_pending") {
        // A throttle is no reason to end all readers. What ends meanwhile is seen by whoever called this.
        await new Promise((resolve) => setTimeout(resolve, retryAfterMs));
        return;
      }
      const { newest } = error.data;
      if (error.code === "cursor_too_old" && isCursor(newest)) {
        for (const reader of readers) {
          reader.state = "missed";
          reader.missed = { providerId: session.providerId, everything: await this.#everything(newest) };
          reader.look();
        }
      // The cursor comes from before a backup was restored: the events begin anew, which are all that there are.
      } else if (error.code === "cursor_invalid" && place !== 0n) {
        for (const reader of readers) {
          this.#cursors.write(session.providerId, reader.name, "0");
          reader.restart();
        }
      } else throw error;
    }
  }

  async #everything(cursor: string): Promise<Resynchronised> {
    const everything: Resynchronised = { kind: "resynchronised", cursor, payment_orders: [], invoices: [] };
    for (const [list, method, member] of [
      [everything.payment_orders, "list_payment_orders", "payment_orders"], [everything.invoices, "list_invoice_requests", "invoices"],
    ] as const) {
      let before: string | undefined;
      do {
        const page = await this.#page(method, before === undefined ? { limit: 100 } : { limit: 100, before });
        list.push(...((page[member] ?? []) as never[]));
        before = page["next"] as string | undefined;
      } while (before !== undefined);
    }
    return everything;
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
