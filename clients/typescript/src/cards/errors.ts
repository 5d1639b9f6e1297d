// What can go wrong between a chat app and the card agent.

import { PayportError, type Outcome } from "../errors/errors.js";
import type { Ending } from "./child.js";

/** What a program ends with that does not know the command `agent` (EX_USAGE). */
const USAGE = 64;

/** The card agent cannot be used: the program is missing or too old, its files are damaged or in use, or it ends again and again. */
export class AgentError extends PayportError {
  constructor(code: string, sentence: string, remedy: string, outcome: Outcome = "nothing_done") {
    super(code, sentence, remedy, outcome);
  }

  static missing(program: string): AgentError {
    return new AgentError("no_agent", `There is no program ${program} that can be started.`,
      "Install paychat, or name its place with the option program.");
  }

  static tooOld(program: string): AgentError {
    return new AgentError("agent_too_old", `The program ${program} cannot keep the cards of a chat.`, "Install a newer paychat.");
  }

  static version(versions: number[], spoken: number): AgentError {
    return versions.every((version) => version < spoken)
      ? new AgentError("agent_too_old", "The installed paychat speaks only older versions of the lines.", "Install a newer paychat.")
      : new AgentError("agent_too_new", "The installed paychat speaks only newer versions of the lines.", "Update this app.");
  }

  /** A process that has ended before it said hello. */
  static unknown(program: string, ending: Ending): AgentError {
    if (ending.isMissing) return AgentError.missing(program);
    return ending.code === USAGE ? AgentError.tooOld(program) : AgentError.failed(program, ending);
  }

  static failed(program: string, ending: Ending): AgentError {
    const how = ending.signal === null ? `with the status ${ending.code ?? "unknown"}` : `by ${ending.signal}`;
    return new AgentError("agent_failed", `The program ${program} ended ${how} before it could be used.`,
      "Start it in a terminal with the argument agent, and read what it says.");
  }

  static violation(sentence: string): AgentError {
    return new AgentError("violation", sentence, "Make sure that the program is the paychat that you installed, and update both.");
  }
}

/** The agent has answered a line with an error (19.5): it has changed nothing. */
export class LineRefused extends PayportError {
  constructor(code: string, sentence: string) {
    super(code, sentence, code === "cards_failed" || code === "busy" ? "Try again later." : "Repeating it unchanged does not help.");
  }
}
