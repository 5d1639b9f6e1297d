// The vectors of the specification: handshake, records, documents.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { sha256, utf8 } from "../dist/crypto/bytes.js";
import { AgreementKey, isAcceptableIdentity, SigningKey, verifies } from "../dist/crypto/curves.js";
import { documentRequestId, isSignedAnswer, openDocument, sealDocument, signDocument } from "../dist/documents/sealing.js";
import { manifestBytes } from "../dist/manifest.js";
import { Handshake } from "../dist/session/connect_app.js";
import { Opener, Sealer } from "../dist/session/records.js";

const read = (name) => JSON.parse(readFileSync(new URL(`../../../protocol/vectors/${name}.json`, import.meta.url), "utf8"));
const bytes = (hex) => new Uint8Array(Buffer.from(hex, "hex"));
const hex = (data) => Buffer.from(data).toString("hex");
const connect = read("connect_app"), records = read("records"), documents = read("documents");

function handshakeOf(vector, changed = {}) {
  return new Handshake({
    identity: new SigningKey(bytes(vector.id_C_private)), manifest: utf8(vector.manifest), providerId: bytes(vector.id_P),
    gateKey: bytes(vector.k_local), authority: vector.authority, offered: vector.offered_subprotocols,
    fileDigest: vector.discovery_file === null ? new Uint8Array(32) : sha256(utf8(vector.discovery_file)),
    staticKey: new AgreementKey(bytes(vector.s_C_private)), ephemeralKey: new AgreementKey(bytes(vector.e_C_private)),
    nonce: bytes(vector.N_C), ...changed,
  });
}

for (const vector of connect.cases) {
  test(`handshake: ${vector.name}`, () => {
    const handshake = handshakeOf(vector);
    assert.equal(handshake.first(), vector.text1);
    assert.equal(hex(handshake.hash), vector.h1);
    handshake.second(vector.text2);
    assert.equal(hex(handshake.hash), vector.h2);
    assert.equal(handshake.third(), vector.text3);
    assert.equal(hex(handshake.hash), vector.h);
    const { send, receive } = handshake.keys();
    assert.deepEqual([hex(send), hex(receive)], [vector.k_CP, vector.k_PC]);
    assert.equal(handshake.pairingCode(bytes(vector.N_P)), vector.sas);
    const first = new Opener(receive).take(bytes(vector.first_frame));
    assert.equal(hex(first), vector.first_plaintext.slice(2));
    assert.throws(() => handshake.pairingCode(bytes(vector.N_C)), { code: "violation" });
  });
}

test("a handshake fails with any byte of the provider's message changed, and with any other item of the prologue", () => {
  const vector = connect.cases[0];
  const message = Buffer.from(JSON.parse(vector.text2).result.msg, "base64url");
  for (let at = 0; at < message.length; at++) {
    const changed = Buffer.from(message);
    changed[at] ^= 1;
    const handshake = handshakeOf(vector);
    handshake.first();
    assert.throws(() => handshake.second(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { msg: changed.toString("base64url") } })), { code: "violation" });
  }
  for (const item of [{ authority: "127.0.0.1:49153" }, { offered: "payport.v2, payport.v1" }, { fileDigest: new Uint8Array(32) }]) {
    const handshake = handshakeOf(vector, item);
    handshake.first();
    assert.throws(() => handshake.second(vector.text2), { code: "violation" });
  }
  const other = handshakeOf(vector, { providerId: bytes(connect.cases[1].id_P) });
  other.first();
  assert.throws(() => other.second(vector.text2), { code: "wrong_key" });
});

test("a provider's message of any other form is refused", () => {
  const vector = connect.cases[0], { result } = JSON.parse(vector.text2);
  const forms = [
    "", "null", "[]", "{}", vector.text1, JSON.stringify({ jsonrpc: "2.0", id: 2, result }),
    JSON.stringify({ jsonrpc: "1.0", id: 1, result }), JSON.stringify({ jsonrpc: "2.0", id: 1, result, more: 1 }),
    JSON.stringify({ jsonrpc: "2.0", id: 1, result: { ...result, more: 1 } }),
    JSON.stringify({ jsonrpc: "2.0", id: 1, result: { msg: result.msg + "=" } }),
    JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: -1, message: "x" } }),
  ];
  for (const form of forms) {
    const handshake = handshakeOf(vector);
    handshake.first();
    assert.throws(() => handshake.second(form), { code: "violation" }, form);
  }
});

test("keys of small order and keys that lead to zeros are refused", () => {
  assert.equal(connect.refused.identities.length + connect.refused.agreement_keys.length, 23);
  for (const identity of connect.refused.identities) {
    assert.equal(isAcceptableIdentity(bytes(identity)), false, identity);
    assert.equal(verifies(bytes(identity), utf8("x"), new Uint8Array(64)), false);
  }
  for (const key of connect.refused.agreement_keys) assert.equal(new AgreementKey().agree(bytes(key)), undefined, key);
});

test("manifests that a provider refuses are refused before they are sent", () => {
  let checked = 0;
  for (const text of connect.refused.manifests) {
    let manifest;
    try {
      manifest = JSON.parse(text);
    } catch {
      continue;
    }
    // A version that this provider does not speak is well formed.
    if (typeof manifest !== "object" || manifest === null || Array.isArray(manifest) || manifest.versions === "2") continue;
    assert.throws(() => manifestBytes(manifest), { code: "invalid_call" }, text);
    checked++;
  }
  assert.ok(checked >= 15, `${checked} manifests`);
});

test("records: transcript, fragments and goodbyes of both directions", () => {
  for (const direction of ["C->P", "P->C"]) {
    const key = direction === "C->P" ? records.k_CP : records.k_PC;
    const sealer = new Sealer(bytes(key)), opener = new Opener(bytes(key));
    for (const { flag, message, frame } of records.transcript.filter((record) => record.direction === direction)) {
      assert.equal(hex(sealer.record(flag, bytes(message))), frame);
      assert.equal(hex(opener.take(bytes(frame))), message);
    }
    if (direction === "C->P") {
      const { message_size: size, frames } = records.fragmented;
      const message = Uint8Array.from({ length: size }, (_, at) => (7 * at + 3) % 256);
      const sealed = sealer.message(message);
      assert.deepEqual(sealed.map((record) => [record.length, createHash("sha256").update(record).digest("hex")]),
        frames.map(({ size, sha256 }) => [size, sha256]));
      const opened = sealed.map((record) => opener.take(record));
      assert.deepEqual(opened.slice(0, 2), [undefined, undefined]);
      assert.deepEqual(opened[2], message);
    }
    const goodbye = records.goodbye.find((record) => record.direction === direction);
    assert.equal(hex(sealer.record(2)), goodbye.frame);
    assert.equal(opener.take(bytes(goodbye.frame)), "goodbye");
    assert.throws(() => opener.take(bytes(goodbye.frame)), { code: "violation" });
  }
});

for (const direction of ["C->P", "P->C"]) {
  test(`records: the changes of keys, ${direction}`, () => {
    const listed = new Map(records.rekey[direction].map((record) => [record.n, record]));
    const sealer = new Sealer(bytes(direction === "C->P" ? records.k_CP : records.k_PC));
    const opener = new Opener(bytes(direction === "C->P" ? records.k_CP : records.k_PC));
    const last = Math.max(...listed.keys());
    for (let n = 0; n <= last; n++) {
      const known = listed.get(n);
      const record = sealer.record(0, known ? bytes(known.message) : new Uint8Array(0));
      if (known) assert.equal(hex(record), known.frame, `n = ${n}`);
      assert.ok(opener.take(record));
    }
  });
}

test("records that break a rule are refused", () => {
  const key = bytes(records.k_PC);
  const breaking = (...make) => {
    const sealer = new Sealer(key.slice()), opener = new Opener(key.slice());
    const sealed = make.map((one) => one(sealer));
    for (const record of sealed.slice(0, -1)) opener.take(record);
    assert.throws(() => opener.take(sealed.at(-1)), { code: "violation" });
  };
  breaking((s) => s.record(3));
  breaking((s) => s.record(1));
  breaking((s) => s.record(2, Uint8Array.of(1)));
  breaking((s) => s.record(1, Uint8Array.of(1)), (s) => s.record(2));
  breaking((s) => { s.record(0); return s.record(0); });
  breaking(() => new Uint8Array(16));
  breaking((s) => s.record(0, new Uint8Array(65_519)));
  breaking((s) => s.record(2), (s) => s.record(0));
  breaking(...Array.from({ length: 17 }, () => (s) => s.record(1, new Uint8Array(65_518))));
  const sealer = new Sealer(key.slice(), 2 ** 32 - 1);
  sealer.record(0);
  assert.throws(() => sealer.record(0), { code: "violation" });
});

test("documents: request id, signature, seal and answer", () => {
  const app = new SigningKey(bytes(documents.app_private));
  assert.equal(hex(app.publicKey), documents.app);
  const text = utf8(documents.text), { document, sealed, answer } = documents;
  assert.equal(documentRequestId(app.publicKey, document.file.split(".")[0], text), documents.request_id);
  for (const vector of [document, sealed]) {
    const signature = JSON.parse(signDocument(app, bytes(documents.provider), vector.file, bytes(vector.bytes), vector.signed_at));
    assert.equal(hex(Buffer.from(signature.signature, "base64url")), vector.signature);
    assert.deepEqual(Object.keys(signature).sort(), ["key", "signature", "signed_at", "v"]);
  }
  const key = bytes(documents.document_key);
  assert.equal(hex(sealDocument(key, sealed.file, text, bytes(sealed.nonce))), sealed.bytes);
  assert.equal(hex(openDocument(key, sealed.file, bytes(sealed.bytes))), hex(text));
  assert.equal(openDocument(key, "other.sealed", bytes(sealed.bytes)), undefined);

  const signatureFile = (changed = {}) => utf8(JSON.stringify({
    v: 1, key: Buffer.from(documents.provider, "hex").toString("base64url"), signed_at: answer.signed_at,
    signature: Buffer.from(answer.signature, "hex").toString("base64url"), ...changed,
  }));
  const holds = (file, content, signature) => isSignedAnswer(bytes(documents.provider), app.publicKey, file, content, signature);
  assert.equal(holds(answer.file, bytes(answer.bytes), signatureFile()), true);
  assert.equal(holds("other.answer.yml", bytes(answer.bytes), signatureFile()), false);
  assert.equal(holds(answer.file, utf8("state: ended"), signatureFile()), false);
  assert.equal(holds(answer.file, bytes(answer.bytes), signatureFile({ more: 1 })), false);
  assert.equal(holds(answer.file, bytes(answer.bytes), signatureFile({ key: Buffer.from(documents.app, "hex").toString("base64url") })), false);
  assert.equal(holds(answer.file, bytes(answer.bytes), signatureFile({ signed_at: "2024-03-20T11:01:27.250Z" })), false);
});
