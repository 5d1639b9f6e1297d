public import PaymentsModel
public import WalletBackend

/// A network with two wallets on it, as the contract of wallet backends needs it: one per kind of backend.
///
/// Of what follows ``mine(_:)`` only each wallet and network must have; what else there cannot be is said in ``lacks``.
public protocol WalletContractWorld: Sendable {
  /// A wallet with money in at least eight coins of more than 0.1 units each, with nothing locked.
  var payer: any WalletBackend { get }
  /// A wallet on the same network.
  var shop: any WalletBackend { get }
  /// An address of the same currency on another network.
  var wrongNetworkAddress: String { get }
  /// What is impossible with this wallet or its network, with the reason; nothing unless said otherwise.
  ///
  /// Clauses that need it are reported as not applicable, with this reason.
  var lacks: [WalletContractNeed: String] { get }

  /// Whether the payer may be unable to tell whom the transaction in a payment's place pays, and so answers a double
  /// spend with a conflict of no confirmations. Monero's wallet forgets the recipients of what it only read in a block.
  var mayDoubtConflicts: Bool { get }
  /// Confirmations after which a wallet can spend what it received, and its own change; 1 unless said otherwise.
  var confirmationsToSpend: Int { get }
  /// How long a cancelled call may take to return; 30 seconds unless said otherwise.
  var patience: Duration { get }

  /// Finds blocks; the first takes all that waits.
  func mine(_ blocks: Int) async throws
  /// Takes the newest blocks back; their transactions wait again.
  func takeBack(_ blocks: Int) async throws
  /// Spends the inputs of the payer's signed transaction by another transaction, in a new block.
  func doubleSpend(_ signedTransaction: SignedTransaction) async throws
  /// Has the owner raise the fee of a payment of the payer's that waits: another transaction takes its place, which
  /// spends the same coins and pays the recipient the same.
  func raiseFee(of transactionID: String) async throws
  /// Ends both wallets without warning.
  func crash() async throws
  /// Starts them again, and waits until they answer.
  func restart() async throws
  /// Ends both wallets without warning while calls are under way; by default at the same time as the calls begin, and a
  /// little later in each further round.
  ///
  /// - Parameters: - round: counts from 0; so that the crash can come at another moment in each. - calls: makes one
  ///   call each of prepare, commit, lookup, release and lock, at the same time, and returns when all have, whatever
  ///   came of them.
  func crash(round: Int, during calls: @escaping @Sendable () async -> Void) async throws
  /// Locks the payer as its owner would, or unlocks it.
  func setLocked(_ isLocked: Bool) async throws
  /// Lets the payer's wallet take calls without answering them, or go on. Its calls must be allowed to take longer
  /// than ``patience``, or it is not seen whether they can be cancelled.
  func setHanging(_ isHanging: Bool) async throws
  /// Other texts that mean the same address, such as one in uppercase.
  func otherSpellings(of address: String) -> [String]
}

/// What a clause needs of a world beyond blocks.
public enum WalletContractNeed: String, Sendable, Hashable, CaseIterable {
  /// ``WalletContractWorld/takeBack(_:)``
  case reorganising
  /// ``WalletContractWorld/doubleSpend(_:)``
  case doubleSpending
  /// ``WalletContractWorld/raiseFee(of:)``
  case raisingFees
  /// ``WalletContractWorld/crash()`` and ``WalletContractWorld/restart()``
  case crashing
  /// ``WalletContractWorld/setLocked(_:)``
  case locking
  /// ``WalletContractWorld/setHanging(_:)``
  case hanging
  /// ``WalletContractWorld/otherSpellings(of:)``
  case otherSpellings
}

extension WalletContractWorld {
  /// Nothing is lacking.
  public var lacks: [WalletContractNeed: String] { [:] }

  /// Conflicts are told with certainty.
  public var mayDoubtConflicts: Bool { false }

  /// As in most networks.
  public var confirmationsToSpend: Int { 1 }

  /// Ample: what matters is that a cancelled call returns at all.
  public var patience: Duration { .seconds(30) }

  /// Fails, unless implemented.
  public func takeBack(_ blocks: Int) async throws { throw Self.missing(.reorganising) }

  /// Fails, unless implemented.
  public func doubleSpend(_ signedTransaction: SignedTransaction) async throws { throw Self.missing(.doubleSpending) }

  /// Fails, unless implemented.
  public func raiseFee(of transactionID: String) async throws { throw Self.missing(.raisingFees) }

  /// Fails, unless implemented.
  public func crash() async throws { throw Self.missing(.crashing) }

  /// Fails, unless implemented.
  public func restart() async throws { throw Self.missing(.crashing) }

  /// The crash comes `round` milliseconds after the calls.
  public func crash(round: Int, during calls: @escaping @Sendable () async -> Void) async throws {
    let running = Task { await calls() }
    // Not to wait for anything: to hit the calls at another place each time.
    if round > 0 { try await Task.sleep(for: .milliseconds(round)) }
    try await crash()
    await running.value
  }

  /// Fails, unless implemented.
  public func setLocked(_ isLocked: Bool) async throws { throw Self.missing(.locking) }

  /// Fails, unless implemented.
  public func setHanging(_ isHanging: Bool) async throws { throw Self.missing(.hanging) }

  /// None, which fails unless ``lacks`` says why.
  public func otherSpellings(of address: String) -> [String] { [] }

  private static func missing(_ need: WalletContractNeed) -> ContractViolation {
    ContractViolation(
      description: "the world does not implement \(need.rawValue): do so, or say in lacks why there is none")
  }
}
