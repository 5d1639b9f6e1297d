// One process of the card agent: lines of JSON to it and from it.

import { spawn, type ChildProcess } from "node:child_process";
import { definitions, lines } from "../generated/agent_shapes.js";
import type { AgentLine } from "../generated/agent_lines.js";
import { conforms } from "../session/shape.js";

/** The longest line of the agent, in bytes, without its end (19.1). */
const LONGEST = 1 << 20;
const END_OF_LINE = 10;

/** How a process has ended. */
export interface Ending {
  code: number | null;
  signal: string | null;
  /** There was no such program, or it may not be started. */
  isMissing: boolean;
}

export interface Heard {
  line(line: AgentLine): void;
  /** The process has written something that is no line of an agent. */
  broken(sentence: string): void;
  /** Nothing comes any more. */
  ended(ending: Ending): void;
}

export class Child {
  readonly #process: ChildProcess;
  readonly #heard: Heard;
  #parts: Uint8Array[] = [];
  #size = 0;
  #hasEnded = false;
  /** Nothing that the process writes is read any more. */
  #isBroken = false;

  constructor(program: string, args: string[], env: Record<string, string | undefined>, heard: Heard) {
    this.#heard = heard;
    this.#process = spawn(program, args, { env, stdio: ["pipe", "pipe", "pipe"] });
    this.#process.on("error", () => {
      // Anything else that this event tells, such as a signal that did not arrive, is followed by the end.
      if (this.#process.pid === undefined) this.#end({ code: null, signal: null, isMissing: true });
    });
    this.#process.on("close", (code, signal) => this.#end({ code, signal, isMissing: false }));
    this.#process.stdout.on("data", (chunk) => this.#take(chunk));
    // What the program says to people is not for this app, but it must not wait until somebody reads it.
    this.#process.stderr.on("data", () => undefined);
    // A process that is gone does not read; its end is told by `close`.
    for (const pipe of [this.#process.stdin, this.#process.stdout, this.#process.stderr]) pipe.on("error", () => undefined);
  }

  write(text: string): void {
    if (!this.#hasEnded && !this.#isBroken) this.#process.stdin.write(text + "\n");
  }

  /** Closes the input of the process, after which it ends. */
  finish(): void {
    this.#process.stdin.end();
  }

  kill(): void {
    this.#process.kill("SIGKILL");
  }

  #end(ending: Ending): void {
    if (this.#hasEnded) return;
    this.#hasEnded = true;
    // What stands after the last end of a line is no line: the process may have been killed while it wrote.
    this.#parts = [];
    this.#heard.ended(ending);
  }

  #take(chunk: Uint8Array): void {
    let from = 0;
    while (!this.#isBroken) {
      const end = chunk.indexOf(END_OF_LINE, from);
      const part = chunk.subarray(from, end < 0 ? chunk.length : end);
      this.#parts.push(part);
      this.#size += part.length;
      if (this.#size > LONGEST) return this.#break("The agent has written a line that is longer than 1 MiB.");
      if (end < 0) return;
      from = end + 1;
      const bytes = joined(this.#parts, this.#size);
      this.#parts = [];
      this.#size = 0;
      this.#read(bytes);
    }
  }

  #read(bytes: Uint8Array): void {
    let line: { type?: unknown } | null;
    try {
      line = JSON.parse(new TextDecoder("utf-8", { fatal: true }).decode(bytes)) as { type?: unknown } | null;
    } catch {
      return this.#break("The program has written something that is no JSON.");
    }
    if (typeof line !== "object" || line === null || typeof line.type !== "string") {
      return this.#break("The program has written something that is no line of an agent.");
    }
    // Lines of types that this package does not know are ignored (19.1).
    if (!Object.hasOwn(lines, line.type)) return;
    if (!conforms(line, lines[line.type]!, definitions)) {
      return this.#break(`A line of the agent of the type ${line.type} is not what the specification says.`);
    }
    this.#heard.line(line as AgentLine);
  }

  #break(sentence: string): void {
    this.#isBroken = true;
    this.kill();
    this.#heard.broken(sentence);
  }
}

function joined(parts: Uint8Array[], size: number): Uint8Array {
  if (parts.length === 1) return parts[0]!;
  const whole = new Uint8Array(size);
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
