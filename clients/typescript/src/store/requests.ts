// Requests that change something. Each is on the disk with its id and params before it is sent for the first time, so that
// it can be repeated after any failure, and has its effect once.

import { createHash, randomUUID } from "node:crypto";
import { OutcomeUnknown, StateError } from "../errors/errors.js";
import { damaged, type Folder } from "./folder.js";
import { Versions } from "./versions.js";

/** By what the app finds the request again: a name of its own for what is asked for, or the request id that it has stored. */
export type Once = { reference: string } | { request_id: string };

export type Params = Record<string, unknown>;

export interface StoredRequest {
  readonly request_id: string;
  readonly method: string;
  /** All params but request_id. */
  readonly params: Params;
  /** The key of the provider to which alone it is sent. */
  readonly provider_id: string;
  readonly reference?: string;
  readonly created_at: string;
  /** `open`: it may have been sent, and no answer is known. `answered`: it was carried out. `refused`: it was not. */
  readonly state: "open" | "answered" | "refused";
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const NIL = "00000000-0000-0000-0000-000000000000";

/** A request that may be sent now. */
export interface Begun {
  readonly request: StoredRequest;
  /** Whether it may have been carried out already. */
  readonly isInDoubt: boolean;
  /** Which version of the record this is; another process that begins the same request makes the next one. */
  readonly version: number;
}

interface Wanted {
  method: string;
  params: Params;
  once?: Once | undefined;
  /** The request id, where it follows from the params. */
  requestId?: string;
}

export class Requests {
  readonly #folder: Folder;
  readonly #versions: Versions;
  /** The references of the records that were read, by their request ids, and the names of those records. */
  readonly #references = new Map<string, string | undefined>();
  readonly #read = new Set<string>();

  constructor(folder: Folder) {
    this.#folder = folder;
    this.#versions = new Versions(folder);
  }

  /** The stored request, if there is one, after the check that it is the one that is wanted. */
  find(wanted: Wanted): StoredRequest | undefined {
    const request = newRequest(wanted, "");
    const known = this.#newest(nameOf(request))?.request;
    if (known) refuseOther(known, request);
    return known;
  }

  /** The request as it is on the disk, where it is `open` before it is sent: the earlier one, if there is one, or a new one. */
  begin(wanted: Wanted, providerId: string): Begun {
    const request = newRequest(wanted, providerId);
    const name = nameOf(request);
    for (;;) {
      const known = this.#newest(name);
      if (!known) {
        if (this.#versions.follow(name, 0, line(request))) return { request, isInDoubt: false, version: 1 };
        continue;
      }
      refuseOther(known.request, request);
      if (known.request.state === "answered") return { ...known, isInDoubt: true };
      // If the provider has refused it, it has recorded nothing, so the same id may carry other params (5.5).
      const isInDoubt = known.request.state === "open";
      const opened: StoredRequest = { ...known.request, params: isInDoubt ? known.request.params : request.params, state: "open" };
      // A version of its own, also if it is open already: a refusal of an earlier attempt must not be noted for this one.
      if (this.#versions.follow(name, known.version, line(opened))) return { request: opened, isInDoubt, version: known.version + 1 };
    }
  }

  /**
   * Notes what became of a request. One that nobody can repeat, because it has no reference, is not needed any more. false if
   * another process has begun the same request since, so that a refusal says nothing of its attempt.
   */
  end({ request, version }: Begun, state: "answered" | "refused", isRepeatable: boolean): boolean {
    const name = nameOf(request), ended = line({ ...request, state });
    if (state === "refused") {
      if (!this.#versions.follow(name, version, ended)) return false;
      if (!isRepeatable) this.#versions.remove(name, version + 1);
      return true;
    }
    for (;;) {
      const newest = this.#newest(name);
      if (!newest) return true;
      if (!isRepeatable) {
        this.#versions.remove(name, newest.version);
        return true;
      }
      if (newest.request.state === "answered" || this.#versions.follow(name, newest.version, ended)) return true;
    }
  }

  /** The reference of the request of this id. A request is stored before it is sent, so that what is not found never will be. */
  referenceOf(requestId: string): string | undefined {
    const id = requestId.toLowerCase();
    if (!this.#references.has(id)) {
      for (const name of this.#versions.names()) {
        if (this.#read.has(name)) continue;
        this.#read.add(name);
        const request = this.#newest(name)?.request;
        if (request) this.#references.set(request.request_id, request.reference);
      }
      if (!this.#references.has(id)) this.#references.set(id, undefined);
    }
    return this.#references.get(id);
  }

  /** All requests that are stored, also those of earlier processes. */
  list(): StoredRequest[] {
    // Another process may remove a request between the two steps.
    return this.#versions.names().flatMap((name) => this.#newest(name)?.request ?? []);
  }

  #newest(name: string): { request: StoredRequest; version: number } | undefined {
    const newest = this.#versions.newest(name);
    if (!newest) return undefined;
    const request = newest.object as unknown as StoredRequest;
    if (typeof request.request_id !== "string" || !UUID.test(request.request_id)
      || typeof request.method !== "string" || typeof request.provider_id !== "string"
      || typeof request.params !== "object" || request.params === null || nameOf(request) !== name
      || !["open", "answered", "refused"].includes(request.state)) {
      throw damaged(this.#folder, newest.file);
    }
    return { request, version: newest.version };
  }
}

function newRequest({ method, params, once, requestId }: Wanted, providerId: string): StoredRequest {
  return {
    request_id: requestId ?? (once && "request_id" in once ? checkedId(once.request_id) : randomUUID()),
    method, params: plain(params), provider_id: providerId,
    ...(once && "reference" in once ? { reference: once.reference } : {}),
    created_at: new Date().toISOString(), state: "open",
  };
}

/** Refuses what is not a repetition of the known request, nor replaces one that the provider has refused. */
function refuseOther(known: StoredRequest, wanted: StoredRequest): void {
  if (wanted.provider_id !== "" && known.provider_id !== wanted.provider_id) {
    if (known.state === "refused") {
      throw new StateError("other_provider", "This request was made to another wallet, which has refused it.",
        "Use another reference for a request to this wallet.");
    }
    throw new OutcomeUnknown(known.request_id, new StateError("other_provider",
      "This request was made to another wallet, which may have carried it out.", "Ask that wallet for the outcome."));
  }
  const isSame = known.method === wanted.method && sameParams(known.params, wanted.params);
  if (isSame || (known.state === "refused" && known.method === wanted.method)) return;
  // A request that was answered is known, so that other params are a mistake of the app and leave nothing open.
  const isOpen = known.state === "open" && known.method === wanted.method;
  const error = new StateError("other_params",
    `This reference or request_id is already another request of the app${isOpen ? "" : "; nothing was sent"}.`,
    isOpen ? "Repeat it with the params of the first time, which requests() lists."
      : "If this is another payment, give it a reference of its own; if it is the same one, ask what became of it.");
  throw isOpen ? new OutcomeUnknown(known.request_id, error) : error;
}

/** A reference may be any text, so that its digest names the record. */
function nameOf(request: StoredRequest): string {
  return request.reference === undefined ? request.request_id : createHash("sha256").update(request.reference, "utf8").digest("hex");
}

function line(request: StoredRequest): string {
  return JSON.stringify(request) + "\n";
}

function checkedId(id: string): string {
  const lower = id.toLowerCase();
  if (!UUID.test(lower) || lower === NIL) {
    throw new StateError("invalid_call", "The request_id is not a UUID.", "Make it with crypto.randomUUID() and store it.");
  }
  return lower;
}

/** The params as they will be read back: JSON, without members that are undefined. */
function plain(params: Params): Params {
  return JSON.parse(JSON.stringify(params)) as Params;
}

/** Whether 5.5 calls these the same: the order of members and the spelling of an amount make no difference. */
export function sameParams(a: Params, b: Params): boolean {
  const spelled = (params: Params): string => JSON.stringify(Object.entries(params)
    .map(([name, value]) => [name, name === "amount" || name === "max_fee" ? shortest(value) : value])
    .sort(([a], [b]) => (String(a) < String(b) ? -1 : 1)));
  return spelled(a) === spelled(b);
}

/** An amount without zeros at its end that say nothing. */
export function shortest(amount: unknown): unknown {
  if (typeof amount !== "string" || !amount.includes(".")) return amount;
  return amount.replace(/0+$/, "").replace(/\.$/, "");
}
