public import JSONRPC

/// The reason why a request failed: the stable string `reason` in the data of an error, together with the number of the
/// error.
///
/// The numbers are divided into blocks: those of JSON-RPC; 1000 for session and request; 2000 for permission and
/// budget; 3000 for receiving; 4000 for paying; 5000 for wallet and provider. Reasons are never merged: a rejected
/// payment is not a failed one.
public enum FailureReason: String, Codable, Sendable, Hashable, CaseIterable {
  /// The message is not valid JSON.
  case parseError = "parse_error"
  /// The message is not a valid JSON-RPC 2.0 request, or its id is in use.
  case invalidRequest = "invalid_request"
  /// The connection has more unanswered requests than the limit allows.
  case tooManyInFlight = "too_many_in_flight"
  /// The params do not match the method's schema; `pointer` and `rule` say where.
  case invalidParams = "invalid_params"
  /// The method does not exist.
  case methodNotFound = "method_not_found"
  /// The provider failed. The app can ask for the outcome of its request by `request_id`.
  case internalError = "internal_error"

  /// The owner has not approved this app yet.
  case pairingPending = "pairing_pending"
  /// The owner refused this app.
  case pairingDenied = "pairing_denied"
  /// Too many wrong codes were entered; pairing is locked for a while.
  case pairingLocked = "pairing_locked"
  /// The owner revoked this app.
  case appRevoked = "app_revoked"
  /// The app sends requests faster than the limit allows.
  case rateLimited = "rate_limited"
  /// The same `request_id` was used with other params.
  case requestConflict = "request_conflict"
  /// The request's `expires_at` has passed.
  case expired = "expired"
  /// The cursor was not made by this provider.
  case cursorInvalid = "cursor_invalid"
  /// Events after the cursor were dropped. The data contains the range that is available, see ``EventBounds``.
  case cursorTooOld = "cursor_too_old"
  /// The app has no such statement, or not any more.
  case statementNotFound = "statement_not_found"
  /// The period contains more payments than a statement may contain.
  case statementTooLarge = "statement_too_large"
  /// The provider does not have the service.
  case serviceNotFound = "service_not_found"
  /// The app has no such opening, or not any more.
  case openingNotFound = "opening_not_found"
  /// The callback scheme in the manifest may not be used to return to an app.
  case callbackRefused = "callback_refused"
  /// The app has reached its limit of connections, or the provider has.
  case tooManySessions = "too_many_sessions"

  /// The app was not granted the scope.
  case scopeNotGranted = "scope_not_granted"
  /// The app was not granted the currency.
  case currencyNotGranted = "currency_not_granted"
  /// A standing rule of the owner refuses the request.
  case policyDenied = "policy_denied"
  /// The owner rejected this payment.
  case userRejected = "user_rejected"
  /// Too many questions to the owner are unanswered.
  case tooManyQuestions = "too_many_questions"
  /// The amount exceeds the limits that the owner set for this app. `left` says what is still possible, and `resets_at`
  /// when more will be.
  case budgetExceeded = "budget_exceeded"
  /// The service accepts no new requests, or not in the owner's country.
  case serviceDisabled = "service_disabled"
  /// The app has used up the number of objects that the owner lets it create.
  case quotaExceeded = "quota_exceeded"

  /// The provider does not have the currency.
  case unknownCurrency = "unknown_currency"
  /// The amount is below the minimum or above the maximum.
  case amountOutOfRange = "amount_out_of_range"
  /// The amount has more decimal places than the currency.
  case tooManyDecimals = "too_many_decimals"
  /// The app has no such invoice.
  case invoiceNotFound = "invoice_not_found"
  /// The object can no longer be cancelled.
  case notCancellable = "not_cancellable"
  /// The app has no such address.
  case addressNotFound = "address_not_found"
  /// There is no payment yet that could be proven.
  case nothingToProve = "nothing_to_prove"
  /// The wallet does not have the key, does not know the transaction, or does not support this proof.
  case cannotProve = "cannot_prove"

  /// The app has no such order.
  case orderNotFound = "order_not_found"
  /// The address is invalid.
  case invalidAddress = "invalid_address"
  /// The address belongs to another network of the currency.
  case wrongNetwork = "wrong_network"
  /// The wallet's spendable funds do not cover the amount and the fee.
  case insufficientFunds = "insufficient_funds"
  /// The fee would exceed `max_fee`.
  case feeTooHigh = "fee_too_high"
  /// The order was submitted, and its outcome is not known yet.
  case inFlight = "in_flight"
  /// The order was paid.
  case alreadyPaid = "already_paid"
  /// The network refused the transaction, or another transaction spent its inputs.
  case paymentConflicted = "payment_conflicted"
  /// A payment by Lightning did not reach the recipient, and no part of it is under way any more.
  case paymentUndelivered = "payment_undelivered"

  /// The wallet cannot be reached.
  case walletUnavailable = "wallet_unavailable"
  /// The owner must unlock the wallet, or paying, first.
  case walletLocked = "wallet_locked"
  /// The wallet is still synchronising with the network.
  case walletSyncing = "wallet_syncing"
  /// The wallet did not answer in time.
  case walletTimeout = "wallet_timeout"
  /// The wallet gave an invalid answer.
  case walletError = "wallet_error"
  /// The disk of the provider is full. Nothing was done.
  case storageFull = "storage_full"
  /// The provider is stopping. Nothing was done.
  case shuttingDown = "shutting_down"
  /// Nothing of the currency is paid before the owner has looked at what the wallet sent. Nothing was done.
  case underReview = "under_review"
  /// The provider cannot reach its ledger at present. Nothing was done.
  case ledgerUnavailable = "ledger_unavailable"

  /// The chat does not know the person behind the payment.
  case contactNotFound = "contact_not_found"
  /// The app has no such message.
  case messageNotFound = "message_not_found"
  /// A file is not in the app's folder, or may not be read.
  case fileNotFound = "file_not_found"
  /// The size or the digest of a file differs from that in the request.
  case fileMismatch = "file_mismatch"
  /// The chat does not support files.
  case filesNotSupported = "files_not_supported"
  /// The space for the app's messages is full; some have to be removed.
  case tooManyMessages = "too_many_messages"
  /// The chat network refused the message. It is used as the `reason` of a message.
  case chatRefused = "chat_refused"

  /// The number of the error.
  public var code: ErrorCode { ErrorCode(rawValue: number) }

  private var number: Int {
    switch self {
    case .parseError: -32700
    case .invalidRequest: -32600
    case .methodNotFound: -32601
    case .invalidParams: -32602
    case .internalError: -32603
    case .tooManyInFlight: -32000
    case .pairingPending: 1001
    case .pairingDenied: 1002
    case .pairingLocked: 1003
    case .appRevoked: 1004
    case .rateLimited: 1005
    case .requestConflict: 1006
    case .expired: 1007
    case .cursorInvalid: 1008
    case .cursorTooOld: 1009
    case .statementNotFound: 1010
    case .statementTooLarge: 1011
    case .serviceNotFound: 1012
    case .openingNotFound: 1013
    case .callbackRefused: 1014
    case .tooManySessions: 1015
    case .scopeNotGranted: 2001
    case .currencyNotGranted: 2002
    case .policyDenied: 2003
    case .userRejected: 2004
    case .tooManyQuestions: 2005
    case .budgetExceeded: 2006
    case .serviceDisabled: 2007
    case .quotaExceeded: 2008
    case .unknownCurrency: 3001
    case .amountOutOfRange: 3002
    case .tooManyDecimals: 3003
    case .invoiceNotFound: 3004
    case .notCancellable: 3005
    case .addressNotFound: 3006
    case .nothingToProve: 3007
    case .cannotProve: 3008
    case .orderNotFound: 4001
    case .invalidAddress: 4002
    case .wrongNetwork: 4003
    case .insufficientFunds: 4004
    case .feeTooHigh: 4005
    case .inFlight: 4006
    case .alreadyPaid: 4007
    case .paymentConflicted: 4008
    case .paymentUndelivered: 4009
    case .walletUnavailable: 5001
    case .walletLocked: 5002
    case .walletSyncing: 5003
    case .walletTimeout: 5004
    case .walletError: 5005
    case .storageFull: 5006
    case .shuttingDown: 5007
    case .underReview: 5008
    case .ledgerUnavailable: 5009
    case .contactNotFound: 6001
    case .messageNotFound: 6002
    case .fileNotFound: 6003
    case .fileMismatch: 6004
    case .filesNotSupported: 6005
    case .tooManyMessages: 6006
    case .chatRefused: 6007
    }
  }

  /// The sentence that is sent as `message` of the error. It is for developers; programs read `reason`.
  public var message: String {
    switch self {
    case .parseError: "Parse error"
    case .invalidRequest: "Invalid Request"
    case .tooManyInFlight: "Too many requests are unanswered."
    case .invalidParams: "The params do not match the method's schema."
    case .methodNotFound: "There is no such method."
    case .internalError: "The provider failed; ask for the outcome by request_id."
    case .pairingPending: "The owner has not approved this app yet."
    case .pairingDenied: "The owner refused this app."
    case .pairingLocked: "Too many wrong codes: pairing is locked for a while."
    case .appRevoked: "The owner revoked this app."
    case .rateLimited: "Too many requests."
    case .requestConflict: "This request_id was used with other params."
    case .expired: "The request's expires_at has passed."
    case .cursorInvalid: "The cursor is none of this provider's."
    case .cursorTooOld: "Events after the cursor were dropped: list what there is, then subscribe from the newest."
    case .statementNotFound: "There is no such statement of this app any more."
    case .statementTooLarge: "The period has too many payments for one statement."
    case .serviceNotFound: "The provider has no such service."
    case .openingNotFound: "There is no such opening of this app any more."
    case .callbackRefused: "The callback_scheme of the manifest cannot lead back to an app."
    case .tooManySessions: "The app has too many connections open."
    case .scopeNotGranted: "The app was not granted the scope."
    case .currencyNotGranted: "The app was not granted the currency."
    case .policyDenied: "A rule of the owner's refuses this."
    case .userRejected: "The owner rejected the payment."
    case .tooManyQuestions: "Too many questions wait for the owner."
    case .budgetExceeded: "This does not fit into what the owner allows the app."
    case .serviceDisabled: "The service begins nothing new, or not in the owner's country."
    case .quotaExceeded: "The app has had made for it what the owner allows."
    case .unknownCurrency: "The provider does not serve this currency."
    case .amountOutOfRange: "The amount is outside of the range that can be handled."
    case .tooManyDecimals: "The amount has more decimal places than the currency."
    case .invoiceNotFound: "There is no such invoice of this app."
    case .notCancellable: "It cannot be cancelled any more."
    case .addressNotFound: "There is no such address of this app."
    case .nothingToProve: "Nothing was paid yet that could be proven."
    case .cannotProve: "The wallet cannot make or verify such a proof."
    case .orderNotFound: "There is no such payment order of this app."
    case .invalidAddress: "This is not an address of the currency."
    case .wrongNetwork: "The address belongs to another network."
    case .insufficientFunds: "The wallet has not enough, fee included."
    case .feeTooHigh: "The fee would be above max_fee."
    case .inFlight: "The order was submitted; its outcome is not known yet."
    case .alreadyPaid: "The order or the invoice was paid."
    case .paymentConflicted: "The transaction can never take effect."
    case .paymentUndelivered: "The payment did not reach the recipient."
    case .walletUnavailable: "The wallet cannot be reached."
    case .walletLocked: "The owner must unlock the wallet, or paying, first."
    case .walletSyncing: "The wallet is behind the network."
    case .walletTimeout: "The wallet did not answer in time."
    case .walletError: "The wallet answered something that makes no sense."
    case .storageFull: "The provider's disk is full; nothing was done."
    case .shuttingDown: "The provider is stopping; nothing was done."
    case .underReview: "The owner must look first at what the wallet sent; nothing was done."
    case .ledgerUnavailable: "The provider cannot reach its ledger at present; nothing was done."
    case .contactNotFound: "The chat knows nobody behind this payment."
    case .messageNotFound: "There is no such message of this app."
    case .fileNotFound: "The file is not in the app's folder, or may not be read."
    case .fileMismatch: "The file has another size or digest than the request says."
    case .filesNotSupported: "The chat carries no files."
    case .tooManyMessages: "The app's messages fill what there is for them: remove some."
    case .chatRefused: "The chat network refused the message."
    }
  }

  /// The number of milliseconds after which the same request may be repeated; nil if waiting does not help.
  public var retryAfterMilliseconds: Int? {
    switch self {
    case .rateLimited, .tooManyInFlight: 1000
    case .pairingPending: 2000
    case .tooManyQuestions, .tooManySessions: 10_000
    case .walletUnavailable, .walletTimeout: 5000
    case .walletSyncing, .walletLocked, .underReview: 30_000
    case .shuttingDown: 3000
    case .ledgerUnavailable: 250
    case .storageFull: 60_000
    default: nil
    }
  }
}
