public import PaymentsModel
public import WalletBackend

/// A network with two wallets on it, in which the contract of wallet backends is checked. Each kind of backend has its
/// own world.
///
/// From ``mine(_:)`` on, every requirement applies only if the wallet and its network support it; ``lacks`` tells what
/// they do not support.
public protocol WalletContractWorld: Sendable {
  /// A wallet with at least eight coins of more than 0.1 units each, none of which is locked.
  var payer: any WalletBackend { get }
  /// A wallet on the same network.
  var shop: any WalletBackend { get }
  /// An address of the same currency on another network.
  var wrongNetworkAddress: String { get }
  /// The abilities that this wallet or its network lacks, with the reasons; none by default.
  ///
  /// Clauses that need one of them are reported as not applicable, with the reason.
  var lacks: [WalletContractNeed: String] { get }

  /// Whether the payer may be unable to tell whom a conflicting transaction pays, so that it reports a double spend as
  /// a conflict with no confirmations. Monero's wallet forgets the recipients of transactions that it only read in a
  /// block.
  var mayDoubtConflicts: Bool { get }
  /// The number of confirmations after which a wallet can spend received coins and its own change; 1 by default.
  var confirmationsToSpend: Int { get }
  /// The time that a cancelled call may take to return; 30 seconds by default.
  var patience: Duration { get }

  /// Waits until the shop has heard of a transaction that the payer has just committed. By default nothing: both wallets ask
  /// the same node.
  func waitUntilHeard(_ signedTransaction: SignedTransaction) async throws
  /// Mines blocks. The first of them contains all waiting transactions.
  func mine(_ blocks: Int) async throws
  /// Removes the newest blocks. Their transactions wait for a block again.
  func takeBack(_ blocks: Int) async throws
  /// Spends the inputs of the payer's signed transaction with another transaction in a new block.
  func doubleSpend(_ signedTransaction: SignedTransaction) async throws
  /// Raises the fee of a waiting payment of the payer, as its owner could. Another transaction takes its place, which
  /// spends the same coins and pays the recipient the same amount.
  func raiseFee(of transactionID: String) async throws
  /// Ends both wallets without warning.
  func crash() async throws
  /// Starts both wallets again, and waits until they answer.
  func restart() async throws
  /// Ends both wallets without warning while calls are under way. By default that happens when the calls begin, and a
  /// little later in each further round.
  ///
  /// - Parameters:
  ///   - round: the number of the round, from 0, so that the crash can come at a different moment in each round.
  ///   - calls: makes one call each of prepare, commit, lookup, release and lock at the same time, and returns when all
  ///     of them have ended, with or without an error.
  func crash(round: Int, during calls: @escaping @Sendable () async -> Void) async throws
  /// Locks or unlocks the payer, as its owner could.
  func setLocked(_ isLocked: Bool) async throws
  /// Makes the payer's wallet accept calls without answering them, or answer again. The time-out of its calls must be
  /// longer than ``patience``; otherwise the check would not notice whether they can be cancelled.
  func setHanging(_ isHanging: Bool) async throws
  /// Returns other texts that mean the same address, such as one in uppercase.
  func otherSpellings(of address: String) -> [String]
}

/// An ability of a world, beyond mining, that a clause needs.
public enum WalletContractNeed: String, Sendable, Hashable, CaseIterable {
  /// The world implements ``WalletContractWorld/takeBack(_:)``.
  case reorganising
  /// The world implements ``WalletContractWorld/doubleSpend(_:)``.
  case doubleSpending
  /// The world implements ``WalletContractWorld/raiseFee(of:)``.
  case raisingFees
  /// The world implements ``WalletContractWorld/crash()`` and ``WalletContractWorld/restart()``.
  case crashing
  /// The world implements ``WalletContractWorld/setLocked(_:)``.
  case locking
  /// The world implements ``WalletContractWorld/setHanging(_:)``.
  case hanging
  /// The world implements ``WalletContractWorld/otherSpellings(of:)``.
  case otherSpellings
}

extension WalletContractWorld {
  /// By default a world has all abilities.
  public var lacks: [WalletContractNeed: String] { [:] }

  /// By default a wallet reports conflicts with certainty.
  public var mayDoubtConflicts: Bool { false }

  /// By default one confirmation is enough, as in most networks.
  public var confirmationsToSpend: Int { 1 }

  /// The default is long, because it only matters that a cancelled call returns at all.
  public var patience: Duration { .seconds(30) }

  /// Returns at once by default.
  public func waitUntilHeard(_ signedTransaction: SignedTransaction) async throws {}

  /// Throws by default.
  public func takeBack(_ blocks: Int) async throws { throw Self.missing(.reorganising) }

  /// Throws by default.
  public func doubleSpend(_ signedTransaction: SignedTransaction) async throws { throw Self.missing(.doubleSpending) }

  /// Throws by default.
  public func raiseFee(of transactionID: String) async throws { throw Self.missing(.raisingFees) }

  /// Throws by default.
  public func crash() async throws { throw Self.missing(.crashing) }

  /// Throws by default.
  public func restart() async throws { throw Self.missing(.crashing) }

  /// Crashes the wallets `round` milliseconds after the calls have begun.
  public func crash(round: Int, during calls: @escaping @Sendable () async -> Void) async throws {
    let running = Task { await calls() }
    // This waits for nothing in particular; it makes the crash hit the calls at a different place in each round.
    if round > 0 { try await Task.sleep(for: .milliseconds(round)) }
    try await crash()
    await running.value
  }

  /// Throws by default.
  public func setLocked(_ isLocked: Bool) async throws { throw Self.missing(.locking) }

  /// Throws by default.
  public func setHanging(_ isHanging: Bool) async throws { throw Self.missing(.hanging) }

  /// Returns no spellings by default, which fails the clause unless ``lacks`` gives a reason.
  public func otherSpellings(of address: String) -> [String] { [] }

  private static func missing(_ need: WalletContractNeed) -> ContractViolation {
    ContractViolation(
      description: "the world does not implement \(need.rawValue): do so, or say in lacks why there is none")
  }
}
