// Written by scripts/generate.mjs from protocol/openrpc-owner.json. Change that, not this file.

/** How often an address was paid before. */
export type AddressPayments = {
  by_app: number;
  in_all: number;
  last_by_app_at?: string;
  last_at?: string;
};

/** A decimal string in the currency's unit, such as "0.5": (0|[1-9][0-9]*)(\.[0-9]+)? */
export type Amount = string;

/** What an app may pay in a currency, and where that stands. Amounts are totals, fee included. */
export type AppBudget = {
  currency: string;
  limits: AppLimits;
  own: boolean;
  used: Amount;
  used_count: number;
  resets_at: string;
  left?: Amount;
};

/** What a paired app may do, and how much of that it used. */
export type AppGrants = {
  app: AppNames;
  scopes: Scope[];
  budgets: AppBudget[];
  quota: AppQuotaReport;
  currencies?: string[];
  expires_at?: string;
};

/** The limits of an app in a currency. */
export type AppLimits = {
  period: BudgetPeriod;
  ask: Asking;
  ask_above?: Amount;
  ask_new_recipients?: boolean;
  per_payment?: Amount;
  per_period?: Amount;
  count?: number;
  recipients?: Record<string, Amount>;
  batch?: boolean;
};

/** What an app is called, wherever one is named. */
export type AppNames = {
  key: string;
  fingerprint: string;
  name: string;
  claimed_name: string;
};

/** How much an app had made for it, and the most that it may; a most of 0 is no limit. */
export type AppQuotaReport = {
  open_invoices: UsedQuota;
  unpaid_addresses: UsedAddresses;
  ledger_bytes: UsedQuota;
  own: boolean;
};

/** The payments within the limits for which the owner is asked because of their amount. */
export type Asking = "always" | "above" | "never" | "refuse";

/** An entry of the audit log. */
export type AuditLogEntry = {
  entry: number;
  at: string;
  kind: string;
  detail: unknown;
  hash: string;
  app?: string;
  name?: string;
  object?: string;
};

/** What a check of the audit log found. A log that is what it was has `entries`, `hash` and `note`; any other one `entry`, `fault` and `message`. */
export type AuditVerification = {
  ok: boolean;
  entries?: number;
  hash?: string;
  note?: string;
  expected?: string;
  entry?: number;
  fault?: string;
  message?: string;
};

/** The period after which a budget is full again. */
export type BudgetPeriod = "day" | "week" | "month";

/** A wallet of the provider. */
export type CurrencyReport = {
  code: string;
  network: string;
  ready: string;
  stopped: boolean;
  made_up: boolean;
  height?: number;
  trouble?: WalletTrouble;
  notices?: WalletNotice[];
};

/** An order that has not ended, and what is done to end it. */
export type EndingOrder = {
  order: OwnerOrder;
  confirmations_needed?: number;
  return_id?: string;
  return_fee?: Amount;
  return_fee_cap?: Amount;
  together?: string[];
};

/** What a reason brings; each member is there with the reasons that it names. */
export type FailureData = {
  tries_left?: number;
  retry_after_ms?: number;
  fee_cap?: Amount;
  currency?: string;
  limit?: string;
  left?: Amount;
  until?: string;
  state?: OrderState;
  pid?: number;
  candidates?: string[];
};

/** What holds back an order whose transaction is signed. */
export type HeldBackOrder = {
  order: string;
  marked: string[];
};

/** invoice_payment */
export type InvoicePayment = "none" | "partial" | "paid" | "over" | "late";

/** invoice_state */
export type InvoiceState = "pending" | "processing" | "settled" | "expired" | "invalid" | "cancelled";

/** What a Lightning invoice (BOLT 11) says. Its maker has signed it, which proves nothing else of it. A node may receive for many people, so that each invoice is a new recipient. */
export type LightningClaims = {
  node: string;
  expires_at: string;
  description?: string;
};

/** An app that the owner decided about. */
export type ListedApp = {
  app: AppNames;
  app_id: string;
  status: string;
  scopes: string[];
  paired_at: string;
  connected: boolean;
  last_seen?: string;
};

/** A connection of an app. */
export type ListedSession = {
  id: string;
  app: AppNames;
  app_id: string;
  version: string;
  state: PairingStatus;
  since: string;
  calls: number;
  question_id?: string;
  process?: string;
};

/** Why nothing is paid before the owner unlocks the wallet. */
export type LockReason = "owner" | "unvouched_ledger";

/** Whether the wallet is locked, and what that means for payments under way. */
export type LockReport = {
  locked: boolean;
  changed: boolean;
  payments_waiting: number;
  waiting: OwnerOrder[];
  payments_to_look_at: number;
  payments_in_flight: number;
};

/** A payment of a transaction that the mock wallet handed to the network. A transaction that makes several payments is listed once for each of them. */
export type MockBroadcast = {
  transaction_id: string;
  address: string;
  atomic_units: string;
  commits: number;
};

/** What is to happen on the made-up network. The first five are what the rest of the world does; the others go wrong, for trials. */
export type MockCommand = "receive" | "mine" | "reorganise" | "raise-fee" | "double-spend" | "status" | "latency" | "fee" | "fault" | "broadcasts";

/** Money that left or arrived without a question to the owner. */
export type MoneyMoved = {
  kind: MoneyMovedKind;
  id: string;
  app: AppNames;
  currency: string;
  amount: Amount;
  address: string;
  others?: number;
};

/** What happened. */
export type MoneyMovedKind = "paid_unasked" | "arrived" | "settled" | "taken_back";

/** An address that the owner has given a name. */
export type NamedPayee = {
  address: string;
  name: string;
};

/** order_state */
export type OrderState = "received" | "awaiting_approval" | "approved" | "submitting" | "in_flight" | "succeeded" | "rejected" | "expired" | "cancelled" | "failed";

/** What was decided: about an app that asked to be paired, or about a payment. */
export type OwnerDecision = {
  app?: AppNames;
  scopes?: Scope[];
  unasked?: Record<string, AppLimits>;
  order?: OwnerOrder;
  always?: string;
};

/** An invoice as the owner sees it, with what arrived for it. */
export type OwnerInvoice = {
  id: string;
  app: AppNames;
  currency: string;
  received: Amount;
  confirmed: Amount;
  address: string;
  state: InvoiceState;
  payment: InvoicePayment;
  group: PaymentGroup;
  confirmations_wanted: number;
  created_at: string;
  updated_at: string;
  expires_at: string;
  amount?: Amount;
  description?: string;
  transfers?: ReceivedTransfer[];
  earlier_transfers?: number;
  uri?: string;
};

/** What a program that watches is told. */
export type OwnerNews = {
  change: "standing";
  provider: string;
  locked: boolean;
  pin: boolean;
  wallets: CurrencyReport[];
} | {
  change: "shown";
  question: Question;
} | {
  change: "updated";
  question: Question;
} | {
  change: "withdrawn";
  id: string;
  kind: QuestionKind;
  because: QuestionEnding;
} | {
  change: "moved";
  money: MoneyMoved;
} | {
  change: "ready";
};

/** A payment order as the owner sees it. Amounts are in the unit of the currency. */
export type OwnerOrder = {
  id: string;
  app: AppNames;
  currency: string;
  amount: Amount;
  address: string;
  state: OrderState;
  group: PaymentGroup;
  confirmations: number;
  confirmations_wanted: number;
  created_at: string;
  updated_at: string;
  waiting_for?: string;
  in_doubt?: boolean;
  reason?: string;
  fee?: Amount;
  fee_cap?: Amount;
  max_fee?: Amount;
  total?: Amount;
  transaction_id?: string;
  expires_at?: string;
  reversed_at?: string;
  payee?: string;
  description?: string;
  lightning?: LightningClaims;
};

/** pairing_status */
export type PairingStatus = "approved" | "pending" | "denied";

/** Who has to do something next. */
export type PaymentGroup = "waiting" | "in_flight" | "ended";

/** Something that happened to a payment order. */
export type PaymentMoment = {
  at: string;
  what: string;
  by?: string;
};

/** Whether a PIN is set, and how it stands. */
export type PinStatus = {
  set: boolean;
  above?: Record<string, Amount>;
  tries_left?: number;
  next_try_at?: string;
};

/** What waits for the owner; its member `kind` tells which. */
export type Question = {
  kind: "pairing";
  id: string;
  app: AppNames;
  app_id: string;
  version: string;
  scopes: Scope[];
  granted: Scope[];
  asked_at: string;
  expires_at: string;
  needs_pin: boolean;
  number?: number;
  currencies?: string[];
  process?: string;
  unasked?: Record<string, AppLimits>;
} | {
  kind: "payment";
  id: string;
  order: OwnerOrder;
  paid_before: AddressPayments;
  behind: number;
  needs_pin: boolean;
  number?: number;
  process?: string;
  budget?: QuestionBudget;
  new_recipient?: boolean;
  short_of_funds?: boolean;
};

/** What a payment leaves of the limits of its app. Amounts are totals, fee included. */
export type QuestionBudget = {
  period: BudgetPeriod;
  resets_at: string;
  fits: boolean;
  per_payment?: Amount;
  per_period?: Amount;
  left?: Amount;
  left_after?: Amount;
  payments_left_after?: number;
};

/** Why a question is not asked any more. */
export type QuestionEnding = "approved" | "denied" | "expired" | "cancelled" | "failed" | "ended";

/** What a question is about. */
export type QuestionKind = "pairing" | "payment";

/** Money that arrived for an invoice. */
export type ReceivedTransfer = {
  transaction_id: string;
  amount: Amount;
  confirmations: number;
  state: TransferState;
  first_seen_at: string;
};

/** A UUID, RFC 9562; compared in lowercase. */
export type RequestId = string;

/** A permission that an app can be granted. */
export type Scope = "receive" | "pay" | "balance" | "prove" | "statement";

/** What is known of a send that the ledger has no order for. */
export type SendKind = "open" | "noted" | "forgotten" | "own" | "order";

/** A transaction of the wallet that the ledger has no order for. */
export type SendReport = {
  id: string;
  currency: string;
  what: SendKind;
  outputs: SendReportOutput[];
  orders: string[];
  fee?: Amount;
  at?: string;
};

/** What a transaction pays to one address. */
export type SendReportOutput = {
  amount: Amount;
  address?: string;
};

/** What the owner has to look at. */
export type SendsReport = {
  stopped: string[];
  not_compared: string[];
  not_recognised: string[];
  sends: SendReport[];
  orders: OwnerOrder[];
  held_back?: HeldBackOrder[];
  left_out?: number;
};

/** A copy of all that a backup contains, while payments go on. */
export type StagedBackup = {
  folder: string;
  audit_entries: number;
  key: string;
  bytes: number;
  has_configuration: boolean;
};

/** A statement of an app's payments, as far as it is prepared. */
export type Statement = {
  statement_id: string;
  request_id: RequestId;
  version: number;
  state: StatementState;
  format: StatementFormat;
  from: string;
  to: string;
  rows: number;
  rows_done: number;
  media_type: string;
  file_name: string;
  created_at: string;
  currency?: string;
  size?: number;
  sha256?: string;
  parts?: number;
  expires_at?: string;
  reason?: string;
};

/** The form of a statement's file. */
export type StatementFormat = "json" | "csv" | "text" | "pdf";

/** The state of a statement. */
export type StatementState = "preparing" | "ready" | "failed";

/** transfer_state */
export type TransferState = "unconfirmed" | "confirming" | "confirmed" | "removed";

/** How many addresses are used by the code of their currency, and the most of each. */
export type UsedAddresses = {
  used: Record<string, number>;
  most: number;
};

/** How much is used, and the most. */
export type UsedQuota = {
  used: number;
  most: number;
};

/** What a wallet holds, where it tells. Amounts are in the unit of the currency. */
export type WalletHolding = {
  code: string;
  ready: string;
  available?: Amount;
  pending?: Amount;
  locked?: Amount;
  reason?: string;
};

/** What the owner has to know of a wallet that can be used all the same. */
export type WalletNotice = {
  kind: WalletNoticeKind;
  list?: string;
  count?: number;
  amount?: Amount;
};

/** What it is about. */
export type WalletNoticeKind = "unreadable" | "in_extension_blocks" | "addresses_passed";

/** wallet_reason */
export type WalletReason = "starting" | "not_running" | "no_answer" | "unauthorized" | "no_wallet" | "wrong_network" | "too_old" | "not_understood" | "syncing" | "wallet_locked" | "view_only" | "owner_locked" | "review";

/** Why a wallet cannot be used, or not fully, with what its owner needs to mend it. Names and versions that other programs told are shortened and contain nothing that changes how a terminal writes. */
export type WalletTrouble = {
  problem: WalletTroubleProblem;
  reason: WalletReason;
  program?: string;
  url?: string;
  file?: string;
  wallet?: string;
  loaded?: string[];
  stored?: string[];
  account?: number;
  expected?: string;
  found?: string;
  code?: number;
  height?: number;
  target?: number;
  percent?: number;
};

/** What is wrong. */
export type WalletTroubleProblem = "not_asked" | "refused" | "silent" | "lost" | "overloaded" | "unauthorized" | "forbidden" | "untrusted" | "no_cookie" | "wallet_not_found" | "wallet_not_chosen" | "no_wallet_open" | "wallets_disabled" | "no_account" | "no_daemon" | "wrong_network" | "too_old" | "not_understood" | "starting" | "syncing" | "locked" | "view_only" | "restricted" | "another" | "forgetful";
