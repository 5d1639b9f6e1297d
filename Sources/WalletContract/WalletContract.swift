import PaymentsModel
import WalletBackend

/// What every wallet backend owes the provider, clause by clause. Each clause needs a new world.
///
/// ```swift
/// @Test(arguments: WalletContract.allCases) func contract(_ clause: WalletContract) async throws {
///   try await clause.check(MyWorld())
/// }
/// ```
public enum WalletContract: String, Sendable, CaseIterable {
  /// Addresses are fresh, and valid, wrong-network and malformed text is told apart.
  case tellsAddressesApart
  /// A transfer is reported at 0 confirmations and followed up to the depth.
  case followsATransfer
  /// A reorganisation and a double spend are seen.
  case takesATransferBack
  /// A quote tells the fee and locks nothing.
  case quotesWithoutSideEffects
  /// Too much, too little and bad addresses each have their own error.
  case refusesWhatCannotBePaid
  /// A fee above the cap is refused and nothing is locked.
  case honoursTheFeeCap
  /// Two artefacts can both be committed.
  case preparesWithDifferentInputs
  /// So can those that were prepared at the same time.
  case preparesConcurrently
  /// Released inputs can be spent again.
  case freesReleasedInputs
  /// Committing again is harmless in every state.
  case commitsOnce
  /// An artefact whose inputs were spent is rejected.
  case tellsConflicts
  /// Each call says so while the wallet is down.
  case isUnavailableWhileDown
  /// Locks that a restart lost can be set again.
  case locksAgainAfterARestart
  /// A crash after the commit makes no second payment.
  case commitsOnceOverACrash
  /// A blob of another backend is refused.
  case refusesForeignArtefacts

  /// Checks the clause in a world that nothing has happened in.
  ///
  /// - Throws: ``ContractViolation``, or what a backend threw where it should not have.
  public func check(_ world: any WalletContractWorld) async throws {
    let clauses = WalletContractClauses(world: world)
    switch self {
    case .tellsAddressesApart: try await clauses.tellsAddressesApart()
    case .followsATransfer: try await clauses.followsATransfer()
    case .takesATransferBack: try await clauses.takesATransferBack()
    case .quotesWithoutSideEffects: try await clauses.quotesWithoutSideEffects()
    case .refusesWhatCannotBePaid: try await clauses.refusesWhatCannotBePaid()
    case .honoursTheFeeCap: try await clauses.honoursTheFeeCap()
    case .preparesWithDifferentInputs: try await clauses.preparesWithDifferentInputs()
    case .preparesConcurrently: try await clauses.preparesConcurrently()
    case .freesReleasedInputs: try await clauses.freesReleasedInputs()
    case .commitsOnce: try await clauses.commitsOnce()
    case .tellsConflicts: try await clauses.tellsConflicts()
    case .isUnavailableWhileDown: try await clauses.isUnavailableWhileDown()
    case .locksAgainAfterARestart: try await clauses.locksAgainAfterARestart()
    case .commitsOnceOverACrash: try await clauses.commitsOnceOverACrash()
    case .refusesForeignArtefacts: try await clauses.refusesForeignArtefacts()
    }
  }
}

/// The steps that the clauses share.
struct WalletContractClauses: Sendable {
  let world: any WalletContractWorld
  /// 0.02 of the unit: well above dust everywhere.
  var amount: Amount {
    Amount(atomicUnits: (0..<world.payer.currency.decimals).reduce(UInt128(2)) { value, _ in value * 10 } / 100)
  }
  /// Far above any fee, where the fee does not matter.
  var anyFee: Amount { amount }

  func intent() async throws -> PaymentIntent {
    PaymentIntent(address: try await world.shop.newAddress(label: "contract"), amount: amount)
  }

  func prepared() async throws -> (artefact: PaymentArtefact, intent: PaymentIntent) {
    let intent = try await intent()
    return (try await world.payer.prepare(intent, feeCap: anyFee), intent)
  }

  /// What the shop has at an address now, taken back or not.
  func received(at address: String) async throws -> [IncomingTransfer] {
    try await world.shop.transfers(since: nil, depth: 100).transfers.filter { $0.address == address }
  }

  /// The shop has been paid exactly once.
  func requireOnePayment(_ intent: PaymentIntent, _ artefact: PaymentArtefact) async throws {
    let transfers = try await received(at: intent.address)
    try require(transfers.count == 1, "one payment, not \(transfers.count)")
    try require(transfers[0].transactionID == artefact.transactionID, "it is the artefact's")
    try require(transfers[0].amount == intent.amount, "it is all of the amount")
    try require(transfers[0].removed == false, "it was not taken back")
  }
}
