// The lines that the app has written and the agent has not answered. They are written again to the next process of the agent.

import { PayportError } from "../errors/errors.js";
import type { ErrorLine, OkLine } from "../generated/agent_lines.js";
import type { HelloLine, HostLine, RoomLine } from "../generated/host_lines.js";
import { LineRefused } from "./errors.js";

/** A line without its number, which is another one in each process. */
export type Unnumbered = Exclude<HostLine, HelloLine> extends infer Line ? Line extends { n: number } ? Omit<Line, "n"> : never : never;

interface Unanswered {
  line: Unnumbered;
  resolve(answer: OkLine): void;
  reject(error: PayportError): void;
}

/** The lines in the order in which the app has written them. */
export class Lines {
  /** The rooms as the app has given them last: each process of the agent has to be told of them. */
  readonly #rooms = new Map<string, Unnumbered & { type: "room" }>();
  /** The last of `connected` and `disconnected`. */
  #connection: (Unnumbered & { type: "connected" | "disconnected" }) | undefined;
  readonly #unanswered = new Set<Unanswered>();
  /** The lines of this process, by their numbers. */
  #numbered = new Map<number, Unanswered>();
  #last = 0;
  #longest = 1 << 20;
  #write: ((text: string) => void) | undefined;

  /** Writes a line, now or once the agent is ready, and returns its answer. */
  ask(line: Unnumbered): Promise<OkLine> {
    return new Promise((resolve, reject) => {
      const size = new TextEncoder().encode(JSON.stringify(line)).length;
      // The agent would skip it (19.5). The number, which is not known yet, has at most this many bytes.
      if (size + 16 > this.#longest) {
        return reject(new LineRefused("line_too_long", `A line has at most ${this.#longest} bytes.`));
      }
      if (line.type === "room") this.#rooms.set(line.room, line);
      else if (line.type === "left") this.#rooms.delete(line.room);
      else if (line.type === "connected" || line.type === "disconnected") this.#connection = line;
      const unanswered = { line, resolve, reject };
      this.#unanswered.add(unanswered);
      if (this.#write) this.#number(unanswered);
    });
  }

  /** A process is ready. It gets the rooms, then all that was not answered, and at last whether the chat is connected (19.2). */
  begin(longest: number, write: (text: string) => void): void {
    this.#longest = longest;
    this.#write = write;
    this.#last = 0;
    this.#numbered.clear();
    const isOf = (...types: string[]) => ({ line }: Unanswered) => types.includes(line.type);
    const unanswered = [...this.#unanswered];
    const rooms = unanswered.filter(isOf("room"));
    const connections = unanswered.filter(isOf("connected", "disconnected"));
    const told = new Set(rooms.map(({ line }) => (line as Omit<RoomLine, "n">).room));
    for (const [name, line] of this.#rooms) if (!told.has(name)) this.#number({ line, resolve: ignored, reject: ignored });
    rooms.forEach((room) => this.#number(room));
    unanswered.filter((line) => !isOf("room", "connected", "disconnected")(line)).forEach((line) => this.#number(line));
    connections.forEach((line) => this.#number(line));
    if (connections.length === 0 && this.#connection) this.#number({ line: this.#connection, resolve: ignored, reject: ignored });
  }

  /** The process is gone. What it has not answered stays. */
  pause(): void {
    this.#write = undefined;
    this.#numbered.clear();
  }

  /** Takes an answer; returns whether it is one to a line of the app. */
  answer(answer: OkLine | ErrorLine): boolean {
    // The host's hello is the first line of the stream. A line whose number the agent could not read is named by its position.
    const number = answer.n ?? (answer.type === "error" && answer.line !== undefined ? answer.line - 1 : undefined);
    if (number === undefined) return false;
    const unanswered = this.#numbered.get(number);
    if (!unanswered) return true;
    this.#numbered.delete(number);
    this.#unanswered.delete(unanswered);
    if (answer.type === "ok") unanswered.resolve(answer);
    else unanswered.reject(new LineRefused(answer.reason, answer.text));
    return true;
  }

  /** Nothing is answered any more. */
  fail(error: PayportError): void {
    this.pause();
    for (const { reject } of this.#unanswered) reject(error);
    this.#unanswered.clear();
  }

  #number(unanswered: Unanswered): void {
    this.#last += 1;
    this.#numbered.set(this.#last, unanswered);
    this.#write?.(JSON.stringify({ ...unanswered.line, n: this.#last }));
  }
}

function ignored(): void {
  // The agent is told again of what it has acknowledged before.
}
