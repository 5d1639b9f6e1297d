// A session with a provider: connected, and approved or waiting for the owner.

import { base64url } from "../crypto/bytes.js";
import type { GetSessionResult } from "../generated/methods.js";
import { definitions as messagingDefinitions, results as messagingResults } from "../generated/messaging_shapes.js";
import { definitions, results } from "../generated/shapes.js";
import type { SessionChangedParams } from "../generated/notifications.js";
import { commonVersion, type DiscoveryFile, type VersionRange } from "../discovery/file.js";
import { denial, pauseIn, type PairingRefused, type ProviderBusy, Violation, WrongVersion, type PayportError } from "../errors/errors.js";
import { Channel, type Peer } from "../session/channel.js";
import { Rpc, type Members } from "../session/rpc.js";
import { conforms } from "../session/shape.js";

const ANSWER_MS = 30_000;
const APPROVAL_ID = /^[A-Za-z0-9][A-Za-z0-9_-]{0,63}$/;

/** What the app shows to its user, who types the digits at the wallet. */
export interface PairingCode {
  /** Six digits. They belong to this connection; another connection has others. */
  code: string;
  /** The name of the question, for `payd approve ID --code CODE`; absent if the provider did not name one. */
  questionId: string | undefined;
}

export interface SessionEvents {
  code(code: PairingCode): void;
  approved(session: Session): void;
  event(session: Session, event: Members): void;
}

export class Session {
  readonly provider: DiscoveryFile;
  /** The key that the provider has proved in the handshake. What it says of itself later proves nothing. */
  readonly providerId: string;
  /** Resolves when the session has ended: with undefined if both sides said goodbye. */
  readonly ended: Promise<PayportError | undefined>;
  readonly #rpc: Rpc;
  readonly #events: SessionEvents;
  #info: GetSessionResult;
  #denial: PairingRefused | ProviderBusy | undefined;

  static async open(peer: Peer, versions: VersionRange, events: SessionEvents): Promise<Session> {
    const { channel, welcome } = await Channel.open(peer);
    const { status, session: info } = welcome.result as { status: string; session?: GetSessionResult };
    if (status === "denied") {
      channel.goodbye();
      throw denialOf(welcome.result);
    }
    if (!isResult("get_session", info) || !info) {
      channel.drop();
      throw new Violation("The first answer does not describe the session.");
    }
    const spoken = { lowest: info.spec_version, highest: info.spec_version };
    if (!commonVersion(versions, spoken)) {
      channel.goodbye();
      throw new WrongVersion("no_common_version", `The provider chose version ${info.spec_version}, which the app does not speak.`);
    }
    return new Session(peer.file, channel, info, welcome.code, events);
  }

  private constructor(
    provider: DiscoveryFile, channel: Channel, info: GetSessionResult, code: string | undefined, events: SessionEvents,
  ) {
    this.provider = provider;
    this.providerId = base64url(provider.providerId);
    this.#info = info;
    this.#events = events;
    let ended: (error: PayportError | undefined) => void;
    this.ended = new Promise((resolve) => { ended = resolve; });
    this.#rpc = new Rpc(channel, {
      notification: (method, params) => this.#notified(method, params),
      ended: (error) => ended(this.#denial ?? error),
    });
    if (code === undefined) events.approved(this);
    else {
      const id = info.question_id;
      events.code({ code, questionId: id !== undefined && APPROVAL_ID.test(id) ? id : undefined });
    }
  }

  /** What the provider said last about the session: grants, limits, budgets. */
  get info(): GetSessionResult {
    return this.#info;
  }

  get hasEnded(): boolean {
    return this.#rpc.hasEnded;
  }

  /** The result, whose form is that of the specification: an order without its state must not be taken for one. */
  async call(method: string, params: Members): Promise<Members> {
    const wait = typeof params["wait_ms"] === "number" ? params["wait_ms"] : 0;
    const result = await this.#rpc.call(method, params, ANSWER_MS + wait);
    if (!isResult(method, result)) throw new Violation("The provider's answer is not what the specification says.", "unknown");
    return result;
  }

  #notified(method: string, params: Members): void {
    if (method === "event") this.#events.event(this, params);
    if (method !== "session_changed") return;
    const changed = params as unknown as SessionChangedParams;
    if (changed.status === "denied") {
      this.#denial = denial(changed.reason === "expired" ? "pairing_expired" : changed.reason ?? "pairing_denied");
    } else if (changed.status === "approved") void this.#refresh();
  }

  /** The notification lacks the budgets and the folder of documents. */
  async #refresh(): Promise<void> {
    try {
      this.#info = (await this.call("get_session", {})) as unknown as GetSessionResult;
      this.#events.approved(this);
    } catch {
      // The session has ended or is about to; the next one brings all of it.
    }
  }
}

function isResult(method: string, result: unknown): boolean {
  const payments = results[method], messaging = messagingResults[method];
  if (payments) return conforms(result, payments, definitions);
  return messaging === undefined || conforms(result, messaging, messagingDefinitions);
}

/** An event of a type that this version does not know has no form, and is passed over. */
export function isEvent(event: Members): boolean {
  return !isKnownEvent(event) || conforms(event, { ref: "event" }, definitions);
}

export function isKnownEvent(event: Members): boolean {
  return conforms(event["type"], { ref: "event_type" }, definitions);
}

function denialOf(result: Members): PayportError {
  const reason = typeof result["reason"] === "string" ? result["reason"] : "pairing_denied";
  return denial(reason, pauseIn(result));
}
