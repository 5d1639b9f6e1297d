public import PaymentsModel
public import WalletBackend

/// What a wallet of a chain does when its daemon errs in ways that no real one can be made to, clause by clause, with a double of
/// the daemon. Each clause needs a new world. It stands beside ``WalletContract``, which needs a network.
public enum DaemonFaultContract: String, ContractClause {
  /// A receipt that is listed twice counts once.
  case countsARepeatedReceiptOnce
  /// A transaction that pays nobody is no payment, though the daemon calls it complete.
  case signsNoEmptyTransaction
  /// A commit that hangs until it is given up, and had succeeded, is a success, and nothing is sent a second time.
  case sendsOnceWhenACommitHangs
  /// A refusal in another language rejects nothing for good.
  case understandsNoProse
  /// The answer to another request is not taken for the one that was asked for.
  case refusesAnswersToOthers
  /// A transaction that leaves its block, and then the pool, is the same payment, and is sent again as it was.
  case followsAStatusThatGoesBack

  /// The chapter of a clause. It is a heading in the report.
  public enum Chapter: String, Sendable, CaseIterable {
    /// Transfers that arrive.
    case receiving
    /// The steps of a payment.
    case paying
  }

  /// The name of the contract, for the report.
  public static var contract: String { "Daemon faults" }

  /// The chapter that the clause belongs to.
  public var chapter: Chapter { self == .countsARepeatedReceiptOnce ? .receiving : .paying }

  /// The title of the clause, in one line for tables.
  public var title: String {
    switch self {
    case .countsARepeatedReceiptOnce: "receipt listed twice: counts once"
    case .signsNoEmptyTransaction: "empty transaction called complete: refused"
    case .sendsOnceWhenACommitHangs: "hangs, then success: sent once"
    case .understandsNoProse: "prose in another language: rejects nothing"
    case .refusesAnswersToOthers: "answer to another request: refused"
    case .followsAStatusThatGoesBack: "confirmed, then in the pool, then unknown: the same payment"
    }
  }

  /// Checks the clause in a new world.
  ///
  /// - Returns: ``WalletContractResult/passed``, or ``WalletContractResult/notApplicable(_:)`` for a fault that the world cannot
  ///   play. A failure is thrown.
  /// - Throws: ``ContractViolation``, or an unexpected error of the wallet.
  @discardableResult
  public func check(_ world: any DaemonFaultWorld) async throws -> WalletContractResult {
    if self == .signsNoEmptyTransaction, let reason = world.signsNothing { return .notApplicable(reason) }
    let wallet = world.wallet
    switch self {
    case .countsARepeatedReceiptOnce:
      try world.play(.receiptTwice)
      let page = try await wallet.transfers(since: nil, depth: 3)
      try require(page.transfers.count == 1, "one receipt, not \(page.transfers.count)")
    case .signsNoEmptyTransaction: try await Self.signsNoEmptyTransaction(world)
    case .sendsOnceWhenACommitHangs:
      let payment = try await world.prepared()
      try world.play(.commitHangs)
      try await Self.requireNoOutcome("it is not known what became of it") { try await wallet.commit(payment) }
      try world.play(.inPool)
      for _ in 0..<2 { try require(try await wallet.commit(payment) == .accepted, "it was sent") }
      try require(world.broadcasts == 1, "it is sent once, not \(world.broadcasts) times")
    case .understandsNoProse:
      let payment = try await world.prepared()
      try world.play(.commitRefusedInProse)
      try await Self.requireNoOutcome("words reject nothing") { try await wallet.commit(payment) }
      try world.play(.inPool)
      try require(try await wallet.commit(payment) == .accepted, "the network has it")
    case .refusesAnswersToOthers:
      let payment = try await world.prepared()
      try world.play(.answersToOthers)
      try await Self.requireNoOutcome("it is about another one") { try await wallet.lookup(payment) }
      try await Self.requireNoOutcome("it is about another one") { try await wallet.commit(payment) }
      try world.play(.nothing)
      try require(try await wallet.lookup(payment) == .unknown, "nobody has it")
      try require(world.broadcasts == 0, "nothing is sent")
    case .followsAStatusThatGoesBack:
      let payment = try await world.prepared()
      for (fault, state) in [(DaemonFault.inBlock, PaymentLookup.confirmed(3)), (.inPool, .pool), (.nothing, .unknown)]
      {
        try world.play(fault)
        try require(try await wallet.lookup(payment) == state, "it is \(state)")
      }
      try require(try await wallet.commit(payment) == .accepted, "it is sent again")
      try require(world.broadcasts == 1, "once")
    }
    return .passed
  }

  private static func signsNoEmptyTransaction(_ world: any DaemonFaultWorld) async throws {
    try world.play(.signsNothing)
    do {
      _ = try await world.prepared()
      throw ContractViolation(description: "a transaction that pays nobody is no payment")
    } catch is WalletError {}
    try require(world.wallet.reservations.isIdle, "nothing stays reserved")
    try world.play(.nothing)
    _ = try await world.prepared()
  }

  /// Requires that a call throws an error of the wallet.
  private static func requireNoOutcome<Outcome>(
    _ text: String, line: Int = #line, _ call: () async throws -> Outcome
  ) async throws {
    do {
      let outcome = try await call()
      throw ContractViolation(description: "\(text), not \(outcome) (line \(line))")
    } catch is WalletError {}
  }
}

/// A wallet before a double of its daemon.
public protocol DaemonFaultWorld: Sendable {
  /// The wallet, whose calls are given up after a moment.
  var wallet: any WalletBackend { get }
  /// Why the double signs no transactions, so that payments are given; `nil` if it does.
  var signsNothing: String? { get }
  /// How often a transaction was handed to the network.
  var broadcasts: Int { get }

  /// A payment that the ledger has stored.
  func prepared() async throws -> SignedTransaction
  /// Decides what the daemon says from now on, in place of what it was told before.
  func play(_ fault: DaemonFault) throws
}

extension DaemonFaultWorld {
  /// By default the double signs.
  public var signsNothing: String? { nil }
}

/// What a daemon says.
public enum DaemonFault: Sendable, Hashable {
  /// It is sound, and the network has nothing of the payment.
  case nothing
  /// It is sound, and the payment waits in its pool.
  case inPool
  /// It is sound, and the payment is in a block and has three confirmations.
  case inBlock
  /// It lists one receipt twice.
  case receiptTwice
  /// It signs a transaction that pays nobody, and calls it complete.
  case signsNothing
  /// It does not answer to a transaction that is handed to it.
  case commitHangs
  /// It refuses a transaction in words of another language.
  case commitRefusedInProse
  /// It answers a question about the payment with the answer to another request: that another transaction is in a block.
  case answersToOthers
}
