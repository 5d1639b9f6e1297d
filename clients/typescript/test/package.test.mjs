// What is published: the tarball installs without a network, works from there, and its declarations need no other package.

import assert from "node:assert/strict";
import { execFileSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { test } from "node:test";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const run = (folder, program, ...args) => execFileSync(program, args, {
  cwd: folder, stdio: ["ignore", "pipe", "pipe"], encoding: "utf8",
  env: { ...process.env, npm_config_update_notifier: "false", npm_config_fund: "false", npm_config_audit: "false", npm_config_cache: join(folder, "cache") },
});

test("npm pack makes a tarball that installs offline beside Debian's ws, and works from there", (context) => {
  const folder = mkdtempSync(join(tmpdir(), "payport-ts-"));
  try {
    const packed = JSON.parse(run(folder, "npm", "pack", "--json", root))[0];
    const ws = run(folder, "npm", "pack", "--silent", "--ignore-scripts", "/usr/share/nodejs/ws").trim().split("\n").at(-1);
    const wanted = packed.files.map(({ path }) => path);
    assert.deepEqual([...new Set(wanted.map((path) => path.split("/")[0]))].sort(), ["LICENSE", "README.md", "bin", "dist", "package.json"]);
    writeFileSync(join(folder, "package.json"), JSON.stringify({ name: "shop", version: "1.0.0", type: "module" }));
    run(folder, "npm", "install", "--offline", `./${ws}`, `./${packed.filename}`);
    assert.deepEqual(readdirSync(join(folder, "node_modules")).filter((name) => !name.startsWith(".")).sort(), ["payport", "ws"]);

    writeFileSync(join(folder, "shop.mjs"), `
      import { Payport, NoProvider } from "payport";
      const app = { app_id: "org.example.shop", name: "Shop", version: "1", scopes: [] };
      await Payport.connect(app, { state: "state", runtime: "none", patienceMs: 0 }).catch((error) => console.log(error instanceof NoProvider));`);
    assert.equal(run(folder, process.execPath, "shop.mjs").trim(), "true");

    writeFileSync(join(folder, "shop.mts"), `
      import { Payport, type objects } from "payport";
      export async function total(wallet: Payport): Promise<string> {
        const order: objects.PaymentOrder = await wallet.pay({ currency: "LTC", address: "a", amount: "1" }, { reference: "x" });
        // @ts-expect-error an amount is a text
        await wallet.invoice({ currency: "LTC", amount: 1 });
        // @ts-expect-error a payment needs a reference
        await wallet.pay({ currency: "LTC", address: "a", amount: "1" });
        // @ts-expect-error there is no such method
        await wallet.call("get_rich", {});
        // @ts-expect-error a method with a request_id is not called without one
        await wallet.call("payment_order", { currency: "LTC", address: "a", amount: "1" });
        return order.total ?? order.amount;
      }`);
    run(folder, "tsc", "--noEmit", "--strict", "--exactOptionalPropertyTypes", "--lib", "es2022", "--target", "es2022", "--module", "node16",
      "--moduleResolution", "node16", "shop.mts");
    context.diagnostic(`${packed.filename}: ${packed.files.length} files, ${packed.size} bytes`);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
});

test("the generated types are those of the specification", () => {
  run(root, process.execPath, "scripts/generate.mjs", "--check");
});
