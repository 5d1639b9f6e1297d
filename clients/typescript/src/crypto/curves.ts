// Ed25519 and X25519 with raw keys. node:crypto takes keys in DER only, whose beginning is the same for all keys of a kind.

import { createPrivateKey, createPublicKey, diffieHellman, sign, verify, type KeyObject } from "node:crypto";
import { concat, random, sameBytes, type Bytes } from "./bytes.js";

type Curve = "ed25519" | "x25519";

const PRIVATE = { ed25519: "302e020100300506032b657004220420", x25519: "302e020100300506032b656e04220420" };
const PUBLIC = { ed25519: "302a300506032b6570032100", x25519: "302a300506032b656e032100" };

function privateKey(curve: Curve, raw: Bytes): KeyObject {
  const der = concat(Buffer.from(PRIVATE[curve], "hex"), raw);
  return createPrivateKey({ key: Buffer.from(der), format: "der", type: "pkcs8" });
}

function publicKey(curve: Curve, raw: Bytes): KeyObject {
  const der = concat(Buffer.from(PUBLIC[curve], "hex"), raw);
  return createPublicKey({ key: Buffer.from(der), format: "der", type: "spki" });
}

function publicHalf(key: KeyObject): Bytes {
  return new Uint8Array(createPublicKey(key).export({ format: "der", type: "spki" })).slice(-32);
}

/** An Ed25519 key pair. The private half stays inside a KeyObject, which no print or log shows. */
export class SigningKey {
  readonly publicKey: Bytes;
  readonly #key: KeyObject;

  constructor(seed: Bytes) {
    this.#key = privateKey("ed25519", seed);
    this.publicKey = publicHalf(this.#key);
  }

  sign(message: Bytes): Bytes {
    return new Uint8Array(sign(null, message, this.#key));
  }
}

export function verifies(identity: Bytes, message: Bytes, signature: Bytes): boolean {
  if (!isAcceptableIdentity(identity) || signature.length !== 64) return false;
  try {
    return verify(null, message, publicKey("ed25519", identity), signature);
  } catch {
    return false;
  }
}

/** An X25519 key pair for one handshake. */
export class AgreementKey {
  readonly publicKey: Bytes;
  readonly #key: KeyObject;

  constructor(raw: Bytes = random(32)) {
    this.#key = privateKey("x25519", raw);
    this.publicKey = publicHalf(this.#key);
  }

  /** The shared secret; undefined if it would be all zero, which a peer can force with a key of small order. */
  agree(peer: Bytes): Bytes | undefined {
    try {
      const shared = new Uint8Array(diffieHellman({ privateKey: this.#key, publicKey: publicKey("x25519", peer) }));
      return shared.some((byte) => byte !== 0) ? shared : undefined;
    } catch {
      // OpenSSL and BoringSSL refuse such a key by an error.
      return undefined;
    }
  }
}

const PRIME = Buffer.from("ed" + "ff".repeat(30) + "7f", "hex");

/** The y of the points whose order divides 8, little-endian: 0, 1, p - 1, and the two of the points of order 8. */
const SMALL_ORDER = [
  "00".repeat(32),
  "01" + "00".repeat(31),
  "ec" + "ff".repeat(30) + "7f",
  "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
  "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
].map((hex) => new Uint8Array(Buffer.from(hex, "hex")));

/** Whether 3.1 accepts this key as an identity: not of small order, and with a y below 2^255 - 19. */
export function isAcceptableIdentity(identity: Bytes): boolean {
  if (identity.length !== 32) return false;
  const y = identity.slice();
  y[31] &= 0x7f;
  const belowPrime = Buffer.compare(y.slice().reverse(), new Uint8Array(PRIME).reverse()) < 0;
  return belowPrime && !SMALL_ORDER.some((known) => sameBytes(known, y));
}
