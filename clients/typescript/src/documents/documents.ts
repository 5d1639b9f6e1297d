// Requests as signed files, which a provider answers whether it runs now or later (chapter 12).

import fs from "node:fs";
import path from "node:path";
import { base64url, fromBase64url, sameBytes, sha256, textOf, utf8, type Bytes } from "../crypto/bytes.js";
import type { SigningKey } from "../crypto/curves.js";
import { StateError, Violation } from "../errors/errors.js";
import type { Methods } from "../client/calls.js";
import type { DocumentFolder } from "../generated/objects.js";
import type { DocumentAnswer } from "../generated/session.js";
import type { Requests } from "../store/requests.js";
import { documentRequestId, isSignedAnswer, openDocument, sealDocument, signDocument } from "./sealing.js";
import { readYaml, writeYaml } from "./yaml.js";

const STEM = /^[A-Za-z0-9][A-Za-z0-9_-]{0,99}$/;
const LARGEST_TEXT = 65_536, LOOK_AGAIN_MS = 1000;
const { O_RDONLY, O_NOFOLLOW, O_NONBLOCK, O_WRONLY, O_CREAT, O_TRUNC } = fs.constants;

export type DocumentRequest = "invoice_request" | "payment_order" | "proof_request" | "statement_request";

/** A document that was submitted. It can be stored as JSON, and its answer be asked for by a later process. */
export interface Submitted {
  spec: DocumentRequest;
  file: string;
  /** SHA-256 of the file, base64url. */
  digest: string;
  request_id: string;
}

export class Documents {
  readonly #folder: DocumentFolder;
  readonly #identity: SigningKey;
  readonly #provider: Bytes;
  readonly #requests: Requests;

  constructor(folder: DocumentFolder, identity: SigningKey, provider: Bytes, requests: Requests) {
    this.#folder = folder;
    this.#identity = identity;
    this.#provider = provider;
    this.#requests = requests;
  }

  /**
   * Signs a request and leaves it for the provider. The stem is the app's own name for the request: submitted again under the
   * same stem, also after a crash, it is the same request, and with other params or to another provider it is refused.
   */
  submit<S extends DocumentRequest>(
    spec: S, params: Omit<Methods[S]["params"], "request_id">, { stem, sealed = false }: { stem: string; sealed?: boolean },
  ): Submitted {
    if (!STEM.test(stem)) {
      throw new StateError("invalid_call", "The stem of a document has 1 to 100 of A-Z a-z 0-9 - _.", "Choose another stem.");
    }
    const text = utf8(writeYaml({ spec, version: 2, ...params }));
    if (text.length > LARGEST_TEXT) throw new StateError("invalid_call", "The document is too long.", "Shorten its texts.");
    const file = stem + (sealed ? ".sealed" : ".yml");
    // It is stored first, with the provider to which alone it goes: its text tells one request from another.
    const requestId = documentRequestId(this.#identity.publicKey, stem, text);
    const wanted = { method: spec, params: { text: base64url(sha256(text)) }, once: { reference: stem }, requestId };
    this.#requests.begin(wanted, base64url(this.#provider));
    const known = this.#known(spec, stem, file, text);
    const content = known?.content ?? (sealed ? sealDocument(this.#documentKey(), file, text) : text);
    if (!known?.hasEnded) {
      const signature = signDocument(this.#identity, this.#provider, file, content, new Date().toISOString());
      const folder = this.#path(spec);
      // The signature comes first, so that the document is never there without it.
      put(folder, `${file}.sig`, utf8(signature));
      if (!known) put(folder, file, content);
    }
    return { spec, file, digest: base64url(sha256(content)), request_id: requestId };
  }

  /** The answer as it is now; undefined if there is none yet, or if the provider is just writing it. */
  answer(submitted: Submitted): DocumentAnswer | undefined {
    const [stem, form] = submitted.file.split(".") as [string, string];
    const name = `${stem}.answer.${form}`;
    for (const folder of [this.#path(submitted.spec), ...this.#archives(submitted)]) {
      const content = read(folder, name), signature = read(folder, `${name}.sig`);
      if (!content || !signature
        || !isSignedAnswer(this.#provider, this.#identity.publicKey, name, content, signature)) continue;
      const text = form === "sealed" ? openDocument(this.#documentKey(), name, content) : content;
      if (!text) throw new Violation("An answer does not open with the document key of this session.");
      const answer = readYaml(textOf(text)) as unknown as DocumentAnswer;
      // The provider did not read a file whose digest it does not name; its answer is then about the one beside it (12.10).
      const isThis = answer.digest === undefined ? fs.existsSync(path.join(folder, submitted.file)) : answer.digest === submitted.digest;
      if (answer.document === submitted.file && isThis) return answer;
    }
    return undefined;
  }

  /** Waits until the document has ended or was refused. */
  async ended(submitted: Submitted): Promise<DocumentAnswer> {
    for (;;) {
      const changed = watch(this.#path(submitted.spec));
      const answer = this.answer(submitted);
      if (answer && (answer.state === "ended" || answer.state === "refused")) {
        changed.stop();
        return answer;
      }
      await changed.happened;
    }
  }

  #path(spec: DocumentRequest): string {
    return path.join(this.#folder.services, "payments", `${spec}s`, this.#folder.name);
  }

  #documentKey(): Bytes {
    const key = fromBase64url(this.#folder.document_key, 32);
    if (!key) throw new StateError("invalid_call", "The provider gave no key for sealed documents.", "Submit it unsealed.");
    return key;
  }

  /** The folders of the archive, the newest first: 2026-03-20.2 is later than 2026-03-20. */
  #archives({ spec }: Pick<Submitted, "spec">): string[] {
    const archive = path.join(this.#path(spec), "archive");
    const days = fs.existsSync(archive) ? fs.readdirSync(archive) : [];
    const order = (day: string): string => {
      const [date, number = "1"] = day.split(".");
      return `${date} ${number.padStart(9, "0")}`;
    };
    return days.filter((day) => /^\d{4}-\d{2}-\d{2}(\.[1-9]\d{0,8})?$/.test(day))
      .sort((a, b) => (order(a) < order(b) ? 1 : -1))
      .map((day) => path.join(archive, day));
  }

  /**
   * The file as it was submitted before, in the folder or, if it has ended, in the archive. Another text under the same stem
   * would be another request, and for a payment a second one.
   */
  #known(spec: DocumentRequest, stem: string, file: string, text: Bytes): { content: Bytes; hasEnded: boolean } | undefined {
    let found: { content: Bytes; hasEnded: boolean } | undefined;
    const own = this.#path(spec);
    for (const folder of [own, ...this.#archives({ spec })]) {
      for (const name of [`${stem}.yml`, `${stem}.sealed`]) {
        const content = read(folder, name);
        if (!content) continue;
        const opened = name.endsWith(".sealed") ? openDocument(this.#documentKey(), name, content) : content;
        if (!opened || !sameBytes(opened, text)) {
          throw new StateError("other_params", "There is another document of this name.", "Use another stem for another request.");
        }
        if (name === file) found ??= { content, hasEnded: folder !== own };
      }
    }
    return found;
  }
}

/** The content of a regular file of this user; undefined if there is none. */
function read(folder: string, name: string): Bytes | undefined {
  let descriptor: number;
  try {
    descriptor = fs.openSync(path.join(folder, name), O_RDONLY | O_NOFOLLOW | O_NONBLOCK);
  } catch {
    return undefined;
  }
  try {
    const status = fs.fstatSync(descriptor);
    if (!status.isFile() || status.uid !== process.geteuid!() || (status.mode & 0o022) !== 0) return undefined;
    return new Uint8Array(fs.readFileSync(descriptor));
  } finally {
    fs.closeSync(descriptor);
  }
}

function put(folder: string, name: string, content: Bytes): void {
  const aside = path.join(folder, `.${name}.${process.pid}`);
  const descriptor = fs.openSync(aside, O_WRONLY | O_CREAT | O_TRUNC | O_NOFOLLOW, 0o600);
  try {
    fs.writeFileSync(descriptor, content);
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
  fs.renameSync(aside, path.join(folder, name));
}

/** Until something in the folder changes, or a second has passed. */
function watch(folder: string): { happened: Promise<void>; stop(): void } {
  let stop = (): void => undefined;
  const happened = new Promise<void>((resolve) => {
    const watcher = fs.watch(folder, () => stop());
    const timer = setTimeout(() => stop(), LOOK_AGAIN_MS);
    watcher.on("error", () => stop());
    stop = (): void => {
      clearTimeout(timer);
      watcher.close();
      resolve();
    };
  });
  return { happened, stop: () => stop() };
}
