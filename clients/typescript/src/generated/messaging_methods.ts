// Written by scripts/generate.mjs from the schemas of the specification. Change those, not this file.

import type {
  Cursor,
  Message,
  MessageFile,
  PaymentReference,
  RequestId,
} from "./messaging_objects.js";

export interface ListMessagesParams {
  /** Only those that have changed after this; all unless told. */
  since?: Cursor;
  /** The most to answer, 1 to 100; 50 unless told. */
  limit?: number;
}

export interface ListMessagesResult {
  /** The messages, the one that changed last at the end. */
  messages: Message[];
  /** Where to go on: with the next page, or with what changes from now on. */
  cursor: Cursor;
  /** Whether there are more already. */
  more: boolean;
}

export interface MessageStatusParams {
  /** The message. */
  message_id?: string;
  /** The request that made it. */
  request_id?: RequestId;
  /** The version last seen: answer only once there is a newer one. */
  after?: number;
  /** How long to wait for that, at most 60000; then the present state is answered. */
  wait_ms?: number;
}

export interface MessageStatusResult {
  /** The message. */
  message: Message;
}

export interface RemoveMessageParams {
  /** The message. */
  message_id: string;
}

export interface RemoveMessageResult {
  /** Whether it was there still. */
  removed: boolean;
}

export interface SendMessageToPaymentContactParams {
  /** The idempotency key, a UUID made and stored by the app before it sends. */
  request_id: RequestId;
  /** The payment whose person is meant. */
  payment: PaymentReference;
  /** What the person is to read: 1 to 4000 code points. */
  text: string;
  /** Files in the app's folder, at most 8. */
  files?: MessageFile[];
  /** Anything of the app's own, at most 4096 bytes; answered unchanged, shown to nobody. */
  context?: string;
  /** Until when it may be allowed; 7 days unless told, 30 at most. */
  expires_at?: string;
}

export interface SendMessageToPaymentContactResult {
  /** The message. */
  message: Message;
  /** Whether the request was taken before. */
  replayed: boolean;
}

/** All methods of the service, by their names. */
export interface MessagingMethods {
  "list_messages": { params: ListMessagesParams; result: ListMessagesResult };
  "message_status": { params: MessageStatusParams; result: MessageStatusResult };
  "remove_message": { params: RemoveMessageParams; result: RemoveMessageResult };
  "send_message_to_payment_contact": { params: SendMessageToPaymentContactParams; result: SendMessageToPaymentContactResult };
}
