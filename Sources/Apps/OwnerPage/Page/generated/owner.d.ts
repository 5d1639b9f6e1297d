// Written by scripts/generate.mjs from protocol/openrpc-owner.json. Change that, not this file.

import type {
  Amount,
  AppBudget,
  AppGrants,
  AppLimits,
  AppNames,
  AppQuotaReport,
  AuditLogEntry,
  AuditVerification,
  CurrencyReport,
  EndingOrder,
  ListedApp,
  ListedSession,
  LockReason,
  LockReport,
  MockBroadcast,
  MockCommand,
  NamedPayee,
  OwnerDecision,
  OwnerInvoice,
  OwnerOrder,
  PaymentGroup,
  PaymentMoment,
  PinStatus,
  Question,
  Scope,
  SendsReport,
  StagedBackup,
  Statement,
  StatementFormat,
  WalletHolding,
} from "./objects";
export * from "./objects";

/** What each method takes and answers. */
export interface OwnerMethods {
  /** Ends an order that gets nowhere, once that is safe; without `id` lists those that have not ended. */
  "abandon": { params: {
    id?: string;
    fee_cap?: string;
    not_paid_by?: string;
    pin?: string;
  }; result: {
    orders: EndingOrder[];
  } };
  /** Says yes to a question, once. */
  "approve": { params: {
    id: string;
    code?: string;
    scopes?: Scope[];
    fee_cap?: string;
    always?: string;
    pin?: string;
  }; result: OwnerDecision };
  /** Lists the apps that the owner decided about. */
  "apps": { params: Record<string, unknown>; result: {
    apps: ListedApp[];
  } };
  /** Lists entries of the audit log, the newest first. */
  "audit": { params: {
    app?: string;
    since?: string;
    limit?: number;
    before?: number;
  }; result: {
    entries: AuditLogEntry[];
    next?: number;
  } };
  /** Tells the newest entry of the audit log, to be noted elsewhere. */
  "audit.head": { params: Record<string, unknown>; result: {
    entries: number;
    hash: string;
    note: string;
  } };
  /** Checks the whole audit log. */
  "audit.verify": { params: {
    expect?: string;
  }; result: AuditVerification };
  /** Puts a consistent copy of all that a backup contains into a new folder inside the state folder. */
  "backup": { params: Record<string, unknown>; result: StagedBackup };
  /** Asks each wallet what it holds. */
  "balances": { params: Record<string, unknown>; result: {
    wallets: WalletHolding[];
  } };
  /** Says no to a question. */
  "deny": { params: {
    id: string;
    always?: boolean;
  }; result: OwnerDecision };
  /** Sets what an app may do from now on, also in its open sessions. */
  "grant": { params: {
    app: string;
    scopes: Scope[];
    currencies?: string[];
    expires_at?: string;
    pin?: string;
  }; result: {
    app: AppNames;
    scopes: Scope[];
    currencies?: string[];
    expires_at?: string;
    unasked?: Record<string, AppLimits>;
  } };
  /** Tells what paired apps may do, and where their budgets stand. */
  "grants": { params: {
    app?: string;
  }; result: {
    apps: AppGrants[];
  } };
  /** Changes what an app may pay in a currency; without anything to change, tells it. */
  "limit": { params: {
    app: string;
    currency: string;
    per_payment?: string;
    period?: string;
    per_period?: string;
    count?: string;
    ask?: string;
    batch?: boolean;
    clear?: boolean;
    recipients?: Record<string, string>;
    pin?: string;
  }; result: {
    app: AppNames;
    budget: AppBudget;
  } };
  /** Stops paying until the owner unlocks the wallet; receiving goes on. */
  "lock": { params: Record<string, unknown>; result: LockReport };
  /** Plays the network of the mock wallets: the rest of the world, and what goes wrong there. */
  "mock": { params: {
    command: MockCommand;
    currency?: string;
    address?: string;
    amount?: string;
    count?: number;
    transaction_id?: string;
    status?: string;
    step?: string;
    ms?: number;
    fault?: string;
    error?: string;
    times?: number;
  }; result: {
    currency?: string;
    transaction_id?: string;
    height?: number;
    broadcasts?: MockBroadcast[];
  } };
  /** Gives an address a name of the owner's own, and lists those that have one; without `address` only lists them. */
  "payees": { params: {
    address?: string;
    name?: string;
  }; result: {
    payees: NamedPayee[];
  } };
  /** Lists the payment orders of all apps, newest first. */
  "payments": { params: {
    app?: string;
    currency?: string;
    group?: PaymentGroup;
    since?: string;
    until?: string;
    limit?: number;
    before?: string;
  }; result: {
    orders: OwnerOrder[];
    next?: string;
  } };
  /** Tells everything about one payment order or invoice. */
  "payments.get": { params: {
    id: string;
  }; result: {
    order?: OwnerOrder;
    history?: PaymentMoment[];
    invoice?: OwnerInvoice;
  } };
  /** Lists the invoices of all apps, newest first, with what arrived for them. */
  "payments.incoming": { params: {
    app?: string;
    currency?: string;
    group?: PaymentGroup;
    since?: string;
    until?: string;
    limit?: number;
    before?: string;
  }; result: {
    invoices: OwnerInvoice[];
    next?: string;
  } };
  /** Removes the PIN. */
  "pin.clear": { params: {
    pin?: string;
  }; result: PinStatus };
  /** Sets a PIN, or another one. */
  "pin.set": { params: {
    new_pin: string;
    above?: Record<string, string>;
    pin?: string;
  }; result: PinStatus };
  /** Tells whether a PIN is set, above which amounts it is needed, and how many tries are left. */
  "pin.status": { params: Record<string, unknown>; result: PinStatus };
  /** Shows what a yes to one question would be to, as it stands now. */
  "question": { params: {
    id: string;
  }; result: {
    question?: Question;
    risen?: boolean;
    shown_fee_cap?: Amount;
  } };
  /** Lists what waits for the owner: apps to pair, and of each app the payment that comes first. */
  "questions": { params: Record<string, unknown>; result: {
    stopped: string[];
    not_compared: string[];
    questions: Question[];
    locked: boolean;
    waiting: number;
  } };
  /** Changes how much an app may have made for it; without anything to change, tells it. */
  "quota": { params: {
    app: string;
    open_invoices?: number;
    unpaid_addresses?: number;
    ledger_megabytes?: number;
    clear?: boolean;
    pin?: string;
  }; result: {
    app: AppNames;
    quota: AppQuotaReport;
  } };
  /** Makes an invoice of the owner's own, with an address of the wallet that was never given to anybody. It belongs to no app, and no app is told of it. */
  "receive": { params: {
    currency: string;
    amount?: string;
    description?: string;
    expires_at?: string;
  }; result: {
    invoice: OwnerInvoice;
  } };
  /** Gives an app a name of the owner's own. */
  "rename": { params: {
    app: string;
    name: string;
  }; result: {
    app: AppNames;
  } };
  /** Takes an app's permission back, at once. */
  "revoke": { params: {
    app: string;
  }; result: {
    app: AppNames;
  } };
  /** Lists what the wallets sent that the ledger has no order for, and the orders that wait for the owner to look at it. */
  "sends": { params: {
    all?: boolean;
  }; result: SendsReport };
  /** Says that a wallet has taken the place of the one that the ledger knows, on purpose: it is paid from again. */
  "sends.accept": { params: {
    currency: string;
    pin?: string;
  }; result: SendsReport };
  /** Ends an order that waits for the owner to look. */
  "sends.cancel": { params: {
    id: string;
  }; result: {
    order: OwnerOrder;
  } };
  /** Lets an order go on that waits for the owner to look: none of the sends was its payment. One whose transaction is signed is sent after all. */
  "sends.pay": { params: {
    id: string;
    not_paid_by?: string[];
    pin?: string;
  }; result: {
    order: OwnerOrder;
  } };
  /** Says what a send of the wallet was. */
  "sends.settle": { params: {
    id: string;
    as: string;
    pin?: string;
  }; result: SendsReport };
  /** Lists the connections of apps that are open. */
  "sessions": { params: Record<string, unknown>; result: {
    sessions: ListedSession[];
    places: number;
    places_per_app: number;
  } };
  /** Ends a connection of an app, which may connect again. */
  "sessions.end": { params: {
    id: string;
  }; result: ListedSession };
  /** Begins a statement of what one app or all received and paid in a period. */
  "statement": { params: {
    format: StatementFormat;
    from: string;
    to: string;
    app?: string;
    currency?: string;
  }; result: {
    statement: Statement;
  } };
  /** Tells how far a statement is, and a part of its file once it is ready; waits a while for that. */
  "statement.part": { params: {
    statement_id: string;
    part?: number;
  }; result: {
    statement: Statement;
    data?: string;
  } };
  /** Tells what the provider does. */
  "status": { params: Record<string, unknown>; result: {
    name: string;
    url: string;
    pid: number;
    provider_id: string;
    software: string;
    ledger: string;
    started_at: string;
    sessions: number;
    apps: number;
    questions: number;
    locked: boolean;
    pin: boolean;
    payments_in_flight: number;
    orders_reversed: OwnerOrder[];
    payments_to_look_at: number;
    payments_waiting: number;
    orders_without_wallet: OwnerOrder[];
    currencies: CurrencyReport[];
    standby_for?: string;
    locked_because?: LockReason;
    epoch?: number;
    clock_ahead_seconds?: number;
    configuration?: string;
  } };
  /** Allows paying again; what waited goes on at once. */
  "unlock": { params: {
    pin?: string;
  }; result: LockReport };
  /** Tells what waits for the owner, and then each change, as notifications of the same name. */
  "watch": { params: Record<string, unknown>; result: Record<string, unknown> };
}
