// Encrypted records (3.6): what follows the handshake, in both directions.

import { open, seal } from "../crypto/aead.js";
import { concat, type Bytes } from "../crypto/bytes.js";
import { nonceOf, rekey } from "./noise.js";
import { Violation } from "../errors/errors.js";

export const LAST = 0, MORE = 1, GOODBYE = 2;
export const LARGEST_RECORD = 65_535, SMALLEST_RECORD = 17;
export const LARGEST_PART = LARGEST_RECORD - SMALLEST_RECORD;
export const LARGEST_MESSAGE = 1_048_576;
const RECORDS_PER_KEY = 65_536, LAST_RECORD = 2 ** 32 - 1;
const NONE = new Uint8Array(0);

/** One direction of a session: its key and the counter that both sides keep. */
class Direction {
  #key: Bytes;
  #counter: number;

  constructor(key: Bytes, counter = 0) {
    this.#key = key;
    this.#counter = counter;
  }

  use<T>(work: (key: Bytes, nonce: Bytes) => T): T {
    if (this.#counter > LAST_RECORD) throw new Violation("A session has at most 2^32 records in a direction.");
    const result = work(this.#key, nonceOf(this.#counter++));
    if (this.#counter % RECORDS_PER_KEY === 0) this.#key = rekey(this.#key);
    return result;
  }

  erase(): void {
    this.#key.fill(0);
    this.#counter = LAST_RECORD + 1;
  }
}

/** Seals messages into records. */
export class Sealer {
  readonly #direction: Direction;

  constructor(key: Bytes, counter?: number) {
    this.#direction = new Direction(key, counter);
  }

  record(flag: number, data: Bytes = NONE): Bytes {
    return this.#direction.use((key, nonce) => seal(key, nonce, NONE, concat(Uint8Array.of(flag), data)));
  }

  message(data: Bytes): Bytes[] {
    const records: Bytes[] = [];
    let at = 0;
    for (; data.length - at > LARGEST_PART; at += LARGEST_PART) {
      records.push(this.record(MORE, data.subarray(at, at + LARGEST_PART)));
    }
    records.push(this.record(LAST, data.subarray(at)));
    return records;
  }

  erase(): void {
    this.#direction.erase();
  }
}

/** Opens records and puts messages together. */
export class Opener {
  readonly #direction: Direction;
  #parts: Bytes[] = [];
  #size = 0;
  #ended = false;

  constructor(key: Bytes, counter?: number) {
    this.#direction = new Direction(key, counter);
  }

  /** A whole message, "goodbye", or undefined while more parts of a message have to follow. */
  take(record: Bytes): Bytes | "goodbye" | undefined {
    if (this.#ended) throw new Violation("Something follows the goodbye.");
    if (record.length < SMALLEST_RECORD || record.length > LARGEST_RECORD) throw new Violation("A record has a wrong size.");
    const plaintext = this.#direction.use((key, nonce) => open(key, nonce, NONE, record));
    if (!plaintext) throw new Violation("A record does not open.");
    const flag = plaintext[0], data = plaintext.subarray(1);
    if (flag === GOODBYE) {
      if (data.length > 0 || this.#parts.length > 0) throw new Violation("A goodbye is empty and stands between messages.");
      this.#ended = true;
      return "goodbye";
    }
    if (flag !== LAST && flag !== MORE) throw new Violation("A record has an unknown flag.");
    if (flag === MORE && data.length === 0) throw new Violation("A part of a message is empty.");
    this.#size += data.length;
    if (this.#size > LARGEST_MESSAGE) throw new Violation("A message is larger than 1 MiB.");
    this.#parts.push(data);
    if (flag === MORE) return undefined;
    const message = concat(...this.#parts);
    this.#parts = [];
    this.#size = 0;
    return message;
  }

  erase(): void {
    this.#direction.erase();
  }
}
