// The Electron example: its page in Chromium with a stand-in for the bridge, and its main process in Node.js with a stand-in for
// Electron and a real payd.

import assert from "node:assert/strict";
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath, pathToFileURL } from "node:url";
import { Browser } from "./support/browser.mjs";
import { Payd } from "./support/payd.mjs";
import { until } from "./support/until.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const hasChromium = spawnSync("chromium", ["--version"]).status === 0;

test("the page shows the code, makes an invoice, asks for a payment and follows both, as text", { skip: !hasChromium && "chromium is not installed" }, async () => {
  const browser = await Browser.start();
  try {
    await browser.load(pathToFileURL(join(root, "example/page/index.html")).href, `
      window.asked = [];
      window.till = {
        currencies: async () => [{ code: "LTC", network: "mock", ready: "ready" }],
        invoice: async (request) => { asked.push(request); return { id: "inv_1", currency: "LTC", amount: request.amount, uri: "<img src=x onerror=alert(1)>", state: "pending", version: 1 }; },
        pay: async (request) => { asked.push(request); if (request.amount === "9") throw new Error("It does not fit."); return { id: "ord_1", currency: "LTC", amount: request.amount, state: "awaiting_approval", version: 2 }; },
        retry: async () => { asked.push("retry"); },
        listen: (status, changed) => { window.status_ = status; window.changed = changed; },
      };`);
    const see = (expression) => browser.evaluate(expression);
    const fill = (form, values) => see(`(() => { const form = document.getElementById("${form}");
      for (const [name, value] of Object.entries(${JSON.stringify(values)})) form.elements[name].value = value; form.requestSubmit(); })()`);
    const text = (selector) => see(`document.querySelector(${JSON.stringify(selector)}).textContent`);

    await until(() => see("typeof status_ === 'function'"));
    await see("status_({ state: 'waiting_for_owner', code: '067850' })");
    assert.deepEqual([await text("#code strong"), await see("document.getElementById('code').hidden"), await see("document.querySelector('main').hidden")],
      ["067850", false, true]);
    await see("status_({ state: 'open' })");
    assert.deepEqual([await text("#status"), await text("#currency option"), await see("document.getElementById('code').hidden")], ["Connected.", "LTC (mock)", true]);

    await fill("receive", { amount: "0.25" });
    await until(() => see("document.querySelectorAll('#list li').length === 1"));
    assert.equal(await text("#list li"), "0.25 LTC: pending<img src=x onerror=alert(1)>");
    assert.equal(await see("document.images.length"), 0, "what others wrote is shown as text");
    await see("changed({ id: 'inv_1', currency: 'LTC', amount: '0.25', state: 'settled', version: 3 })");
    await see("changed({ id: 'inv_1', currency: 'LTC', amount: '0.25', state: 'processing', version: 2 })");
    assert.equal(await text("#list li"), "0.25 LTC: settled", "an older version does not replace a newer one");

    await fill("pay", { reference: "lunch", address: "mockltc1q7v3k2m5xw6d4r", amount: "9" });
    await until(() => see("!document.getElementById('problem').hidden"));
    assert.deepEqual([await text("#problem"), await see("document.getElementById('pay').elements.reference.value")], ["It does not fit.", "lunch"]);
    await fill("pay", { amount: "1" });
    await until(() => see("document.querySelectorAll('#list li').length === 2"));
    assert.equal(await text("#list li"), "1 LTC: awaiting approval");
    assert.deepEqual((await see("asked")).at(-1), { reference: "lunch", address: "mockltc1q7v3k2m5xw6d4r", amount: "1", currency: "LTC" });

    await see("status_({ state: 'stopped', problem: 'The owner refused.' })");
    assert.deepEqual([await text("#problem"), await see("document.getElementById('retry').hidden")], ["The owner refused.", false]);
    await see("document.getElementById('retry').click()");
    assert.equal((await see("asked")).at(-1), "retry");
  } finally {
    await browser.stop();
  }
});

/** Electron, as far as the example uses it: the handlers, the bridge and the options of the window can be looked at. */
const ELECTRON = `
const { EventEmitter } = require("node:events");
const app = Object.assign(new EventEmitter(), { whenReady: async () => undefined, quit: () => { globalThis.electron.hasQuit = true; } });
const toPage = new EventEmitter();
const handlers = new Map();
class BrowserWindow {
  constructor(options) {
    globalThis.electron.window = options;
    this.webContents = Object.assign(new EventEmitter(), {
      send: (name, value) => toPage.emit(name, {}, structuredClone(value)),
      setWindowOpenHandler: (handler) => { globalThis.electron.opening = handler; },
    });
    globalThis.electron.contents = this.webContents;
  }
  isDestroyed() { return false; }
  async loadFile(file) { globalThis.electron.file = file; require(globalThis.electron.window.webPreferences.preload); this.webContents.emit("did-finish-load"); }
}
globalThis.electron = { app };
exports.app = app;
exports.BrowserWindow = BrowserWindow;
exports.ipcMain = { handle: (name, handler) => handlers.set(name, handler) };
exports.contextBridge = { exposeInMainWorld: (name, bridge) => { globalThis.electron.world = { [name]: bridge }; } };
exports.ipcRenderer = {
    invoke: async (name, request) => structuredClone(await handlers.get(name)({ senderFrame: { url: globalThis.electron.from ?? require("node:url").pathToFileURL(globalThis.electron.file).href } }, structuredClone(request))),
    on: (name, listener) => toPage.on(name, listener),
};`;

test("the main process pairs, receives and pays for the page, and believes nothing that the page says", async () => {
  const payd = await Payd.start();
  const folder = join(payd.folder, "example");
  const known = { ...process.env };
  try {
    cpSync(join(root, "example"), folder, { recursive: true });
    mkdirSync(join(folder, "node_modules/electron"), { recursive: true });
    writeFileSync(join(folder, "node_modules/electron/index.js"), ELECTRON);
    writeFileSync(join(folder, "node_modules/electron/package.json"), '{"name":"electron","main":"index.js"}');
    symlinkSync(root, join(folder, "node_modules/payport"));
    Object.assign(process.env, { PAYPORT_RUNTIME: payd.runtime, PAYPORT_STATE: payd.state });
    await import(pathToFileURL(join(folder, "main.mjs")).href);
    const { window, world: { till }, opening, contents } = globalThis.electron;

    const { contextIsolation, sandbox, nodeIntegration, webviewTag } = window.webPreferences;
    assert.deepEqual({ contextIsolation, sandbox, nodeIntegration, webviewTag }, { contextIsolation: true, sandbox: true, nodeIntegration: false, webviewTag: false });
    assert.deepEqual(opening(), { action: "deny" });
    let prevented = false;
    contents.emit("will-navigate", { preventDefault: () => { prevented = true; } });
    assert.ok(prevented);
    assert.deepEqual(Object.keys(till).sort(), ["currencies", "invoice", "listen", "pay", "retry"]);

    const statuses = [], changes = [];
    till.listen((status) => statuses.push(status), (changed) => changes.push(changed));
    contents.emit("did-finish-load");
    const { code } = await until(() => statuses.find((status) => status.state === "waiting_for_owner"));
    const [, id] = /(pair_[a-z0-9]+)/.exec(await payd.owner("questions"));
    await payd.owner("approve", id, "--code", code);
    await until(() => statuses.some((status) => status.state === "open"));
    assert.deepEqual((await till.currencies())[0], { code: "LTC", network: "mock", ready: "ready" });

    const invoice = await till.invoice({ currency: "LTC", amount: "0.25", description: "the page cannot say this" });
    assert.deepEqual(Object.keys(invoice).filter((name) => invoice[name] !== undefined).sort(), ["amount", "currency", "id", "payment", "state", "uri", "version"]);
    const address = /^litecoin:([^?]+)/.exec(invoice.uri)[1];
    await payd.receive(address, "0.25");
    await until(() => changes.some((changed) => changed.id === invoice.id && changed.state === "settled"));

    const request = { currency: "LTC", address, amount: "0.5", reference: "lunch" };
    const [one, two] = await Promise.all([till.pay(request), till.pay(request)]);
    assert.deepEqual([one.id, one.state], [two.id, "awaiting_approval"], "a double click is one payment");
    for (const change of [{ amount: 0.5 }, { amount: "1e3" }, { address: "../../x" }, { reference: "" }, { reference: undefined }, { currency: "ltc; rm" }]) {
      await assert.rejects(till.pay({ ...request, ...change }), /This is not a valid/);
    }
    await assert.rejects(till.pay(null), /no request/);
    globalThis.electron.from = "https://example.org/";
    await assert.rejects(till.pay(request), /own page/);
  } finally {
    globalThis.electron?.app.emit("window-all-closed");
    await until(() => globalThis.electron?.hasQuit ?? true);
    for (const name of ["PAYPORT_RUNTIME", "PAYPORT_STATE"]) {
      if (known[name] === undefined) delete process.env[name];
      else process.env[name] = known[name];
    }
    await payd.stop();
  }
});
