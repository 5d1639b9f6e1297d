// Written by scripts/generate.mjs from the schemas of the specification. Change those, not this file.

import type {
  Event,
  Grants,
  PairingStatus,
} from "./objects.js";

export type EventParams = Event;

export interface SessionChangedParams {
  /** The status that holds now. */
  status: PairingStatus;
  /** What the owner allowed; present when the status is `approved`. */
  grants?: Grants;
  /** Why, when the status is `denied`: `pairing_denied`, `pairing_locked`, `app_revoked`, or `expired` where the owner did not answer in time. */
  reason?: string;
}
