/// Why a wallet did not do what was asked. Carries no text of the wallet's own, which could hold addresses or amounts.
public enum WalletError: Error, Sendable, Hashable {
  /// Not reachable: not running, connection refused or lost. Whether it acted is unknown for a call that changes
  /// things.
  case unavailable
  /// No answer in time. Whether it acted is unknown for a call that changes things.
  case timeout
  /// Reachable, but its owner must unlock it first.
  case locked
  /// Reachable, but still loading or behind the network.
  case syncing
  /// It answered something that is not of its protocol, or an error that the backend does not know.
  case protocolViolation(code: Int?)
  /// The credentials are wrong.
  case unauthorized
  /// There is not enough that can be spent, fee included.
  case insufficientFunds
  /// There is enough, but what is needed is set aside for other payments or waits for blocks: later it can be paid.
  case coinsBusy
  /// The amount is below what the network carries.
  case amountTooSmall
  /// The address is none, or of another network.
  case invalidAddress
  /// The fee would be above the cap.
  case feeAboveCap
  /// The key, the transaction or the kind of proof is not this wallet's.
  case cannotProve
  /// The text is no proof of the kind.
  case malformedProof
}
