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

export interface Action {
  /** The `type` of the line that does it. */
  do: "accept" | "decline" | "cancel" | "retry";
  /** What a button says. */
  label: string;
  /** The `currency` of that line. */
  currency?: string;
}

export interface HelloLine {
  type: "hello";
  /** The versions of the lines that the agent speaks. */
  versions: number[];
  /** Who speaks. */
  agent: {
    /** The program. */
    name: string;
    /** Its version. */
    version: string;
  };
  /** The longest line that the agent reads, in bytes, without its end. */
  line_bytes: number;
}

export interface ReadyLine {
  type: "ready";
  /** The version that both speak. */
  v: number;
  /** How many cards the agent keeps. 0 tells the host to give it all messages that it has. */
  cards: number;
}

export interface OkLine {
  type: "ok";
  /** The host's number of this line, which the answer repeats. */
  n: number;
  /** The card to which the message belongs, or that was proposed. */
  card?: CardKey;
  /** Why the message is shown as its text; absent if it belongs to a card. */
  text_because?: string;
  /** The parts of a sum. */
  amounts?: string[];
  /** What the wallet has. */
  currencies?: Array<{
    /** The currency code. */
    code: string;
    /** Its name. */
    name: string;
    /** Its decimal places. */
    decimals: number;
  }>;
}

export interface ErrorLine {
  type: "error";
  /** Why, one word (19.5). */
  reason: string;
  /** The same for people. */
  text: string;
  /** The line that was not carried out; absent if the number could not be read. */
  n?: number;
  /** The position of that line in the stream, from 1. */
  line?: number;
  /** The card that could not be stored. */
  card?: CardKey;
  /** With `line_too_long`: the most bytes. */
  limit?: number;
}

export interface SendLine {
  type: "send";
  /** The identifier of this content in this room. The same content always has the same. */
  send: string;
  /** The room. */
  room: string;
  /** The text. */
  text: string;
  /** The link beside the text, in a chat with `links`. */
  link?: string;
  /** The user's own message that is to be edited. */
  replaces?: string;
  /** The user's own message that was lost or removed, in whose place this one is sent. */
  instead_of?: string;
}

export interface CardLine {
  type: "card";
  /** Which card. */
  card: CardKey;
  /** The room. */
  room: string;
  /** What the user is in it. */
  role: "payer" | "payee" | "onlooker";
  /** Who proposed: whoever is paid, or whoever pays. */
  kind: "request" | "offer";
  /** What was proposed. */
  prices: Price[];
  /** After this nothing is accepted or paid any more. */
  expires_at: string;
  /** When it was proposed. */
  created_at: string;
  /** How it stands (14.4). */
  state: "created" | "accepted" | "paid" | "settled" | "declined" | "cancelled" | "expired" | "failed";
  /** Whether it is over. */
  is_over: boolean;
  /** Whether it waits for the user's answer. */
  is_asked: boolean;
  /** The card in words, each safe to show. */
  text: {
    /** For example: bob asks you for */
    title: string;
    /** For example: 0.5 XMR or 1.2 LTC */
    sum: string;
    /** For example: Pending · waiting for your answer */
    state: string;
    /** What it is for. */
    note?: string;
    /** Why it does not proceed. For the user only. */
    problem?: string;
  };
  /** What the user can do now. */
  actions: Action[];
  /** What was picked. */
  price?: Price;
  /** The author's own words. */
  note?: string;
  /** The collection of which it is a part. */
  collection?: Collection;
  /** The message that carries the user's side. */
  message?: string;
  /** The amount that the payee's wallet has seen so far. */
  received?: string;
  /** Why the user's own message about it is not with its reader, or may not be (19.3). */
  not_delivered?: "no_room" | "too_long" | "refused" | "failed" | "delayed" | "unknown";
  /** The confirmations of the payment. */
  confirmations?: {
    /** How many. */
    seen: number;
    /** Out of how many. */
    wanted: number;
  };
}

export interface CollectionLine {
  type: "collection";
  /** The collection. */
  id: string;
  /** How many cards it has. */
  parts: number;
  /** How many of them are paid. */
  paid: number;
  /** The same in words. */
  text: string;
  /** What is collected for. */
  title?: string;
}

export interface WalletLine {
  type: "wallet";
  /** Whether the wallet can be used. `refused` ends only with `retry`. */
  state: "ready" | "pairing" | "unavailable" | "refused";
  /** The same in words, with what to do. */
  text: string;
  /** Its name. */
  provider?: string;
  /** Why it cannot be used, in one word. */
  reason?: string;
  /** The six digits that the owner types there. */
  code?: string;
  /** The owner's question. */
  question_id?: string;
}

export interface EndLine {
  type: "end";
  /** Why the agent ends, one word (19.5). */
  reason: string;
  /** The same for people. */
  text: string;
}

/** A line of the agent. */
export type AgentLine =
  | HelloLine
  | ReadyLine
  | OkLine
  | ErrorLine
  | SendLine
  | CardLine
  | CollectionLine
  | WalletLine
  | EndLine;
