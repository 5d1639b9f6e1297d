// ChaCha20-Poly1305 by node:crypto where it has the cipher, otherwise by our own implementation.

import { createCipheriv, createDecipheriv } from "node:crypto";
import { concat, type Bytes } from "./bytes.js";
import { openPortable, sealPortable } from "./chacha20poly1305.js";

const CIPHER = "chacha20-poly1305";
const TAG = { authTagLength: 16 };

export function sealBuiltIn(key: Bytes, nonce: Bytes, associated: Bytes, plaintext: Bytes): Bytes {
  const cipher = createCipheriv(CIPHER, key, nonce, TAG);
  cipher.setAAD(associated, { plaintextLength: plaintext.length });
  return concat(cipher.update(plaintext), cipher.final(), cipher.getAuthTag());
}

export function openBuiltIn(key: Bytes, nonce: Bytes, associated: Bytes, sealed: Bytes): Bytes | undefined {
  if (sealed.length < 16) return undefined;
  const size = sealed.length - 16;
  const decipher = createDecipheriv(CIPHER, key, nonce, TAG);
  decipher.setAAD(associated, { plaintextLength: size });
  decipher.setAuthTag(sealed.subarray(size));
  const plaintext = decipher.update(sealed.subarray(0, size));
  try {
    return concat(plaintext, decipher.final());
  } catch {
    return undefined;
  }
}

function isBuiltIn(): boolean {
  try {
    createCipheriv(CIPHER, new Uint8Array(32), new Uint8Array(12), TAG);
    return true;
  } catch {
    return false;
  }
}

export const usesBuiltIn = isBuiltIn();

/** The ciphertext, followed by the tag of 16 bytes. */
export const seal = usesBuiltIn ? sealBuiltIn : sealPortable;

/** The plaintext; undefined if the tag does not match. */
export const open = usesBuiltIn ? openBuiltIn : openPortable;
