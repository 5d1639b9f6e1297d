// Calls that survive the end of a connection: read again, or, where they change something, repeated under the same request id.

import { ConnectionLost, OutcomeUnknown, RequestRefused, StateError, Violation, type PayportError } from "../errors/errors.js";
import type { MessagingMethods } from "../generated/messaging_methods.js";
import type { PaymentMethods } from "../generated/methods.js";
import type { Members } from "../session/rpc.js";
import { shortest, type Begun, type Once, type Params, type Requests, type StoredRequest } from "../store/requests.js";
import type { Link } from "./link.js";
import type { Session } from "./session.js";

export type Methods = PaymentMethods & MessagingMethods;

/** The methods that change something: their params have a request_id, which the client makes and stores. */
export type Changing = { [M in keyof Methods]: Methods[M]["params"] extends { request_id: string } ? M : never }[keyof Methods];
export type Reading = Exclude<keyof Methods, Changing>;

const LONGEST_PAUSE_MS = 60_000;
const CURRENCY = /^[A-Z0-9]{2,12}$/;
const AMOUNT = /^(0|[1-9][0-9]*)(\.[0-9]+)?$/;

/** How to ask what became of a request that had no answer, and the member of the answer. */
const STATUS: Record<string, { method: string; member: string; unknown: string } | undefined> = {
  invoice_request: { method: "get_invoice_request_status", member: "invoice", unknown: "invoice_not_found" },
  payment_order: { method: "get_payment_order_status", member: "payment_order", unknown: "order_not_found" },
};

export class Calls {
  readonly #link: Link;
  readonly #requests: Requests;
  readonly #patienceMs: number;

  constructor(link: Link, requests: Requests, patienceMs: number) {
    this.#link = link;
    this.#requests = requests;
    this.#patienceMs = patienceMs;
  }

  async read<M extends Reading>(method: M, params: Methods[M]["params"]): Promise<Methods[M]["result"]> {
    checkCurrency(params as Members);
    return (await this.#repeat((session) => session.call(method, params as Members), params as Members)) as Methods[M]["result"];
  }

  async change<M extends Changing>(
    method: M, params: Omit<Methods[M]["params"], "request_id">, once?: Once,
  ): Promise<Methods[M]["result"]> {
    checkAmounts(params as Members);
    checkCurrency(params as Members);
    const wanted = { method, params: params as Params, once };
    // It is looked up before the connection is made, because without one its outcome is just as unknown.
    const known = once && this.#requests.find(wanted);
    let begun: Begun;
    try {
      const { providerId } = await this.#link.session(this.#patienceMs);
      begun = this.#requests.begin(wanted, providerId);
    } catch (error) {
      throw known && known.state !== "refused" ? inDoubt(known, error as PayportError) : error;
    }
    const { request } = begun, progress = { mayHaveBeenSent: begun.isInDoubt };
    try {
      const result = await this.#repeat((session) => this.#attempt(session, request, progress), {});
      this.#note(begun, "answered", once !== undefined);
      return result as unknown as Methods[M]["result"];
    } catch (error) {
      if (!progress.mayHaveBeenSent && this.#note(begun, "refused", once !== undefined)) throw error;
      // A refusal is about the last attempt, and an earlier one, or one of another process, may have been carried out.
      throw inDoubt(request, error as PayportError);
    }
  }

  async #attempt(session: Session, request: StoredRequest, progress: { mayHaveBeenSent: boolean }): Promise<Members> {
    if (session.providerId !== request.provider_id) {
      throw new StateError("other_provider", "The request was made to another wallet, which may have carried it out.",
        "Ask that wallet for the outcome.");
    }
    const before = progress.mayHaveBeenSent;
    if (before) {
      const known = await this.#status(session, request);
      if (known) return known;
    }
    progress.mayHaveBeenSent = true;
    try {
      const result = await session.call(request.method, { ...request.params, request_id: request.request_id });
      checkEcho(result, request);
      return result;
    } catch (failure) {
      const error = explained(failure, request.params);
      // A certain refusal tells of this attempt only.
      if ((error as PayportError).outcome === "nothing_done") progress.mayHaveBeenSent = before;
      // The id stands for an earlier request: the app has to know what became of that one (5.5).
      const earlier = isConflict(error) ? await this.#status(session, request) : undefined;
      if (earlier) return earlier;
      throw error;
    }
  }

  /** What became of a request that may have been sent; undefined if nothing is known of it, so that it is sent again. */
  async #status(session: Session, request: StoredRequest): Promise<Members | undefined> {
    const status = STATUS[request.method];
    if (!status) return undefined;
    try {
      const result = await session.call(status.method, { request_id: request.request_id });
      checkEcho(result, request);
      if (!isAbout(result[status.member] as Members, request)) throw new RequestRefused(1006, "request_conflict", {}, "unknown");
      return { [status.member]: result[status.member], replayed: true };
    } catch (error) {
      if (!(error instanceof RequestRefused) || error.code !== status.unknown) throw error;
      if (request.state !== "answered") return undefined;
      // The wallet took this request before. It has lost its memory of it, perhaps by a backup, but perhaps not the payment.
      throw new StateError("forgotten_request", "The wallet has forgotten a request that it took before.",
        "Ask the wallet's owner whether the payment was made; nothing was sent again.", "unknown");
    }
  }

  /** Repeats what had no answer, or what the provider says is worth repeating, for as long as the app waits. */
  async #repeat(work: (session: Session) => Promise<Members>, params: Members): Promise<Members> {
    const wait = typeof params["wait_ms"] === "number" ? params["wait_ms"] : 0;
    const deadline = Date.now() + this.#patienceMs + wait;
    let pause = 0;
    for (;;) {
      const session = await this.#link.session(deadline - Date.now());
      try {
        return await work(session);
      } catch (error) {
        if (error instanceof ConnectionLost) {
          if (Date.now() >= deadline) throw error;
          continue;
        }
        if (!(error instanceof RequestRefused) || error.retryAfterMs === undefined) throw error;
        pause = Math.min(Math.max(error.retryAfterMs, pause * 2), Math.max(error.retryAfterMs, LONGEST_PAUSE_MS));
        if (Date.now() + pause > deadline) throw error;
        await new Promise((resolve) => setTimeout(resolve, pause));
      }
    }
  }

  /** Without this note the request counts as open, and whoever repeats it asks the provider first. */
  #note(begun: Begun, state: "answered" | "refused", isRepeatable: boolean): boolean {
    try {
      return this.#requests.end(begun, state, isRepeatable);
    } catch {
      // The outcome of the request matters more to the app than a state folder that cannot be written at this moment.
      return true;
    }
  }
}

/** The same refusal in words that say more, where the request shows what was meant. */
function explained(error: unknown, params: Members): unknown {
  if (!(error instanceof RequestRefused) || error.code !== "invalid_address") return error;
  if (!/^[A-Za-z][A-Za-z0-9+.-]*:/.test(String(params["address"]))) return error;
  return new RequestRefused(error.number, error.code, error.data, error.outcome, ["The text is a payment URI, and not an address.",
    "Give the address alone: what is between the colon and the question mark, or the end."]);
}

/** The code of a currency has capitals; nothing is sent for another spelling. */
function checkCurrency({ currency }: Members): void {
  if (currency === undefined || (typeof currency === "string" && CURRENCY.test(currency))) return;
  const meant = typeof currency === "string" && CURRENCY.test(currency.toUpperCase()) ? `: write ${currency.toUpperCase()}` : "";
  throw new StateError("invalid_call", `The code of a currency is a text of 2 to 12 of A-Z and 0-9, such as LTC${meant}.`,
    "Choose one that list_currencies names.");
}

function inDoubt(request: StoredRequest, error: PayportError): OutcomeUnknown {
  return error instanceof OutcomeUnknown ? error : new OutcomeUnknown(request.request_id, error);
}

function isConflict(error: unknown): boolean {
  return error instanceof RequestRefused && error.code === "request_conflict";
}

/** Whether an order or an invoice is for the same money as the request: otherwise its id was used for another request. */
function isAbout(object: Members, { params }: StoredRequest): boolean {
  return ["currency", "address", "amount"].every((member) =>
    params[member] === undefined || spelled(object[member]) === spelled(params[member]));
}

function spelled(text: unknown): string {
  return String(shortest(text)).toLowerCase();
}

/** An answer to another request would be taken for this one. */
function checkEcho(result: Members, request: StoredRequest): void {
  for (const member of ["invoice", "payment_order"]) {
    const answered = result[member] as Members | undefined;
    if (answered === undefined || !["invoice_request", "payment_order"].includes(request.method)) continue;
    if (String(answered["request_id"]).toLowerCase() !== request.request_id
      || answered["currency"] !== request.params["currency"]) {
      throw new Violation("The provider answered another request.", "unknown");
    }
  }
}

function checkAmounts(params: Members): void {
  for (const member of ["amount", "max_fee"]) {
    const amount = params[member];
    if (amount !== undefined && (typeof amount !== "string" || amount.length > 80 || !AMOUNT.test(amount))) {
      throw new StateError("invalid_call", `${member} is not a decimal text such as "0.5".`,
        "Keep amounts as texts or as integers of atomic units, never as floating-point numbers.");
    }
  }
}
