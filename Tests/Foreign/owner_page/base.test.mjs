import assert from "node:assert/strict";
import { readdirSync, readFileSync } from "node:fs";
import { test } from "node:test";
import { groups, lookalike } from "../../../Sources/Apps/OwnerPage/Page/base/addresses.js";
import { compare, less, permille, STEPS, stepOf, sum, typedAmount } from "../../../Sources/Apps/OwnerPage/Page/base/amounts.js";
import { harmless } from "../../../Sources/Apps/OwnerPage/Page/base/names.js";
import { LANGUAGES, texts } from "../../../Sources/Apps/OwnerPage/Page/base/texts.js";
import { period } from "../../../Sources/Apps/OwnerPage/Page/base/times.js";
import { pieces, speak, t } from "../../../Sources/Apps/OwnerPage/Page/base/words.js";
import { follow } from "../../../Sources/Apps/OwnerPage/Page/host/chain.js";
import { nameOf } from "../../../Sources/Apps/OwnerPage/Page/views/parts.js";

test("amounts are added exactly", () => {
  assert.equal(sum(["0.1", "0.2"]), "0.3");
  assert.equal(sum(["90071992547409.93", "0.000000000001"]), "90071992547409.930000000001");
  assert.equal(sum([]), "0");
  assert.equal(less("1", "1.00000001"), "-0.00000001");
  assert.equal(compare("0.10", "0.1"), 0);
  assert.ok(compare("9", "10") < 0);
  assert.equal(permille("1", "3"), 333);
  assert.equal(permille("5", "0"), 0);
});

test("what is typed as an amount is one, or none", () => {
  for (const [typed, amount] of [["1,5", "1.5"], [".5", "0.5"], [" 007 ", "7"], ["1.000,5", null], ["1,000,000", null], ["1e9", null], ["-1", null], ["", null], ["1.", null], ["٣", null],
    ["1,000", null], ["12,345", null], ["0,125", "0.125"], ["1234,567", "1234.567"], ["1,00", "1.00"], ["1.000", "1.000"]]) {
    assert.equal(typedAmount(typed), amount, typed);
  }
});

test("a limit is dragged in steps that are amounts", () => {
  assert.deepEqual([STEPS[0], STEPS[1], STEPS.at(-1)], ["0.001", "0.002", "1000000"]);
  for (const [at, step] of STEPS.entries()) assert.equal(stepOf(step), at);
  assert.equal(STEPS[stepOf("3.7")], "2");
});

test("an address that was made to look like a known one is found, and what differs is marked", () => {
  const known = "mockltc1qwertyuiopasdfghjklzxcvb", evil = "mockltc1qwertyzzzzzzzzzzzzklzxcvb";
  assert.equal(lookalike(evil, [known, "mockltc1mmmmmmmmmmmmmmmmmmmmmmmm"]), known);
  assert.equal(lookalike(known, [known]), null);
  assert.equal(lookalike("mockltc1aaaaaaaaaaaaaaaaaaaaaaaa", [known, "mockltc1mmmmmmmmmmmmmmmmmmmmmmmm"]), null);
  assert.deepEqual(groups("abcdefghij", "abcdEfghij").map((each) => [each.text, each.differs]), [["abcd", false], ["efgh", true], ["ij", false]]);
});

test("hostile names stay in their place", () => {
  assert.equal(harmless("Bank\u202egpj.exe"), "Bank\ufffdgpj.exe");
  assert.equal(harmless("a\u0000b\u200bc\nd"), "a\ufffdb\ufffdc d");
  for (const hidden of ["\u2800", "\ue000", "\u{f0000}", "\u{10fffd}", "\u{1d173}", "\u{1d17a}", "\u{378}", "\u115f", "\u{e0061}", "\u2028", "\u00ad", "\ufffe"]) {
    assert.equal(harmless(`a${hidden}b`), "a\ufffdb", hidden.codePointAt(0).toString(16));
  }
  assert.equal(harmless("a\u00a0b\u3000c"), "a b c");
  assert.equal(harmless("Zoë’s 茶 💸"), "Zoë’s 茶 💸");
  assert.equal(harmless(`z${"\u0301".repeat(500)}`), `z${"\u0301".repeat(3)}`);
  assert.equal(Array.from(harmless("💸".repeat(500))).length, 120);
});

test("each text is there in each language, with the same places", () => {
  const places = (text) => [...text.matchAll(/\{(\w+)\}/g)].map((each) => each[1]).sort().join();
  for (const [key, all] of Object.entries(texts)) {
    assert.equal(all.length, LANGUAGES.length, key);
    assert.equal(new Set(all.map(places)).size, 1, key);
  }
  speak(["fr-FR", "de-CH", "en"]);
  assert.equal(t("deny"), "Ablehnen");
  speak(["fr"]);
  assert.deepEqual(pieces("wants_to_pay", { app: "X" }), ["X", " wants to pay"]);
});

test("each text is used", () => {
  const folder = new URL("../../../Sources/Apps/OwnerPage/Page/", import.meta.url);
  const files = ["base", "host", "state", "views"].flatMap((name) => readdirSync(new URL(name, folder)).filter((file) => !/[tT]exts\.js$/.test(file))
    .map((file) => readFileSync(new URL(`${name}/${file}`, folder), "utf8"))).join("\n");
  const families = new Set([...files.matchAll(/wordOf\("(\w+)"/g)].map((each) => each[1]).concat("change", "audit", "period", "download", "moment"));
  for (const key of Object.keys(texts)) assert.ok(files.includes(`"${key}"`) || families.has(key.split(".")[0]), key);
});

test("the document has nothing inline, and one style sheet and one module before it is shown", () => {
  const page = readFileSync(new URL("../../../Sources/Apps/OwnerPage/Page/index.html", import.meta.url), "utf8");
  assert.ok(!/<script(?![^>]*src=)|<style|\son\w+=|style=/.test(page));
  // Modules that are fetched ahead share the processor with the first paint, and are there no earlier.
  assert.deepEqual([...page.matchAll(/<(?:link rel="(?:stylesheet|modulepreload)"|script)[^>]*(?:href|src)="([^"]*)"/g)].map((each) => each[1]), ["style.css", "main.js"]);
});

test("periods begin and end with days of here", () => {
  const now = new Date(2026, 0, 15);
  assert.deepEqual(period("last_month", now), { from: "2025-12-01", to: "2026-01-01" });
  assert.deepEqual(period("month", now), { from: "2026-01-01", to: "2026-02-01" });
  assert.deepEqual(period("year", now), { from: "2026-01-01", to: "2027-01-01" });
});

test("the chain of the audit log is computed as specified, and a changed entry is found", async () => {
  const vectors = JSON.parse(readFileSync(new URL("chain.json", import.meta.url), "utf8"));
  assert.deepEqual(await follow(vectors), { checked: 3, broken: null });
  const changed = structuredClone(vectors);
  changed[1].detail.amount = "6";
  assert.deepEqual(await follow(changed), { checked: 1, broken: 2 });
});

test("the owner is marked by what no app's name can be", () => {
  const pictures = (name, key) => nameOf({ name, key }).children.filter((child) => child.tag === "svg" && child.props.role === "img");
  for (const language of LANGUAGES) {
    speak([language]);
    assert.equal(pictures("", "owner").length, 1);
    for (const name of [t("you"), `<svg role="img"></svg>${t("you")}`, "owner"]) assert.equal(pictures(name, "k".repeat(43)).length, 0, name);
  }
  speak(["en"]);
});
