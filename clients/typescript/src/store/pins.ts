// What is known of each provider: its key, and the versions that it ever named (2.5, 8.3).

import { base64url, fromBase64url, type Bytes } from "../crypto/bytes.js";
import { damaged, objectIn, type Folder } from "./folder.js";

export interface Pin {
  providerId: string;
  highestVersion: number;
}

export class Pins {
  readonly #folder: Folder;

  constructor(folder: Folder) {
    this.#folder = folder;
  }

  read(name: string): Pin | undefined {
    const file = `${name}.key`;
    const object = objectIn(this.#folder, file);
    if (!object) return undefined;
    const providerId = object["provider_id"];
    if (typeof providerId !== "string" || !fromBase64url(providerId, 32)) throw damaged(this.#folder, file);
    const versions = this.#versionFiles(name).map((version) => Number(version.split(".").pop()));
    return { providerId, highestVersion: Math.max(0, ...versions) };
  }

  /** Pins the key that the provider has proved. The answer is the valid pin: that of another process, if it was first. */
  pin(name: string, providerId: Bytes, highestVersion = 0): Pin {
    this.#folder.create(`${name}.key`, JSON.stringify({ v: 1, provider_id: base64url(providerId) }) + "\n");
    const pin = this.read(name)!;
    if (pin.providerId === base64url(providerId) && highestVersion > pin.highestVersion) {
      // Each version is a file of its own, so that two processes cannot lower what the other one has stored.
      this.#folder.create(`${name}.version.${highestVersion}`, "");
    }
    return this.read(name)!;
  }

  /** Only for a user who says that the wallet was set up anew. */
  forget(name: string): void {
    for (const file of [...this.#versionFiles(name), `${name}.key`]) this.#folder.remove(file);
  }

  #versionFiles(name: string): string[] {
    const beginning = `${name}.version.`;
    return this.#folder.names()
      .filter((file) => file.startsWith(beginning) && /^[1-9][0-9]{0,3}$/.test(file.slice(beginning.length)));
  }
}
