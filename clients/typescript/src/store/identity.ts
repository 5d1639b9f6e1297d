// The app's own key, in the key file of 11.1. It is made once and never replaced.

import fs from "node:fs";
import path from "node:path";
import { base64url, fromBase64url, random, sameBytes } from "../crypto/bytes.js";
import { SigningKey } from "../crypto/curves.js";
import { StateError } from "../errors/errors.js";
import { damaged, objectIn, type Folder } from "./folder.js";

const FILE = "identity.json";

export function loadIdentity(folder: Folder): SigningKey {
  const known = read(folder);
  if (known) return known;
  const seed = random(32);
  const made = new SigningKey(seed);
  const content = { v: 1, ed25519_seed: base64url(seed), ed25519_public: base64url(made.publicKey) };
  folder.create(FILE, JSON.stringify(content) + "\n");
  // Another process of the app may have been first: its key is then the app's key.
  return read(folder)!;
}

function read(folder: Folder): SigningKey | undefined {
  const object = objectIn(folder, FILE);
  if (!object) return undefined;
  if (object["v"] === 2) {
    throw new StateError("unsafe_state", "The app's key is sealed by a passphrase or kept in the keyring.",
      "Move it into a plain key file with `payctl key`, or let this app have a state folder of its own.");
  }
  const seed = fromBase64url(object["ed25519_seed"] ?? object["seed"], 32);
  if (object["v"] !== 1 || !seed) throw damaged(folder, FILE);
  const key = new SigningKey(seed);
  const named = object["ed25519_public"];
  if (named !== undefined && !sameBytes(fromBase64url(named) ?? new Uint8Array(0), key.publicKey)) throw damaged(folder, FILE);
  refuseSecondName(folder);
  return key;
}

/** A second hard link is refused, unless it is the temporary name under which a process of the app has just written it. */
function refuseSecondName(folder: Folder): void {
  const file = path.join(folder.path, FILE);
  const { ino, nlink } = fs.lstatSync(file);
  if (nlink === 1) return;
  const own = fs.readdirSync(folder.path)
    .filter((name) => name.startsWith(".tmp."))
    .filter((name) => fs.lstatSync(path.join(folder.path, name), { throwIfNoEntry: false })?.ino === ino).length;
  // It is counted again, because that process may have removed its name in the meantime.
  if (fs.lstatSync(file).nlink > 1 + own) {
    throw new StateError("unsafe_state", "The app's key file has a second hard link.", "Find out who made it, and remove it.");
  }
}
