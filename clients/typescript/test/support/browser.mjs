// A headless Chromium with one page, driven through its debugging protocol.

import { spawn } from "node:child_process";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import WebSocket from "ws";

export class Browser {
  #lastId = 0;
  #waiting = new Map();

  static async start() {
    const browser = new Browser();
    browser.folder = mkdtempSync(join(tmpdir(), "payport-ts-"));
    browser.process = spawn("chromium", [
      "--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--disable-background-networking",
      "--disable-component-update", "--remote-debugging-port=0", `--user-data-dir=${browser.folder}`, "about:blank",
    ], { stdio: ["ignore", "ignore", "pipe"] });
    browser.ended = new Promise((resolve) => browser.process.once("exit", resolve));
    const address = await new Promise((resolve, reject) => {
      createInterface(browser.process.stderr).on("line", (line) => {
        const match = /DevTools listening on (ws:\S+)/.exec(line);
        if (match) resolve(match[1]);
      });
      browser.process.once("error", reject);
      browser.ended.then(() => reject(new Error("chromium ended")));
    });
    browser.socket = new WebSocket(address, { perMessageDeflate: false });
    await new Promise((resolve) => browser.socket.once("open", resolve));
    browser.socket.on("message", (data) => browser.#take(JSON.parse(data)));
    const { targetInfos } = await browser.send("Target.getTargets");
    const { targetId } = targetInfos.find(({ type }) => type === "page");
    ({ sessionId: browser.session } = await browser.send("Target.attachToTarget", { targetId, flatten: true }));
    return browser;
  }

  send(method, params = {}) {
    const id = ++this.#lastId;
    this.socket.send(JSON.stringify({ id, method, params, ...(this.session ? { sessionId: this.session } : {}) }));
    return new Promise((resolve, reject) => this.#waiting.set(id, { resolve, reject }));
  }

  #take({ id, result, error, method }) {
    if (method === "Page.loadEventFired") this.loaded?.();
    const waiting = this.#waiting.get(id);
    this.#waiting.delete(id);
    if (error) waiting?.reject(new Error(error.message));
    else waiting?.resolve(result);
  }

  /** Loads a page, before whose own scripts this one runs. */
  async load(url, script) {
    await this.send("Page.enable");
    await this.send("Page.addScriptToEvaluateOnNewDocument", { source: script });
    const loaded = new Promise((resolve) => { this.loaded = resolve; });
    await this.send("Page.navigate", { url });
    await loaded;
  }

  async evaluate(expression) {
    const { result, exceptionDetails } = await this.send("Runtime.evaluate", { expression, awaitPromise: true, returnByValue: true });
    if (exceptionDetails) throw new Error(exceptionDetails.exception?.description ?? exceptionDetails.text);
    return result.value;
  }

  async stop() {
    // It ends its own processes, which otherwise write into the folder a little longer.
    this.session = undefined;
    this.send("Browser.close").catch(() => undefined);
    await this.ended;
    this.socket.terminate();
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 50 });
  }
}
