// The consumer's side of the handshake connect_app (chapter 3): three texts, and what both sides know afterwards.

import { AgreementKey, isAcceptableIdentity, verifies, type SigningKey } from "../crypto/curves.js";
import {
  base64url, concat, fromBase64url, hkdf, hmac, lengthPrefixed, lengthPrefixedFields, random, sameBytes, sha256, utf8,
  type Bytes,
} from "../crypto/bytes.js";
import { parseUnique } from "../discovery/json.js";
import { Violation, WrongKey } from "../errors/errors.js";
import { SymmetricState } from "./noise.js";

const LABEL = "payport/connect_app/1";
export const SUBPROTOCOL = "payport.v1";

export interface HandshakeItems {
  identity: SigningKey;
  manifest: Bytes;
  /** The key that the provider has to prove: the pinned one. */
  providerId: Bytes;
  gateKey: Bytes;
  authority: string;
  /** SHA-256 of the bytes of the discovery file. */
  fileDigest: Bytes;
  /** The following are chosen by tests only; each connection makes its own. */
  offered?: string;
  staticKey?: AgreementKey;
  ephemeralKey?: AgreementKey;
  nonce?: Bytes;
}

function agreed(secret: Bytes | undefined): Bytes {
  if (!secret) throw new Violation("A key of the provider leads to an agreement of zeros.");
  return secret;
}

export class Handshake {
  readonly #items: HandshakeItems;
  readonly #static: AgreementKey;
  readonly #ephemeral: AgreementKey;
  readonly #nonce: Bytes;
  readonly #noise: SymmetricState;
  #h1: Bytes = new Uint8Array(0);
  #peerEphemeral: Bytes = new Uint8Array(0);
  #commitment: Bytes = new Uint8Array(0);

  constructor(items: HandshakeItems) {
    this.#items = items;
    this.#static = items.staticKey ?? new AgreementKey();
    this.#ephemeral = items.ephemeralKey ?? new AgreementKey();
    this.#nonce = items.nonce ?? random(32);
    this.#noise = new SymmetricState(concat(
      lengthPrefixed(utf8(LABEL), utf8(items.offered ?? SUBPROTOCOL), utf8(SUBPROTOCOL), utf8(items.authority)),
      items.fileDigest));
  }

  /** The handshake hash: after the third message it names the session. */
  get hash(): Bytes {
    return this.#noise.hash;
  }

  /** `-> e` with the gate, which proves that this side has read the discovery file. */
  first(): string {
    const message = this.#ephemeral.publicKey;
    this.#noise.mixHash(message);
    this.#noise.seal(new Uint8Array(0));
    this.#h1 = this.#noise.hash;
    const gate = hmac(this.#items.gateKey, utf8(LABEL + "gate\0"), message).subarray(0, 16);
    return JSON.stringify({
      jsonrpc: "2.0", id: 1, method: "connect_app", params: { msg: base64url(message), gate: base64url(gate) },
    });
  }

  /** `<- e, ee, s, es`. Until all of these checks have passed, this side has sent nothing of its identity. */
  second(text: string): void {
    const message = answerOf(text);
    this.#peerEphemeral = message.subarray(0, 32);
    this.#noise.mixHash(this.#peerEphemeral);
    this.#noise.mixKey(agreed(this.#ephemeral.agree(this.#peerEphemeral)));
    const peerStatic = this.#noise.open(message.subarray(32, 80));
    if (!peerStatic) throw new Violation("The provider's message does not open.");
    this.#noise.mixKey(agreed(this.#ephemeral.agree(peerStatic)));
    const payload = this.#noise.open(message.subarray(80));
    const fields = payload && lengthPrefixedFields(payload, 3);
    if (!fields) throw new Violation("The provider's message does not open.");
    const [identity, signature, commitment] = fields as [Bytes, Bytes, Bytes];
    if (identity.length !== 32 || signature.length !== 64 || commitment.length !== 32) {
      throw new Violation("A field of the provider's message has a wrong size.");
    }
    if (sameBytes(identity, this.#items.identity.publicKey)) throw new Violation("The provider presents the app's own key.");
    if (!sameBytes(identity, this.#items.providerId)) throw new WrongKey();
    const signed = concat(utf8(LABEL + " provider\0"), this.#h1, peerStatic);
    if (!isAcceptableIdentity(identity) || !verifies(identity, signed, signature)) {
      throw new Violation("The provider's signature is wrong.");
    }
    this.#commitment = commitment;
  }

  /** `-> s, se` with the app's identity and manifest. */
  third(): string {
    const { identity, manifest } = this.#items;
    const signature = identity.sign(
      concat(utf8(LABEL + " consumer\0"), this.#noise.hash, this.#static.publicKey, sha256(manifest)));
    const sealedStatic = this.#noise.seal(this.#static.publicKey);
    this.#noise.mixKey(agreed(this.#static.agree(this.#peerEphemeral)));
    const payload = this.#noise.seal(lengthPrefixed(identity.publicKey, manifest, signature, this.#nonce));
    return JSON.stringify({
      jsonrpc: "2.0", id: 2, method: "connect_app.finish", params: { msg: base64url(concat(sealedStatic, payload)) },
    });
  }

  keys(): { send: Bytes; receive: Bytes } {
    const [send, receive] = this.#noise.split();
    return { send, receive };
  }

  /** The six digits that the app shows to its user. */
  pairingCode(providerNonce: Bytes): string {
    if (!sameBytes(sha256(utf8(LABEL + "sas\0"), providerNonce), this.#commitment)) {
      throw new Violation("The provider's nonce is not the one that it committed to.");
    }
    const okm = hkdf(concat(this.#nonce, providerNonce), this.hash, utf8(LABEL + "sas"), 8);
    const number = new DataView(okm.buffer, okm.byteOffset).getBigUint64(0);
    return (number % 1_000_000n).toString().padStart(6, "0");
  }
}

/** m2 of the provider's answer, which has exactly the members that 3.3 shows. */
function answerOf(text: string): Bytes {
  let answer: unknown;
  try {
    answer = parseUnique(text);
  } catch {
    throw new Violation("The provider's message is not JSON.");
  }
  const outer = exactly(answer, ["id", "jsonrpc", "result"]);
  const result = exactly(outer["result"], ["msg"]);
  const message = fromBase64url(result["msg"], 230);
  if (outer["jsonrpc"] !== "2.0" || outer["id"] !== 1 || !message) {
    throw new Violation("The provider's message is not what the handshake says.");
  }
  return message;
}

function exactly(value: unknown, members: string[]): Record<string, unknown> {
  if (typeof value !== "object" || value === null || Object.keys(value).sort().join() !== members.join()) {
    throw new Violation("The provider's message has other members than the handshake says.");
  }
  return value as Record<string, unknown>;
}
