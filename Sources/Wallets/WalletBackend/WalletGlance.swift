public import PaymentsModel

/// What a wallet reports when it is asked as cheaply as possible, as the provider does every few seconds.
public struct WalletGlance: Sendable, Hashable {
  /// Whether the wallet can be used now.
  public var status: WalletStatus
  /// Why it cannot be used, or not fully; `nil` if it is ready, or does not tell why it is not.
  public var problem: WalletProblem?
  /// The number of the newest block that the wallet knows; `nil` if it does not tell.
  public var height: Int?
  /// A moment that has passed according to the chain, such as the time of the newest block; `nil` if it is not known.
  public var chainTime: Timestamp?
  /// What the wallet knows; `nil` if it cannot tell cheaply whether that changed.
  public var digest: WalletDigest?
  /// What the owner has to know of the wallet besides.
  public var remarks: [WalletRemark] = []

  /// Creates a glance.
  public init(status: WalletStatus, digest: WalletDigest? = nil, height: Int? = nil, chainTime: Timestamp? = nil) {
    self.status = status
    self.digest = digest
    self.height = height
    self.chainTime = chainTime
  }

  /// Creates the glance at a wallet that has a problem, or is ready if that is `nil`.
  public init(
    problem: WalletProblem?, digest: WalletDigest? = nil, height: Int? = nil, chainTime: Timestamp? = nil,
    remarks: [WalletRemark] = []
  ) {
    self.init(status: problem?.status ?? .ready, digest: digest, height: height, chainTime: chainTime)
    self.problem = problem
    self.remarks = remarks
  }
}

/// Two texts that differ from those of another moment if the wallet knows something else. They mean nothing by
/// themselves.
public struct WalletDigest: Sendable, Hashable {
  /// Changes with the newest block.
  public var blocks: String
  /// Changes with the transactions that concern the wallet, except for what a new block alone changes. It may also change
  /// for no reason, and need not change for the disappearance of a transaction, which the provider looks for from time to
  /// time.
  public var transactions: String

  /// Creates a digest.
  public init(blocks: String, transactions: String) {
    self.blocks = blocks
    self.transactions = transactions
  }
}

/// What a wallet tells by itself. It is only a hint that ``WalletBackend/glance()`` is worth calling.
public enum WalletHint: Sendable, Hashable {
  /// There may be something new, such as a block.
  case anything
  /// There may be something new, and the wallet is told of all of its transactions in this way.
  case transactions
}

extension WalletBackend {
  /// Returns the status alone. The provider then asks for everything every few seconds.
  public func glance() async -> WalletGlance { WalletGlance(status: await status()) }

  /// Tells nothing: the wallet has to be asked.
  public func news() -> AsyncStream<WalletHint> { AsyncStream { $0.finish() } }
}
