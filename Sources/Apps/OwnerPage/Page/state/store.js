// Does what the reducer wants done: calls, waits, files. All that happens goes through `send`.

import { follow } from "../host/chain.js";
import { Channel } from "../host/channel.js";
import { copy, save } from "../host/files.js";
import { initial, reduce } from "./reducer.js";

/**
 * @typedef {import("./reducer.js").State} State
 * @typedef {import("./effects.js").Effect} Effect
 * @typedef {import("./effects.js").Event} Event
 */

/** Milliseconds until one that refuses is asked again. */
const SLOW = 15_000;

export class Store {
  /** @type {State} */
  state = initial;
  #changed;
  #channel;
  #wasOpen = false;
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  #retry;

  /** @param {(state: State, event: Event) => void} changed */
  constructor(changed) {
    this.#changed = changed;
    this.#channel = new Channel({
      opened: () => {
        this.#wasOpen = true;
        this.send({ type: "opened" });
      },
      closed: (isOver) => void this.#closed(isOver),
      notified: (method, params) => this.send(method === "watch" ? { type: "news", news: params } : { type: "away" }),
    });
  }

  open() {
    this.#channel.open();
  }

  /** @param {Event} event */
  send = (event) => {
    const { state, effects } = reduce(this.state, { ...event, at: performance.now(), date: Date.now() });
    this.state = state;
    for (const effect of effects) this.#run(effect);
    this.#changed(state, event);
  };

  /**
   * Tells a host that is gone from one that does not let this page in. Where it has ended, whoever answers there next
   * is another one.
   * @param {boolean} isOver
   */
  async #closed(isOver) {
    if (isOver) {
      this.send({ type: "host_ended" });
      return;
    }
    if (this.#wasOpen) {
      this.#wasOpen = false;
      this.send({ type: "lost" });
      return;
    }
    try {
      const answer = await fetch(location.pathname, { cache: "no-store" });
      this.send({ type: answer.ok ? "no_session" : "lost" });
    } catch {
      this.send({ type: "lost" });
    }
  }

  /** @param {Effect} effect */
  #run(effect) {
    switch (effect.do) {
    case "call": return void this.#call(effect);
    case "open": return this.open();
    case "later": return void setTimeout(() => this.send(effect.event), effect.ms);
    case "retry": {
      // Many pages that lost the same provider do not all ask at the same moment.
      const least = effect.isSlow ? SLOW : Math.min(5000, 250 * 2 ** Math.min(effect.tries, 5)), wait = least * (0.5 + Math.random());
      clearTimeout(this.#retry);
      this.#retry = setTimeout(() => this.send({ type: "retry" }), wait);
      return;
    }
    case "save": return void this.#save(effect);
    case "follow": return void follow(effect.entries).then((result) => this.send({ type: "followed", result }),
      // Without a secure context there are no hashes here; the provider's own check is shown alone.
      () => this.send({ type: "followed", result: null }));
    case "copy": return void this.#copy(effect.text);
    case "go": location.hash = effect.to;
    }
  }

  /** @param {Extract<Effect, {do: "save"}>} effect */
  async #save({ about, name, type, parts }) {
    const { place, failure } = await save((method, params) => this.#channel.call(method, params), Channel.isWindow, { name, type, parts });
    this.send(failure ? { type: "save.failed", about, name, failure } : { type: "saved", about, name, place });
  }

  /** @param {string} text */
  async #copy(text) {
    const failed = await copy(navigator.clipboard, text);
    this.send({ type: "copied", text, failed });
  }

  /** @param {import("./effects.js").Call} effect */
  async #call({ method, params, about }) {
    const { result, failure } = await this.#channel.call(method, params);
    this.send(failure ? { type: "failed", method, params, about, failure } : { type: "answered", method, params, about, result });
  }
}
