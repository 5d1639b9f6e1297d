// A private folder of small files. Each file appears or changes in one step and is on the disk before the call returns,
// whenever the process is killed, and whichever other processes of the app use the folder at the same time.

import fs from "node:fs";
import path from "node:path";
import { randomBytes } from "node:crypto";
import { StateError } from "../errors/errors.js";

const { O_RDONLY, O_WRONLY, O_CREAT, O_EXCL, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;
const TEMPORARY = /^\.tmp\.([0-9]+)\.[0-9a-f]{16}$/;

function unsafe(what: string): never {
  throw new StateError("unsafe_state", `${what} is not private to this user.`,
    "It must be a plain file or folder of this user, closed to group and others, with one name. Find out who changed it.");
}

function hasCode(error: unknown, code: string): boolean {
  return (error as { code?: string }).code === code;
}

/** What the system refuses is told like every other failure. */
function usable<T>(work: () => T): T {
  try {
    return work();
  } catch (error) {
    if (error instanceof StateError) throw error;
    throw new StateError("unusable_state", `The app's state folder cannot be read or written (${(error as { code?: string }).code}).`,
      "Make room on the disk, and check the permissions of the folder.");
  }
}

function syncFolder(folder: string): void {
  const descriptor = fs.openSync(folder, O_RDONLY | O_DIRECTORY);
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

export class Folder {
  readonly path: string;

  constructor(folder: string) {
    this.path = folder;
    usable(() => {
      Folder.#make(folder);
      const status = fs.lstatSync(folder);
      Folder.#checkAbove(path.resolve(folder));
      if (!status.isDirectory() || status.uid !== process.geteuid!() || (status.mode & 0o077) !== 0) unsafe(folder);
      this.#removeLeftovers();
    });
  }

  /** Who can write a folder above can take this one away, and the app would go on with a new key. */
  static #checkAbove(folder: string): void {
    for (const above of [path.dirname(folder), path.dirname(path.dirname(folder))]) {
      const { mode } = fs.statSync(above);
      if ((mode & 0o002) !== 0 && (mode & 0o1000) === 0) unsafe(above);
    }
  }

  static #make(folder: string): void {
    if (fs.existsSync(folder)) return;
    Folder.#make(path.dirname(folder));
    try {
      fs.mkdirSync(folder, { mode: 0o700 });
    } catch (error) {
      if (!hasCode(error, "EEXIST")) throw error;
    }
    syncFolder(path.dirname(folder));
  }

  /** Removes what killed processes have left under temporary names. */
  #removeLeftovers(): void {
    for (const name of fs.readdirSync(this.path)) {
      const process = TEMPORARY.exec(name)?.[1];
      if (process !== undefined && !isRunning(Number(process))) fs.rmSync(path.join(this.path, name), { force: true });
    }
  }

  /** The content of a file; undefined if there is none. */
  read(name: string): string | undefined {
    return usable(() => this.#read(name));
  }

  /** Makes a file that does not exist yet. false if it does: its content is then that of whoever was first. */
  create(name: string, content: string): boolean {
    return usable(() => this.#create(name, content));
  }

  replace(name: string, content: string): void {
    usable(() => {
      fs.renameSync(this.#writeTemporary(content), path.join(this.path, name));
      syncFolder(this.path);
    });
  }

  remove(name: string): void {
    usable(() => {
      fs.rmSync(path.join(this.path, name), { force: true });
      syncFolder(this.path);
    });
  }

  /** Removes what does not count any more. After a crash of the system it may be there again. */
  discard(name: string): void {
    usable(() => {
      try {
        fs.unlinkSync(path.join(this.path, name));
      } catch (error) {
        if (!hasCode(error, "ENOENT")) throw error;
      }
    });
  }

  names(): string[] {
    return usable(() => fs.readdirSync(this.path).filter((name) => !name.startsWith(".")).sort());
  }

  #read(name: string): string | undefined {
    let descriptor: number;
    try {
      descriptor = fs.openSync(path.join(this.path, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    } catch (error) {
      if (hasCode(error, "ENOENT")) return undefined;
      return unsafe(path.join(this.path, name));
    }
    try {
      const status = fs.fstatSync(descriptor);
      if (!status.isFile() || status.uid !== process.geteuid!() || (status.mode & 0o077) !== 0) {
        unsafe(path.join(this.path, name));
      }
      return fs.readFileSync(descriptor, "utf8");
    } finally {
      fs.closeSync(descriptor);
    }
  }

  #create(name: string, content: string): boolean {
    const temporary = this.#writeTemporary(content);
    try {
      // Unlike a rename, a link never replaces a file.
      fs.linkSync(temporary, path.join(this.path, name));
    } catch (error) {
      if (hasCode(error, "EEXIST")) return false;
      throw error;
    } finally {
      fs.unlinkSync(temporary);
      // Also where another process was first: it may not have come to this point.
      syncFolder(this.path);
    }
    return true;
  }

  #writeTemporary(content: string): string {
    const temporary = path.join(this.path, `.tmp.${process.pid}.${randomBytes(8).toString("hex")}`);
    const descriptor = fs.openSync(temporary, O_WRONLY | O_CREAT | O_EXCL | O_NOFOLLOW, 0o600);
    try {
      fs.writeFileSync(descriptor, content);
      fs.fsyncSync(descriptor);
    } finally {
      fs.closeSync(descriptor);
    }
    return temporary;
  }
}

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return hasCode(error, "EPERM");
  }
}

/** The object in a file of the state; a file that does not hold one is never replaced by a guess. */
export function objectIn(folder: Folder, name: string): Record<string, unknown> | undefined {
  const text = folder.read(name);
  if (text === undefined) return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value === "object" && value !== null && !Array.isArray(value)) return value as Record<string, unknown>;
  } catch {
    // Falls through to the error below.
  }
  throw damaged(folder, name);
}

export function damaged(folder: Folder, name: string): StateError {
  return new StateError("damaged_state", `The file ${path.join(folder.path, name)} is damaged.`,
    "Restore it from a backup. Nothing is sent before that, because a payment could be made twice.");
}
