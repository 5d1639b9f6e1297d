// Programs in the place of `paychat`: the real one with its process ids written down, and small ones that are no good.

import { mkdtempSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { fileURLToPath } from "node:url";

const tree = join(dirname(fileURLToPath(import.meta.url)), "../../../..");
export const paychat = join(process.env.PAYPORT_PROGRAMS ?? join(tree, ".build/debug"), "paychat");
export const app = { id: "org.example.chat", name: "Chat", version: "1" };
export const chat = { edits: true, links: true };
export const room = { room: "r", name: "Bob", me: "alice", members: [{ id: "alice", name: "Alice" }, { id: "bob", name: "Bob" }] };

/** A script in a folder of its own. */
export function script(text) {
  const program = join(mkdtempSync(join(tmpdir(), "payport-ts-")), "paychat");
  writeFileSync(program, text, { mode: 0o700 });
  return program;
}

/** The real program; `pids` answers the ids of all of its processes so far. */
export function watched() {
  const program = script(`#!/bin/sh\necho $$ >> "$0.pids"\nexport SWIFT_BACKTRACE=enable=no\nexec '${paychat}' "$@"\n`);
  return { program, pids: () => readFileSync(`${program}.pids`, "utf8").trim().split("\n").map(Number) };
}

/** A program in JavaScript that says hello and then does what `body` says with each line of the host; `say` writes a line. */
export function imitation(body, versions = [1]) {
  return script(`#!/usr/bin/env node
const { createInterface } = require("node:readline");
const say = (line) => process.stdout.write((typeof line === "string" ? line : JSON.stringify(line)) + "\\n");
say({ type: "hello", versions: ${JSON.stringify(versions)}, line_bytes: 1048576, agent: { name: "x", version: "1" }, more: true });
createInterface({ input: process.stdin }).on("line", (text) => { const line = JSON.parse(text); ${body} });
`);
}
