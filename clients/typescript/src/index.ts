// Payport for Node.js and Electron's main process.

export { amountOf, atomicOf } from "./amounts.js";
export { forgetProvider, Payport, type App, type InvoiceParams, type Options, type PaymentParams } from "./client/client.js";
export type { Changing, Methods, Reading } from "./client/calls.js";
export type { PaymentEvent } from "./client/events.js";
export type { Status } from "./client/link.js";
export type { PairingCode } from "./client/session.js";
export { Documents, type DocumentRequest, type Submitted } from "./documents/documents.js";
export {
  ConnectionRefused, NoProvider, OutcomeUnknown, PairingRefused, PayportError, ProviderBusy, ProviderChoice, RequestRefused, StateError,
  UntrustedFile, Violation, WrongKey, WrongVersion, type Outcome,
} from "./errors/errors.js";
export * as objects from "./generated/objects.js";
export * as methods from "./generated/methods.js";
export * as messaging from "./generated/messaging_methods.js";
export { parseReturnLink, type ReturnLink } from "./links.js";
export type { Once, StoredRequest } from "./store/requests.js";
