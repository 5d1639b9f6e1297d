import WalletBackend

/// An error object of the daemon. Its message must not leave this module, because it can contain addresses and amounts.
struct DaemonFailure: Sendable, Hashable {
  let code: Int
  let message: String

  /// Error codes of Bitcoin Core's `rpc/protocol.h` that some calls handle themselves.
  static let invalidAddressOrKey = -5
  static let invalidParameter = -8
  static let initialDownload = -10
  static let walletNotFound = -18
  static let walletNotSpecified = -19
  static let deserialization = -22
  static let verifyError = -25
  static let verifyRejected = -26
  static let alreadyInChain = -27
  static let warmingUp = -28
  static let methodNotFound = -32601

  /// The wallet error for the code, if the call does not handle the code itself.
  var walletError: WalletError {
    switch code {
    case -28, -10: .syncing  // warming up; in initial download
    case -13, -12: .locked  // passphrase needed; key pool ran out, which only an unlocked wallet refills
    case -14, -15, -16, -17: .locked  // passphrase wrong and the like
    case -18, -19, -9: .unavailable  // wallet not loaded; not named; daemon not connected
    case -6: .insufficientFunds
    case -4, -3: amountError ?? .protocolViolation(code: code)
    default: .protocolViolation(code: code)
    }
  }

  /// The wallet error for the message. The daemon uses one code for many failures to build a transaction; the messages
  /// have been the same for years.
  private var amountError: WalletError? {
    // This message comes from a wallet that refuses long chains itself.
    if message.contains("too long of a mempool chain") { return .coinsBusy }
    if message.contains("nsufficient funds") { return .insufficientFunds }
    if message.contains("too small") || message.contains("dust") { return .amountTooSmall }
    if message.contains("maxtxfee") || message.contains("Fee exceeds") { return .feeAboveCap }
    if code == -3, message.contains("Invalid amount") { return .insufficientFunds }
    return nil
  }
}
