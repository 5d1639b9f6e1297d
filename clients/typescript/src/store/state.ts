// The app's state folder: its key, and what it must not forget.

import os from "node:os";
import path from "node:path";
import type { SigningKey } from "../crypto/curves.js";
import { Cursors } from "./cursors.js";
import { Folder } from "./folder.js";
import { loadIdentity } from "./identity.js";
import { Openings } from "./openings.js";
import { Pins } from "./pins.js";
import { Requests } from "./requests.js";

export class State {
  readonly identity: SigningKey;
  readonly pins: Pins;
  readonly requests: Requests;
  /** Requests that are documents; each is repeated by submitting it again. */
  readonly documents: Requests;
  readonly cursors: Cursors;
  readonly openings: Openings;

  constructor(folder: string) {
    const part = (name: string): Folder => new Folder(path.join(folder, "node", name));
    this.identity = loadIdentity(new Folder(folder));
    this.pins = new Pins(part("providers"));
    this.requests = new Requests(part("requests"));
    this.documents = new Requests(part("documents"));
    this.cursors = new Cursors(part("cursors"));
    this.openings = new Openings(part("openings"));
  }
}

/** The app's own folder in the state folder of the user, as 11.1 has it. */
export function defaultStateFolder(appId: string): string {
  const set = process.env["PAYPORT_STATE"];
  if (set) return path.join(set, "consumer", appId);
  const state = process.env["XDG_STATE_HOME"];
  const home = state && path.isAbsolute(state) ? state : path.join(os.homedir(), ".local/state");
  return path.join(home, "payport", "consumer", appId);
}
