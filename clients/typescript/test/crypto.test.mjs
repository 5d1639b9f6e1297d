// ChaCha20-Poly1305 for programs whose node:crypto lacks it, against RFC 8439 and against OpenSSL.

import assert from "node:assert/strict";
import { randomBytes, randomInt } from "node:crypto";
import { test } from "node:test";
import { execFileSync } from "node:child_process";
import { openBuiltIn, sealBuiltIn, usesBuiltIn } from "../dist/crypto/aead.js";
import { chacha20, openPortable, poly1305, sealPortable } from "../dist/crypto/chacha20poly1305.js";

const bytes = (hex) => new Uint8Array(Buffer.from(hex.replace(/\s/g, ""), "hex"));
const hex = (data) => Buffer.from(data).toString("hex");
const SUNSCREEN = new TextEncoder().encode("Ladies and Gentlemen of the class of '99: If I could offer you only one tip for the "
  + "future, sunscreen would be it.");

test("RFC 8439, 2.4.2: ChaCha20", () => {
  const key = bytes("000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f");
  assert.equal(hex(chacha20(key, bytes("000000000000004a00000000"), 1, SUNSCREEN)),
    "6e2e359a2568f98041ba0728dd0d6981e97e7aec1d4360c20a27afccfd9fae0bf91b65c5524733ab8f593dabcd62b3571639d624e65152ab"
    + "8f530c359f0861d807ca0dbf500d6a6156a38e088a22b65e52bc514d16ccf806818ce91ab77937365af90bbf74a35be6b40b8eedf2785e42874d");
});

test("RFC 8439, 2.5.2 and A.3: Poly1305, with the numbers at which carries and reductions go wrong", () => {
  const cases = [
    ["85d6be7857556d337f4452fe42d506a80103808afb0db2fd4abff6af4149f51b", hex(new TextEncoder().encode("Cryptographic Forum Research Group")),
      "a8061dc1305136c6c22b8baf0c0127a9"],
    ["00".repeat(32), "00".repeat(64), "00".repeat(16)],
    ["02" + "00".repeat(31), "ff".repeat(16), "03" + "00".repeat(15)],
    ["02" + "00".repeat(15) + "ff".repeat(16), "02" + "00".repeat(15), "03" + "00".repeat(15)],
    ["01" + "00".repeat(31), "ff".repeat(16) + "f0" + "ff".repeat(15) + "11" + "00".repeat(15), "05" + "00".repeat(15)],
    ["01" + "00".repeat(31), "ff".repeat(16) + "fb" + "fe".repeat(15) + "01".repeat(16), "00".repeat(16)],
    ["02" + "00".repeat(31), "fd" + "ff".repeat(15), "fa" + "ff".repeat(15)],
  ];
  for (const [key, data, tag] of cases) assert.equal(hex(poly1305(bytes(key), bytes(data))), tag);
});

test("RFC 8439, 2.8.2: both ciphers seal and open the example, and refuse it with any byte changed", () => {
  const key = bytes("808182838485868788898a8b8c8d8e8f909192939495969798999a9b9c9d9e9f");
  const nonce = bytes("070000004041424344454647"), associated = bytes("50515253c0c1c2c3c4c5c6c7");
  const sealed = "d31a8d34648e60db7b86afbc53ef7ec2a4aded51296e08fea9e2b5a736ee62d63dbea45e8ca9671282fafb69da92728b1a71de0a9e060b"
    + "2905d6a5b67ecd3b3692ddbd7f2d778b8c9803aee328091b58fab324e4fad675945585808b4831d7bc3ff4def08e4b7a9de576d26586cec64b6116"
    + "1ae10b594f09e26a7e902ecbd0600691";
  for (const [seal, open] of [[sealPortable, openPortable], [sealBuiltIn, openBuiltIn]]) {
    assert.equal(hex(seal(key, nonce, associated, SUNSCREEN)), sealed);
    assert.deepEqual(Buffer.from(open(key, nonce, associated, bytes(sealed))), Buffer.from(SUNSCREEN));
    for (let at = 0; at < sealed.length / 2; at++) {
      const changed = bytes(sealed);
      changed[at] ^= 1 << at % 8;
      assert.equal(open(key, nonce, associated, changed), undefined);
    }
    assert.equal(open(key, nonce, associated, new Uint8Array(15)), undefined);
  }
});

test("our cipher and OpenSSL's agree on 1,000 random inputs of all sizes about the blocks", () => {
  assert.ok(usesBuiltIn, "this Node.js has the cipher");
  for (let round = 0; round < 1000; round++) {
    const key = randomBytes(32), nonce = randomBytes(12);
    const text = randomBytes(round < 200 ? round : randomInt(700)), associated = randomBytes(randomInt(70));
    // Bytes of ones make the largest limbs.
    if (round % 5 === 0) text.fill(0xff);
    const sealed = sealPortable(key, nonce, associated, text);
    assert.equal(hex(sealed), hex(sealBuiltIn(key, nonce, associated, text)));
    assert.equal(hex(openPortable(key, nonce, associated, sealed)), hex(text));
  }
});

test("a node:crypto without the cipher, such as Electron's, leads to our own", () => {
  const script = `
    import crypto from "node:crypto";
    import { syncBuiltinESMExports } from "node:module";
    const original = crypto.createCipheriv;
    crypto.createCipheriv = (name, ...rest) => {
      if (name === "chacha20-poly1305") throw new TypeError("Unknown cipher");
      return original(name, ...rest);
    };
    syncBuiltinESMExports();
    const { usesBuiltIn, seal } = await import("./dist/crypto/aead.js");
    const zeros = (size) => new Uint8Array(size);
    console.log(usesBuiltIn, Buffer.from(seal(zeros(32), zeros(12), zeros(0), zeros(3))).toString("hex"));`;
  const out = execFileSync(process.execPath, ["--input-type=module", "-e", script], { cwd: new URL("..", import.meta.url) }).toString();
  assert.equal(out.trim(), `false ${hex(sealBuiltIn(new Uint8Array(32), new Uint8Array(12), new Uint8Array(0), new Uint8Array(3)))}`);
});
