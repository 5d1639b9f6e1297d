// A scripted provider: it speaks the protocol as it should, except where a test tells it to do something else.

import { createHmac, randomBytes } from "node:crypto";
import { existsSync, mkdirSync, mkdtempSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { WebSocketServer } from "ws";
import { base64url, concat, fromBase64url, lengthPrefixed, lengthPrefixedFields, sha256, utf8 } from "../../dist/crypto/bytes.js";
import { AgreementKey, SigningKey } from "../../dist/crypto/curves.js";
import { SymmetricState } from "../../dist/session/noise.js";
import { Opener, Sealer } from "../../dist/session/records.js";

const LABEL = "payport/connect_app/1";

export class Provider {
  /**
   * What a test changes: `file` members of the discovery file, and the functions that are called at each step. `like` is another
   * daemon of the same provider: it has the same key, the same ledger and the same folder of providers.
   */
  constructor(deviations = {}, { name = "wallet", like } = {}) {
    this.deviations = deviations;
    this.name = name;
    this.folder = mkdtempSync(join(tmpdir(), "payport-ts-"));
    this.runtime = like?.runtime ?? join(this.folder, "run");
    this.providers = join(this.runtime, "providers");
    this.state = join(this.folder, "app");
    this.identity = like?.identity ?? new SigningKey(randomBytes(32));
    this.connections = 0;
    this.requests = [];
    this.orders = like?.orders ?? new Map();
    this.sockets = new Set();
  }

  static async start(deviations, place) {
    const provider = new Provider(deviations, place);
    await provider.listen();
    provider.publish();
    return provider;
  }

  async listen() {
    this.server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: this.deviations.deflate ?? false,
      handleProtocols: () => this.deviations.subprotocol ?? "payport.v1" });
    await new Promise((resolve) => this.server.once("listening", resolve));
    this.server.on("connection", (socket) => this.#connection(socket));
  }

  get members() {
    return {
      v: 1, url: `ws://127.0.0.1:${this.server.address().port}/v1`, pid: process.pid, boot_nonce: base64url(randomBytes(16)),
      provider_id: base64url(this.identity.publicKey), name: this.name, versions: "1", k_local: base64url(this.gateKey),
      ...this.deviations.file,
    };
  }

  publish(text, name = this.name) {
    this.gateKey = randomBytes(32);
    if (!existsSync(this.providers)) mkdirSync(this.providers, { recursive: true, mode: 0o700 });
    this.file = Buffer.from(text ?? JSON.stringify(this.members));
    writeFileSync(join(this.folder, "new"), this.file, { mode: 0o600 });
    renameSync(join(this.folder, "new"), join(this.providers, `${name}.json`));
  }

  /** Ends as with SIGKILL: nobody listens any more, and the file stays. */
  async kill() {
    for (const socket of this.sockets) socket.terminate();
    await new Promise((resolve) => this.server.close(resolve));
  }

  async stop() {
    for (const socket of this.sockets) socket.terminate();
    await new Promise((resolve) => this.server.close(resolve));
    rmSync(this.folder, { recursive: true, force: true });
  }

  #connection(socket) {
    this.connections++;
    this.sockets.add(socket);
    socket.on("error", () => socket.terminate());
    const closed = new Promise((resolve) => socket.once("close", (code) => { this.sockets.delete(socket); resolve(code); }));
    const connection = new Connection(this, socket, closed);
    this.last = connection;
    this.deviations.connected?.(connection);
    socket.on("message", (data) => connection.take(data));
  }
}

class Connection {
  constructor(provider, socket, closed) {
    this.provider = provider;
    this.socket = socket;
    this.closed = closed;
    this.step = 0;
    this.received = [];
  }

  take(data) {
    this.step++;
    this.received.push(data);
    if (this.step === 1) return this.second(JSON.parse(data));
    if (this.step === 2) return this.welcome(JSON.parse(data));
    const message = this.opener.take(new Uint8Array(data));
    if (message === "goodbye") {
      this.socket.send(this.sealer.record(2));
      this.socket.close(1000);
    } else if (message) this.request(JSON.parse(Buffer.from(message).toString()));
  }

  second({ params }) {
    const { provider } = this, { deviations } = provider;
    const e = fromBase64url(params.msg), ephemeral = new AgreementKey(), fixed = new AgreementKey();
    const gate = createHmac("sha256", provider.gateKey).update(LABEL + "gate\0").update(e).digest().subarray(0, 16);
    if (!gate.equals(Buffer.from(params.gate, "base64url"))) return this.socket.close(1008);
    this.noise = new SymmetricState(concat(
      lengthPrefixed(utf8(LABEL), utf8("payport.v1"), utf8("payport.v1"), utf8(`127.0.0.1:${provider.server.address().port}`)),
      deviations.digest ?? sha256(provider.file)));
    this.noise.mixHash(e);
    this.noise.seal(new Uint8Array(0));
    const h1 = this.noise.hash;
    this.nonce = randomBytes(32);
    const identity = deviations.identity ?? provider.identity;
    const signer = deviations.signer ?? identity;
    const commitment = sha256(utf8(LABEL + "sas\0"), deviations.committed ?? this.nonce);
    this.ephemeral = ephemeral;
    this.noise.mixHash(ephemeral.publicKey);
    this.noise.mixKey(ephemeral.agree(e));
    const sealed = this.noise.seal(fixed.publicKey);
    this.noise.mixKey(fixed.agree(e));
    const payload = this.noise.seal(lengthPrefixed(identity.publicKey,
      signer.sign(concat(utf8(LABEL + " provider\0"), h1, fixed.publicKey)), commitment));
    this.socket.send(JSON.stringify({ jsonrpc: "2.0", id: 1, result: { msg: base64url(concat(ephemeral.publicKey, sealed, payload)) } }));
  }

  welcome({ params }) {
    const { provider } = this, { deviations } = provider;
    const message = fromBase64url(params.msg);
    const peer = this.noise.open(message.subarray(0, 48));
    this.noise.mixKey(this.ephemeral.agree(peer));
    const [id, manifest] = lengthPrefixedFields(this.noise.open(message.subarray(48)), 4);
    this.manifest = JSON.parse(Buffer.from(manifest).toString());
    this.app = base64url(id);
    const [receive, send] = this.noise.split();
    this.sealer = new Sealer(send);
    this.opener = new Opener(receive);
    if (deviations.first) return deviations.first(this);
    this.answer(2, deviations.welcome?.(this) ?? { status: "approved", session: this.session() });
  }

  session(more = {}) {
    return {
      status: "approved", session_id: base64url(this.noise.hash), spec_version: 1,
      provider: { provider_id: base64url(this.provider.identity.publicKey), name: "wallet", software: "scripted/1" },
      app: { app_id: this.manifest.app_id, name: this.manifest.name, version: "1", key: this.app },
      grants: { scopes: this.manifest.scopes }, event_cursor: "0", expires_at: "2099-01-01T00:00:00.000Z",
      limits: { max_message_bytes: 1048576, max_batch: 32, max_in_flight: 64, max_depth: 32, requests_per_second: 100, burst: 200 }, ...more,
    };
  }

  send(value) {
    for (const record of this.sealer.message(utf8(JSON.stringify(value)))) this.socket.send(record);
  }

  answer(id, result) {
    this.send({ jsonrpc: "2.0", id, result });
  }

  refuse(id, code, reason, data = {}) {
    this.send({ jsonrpc: "2.0", id, error: { code, message: "No.", data: { reason, ...data } } });
  }

  /** Orders are kept as a provider keeps them: one for each request_id. */
  request({ id, method, params }) {
    const { provider } = this;
    provider.requests.push({ method, params });
    if (provider.deviations.request?.(this, { id, method, params }) === "handled") return;
    if (method === "payment_order") return this.answer(id, { payment_order: this.order(params), replayed: false });
    if (method === "get_payment_order_status") {
      const known = provider.orders.get(params.request_id) ?? [...provider.orders.values()].find((o) => o.order_id === params.order_id);
      return known ? this.answer(id, { payment_order: known }) : this.refuse(id, 4001, "order_not_found");
    }
    if (method === "get_session") return this.answer(id, this.session());
    if (method === "subscribe_events") return this.answer(id, { cursor: params.from ?? "0" });
    this.refuse(id, -32601, "method_not_found");
  }

  order(params) {
    const { orders } = this.provider;
    if (!orders.has(params.request_id)) {
      orders.set(params.request_id, {
        order_id: `ord_${orders.size + 1}`, version: 1, state: "awaiting_approval", confirmations: 0, confirmations_wanted: 6,
        created_at: "2026-03-20T12:30:00.000Z", updated_at: "2026-03-20T12:30:00.000Z", ...params,
      });
    }
    return orders.get(params.request_id);
  }
}
