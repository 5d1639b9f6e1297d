// The page of the package: its first example is run as somebody would who has only the page, and all of it has the right types.

import assert from "node:assert/strict";
import { execFile, spawn } from "node:child_process";
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { createInterface } from "node:readline";
import { test } from "node:test";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { Payd } from "./support/payd.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const page = readFileSync(join(root, "README.md"), "utf8");
const blocks = [...page.matchAll(/^```js\n(.*?)^```$/gms)].map((match) => match[1]);
const run = promisify(execFile);

test("the first paid invoice has at most 15 lines, and leads to a settled invoice", async () => {
  const [example] = blocks;
  assert.ok(example.trimEnd().split("\n").length <= 15);
  const payd = await Payd.start();
  // Inside the package, so that it finds the package by its name.
  const folder = mkdtempSync(join(root, "node_modules/readme-"));
  try {
    writeFileSync(join(folder, "shop.mjs"), example.replaceAll('"payport"', JSON.stringify("../../dist/index.js")));
    const environment = { ...payd.environment, PATH: `${dirname(payd.program)}:${process.env.PATH}` };
    const shop = spawn(process.execPath, ["shop.mjs"], { cwd: folder, env: environment, stdio: ["ignore", "pipe", "inherit"] });
    const lines = [];
    for await (const line of createInterface({ input: shop.stdout })) {
      lines.push(line);
      if (line.startsWith("payd ")) await run("sh", ["-c", line], { env: environment });
    }
    assert.equal(lines.at(-1), "The invoice is settled.");
    assert.deepEqual(lines.map((line) => line.split(" ").slice(0, 2).join(" ")), ["payd approve", "payd mock", "The invoice"]);
  } finally {
    rmSync(folder, { recursive: true });
    await payd.stop();
  }
});

test("every example has the types that the package declares", async () => {
  assert.equal(blocks.length, 8);
  const folder = mkdtempSync(join(root, "node_modules/readme-"));
  try {
    const known = `import { Payport, type objects } from "../../dist/index.js";
declare const wallet: Payport, invoice: objects.Invoice, order: objects.PaymentOrder;\n`;
    blocks.forEach((block, at) => writeFileSync(join(folder, `block${at}.mts`),
      (at === 0 ? "" : at === 1 ? known.replace(", order: objects.PaymentOrder", "") : known)
      + block.replaceAll('"payport"', '"../../dist/index.js"').replaceAll('"payport/cards"', '"../../dist/cards/index.js"') + "\nexport {};\n"));
    const none = join(folder, "types/none");
    mkdirSync(none, { recursive: true });
    writeFileSync(join(none, "index.d.ts"), "export {};\n");
    await run("tsc", ["--noEmit", "--strict", "--target", "es2022", "--module", "node16", "--moduleResolution", "node16", "--types", "none", "--typeRoots", join(folder, "types"),
      ...blocks.map((_, at) => join(folder, `block${at}.mts`))])
      .catch((error) => assert.fail(error.stdout));
  } finally {
    rmSync(folder, { recursive: true });
  }
});
