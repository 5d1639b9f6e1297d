// Written by scripts/generate.mjs from protocol/openrpc-owner.json. Change that, not this file.

/** Methods that take the owner's PIN, and are called again with it where one is needed. */
export const TAKE_PIN = new Set(/** @type {const} */ ([
  "abandon",
  "approve",
  "grant",
  "limit",
  "pin.clear",
  "pin.set",
  "quota",
  "sends.accept",
  "sends.pay",
  "sends.settle",
  "unlock",
]));
