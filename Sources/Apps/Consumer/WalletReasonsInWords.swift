public import PaymentsModel

/// What the user of an app is told of a wallet that is not ready. An app learns neither URLs nor names, so these are words
/// for each reason; the owner sees more with `payd status`.
extension WalletReason {
  /// What is wrong, in a few words without a full stop.
  public var words: String {
    switch self {
    case .starting: "just started"
    case .notRunning: "its program does not run"
    case .noAnswer: "its program does not answer"
    case .unauthorized: "its program refuses the provider's password or call"
    case .noWallet: "its program has not opened the wallet"
    case .wrongNetwork: "it is on another network than the provider expects"
    case .tooOld: "its program is too old"
    case .notUnderstood: "its program answers something that is not understood"
    case .syncing: "it is behind the network"
    case .walletLocked: "it is encrypted and locked"
    case .viewOnly: "it has no keys to pay with"
    case .ownerLocked: "its owner has locked paying"
    case .review: "its owner has to look at what it sent"
    }
  }

  /// What happened to a request that the wallet did not carry out, as a sentence.
  public var sentence: String {
    switch self {
    case .starting: "The wallet has only just been started."
    case .syncing: "The wallet is behind the network."
    case .walletLocked: "The wallet is encrypted and locked: it receives, and pays nothing."
    case .viewOnly: "The wallet has no keys to pay with."
    case .ownerLocked: "The owner has locked paying."
    case .review: "Nothing is paid before the owner has looked at what the wallet sent."
    default: "The wallet cannot be used: \(words)."
    }
  }

  /// What to do.
  public var remedy: String {
    switch self {
    case .starting: "Try again in a moment."
    case .syncing: "Wait until it has caught up."
    case .walletLocked: "The owner unlocks it in the wallet; then try again."
    case .viewOnly: "Only the owner can change that, by another wallet in payd's configuration."
    case .ownerLocked: "The owner unlocks it with payd unlock; then try again."
    case .review: "The owner looks with payd sends; then try again."
    default: "The owner sees what to do with payd status."
    }
  }
}
