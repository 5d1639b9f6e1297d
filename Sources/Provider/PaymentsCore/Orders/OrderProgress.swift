public import PaymentsModel

/// What became of an order so far: all of it that changes and is stored.
public struct OrderProgress: Sendable, Hashable {
  /// How far it is.
  public var state: OrderState
  /// What the wallet expects it to cost; `nil` until it was asked, and again when the answer is out of date.
  public var quote: OrderQuote?
  /// The yes under which it is carried out.
  public var approval: OrderApproval?
  /// The one transaction that carries it; kept for ever once it was stored.
  public var signedTransaction: SignedTransaction?
  /// The transaction of somebody else's that makes the payment now, in place of the signed transaction; `nil` while it
  /// is the signed transaction itself. The two spend the same, so that one of them can be in a block at most.
  public var replacement: OrderReplacement?
  /// Confirmations so far.
  public var confirmations: Int
  /// Whether it is unknown if the network has the transaction: reported as in flight, and looked into.
  public var isInDoubt: Bool
  /// What it waits for, beside the owner's answer.
  public var waitingFor: OrderWaitReason?
  /// Why it failed.
  public var failure: OrderFailure?
  /// When it was certain that a payment that had succeeded does not take effect after all; the state stays.
  public var reversedAt: Timestamp?
  /// Starts at 1 and grows by one with each change.
  public var version: Int64
  /// When it last changed.
  public var updatedAt: Timestamp

  /// A progress, as the ledger stored it.
  public init(
    state: OrderState, quote: OrderQuote? = nil, approval: OrderApproval? = nil,
    signedTransaction: SignedTransaction? = nil,
    replacement: OrderReplacement? = nil, confirmations: Int = 0, isInDoubt: Bool = false,
    waitingFor: OrderWaitReason? = nil,
    failure: OrderFailure? = nil,
    reversedAt: Timestamp? = nil, version: Int64 = 1, updatedAt: Timestamp
  ) {
    self.state = state
    self.quote = quote
    self.approval = approval
    self.signedTransaction = signedTransaction
    self.replacement = replacement
    self.confirmations = confirmations
    self.isInDoubt = isInDoubt
    self.waitingFor = waitingFor
    self.failure = failure
    self.reversedAt = reversedAt
    self.version = version
    self.updatedAt = updatedAt
  }
}

extension OrderProgress: CustomStringConvertible, CustomDebugStringConvertible {
  /// State and version; fees and the transaction do not appear in logs.
  public var description: String { "\(state.rawValue) version \(version)" }
  /// The same as the description.
  public var debugDescription: String { description }
}
