// The app's description of itself (3.4), checked before a provider has to refuse it without a word.

import { utf8, type Bytes } from "./crypto/bytes.js";
import { versionRange } from "./discovery/file.js";
import { StateError } from "./errors/errors.js";
import type { Manifest } from "./generated/session.js";

const LARGEST = 16_384;
const SCOPES: readonly string[] = ["receive", "pay", "balance", "prove", "statement"];

function points(text: unknown): number {
  return typeof text === "string" ? [...text].length : -1;
}

export function manifestBytes(manifest: Manifest): Bytes {
  const refuse = (what: string): never => {
    throw new StateError("invalid_call", `The app's description of itself is not valid: ${what}.`, "Correct it in the app.");
  };
  if (typeof manifest.app_id !== "string" || !/^[a-z0-9.-]{3,100}$/.test(manifest.app_id)) refuse("app_id has 3 to 100 of a-z 0-9 . -");
  if (points(manifest.name) < 1 || points(manifest.name) > 64) refuse("name has 1 to 64 code points");
  if (points(manifest.version) < 0 || points(manifest.version) > 32) refuse("version has at most 32 code points");
  if (!Array.isArray(manifest.scopes) || manifest.scopes.length > 5 || !manifest.scopes.every((s) => SCOPES.includes(s))) {
    refuse(`scopes are some of ${SCOPES.join(", ")}`);
  }
  if (!versionRange(manifest.versions)) refuse("versions is a range such as 1 or 1-3");
  const { currencies, callback_scheme: scheme } = manifest;
  if (currencies !== undefined && !(Array.isArray(currencies) && currencies.length <= 64
    && currencies.every((code) => typeof code === "string"))) refuse("currencies are at most 64 codes");
  if (scheme !== undefined && typeof scheme !== "string") refuse("callback_scheme is a text");
  const bytes = utf8(JSON.stringify(manifest));
  if (bytes.length > LARGEST) refuse("it is longer than 16,384 bytes");
  return bytes;
}
