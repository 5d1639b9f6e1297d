import DisplayText
public import PaymentsModel

/// What the user of an app is told of a wallet that is not ready. An app learns neither URLs nor names, so these are words
/// for each reason; the owner sees more with `payd status`.
extension WalletReason {
  /// What is wrong, in a few words without a full stop.
  public var words: String {
    switch self {
    case .starting: localized("just started")
    case .notRunning: localized("its program does not run")
    case .noAnswer: localized("its program does not answer")
    case .unauthorized: localized("its program refuses the provider's password or call")
    case .noWallet: localized("its program has not opened the wallet")
    case .wrongNetwork: localized("it is on another network than the provider expects")
    case .tooOld: localized("its program is too old")
    case .notUnderstood: localized("its program answers something that is not understood")
    case .syncing: localized("it is behind the network")
    case .walletLocked: localized("it is encrypted and locked")
    case .viewOnly: localized("it has no keys to pay with")
    case .ownerLocked: localized("its owner has locked paying")
    case .review: localized("its owner has to look at what it sent")
    }
  }

  /// What happened to a request that the wallet did not carry out, as a sentence.
  public var sentence: String {
    switch self {
    case .starting: localized("The wallet has only just been started.")
    case .syncing: localized("The wallet is behind the network.")
    case .walletLocked: localized("The wallet is encrypted and locked: it receives, and pays nothing.")
    case .viewOnly: localized("The wallet has no keys to pay with.")
    case .ownerLocked: localized("The owner has locked paying.")
    case .review: localized("Nothing is paid before the owner has looked at what the wallet sent.")
    default: localized("The wallet cannot be used: \(words).")
    }
  }

  /// What to do.
  public var remedy: String {
    switch self {
    case .starting: localized("Try again in a moment.")
    case .syncing: localized("Wait until it has caught up.")
    case .walletLocked: localized("The owner unlocks it in the wallet; then try again.")
    case .viewOnly: localized("Only the owner can change that, by another wallet in payd's configuration.")
    case .ownerLocked: localized("The owner unlocks it with payd unlock; then try again.")
    case .review: localized("The owner looks with payd sends; then try again.")
    default: localized("The owner sees what to do with payd status.")
    }
  }
}
