// Bytes as the conventions of the specification write them.

import { createHash, createHmac, hkdfSync, randomBytes } from "node:crypto";

export type Bytes = Uint8Array;

export function utf8(text: string): Bytes {
  return new TextEncoder().encode(text);
}

/** The text of UTF-8 bytes; anything that is not UTF-8 throws. A byte order mark stays, so that a JSON parser refuses it. */
export function textOf(bytes: Bytes): string {
  return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
}

export function concat(...parts: Bytes[]): Bytes {
  const whole = new Uint8Array(parts.reduce((size, part) => size + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}

/** LP(x) of each part: its length as an unsigned 16-bit big-endian integer, and then the part. */
export function lengthPrefixed(...parts: Bytes[]): Bytes {
  return concat(...parts.flatMap((part) => {
    if (part.length > 0xffff) throw new RangeError("A length-prefixed field has at most 65,535 bytes.");
    return [Uint8Array.of(part.length >> 8, part.length & 0xff), part];
  }));
}

/** The fields of exactly this many LP(x) that follow each other; undefined if the bytes are anything else. */
export function lengthPrefixedFields(bytes: Bytes, count: number): Bytes[] | undefined {
  const fields: Bytes[] = [];
  let at = 0;
  while (fields.length < count) {
    const high = bytes[at], low = bytes[at + 1];
    if (high === undefined || low === undefined) return undefined;
    const end = at + 2 + high * 256 + low;
    if (end > bytes.length) return undefined;
    fields.push(bytes.subarray(at + 2, end));
    at = end;
  }
  return at === bytes.length ? fields : undefined;
}

export function base64url(bytes: Bytes): string {
  return Buffer.from(bytes).toString("base64url");
}

/** The bytes of strict base64url: no padding, no white space, no unused bits. undefined for anything else. */
export function fromBase64url(text: unknown, size?: number): Bytes | undefined {
  if (typeof text !== "string") return undefined;
  const bytes = new Uint8Array(Buffer.from(text, "base64url"));
  if (base64url(bytes) !== text || (size !== undefined && bytes.length !== size)) return undefined;
  return bytes;
}

export function sameBytes(a: Bytes, b: Bytes): boolean {
  return Buffer.compare(a, b) === 0;
}

export function sha256(...parts: Bytes[]): Bytes {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(part);
  return new Uint8Array(hash.digest());
}

export function hmac(key: Bytes, ...parts: Bytes[]): Bytes {
  const mac = createHmac("sha256", key);
  for (const part of parts) mac.update(part);
  return new Uint8Array(mac.digest());
}

export function hkdf(secret: Bytes, salt: Bytes, info: Bytes, size: number): Bytes {
  return new Uint8Array(hkdfSync("sha256", secret, salt, info, size));
}

export function random(size: number): Bytes {
  return new Uint8Array(randomBytes(size));
}
