// Signatures and seals of documents, and the request id of one that names none (12.4 to 12.6).

import { open, seal } from "../crypto/aead.js";
import {
  base64url, concat, fromBase64url, lengthPrefixed, random, sameBytes, sha256, textOf, utf8, type Bytes,
} from "../crypto/bytes.js";
import { verifies, type SigningKey } from "../crypto/curves.js";
import { parseUnique } from "../discovery/json.js";

const DOCUMENT = "payport/document/1\0", ANSWER = "payport/document-answer/1\0";
const LARGEST_SIGNATURE = 1024;

function signed(label: string, addressee: Bytes, file: string, signedAt: string, content: Bytes): Bytes {
  return concat(utf8(label), addressee, lengthPrefixed(utf8(file), utf8(signedAt)), sha256(content));
}

/** The content of the file FILE.sig for a document. */
export function signDocument(key: SigningKey, provider: Bytes, file: string, content: Bytes, signedAt: string): string {
  const signature = key.sign(signed(DOCUMENT, provider, file, signedAt, content));
  return JSON.stringify({ v: 1, key: base64url(key.publicKey), signed_at: signedAt, signature: base64url(signature) }) + "\n";
}

/** Whether this is the provider's signature of this answer to this app. */
export function isSignedAnswer(provider: Bytes, app: Bytes, file: string, content: Bytes, signatureFile: Bytes): boolean {
  if (signatureFile.length > LARGEST_SIGNATURE) return false;
  let object: Record<string, unknown>;
  try {
    object = parseUnique(textOf(signatureFile)) as Record<string, unknown>;
  } catch {
    return false;
  }
  if (typeof object !== "object" || object === null || Object.keys(object).sort().join() !== "key,signature,signed_at,v") return false;
  const { v, key, signed_at: signedAt } = object;
  const signer = fromBase64url(key, 32), signature = fromBase64url(object["signature"], 64);
  if (v !== 1 || !signer || !sameBytes(signer, provider) || typeof signedAt !== "string" || !signature) return false;
  return verifies(provider, signed(ANSWER, app, file, signedAt, content), signature);
}

function associated(file: string): Bytes {
  return concat(utf8("payport/sealed-document/1\0"), lengthPrefixed(utf8(file)));
}

export function sealDocument(key: Bytes, file: string, text: Bytes, nonce: Bytes = random(12)): Bytes {
  return concat(Uint8Array.of(1), nonce, seal(key, nonce, associated(file), text));
}

export function openDocument(key: Bytes, file: string, sealed: Bytes): Bytes | undefined {
  return sealed[0] === 1 ? open(key, sealed.slice(1, 13), associated(file), sealed.subarray(13)) : undefined;
}

export function documentRequestId(app: Bytes, stem: string, text: Bytes): string {
  const id = sha256(utf8("payport/document-request/1\0"), app, lengthPrefixed(utf8(stem)), sha256(text)).slice(0, 16);
  id[6] = (id[6]! & 0x0f) | 0x80;
  id[8] = (id[8]! & 0x3f) | 0x80;
  const hex = Buffer.from(id).toString("hex");
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20)].join("-");
}
