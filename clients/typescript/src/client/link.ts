// Keeps one session open, as the table of 18.2 says: it connects again by itself, and stops where only the user can help.

import fs from "node:fs";
import path from "node:path";
import { base64url, type Bytes } from "../crypto/bytes.js";
import type { DiscoveryFile } from "../discovery/file.js";
import { checkVersions, findDaemons, type Wanted } from "../discovery/find.js";
import {
  ConnectionRefused, NoProvider, PairingRefused, PayportError, ProviderBusy, StateError, UntrustedFile, Violation, WrongKey, WrongVersion,
} from "../errors/errors.js";
import type { Channel } from "../session/channel.js";
import type { Members } from "../session/rpc.js";
import type { State } from "../store/state.js";
import { Session, type PairingCode } from "./session.js";

const FIRST_PAUSE_MS = 1000, LONGEST_PAUSE_MS = 60_000;
/** A timer for longer than this would end at once. */
const LONGEST_TIMER_MS = 2 ** 31 - 1;

/** How the connection is, for the app's screen. */
export type Status =
  | { state: "no_provider" | "connecting" | "open" | "closed" }
  | { state: "waiting_for_owner"; pairing: PairingCode }
  | { state: "stopped"; error: PayportError };

export interface LinkOptions {
  state: State;
  wanted: Wanted;
  manifest: Bytes;
  onStatus(status: Status): void;
  /** One of several daemons of the provider must not be used; the others are. */
  onRefused(error: PayportError): void;
  onEvent(session: Session, event: Members): void;
}

/** What came of trying all daemons once. */
interface Round {
  problem: PayportError | undefined;
  /** Whether waiting does not help: the user has to do something. */
  isFinal: boolean;
  daemons: number;
  /** How long the session lasted, if there was one. */
  sessionMs?: number;
}

interface Waiter {
  resolve(session: Session): void;
  reject(error: PayportError): void;
  timer: NodeJS.Timeout | undefined;
}

export class Link {
  readonly #options: LinkOptions;
  readonly #waiters = new Set<Waiter>();
  #status: Status = { state: "connecting" };
  #session: Session | undefined;
  #problem: PayportError = new ConnectionRefused("busy", "The provider has not answered yet.");
  /** How often the handshake with a file was refused, by the file's digest. */
  #refused = new Map<string, number>();
  /** The daemon that the app was connected to last, and the one that it lost. */
  #last: string | undefined;
  #lost: string | undefined;
  readonly #told = new Set<string>();
  #channel: Channel | undefined;
  #isRenewing = false;
  #isClosed = false;
  #wake: (() => void) | undefined;

  constructor(options: LinkOptions) {
    this.#options = options;
    void this.#run();
  }

  get status(): Status {
    return this.#status;
  }

  /** The session that is open and approved; waits for it, and for the owner, but for a provider only so long. */
  session(patienceMs: number): Promise<Session> {
    if (this.#isClosed) return Promise.reject(closed());
    if (this.#session && !this.#session.hasEnded) return Promise.resolve(this.#session);
    if (this.#status.state === "stopped") return Promise.reject(this.#status.error);
    return new Promise((resolve, reject) => {
      const waiter: Waiter = { resolve, reject, timer: undefined };
      const expire = (): void => {
        if (this.#status.state === "waiting_for_owner") waiter.timer = setTimeout(expire, FIRST_PAUSE_MS);
        else if (this.#waiters.delete(waiter)) reject(this.#problem);
      };
      if (Number.isFinite(patienceMs)) waiter.timer = setTimeout(expire, Math.min(patienceMs, LONGEST_TIMER_MS));
      this.#waiters.add(waiter);
    });
  }

  /** Tries again where the link has stopped, because the user wants it. */
  retry(): void {
    this.#refused.clear();
    if (this.#status.state === "stopped") this.#report({ state: "connecting" });
    this.#wake?.();
  }

  /** Ends this session; the next one follows at once. */
  renew(): void {
    this.#isRenewing = true;
    this.#channel?.goodbye();
  }

  close(): void {
    this.#isClosed = true;
    this.#channel?.goodbye();
    this.#report({ state: "closed" });
    this.#rejectAll(closed());
    this.#wake?.();
  }

  async #run(): Promise<void> {
    let pause = FIRST_PAUSE_MS, shortSessions = 0;
    while (!this.#isClosed) {
      const round = await this.#round();
      this.#session = this.#channel = undefined;
      if (this.#isClosed) return;
      const { problem, isFinal } = round;
      if (round.sessionMs !== undefined) {
        pause = FIRST_PAUSE_MS;
        shortSessions = round.sessionMs > FIRST_PAUSE_MS ? 0 : shortSessions + 1;
      }

      const isRenewing = this.#isRenewing;
      this.#isRenewing = false;
      if (problem && isFinal) this.#stop(problem);
      else {
        if (problem) this.#problem = problem;
        this.#report({ state: problem instanceof NoProvider ? "no_provider" : "connecting" });
        // A session that lasted for a while is followed by another one at once, and one that did not by one with each of the
        // other daemons.
        if (isRenewing || (round.sessionMs !== undefined && shortSessions < round.daemons)) continue;
      }
      await this.#pause(problem, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }

  /**
   * Tries the daemons of the provider one after the other, until there is a session, which is followed to its end, or an answer
   * that is the same for all of them.
   */
  async #round(): Promise<Round> {
    const { state, wanted } = this.#options;
    const rounds: Round[] = [];
    let daemons = 1;
    try {
      // The files are read anew each time: they may have been those of an earlier start (18.2).
      const found = findDaemons(wanted, state.pins, this.#last);
      daemons = found.files.length;
      found.refused.forEach((error) => this.#tell(error));
      // The one that was lost is tried last, because the others are more likely to answer.
      const isLost = (file: DiscoveryFile): number => Number(file.name === this.#lost);
      for (const file of found.files.sort((a, b) => isLost(a) - isLost(b))) {
        const round = { ...await this.#attempt(file), daemons };
        if (this.#isClosed || round.sessionMs !== undefined || !round.problem || !concernsOneDaemon(round.problem)) return round;
        if (daemons > 1 && round.isFinal) this.#tell(round.problem);
        rounds.push(round);
      }
    } catch (error) {
      const problem = error instanceof PayportError ? error : unexpected(error);
      return { problem, isFinal: isFinal(problem, 0), daemons };
    }
    // As long as one of them may come back, waiting makes sense.
    return rounds.find((round) => !round.isFinal) ?? rounds[0]!;
  }

  /** Connects to one daemon, and follows the session to its end. */
  async #attempt(file: DiscoveryFile): Promise<Round> {
    const digest = base64url(file.digest);
    let problem: PayportError | undefined, began: number | undefined;
    try {
      const session = await this.#connect(file);
      began = Date.now();
      this.#last = file.name;
      problem = await session.ended;
      this.#lost = this.#isRenewing ? undefined : file.name;
    } catch (error) {
      problem = error instanceof PayportError ? error : unexpected(error);
    }
    if (problem && isRefusal(problem)) this.#refused.set(digest, this.#refusals(file) + 1);
    else if (began !== undefined) this.#refused.delete(digest);
    const ended = { problem, isFinal: problem !== undefined && isFinal(problem, this.#refusals(file)), daemons: 1 };
    return began === undefined ? ended : { ...ended, sessionMs: Date.now() - began };
  }

  async #connect(file: DiscoveryFile): Promise<Session> {
    const { state, manifest, wanted } = this.#options;
    checkVersions(file, wanted, state.pins);
    if (this.#refusals(file) >= 2) {
      throw new ConnectionRefused("handshake_refused", "The provider refused the handshake twice.");
    }
    this.#report({ state: "connecting" });
    return Session.open({
      file, isLost: file.name === this.#lost, identity: state.identity, manifest,
      connecting: (channel) => { this.#channel = channel; },
      proved: () => {
        const pin = state.pins.pin(file.name, file.providerId);
        if (pin.providerId !== base64url(file.providerId)) throw new WrongKey(file.name);
      },
      welcomed: () => { state.pins.pin(file.name, file.providerId, file.versions.highest); },
    }, wanted.versions, {
      code: (pairing) => this.#report({ state: "waiting_for_owner", pairing }),
      approved: (approved) => this.#approved(approved),
      event: (from, event) => this.#options.onEvent(from, event),
    });
  }

  #refusals(file: DiscoveryFile): number {
    return this.#refused.get(base64url(file.digest)) ?? 0;
  }

  /** Once for each reason. */
  #tell(error: PayportError): void {
    if (this.#told.has(error.message)) return;
    this.#told.add(error.message);
    this.#options.onRefused(error);
  }

  #approved(session: Session): void {
    this.#session = session;
    this.#report({ state: "open" });
    for (const waiter of this.#waiters) {
      clearTimeout(waiter.timer);
      waiter.resolve(session);
    }
    this.#waiters.clear();
  }

  #stop(error: PayportError): void {
    this.#problem = error;
    if (this.#status.state !== "stopped" || this.#status.error.code !== error.code) this.#report({ state: "stopped", error });
    this.#rejectAll(error);
  }

  #rejectAll(error: PayportError): void {
    for (const waiter of this.#waiters) {
      clearTimeout(waiter.timer);
      waiter.reject(error);
    }
    this.#waiters.clear();
  }

  #report(status: Status): void {
    if (status.state === this.#status.state && status.state !== "waiting_for_owner" && status.state !== "stopped") return;
    this.#status = status;
    this.#options.onStatus(status);
  }

  /** Until the folder of providers changes, or this time has passed. After a denial only the user ends the pause. */
  async #pause(problem: PayportError | undefined, milliseconds: number): Promise<void> {
    const isPlaceless = problem?.code === "too_many_sessions";
    const asksTheUser = problem instanceof PairingRefused || (problem instanceof ProviderBusy && !isPlaceless);
    let watcher: fs.FSWatcher | undefined;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (asksTheUser) return;
      timer = setTimeout(resolve, isPlaceless ? Math.max(milliseconds, (problem as ProviderBusy).retryAfterMs ?? 0) : milliseconds);
      // A change of the folder does not make a place for another session.
      if (isPlaceless) return;
      try {
        watcher = fs.watch(path.join(this.#options.wanted.runtime, "providers"), () => resolve());
        watcher.on("error", () => watcher?.close());
      } catch {
        // There is no folder yet: the timer looks again.
      }
    });
    clearTimeout(timer);
    watcher?.close();
    this.#wake = undefined;
  }
}

/** Whether waiting does not help. A handshake may be refused once because the file was that of an earlier start. */
function isFinal(problem: PayportError, refusals: number): boolean {
  if (problem instanceof NoProvider || problem.code === "busy") return false;
  return !isRefusal(problem) || problem instanceof WrongKey || refusals >= 2;
}

/**
 * Whether another daemon of the same provider may let the app in nevertheless. The owner's decision, and how often the owner may
 * be asked, are no reasons to ask elsewhere.
 */
function concernsOneDaemon(problem: PayportError): boolean {
  return problem instanceof NoProvider || problem instanceof ConnectionRefused || problem instanceof WrongVersion
    || problem.code === "too_many_sessions" || isRefusal(problem);
}

/** What 18.2 treats like the close code 1008. */
function isRefusal(problem: PayportError): boolean {
  return problem.code === "handshake_refused" || problem instanceof Violation || problem instanceof WrongKey;
}

function closed(): StateError {
  return new StateError("closed", "The client was closed.", "Open another one.");
}

/** The system refused something while the folder of providers was read. */
function unexpected(error: unknown): PayportError {
  return new UntrustedFile(`The folder of providers cannot be read (${(error as { code?: string }).code ?? "unknown"}).`);
}
