// Written by scripts/generate.mjs from the schemas of the specification. Change those, not this file.

import type {
  Message,
} from "./messaging_objects.js";

export interface MessageChangedParams {
  /** The message as it stands now. */
  message: Message;
}
