// Written by scripts/generate.mjs from the schemas of the specification. Change those, not this file.

import type {
  Address,
  Amount,
  AmountRange,
  Budget,
  Currency,
  Cursor,
  Invoice,
  InvoiceState,
  Opening,
  OrderState,
  PaymentOrder,
  ProofFlaw,
  ProofKind,
  ProofSigner,
  RequestId,
  RequestTemplate,
  Service,
  ServiceDefinition,
  Session,
  Statement,
  StatementFormat,
  Transfer,
} from "./objects.js";

export interface AddressesForCurrencyParams {
  /** The currency code. */
  currency: string;
  /** Continue a list: the `next` of the page before. */
  before?: string;
  /** The most rows to answer, 1 to 100; 50 by default. */
  limit?: number;
}

export interface AddressesForCurrencyResult {
  /** The addresses. */
  addresses: Address[];
  /** Where the next page starts; absent on the last page. */
  next?: string;
}

export interface CancelInvoiceRequestParams {
  /** The idempotency key, a UUID made and stored by the app before it sends. */
  request_id: RequestId;
  /** The invoice. */
  invoice_id: string;
}

export interface CancelInvoiceRequestResult {
  /** The invoice. */
  invoice: Invoice;
  /** Whether this answers an earlier request with the same `request_id` and params. */
  replayed: boolean;
}

export interface CancelPaymentOrderParams {
  /** The idempotency key, a UUID made and stored by the app before it sends. */
  request_id: RequestId;
  /** The order. */
  order_id: string;
}

export interface CancelPaymentOrderResult {
  /** The order. */
  payment_order: PaymentOrder;
  /** Whether this answers an earlier request with the same `request_id` and params. */
  replayed: boolean;
}

export interface DisconnectAppParams {
  /** Remove the pairing, so that the next connection needs the owner again. */
  forget?: boolean;
}

export interface DisconnectAppResult {
  /** Whether the pairing was removed. */
  forgotten: boolean;
}

export interface GetAmountRangeForCurrencyParams {
  /** The currency code. */
  currency: string;
}

export interface GetAmountRangeForCurrencyResult {
  /** The currency code. */
  currency: string;
  /** For invoices. */
  receive: AmountRange;
  /** For payment orders, before fees and within what the owner allows this app; absent without the scope `pay`. `max` is below `min` where nothing is left. */
  pay?: AmountRange;
  /** What the owner allows this app; absent without the scope `pay`. */
  budget?: Budget;
}

export interface GetBalanceParams {
  /** The currency code. */
  currency: string;
}

export interface GetBalanceResult {
  /** The currency code. */
  currency: string;
  /** Can be spent now. */
  available: Amount;
  /** Seen, not to be spent yet. */
  pending: Amount;
  /** Set aside for payments under way. */
  locked: Amount;
}

export interface GetInvoiceRequestStatusParams {
  /** The invoice. */
  invoice_id?: string;
  /** The request that made it. */
  request_id?: RequestId;
  /** The version last seen: answer only once there is a newer one. */
  after?: number;
  /** How long to wait for that, at most 60000; then the present state is answered. */
  wait_ms?: number;
}

export interface GetInvoiceRequestStatusResult {
  /** The invoice. */
  invoice: Invoice;
}

export interface GetOpenRequestStatusParams {
  /** The opening. */
  opening_id: string;
  /** The version last seen: answer only once there is a newer one. */
  after?: number;
  /** How long to wait for that, at most 60000; then the present state is answered. */
  wait_ms?: number;
}

export interface GetOpenRequestStatusResult {
  /** The opening. */
  opening: Opening;
}

export interface GetPaymentOrderStatusParams {
  /** The order. */
  order_id?: string;
  /** The request that made it. */
  request_id?: RequestId;
  /** The version last seen: answer only once there is a newer one. */
  after?: number;
  /** How long to wait for that, at most 60000; then the present state is answered. */
  wait_ms?: number;
}

export interface GetPaymentOrderStatusResult {
  /** The order. */
  payment_order: PaymentOrder;
}

export interface GetServiceDefinitionParams {
  /** The name of the service, such as `payments`. */
  service: string;
}

export interface GetServiceDefinitionResult {
  /** What the service consists of. */
  definition: ServiceDefinition;
  /** The template of each request, by its name. */
  templates: Record<string, RequestTemplate>;
}

export type GetSessionParams = Record<string, never>;

export type GetSessionResult = Session;

export interface GetStatementPartParams {
  /** The statement. */
  statement_id: string;
  /** Which part, from 0; the default is the first one. */
  part?: number;
  /** The version last seen: answer only once there is a newer one. */
  after?: number;
  /** How long to wait for that, at most 60000; then the present state is answered. */
  wait_ms?: number;
}

export interface GetStatementPartResult {
  /** The statement. */
  statement: Statement;
  /** The part, base64url; absent until the statement is ready. */
  data?: string;
}

export interface InvoiceRequestParams {
  /** The idempotency key, a UUID made and stored by the app before it sends. */
  request_id: RequestId;
  /** The currency code. */
  currency: string;
  /** The amount asked for. */
  amount?: Amount;
  /** What it is for, at most 1000 code points. */
  description?: string;
  /** Confirmations wanted, 0 to 1000; the default is the number of the currency. */
  confirmations?: number;
  /** The payer's deadline; at least 10 seconds and at most 30 days ahead; the default is 15 minutes. */
  expires_at?: string;
}

export interface InvoiceRequestResult {
  /** The invoice. */
  invoice: Invoice;
  /** Whether this answers an earlier request with the same `request_id` and params. */
  replayed: boolean;
}

export type ListCurrenciesParams = Record<string, never>;

export interface ListCurrenciesResult {
  /** The currencies, by code. */
  currencies: Currency[];
}

export interface ListInvoiceRequestsParams {
  /** Only of this currency. */
  currency?: string;
  /** Continue a list: the `next` of the page before. */
  before?: string;
  /** The most rows to answer, 1 to 100; 50 by default. */
  limit?: number;
  /** Only those in this state. */
  state?: InvoiceState;
}

export interface ListInvoiceRequestsResult {
  /** The invoices. */
  invoices: Invoice[];
  /** Where the next page starts; absent on the last page. */
  next?: string;
}

export interface ListInvoiceTransfersParams {
  /** The invoice. */
  invoice_id: string;
  /** Continue a list: the `next` of the page before. */
  before?: string;
  /** The most rows to answer, 1 to 100; 50 by default. */
  limit?: number;
}

export interface ListInvoiceTransfersResult {
  /** The transfers. */
  transfers: Transfer[];
  /** Where the next page starts; absent on the last page. */
  next?: string;
}

export interface ListPaymentOrdersParams {
  /** Only of this currency. */
  currency?: string;
  /** Continue a list: the `next` of the page before. */
  before?: string;
  /** The most rows to answer, 1 to 100; 50 by default. */
  limit?: number;
  /** Only those in this state. */
  state?: OrderState;
}

export interface ListPaymentOrdersResult {
  /** The orders. */
  payment_orders: PaymentOrder[];
  /** Where the next page starts; absent on the last page. */
  next?: string;
}

export type ListServicesParams = Record<string, never>;

export interface ListServicesResult {
  /** `Services`: the specification of the list itself. */
  spec: string;
  /** The versions of that specification. */
  versions: string;
  /** The services. */
  services: Service[];
}

export interface NewAddressForCurrencyParams {
  /** The idempotency key, a UUID made and stored by the app before it sends. */
  request_id: RequestId;
  /** The currency code. */
  currency: string;
  /** A label for people, at most 200 code points. */
  label?: string;
  /** The time after which the provider must not act on the request any more. */
  expires_at?: string;
}

export interface NewAddressForCurrencyResult {
  /** The address. */
  address: Address;
  /** Whether this answers an earlier request with the same `request_id` and params. */
  replayed: boolean;
}

export interface OpenRequestParams {
  /** What the app finds this opening by when it comes back: 1 to 256 of `A-Z a-z 0-9 - . _ ~`. */
  state: string;
  /** Show this order. */
  order_id?: string;
  /** Show this invoice. */
  invoice_id?: string;
}

export interface OpenRequestResult {
  /** The opening. */
  opening: Opening;
  /** The link that opens it, once. */
  link: string;
}

export interface PaymentOrderParams {
  /** The idempotency key, a UUID made and stored by the app before it sends. */
  request_id: RequestId;
  /** The currency code. */
  currency: string;
  /** The recipient: an address, or a Lightning invoice (BOLT 11). */
  address: string;
  /** What the recipient gets; the fee comes on top. */
  amount: Amount;
  /** The largest fee to accept. */
  max_fee?: Amount;
  /** What it is for, at most 1000 code points; the owner sees it as the app's claim. */
  description?: string;
  /** Do not submit it after this. */
  expires_at?: string;
}

export interface PaymentOrderResult {
  /** The order. */
  payment_order: PaymentOrder;
  /** Whether this answers an earlier request with the same `request_id` and params. */
  replayed: boolean;
}

export interface ProofRequestParams {
  /** The currency code. */
  currency: string;
  /** What is to be proven. */
  kind: ProofKind;
  /** What whoever asked for the proof wants to read in it, 1 to 256 code points on one line. */
  message: string;
  /** For `payment`: the payment order of this app, proven as its payer. */
  order_id?: string;
  /** For `payment`: the invoice of this app, proven as its payee. */
  invoice_id?: string;
  /** With `invoice_id`: which transaction, where several paid it. */
  transaction_id?: string;
  /** For `address`: an address that was handed to this app. */
  address?: string;
  /** For `reserve`: what is to be proven to be held. */
  amount?: Amount;
}

export interface ProofRequestResult {
  /** The currency code. */
  currency: string;
  /** The network of the currency, such as `mainnet`. */
  network: string;
  /** What is proven. */
  kind: ProofKind;
  /** The proof in the wallet's own form. */
  proof: string;
  /** Exactly the text that was signed, which a verifier needs. */
  signed_message: string;
  /** For `payment`: the transaction. */
  transaction_id?: string;
  /** For `payment`: the address that was paid; for `address`: the address; for `reserve`: the address that verifiers need, where they do. */
  address?: string;
  /** For `payment`: what the transaction pays the address; for `reserve`: the amount. */
  amount?: Amount;
  /** The order, where it is about one. */
  order_id?: string;
  /** The invoice, where it is about one. */
  invoice_id?: string;
}

export type RpcDiscoverParams = Record<string, never>;

/** An OpenRPC document. */
export type RpcDiscoverResult = unknown;

export interface StatementRequestParams {
  /** The idempotency key, a UUID made and stored by the app before it sends. */
  request_id: RequestId;
  /** The beginning of the period: a date, such as `2026-03-01`, or a timestamp. */
  from: string;
  /** The end of the period, which is not part of it: a date or a timestamp. */
  to: string;
  /** The form of the file. */
  format: StatementFormat;
  /** Only of this currency. */
  currency?: string;
}

export interface StatementRequestResult {
  /** The statement. */
  statement: Statement;
  /** Whether this answers an earlier request with the same `request_id` and params. */
  replayed: boolean;
  /** The file, base64url, where it is ready and has one part. */
  data?: string;
}

export interface SubscribeEventsParams {
  /** Send the events after this one; by default only events from now on. `"0"` is the beginning. */
  from?: Cursor;
}

export interface SubscribeEventsResult {
  /** The place from which events follow. */
  cursor: Cursor;
}

export type UnsubscribeEventsParams = Record<string, never>;

export interface UnsubscribeEventsResult {
  /** The newest event that was sent. */
  cursor: Cursor;
}

export interface VerifyProofParams {
  /** The currency code. */
  currency: string;
  /** What is to be shown. */
  kind: ProofKind;
  /** The proof in the wallet's own form, at most 262144 bytes. */
  proof: string;
  /** The text that was signed, exactly, 1 to 4096 bytes. */
  signed_message: string;
  /** The network that the proof is of; refused where the wallet is on another one. */
  network?: string;
  /** For `payment`: the transaction. */
  transaction_id?: string;
  /** For `payment`: the address that was paid; for `address`: the address; for `reserve`: the `address` of the proof, where it has one. */
  address?: string;
  /** For `reserve`, and where wanted for `payment`: the least that it has to show. */
  amount?: Amount;
}

export interface VerifyProofResult {
  /** Whether the proof holds. */
  valid: boolean;
  /** What that means, in a sentence for people. */
  meaning: string;
  /** Why it does not hold. */
  reason?: ProofFlaw;
  /** Whose key signed it. */
  signed_by?: ProofSigner;
  /** For `payment`: what the transaction pays the address; for `reserve`: what is held and unspent now. */
  amount?: Amount;
  /** For `payment`: confirmations of the transaction. */
  confirmations?: number;
  /** For `payment`: whether the transaction waits for a block. */
  in_pool?: boolean;
  /** For `reserve`: what was spent since the proof was made, where the network tells. */
  spent?: Amount;
}

/** All methods of the service, by their names. */
export interface PaymentMethods {
  "addresses_for_currency": { params: AddressesForCurrencyParams; result: AddressesForCurrencyResult };
  "cancel_invoice_request": { params: CancelInvoiceRequestParams; result: CancelInvoiceRequestResult };
  "cancel_payment_order": { params: CancelPaymentOrderParams; result: CancelPaymentOrderResult };
  "disconnect_app": { params: DisconnectAppParams; result: DisconnectAppResult };
  "get_amount_range_for_currency": { params: GetAmountRangeForCurrencyParams; result: GetAmountRangeForCurrencyResult };
  "get_balance": { params: GetBalanceParams; result: GetBalanceResult };
  "get_invoice_request_status": { params: GetInvoiceRequestStatusParams; result: GetInvoiceRequestStatusResult };
  "get_open_request_status": { params: GetOpenRequestStatusParams; result: GetOpenRequestStatusResult };
  "get_payment_order_status": { params: GetPaymentOrderStatusParams; result: GetPaymentOrderStatusResult };
  "get_service_definition": { params: GetServiceDefinitionParams; result: GetServiceDefinitionResult };
  "get_session": { params: GetSessionParams; result: GetSessionResult };
  "get_statement_part": { params: GetStatementPartParams; result: GetStatementPartResult };
  "invoice_request": { params: InvoiceRequestParams; result: InvoiceRequestResult };
  "list_currencies": { params: ListCurrenciesParams; result: ListCurrenciesResult };
  "list_invoice_requests": { params: ListInvoiceRequestsParams; result: ListInvoiceRequestsResult };
  "list_invoice_transfers": { params: ListInvoiceTransfersParams; result: ListInvoiceTransfersResult };
  "list_payment_orders": { params: ListPaymentOrdersParams; result: ListPaymentOrdersResult };
  "list_services": { params: ListServicesParams; result: ListServicesResult };
  "new_address_for_currency": { params: NewAddressForCurrencyParams; result: NewAddressForCurrencyResult };
  "open_request": { params: OpenRequestParams; result: OpenRequestResult };
  "payment_order": { params: PaymentOrderParams; result: PaymentOrderResult };
  "proof_request": { params: ProofRequestParams; result: ProofRequestResult };
  "rpc.discover": { params: RpcDiscoverParams; result: RpcDiscoverResult };
  "statement_request": { params: StatementRequestParams; result: StatementRequestResult };
  "subscribe_events": { params: SubscribeEventsParams; result: SubscribeEventsResult };
  "unsubscribe_events": { params: UnsubscribeEventsParams; result: UnsubscribeEventsResult };
  "verify_proof": { params: VerifyProofParams; result: VerifyProofResult };
}
