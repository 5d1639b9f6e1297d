/// Why a wallet cannot be used, or not fully, in one word. It is all that an app learns of it: the word names no address,
/// path, wallet or user. The owner is told the rest.
public enum WalletReason: String, Codable, Sendable, Hashable, CaseIterable {
  /// The wallet or the provider has only just been started.
  case starting
  /// No program accepts connections where the wallet is expected.
  case notRunning = "not_running"
  /// The wallet does not answer in time, or is too busy.
  case noAnswer = "no_answer"
  /// The wallet refuses the provider's user name, password or call.
  case unauthorized
  /// The program runs, and has not opened the wallet that is configured.
  case noWallet = "no_wallet"
  /// The wallet is on another network or chain than is configured.
  case wrongNetwork = "wrong_network"
  /// The wallet's program is older than the provider needs.
  case tooOld = "too_old"
  /// The wallet answers something that the provider does not understand.
  case notUnderstood = "not_understood"
  /// The wallet is behind the network.
  case syncing
  /// The wallet receives, and its owner must unlock it before it can pay.
  case walletLocked = "wallet_locked"
  /// The wallet receives, and has no keys to pay with.
  case viewOnly = "view_only"
  /// The wallet receives, and the owner has locked paying in the provider.
  case ownerLocked = "owner_locked"
  /// The wallet receives, and nothing is paid before the owner has looked at what the wallet sent.
  case review
}
