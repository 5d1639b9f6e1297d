// Chapter 2: each check of a discovery file, and what the app is told.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import fs from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, test } from "node:test";
import { base64url } from "../dist/crypto/bytes.js";
import { SigningKey } from "../dist/crypto/curves.js";
import { findProvider } from "../dist/discovery/find.js";
import { parseDiscoveryFile } from "../dist/discovery/file.js";
import { runtimeFolder } from "../dist/discovery/folder.js";
import { Folder } from "../dist/store/folder.js";
import { Pins } from "../dist/store/pins.js";

const FILE = {
  v: 1, url: "ws://127.0.0.1:49152/v1", pid: process.pid, boot_nonce: "Aj4eOj8mTOsIRcN6Lcr5TQ",
  provider_id: "vQMf7508iiA8VsxxSIQiBz7zNuoIPwAXuuNpvt7mORU", name: "wallet", versions: "1",
  k_local: "SEUOmWz3AXU84kCkmohTZhAy1HBx9eSDNfo3ZF88cFk",
};

const OTHER_KEY = base64url(new SigningKey(new Uint8Array(32).fill(7)).publicKey);

let runtime, providers, pins;
beforeEach(() => {
  runtime = fs.mkdtempSync(join(tmpdir(), "payport-ts-"));
  providers = join(runtime, "providers");
  fs.mkdirSync(providers, { mode: 0o700 });
  pins = new Pins(new Folder(join(runtime, "pins")));
});
afterEach(() => fs.rmSync(runtime, { recursive: true, force: true }));

const write = (content = FILE, name = "wallet.json") =>
  fs.writeFileSync(join(providers, name), typeof content === "string" || content instanceof Uint8Array ? content : JSON.stringify(content), { mode: 0o600 });
const find = (more = {}) => findProvider({ runtime, name: undefined, service: "payments", versions: { lowest: 1, highest: 1 }, ...more }, pins);
const refused = (code = "untrusted_file", more = {}) => assert.throws(() => find(more), (error) => {
  assert.equal(error.code, code, error.message);
  assert.ok(error.sentence.length > 10 && error.remedy.length > 10);
  return true;
});

test("a good file is found, with and without its name, and unknown members are ignored", () => {
  write({ ...FILE, novelty: { v: 1, deep: [{}] } });
  assert.equal(find().authority, "127.0.0.1:49152");
  assert.equal(find({ name: "wallet" }).name, "wallet");
  write({ ...FILE, on_demand: true, services: ["payments", "more"], url: "ws://[::1]:1/v1" });
  assert.deepEqual([find().onDemand, find().authority], [true, "[::1]:1"]);
});

const WRONG = {
  "another version, whatever else it says": { v: 2, url: 17 },
  "a version that is a text": { v: "1" },
  "an address that is not loopback": { url: "ws://192.168.0.1:49152/v1" },
  "a host name": { url: "ws://localhost.example:49152/v1" },
  "TLS": { url: "wss://127.0.0.1:49152/v1" },
  "another path": { url: "ws://127.0.0.1:49152/v2" },
  "a query": { url: "ws://127.0.0.1:49152/v1?x" },
  "a user": { url: "ws://x@127.0.0.1:49152/v1" },
  "a line feed behind the URL": { url: "ws://127.0.0.1:49152/v1\n" },
  "no port": { url: "ws://127.0.0.1/v1" },
  "the port 0": { url: "ws://127.0.0.1:0/v1" },
  "a port with a zero in front": { url: "ws://127.0.0.1:049152/v1" },
  "the port 65536": { url: "ws://127.0.0.1:65536/v1" },
  "a pid that is a text": { pid: "17" },
  "a pid of zero": { pid: 0 },
  "a pid beyond 31 bits": { pid: 2 ** 31 },
  "a pid with a fraction": { pid: 1.5 },
  "a nonce of 15 bytes": { boot_nonce: "A".repeat(20) },
  "a key of 31 bytes": { provider_id: "A".repeat(42) },
  "a key with padding": { provider_id: FILE.provider_id + "=" },
  "a key with unused bits": { provider_id: FILE.provider_id.slice(0, -1) + "V" },
  "a key of small order": { provider_id: "A".repeat(43) },
  "a gate key of 33 bytes": { k_local: "A".repeat(44) },
  "a gate key in plain base64": { k_local: FILE.k_local.slice(0, -1) + "+" },
  "the name of another file": { name: "other" },
  "a name that begins with a dot": { name: ".wallet" },
  "a range of versions that goes back": { versions: "3-1" },
  "the version 0": { versions: "0" },
  "a version of five digits": { versions: "10000" },
  "no services": { services: [] },
  "17 services": { services: Array(17).fill("payments") },
  "a service that is a number": { services: ["payments", 1] },
  "services that are null": { services: null },
  "on_demand that is a text": { on_demand: "true" },
  "on_demand that is null": { on_demand: null },
};
for (const [what, change] of Object.entries(WRONG)) {
  test(`refused: ${what}`, () => {
    write({ ...FILE, ...change });
    refused();
  });
}
for (const member of Object.keys(FILE)) {
  test(`refused: without ${member}`, () => {
    const { [member]: _, ...rest } = FILE;
    write(rest);
    refused();
  });
}

const text = JSON.stringify(FILE);
const MALFORMED = {
  "no JSON": "x", "an array": "[]", "null": "null", "nothing": "", "two objects": text + text,
  "a byte order mark": "\ufeff" + text, "bytes that are not UTF-8": Buffer.concat([Buffer.from(text.slice(0, -1) + ',"x":"'), Buffer.from([0xff]), Buffer.from('"}')]),
  "a member twice": text.replace('"pid"', '"name":"wallet","pid"'),
  "a member twice, once with an escape": text.replace('"pid"', '"n\\u0061me":"wallet","pid"'),
  "a member twice in an object inside": text.slice(0, -1) + ',"x":[{"a":1,"a":2}]}',
  "16,385 bytes": text.slice(0, -1) + `,"x":"${"x".repeat(16_385 - text.length - 7)}"}`,
};
for (const [what, content] of Object.entries(MALFORMED)) {
  test(`refused: ${what}`, () => {
    if (what === "16,385 bytes") assert.equal(content.length, 16_385);
    write(content);
    refused();
  });
}
test("16,384 bytes are allowed, and the same member in different objects", () => {
  write(text.slice(0, -1) + `,"x":"${"x".repeat(16_384 - text.length - 7)}"}`);
  assert.equal(find().name, "wallet");
  write(text.slice(0, -1) + ',"x":[{"a":1},{"a":{"a":"\\"a\\":"}}]}');
  assert.equal(find().name, "wallet");
});

test("no folder, and no file: the provider does not run", () => {
  refused("no_provider");
  refused("no_provider", { name: "wallet" });
  fs.rmdirSync(providers);
  refused("no_provider");
});

test("files of other names are ignored", () => {
  for (const name of ["wallet", ".wallet.json", "wallet.json~", "wal let.json", "-x.json"]) write("garbage", name);
  refused("no_provider");
});

for (const mode of [0o640, 0o604, 0o620, 0o602, 0o610]) {
  test(`refused: a file of mode ${mode.toString(8)}`, () => {
    write();
    fs.chmodSync(join(providers, "wallet.json"), mode);
    refused();
  });
}
for (const mode of [0o750, 0o705, 0o701]) {
  test(`refused: a folder of mode ${mode.toString(8)}`, () => {
    write();
    fs.chmodSync(providers, mode);
    refused();
  });
}

test("refused: a symbolic link in the place of the file, of the folder, and a folder or a pipe in the place of the file", () => {
  const file = join(providers, "wallet.json");
  fs.writeFileSync(join(runtime, "elsewhere"), text, { mode: 0o600 });
  fs.symlinkSync(join(runtime, "elsewhere"), file);
  refused();
  fs.rmSync(file);
  fs.mkdirSync(file, { mode: 0o700 });
  refused();
  fs.rmdirSync(file);
  execFileSync("mkfifo", ["-m", "600", file]);
  refused();
  fs.rmSync(file);
  write();
  fs.renameSync(providers, join(runtime, "real"));
  fs.symlinkSync(join(runtime, "real"), providers);
  refused();
});

test("refused: what belongs to another user", (context) => {
  if (process.getuid() !== 0) return context.skip("only root can give a file to another user");
  write();
  fs.chownSync(join(providers, "wallet.json"), 65534, 65534);
  refused();
  fs.chownSync(join(providers, "wallet.json"), 0, 0);
  fs.chownSync(providers, 65534, 65534);
  refused();
  return undefined;
});

test("refused: a folder that is replaced while it is read", () => {
  write();
  const readdir = fs.readdirSync;
  fs.readdirSync = (folder) => {
    fs.readdirSync = readdir;
    fs.renameSync(providers, join(runtime, "former"));
    fs.mkdirSync(providers, { mode: 0o700 });
    write();
    return readdir(folder);
  };
  try {
    refused();
  } finally {
    fs.readdirSync = readdir;
  }
});

test("a service: a chat app is not taken for a wallet, also if it is the only one", () => {
  write({ ...FILE, services: ["messaging"] });
  refused("no_provider");
  refused("wrong_service", { name: "wallet" });
  assert.equal(find({ service: "messaging" }).name, "wallet");
});

test("versions: those of the first service have to have one in common", () => {
  write({ ...FILE, versions: "2-3" });
  refused("no_common_version");
  write({ ...FILE, versions: "2-3", services: ["other", "payments"] });
  assert.equal(find().name, "wallet");
  write({ ...FILE, versions: "1-9999" });
  assert.equal(find().versions.highest, 9999);
});

test("a file that fails a check beside a valid one: without the user's choice none is used, and the bad one is named", () => {
  write();
  write("garbage", "broken.json");
  assert.throws(() => find(), ({ code, sentence }) => code === "untrusted_file" && sentence.includes("broken"));
  assert.equal(find({ name: "wallet" }).name, "wallet");
  write({ ...FILE, name: "broken" }, "broken.json");
  fs.chmodSync(join(providers, "broken.json"), 0o644);
  assert.throws(() => find(), ({ code, sentence }) => code === "untrusted_file" && sentence.includes("broken"));
  fs.rmSync(join(providers, "broken.json"));
  assert.equal(find().name, "wallet");
});

test("several providers: the user chooses; files of processes that ended do not count, unless they start on demand", () => {
  const ended = Number(execFileSync("sh", ["-c", "echo $$"]).toString());
  write();
  write({ ...FILE, name: "other", provider_id: OTHER_KEY }, "other.json");
  assert.throws(() => find(), ({ code, providers: names }) => code === "several_providers" && names.join() === "other,wallet");
  assert.equal(find({ name: "other" }).name, "other");
  write({ ...FILE, name: "other", provider_id: OTHER_KEY, pid: ended }, "other.json");
  assert.equal(find().name, "wallet");
  write({ ...FILE, name: "other", provider_id: OTHER_KEY, pid: ended, on_demand: true }, "other.json");
  refused("several_providers");
  write({ ...FILE, name: "other", services: ["messaging"] }, "other.json");
  assert.equal(find().name, "wallet");
});

test("pins: another key, and lower versions than ever, are refused; a later pin does not replace the first", () => {
  write({ ...FILE, versions: "1-2" });
  const file = find();
  pins.pin("wallet", file.providerId, 2);
  assert.equal(find().name, "wallet");
  write();
  refused("downgrade");
  const key = Uint8Array.from(file.providerId);
  key[0] ^= 1;
  assert.equal(pins.pin("wallet", key, 9).providerId, FILE.provider_id);
  assert.equal(pins.read("wallet").highestVersion, 2, "another provider cannot raise it");
  write({ ...FILE, versions: "1-2", provider_id: Buffer.from(key).toString("base64url") });
  refused("wrong_key");
  pins.forget("wallet");
  assert.equal(find().name, "wallet");
});

test("the folder of providers is that of chapter 2", () => {
  const known = { ...process.env };
  try {
    Object.assign(process.env, { PAYPORT_RUNTIME: "/a", XDG_RUNTIME_DIR: "/b" });
    assert.equal(runtimeFolder(), "/a");
    assert.equal(runtimeFolder("/c"), "/c");
    process.env.PAYPORT_RUNTIME = "";
    assert.equal(runtimeFolder(), process.platform === "darwin" ? runtimeFolder() : "/b/payport");
    process.env.XDG_RUNTIME_DIR = "relative";
    assert.match(runtimeFolder(), /(\.cache\/payport\/run|Application Support\/payport\/run)$/);
  } finally {
    for (const name of ["PAYPORT_RUNTIME", "XDG_RUNTIME_DIR"]) {
      if (known[name] === undefined) delete process.env[name];
      else process.env[name] = known[name];
    }
  }
});

test("the key of the gate is not shown", () => {
  assert.ok(!JSON.stringify(parseDiscoveryFile(Buffer.from(text), "wallet")).includes("gateKey"));
});
