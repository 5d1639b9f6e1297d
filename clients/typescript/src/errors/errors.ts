// Every failure that an app can meet: a stable code, a sentence for people, a remedy, and what became of the request.

import { remedyOf, sentenceOf } from "./reasons.js";

/** `nothing_done`: the request had no effect. `unknown`: it may have had one; never take this for a failed payment. */
export type Outcome = "nothing_done" | "unknown";

export class PayportError extends Error {
  /** A stable word for programs. */
  readonly code: string;
  /** What is wrong, for people. */
  readonly sentence: string;
  /** What can be done about it, for people. */
  readonly remedy: string;
  readonly outcome: Outcome;

  constructor(code: string, sentence: string, remedy: string, outcome: Outcome = "nothing_done") {
    super(`${sentence} ${remedy}`);
    this.name = new.target.name;
    this.code = code;
    this.sentence = sentence;
    this.remedy = remedy;
    this.outcome = outcome;
  }
}

/** No provider runs, or it ended without removing its file. */
export class NoProvider extends PayportError {
  constructor(sentence = "No wallet provider is running.") {
    super("no_provider", sentence, "Start the wallet's provider, for example with `payd run`.");
  }
}

/** The discovery file or its folder failed a check of 2.4. */
export class UntrustedFile extends PayportError {
  constructor(sentence: string, remedy = "Check who wrote it, and start the provider again.") {
    super("untrusted_file", sentence, remedy);
  }
}

/** The provider under this name has another key than at the first contact. */
export class WrongKey extends PayportError {
  constructor(name = "") {
    super("wrong_key", `The provider ${name} has another key than at the first contact.`.replace("  ", " "),
      "If you set up the wallet anew, remove the stored key with forgetProvider(name); otherwise use the former wallet.");
  }
}

/** The two sides speak no common version, or the provider offers only lower ones than before. */
export class WrongVersion extends PayportError {
  constructor(code: "no_common_version" | "downgrade", sentence: string) {
    super(code, sentence, code === "downgrade"
      ? "Install the provider's former version again; if the older one is wanted, use forgetProvider(name)."
      : "Update the app or the provider.");
  }
}

/** The choice of a provider needs the user: several run, or the chosen one does not offer the service. */
export class ProviderChoice extends PayportError {
  readonly providers: string[];

  constructor(code: "several_providers" | "wrong_service", sentence: string, providers: string[]) {
    super(code, sentence, `Name one with the option provider${providers.length > 0 ? `: ${providers.join(", ")}` : ""}.`);
    this.providers = providers;
  }
}

/** The owner has not approved the app, or does so no more. */
export class PairingRefused extends PayportError {
  readonly retryAfterMs: number | undefined;

  constructor(reason: string, retryAfterMs?: number) {
    super(reason, sentenceOf(reason), withWait(remedyOf(reason), retryAfterMs));
    this.retryAfterMs = retryAfterMs;
  }
}

/** What the wallet refuses for a while, whoever asks: it is not the owner's no. */
const BUSY: Record<string, readonly [string, string] | undefined> = {
  too_many_sessions: [sentenceOf("too_many_sessions"), remedyOf("too_many_sessions")],
  pairing_locked: [sentenceOf("pairing_locked"), remedyOf("pairing_locked")],
  too_many_questions: [
    "The wallet asks its owner about no further app for a while, because it was asked about too many, or about this one too often."
    + " The owner has not refused this app.", "Connect again later."],
};

/** There are too many connections, or too many apps ask the owner; `code` says which. `retryAfterMs` is how long to wait at least. */
export class ProviderBusy extends PayportError {
  readonly retryAfterMs: number | undefined;

  constructor(code: string, retryAfterMs?: number) {
    const [sentence, remedy] = BUSY[code] ?? ["The wallet has no place for another connection now.", "Try again in a moment."];
    super(code, sentence, withWait(remedy, retryAfterMs));
    this.retryAfterMs = retryAfterMs;
  }
}

/** Why a connection was denied: by the owner, or because there are too many. */
export function denial(reason: string, retryAfterMs?: number): PairingRefused | ProviderBusy {
  return Object.hasOwn(BUSY, reason) ? new ProviderBusy(reason, retryAfterMs) : new PairingRefused(reason, retryAfterMs);
}

/** The connection was refused, or the provider is busy. */
export class ConnectionRefused extends PayportError {
  constructor(code: "handshake_refused" | "busy", sentence: string) {
    super(code, sentence, code === "busy"
      ? "Try again a little later."
      : "Restart the provider; if that does not help, update the app or the provider.");
  }
}

/** The provider did something that the specification does not allow; the connection was closed. */
export class Violation extends PayportError {
  constructor(sentence: string, outcome: Outcome = "nothing_done") {
    super("violation", sentence, "Restart the provider, and make sure that it is the one that you installed.", outcome);
  }
}

/** The session ended before the answer came. Inside the client this leads to a new connection. */
export class ConnectionLost extends PayportError {
  constructor(sentence = "The connection ended before the answer came.") {
    super("connection_lost", sentence, "Ask again; a repeated request has its effect once.", "unknown");
  }
}

/** The request may have been carried out, now or by an earlier attempt. `cause` says why it is not known. */
export class OutcomeUnknown extends PayportError {
  readonly requestId: string;
  declare readonly cause: PayportError;

  constructor(requestId: string, cause: PayportError) {
    super("outcome_unknown", `It is not known whether the request was carried out. ${cause.sentence}`,
      (cause instanceof StateError ? cause.remedy
        : "Repeat the same call with the same reference or request_id, in this process or a later one: it has its effect once.")
      + " Do not pay in another way.", "unknown");
    this.requestId = requestId;
    this.cause = cause;
  }
}

/** The provider answered with an error of chapter 6. */
export class RequestRefused extends PayportError {
  readonly number: number;
  readonly pointer: string | undefined;
  readonly rule: string | undefined;
  readonly retryAfterMs: number | undefined;
  /** All members of the error's data. They may hold amounts, so that no print or log shows them. */
  declare readonly data: Readonly<Record<string, unknown>>;

  /** `words` replace those of the reason where the request itself shows what was meant. */
  constructor(number: number, reason: string, data: Record<string, unknown>, outcome: Outcome, words?: readonly [string, string]) {
    const [sentence, remedy] = words ?? [withDetails(sentenceOf(reason, number), reason, data), remedyOf(reason, number)];
    super(reason, sentence, withWait(remedy, pauseIn(data)), outcome);
    this.number = number;
    this.pointer = textIn(data, "pointer");
    this.rule = textIn(data, "rule");
    this.retryAfterMs = pauseIn(data);
    Object.defineProperty(this, "data", { value: data, enumerable: false });
  }
}

/** The app's own state does not allow the call. */
export class StateError extends PayportError {
  constructor(code: "unsafe_state" | "damaged_state" | "unusable_state" | "other_params" | "other_provider" | "forgotten_request"
    | "events_in_use" | "closed" | "invalid_call", sentence: string, remedy: string, outcome: Outcome = "nothing_done") {
    super(code, sentence, remedy, outcome);
  }
}

const SHORTEST_PAUSE_MS = 1000, LONGEST_PAUSE_MS = 86_400_000;

/** How long the provider asks to wait, within what makes sense: no time at all would be a storm, and too long ones end timers at once. */
export function pauseIn(data: Record<string, unknown>): number | undefined {
  const pause = data["retry_after_ms"];
  return typeof pause === "number" ? Math.min(Math.max(pause, SHORTEST_PAUSE_MS), LONGEST_PAUSE_MS) : undefined;
}

/** The sentence with what the provider says of the place and the rule, if that can neither hide nor reorder what is around it. */
function withDetails(sentence: string, reason: string, data: Record<string, unknown>): string {
  const pointer = textIn(data, "pointer"), named = textIn(data, "rule");
  if (named === undefined || !/^[ -~]{1,100}$/.test(named)) return sentence;
  if (reason === "scope_not_granted") return `The app was not granted ${named}.`;
  const place = pointer !== undefined && /^\/[A-Za-z0-9_/]{1,80}$/.test(pointer) ? `${pointer}: ` : "";
  const rule = named.startsWith("/") ? `it breaks ${named} of the schema` : reason === "budget_exceeded" ? `the limit ${named}` : named;
  return `${sentence.replace(/\.$/, "")}: ${place}${rule}.`;
}

function withWait(remedy: string, milliseconds: number | undefined): string {
  return milliseconds === undefined ? remedy : `${remedy} Wait ${Math.ceil(milliseconds / 1000)} s first.`;
}

function textIn(data: Record<string, unknown>, member: string): string | undefined {
  const value = data[member];
  return typeof value === "string" ? value : undefined;
}
