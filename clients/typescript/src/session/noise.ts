// The symmetric state of Noise, revision 34, for Noise_XX_25519_ChaChaPoly_SHA256.

import { open, seal } from "../crypto/aead.js";
import { hkdf, sha256, utf8, type Bytes } from "../crypto/bytes.js";

const PROTOCOL = "Noise_XX_25519_ChaChaPoly_SHA256";
const NONE = new Uint8Array(0);

/** The nonce of ChaChaPoly: four zero bytes and the counter, little-endian. */
export function nonceOf(counter: number | bigint): Bytes {
  const nonce = new DataView(new ArrayBuffer(12));
  nonce.setBigUint64(4, BigInt(counter), true);
  return new Uint8Array(nonce.buffer);
}

export class SymmetricState {
  hash: Bytes;
  #chainingKey: Bytes;
  #key: Bytes | undefined;
  #counter = 0;

  constructor(prologue: Bytes) {
    // The name has exactly 32 bytes, so that it is the first hash itself.
    this.hash = utf8(PROTOCOL);
    this.#chainingKey = this.hash;
    this.mixHash(prologue);
  }

  mixHash(data: Bytes): void {
    this.hash = sha256(this.hash, data);
  }

  mixKey(secret: Bytes): void {
    const out = hkdf(secret, this.#chainingKey, NONE, 64);
    this.#chainingKey = out.slice(0, 32);
    this.#key = out.slice(32);
    this.#counter = 0;
  }

  seal(plaintext: Bytes): Bytes {
    const sealed = this.#key ? seal(this.#key, nonceOf(this.#counter++), this.hash, plaintext) : plaintext;
    this.mixHash(sealed);
    return sealed;
  }

  /** The plaintext; undefined if the tag does not match. */
  open(sealed: Bytes): Bytes | undefined {
    const plaintext = this.#key ? open(this.#key, nonceOf(this.#counter++), this.hash, sealed) : sealed;
    if (plaintext) this.mixHash(sealed);
    return plaintext;
  }

  /** The keys of both directions: first that of the initiator's records. */
  split(): [Bytes, Bytes] {
    const out = hkdf(NONE, this.#chainingKey, NONE, 64);
    return [out.slice(0, 32), out.slice(32)];
  }
}

/** REKEY(k) of Noise. */
export function rekey(key: Bytes): Bytes {
  return seal(key, nonceOf(0xffff_ffff_ffff_ffffn), NONE, new Uint8Array(32)).slice(0, 32);
}

