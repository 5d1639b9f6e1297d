// Requests that change something. Each is on the disk with its id and params before it is sent for the first time, so that
// it can be repeated after any failure, and has its effect once.

import { createHash, randomUUID } from "node:crypto";
import { StateError } from "../errors/errors.js";
import { damaged, objectIn, type Folder } from "./folder.js";

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

export class Requests {
  readonly #folder: Folder;

  constructor(folder: Folder) {
    this.#folder = folder;
  }

  /** The request as it is on the disk: the earlier one, if there is one, otherwise a new one. */
  begin(method: string, params: Params, providerId: string, once?: Once): { request: StoredRequest; isNew: boolean } {
    const request: StoredRequest = {
      request_id: once && "request_id" in once ? checkedId(once.request_id) : randomUUID(),
      method, params: plain(params), provider_id: providerId,
      ...(once && "reference" in once ? { reference: once.reference } : {}),
      created_at: new Date().toISOString(), state: "open",
    };
    const name = fileName(request);
    if (this.#folder.create(name, line(request))) return { request, isNew: true };

    const known = this.#read(name);
    if (!known) throw damaged(this.#folder, name);
    if (known.provider_id !== providerId) {
      throw new StateError("other_provider", "This request was made to another wallet, which may have carried it out.",
        "Ask that wallet for the outcome. Use another reference only if it is certain that nothing was paid.");
    }
    if (known.method === method && sameParams(known.params, request.params)) {
      return { request: known, isNew: false };
    }
    if (known.state !== "refused" || known.method !== method) {
      throw new StateError("other_params", "This reference or request_id belongs to a request with other params.",
        "Repeat it with the params of the first time, which requests() lists, or use another reference for another request.");
    }
    // The provider has refused it and recorded nothing, so the same id may carry other params (5.5).
    const changed: StoredRequest = { ...known, params: request.params, state: "open" };
    this.#folder.replace(name, line(changed));
    return { request: changed, isNew: true };
  }

  /** Notes what became of a request. One that nobody can repeat, because it has no reference, is not needed any more. */
  end(request: StoredRequest, state: "answered" | "refused", isRepeatable: boolean): void {
    const name = fileName(request);
    if (isRepeatable) {
      if (request.state !== state) this.#folder.replace(name, line({ ...request, state }));
    } else this.#folder.remove(name);
  }

  /** All requests that are stored, also those of earlier processes. */
  list(): StoredRequest[] {
    // Another process may remove a request between the two steps.
    return this.#folder.names().filter((name) => name.endsWith(".json")).flatMap((name) => this.#read(name) ?? []);
  }

  #read(name: string): StoredRequest | undefined {
    const object = objectIn(this.#folder, name);
    if (!object) return undefined;
    const request = object as unknown as StoredRequest;
    if (typeof request.request_id !== "string" || !UUID.test(request.request_id)
      || typeof request.method !== "string" || typeof request.provider_id !== "string"
      || typeof request.params !== "object" || request.params === null || fileName(request) !== name
      || !["open", "answered", "refused"].includes(request.state)) {
      throw damaged(this.#folder, name);
    }
    return request;
  }
}

/** A reference may be any text, so that its digest names the file. */
function fileName(request: StoredRequest): string {
  if (request.reference === undefined) return `${request.request_id}.json`;
  return `${createHash("sha256").update(request.reference, "utf8").digest("hex")}.json`;
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

function shortest(amount: unknown): unknown {
  if (typeof amount !== "string" || !amount.includes(".")) return amount;
  return amount.replace(/0+$/, "").replace(/\.$/, "");
}
