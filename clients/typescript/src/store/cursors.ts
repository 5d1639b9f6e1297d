// The place among the events that the app has handled, for each provider and each reader of events.

import { createHash } from "node:crypto";
import { damaged, objectIn, type Folder } from "./folder.js";

export class Cursors {
  readonly #folder: Folder;

  constructor(folder: Folder) {
    this.#folder = folder;
  }

  read(providerId: string, reader: string): string | undefined {
    const file = fileName(providerId, reader);
    const object = objectIn(this.#folder, file);
    if (!object) return undefined;
    if (!isCursor(object["cursor"])) throw damaged(this.#folder, file);
    return object["cursor"];
  }

  write(providerId: string, reader: string, cursor: string): void {
    this.#folder.replace(fileName(providerId, reader), JSON.stringify({ v: 1, reader, cursor }) + "\n");
  }
}

/** Whether this is a decimal number as 5.1 describes it. */
export function isCursor(value: unknown): value is string {
  return typeof value === "string" && /^(0|[1-9][0-9]{0,18})$/.test(value) && BigInt(value) < 2n ** 63n;
}

function fileName(providerId: string, reader: string): string {
  return `${createHash("sha256").update(`${providerId} ${reader}`, "utf8").digest("hex")}.json`;
}
