import WalletBackend

/// An error object of the wallet or the daemon. Its message must not leave this module, because it can contain
/// addresses.
struct RPCFailure: Sendable, Hashable {
  let code: Int
  let message: String

  /// Codes of `wallet_rpc_server_error_codes.h` that some calls handle themselves.
  static let unknown = -1
  static let daemonIsBusy = -3
  static let genericTransfer = -4
  /// A text that is no address, or the address of another wallet.
  static let wrongAddress = -2
  static let wrongTransactionID = -8
  static let notOpen = -13
  static let accountIndexOutOfBounds = -14
  static let tooLarge = -18
  static let noTransactionKey = -24
  static let badHex = -26
  static let badMetadata = -27
  static let watchOnly = -29
  static let noDaemonConnection = -38
  static let noAttribute = -45
  /// Calls are refused with it by a wallet with `--restricted-rpc`.
  static let denied = -7

  /// Whether the wallet does not have the coin, because it is another wallet than the one that paid.
  var isUnknownKeyImage: Bool { code == Self.unknown && message.contains("Key image not found") }

  /// Whether the call may succeed when it is repeated. The first call after a restart of the daemon fails in this way.
  var mayPass: Bool { code == -38 || (code == 0 && message.isEmpty) }

  /// The wallet error for the code, if the call does not handle the code itself.
  var walletError: WalletError {
    switch code {
    case -2: .invalidAddress
    case -3: .syncing  // the daemon is busy
    case -7: .unauthorized  // the wallet runs with --restricted-rpc
    case -13, -38: .unavailable  // no wallet is open; no connection to the daemon
    case -16, -17, -18, -37: .insufficientFunds  // with the fee; at all; in one transaction; unlocked
    case -29: .locked  // a view-only wallet: it receives, but cannot pay
    case -46: .amountTooSmall
    default: mayPass ? .unavailable : .protocolViolation(code: code)
    }
  }

  /// What the owner is told if a call fails that only looks.
  func problem(at endpoint: WalletEndpoint, account: UInt32) -> WalletProblem {
    switch code {
    case Self.daemonIsBusy: .starting(endpoint)
    case Self.denied: .restricted(endpoint)
    case Self.notOpen: .noWalletOpen(endpoint)
    case Self.accountIndexOutOfBounds: .noAccount(Int(account), endpoint)
    case Self.noDaemonConnection: .noDaemon(endpoint)
    case Self.watchOnly: .viewOnly
    default: mayPass ? .noDaemon(endpoint) : .notUnderstood(code: code, endpoint)
    }
  }
}
