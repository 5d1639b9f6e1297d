// Written by scripts/generate.mjs from the schemas of the specification. Change those, not this file.

export interface CardKey {
  /** The author, as the room names people. */
  author: string;
  /** The UUID that the author gave the card. */
  id: string;
}

export interface Price {
  /** The currency code: two to twelve of A-Z0-9. */
  currency: string;
  /** A decimal in the currency's unit, above zero. */
  amount: string;
}

export interface Collection {
  /** The UUID that the author gave the collection. */
  id: string;
  /** What is collected for, at most 100 code points. */
  title?: string;
}

export interface HelloLine {
  type: "hello";
  /** The version of the lines that the host has chosen: 1. */
  v: number;
  /** The app for which the wallet's owner is asked. */
  app: {
    /** The identifier of the chat app, which the wallet's owner sees. */
    id: string;
    /** Its name. */
    name: string;
    /** Its version. */
    version: string;
  };
  /** What the chat can do. */
  chat: {
    /** Whether the user's own messages can be edited. */
    edits: boolean;
    /** Whether a message can carry a link beside its text. */
    links: boolean;
    /** The longest text that a message can have, in bytes. */
    text_bytes?: number;
  };
  /** The device of the user, where several use the same folder: 1 to 64 of A-Z a-z 0-9 . _ -. */
  device?: string;
  /** The name of the provider, where several run. */
  provider?: string;
}

export interface RoomLine {
  type: "room";
  /** The host's number of this line, which the answer repeats. */
  n: number;
  /** The room. */
  room: string;
  /** Its name. */
  name: string;
  /** The user in this room. */
  me: string;
  /** All members, the user included. */
  members: Array<{
    /** The person, as the network has authenticated them. */
    id: string;
    /** The shown name. */
    name: string;
  }>;
}

export interface LeftLine {
  type: "left";
  /** The host's number of this line, which the answer repeats. */
  n: number;
  /** A room of which the user is no member any more. */
  room: string;
}

export interface MessageLine {
  type: "message";
  /** The host's number of this line, which the answer repeats. */
  n: number;
  /** The room. */
  room: string;
  /** The message. */
  message: string;
  /** The author of the message, as the network has authenticated them. */
  from: string;
  /** The text. */
  text: string;
  /** The link, if the message carries one beside its text. */
  link?: string;
}

export interface RemovedLine {
  type: "removed";
  /** The host's number of this line, which the answer repeats. */
  n: number;
  /** The room. */
  room: string;
  /** The message that is gone for its readers. */
  message: string;
  /** Who has removed it for everybody, its author or a moderator; absent if nobody has, because its time was over, or if it is gone for the user only. */
  by?: string;
}

export interface DeliveryLine {
  type: "delivery";
  /** The host's number of this line, which the answer repeats. */
  n: number;
  /** The room. */
  room: string;
  /** The user's own message, as `sent` has named it. */
  message: string;
  /** What became of it. */
  state: "sent" | "delivered" | "delayed" | "failed" | "unknown";
  /** With `delayed` and `failed`: why, in the words of the network. */
  text?: string;
}

export interface ConnectedLine {
  type: "connected";
  /** The host's number of this line, which the answer repeats. */
  n: number;
}

export interface DisconnectedLine {
  type: "disconnected";
  /** The host's number of this line, which the answer repeats. */
  n: number;
}

export interface SentLine {
  type: "sent";
  /** The host's number of this line, which the answer repeats. */
  n: number;
  /** The `send` of the line that asked for it. */
  send: string;
  /** The message that has the content now. */
  message: string;
}

export interface NotSentLine {
  type: "not_sent";
  /** The host's number of this line, which the answer repeats. */
  n: number;
  /** The `send` of the line that asked for it. */
  send: string;
  /** Why it was not sent. */
  reason: "disconnected" | "unknown_room" | "unknown_message" | "too_large" | "refused";
  /** With `too_large`: the most bytes. */
  limit?: number;
  /** With `refused`: why, in the words of the network. */
  text?: string;
}

export interface ProposeLine {
  type: "propose";
  /** The host's number of this line, which the answer repeats. */
  n: number;
  /** A UUID that the host has made for this card. */
  id: string;
  /** The room. */
  room: string;
  /** Whether the user wants to be paid or to pay. */
  kind: "request" | "offer";
  /** One to eight, each in another currency. */
  prices: Price[];
  /** What it is for, at most 500 code points. */
  note?: string;
  /** Whom it is for; needed where more than two are in the room. */
  to?: string;
  /** Whether an offer is to be paid by Lightning, if the payee gives an invoice for that; without it, no. */
  lightning?: boolean;
  /** For how many seconds it can be accepted and paid; a week if it is missing. */
  lifetime_s?: number;
  /** The collection of which it is a part. */
  collection?: Collection;
}

export interface AcceptLine {
  type: "accept";
  /** The host's number of this line, which the answer repeats. */
  n: number;
  /** Which card. */
  card: CardKey;
  /** The currency, needed where the card has several prices. */
  currency?: string;
  /** Whether to pay by Lightning, if the payee gives an invoice for that; without it, no. */
  lightning?: boolean;
}

export interface DeclineLine {
  type: "decline";
  /** The host's number of this line, which the answer repeats. */
  n: number;
  /** Which card. */
  card: CardKey;
  /** The user's own words, at most 200 code points. */
  reason?: string;
}

export interface CancelLine {
  type: "cancel";
  /** The host's number of this line, which the answer repeats. */
  n: number;
  /** Which card. */
  card: CardKey;
  /** The user's own words, at most 200 code points. */
  reason?: string;
}

export interface RetryLine {
  type: "retry";
  /** The host's number of this line, which the answer repeats. */
  n: number;
  /** Which card; without it all, and the wallet is asked again. */
  card?: CardKey;
}

export interface CurrenciesLine {
  type: "currencies";
  /** The host's number of this line, which the answer repeats. */
  n: number;
}

export interface SplitLine {
  type: "split";
  /** The host's number of this line, which the answer repeats. */
  n: number;
  /** The currency. */
  currency: string;
  /** The sum, a decimal in the currency's unit. */
  total: string;
  /** Into how many parts, 1 to 100. */
  count: number;
}

/** A line of the host. */
export type HostLine =
  | HelloLine
  | RoomLine
  | LeftLine
  | MessageLine
  | RemovedLine
  | DeliveryLine
  | ConnectedLine
  | DisconnectedLine
  | SentLine
  | NotSentLine
  | ProposeLine
  | AcceptLine
  | DeclineLine
  | CancelLine
  | RetryLine
  | CurrenciesLine
  | SplitLine;
