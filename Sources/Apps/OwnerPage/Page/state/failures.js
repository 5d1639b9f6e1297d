// What was asked for and had no effect.

import { TAKE_PIN } from "../generated/methods.js";

/** @typedef {import("./effects.js").Event} Event */

/**
 * Whether it waits for the owner's PIN, which is asked for in a sheet of its own.
 * @param {Event} event
 */
export const wantsPin = ({ method, failure }) =>
  method !== "approve" && TAKE_PIN.has(/** @type {any} */ (method)) && /^(pin_required|wrong_pin)$/.test(failure.reason);
