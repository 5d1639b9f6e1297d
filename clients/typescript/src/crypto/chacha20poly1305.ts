// ChaCha20-Poly1305 of RFC 8439, for programs whose node:crypto does not have it: Electron is built with BoringSSL, which
// offers this cipher only through an interface that node:crypto does not use. Nothing here branches on a secret or uses one
// as an index.

import { concat, type Bytes } from "./bytes.js";

const ROUNDS = [
  [0, 4, 8, 12], [1, 5, 9, 13], [2, 6, 10, 14], [3, 7, 11, 15],
  [0, 5, 10, 15], [1, 6, 11, 12], [2, 7, 8, 13], [3, 4, 9, 14],
] as const;

function words(bytes: Bytes): number[] {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  return Array.from({ length: bytes.length / 4 }, (_, at) => view.getUint32(at * 4, true));
}

function block(key: number[], counter: number, nonce: number[]): Bytes {
  const start = Uint32Array.of(0x61707865, 0x3320646e, 0x79622d32, 0x6b206574, ...key, counter, ...nonce);
  const x = start.slice();
  const step = (a: number, b: number, d: number, left: number): void => {
    x[a] += x[b]!;
    const mixed = x[d]! ^ x[a]!;
    x[d] = (mixed << left) | (mixed >>> (32 - left));
  };
  for (let double = 0; double < 10; double++) {
    for (const [a, b, c, d] of ROUNDS) {
      step(a, b, d, 16);
      step(c, d, b, 12);
      step(a, b, d, 8);
      step(c, d, b, 7);
    }
  }
  const out = new DataView(new ArrayBuffer(64));
  x.forEach((word, at) => out.setUint32(at * 4, word + start[at]!, true));
  return new Uint8Array(out.buffer);
}

export function chacha20(key: Bytes, nonce: Bytes, counter: number, data: Bytes): Bytes {
  const keyWords = words(key), nonceWords = words(nonce);
  const out = new Uint8Array(data);
  for (let at = 0; at < data.length; at += 64) {
    const stream = block(keyWords, counter + at / 64, nonceWords);
    for (let i = 0; i < 64 && at + i < data.length; i++) out[at + i] ^= stream[i]!;
  }
  return out;
}

/** 130-bit numbers are ten limbs of 13 bits, so that the sum of ten products fits the 53 bits of a double. */
const LIMBS = 10, BITS = 13, MASK = 0x1fff;

function limbs(bytes: Bytes): number[] {
  const out = new Array<number>(LIMBS).fill(0);
  for (let bit = 0; bit < bytes.length * 8 && bit < LIMBS * BITS; bit++) {
    const limb = Math.floor(bit / BITS);
    out[limb] = out[limb]! | (((bytes[bit >> 3]! >> (bit & 7)) & 1) << (bit % BITS));
  }
  return out;
}

/** Carries each limb into the next; what leaves the highest comes back five times, because 2^130 = 5 modulo 2^130 - 5. */
function carry(h: number[]): void {
  for (let round = 0; round < 2; round++) {
    let over = 0;
    for (let i = 0; i < LIMBS; i++) {
      const sum = h[i]! + over;
      over = Math.floor(sum / (MASK + 1));
      h[i] = sum - over * (MASK + 1);
    }
    h[0] += over * 5;
  }
}

export function poly1305(key: Bytes, data: Bytes): Bytes {
  const clamped = key.slice(0, 16);
  for (const at of [3, 7, 11, 15]) clamped[at] &= 15;
  for (const at of [4, 8, 12]) clamped[at] &= 252;
  const r = limbs(clamped);
  let h = new Array<number>(LIMBS).fill(0);
  for (let at = 0; at < data.length; at += 16) {
    const part = limbs(concat(data.subarray(at, at + 16), Uint8Array.of(1)));
    for (let i = 0; i < LIMBS; i++) h[i] += part[i]!;
    const product = new Array<number>(LIMBS).fill(0);
    for (let i = 0; i < LIMBS; i++) {
      for (let j = 0; j < LIMBS; j++) {
        product[i] += h[j]! * (j <= i ? r[i - j]! : 5 * r[i - j + LIMBS]!);
      }
    }
    carry(product);
    h = product;
  }
  carry(h);

  // h is below 2^130; if h + 5 reaches 2^130, then h is at least 2^130 - 5, and what remains of h + 5 is the residue.
  const reduced = h.slice();
  let over = 5;
  for (let i = 0; i < LIMBS; i++) {
    const sum = reduced[i]! + over;
    over = sum >>> BITS;
    reduced[i] = sum & MASK;
  }
  const take = -over;
  const number = h.map((limb, at) => (limb & ~take) | (reduced[at]! & take));

  const tag = new Uint8Array(16);
  let low = 0, bits = 0, limb = 0, sum = 0;
  for (let at = 0; at < 16; at++) {
    while (bits < 8) {
      low |= number[limb++]! << bits;
      bits += BITS;
    }
    sum = (sum >> 8) + (low & 255) + key[16 + at]!;
    tag[at] = sum & 255;
    low >>= 8;
    bits -= 8;
  }
  return tag;
}

function tagOf(key: Bytes, nonce: Bytes, associated: Bytes, ciphertext: Bytes): Bytes {
  const padding = (part: Bytes): Bytes => new Uint8Array((16 - (part.length % 16)) % 16);
  const sizes = new DataView(new ArrayBuffer(16));
  sizes.setUint32(0, associated.length, true);
  sizes.setUint32(8, ciphertext.length, true);
  return poly1305(
    chacha20(key, nonce, 0, new Uint8Array(32)),
    concat(associated, padding(associated), ciphertext, padding(ciphertext), new Uint8Array(sizes.buffer)));
}

export function sealPortable(key: Bytes, nonce: Bytes, associated: Bytes, plaintext: Bytes): Bytes {
  const ciphertext = chacha20(key, nonce, 1, plaintext);
  return concat(ciphertext, tagOf(key, nonce, associated, ciphertext));
}

export function openPortable(key: Bytes, nonce: Bytes, associated: Bytes, sealed: Bytes): Bytes | undefined {
  if (sealed.length < 16) return undefined;
  const ciphertext = sealed.subarray(0, sealed.length - 16);
  const tag = tagOf(key, nonce, associated, ciphertext);
  let differs = 0;
  for (let at = 0; at < 16; at++) differs |= tag[at]! ^ sealed[ciphertext.length + at]!;
  return differs === 0 ? chacha20(key, nonce, 1, ciphertext) : undefined;
}
