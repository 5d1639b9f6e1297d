// One place in the sequence of the app's events, and what waits for the app there.

import type { Event, Invoice, PaymentOrder } from "../generated/objects.js";
import type { PayportError } from "../errors/errors.js";
import { isCursor } from "../store/cursors.js";

/** Events that wait in memory for the app; what comes beyond is fetched again once these were handled. */
const MOST_WAITING = 1000;

/** Everything as it is now, in place of events that the provider does not keep any more. */
export interface Resynchronised {
  kind: "resynchronised";
  cursor: string;
  payment_orders: PaymentOrder[];
  invoices: Invoice[];
}

/** An event and the provider from which it came. */
export interface Received {
  event: Event;
  providerId: string;
}

export class Reader {
  readonly name: string;
  /**
   * `new` until events were subscribed for it, then `live`. `missed` while the app reads what replaces dropped events, and `behind`
   * when more came than may wait: once that is read it is `new` again.
   */
  state: "new" | "live" | "missed" | "behind" = "new";
  waiting: Received[] = [];
  missed: { providerId: string; everything: Resynchronised } | undefined;
  /** Why no event will follow; without an error, because the client was closed. */
  ended: { error: PayportError | undefined } | undefined;
  /** The place up to which events were put here. */
  offered = 0n;
  #providerId: string | undefined;
  #wake: (() => void) | undefined;

  constructor(name: string) {
    this.name = name;
  }

  /** Takes the place that is stored for this provider. What waits from an earlier session with it is followed by what comes after. */
  begin(providerId: string, stored: string | undefined): void {
    if (this.#providerId === providerId) return;
    this.#providerId = providerId;
    this.offered = BigInt(stored ?? "0");
  }

  /** The events are read from the beginning, after a backup of the wallet was restored. */
  restart(): void {
    this.waiting = [];
    this.offered = 0n;
  }

  /** An event without a valid cursor waits too: it is a fault that the app is told of. */
  offer(received: Received): void {
    const { cursor } = received.event;
    if (isCursor(cursor)) {
      if (BigInt(cursor) <= this.offered) return;
      if (this.waiting.length >= MOST_WAITING) {
        this.state = "behind";
        return;
      }
      this.offered = BigInt(cursor);
    }
    this.waiting.push(received);
    this.look();
  }

  end(error: PayportError | undefined): void {
    this.ended = { error };
    this.look();
  }

  /** Something has changed that the app waits for. */
  look(): void {
    this.#wake?.();
  }

  async changed(): Promise<void> {
    await new Promise<void>((resolve) => { this.#wake = resolve; });
    this.#wake = undefined;
  }
}
