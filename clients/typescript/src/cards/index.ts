// Payport for chats: the cards of chapter 14 in messages, over the program `paychat agent` (chapter 19).

export { CardAgent, type CardAgentOptions, type CardEvent, type ChatApp, type Given } from "./agent.js";
export { AgentError, LineRefused } from "./errors.js";
export type {
  Action, CardKey, CardLine, Collection, CollectionLine, ErrorLine, OkLine, Price, ReadyLine, SendLine, WalletLine,
} from "../generated/agent_lines.js";
export * as host from "../generated/host_lines.js";
