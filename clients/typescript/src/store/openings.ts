// Links into the wallet that the app has asked for, until the owner has come back (chapter 16).

import { base64url, random } from "../crypto/bytes.js";
import { objectIn, type Folder } from "./folder.js";

/** A link works for ten minutes, and the owner may take ten more; after that nobody comes back. */
const LIFETIME_MS = 60 * 60 * 1000;

export class Openings {
  readonly #folder: Folder;

  constructor(folder: Folder) {
    this.#folder = folder;
  }

  /** Stores a text that nobody can guess, by which the app knows its own opening again. */
  begin(provider: string): string {
    this.#removeOld();
    const state = base64url(random(24));
    this.#folder.create(`${state}.json`, JSON.stringify({ v: 1, provider, at: Date.now() }) + "\n");
    return state;
  }

  opened(state: string, provider: string, openingId: string): void {
    this.#folder.replace(`${state}.json`, JSON.stringify({ v: 1, provider, at: Date.now(), opening_id: openingId }) + "\n");
  }

  /** The identifier of an opening for which no link has come back yet; from now on one has. */
  take(state: string, provider: string): string | undefined {
    if (!/^[A-Za-z0-9_-]{32}$/.test(state)) return undefined;
    const object = objectIn(this.#folder, `${state}.json`);
    const id = object?.["opening_id"];
    if (object?.["provider"] !== provider || typeof id !== "string") return undefined;
    this.#folder.remove(`${state}.json`);
    return id;
  }

  #removeOld(): void {
    for (const name of this.#folder.names()) {
      const at = objectIn(this.#folder, name)?.["at"];
      if (typeof at !== "number" || Date.now() - at > LIFETIME_MS) this.#folder.remove(name);
    }
  }
}
