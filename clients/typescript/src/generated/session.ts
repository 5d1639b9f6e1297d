// Written by scripts/generate.mjs from the schemas of the specification. Change those, not this file.

import type {
  Amount,
  Cursor,
  RequestId,
  Scope,
  WalletReason,
} from "./objects.js";

/** What an app says of itself: 3.4. */
export interface Manifest {
  /** The claimed identifier, such as `chat.simplex.app`. */
  app_id: string;
  /** The claimed name. */
  name: string;
  /** The claimed version. */
  version: string;
  /** The scopes that it wants. */
  scopes: Scope[];
  /** The versions of the service's specification that it speaks: `1` or `1-3`. */
  versions: string;
  /** The codes of the currencies that it wants; absent where all. */
  currencies?: string[];
  /** The URL scheme that leads back to the app: chapter 16. */
  callback_scheme?: string;
}

/** The error object of a response: 6.1. */
export interface ErrorObject {
  /** The number of the reason. */
  code: number;
  /** A sentence for developers; it may change. */
  message: string;
  /** What is to be known of it. Errors of the JSON-RPC layer may come without. */
  data?: {
    /** The stable name of what went wrong: 6.2 and 6.3. */
    reason?: string;
    /** The JSON Pointer (RFC 6901) into `params` of the part that was at fault; empty for the whole. */
    pointer?: string;
    /** The rule that was broken there, for people. */
    rule?: string;
    /** After so many milliseconds the same request is worth repeating. */
    retry_after_ms?: number;
    /** With a reason of the wallet's: why the wallet does not do it. */
    wallet?: WalletReason;
    /** With `budget_exceeded`: the largest total that fits now. */
    left?: Amount;
    /** With `budget_exceeded`: when more fits. */
    resets_at?: string;
    /** With `cursor_too_old`: the oldest cursor after which no event is missing. */
    oldest?: Cursor;
    /** With `cursor_too_old`: the newest cursor. */
    newest?: Cursor;
    /** With `cursor_too_old`: the methods that tell how everything stands. */
    resynchronise?: string[];
    /** With `limit_exceeded`: which limit. */
    limit?: string;
    /** With `limit_exceeded`: its number. */
    maximum?: number;
    /** With `unknown_member`: its name. */
    member?: string;
    /** With `duplicate_id`: the id, as it was sent. */
    id?: unknown;
  };
}

/** The file beside a document or an answer, whose name has `.sig` added. */
export interface DocumentSignature {
  /** 1. */
  v: number;
  /** The signer's Ed25519 key, 32 bytes in base64url. */
  key: string;
  /** When it was signed. */
  signed_at: string;
  /** The signature, 64 bytes in base64url. */
  signature: string;
}

/** The answer beside a document. */
export interface DocumentAnswer {
  /** The request that the folder is for, and `_answer`. */
  spec: string;
  /** 1. */
  version: number;
  /** The document's file. */
  document: string;
  /** How far the document is. */
  state: "waiting" | "accepted" | "ended" | "refused";
  /** SHA-256 of the document's file, base64url; absent where it was not read. */
  digest?: string;
  /** The idempotency key of the request. */
  request_id?: RequestId;
  /** The result of the method in its present state, without `replayed`. */
  result?: Record<string, unknown>;
  /** Why it was not done, or not yet. */
  failure?: {
    /** A word of 12.7, or a reason of 6.2. */
    reason: string;
    /** One sentence for people. */
    message: string;
    /** The number of the reason, where it is one of 6.2. */
    code?: number;
    /** The JSON Pointer of the part that is wrong; absent where that is the whole. */
    pointer?: string;
    /** The rule that it breaks: a path in the schema, or a short text. */
    rule?: string;
    /** Its line, from 1. */
    line?: number;
    /** Its column, from 1. */
    column?: number;
    /** With `budget_exceeded`: the largest total that fits now. */
    left?: Amount;
    /** With `budget_exceeded`: when more fits. */
    resets_at?: string;
  };
}
