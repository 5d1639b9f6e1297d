// Amounts are decimal texts in the currency's unit (5.2). Programs that compute use integers of atomic units.

import { StateError } from "./errors/errors.js";

/** The amount of so many atomic units, in its shortest form. */
export function amountOf(atomic: bigint, decimals: number): string {
  if (atomic < 0n) throw new StateError("invalid_call", "An amount is not below zero.", "Check the computation.");
  const digits = atomic.toString().padStart(decimals + 1, "0");
  const whole = digits.slice(0, digits.length - decimals), fraction = digits.slice(digits.length - decimals).replace(/0+$/, "");
  return fraction === "" ? whole : `${whole}.${fraction}`;
}

/** The atomic units of an amount. It is never rounded: more decimals than the currency has are an error, unless they are zeros. */
export function atomicOf(amount: string, decimals: number): bigint {
  const match = /^(0|[1-9][0-9]*)(?:\.([0-9]+))?$/.exec(amount);
  const fraction = (match?.[2] ?? "").replace(/0+$/, "");
  if (!match || amount.length > 80 || fraction.length > decimals) {
    throw new StateError("invalid_call", "This is no amount of the currency.", `Write a decimal with at most ${decimals} decimals.`);
  }
  return BigInt(match[1]! + fraction.padEnd(decimals, "0"));
}
