// The client of the card agent: it starts the program, starts it again if it ends, and repeats what was not answered.

import { PayportError, StateError } from "../errors/errors.js";
import type { Action, AgentLine, CardKey, CardLine, OkLine } from "../generated/agent_lines.js";
import type * as host from "../generated/host_lines.js";
import { Child, type Ending } from "./child.js";
import { AgentError } from "./errors.js";
import { CardEvents, type CardEvent } from "./events.js";
import { Lines, type Unnumbered } from "./lines.js";

export type { CardEvent } from "./events.js";

/** The version of the lines that this package speaks. */
const VERSION = 1;
const SHORTEST_PAUSE_MS = 100, LONGEST_PAUSE_MS = 10_000;
/** A process that has worked for so long was in order: the pause before the next one is the shortest. */
const LONG_ENOUGH_MS = 30_000;
/** So many processes in a row that end before they are ready are given up. */
const MOST_FAILURES = 5;
/** An agent ends by itself within five seconds after its input (19.2). */
const ENDING_MS = 10_000;

/** The app for which the wallet's owner is asked. */
export type ChatApp = host.HelloLine["app"];

/** What the app says in a line of this type; the rest is added. */
export type Given<Line> = Omit<Line, "type" | "n">;

export interface CardAgentOptions {
  /** What the chat can do. */
  chat: host.HelloLine["chat"];
  /** The program; by default `paychat` of the PATH. */
  program?: string;
  /** The folder of the cards and of the app's key; by default that of the user. */
  state?: string;
  /** The folder in which providers are found; by default that of the user. */
  runtime?: string;
  /** The device of the user, where several use the same folder. */
  device?: string;
  /** The name of the provider, where several run. */
  provider?: string;
  /** More arguments of `paychat agent`. */
  args?: string[];
  /** How long a process may take until it is ready. */
  startMs?: number;
}

/** The cards of one user. What the agent tells is read with `for await`; each method is a line of the host (19.3, 19.4). */
export class CardAgent {
  readonly #app: ChatApp;
  readonly #options: CardAgentOptions;
  readonly #lines = new Lines();
  readonly #events = new CardEvents();
  readonly #ended: Promise<void>;
  #resolveEnded!: () => void;
  #child: Child | undefined;
  #timer: NodeJS.Timeout | undefined;
  #over: PayportError | undefined;
  #isClosing = false;
  #hasGreeted = false;
  #hasWorked = false;
  #readyAt: number | undefined;
  #longestLine = 1 << 20;
  #failures = 0;
  #pauseMs = SHORTEST_PAUSE_MS;

  /** Starts the agent. A program that cannot be used is told where the lines are read, and to each method. */
  constructor(app: ChatApp, options: CardAgentOptions) {
    this.#app = app;
    this.#options = options;
    this.#ended = new Promise((resolve) => { this.#resolveEnded = resolve; });
    this.#start();
  }

  /**
   * What the agent tells. Of a card, a collection and the wallet the last state only; the same may come again. After `ready` with no
   * `cards`, the app gives all messages that it has. Fails with an `AgentError` if the agent cannot be used.
   */
  [Symbol.asyncIterator](): AsyncGenerator<CardEvent, void, undefined> {
    return this.#events.read();
  }

  /** Tells of a room, before its messages, and again when its name or its members have changed. */
  async room(room: Given<host.RoomLine>): Promise<void> { await this.#ask({ type: "room", ...room }); }
  /** The user is no member of this room any more. */
  async left(room: string): Promise<void> { await this.#ask({ type: "left", room }); }
  /** Messages can be sent now. Not before the messages of the time before were given. */
  async connected(): Promise<void> { await this.#ask({ type: "connected" }); }
  /** No messages can be sent. */
  async disconnected(): Promise<void> { await this.#ask({ type: "disconnected" }); }

  /** Gives a message, or an edit of it. Answers its card, or why it is shown as its text. Then the app may forget that it has to give it. */
  message(message: Given<host.MessageLine>): Promise<Pick<OkLine, "card" | "text_because">> { return this.#ask({ type: "message", ...message }); }
  /** A message is gone for its readers. Answers its card. */
  async removed(removed: Given<host.RemovedLine>): Promise<CardKey | undefined> { return (await this.#ask({ type: "removed", ...removed })).card; }
  /** What became of a message of the user's own; once more after each `sent` of this message. Answers its card. */
  async delivery(delivery: Given<host.DeliveryLine>): Promise<CardKey | undefined> { return (await this.#ask({ type: "delivery", ...delivery })).card; }
  /** A `send` has become this message. */
  async sent(send: string, message: string): Promise<void> { await this.#ask({ type: "sent", send, message }); }
  /** A `send` was not sent. */
  async notSent(send: string, why: Omit<Given<host.NotSentLine>, "send">): Promise<void> { await this.#ask({ type: "not_sent", send, ...why }); }

  /** Proposes a card under a UUID that the app has made and stored. The same proposal once more is the same card. */
  async propose(proposal: Given<host.ProposeLine>): Promise<CardKey> {
    const { card } = await this.#ask({ type: "propose", ...proposal });
    if (!card) throw AgentError.violation("The answer to a proposal has no card.");
    return card;
  }
  /** The user has pressed the button, and only then. */
  async accept(card: CardKey, currency?: string): Promise<void> {
    await this.#ask({ type: "accept", card, ...(currency === undefined ? {} : { currency }) });
  }
  async decline(card: CardKey, reason?: string): Promise<void> {
    await this.#ask({ type: "decline", card, ...(reason === undefined ? {} : { reason }) });
  }
  async cancel(card: CardKey, reason?: string): Promise<void> {
    await this.#ask({ type: "cancel", card, ...(reason === undefined ? {} : { reason }) });
  }
  /** Tries again what the wallet or the chat has refused, for one card, or for all and the wallet itself. */
  async retry(card?: CardKey): Promise<void> { await this.#ask({ type: "retry", ...(card ? { card } : {}) }); }
  /** The user has pressed the button of this action of a card. */
  async press({ card }: Pick<CardLine, "card">, action: Action): Promise<void> {
    if (action.do === "accept") await this.accept(card, action.currency);
    else await this[action.do](card);
  }
  /** The currencies of the wallet. */
  async currencies(): Promise<NonNullable<OkLine["currencies"]>> { return (await this.#ask({ type: "currencies" })).currencies ?? []; }
  /** A sum in equal parts. */
  async split(sum: Given<host.SplitLine>): Promise<string[]> { return (await this.#ask({ type: "split", ...sum })).amounts ?? []; }

  /** Ends the agent, after it has answered what was written to it. */
  close(): Promise<void> {
    if (!this.#isClosing && !this.#over) {
      this.#isClosing = true;
      clearTimeout(this.#timer);
      if (this.#child) {
        const child = this.#child;
        child.finish();
        this.#timer = setTimeout(() => child.kill(), ENDING_MS);
      } else this.#finish();
    }
    return this.#ended;
  }

  #ask(line: Unnumbered): Promise<OkLine> {
    if (this.#over) return Promise.reject(this.#over);
    return this.#isClosing ? Promise.reject(closed("nothing_done")) : this.#lines.ask(line);
  }

  // The process.

  get #program(): string { return this.#options.program ?? "paychat"; }

  #start(): void {
    const { state, runtime, args, startMs } = this.#options;
    this.#hasGreeted = false;
    this.#readyAt = undefined;
    const folders = [...(state === undefined ? [] : ["--state", state]), ...(runtime === undefined ? [] : ["--runtime", runtime])];
    const child = new Child(this.#program, ["agent", ...folders, ...(args ?? [])], process.env, {
      line: (line) => this.#take(line),
      broken: (sentence) => this.#fail(this.#hasGreeted ? AgentError.violation(sentence) : AgentError.tooOld(this.#program)),
      ended: (ending) => this.#hasEnded(ending),
    });
    this.#child = child;
    this.#timer = setTimeout(() => child.kill(), startMs ?? 60_000);
  }

  #take(line: AgentLine): void {
    if (this.#over) return;
    switch (line.type) {
      case "hello": return this.#greet(line.versions, line.line_bytes);
      case "ready":
        clearTimeout(this.#timer);
        this.#readyAt = Date.now();
        this.#hasWorked = true;
        this.#failures = 0;
        // The app hears of it before it gets an answer.
        this.#events.add(line);
        if (!this.#isClosing) this.#lines.begin(this.#longestLine, (text) => this.#child?.write(text));
        return;
      case "end": return this.#fail(new AgentError(line.reason, line.text, "The same program may work once that was put right."));
      case "ok": case "error":
        if (!this.#lines.answer(line) && line.type === "error") this.#events.add(line);
        return;
      default: this.#events.add(line);
    }
  }

  #greet(versions: number[], longestLine: number): void {
    this.#hasGreeted = true;
    if (!versions.includes(VERSION)) return this.#fail(AgentError.version(versions, VERSION));
    this.#longestLine = longestLine;
    const { chat, device, provider } = this.#options;
    const { id, name, version } = this.#app;
    this.#child?.write(JSON.stringify({ type: "hello", v: VERSION, app: { id, name, version }, chat, device, provider }));
  }

  #hasEnded(ending: Ending): void {
    clearTimeout(this.#timer);
    this.#child = undefined;
    this.#lines.pause();
    if (this.#over) return this.#resolveEnded();
    if (this.#isClosing) return this.#finish();
    if (!this.#hasGreeted && ending.signal === null) return this.#fail(AgentError.unknown(this.#program, ending));
    if (this.#readyAt === undefined && ++this.#failures >= MOST_FAILURES) return this.#fail(AgentError.failed(this.#program, ending));
    if (this.#readyAt !== undefined && Date.now() - this.#readyAt >= LONG_ENOUGH_MS) this.#pauseMs = SHORTEST_PAUSE_MS;
    this.#timer = setTimeout(() => this.#start(), this.#pauseMs);
    this.#pauseMs = Math.min(2 * this.#pauseMs, LONGEST_PAUSE_MS);
  }

  #fail(error: PayportError): void {
    if (this.#over) return;
    this.#over = error;
    clearTimeout(this.#timer);
    this.#child?.kill();
    // What was written may have been carried out by this process or by an earlier one.
    this.#lines.fail(this.#hasWorked ? new AgentError(error.code, error.sentence, error.remedy, "unknown") : error);
    this.#events.end(error);
    if (!this.#child) this.#resolveEnded();
  }

  #finish(): void {
    this.#over = closed("nothing_done");
    this.#lines.fail(closed("unknown"));
    this.#events.end();
    this.#resolveEnded();
  }
}

function closed(outcome: "nothing_done" | "unknown"): StateError {
  return new StateError("closed", "The app has closed this agent.",
    outcome === "unknown" ? "Write the same again after the next start; it has its effect once." : "Open another one.", outcome);
}
