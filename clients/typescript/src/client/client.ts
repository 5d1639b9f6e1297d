// The client of an app: a wallet on the same machine, with which it stays connected.

import { createHash } from "node:crypto";
import path from "node:path";
import { concat, fromBase64url, type Bytes } from "../crypto/bytes.js";
import { versionRange } from "../discovery/file.js";
import { runtimeFolder } from "../discovery/folder.js";
import { Documents } from "../documents/documents.js";
import { PayportError, StateError, Violation } from "../errors/errors.js";
import type { GetSessionResult, StatementRequestParams } from "../generated/methods.js";
import type { Address, Invoice, Opening, PaymentOrder, Statement } from "../generated/objects.js";
import type { Manifest } from "../generated/session.js";
import { parseReturnLink } from "../links.js";
import { manifestBytes } from "../manifest.js";
import { Folder } from "../store/folder.js";
import { Pins } from "../store/pins.js";
import type { Once, StoredRequest } from "../store/requests.js";
import { defaultStateFolder, State } from "../store/state.js";
import { Calls, type Changing, type Methods, type Reading } from "./calls.js";
import { Events, type PaymentEvent } from "./events.js";
import { Link, type Status } from "./link.js";
import type { PairingCode } from "./session.js";

const WAIT_MS = 30_000;
/** The bounds of a statement's file (chapter 7) and of its parts (5.6). */
const LARGEST_STATEMENT = 16 * 1_048_576, PART = 524_288;

/** What the app says of itself. `versions` is that of this package and can be left out. */
export type App = Omit<Manifest, "versions"> & { versions?: string };

export interface Options {
  /** The app's own folder for its key and its requests; by default one below the user's state folder. */
  state?: string;
  /** The runtime folder in which providers are found; by default that of the system. */
  runtime?: string;
  /** The name of the provider that the user chose; not needed if only one runs. Daemons with one key are one provider. */
  provider?: string;
  service?: "payments" | "messaging";
  /** How long a call waits for a provider and for its answer. */
  patienceMs?: number;
  /** Show these digits to the user, who types them at the wallet. They change with each connection. */
  onCode?(code: PairingCode): void;
  onStatus?(status: Status): void;
  /** One of several daemons of the wallet must not be used, for example because it has another key. The others are used. */
  onRefused?(error: PayportError): void;
}

export type InvoiceParams = Omit<Methods["invoice_request"]["params"], "request_id">;
export type PaymentParams = Omit<Methods["payment_order"]["params"], "request_id">;

const ENDED: readonly string[] = ["succeeded", "rejected", "expired", "cancelled", "failed"];

export class Payport {
  readonly #link: Link;
  readonly #calls: Calls;
  readonly #events: Events;
  readonly #state: State;
  readonly #patienceMs: number;

  /** Connects, and waits until the wallet's owner has approved the app. */
  static async connect(app: App, options: Options = {}): Promise<Payport> {
    const client = new Payport(app, options);
    try {
      await client.#link.session(client.#patienceMs);
      return client;
    } catch (error) {
      client.close();
      throw error;
    }
  }

  /** A client that connects in the background; each call waits until it can be made. */
  constructor(app: App, options: Options = {}) {
    const manifest: Manifest = { ...app, versions: app.versions ?? "1" };
    const bytes = manifestBytes(manifest);
    this.#patienceMs = options.patienceMs ?? 30_000;
    this.#state = new State(options.state ?? defaultStateFolder(app.app_id));
    this.#link = new Link({
      state: this.#state, manifest: bytes,
      wanted: {
        runtime: runtimeFolder(options.runtime), name: options.provider, service: options.service ?? "payments",
        versions: versionRange(manifest.versions)!,
      },
      onStatus: (status) => {
        options.onStatus?.(status);
        if (status.state === "waiting_for_owner") options.onCode?.(status.pairing);
        this.#events?.changed();
      },
      onRefused: (error) => options.onRefused?.(error),
      onEvent: (session, event) => this.#events.take(session, event),
    });
    this.#calls = new Calls(this.#link, this.#state.requests, this.#patienceMs);
    this.#events = new Events(this.#link, this.#calls, this.#state.cursors, this.#state.requests);
  }

  get status(): Status {
    return this.#link.status;
  }

  /** The session as the provider described it last: grants, limits, budgets. */
  async session(): Promise<GetSessionResult> {
    return (await this.#link.session(this.#patienceMs)).info;
  }

  /** Any method that changes nothing. */
  call<M extends Reading>(method: M, params: Methods[M]["params"]): Promise<Methods[M]["result"]> {
    return this.#calls.read(method, params);
  }

  /** Any method with a request_id, which is made and stored here. Repeated with the same `once`, it has its effect once. */
  change<M extends Changing>(
    method: M, params: Omit<Methods[M]["params"], "request_id">, once?: Once,
  ): Promise<Methods[M]["result"]> {
    return this.#calls.change(method, params, once);
  }

  async invoice(params: InvoiceParams, once?: Once): Promise<Invoice> {
    return (await this.change("invoice_request", params, once)).invoice;
  }

  async newAddress(params: { currency: string; label?: string; expires_at?: string }, once?: Once): Promise<Address> {
    return (await this.change("new_address_for_currency", params, once)).address;
  }

  /**
   * Orders a payment, at most once for each reference, also when it is repeated after a crash. The reference is the app's own
   * name for what is paid, such as the number of an order; an app that stores request ids itself can give one instead.
   */
  async pay(params: PaymentParams, once: Once): Promise<PaymentOrder> {
    const name = once && ("reference" in once ? once.reference : once.request_id);
    if (typeof name !== "string" || name === "") {
      throw new StateError("invalid_call", "A payment needs a reference, so that it can be repeated safely.",
        "Give the app's own name for what is paid, such as { reference: \"order 17\" }.");
    }
    return (await this.change("payment_order", params, once)).payment_order;
  }

  async cancelInvoice(invoiceId: string): Promise<Invoice> {
    return (await this.change("cancel_invoice_request", { invoice_id: invoiceId })).invoice;
  }

  async cancelPayment(orderId: string): Promise<PaymentOrder> {
    return (await this.change("cancel_payment_order", { order_id: orderId })).payment_order;
  }

  /** Waits until the invoice is settled, or will not be: its state is then neither `pending` nor `processing`. */
  async invoiceEnded(invoice: Invoice): Promise<Invoice> {
    checkKind(invoice, "invoice_id", "invoiceEnded takes an invoice; paymentEnded takes an order.");
    let known = invoice;
    while (known.state === "pending" || known.state === "processing") known = await this.invoiceChanged(known);
    return known;
  }

  /** Waits until the order is in a state that it never leaves. */
  async paymentEnded(order: PaymentOrder): Promise<PaymentOrder> {
    checkKind(order, "order_id", "paymentEnded takes an order; invoiceEnded takes an invoice.");
    let known = order;
    while (!ENDED.includes(known.state)) known = await this.paymentChanged(known);
    return known;
  }

  /** A newer version of the invoice, or the same one after half a minute. */
  async invoiceChanged({ invoice_id, version }: Invoice): Promise<Invoice> {
    return (await this.call("get_invoice_request_status", { invoice_id, after: version, wait_ms: WAIT_MS })).invoice;
  }

  /** A newer version of the order, or the same one after half a minute. */
  async paymentChanged({ order_id, version }: PaymentOrder): Promise<PaymentOrder> {
    return (await this.call("get_payment_order_status", { order_id, after: version, wait_ms: WAIT_MS })).payment_order;
  }

  /** Stored requests, also those of earlier processes; an `open` one may have been carried out. */
  requests(): StoredRequest[] {
    return this.#state.requests.list();
  }

  /** Repeats a stored request as it is stored. */
  repeat(request: StoredRequest): Promise<Methods[Changing]["result"]> {
    const once = request.reference === undefined ? { request_id: request.request_id } : { reference: request.reference };
    return this.change(request.method as Changing, request.params as never, once);
  }

  /**
   * All events, without gaps and at least once: an event counts as handled when the next one is asked for, and a later process
   * goes on after it. Programs that share a state folder and each want all events give themselves different names.
   */
  events(reader = "main"): AsyncGenerator<PaymentEvent, void, undefined> {
    return this.#events.read(reader);
  }

  /** A statement as a file, with its size and digest checked. */
  async statement(params: Omit<StatementRequestParams, "request_id">): Promise<{ statement: Statement; file: Bytes }> {
    let { statement, data } = await this.change("statement_request", params);
    const { statement_id } = statement;
    while (statement.state === "preparing") {
      ({ statement, data } = await this.call("get_statement_part", { statement_id, after: statement.version, wait_ms: WAIT_MS }));
    }
    if (statement.state === "failed") {
      throw new PayportError(statement.reason ?? "statement_failed", "The statement could not be made.", "Choose a shorter period.");
    }
    const { size = 0, parts: count = 1 } = statement;
    if (size > LARGEST_STATEMENT || count > Math.max(1, Math.ceil(size / PART))) {
      throw new Violation("The statement is larger than the specification allows.");
    }
    const parts: Bytes[] = [];
    for (let part = 0; part < count; part++) {
      if (part > 0 || data === undefined) ({ data } = await this.call("get_statement_part", { statement_id, part }));
      parts.push(fromBase64url(data) ?? new Uint8Array(0));
    }
    const file = concat(...parts);
    if (file.length !== statement.size || createHash("sha256").update(file).digest("hex") !== statement.sha256) {
      throw new Violation("The statement's file does not match its digest.");
    }
    return { statement, file };
  }

  /** A link that shows an order, an invoice or the app's payments in the wallet's own interface. Give it to the desktop. */
  async openInWallet(
    what: { order_id: string } | { invoice_id: string } | Record<string, never> = {},
  ): Promise<{ opening: Opening; link: string }> {
    const provider = (await this.#link.session(this.#patienceMs)).provider.name;
    const state = this.#state.openings.begin(provider);
    const { opening, link } = await this.call("open_request", { ...what, state });
    this.#state.openings.opened(state, provider, opening.opening_id);
    return { opening, link };
  }

  /**
   * What a link that leads back to the app is about, as the provider says it; undefined if the app has not asked for it, or
   * if such a link has come back before. The link itself proves nothing: ask for the status of the order or the invoice.
   */
  async returned(scheme: string, link: string): Promise<Opening | undefined> {
    const parsed = parseReturnLink(scheme, link);
    const session = await this.#link.session(this.#patienceMs);
    if (!parsed || parsed.provider !== session.provider.name) return undefined;
    const opening_id = this.#state.openings.take(parsed.state, parsed.provider);
    return opening_id === undefined ? undefined : (await this.call("get_open_request_status", { opening_id })).opening;
  }

  /** Requests as signed files (chapter 12). */
  async documents(): Promise<Documents> {
    const session = await this.#link.session(this.#patienceMs);
    if (!session.info.folder) {
      throw new StateError("invalid_call", "The provider takes no documents.", "Make the request by a call.");
    }
    return new Documents(session.info.folder, this.#state.identity, session.provider.providerId, this.#state.documents);
  }

  /** Tries to connect again after the owner has denied the app or the provider refused it, because the user wants it. */
  retry(): void {
    this.#link.retry();
  }

  /** Ends the session and the client. With `forget` the wallet's owner has to approve the app anew next time. */
  async disconnect({ forget = false } = {}): Promise<void> {
    try {
      await this.call("disconnect_app", { forget });
    } finally {
      this.close();
    }
  }

  close(): void {
    this.#link.close();
    this.#events.changed();
  }
}

function checkKind(made: object, member: string, sentence: string): void {
  if (!Object.hasOwn(Object(made), member)) throw new StateError("invalid_call", sentence, "Nothing was asked.");
}

/** Removes the stored key of a provider. Only for a user who says that the wallet was set up anew. */
export function forgetProvider(appId: string, provider: string, state = defaultStateFolder(appId)): void {
  new Pins(new Folder(path.join(state, "node", "providers"))).forget(provider);
}
