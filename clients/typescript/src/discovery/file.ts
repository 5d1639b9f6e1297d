// What a discovery file says, checked as 2.2 describes.

import { fromBase64url, sha256, textOf, type Bytes } from "../crypto/bytes.js";
import { isAcceptableIdentity } from "../crypto/curves.js";
import { UntrustedFile } from "../errors/errors.js";
import { parseUnique } from "./json.js";

export const PROVIDER_NAME = /^[A-Za-z0-9][A-Za-z0-9._-]{0,63}$/;
const URL_FORM = /^ws:\/\/((127\.0\.0\.1|\[::1\]|localhost):([1-9][0-9]{0,4}))\/v1$/;
export const LARGEST_FILE = 16_384;

export interface VersionRange {
  lowest: number;
  highest: number;
}

/** What is known of a provider from its file. The key of the gate is not enumerable, so that no print shows it. */
export interface DiscoveryFile {
  name: string;
  url: string;
  authority: string;
  host: string;
  port: number;
  pid: number;
  providerId: Bytes;
  versions: VersionRange;
  services: string[];
  onDemand: boolean;
  /** SHA-256 of the file's bytes, for the prologue, and to find out whether the file has changed. */
  digest: Bytes;
  gateKey: Bytes;
}

/** `1` or `1-3`; undefined for anything else. */
export function versionRange(text: unknown): VersionRange | undefined {
  const match = typeof text === "string" ? /^([1-9][0-9]{0,3})(?:-([1-9][0-9]{0,3}))?$/.exec(text) : null;
  if (!match) return undefined;
  const lowest = Number(match[1]), highest = Number(match[2] ?? match[1]);
  return lowest <= highest ? { lowest, highest } : undefined;
}

/** The highest version of both ranges. */
export function commonVersion(a: VersionRange, b: VersionRange): number | undefined {
  const highest = Math.min(a.highest, b.highest);
  return highest >= Math.max(a.lowest, b.lowest) ? highest : undefined;
}

export function parseDiscoveryFile(bytes: Bytes, name: string): DiscoveryFile {
  const refuse = (what: string): never => {
    throw new UntrustedFile(`The discovery file of ${name} is not valid: ${what}.`);
  };
  if (bytes.length > LARGEST_FILE) refuse("it is longer than 16,384 bytes");
  let value: unknown;
  try {
    value = parseUnique(textOf(bytes));
  } catch {
    return refuse("it is no JSON text in UTF-8, or a member occurs twice");
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return refuse("it is no object");
  const file = value as Record<string, unknown>;
  if (file["v"] !== 1) refuse("its version is not 1");

  const url = file["url"];
  const match = typeof url === "string" ? URL_FORM.exec(url) : null;
  const port = Number(match?.[3]);
  if (!match || port > 65_535) return refuse("its URL is none of a provider");
  const pid = file["pid"];
  if (!Number.isSafeInteger(pid) || (pid as number) < 1 || (pid as number) >= 2 ** 31) refuse("pid is no process id");
  if (!fromBase64url(file["boot_nonce"], 16)) refuse("boot_nonce is not 16 bytes");
  const providerId = fromBase64url(file["provider_id"], 32);
  if (!providerId || !isAcceptableIdentity(providerId)) return refuse("provider_id is no acceptable key");
  if (typeof file["name"] !== "string" || !PROVIDER_NAME.test(file["name"])) refuse("its name is not well formed");
  if (file["name"] !== name) refuse("it has the name of another file");
  const versions = versionRange(file["versions"]) ?? refuse("versions is no range");
  const gateKey = fromBase64url(file["k_local"], 32) ?? refuse("k_local is not 32 bytes");
  const services = file["services"] === undefined ? ["payments"] : file["services"];
  if (!Array.isArray(services) || services.length < 1 || services.length > 16
    || !services.every((service) => typeof service === "string" && PROVIDER_NAME.test(service))) {
    return refuse("services is no list of names");
  }
  const onDemand = file["on_demand"] ?? false;
  if (typeof onDemand !== "boolean" || file["on_demand"] === null) return refuse("on_demand is neither true nor false");

  const found = {
    name, url: url as string, authority: match[1]!, host: match[2]!, port, pid: pid as number, providerId, versions,
    services: services as string[], onDemand, digest: sha256(bytes),
  };
  return Object.defineProperty(found, "gateKey", { value: gateKey, enumerable: false }) as DiscoveryFile;
}
