// JSON-RPC 2.0 on a channel (chapter 4): answers find their requests by the id, notifications go to one receiver.

import { utf8 } from "../crypto/bytes.js";
import { ConnectionLost, PayportError, RequestRefused, StateError } from "../errors/errors.js";
import { isCertain, reasonOf } from "../errors/reasons.js";
import type { Channel } from "./channel.js";
import { LARGEST_MESSAGE } from "./records.js";

export type Members = Record<string, unknown>;

interface Waiting {
  resolve(result: Members): void;
  reject(error: PayportError): void;
  timer: NodeJS.Timeout;
}

export interface Notified {
  notification(method: string, params: Members): void;
  ended(error: PayportError | undefined): void;
}

export class Rpc {
  readonly #channel: Channel;
  readonly #notified: Notified;
  readonly #waiting = new Map<number, Waiting>();
  #lastId = 2;
  #hasEnded = false;

  constructor(channel: Channel, notified: Notified) {
    this.#channel = channel;
    this.#notified = notified;
    channel.deliverTo({ message: (text) => this.#take(text), ended: (error) => this.#end(error) });
  }

  get hasEnded(): boolean {
    return this.#hasEnded;
  }

  /** The result. A RequestRefused is the provider's answer; a ConnectionLost says that none came. */
  call(method: string, params: Members, timeoutMs: number): Promise<Members> {
    if (this.#hasEnded) return Promise.reject(new ConnectionLost());
    const id = ++this.#lastId;
    const text = JSON.stringify({ jsonrpc: "2.0", id, method, params });
    if (utf8(text).length > LARGEST_MESSAGE) {
      return Promise.reject(new StateError("invalid_call", "The request is larger than 1 MiB.", "Shorten its texts."));
    }
    return new Promise((resolve, reject) => {
      // Without an answer nothing is known of the connection either: a new one tells more.
      const timer = setTimeout(() => this.#channel.drop(), timeoutMs);
      this.#waiting.set(id, { resolve, reject, timer });
      this.#channel.send(text);
    });
  }

  #take(text: string): void {
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return this.#channel.drop();
    }
    if (!isObject(message) || message["jsonrpc"] !== "2.0") return;
    const { id, method } = message;
    if (typeof method === "string") {
      if (id === undefined) this.#notified.notification(method, isObject(message["params"]) ? message["params"] : {});
      else {
        const error = { code: -32601, message: "An app has no methods." };
        this.#channel.send(JSON.stringify({ jsonrpc: "2.0", id, error }));
      }
      return;
    }
    // An answer to a request that was not made, or that was answered already, is ignored.
    const waiting = typeof id === "number" ? this.#waiting.get(id) : undefined;
    if (!waiting) return;
    const { result, error } = message;
    if (isObject(result) && error === undefined) waiting.resolve(result);
    else if (isObject(error) && Number.isInteger(error["code"])
      && typeof error["message"] === "string" && result === undefined) waiting.reject(refusal(error));
    // It is neither a result nor an error, so that it is no answer at all.
    else return this.#channel.drop();
    this.#waiting.delete(id as number);
    clearTimeout(waiting.timer);
  }

  #end(error: PayportError | undefined): void {
    this.#hasEnded = true;
    for (const { reject, timer } of this.#waiting.values()) {
      clearTimeout(timer);
      reject(new ConnectionLost());
    }
    this.#waiting.clear();
    this.#notified.ended(error);
  }
}

function refusal(error: Members): RequestRefused {
  const number = error["code"] as number;
  const data = isObject(error["data"]) ? error["data"] : {};
  const reason = reasonOf(number, data["reason"]);
  return new RequestRefused(number, reason, data, isCertain(number, reason) ? "nothing_done" : "unknown");
}

function isObject(value: unknown): value is Members {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
