// Records that several processes of the app change without a lock. Each version of a record is a file of its own, which is made
// in one step and never replaced, and the greatest version counts. So whoever makes a version has seen the one before it.

import { objectIn, type Folder } from "./folder.js";

const FILE = /^([0-9a-f-]+)\.([1-9][0-9]{0,8})\.json$/;

export class Versions {
  readonly #folder: Folder;

  constructor(folder: Folder) {
    this.#folder = folder;
  }

  /** The version of a record that counts. */
  newest(name: string): { version: number; file: string; object: Record<string, unknown> } | undefined {
    for (;;) {
      const version = this.#versionsOf(name).pop();
      if (version === undefined) return undefined;
      const file = fileOf(name, version);
      const object = objectIn(this.#folder, file);
      // Without its file, another process has made a greater version in the meantime, or has removed the record.
      if (object) return { version, file, object };
    }
  }

  /** Makes the version after this one, 0 being none. false if another process has made it, or a later one. */
  follow(name: string, version: number, content: string): boolean {
    if (!this.#folder.create(fileOf(name, version + 1), content)) return false;
    // A slow process can make a version again that was removed, below the one that counts.
    const newest = this.#versionsOf(name).pop()!;
    this.remove(name, newest - 1);
    return newest === version + 1;
  }

  /** Removes all versions up to this one. */
  remove(name: string, version: number): void {
    for (const old of this.#versionsOf(name)) if (old <= version) this.#folder.discard(fileOf(name, old));
  }

  names(): string[] {
    return [...new Set(this.#folder.names().flatMap((file) => FILE.exec(file)?.[1] ?? []))];
  }

  #versionsOf(name: string): number[] {
    return this.#folder.names().map((file) => FILE.exec(file)).filter((match) => match?.[1] === name)
      .map((match) => Number(match![2])).sort((a, b) => a - b);
  }
}

function fileOf(name: string, version: number): string {
  return `${name}.${version}.json`;
}
