// The way to the owner's socket: a WebSocket of the program that serves the page, or the window that shows it.
// One JSON-RPC request is one message; nothing above this file knows which way it goes.

/**
 * @typedef {object} Failure
 * @property {string} reason Why, as in the specification; `channel_lost` where no answer came.
 * @property {number} code
 * @property {string} message
 * @property {import("../generated/owner").FailureData} data
 *
 * @typedef {object} Answer
 * @property {unknown} [result]
 * @property {Failure} [failure]
 *
 * @typedef {object} Listener
 * @property {() => void} opened
 * @property {(isOver: boolean) => void} closed Whether the host has said that it ends, and will not be there again.
 * @property {(method: string, params: unknown) => void} notified
 *
 * @typedef {object} HostWindow
 * @property {{messageHandlers?: {owner?: {postMessage(text: string): void}}}} [webkit]
 * @property {(text: string) => void} [payportReceive]
 */

/** How a host that ends closes the way: it is going away. */
const GOING_AWAY = 1001;

const LOST = { reason: "channel_lost", code: -32001, message: "", data: {} };

export class Channel {
  /** @type {Map<number, (answer: Answer) => void>} */
  #waiting = new Map();
  #last = 0;
  /** @type {((text: string) => void) | null} */
  #send = null;
  #listener;

  /** @param {Listener} listener */
  constructor(listener) {
    this.#listener = listener;
  }

  /** Whether the page is shown in a window of its own. */
  static get isWindow() {
    return Boolean(/** @type {HostWindow} */ (/** @type {unknown} */ (window)).webkit?.messageHandlers?.owner);
  }

  /** Opens the way; `opened` or `closed` is told. */
  open() {
    const host = /** @type {HostWindow} */ (/** @type {unknown} */ (window));
    const owner = host.webkit?.messageHandlers?.owner;
    if (owner) {
      host.payportReceive = (text) => this.#receive(text);
      this.#send = (text) => owner.postMessage(text);
      this.#listener.opened();
      return;
    }
    const socket = new WebSocket(`${location.protocol === "https:" ? "wss" : "ws"}://${location.host}/owner`);
    socket.onopen = () => {
      this.#send = (text) => socket.send(text);
      this.#listener.opened();
    };
    socket.onmessage = (message) => {
      if (typeof message.data === "string") this.#receive(message.data);
    };
    socket.onclose = ({ code }) => {
      this.#send = null;
      const waiting = [...this.#waiting.values()];
      this.#waiting.clear();
      for (const answer of waiting) answer({ failure: LOST });
      this.#listener.closed(code === GOING_AWAY);
    };
  }

  /** @param {string} method @param {unknown} params @returns {Promise<Answer>} */
  call(method, params) {
    const send = this.#send;
    if (!send) return Promise.resolve({ failure: LOST });
    const id = ++this.#last;
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      send(JSON.stringify({ jsonrpc: "2.0", id, method, params }));
    });
  }

  /** @param {string} text */
  #receive(text) {
    const message = JSON.parse(text);
    if (message.method !== undefined && message.id === undefined) {
      this.#listener.notified(message.method, message.params ?? {});
      return;
    }
    const answer = this.#waiting.get(message.id);
    if (!answer) return;
    this.#waiting.delete(message.id);
    const { error } = message;
    answer(error
      ? { failure: { reason: String(error.data?.reason ?? "internal_error"), code: error.code, message: String(error.message ?? ""), data: error.data ?? {} } }
      : { result: message.result });
  }
}
