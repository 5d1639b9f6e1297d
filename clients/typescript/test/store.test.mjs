// The app's state: private, in one step, on the disk before anything is sent, and never replaced by a guess.

import assert from "node:assert/strict";
import { spawn } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { Cursors } from "../dist/store/cursors.js";
import { Folder } from "../dist/store/folder.js";
import { loadIdentity } from "../dist/store/identity.js";
import { Openings } from "../dist/store/openings.js";
import { Requests, sameParams } from "../dist/store/requests.js";
import { Versions } from "../dist/store/versions.js";
import { amountOf, atomicOf, parseReturnLink } from "payport";

let home;
beforeEach(() => { home = fs.mkdtempSync(join(tmpdir(), "payport-ts-")); });
afterEach(() => fs.rmSync(home, { recursive: true, force: true }));
const folder = (name = "state") => new Folder(join(home, "deep", name));
const params = { currency: "LTC", address: "a", amount: "0.5" };

test("folders have mode 0700 and files 0600, and nothing that is open, linked or of another kind is used", () => {
  const state = folder();
  state.create("x", "1");
  assert.equal(fs.statSync(state.path).mode & 0o777, 0o700);
  assert.equal(fs.statSync(join(state.path, "x")).mode & 0o777, 0o600);
  fs.chmodSync(join(state.path, "x"), 0o640);
  assert.throws(() => state.read("x"), { code: "unsafe_state" });
  fs.symlinkSync("x", join(state.path, "y"));
  assert.throws(() => state.read("y"), { code: "unsafe_state" });
  fs.mkdirSync(join(state.path, "z"), { mode: 0o700 });
  assert.throws(() => state.read("z"), { code: "unsafe_state" });
  fs.chmodSync(state.path, 0o750);
  assert.throws(() => folder(), { code: "unsafe_state" });
});

test("a folder that everybody could replace is refused", () => {
  const { path } = folder();
  const above = join(path, "above");
  fs.mkdirSync(above);
  fs.chmodSync(above, 0o777);
  assert.throws(() => new Folder(join(above, "app")), { code: "unsafe_state" });
  // In a folder such as /tmp everybody removes only what is his own.
  fs.chmodSync(above, 0o1777);
  new Folder(join(above, "app"));
});

test("a file is made once, and every change is synced before and after it has its name", () => {
  const state = folder();
  const calls = [];
  const original = {};
  for (const name of ["openSync", "writeFileSync", "fsyncSync", "linkSync", "renameSync", "unlinkSync"]) {
    original[name] = fs[name];
    fs[name] = (...args) => { calls.push(name); return original[name](...args); };
  }
  try {
    assert.equal(state.create("x", "1"), true);
    assert.deepEqual(calls.splice(0), ["openSync", "writeFileSync", "fsyncSync", "linkSync", "unlinkSync", "openSync", "fsyncSync"]);
    assert.equal(state.create("x", "2"), false);
    assert.equal(calls.splice(0).at(-1), "fsyncSync", "what another process made is on the disk, too");
    state.replace("x", "3");
    assert.deepEqual(calls.splice(0), ["openSync", "writeFileSync", "fsyncSync", "renameSync", "openSync", "fsyncSync"]);
  } finally {
    Object.assign(fs, original);
  }
  assert.equal(state.read("x"), "3");
});

test("what killed processes left is removed, and what living ones write is not", () => {
  const { path } = folder();
  fs.writeFileSync(join(path, ".tmp.4194304.0123456789abcdef"), "", { mode: 0o600 });
  fs.writeFileSync(join(path, `.tmp.${process.pid}.0123456789abcdef`), "", { mode: 0o600 });
  folder();
  assert.deepEqual(fs.readdirSync(path), [`.tmp.${process.pid}.0123456789abcdef`]);
});

test("a state folder that cannot be written is told with words", () => {
  fs.writeFileSync(join(home, "file"), "");
  assert.throws(() => new Folder(join(home, "file", "below")), { code: "unusable_state" });
});

test("the key is made once, also by two processes, and is never replaced", async () => {
  const script = `
    import { Folder } from ${JSON.stringify(new URL("../dist/store/folder.js", import.meta.url).href)};
    import { loadIdentity } from ${JSON.stringify(new URL("../dist/store/identity.js", import.meta.url).href)};
    console.log(Buffer.from(loadIdentity(new Folder(process.argv[1])).publicKey).toString("hex"));`;
  const path = join(home, "shared");
  const keys = await Promise.all(Array.from({ length: 4 }, () => new Promise((resolve, reject) => {
    const child = spawn(process.execPath, ["--input-type=module", "-e", script, path], { stdio: ["ignore", "pipe", "inherit"] });
    let out = "";
    child.stdout.on("data", (data) => { out += data; });
    child.on("exit", (code) => (code === 0 ? resolve(out) : reject(new Error(`exit ${code}`))));
  })));
  assert.equal(new Set(keys).size, 1);
  const state = new Folder(path);
  const file = join(path, "identity.json"), good = fs.readFileSync(file, "utf8");
  for (const [content, code] of [["", "damaged_state"], ["{}", "damaged_state"], ["[]", "damaged_state"], ['{"v":2,"keyring":"libsecret"}', "unsafe_state"],
    [good.replace(/"ed25519_public":"(.)/, (_, first) => `"ed25519_public":"${first === "_" ? "A" : "_"}`), "damaged_state"]]) {
    fs.writeFileSync(file, content);
    assert.throws(() => loadIdentity(state), { code });
    assert.equal(fs.readFileSync(file, "utf8"), content);
  }
  fs.writeFileSync(file, good);
  fs.linkSync(file, join(path, "second"));
  assert.throws(() => loadIdentity(state), { code: "unsafe_state" });
});

test("a key file of another implementation is read as chapter 11 says", () => {
  const state = folder();
  state.create("identity.json", JSON.stringify({ v: 1, seed: Buffer.alloc(32, 7).toString("base64url") }));
  assert.equal(Buffer.from(loadIdentity(state).publicKey).toString("hex"), "ea4a6c63e29c520abef5507b132ec5f9954776aebebe7b92421eea691446d22c");
});

const wanted = (once, more = {}, method = "payment_order") => ({ method, params: { ...params, ...more }, once });
const unknown = (code) => (error) => error.code === "outcome_unknown" && error.outcome === "unknown" && error.cause.code === code;

test("a request keeps its id and params; other params, another method and another provider are refused", () => {
  const requests = new Requests(folder()), once = { reference: "lunch /../ ☕" };
  const begun = requests.begin(wanted(once), "P"), { request } = begun;
  assert.deepEqual([begun.isInDoubt, request.state], [false, "open"]);
  const again = new Requests(folder()).begin({ method: "payment_order", params: { amount: "0.50", address: "a", currency: "LTC" }, once }, "P");
  assert.deepEqual([again.isInDoubt, again.request], [true, request]);
  for (const more of [{ amount: "0.51" }, { max_fee: "1" }]) {
    assert.throws(() => requests.begin(wanted(once, more), "P"), unknown("other_params"));
    assert.throws(() => requests.find(wanted(once, more)), unknown("other_params"));
  }
  assert.throws(() => requests.begin(wanted(once, {}, "invoice_request"), "P"), { code: "other_params" });
  assert.throws(() => requests.begin(wanted(once), "Q"), unknown("other_provider"));
  requests.end(again, "answered", true);
  assert.throws(() => requests.begin(wanted(once, { amount: "0.51" }), "P"), { code: "other_params", outcome: "nothing_done" },
    "what was answered is known, so that this is only a mistake of the app");
  assert.deepEqual(requests.list().map(({ state }) => state), ["answered"]);
});

test("a request that was refused may change its params, keeps its id, and is open on the disk before it is sent again", () => {
  const requests = new Requests(folder()), once = { reference: "x" };
  const begun = requests.begin(wanted(once), "P");
  assert.equal(requests.end(begun, "refused", true), true);
  assert.equal(requests.list()[0].state, "refused");
  const again = requests.begin(wanted(once), "P");
  assert.deepEqual([again.isInDoubt, new Requests(folder()).list()[0].state], [false, "open"]);
  requests.end(again, "refused", true);
  const changed = requests.begin(wanted(once, { amount: "0.4" }), "P");
  assert.equal(changed.request.request_id, begun.request.request_id);
  assert.deepEqual([changed.isInDoubt, requests.list()[0].params.amount, requests.list()[0].state], [false, "0.4", "open"]);
});

test("a refusal is not noted over what another process has begun or learned since", () => {
  const one = new Requests(folder()), two = new Requests(folder()), once = { reference: "x" };
  const first = one.begin(wanted(once), "P"), second = two.begin(wanted(once), "P");
  assert.equal(one.end(first, "refused", true), false);
  assert.equal(one.list()[0].state, "open");
  two.end(second, "answered", true);
  assert.equal(one.end(first, "refused", true), false);
  assert.equal(one.end(second, "refused", true), false);
  assert.equal(one.list()[0].state, "answered");
  const alone = one.begin({ method: "payment_order", params }, "P"), repeated = two.begin(wanted({ request_id: alone.request.request_id }), "P");
  assert.equal(one.end(alone, "refused", false), false);
  assert.equal(two.end(repeated, "refused", true), true);
});

test("a version of a record is made by one process only, and one that comes late does not count", () => {
  const state = folder(), one = new Versions(state), two = new Versions(state);
  assert.deepEqual([one.follow("a", 0, '{"n":1}'), two.follow("a", 0, "{}")], [true, false]);
  assert.deepEqual([two.follow("a", 1, '{"n":2}'), one.follow("a", 1, "{}")], [true, false]);
  assert.deepEqual(state.names(), ["a.2.json"]);
  assert.equal(one.follow("a", 0, "{}"), false);
  assert.deepEqual([one.newest("a").object, state.names(), one.names()], [{ n: 2 }, ["a.2.json"], ["a"]]);
  one.remove("a", 2);
  assert.equal(one.newest("a"), undefined);
});

test("a damaged request is not replaced by another one", () => {
  const state = folder(), requests = new Requests(state);
  requests.begin(wanted({ reference: "x" }), "P");
  const [name] = state.names();
  const good = state.read(name);
  for (const content of ["", "{}", good.replace('"open"', '"new"'), good.replace(/"request_id":"./, '"request_id":"x'), good.replace('"x"', '"y"')]) {
    fs.writeFileSync(join(state.path, name), content);
    assert.throws(() => requests.begin(wanted({ reference: "x" }), "P"), { code: "damaged_state" }, content);
  }
});

test("which params are the same", () => {
  assert.ok(sameParams({ amount: "1.0", currency: "LTC" }, { currency: "LTC", amount: "1" }));
  assert.ok(!sameParams({ amount: "10" }, { amount: "1" }));
  assert.ok(!sameParams({ amount: "1" }, { amount: "1", description: "" }));
  assert.ok(!sameParams({ description: "1.0" }, { description: "1" }));
});

test("cursors belong to a provider and a reader", () => {
  const cursors = new Cursors(folder());
  cursors.write("P", "main", "7");
  assert.deepEqual([cursors.read("P", "main"), cursors.read("Q", "main"), cursors.read("P", "other")], ["7", undefined, undefined]);
  for (const cursor of ["07", "x", "", "9223372036854775808"]) {
    cursors.write("P", "main", cursor);
    assert.throws(() => cursors.read("P", "main"), { code: "damaged_state" }, cursor);
  }
});

test("a link back counts once, and only for an opening of the app", () => {
  const openings = new Openings(folder());
  const state = openings.begin("wallet");
  assert.equal(openings.take(state, "wallet"), undefined, "it has no opening yet");
  openings.opened(state, "wallet", "opn_1");
  assert.equal(openings.take(state, "other"), undefined);
  assert.equal(openings.take("../../identity", "wallet"), undefined);
  assert.equal(openings.take(state, "wallet"), "opn_1");
  assert.equal(openings.take(state, "wallet"), undefined);
});

test("links back are read strictly", () => {
  const good = "org.example.shop:payport?provider=wallet&state=abc&result=approved";
  assert.deepEqual(parseReturnLink("org.example.shop", good), { provider: "wallet", state: "abc", result: "approved" });
  assert.ok(parseReturnLink("org.example.shop", "org.example.shop:payport?result=viewed&state=~&provider=a.b"));
  for (const link of [good.toUpperCase(), good + "#x", good + "&state=abc", good + "&more=1", good.replace("approved", "paid"), good.replace("abc", "a%62c"),
    good.replace("&state=abc", ""), good.replace("payport?", "//payport?"), good + "\n", " " + good, good.replace("shop:", "shopx:"),
    good.replace("provider", "__proto__"), good.replace("abc", "a".repeat(500)), good.replace("abc", "a=c"), ""]) {
    assert.equal(parseReturnLink("org.example.shop", link), undefined, link);
  }
});

test("amounts are exact", () => {
  assert.deepEqual([amountOf(25_000_000n, 8), amountOf(1n, 12), amountOf(0n, 8), amountOf(5n, 0), amountOf(100n, 2)], ["0.25", "0.000000000001", "0", "5", "1"]);
  assert.deepEqual([atomicOf("0.25", 8), atomicOf("1.500", 1), atomicOf("7", 0)], [25_000_000n, 15n, 7n]);
  for (const amount of ["0.251", "01", "-1", "1e3", ".5", "5.", " 5", "", "1,5", "9".repeat(81)]) assert.throws(() => atomicOf(amount, 2), { code: "invalid_call" }, amount);
  assert.throws(() => amountOf(-1n, 2), { code: "invalid_call" });
});
