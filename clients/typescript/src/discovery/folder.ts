// Reads the folder of providers as 2.4 says: nothing is followed, nothing of another user is read.

import fs from "node:fs";
import os from "node:os";
import path from "node:path";
import { NoProvider, UntrustedFile } from "../errors/errors.js";
import { LARGEST_FILE, PROVIDER_NAME } from "./file.js";
import type { Bytes } from "../crypto/bytes.js";

const { O_RDONLY, O_DIRECTORY, O_NOFOLLOW, O_NONBLOCK } = fs.constants;

/** The runtime folder: as the app chose it, by PAYPORT_RUNTIME, or that of the system. */
export function runtimeFolder(chosen?: string): string {
  const set = chosen ?? process.env["PAYPORT_RUNTIME"];
  if (set) return set;
  if (process.platform === "darwin") return path.join(os.homedir(), "Library/Application Support/payport/run");
  const runtime = process.env["XDG_RUNTIME_DIR"];
  return runtime && path.isAbsolute(runtime) ? path.join(runtime, "payport") : path.join(os.homedir(), ".cache/payport/run");
}

function errorCode(error: unknown): string {
  return (error as { code?: string }).code ?? "";
}

function checkPrivate(status: fs.Stats, what: string): void {
  if (status.uid !== process.geteuid!()) throw new UntrustedFile(`${what} belongs to another user.`);
  if ((status.mode & 0o077) !== 0) {
    throw new UntrustedFile(`${what} is open to group or others.`, "Close it with chmod go= and start the provider again.");
  }
}

/** The folder of providers, opened and checked, for as long as `work` runs. */
function withFolder<T>(folder: string, work: () => T): T {
  let descriptor: number;
  try {
    descriptor = fs.openSync(folder, O_RDONLY | O_DIRECTORY | O_NOFOLLOW);
  } catch (error) {
    if (errorCode(error) === "ENOENT") throw new NoProvider();
    throw new UntrustedFile("The folder of providers is no folder, is a symbolic link, or cannot be opened.");
  }
  try {
    const opened = fs.fstatSync(descriptor);
    checkPrivate(opened, "The folder of providers");
    // Node.js cannot open a file relative to a folder, so the path must name the opened folder before and after.
    const same = (): void => {
      const named = fs.lstatSync(folder);
      if (named.dev !== opened.dev || named.ino !== opened.ino) {
        throw new UntrustedFile("The folder of providers was replaced while it was read.");
      }
    };
    same();
    const result = work();
    same();
    return result;
  } finally {
    fs.closeSync(descriptor);
  }
}

/** The names of all providers that have a file. */
export function providerNames(runtime: string): string[] {
  const folder = path.join(runtime, "providers");
  return withFolder(folder, () => fs.readdirSync(folder))
    .filter((file) => file.endsWith(".json"))
    .map((file) => file.slice(0, -".json".length))
    .filter((name) => PROVIDER_NAME.test(name))
    .sort();
}

/** The bytes of a provider's file, after the checks of who may have written them. */
export function readProviderFile(runtime: string, name: string): Bytes {
  const folder = path.join(runtime, "providers");
  return withFolder(folder, () => {
    let descriptor: number;
    try {
      descriptor = fs.openSync(path.join(folder, name + ".json"), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
    } catch (error) {
      if (errorCode(error) === "ENOENT") throw new NoProvider(`The provider ${name} is not running.`);
      throw new UntrustedFile(`The discovery file of ${name} is a symbolic link or cannot be opened.`);
    }
    try {
      const status = fs.fstatSync(descriptor);
      if (!status.isFile()) throw new UntrustedFile(`The discovery file of ${name} is no regular file.`);
      checkPrivate(status, `The discovery file of ${name}`);
      const bytes = new Uint8Array(LARGEST_FILE + 1);
      let size = 0;
      for (let read = -1; read !== 0 && size < bytes.length; size += read) {
        read = fs.readSync(descriptor, bytes, size, bytes.length - size, null);
      }
      return bytes.slice(0, size);
    } finally {
      fs.closeSync(descriptor);
    }
  });
}
