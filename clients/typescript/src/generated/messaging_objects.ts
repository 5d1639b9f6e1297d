// Written by scripts/generate.mjs from the schemas of the specification. Change those, not this file.

/** A UUID, RFC 9562; compared in lowercase. */
export type RequestId = string;

/** A place in the order of changes: opaque. */
export type Cursor = string;

/** The state of a message. */
export type MessageState = "waiting_for_consent" | "refused" | "expired" | "sending" | "sent" | "delivered" | "unknown" | "failed" | "removed";

/** A payment that identifies a person: exactly one of `invoiceID`, `orderID` and `card` is set. */
export interface PaymentReference {
  /** An invoice of the wallet. */
  invoice_id?: string;
  /** A payment order of the wallet. */
  order_id?: string;
  /** A card of the chat: its UUID. */
  card?: string;
  /** The wallet that has the invoice or order: its `provider_id`. Absent where any. */
  provider?: string;
}

/** A file that is sent with a message. It must be in the app's folder when the message is sent. */
export interface MessageFile {
  /** 1 to 100 of `A-Z a-z 0-9 . _ -`, the first one no `.`. */
  name: string;
  /** Its size in bytes. */
  size: number;
  /** SHA-256 of its bytes, base64url. */
  sha256: string;
}

/** What the other person answered. */
export interface MessageReply {
  /** Their words. */
  text: string;
  /** When they wrote it, as the chat network says. */
  at: string;
}

/** A message in its present state. After the app has removed it, it has no text, payment, files and context. */
export interface Message {
  /** The chat's name of it. */
  message_id: string;
  /** The request that made it. */
  request_id: RequestId;
  /** 1 as it was made, higher with each change. */
  version: number;
  /** How it stands. */
  state: MessageState;
  /** The place of its last change, for `list_messages`. */
  cursor: Cursor;
  /** When it was made. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** Until when it may be allowed. */
  expires_at: string;
  /** The payment, as the request named it. */
  payment?: PaymentReference;
  /** What the person is to read. */
  text?: string;
  /** The files that go with it. */
  files?: MessageFile[];
  /** The app's own, unchanged. */
  context?: string;
  /** Why it failed: a reason of chapter 6. */
  reason?: string;
  /** How the chat calls the other person; only where U allows it. */
  contact_name?: string;
  /** True while an answer of the other person will be told; only where U allows it. */
  reply_expected?: boolean;
  /** What the other person answered; only where U allows it. */
  reply?: MessageReply;
}
