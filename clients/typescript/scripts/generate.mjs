#!/usr/bin/env node
// Writes src/generated/*.ts from the schemas of the specification; with --check it only compares.

import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const here = dirname(fileURLToPath(import.meta.url));
const protocol = join(here, "../../../protocol");
const target = join(here, "../src/generated");
const LARGEST = 600;

const read = (file) => JSON.parse(readFileSync(join(protocol, file), "utf8"));
const pascal = (name) => name.split(/[_.]/).map((word) => word[0].toUpperCase() + word.slice(1)).join("");
const comment = (schema, indent = "") =>
  schema.metadata?.description ? `${indent}/** ${schema.metadata.description.replaceAll("*/", "* /")} */\n` : "";

function typeOf(schema, indent = "") {
  const nullable = schema.nullable ? " | null" : "";
  if (schema.ref) return pascal(schema.ref) + nullable;
  if (schema.enum) return schema.enum.map((word) => JSON.stringify(word)).join(" | ") + nullable;
  if (schema.elements) {
    const element = typeOf(schema.elements, indent);
    return `${/[|{]/.test(element) ? `Array<${element}>` : `${element}[]`}${nullable}`;
  }
  if (schema.values) return `Record<string, ${typeOf(schema.values, indent)}>` + nullable;
  if (schema.properties || schema.optionalProperties) return objectOf(schema, indent) + nullable;
  if (schema.type === "boolean") return "boolean" + nullable;
  if (schema.type === "string" || schema.type === "timestamp") return "string" + nullable;
  if (schema.type) return "number" + nullable;
  return "unknown";
}

function objectOf(schema, indent) {
  const inner = indent + "  ";
  const lines = [];
  for (const [optional, members] of [["", schema.properties], ["?", schema.optionalProperties]]) {
    for (const [name, member] of Object.entries(members ?? {})) {
      lines.push(`${comment(member, inner)}${inner}${name}${optional}: ${typeOf(member, inner)};\n`);
    }
  }
  if (lines.length === 0) return `Record<string, ${schema.additionalProperties ? "unknown" : "never"}>`;
  return `{\n${lines.join("")}${indent}}`;
}

/** An interface where the form is an object with members, otherwise an alias. */
function declaration(name, schema) {
  const text = typeOf(schema);
  return comment(schema) + (text.startsWith("{") && text.endsWith("}")
    ? `export interface ${name} ${text}\n` : `export type ${name} = ${text};\n`);
}

function referred(schema, found = new Set()) {
  if (schema && typeof schema === "object") {
    if (typeof schema.ref === "string") found.add(pascal(schema.ref));
    Object.values(schema).forEach((value) => referred(value, found));
  }
  return found;
}

function importOf(schemas, from) {
  const names = [...referred(schemas)].sort();
  return names.length > 0 ? `import type {\n${names.map((name) => `  ${name},\n`).join("")}} from "./${from}.js";\n\n` : "";
}

const files = {};
const head = "// Written by scripts/generate.mjs from the schemas of the specification. Change those, not this file.\n\n";

function methodFiles(folder, objects, prefix, extra) {
  const schemas = readdirSync(join(protocol, folder)).filter((file) => file.endsWith(".json") && file !== "definitions.json")
    .sort().map((file) => read(`${folder}/${file}`));
  const methods = schemas.filter((schema) => schema.method);
  const notifications = schemas.filter((schema) => schema.notification);
  const wholly = (list) => list.flatMap((schema) => [schema.params, schema.result]);
  const map = methods.map(({ method }) =>
    `  ${JSON.stringify(method)}: { params: ${pascal(method)}Params; result: ${pascal(method)}Result };\n`).join("");
  files[`${prefix}methods`] = importOf(wholly(methods), objects) + methods.map((schema) =>
    declaration(`${pascal(schema.method)}Params`, schema.params)
    + "\n" + declaration(`${pascal(schema.method)}Result`, schema.result)).join("\n")
    + `\n/** All methods of the service, by their names. */\nexport interface ${extra} {\n${map}}\n`;
  files[`${prefix}notifications`] = importOf(wholly(notifications), objects) + notifications
    .map((schema) => declaration(`${pascal(schema.notification)}Params`, schema.params)).join("\n");
}

for (const [folder, name] of [["schemas", "objects"], ["messaging", "messaging_objects"]]) {
  const definitions = read(`${folder}/definitions.json`);
  files[name] = Object.entries(definitions).map(([member, schema]) => declaration(pascal(member), schema)).join("\n");
}
methodFiles("schemas", "objects", "", "PaymentMethods");
methodFiles("messaging", "messaging_objects", "messaging_", "MessagingMethods");

const connect = read("schemas/connect_app.json"), { error } = read("schemas/error.json"), document = read("schemas/document.json");
const parts = { Manifest: connect.manifest, ErrorObject: error, DocumentSignature: document.signature, DocumentAnswer: document.answer };
files.session = importOf(Object.values(parts), "objects")
  + Object.entries(parts).map(([name, schema]) => declaration(name, schema)).join("\n");

/** What a program checks of a result: the forms without their descriptions, one definition or method in a line. */
function shapeOf(schema) {
  if (Array.isArray(schema) || typeof schema !== "object" || schema === null) return schema;
  const kept = Object.entries(schema).filter(([name]) => name !== "metadata" && name !== "additionalProperties")
    .map(([name, value]) => [name, name === "properties" || name === "optionalProperties"
      ? Object.fromEntries(Object.entries(value).map(([member, form]) => [member, shapeOf(form)])) : shapeOf(value)]);
  if (schema.metadata?.pattern) kept.push(["pattern", schema.metadata.pattern]);
  return Object.fromEntries(kept);
}
const shapes = (entries) => `{\n${entries.map(([name, schema]) =>
  `  ${JSON.stringify(name)}: ${JSON.stringify(shapeOf(schema))},\n`).join("")}}`;
const inFolder = (folder) => readdirSync(join(protocol, folder)).filter((file) => file.endsWith(".json")).sort()
  .map((file) => read(`${folder}/${file}`));
for (const [folder, prefix] of [["schemas", ""], ["messaging", "messaging_"]]) {
  files[`${prefix}shapes`] = `import type { Shape } from "../session/shape.js";\n\n`
    + `export const definitions: Record<string, Shape> = ${shapes(Object.entries(read(`${folder}/definitions.json`)))};\n\n`
    + `export const results: Record<string, Shape> = ${shapes(inFolder(folder).filter((schema) => schema.method)
      .map((schema) => [schema.method, schema.result]))};\n`;
}

// The lines that a chat app and the card agent exchange: one interface for each, and the type of any of them.
for (const [schema, side] of [["agent", "agent"], ["agent_host", "host"]]) {
  const { definitions, mapping, discriminator } = read(`cards/${schema}.json`);
  const lineName = (name) => `${pascal(name)}Line`;
  const lines = Object.entries(mapping).map(([name, form]) =>
    declaration(lineName(name), { ...form, properties: { [discriminator]: { enum: [name] }, ...form.properties } }));
  files[`${side}_lines`] = [
    ...Object.entries(definitions).map(([name, form]) => declaration(pascal(name), form)), ...lines,
    `/** A line of the ${side}. */\nexport type ${pascal(side)}Line =\n${Object.keys(mapping).map((name) => `  | ${lineName(name)}`).join("\n")};\n`,
  ].join("\n");
  if (side === "agent") {
    files.agent_shapes = `import type { Shape } from "../session/shape.js";\n\n`
      + `export const definitions: Record<string, Shape> = ${shapes(Object.entries(definitions))};\n\n`
      + `export const lines: Record<string, Shape> = ${shapes(Object.entries(mapping))};\n`;
  }
}

const isCheck = process.argv.includes("--check");
let isCurrent = true;
mkdirSync(target, { recursive: true });
for (const file of readdirSync(target)) {
  if (file.slice(0, -3) in files) continue;
  isCurrent = false;
  if (!isCheck) rmSync(join(target, file));
}
for (const [name, body] of Object.entries(files)) {
  const text = head + body, file = join(target, `${name}.ts`);
  const lines = text.split("\n").length;
  if (lines > LARGEST) throw new Error(`${name}.ts has ${lines} lines, and at most ${LARGEST} are allowed.`);
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
  console.error("src/generated does not match the specification. Run: node scripts/generate.mjs");
  process.exit(1);
}
