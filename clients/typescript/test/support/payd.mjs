// A real payd with a mock wallet in folders of its own, and its owner's commands.

import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";

const tree = join(dirname(fileURLToPath(import.meta.url)), "../../../..");
const programs = process.env.PAYPORT_PROGRAMS ?? join(tree, ".build/debug");
const run = promisify(execFile);

export const app = { app_id: "org.example.shop", name: "Shop", version: "1", scopes: ["receive", "pay"] };

export class Payd {
  constructor(settings) {
    this.folder = settings.folder ?? mkdtempSync(join(tmpdir(), "payport-ts-"));
    mkdirSync(this.folder, { recursive: true, mode: 0o700 });
    this.runtime = join(this.folder, "run");
    this.state = join(this.folder, "app");
    this.program = join(programs, "payd");
    this.environment = {
      ...process.env, SWIFT_BACKTRACE: "enable=no", PAYPORT_RUNTIME: this.runtime, PAYPORT_STATE: join(this.folder, "payd"),
      XDG_RUNTIME_DIR: "", DBUS_SESSION_BUS_ADDRESS: "",
    };
    this.config = join(this.folder, "provider.yml");
    const limits = settings.limits ? `, limits: {LTC: {${settings.limits}}}` : "";
    writeFileSync(this.config, `name: ${settings.name ?? "wallet"}
notifications: off
${settings.more ?? ""}
times: {poll: 1s, follow: 1s}
wallets:
  - {type: mock, currencies: [LTC, XMR], network: ${settings.network ?? join(this.folder, "network")}, wallet: ${settings.wallet ?? "shop"}, balance: 100, block_seconds: 0${limits}}
`, { mode: 0o600 });
  }

  static async start(settings = {}) {
    const payd = new Payd(settings);
    await payd.begin();
    return payd;
  }

  /** Starts the daemon, and waits until apps can connect. */
  async begin() {
    this.process = spawn(this.program, ["run", "--config", this.config], { env: this.environment, stdio: ["ignore", "ignore", "pipe"] });
    this.ended = new Promise((resolve) => this.process.once("exit", resolve));
    this.log = [];
    await new Promise((resolve, reject) => {
      this.process.once("error", () => reject(new Error(`There is no program ${this.program}: build it, or set PAYPORT_PROGRAMS.`)));
      createInterface(this.process.stderr).on("line", (line) => {
        this.log.push(line);
        if (line.includes("payd: ready")) resolve();
      });
      this.ended.then(() => reject(new Error(`payd ended: ${this.log.join("\n")}`)));
    });
  }

  async kill(signal = "SIGKILL") {
    this.process.kill(signal);
    await this.ended;
  }

  async restart() {
    await this.kill();
    await this.begin();
  }

  async stop() {
    if (this.process.exitCode === null && this.process.signalCode === null) await this.kill("SIGTERM");
    rmSync(this.folder, { recursive: true, force: true });
  }

  /** A command of the owner; answers its output. */
  async owner(...command) {
    return (await run(this.program, command.map(String), { env: this.environment })).stdout;
  }

  async json(...command) {
    return JSON.parse(await this.owner(...command, "--json"));
  }

  /** Options of a client that the owner approves at once. */
  options(more = {}) {
    return {
      state: this.state, runtime: this.runtime,
      onCode: ({ code, questionId }) => void this.owner("approve", questionId, "--code", code, ...(more.scopes ? ["--scopes", more.scopes] : [])),
      ...more,
    };
  }

  /** Somebody pays an address, and blocks confirm it. */
  async receive(address, amount) {
    await this.owner("mock", "receive", address, amount);
    await this.owner("mock", "mine", 6);
  }
}
