// The reasons of chapter 6 in words for the user of an app.

const AGAIN = "It is repeated by itself as long as the app waits; try again later.";
const CHANGE = "Change the request.";
const OWNER = "Ask the wallet's owner to allow it, for example with `payd grant`.";

/** For each reason: what is wrong, and what to do. */
const WORDS: Record<string, readonly [string, string]> = {
  parse_error: ["The provider could not read the message.", "This is a fault of the app."],
  invalid_request: ["The provider could not read the request.", "This is a fault of the app."],
  method_not_found: ["The provider does not have this method.", "Update the provider."],
  invalid_params: ["The request is not as the provider expects it.", "Change that member of the request."],
  internal_error: ["The provider failed; what was asked for may have been done.", "Repeat the same request."],
  too_many_in_flight: ["Too many requests are unanswered.", AGAIN],
  limit_exceeded: ["A limit of the provider is exceeded.", "Send less at once, or ask for fewer rows."],
  pairing_pending: ["The wallet's owner has not approved this app yet.", "Type the pairing code at the wallet."],
  pairing_denied: ["The wallet's owner refused this app.", "Connect again when the user wants it."],
  pairing_locked: ["Too many wrong codes were typed, so the wallet accepts no new app for ten minutes.", "Connect again later."],
  app_revoked: ["The wallet's owner took the approval of this app back.", "Connect again when the user wants it."],
  rate_limited: ["The app sends too many requests.", AGAIN],
  request_conflict: ["This request id was used for something else, which may have been carried out.", "Ask for the status of the earlier request."],
  expired: ["The time of the request has passed.", "Ask again with a later time."],
  cursor_invalid: ["The place among the events does not come from this provider.", "Begin at the first event."],
  cursor_too_old: ["Older events are not kept any more.", "Read the lists of orders and invoices."],
  statement_not_found: ["There is no such statement any more.", "Ask for the statement again."],
  statement_too_large: ["The period has too many payments.", "Choose a shorter period, or one currency."],
  service_not_found: ["The provider has no such service.", "Choose one that list_services names."],
  opening_not_found: ["There is no such link any more.", "Ask for another link."],
  callback_refused: ["The scheme of the app cannot lead back to it.", "Choose a scheme like a reverse domain name."],
  too_many_sessions: [
    "The app has as many connections to the wallet as it may, which are 8 as a rule, or the wallet has no place.",
    "Close clients that are not needed, here or in other processes with the same state folder.",
  ],
  scope_not_granted: [
    "The app may not do this.",
    "The app has to ask for it in its `scopes`, and the wallet's owner has to allow it, for example with `payd grant`.",
  ],
  currency_not_granted: ["The wallet's owner has not granted this currency to the app.", OWNER],
  policy_denied: ["A rule of the wallet's owner refuses this.", "Ask the wallet's owner to change the rule."],
  user_rejected: ["The wallet's owner rejected the payment.", "Ask again only when the user wants it."],
  too_many_questions: ["Too many questions wait for the wallet's owner.", "Answer them at the wallet, then try again."],
  budget_exceeded: ["The payment does not fit into what the wallet's owner allows.", "Pay less, or wait until the limit begins anew."],
  service_disabled: ["The provider takes no new requests.", "Ask the wallet's owner to enable the service."],
  quota_exceeded: ["The app has used up what the wallet's owner allows.", "Wait until invoices were paid, or ask the owner for more."],
  unknown_currency: ["The provider does not have this currency.", "Choose one that list_currencies names."],
  amount_out_of_range: ["The amount is too small or too large.", "Choose one within get_amount_range_for_currency."],
  too_many_decimals: ["The amount has more decimals than the currency.", CHANGE],
  invoice_not_found: ["There is no such invoice of this app.", "Check the identifier."],
  not_cancellable: ["It cannot be cancelled any more.", "Ask for its status."],
  address_not_found: ["There is no such address of this app.", "Check the address."],
  nothing_to_prove: ["Nothing was paid yet that could be proven.", "Try again after the payment."],
  cannot_prove: ["The wallet cannot make or check this proof.", "There is no way to prove it with this wallet."],
  order_not_found: ["There is no such payment order of this app.", "Check the identifier."],
  invalid_address: ["This is not an address of the currency.", "Ask the recipient for the address again."],
  wrong_network: ["The address belongs to another network.", "Ask the recipient for an address of the right network."],
  insufficient_funds: ["The wallet does not have enough for the amount and the fee.", "Pay less, or add money to the wallet."],
  fee_too_high: ["The fee would be above max_fee.", "Try again later, or accept a higher fee."],
  in_flight: ["The payment was handed to the network and may still be paid.", "Ask for its status; never pay it again."],
  already_paid: ["The payment was made.", "Nothing needs to be done."],
  payment_conflicted: ["The transaction of the payment can never take effect.", "Pay with a new order."],
  payment_undelivered: ["The payment did not reach the recipient, and nothing was paid.", "Try later with a new order."],
  wallet_unavailable: ["The wallet cannot be reached.", "Start the wallet; " + AGAIN.toLowerCase()],
  wallet_locked: ["The wallet pays nothing at present.", "The owner must unlock it: payd status says how."],
  wallet_syncing: ["The wallet is behind the network.", AGAIN],
  wallet_timeout: ["The wallet did not answer in time; nothing was recorded.", AGAIN],
  wallet_error: ["The wallet answered something that makes no sense.", "The wallet's owner has to look at it with `payd status`."],
  storage_full: ["The disk of the provider is full; nothing was done.", "Make room on the disk."],
  pairing_expired: ["The wallet's owner did not answer in time.", "Connect again when the user wants it."],
  shutting_down: ["The provider is stopping; nothing was done.", AGAIN],
  under_review: ["Nothing is paid before the wallet's owner has looked at what it sent.", "The owner looks with `payd sends`; then try again."],
  ledger_unavailable: ["The provider cannot reach its ledger at present; nothing was done.", AGAIN],
  contact_not_found: ["The chat does not know the person behind the payment.", "The message cannot be sent in this chat."],
  message_not_found: ["There is no such message any more.", "Check the identifier."],
  file_not_found: ["A file is not in the app's folder.", "Put the file there first."],
  file_mismatch: ["A file has another size or digest than the request says.", CHANGE],
  files_not_supported: ["The chat carries no files.", "Send the message without files."],
  too_many_messages: ["The app's messages fill the place that there is for them.", "Remove some of them."],
  chat_refused: ["The chat network refused the message.", "Send a shorter one, or one without files."],
};

/** The numbers of 6.1, and whether an unknown reason of the block says that nothing was done. */
const BLOCKS: readonly [number, number, boolean][] = [
  [-32768, -32000, true], [1000, 3999, true], [4000, 5999, false], [6000, 6999, true],
];

/** A conflict tells that an earlier request has this id, and the last two that a payment was made or may be. */
const UNCERTAIN: readonly string[] = ["internal_error", "request_conflict", "in_flight", "already_paid"];

const KNOWN_BY_NUMBER: Record<number, string> = {
  [-32700]: "parse_error", [-32600]: "invalid_request", [-32601]: "method_not_found", [-32602]: "invalid_params",
  [-32603]: "internal_error", [-32000]: "too_many_in_flight",
};

/** Errors of the JSON-RPC layer may come without a reason. */
export function reasonOf(number: number, reason: unknown): string {
  return typeof reason === "string" ? reason : KNOWN_BY_NUMBER[number] ?? "unknown_reason";
}

/** Whether nothing was done, as 6.1 says. A number outside of all blocks says nothing of the outcome, whatever its reason. */
export function isCertain(number: number, reason: string): boolean {
  const block = BLOCKS.find(([from, to]) => number >= from && number <= to);
  if (!block || number === -32603 || number === 1006 || UNCERTAIN.includes(reason)) return false;
  return block[2] || Object.hasOwn(WORDS, reason);
}

export function sentenceOf(reason: string, number?: number): string {
  if (Object.hasOwn(WORDS, reason)) return WORDS[reason]![0];
  const what = number === undefined ? "" : ` (${number})`;
  return `The provider answered with an error that this version of the app does not know${what}.`;
}

export function remedyOf(reason: string, number?: number): string {
  if (Object.hasOwn(WORDS, reason)) return WORDS[reason]![1];
  return number !== undefined && isCertain(number, reason)
    ? "Nothing was done; update the app."
    : "Ask for the status before anything else is done, and update the app.";
}
