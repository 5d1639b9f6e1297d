// One connection: the WebSocket of chapter 1, the handshake of chapter 3 on it, and then whole messages in both directions.

import WebSocket from "ws";
import { fromBase64url, textOf, utf8, type Bytes } from "../crypto/bytes.js";
import type { SigningKey } from "../crypto/curves.js";
import type { DiscoveryFile } from "../discovery/file.js";
import { ConnectionRefused, NoProvider, PayportError, Violation } from "../errors/errors.js";
import { Handshake, SUBPROTOCOL } from "./connect_app.js";
import { GOODBYE, LARGEST_MESSAGE, Opener, Sealer } from "./records.js";

/** A provider that is started on demand answers the upgrade only when it is ready. */
const UPGRADE_MS = 10_000, UPGRADE_ON_DEMAND_MS = 60_000, UPGRADE_LOST_MS = 2_000, HANDSHAKE_MS = 10_000, CLOSE_MS = 5_000;
const LARGEST_TEXT = 32_768;
/** How often it is looked whether the provider was heard of, and how many times in a row it may not have been (1.4). */
const LOOK_MS = 1_000, SILENT_LOOKS = 9;

export interface Peer {
  file: DiscoveryFile;
  /** Whether a session with this daemon was lost: it may hang, and another one may be about to take over. */
  isLost?: boolean;
  identity: SigningKey;
  manifest: Bytes;
  /** Is called at once, so that the connection can be ended at any time. */
  connecting(channel: Channel): void;
  /** Is called when the provider has proved its key, before anything of the app's identity is sent. */
  proved(): void;
  /** Is called when the first record was opened, so that the discovery file is the provider's own (8.3). */
  welcomed(): void;
}

/** The first record's answer to connect_app.finish. */
export interface Welcome {
  result: Record<string, unknown>;
  hash: Bytes;
  /** The six digits, while the owner is being asked. */
  code: string | undefined;
}

export interface Receiver {
  message(text: string): void;
  /** `error` is undefined if both sides have said goodbye. */
  ended(error: PayportError | undefined): void;
}

export class Channel {
  readonly #socket: WebSocket;
  readonly #handshake: Handshake;
  readonly #peer: Peer;
  #receiver: Receiver | undefined;
  #early: string[] = [];
  #sealer: Sealer | undefined;
  #opener: Opener | undefined;
  #welcomed: ((welcome: Welcome) => void) | undefined;
  #failed: ((error: PayportError) => void) | undefined;
  #step: "upgrade" | "second" | "welcome" | "open" | "ended" = "upgrade";
  #timer: NodeJS.Timeout | undefined;
  #endedWith: PayportError | undefined;
  /** Begins with the first heartbeat: only a provider that sends them is expected to go on. */
  #looking: NodeJS.Timeout | undefined;
  #silentLooks = 0;

  static open(peer: Peer): Promise<{ channel: Channel; welcome: Welcome }> {
    return new Promise((resolve, reject) => {
      const channel: Channel = new Channel(peer, (welcome) => resolve({ channel, welcome }), reject);
      peer.connecting(channel);
    });
  }

  private constructor(peer: Peer, welcomed: (welcome: Welcome) => void, failed: (error: PayportError) => void) {
    const { file } = peer;
    this.#peer = peer;
    this.#welcomed = welcomed;
    this.#failed = failed;
    this.#handshake = new Handshake({
      identity: peer.identity, manifest: peer.manifest, providerId: file.providerId, gateKey: file.gateKey,
      authority: file.authority, fileDigest: file.digest,
    });
    this.#socket = new WebSocket(file.url, SUBPROTOCOL, {
      perMessageDeflate: false, maxPayload: LARGEST_MESSAGE, followRedirects: false,
      // Node.js would leave out port 80, and the provider compares the whole authority.
      headers: { Host: file.authority },
      // The name is never looked up: it means this machine.
      ...(file.host === "localhost" ? { lookup: loopback } : {}),
    });
    this.#wait(file.onDemand ? UPGRADE_ON_DEMAND_MS : peer.isLost ? UPGRADE_LOST_MS : UPGRADE_MS);
    this.#socket.on("open", () => this.#upgraded());
    this.#socket.on("message", (data: Buffer, isBinary: boolean) => {
      this.#silentLooks = 0;
      this.#guard(() => this.#received(data, isBinary));
    });
    this.#socket.on("pong", () => this.#heartbeat());
    this.#socket.on("unexpected-response", (_request, response) => {
      response.destroy();
      this.#end(new ConnectionRefused("handshake_refused", `The provider refused the connection (${response.statusCode}).`));
    });
    this.#socket.on("error", (error) => this.#end(failureOf(error)));
    this.#socket.on("close", (code) => this.#end(this.#closedWith(code)));
  }

  /** From now on messages go to this receiver, first those that came already. */
  deliverTo(receiver: Receiver): void {
    this.#receiver = receiver;
    for (const text of this.#early.splice(0)) receiver.message(text);
    if (this.#step === "ended") receiver.ended(this.#endedWith);
  }

  send(text: string): void {
    if (this.#step !== "open" || !this.#sealer) return;
    for (const record of this.#sealer.message(utf8(text))) this.#socket.send(record);
  }

  /** Ends the session as intended. */
  goodbye(): void {
    if (this.#step === "open" && this.#sealer) {
      this.#socket.send(this.#sealer.record(GOODBYE));
      this.#end(undefined);
    } else this.#end(new ConnectionRefused("busy", "The connection was closed before the session began."));
  }

  /** Ends a session in which an answer is missing. */
  drop(): void {
    this.#end(new ConnectionRefused("busy", "The provider does not answer."));
  }

  #upgraded(): void {
    this.#guard(() => {
      if (this.#socket.protocol !== SUBPROTOCOL || this.#socket.extensions !== "") {
        throw new Violation("The provider selected another subprotocol, or an extension.");
      }
      this.#step = "second";
      this.#wait(HANDSHAKE_MS);
      this.#socket.send(this.#handshake.first());
    });
  }

  #received(data: Buffer, isBinary: boolean): void {
    switch (this.#step) {
      case "second": {
        if (isBinary || data.length > LARGEST_TEXT) throw new Violation("The provider's message is of the wrong kind or size.");
        this.#handshake.second(text(data));
        this.#peer.proved();
        this.#socket.send(this.#handshake.third());
        const { send, receive } = this.#handshake.keys();
        this.#sealer = new Sealer(send);
        this.#opener = new Opener(receive);
        this.#step = "welcome";
        return;
      }
      case "welcome":
      case "open": {
        if (isBinary === false) throw new Violation("Records are binary.");
        const message = this.#opener!.take(data);
        if (message === undefined) return;
        if (message === "goodbye") return this.#peerSaidGoodbye();
        if (this.#step === "welcome") this.#welcome(text(message));
        else if (this.#receiver) this.#receiver.message(text(message));
        else this.#early.push(text(message));
        return;
      }
      case "upgrade":
      case "ended":
        return;
    }
  }

  #welcome(message: string): void {
    this.#peer.welcomed();
    const answer = object(parse(message));
    const result = object(answer?.["result"]);
    if (answer?.["jsonrpc"] !== "2.0" || answer["id"] !== 2 || !result) {
      throw new Violation("The first record is not the answer to connect_app.finish.");
    }
    const status = result["status"], nonce = result["sas_nonce"];
    if (status !== "approved" && status !== "pending" && status !== "denied") throw new Violation("The status is unknown.");
    let code: string | undefined;
    if (status === "pending") {
      const providerNonce = fromBase64url(nonce, 32);
      if (!providerNonce) throw new Violation("The nonce of the pairing code is missing.");
      code = this.#handshake.pairingCode(providerNonce);
    } else if (nonce !== undefined) throw new Violation("There is a nonce without a pairing code.");
    this.#step = "open";
    clearTimeout(this.#timer);
    this.#welcomed?.({ result, hash: this.#handshake.hash, code });
    this.#welcomed = this.#failed = undefined;
  }

  #peerSaidGoodbye(): void {
    if (this.#step === "welcome") throw new Violation("The provider said goodbye before its first answer.");
    this.#socket.send(this.#sealer!.record(GOODBYE));
    this.#end(undefined);
  }

  #wait(milliseconds: number): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(
      () => this.#end(new ConnectionRefused("busy", "The provider did not finish the handshake in time.")), milliseconds);
  }

  /** Looks are counted, and not the time, which passes as well while this process or the machine sleeps. */
  #heartbeat(): void {
    this.#silentLooks = 0;
    if (this.#looking || this.#step === "ended") return;
    this.#looking = setInterval(() => {
      this.#silentLooks += 1;
      if (this.#silentLooks >= SILENT_LOOKS) this.drop();
    }, LOOK_MS);
    this.#looking.unref();
  }

  #guard(work: () => void): void {
    try {
      work();
    } catch (error) {
      this.#end(error instanceof PayportError ? error : new Violation("The provider sent something unreadable."), 1008);
    }
  }

  #closedWith(code: number): PayportError {
    if (this.#step === "open") return new ConnectionRefused("busy", "The connection ended without a goodbye.");
    return code === 1013 || code === 1001 || code === 1006
      ? new ConnectionRefused("busy", "The provider is busy.")
      : new ConnectionRefused("handshake_refused", "The provider refused the handshake.");
  }

  #end(error: PayportError | undefined, code = 1000): void {
    if (this.#step === "ended") return;
    this.#step = "ended";
    this.#endedWith = error;
    clearTimeout(this.#timer);
    clearInterval(this.#looking);
    this.#sealer?.erase();
    this.#opener?.erase();
    if (this.#socket.readyState === WebSocket.CONNECTING) this.#socket.terminate();
    else this.#socket.close(code);
    const closing = setTimeout(() => this.#socket.terminate(), CLOSE_MS);
    this.#socket.once("close", () => clearTimeout(closing));
    if (this.#socket.readyState === WebSocket.CLOSED) clearTimeout(closing);
    this.#failed?.(error ?? new ConnectionRefused("busy", "The provider closed the connection."));
    this.#welcomed = this.#failed = undefined;
    this.#receiver?.ended(error);
  }
}

function text(bytes: Bytes): string {
  try {
    return textOf(bytes);
  } catch {
    throw new Violation("A message is not UTF-8.");
  }
}

function parse(message: string): unknown {
  try {
    return JSON.parse(message);
  } catch {
    throw new Violation("A message is not JSON.");
  }
}

function object(value: unknown): Record<string, unknown> | undefined {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : undefined;
}

/** What a failed connection means: nobody listens, or somebody closed it before the upgrade. */
function failureOf(error: Error & { code?: string }): PayportError {
  switch (error.code) {
    case "ECONNREFUSED":
      return new NoProvider();
    case "ECONNRESET":
    case "EPIPE":
      return new ConnectionRefused("busy", "The provider closed the connection before it answered.");
    default:
      return error.message === "socket hang up"
        ? new ConnectionRefused("busy", "The provider closed the connection before it answered.")
        : new Violation("The provider broke the WebSocket protocol.");
  }
}

type Found = (error: null, address: string | { address: string; family: number }[], family?: number) => void;

function loopback(_name: string, options: { all?: boolean }, found: Found): void {
  if (options.all) found(null, [{ address: "127.0.0.1", family: 4 }]);
  else found(null, "127.0.0.1", 4);
}
