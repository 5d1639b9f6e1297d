#!/usr/bin/env node
// Writes Page/generated from protocol/openrpc-owner.json; with --check it only compares.

import { mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const target = join(here, "../Page/generated");
const described = JSON.parse(readFileSync(join(here, "../../../../protocol/openrpc-owner.json"), "utf8"));
const LARGEST = 600;

const pascal = (name) => name.split(/[_.]/).map((word) => word[0].toUpperCase() + word.slice(1)).join("");
const schemas = described.components.schemas;

// What only these methods use is left out: the page is no provider of a shared ledger and no tool of a test.
const LEFT_OUT = new Set(["admit_daemon", "daemons", "revoke_daemon", "metrics", "notify", "open", "open.finish", "reload"]);
const methods = described.methods.filter((method) => !LEFT_OUT.has(method.name));

function typeOf(schema, indent = "") {
  if (schema.$ref) return pascal(schema.$ref.split("/").pop());
  if (schema.allOf) return typeOf(schema.allOf[0], indent);
  if (schema.oneOf) return schema.oneOf.map((each) => typeOf(each, indent)).join(" | ");
  if ("const" in schema) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(" | ");
  if (schema.type === "array") {
    const element = typeOf(schema.items, indent);
    return /[|{]/.test(element) ? `Array<${element}>` : `${element}[]`;
  }
  if (schema.type === "object") {
    const names = Object.keys(schema.properties ?? {});
    if (names.length > 0) return objectOf(schema, indent);
    return schema.additionalProperties && schema.additionalProperties !== true
      ? `Record<string, ${typeOf(schema.additionalProperties, indent)}>` : "Record<string, unknown>";
  }
  if (schema.type === "integer" || schema.type === "number") return "number";
  return schema.type ?? "unknown";
}

function objectOf(schema, indent) {
  const inner = indent + "  ";
  const required = new Set(schema.required ?? []);
  const lines = Object.entries(schema.properties).map(([name, member]) =>
    `${inner}${name}${required.has(name) ? "" : "?"}: ${typeOf(member, inner)};\n`);
  return `{\n${lines.join("")}${indent}}`;
}

/** The names of the schemas that a form names, and those that these name. */
function namedBy(schema, found = new Set()) {
  if (Array.isArray(schema)) schema.forEach((each) => namedBy(each, found));
  else if (schema && typeof schema === "object") {
    const name = schema.$ref?.split("/").pop();
    if (name && !found.has(name)) namedBy(schemas[name], found.add(name));
    Object.values(schema).forEach((each) => namedBy(each, found));
  }
  return found;
}

const news = described["x-notifications"];
const paramsOf = ({ params }) => ({
  type: "object",
  properties: Object.fromEntries(params.map((param) => [param.name, param.schema])),
  required: params.filter((param) => param.required).map((param) => param.name),
});
const used = namedBy([{ $ref: "failure_data" }, ...methods.flatMap((method) => [paramsOf(method), method.result.schema]), news]);
const head = "// Written by scripts/generate.mjs from protocol/openrpc-owner.json. Change that, not this file.\n\n";
const one = (text) => text.replaceAll("*/", "* /");
const objects = head + [...used].sort().map((name) =>
  `/** ${one(schemas[name].description ?? name)} */\nexport type ${pascal(name)} = ${typeOf(schemas[name])};\n`).join("\n");
const direct = [...new Set(JSON.stringify([methods.map((method) => [paramsOf(method), method.result.schema])])
  .match(/(?<="#\/components\/schemas\/)[^"]+/g))].sort();
const types = `${head}import type {\n${direct.map((name) => `  ${pascal(name)},\n`).join("")}} from "./objects";\n`
  + `export * from "./objects";\n\n`
  + `/** What each method takes and answers. */\nexport interface OwnerMethods {\n${methods.map((method) =>
    `  /** ${one(method.summary)} */\n  ${JSON.stringify(method.name)}: { params: ${typeOf(paramsOf(method), "  ")}; `
    + `result: ${typeOf(method.result.schema, "  ")} };\n`).join("")}}\n`;

const takers = methods.filter((method) => method.params.some((param) => param.name === "pin")).map((method) => method.name);
const names = head
  + "/** Methods that take the owner's PIN, and are called again with it where one is needed. */\n"
  + `export const TAKE_PIN = new Set(/** @type {const} */ ([\n${takers.map((name) => `  ${JSON.stringify(name)},\n`).join("")}]));\n`;

const isCheck = process.argv.includes("--check");
let isCurrent = true;
mkdirSync(target, { recursive: true });
for (const [name, text] of [["objects.d.ts", objects], ["owner.d.ts", types], ["methods.js", names]]) {
  const lines = text.split("\n").length, file = join(target, name);
  if (lines > LARGEST) throw new Error(`${name} has ${lines} lines, and at most ${LARGEST} are allowed.`);
  let known = "";
  try {
    known = readFileSync(file, "utf8");
  } catch {
    // It was not written yet.
  }
  if (known === text) continue;
  isCurrent = false;
  if (!isCheck) writeFileSync(file, text);
}
if (isCheck && !isCurrent) {
  console.error("Page/generated does not match the specification. Run: node Sources/Apps/OwnerPage/scripts/generate.mjs");
  process.exit(1);
}
