// Loaded before an app: counts its steps from the payment on, and kills the process with SIGKILL before the step KILL_AT, or,
// if that is a write, in the middle of it. A step is a call that changes the disk, or a message that is sent or received.
// Without KILL_AT it lists the steps in the file TRACE.

import fs from "node:fs";
import WebSocket from "ws";

const killAt = Number(process.env.KILL_AT ?? 0), inTheMiddle = process.env.KILL_TORN === "1";
const trace = [];
let isCounting = false, steps = 0;

globalThis.paymentBegins = () => { isCounting = true; };
globalThis.paymentEnded = () => {
  isCounting = false;
  if (process.env.TRACE) fs.writeFileSync(process.env.TRACE, trace.join("\n"));
};

function die() {
  process.kill(process.pid, "SIGKILL");
  // The signal is delivered before this loop ends.
  for (;;);
}

function step(name) {
  if (!isCounting) return false;
  trace.push(name);
  if (++steps !== killAt) return false;
  if (inTheMiddle) return true;
  return die();
}

for (const name of ["openSync", "fsyncSync", "linkSync", "renameSync", "unlinkSync", "rmSync", "mkdirSync"]) {
  const original = fs[name];
  fs[name] = (...args) => {
    step(name);
    return original(...args);
  };
}
const write = fs.writeFileSync;
fs.writeFileSync = (file, content, ...rest) => {
  if (step("writeFileSync")) {
    write(file, content.slice(0, content.length / 2), ...rest);
    die();
  }
  return write(file, content, ...rest);
};

const send = WebSocket.prototype.send;
WebSocket.prototype.send = function (...args) {
  step("send");
  return send.apply(this, args);
};
const emit = WebSocket.prototype.emit;
WebSocket.prototype.emit = function (name, ...args) {
  if (name === "message") step("receive");
  return emit.call(this, name, ...args);
};
