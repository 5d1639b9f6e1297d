// Written by scripts/generate.mjs from the schemas of the specification. Change those, not this file.

/** A decimal string in the currency's unit, such as "0.5": (0|[1-9][0-9]*)(\.[0-9]+)? */
export type Amount = string;

/** As `amount`, with `-` before it where it is below zero. */
export type SignedAmount = string;

/** A UUID, RFC 9562; compared in lowercase. */
export type RequestId = string;

/** A place in the sequence of the app's events: a decimal number, of which the greater one is later. */
export type Cursor = string;

/** Whether a currency can be used now. */
export type Readiness = "ready" | "syncing" | "locked" | "unavailable";

export type WalletReason = "starting" | "not_running" | "no_answer" | "unauthorized" | "no_wallet" | "wrong_network" | "too_old" | "not_understood" | "syncing" | "wallet_locked" | "view_only" | "owner_locked" | "review";

export type InvoiceState = "pending" | "processing" | "settled" | "expired" | "invalid" | "cancelled";

export type InvoicePayment = "none" | "partial" | "paid" | "over" | "late";

export type TransferState = "unconfirmed" | "confirming" | "confirmed" | "removed";

export type OrderState = "received" | "awaiting_approval" | "approved" | "submitting" | "in_flight" | "succeeded" | "rejected" | "expired" | "cancelled" | "failed";

/** The state of a statement. */
export type StatementState = "preparing" | "ready" | "failed";

/** The form of a statement's file. */
export type StatementFormat = "json" | "csv" | "text" | "pdf";

/** The kind of payment in a row. */
export type StatementKind = "received" | "taken_back" | "paid" | "returned";

/** The status of an opening. */
export type OpeningStatus = "waiting" | "opened" | "returned" | "expired";

/** The result of an opening. It is the state of the shown object, whatever caused that state. */
export type OpeningResult = "approved" | "rejected" | "viewed";

/** The purpose of an address. */
export type AddressPurpose = "receive" | "invoice";

/** The kind of a proof. */
export type ProofKind = "payment" | "address" | "reserve";

/** The party whose key signed a proof. */
export type ProofSigner = "payer" | "payee" | "holder";

/** The reason why a proof is not valid. */
export type ProofFlaw = "signature" | "subject" | "transaction" | "amount";

/** A permission that an app can be granted. */
export type Scope = "receive" | "pay" | "balance" | "prove" | "statement";

/** The kind of an event. */
export type EventType = "invoice_changed" | "payment_order_changed" | "budget_low" | "statement_changed";

/** The period after which a budget is full again. */
export type BudgetPeriod = "day" | "week" | "month";

/** The payments within the limits for which the owner is asked because of their amount. */
export type Asking = "always" | "above" | "never" | "refuse";

export type PairingStatus = "approved" | "pending" | "denied";

/** A currency that the provider serves. */
export interface Currency {
  /** The code by which requests name it, such as `XMR`. */
  code: string;
  /** The name for people. */
  name: string;
  /** Decimal places of the unit. */
  decimals: number;
  /** The network of its addresses, such as `mainnet`, `regtest` or `mock`. */
  network: string;
  /** Whether it can be used now. */
  ready: Readiness;
  /** Confirmations after which a transfer counts as settled. */
  confirmations: number;
  /** The scheme of its payment URIs, without the colon. */
  uri_scheme: string;
  /** Why it is not ready; absent if it is, or if P does not know. */
  reason?: WalletReason;
}

/** A receiving address that was handed to this app. */
export interface Address {
  /** The address. */
  address: string;
  /** The currency code. */
  currency: string;
  /** What it was made for. */
  purpose: AddressPurpose;
  /** The payment URI of the address: BIP 321, or Monero's form. */
  uri: string;
  /** When it was made. */
  created_at: string;
  /** The label that the app gave. */
  label?: string;
  /** The invoice that it belongs to. */
  invoice_id?: string;
}

/** The smallest and largest amount in one direction. */
export interface AmountRange {
  /** The smallest amount. */
  min: Amount;
  /** The largest amount now. */
  max: Amount;
}

/** One payment that arrived for an invoice. */
export interface Transfer {
  /** The transaction id on the network. */
  transaction_id: string;
  /** What arrived. */
  amount: Amount;
  /** Confirmations so far. */
  confirmations: number;
  /** How sure it is. */
  state: TransferState;
  /** When the provider first saw it. */
  first_seen_at: string;
}

/** An invoice as it stands: `state` and `payment` are two axes, both always reported. */
export interface Invoice {
  /** The provider's name of the invoice. */
  invoice_id: string;
  /** The request that made it. */
  request_id: RequestId;
  /** Grows by one with each change that can be seen; for `after` in status calls. */
  version: number;
  /** The currency code. */
  currency: string;
  /** The address to pay to; it belongs to this invoice alone. */
  address: string;
  /** The payment URI (BIP 321, or Monero's form): address, amount where one was asked for, and the Lightning invoice if there is one. */
  uri: string;
  /** How far it is. */
  state: InvoiceState;
  /** How much of it was paid. */
  payment: InvoicePayment;
  /** The sum of what was seen and not taken back. */
  paid_amount: Amount;
  /** The part that is confirmed as often as wanted. */
  confirmed_amount: Amount;
  /** Confirmations that make a transfer count as settled. */
  confirmations_wanted: number;
  /** The newest transfers that arrived, at most 16, oldest first. */
  transfers: Transfer[];
  /** When it was made. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** The payer's deadline. */
  expires_at: string;
  /** Until when late money is still seen and reported. */
  monitored_until: string;
  /** A Lightning invoice (BOLT 11) for the same. Whichever is paid first, it is this invoice that is paid. */
  lightning?: string;
  /** The amount asked for; absent where the payer decides. */
  amount?: Amount;
  /** What it is for, as the app said. */
  description?: string;
  /** How many transfers arrived before those in `transfers`; absent where there are none. */
  earlier_transfers?: number;
}

/** A payment order as it stands. `in_flight` includes an unknown outcome: it is never called failed. */
export interface PaymentOrder {
  /** The provider's name of the order. */
  order_id: string;
  /** The request that made it. */
  request_id: RequestId;
  /** Grows by one with each change that can be seen; for `after` in status calls. */
  version: number;
  /** The currency code. */
  currency: string;
  /** The recipient. */
  address: string;
  /** What the recipient gets. */
  amount: Amount;
  /** How far it is. */
  state: OrderState;
  /** Confirmations so far. */
  confirmations: number;
  /** Confirmations that make it succeed. */
  confirmations_wanted: number;
  /** When it was received. */
  created_at: string;
  /** When it last changed. */
  updated_at: string;
  /** The largest fee that the app accepts. */
  max_fee?: Amount;
  /** The network fee: quoted, then as paid. */
  fee?: Amount;
  /** Amount and fee. */
  total?: Amount;
  /** What it is for, as the app said. */
  description?: string;
  /** Why it was rejected or failed: a reason of the error list. */
  reason?: string;
  /** What it waits for, beside the owner's answer: `lower_fee`, `wallet`, `coins`, `unlock` or `review`. */
  waiting_for?: string;
  /** The transaction id, once it was handed to the network. */
  transaction_id?: string;
  /** After this it is not submitted any more. */
  expires_at?: string;
  /** When a payment that had succeeded was found to be taken back for good, by a reorganisation of the network's. */
  reversed_at?: string;
}

/** The limits that hold for this session. */
export interface Limits {
  /** The largest message, before encryption. */
  max_message_bytes: number;
  /** The most requests in one batch. */
  max_batch: number;
  /** The most requests that may be unanswered at once. */
  max_in_flight: number;
  /** The deepest nesting of JSON. */
  max_depth: number;
  /** The rate at which the allowance for requests refills. */
  requests_per_second: number;
  /** The most requests at once before the rate holds. */
  burst: number;
}

/** A session, as both sides know it. */
export interface Session {
  /** Whether the owner approved the app. */
  status: PairingStatus;
  /** The handshake hash, base64url: names this session. */
  session_id: string;
  /** The version of the payments specification that is spoken. */
  spec_version: number;
  /** The provider. */
  provider: Provider;
  /** The app. */
  app: App;
  /** What the owner allowed. */
  grants: Grants;
  /** The limits of this session. */
  limits: Limits;
  /** The newest event. */
  event_cursor: Cursor;
  /** When a new handshake is due. */
  expires_at: string;
  /** When the owner approved the app. */
  paired_at?: string;
  /** While pending: the name of the question, by which the owner answers it. */
  question_id?: string;
  /** What may still be paid, by currency; absent without the scope `pay`. */
  budgets?: Budget[];
  /** Where the app leaves documents; absent until it is approved, and where the provider takes none. */
  folder?: DocumentFolder;
}

/** The app as the provider knows it. */
export interface App {
  /** The claimed identifier, such as `chat.simplex.app`. */
  app_id: string;
  /** The claimed name. */
  name: string;
  /** The claimed version. */
  version: string;
  /** The app's Ed25519 public key, base64url: its identity. */
  key: string;
}

/** The provider. */
export interface Provider {
  /** Its Ed25519 public key, base64url. */
  provider_id: string;
  /** Its name for people. */
  name: string;
  /** Program and version, such as `payd/0.9.0`. */
  software: string;
}

/** What the owner allowed this app. */
export interface Grants {
  /** The scopes that the app may use. */
  scopes: Scope[];
  /** The currencies that it may use; absent where all. */
  currencies?: string[];
  /** When the scopes end; absent where they last until they are revoked. After it `scopes` is empty. */
  expires_at?: string;
}

/** Where an app leaves requests as documents. */
export interface DocumentFolder {
  /** The path of the folder `.services`. */
  services: string;
  /** The name of the app's folder inside that of each request. */
  name: string;
  /** The key with which the app seals documents and the provider the answers to these: 32 bytes in base64url. Secret. */
  document_key?: string;
}

/** What this app may still pay in a currency. Amounts are totals, fee included. */
export interface Budget {
  /** The currency code. */
  currency: string;
  /** The period that `per_period`, `count` and what is used are about, in the time zone of the owner. */
  period: BudgetPeriod;
  /** Which payments the owner is asked about. */
  ask: Asking;
  /** What is counted in this period: paid, and in flight. */
  used: Amount;
  /** The payments that are counted in this period. */
  used_count: number;
  /** When the period ends and the next begins. */
  resets_at: string;
  /** With `ask` `above`: the largest total that needs no question. */
  ask_above?: Amount;
  /** True where the owner is asked, whatever the amount, for payments to recipients to whom the owner has not approved a payment of this app by hand; absent where not. */
  ask_new_recipients?: boolean;
  /** The largest total of one payment; absent where there is no limit. */
  per_payment?: Amount;
  /** The largest sum of a period; absent where there is no limit. */
  per_period?: Amount;
  /** The most payments of a period; absent where there is no limit. */
  count?: number;
  /** The largest total that fits now; absent where there is no limit. */
  left?: Amount;
  /** How many more payments fit in this period; absent where there is no limit. */
  left_count?: number;
}

/** A statement of an app's payments, as far as it is prepared. */
export interface Statement {
  /** The provider's name of the statement. */
  statement_id: string;
  /** The request that made it. */
  request_id: RequestId;
  /** Grows by one with each change that can be seen; for `after`. */
  version: number;
  /** How far it is. */
  state: StatementState;
  /** The form of the file. */
  format: StatementFormat;
  /** The first moment of the period. */
  from: string;
  /** The first moment after the period. */
  to: string;
  /** The payments of the period. */
  rows: number;
  /** How many of them were read so far. */
  rows_done: number;
  /** The media type of the file. */
  media_type: string;
  /** A name for the file. */
  file_name: string;
  /** When it was asked for. */
  created_at: string;
  /** The currency that it is about; absent where all. */
  currency?: string;
  /** When `ready`: the bytes of the file. */
  size?: number;
  /** When `ready`: SHA-256 of the file, in lowercase hexadecimal. */
  sha256?: string;
  /** When `ready`: the parts in which the file is fetched. */
  parts?: number;
  /** When `ready`: until when it can be fetched; it may be dropped earlier for newer ones. */
  expires_at?: string;
  /** When `failed`: a reason of the error list. */
  reason?: string;
}

/** A statement in the format `json`. */
export interface StatementDocument {
  /** The provider. */
  provider: Provider;
  /** The first moment of the period. */
  from: string;
  /** The first moment after the period. */
  to: string;
  /** `from` in the owner's time zone, with the offset from UTC. */
  from_local: string;
  /** `to` in the owner's time zone, with the offset from UTC. */
  to_local: string;
  /** The owner's time zone, such as `Europe/Berlin`. */
  time_zone: string;
  /** When the ledger was read. */
  made_at: string;
  /** One for each currency, by code. */
  sections: StatementSection[];
  /** The app that it is about; absent where all. */
  app?: StatementApp;
}

/** The app that a statement is about. */
export interface StatementApp {
  /** The claimed name. */
  name: string;
  /** The app's Ed25519 public key, base64url: its identity. */
  key: string;
}

/** What a statement tells of one currency: `opening` + `in` - `out` - `fees` = `closing`. */
export interface StatementSection {
  /** The currency code. */
  currency: string;
  /** Decimal places of the unit. */
  decimals: number;
  /** The sum of all flow before the period. */
  opening: SignedAmount;
  /** The sum of what was received. */
  in: Amount;
  /** The sum of what was paid, without fees, and of what was taken back. */
  out: Amount;
  /** The sum of the network fees of what was paid. */
  fees: Amount;
  /** The part of `out` that was taken back. */
  taken_back: Amount;
  /** The sum of all flow up to the end of the period. */
  closing: SignedAmount;
  /** The payments, oldest first. */
  rows: StatementRow[];
  /** The flow of each day on which there was any, in the owner's time zone. */
  days: StatementDay[];
  /** The network of the currency, where the provider still serves it. */
  network?: string;
}

/** One payment of a statement. */
export interface StatementRow {
  /** When it was booked. */
  at: string;
  /** The same in the owner's time zone, with the offset from UTC. */
  local_at: string;
  /** Which way the money went. */
  kind: StatementKind;
  /** What came. */
  in: Amount;
  /** What went, without the fee. */
  out: Amount;
  /** The network fee. */
  fee: Amount;
  /** The sum of all flow up to this row. */
  balance: SignedAmount;
  /** The invoice or the order. */
  object_id: string;
  /** The transaction id on the network. */
  transaction_id: string;
  /** What it is for, as the app said. */
  description?: string;
  /** The address that was paid. */
  address?: string;
  /** What the owner calls that address; only in a statement of the owner's. */
  payee?: string;
  /** The app, in a statement of the owner's about all; absent for what came without one. */
  app?: StatementApp;
}

/** The flow of one day. */
export interface StatementDay {
  /** The date, such as `2026-03-20`. */
  day: string;
  /** The sum of what came. */
  in: Amount;
  /** The sum of what went, without fees. */
  out: Amount;
  /** The sum of the network fees. */
  fees: Amount;
  /** The sum of all flow up to the end of the day. */
  balance: SignedAmount;
}

/** Something that an app asked the provider to show to the owner. */
export interface Opening {
  /** The provider's name of the opening. */
  opening_id: string;
  /** Grows by one with each change that can be seen; for `after`. */
  version: number;
  /** How far it is. */
  status: OpeningStatus;
  /** Exactly what the app gave. */
  state: string;
  /** Whether the owner is led back to the app. */
  returns: boolean;
  /** When it was asked for. */
  created_at: string;
  /** Until when it can be opened, or come back. */
  expires_at: string;
  /** The order that is shown. */
  order_id?: string;
  /** The invoice that is shown. */
  invoice_id?: string;
  /** When `returned`: how it went. */
  result?: OpeningResult;
}

/** One change, as the notification `event` carries it. `invoice`, `payment_order`, `budget` or `statement` shows the object as it stood then. */
export interface Event {
  /** The place of this event; subscribing from it continues after it. */
  cursor: Cursor;
  /** What changed. */
  type: EventType;
  /** When it changed. */
  at: string;
  /** The invoice after the change. */
  invoice?: Invoice;
  /** The order after the change. */
  payment_order?: PaymentOrder;
  /** The budget after the change. */
  budget?: Budget;
  /** The statement after the change. */
  statement?: Statement;
  /** The identifier of the object where the event comes without it, since it would not fit into a message: ask for it. */
  object_id?: string;
}

/** Whether a service can be used. */
export type ServiceStatus = "enabled" | "experimental" | "disabled";

/** A service that the provider offers, as in `services.yml`. */
export interface Service {
  /** The name of its specification, such as `payments`. */
  spec: string;
  /** The versions of that specification: `1` or `1-3`. */
  versions: string;
  /** The folder of its files, beside `services.yml`. */
  folder: string;
  /** Whether it can be used; absent means `enabled`. */
  status?: ServiceStatus;
  /** Where it is offered: ISO 3166-1 alpha-3 codes, each perhaps with `!` before it; absent means everywhere. */
  countries?: string[];
}

/** What a service consists of, as in its `definition.yml`. */
export interface ServiceDefinition {
  /** The requests that can be made. */
  requests: ServiceRequest[];
  /** The name of its specification; as in `services.yml`, where it is present. */
  spec?: string;
  /** The versions of that specification; as in `services.yml`, where they are present. */
  versions?: string;
  /** Whether it can be used; as in `services.yml`, where it is present. */
  status?: ServiceStatus;
  /** Where it is offered; as in `services.yml`, where they are present. */
  countries?: string[];
  /** Other ways in. */
  endpoints?: ServiceEndpoint[];
}

/** A kind of request of a service. */
export interface ServiceRequest {
  /** The name of the request, which is that of the method. */
  spec: string;
  /** The file of its template, in the folder of the service. */
  file: string;
  /** The folder of the documents of this kind, in the folder of the service. */
  folder: string;
  /** The versions of the request; absent means those of the service. */
  versions?: string;
}

/** Another way into a service. */
export interface ServiceEndpoint {
  /** The name of the endpoint, such as `connect_app`. */
  spec: string;
  /** Its versions; absent means those of the service. */
  versions?: string;
  /** The file that describes it, in the folder of the service. */
  file?: string;
}

/** How a request is filled in. Each other member is a field of the request. */
export interface RequestTemplate {
  /** The name of the request. */
  spec: string;
  /** The versions of the request: `1` or `1-3`; a request names one of them. */
  version: string;
  /** The methods that can be called about a request that was made. */
  file_endpoint?: Array<{
    spec: string;
  }>;
}
