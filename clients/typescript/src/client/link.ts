// Keeps one session open, as the table of 18.2 says: it connects again by itself, and stops where only the user can help.

import fs from "node:fs";
import path from "node:path";
import { base64url, sameBytes, type Bytes } from "../crypto/bytes.js";
import type { DiscoveryFile } from "../discovery/file.js";
import { findProvider, type Wanted } from "../discovery/find.js";
import {
  ConnectionRefused, NoProvider, PairingRefused, PayportError, StateError, UntrustedFile, Violation, WrongKey,
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
  onEvent(session: Session, event: Members): void;
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
  #refused: { digest: Bytes; times: number } | undefined;
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
    this.#refused = undefined;
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
    let pause = FIRST_PAUSE_MS;
    while (!this.#isClosed) {
      const began = Date.now();
      let file: DiscoveryFile | undefined;
      let problem: PayportError | undefined;
      let hadSession = false;
      try {
        file = findProvider(this.#options.wanted, this.#options.state.pins);
        const session = await this.#connect(file);
        hadSession = true;
        pause = FIRST_PAUSE_MS;
        problem = await session.ended;
      } catch (error) {
        problem = error instanceof PayportError ? error : unexpected(error);
      }
      this.#session = this.#channel = undefined;
      if (this.#isClosed) return;
      if (file && problem && isRefusal(problem)) this.#countRefusal(file.digest);
      else if (hadSession) this.#refused = undefined;

      const isRenewing = this.#isRenewing;
      this.#isRenewing = false;
      if (problem && this.#isFinal(problem)) this.#stop(problem);
      else {
        if (problem) this.#problem = problem;
        this.#report({ state: problem instanceof NoProvider ? "no_provider" : "connecting" });
        // A session that lasted for a while is followed by another one at once.
        if (isRenewing || (hadSession && Date.now() - began > FIRST_PAUSE_MS)) continue;
      }
      await this.#pause(problem, pause);
      pause = Math.min(pause * 2, LONGEST_PAUSE_MS);
    }
  }

  async #connect(file: DiscoveryFile): Promise<Session> {
    const { state, manifest, wanted } = this.#options;
    if (this.#refused && this.#refused.times >= 2 && sameBytes(this.#refused.digest, file.digest)) {
      throw new ConnectionRefused("handshake_refused", "The provider refused the handshake twice.");
    }
    this.#report({ state: "connecting" });
    return Session.open({
      file, identity: state.identity, manifest,
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

  #approved(session: Session): void {
    this.#session = session;
    this.#report({ state: "open" });
    for (const waiter of this.#waiters) {
      clearTimeout(waiter.timer);
      waiter.resolve(session);
    }
    this.#waiters.clear();
  }

  #countRefusal(digest: Bytes): void {
    const isSame = this.#refused !== undefined && sameBytes(this.#refused.digest, digest);
    this.#refused = { digest, times: isSame ? this.#refused!.times + 1 : 1 };
  }

  /** Whether waiting does not help: the user has to do something. */
  #isFinal(problem: PayportError): boolean {
    if (problem instanceof NoProvider || problem.code === "busy") return false;
    return !isRefusal(problem) || problem instanceof WrongKey || this.#refused!.times >= 2;
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
    const asksTheUser = problem instanceof PairingRefused && !isPlaceless;
    let watcher: fs.FSWatcher | undefined;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.#wake = resolve;
      if (asksTheUser) return;
      timer = setTimeout(resolve, isPlaceless ? Math.max(milliseconds, (problem as PairingRefused).retryAfterMs ?? 0) : milliseconds);
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
