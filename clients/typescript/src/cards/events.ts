// What the agent tells without being asked, until the app reads it. Of each subject only the last line is kept, so that an app
// that reads slowly costs no more memory than its cards do.

import { PayportError, StateError } from "../errors/errors.js";
import type { CardLine, CollectionLine, ErrorLine, ReadyLine, SendLine, WalletLine } from "../generated/agent_lines.js";

/** A line that the agent writes by itself. */
export type CardEvent = ReadyLine | SendLine | CardLine | CollectionLine | WalletLine | ErrorLine;

function subject(line: CardEvent): string {
  switch (line.type) {
    case "card": return JSON.stringify(["card", line.card.author, line.card.id]);
    case "error": return JSON.stringify(["error", line.card?.author, line.card?.id]);
    case "send": return JSON.stringify(["send", line.send]);
    case "collection": return JSON.stringify(["collection", line.id]);
    case "ready": case "wallet": return line.type;
  }
}

export class CardEvents {
  readonly #waiting = new Map<string, CardEvent>();
  #wake: (() => void) | undefined;
  #isOver = false;
  #failure: PayportError | undefined;
  #isRead = false;

  add(line: CardEvent): void {
    this.#waiting.set(subject(line), line);
    this.#wake?.();
  }

  /** No line comes any more. What is there can still be read. */
  end(failure?: PayportError): void {
    this.#isOver = true;
    this.#failure = failure;
    this.#wake?.();
  }

  async *read(): AsyncGenerator<CardEvent, void, undefined> {
    if (this.#isRead) {
      throw new StateError("events_in_use", "The lines of this agent are being read already.", "Read them in one place.");
    }
    this.#isRead = true;
    try {
      for (;;) {
        const [next] = this.#waiting;
        if (next) {
          this.#waiting.delete(next[0]);
          yield next[1];
        } else if (this.#failure) throw this.#failure;
        else if (this.#isOver) return;
        else await new Promise<void>((resolve) => { this.#wake = resolve; });
      }
    } finally {
      this.#isRead = false;
      this.#wake = undefined;
    }
  }
}
