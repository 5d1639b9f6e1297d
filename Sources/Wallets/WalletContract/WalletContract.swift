/// What every wallet backend owes the provider, clause by clause. Each clause needs a new world.
///
/// ```swift
/// let report = await WalletContract.run("mycoind") { try await $0.check(MyWorld()) }
/// print(report)
/// ```
///
/// See `README.md` beside the sources for what to implement, and for an example.
public enum WalletContract: String, Sendable, CaseIterable {
  // Receiving.
  /// Addresses are fresh, and valid, wrong-network and malformed text is told apart.
  case tellsAddressesApart
  /// Each spelling of an address leads to one canonical form, and only that form is paid to.
  case knowsOneFormOfAnAddress
  /// A transfer is reported at 0 confirmations and followed up to the depth.
  case followsATransfer
  /// All transfers to one address are reported, each under its own name: paid in parts, twice, or too much.
  case reportsEachTransferOfAnAddress
  /// A transfer to an address from long ago is reported.
  case reportsALateTransfer
  /// A page consumes nothing: an old cursor still tells all that came after it, and one that is none starts over.
  case readsFromAnyCursor
  /// Cursors, transfers and addresses survive the end of the wallet.
  case continuesOverARestart
  /// A transfer whose block is taken back waits again.
  case followsAReorganisation
  /// A transfer that was double spent is taken back, waiting or in a block.
  case takesBackADoubleSpend

  // Paying.
  /// A quote tells the fee and locks nothing.
  case quotesWithoutSideEffects
  /// Too much, too little and bad addresses each have their own error.
  case refusesWhatCannotBePaid
  /// What is set aside for one payment is not there for another, which can wait for it.
  case refusesWhatIsSetAside
  /// A payment that is prepared takes its coins and leaves the wallet as it is.
  case preparesWithoutSideEffects
  /// A fee above the cap is refused and nothing is locked.
  case honoursTheFeeCap
  /// Two signed transactions can both be committed, also where nothing was locked for them.
  case preparesWithDifferentInputs
  /// So can those that were prepared at the same time.
  case preparesConcurrently
  /// Released inputs can be spent again.
  case freesReleasedInputs
  /// Committing again is harmless in every state.
  case commitsOnce
  /// So is committing one signed transaction many times at once.
  case commitsOnceConcurrently
  /// A signed transaction whose inputs were spent is rejected.
  case tellsConflicts
  /// A payment whose fee the owner raised is the same payment.
  case followsARaisedFee
  /// A blob of another backend is refused.
  case refusesForeignTransactions
  /// What was paid is in the list of sends, waiting and in a block, and nothing else is; any cursor can be used again.
  case listsWhatItSent
  /// A mark is told with the send, and survives the end of the wallet.
  case keepsMarks
  /// A send can be looked up and is accepted like the signed transaction that made it.
  case findsTransactionsOfSends

  // Trouble.
  /// A wallet that its owner must unlock says so, and goes on receiving.
  case paysNothingWhileLocked
  /// Each call says so while the wallet is down.
  case isUnavailableWhileDown
  /// Locks that a restart lost can be set again.
  case locksAgainAfterARestart
  /// What a payment has is not chosen for another one either where a restart lost the locks.
  case sparesCoinsWhoseLocksWereLost
  /// Killed after each step of a payment, there is one transaction.
  case paysOnceWhenKilledBetweenSteps
  /// Killed in the middle of each step of a payment, there is one transaction.
  case paysOnceWhenKilledInAStep
  /// A cancelled call leaves nothing half done.
  case staysWholeWhenCancelled
  /// A cancelled call returns, even while the wallet does not answer.
  case returnsWhenCancelled

  // Proving, for wallets that are a ``ProvingWallet``.
  /// The payer's proof holds, in the pool and in a block.
  case provesPaymentsMade
  /// So does the payee's.
  case provesPaymentsReceived
  /// The proof of an address holds for that address alone.
  case provesAddresses
  /// Reserves are proven as far as they are there, and are left as they are.
  case provesReserves
  /// A proof holds for its message and subject alone.
  case tellsFalseProofs
  /// What is no proof of the kind is told from one that does not hold.
  case refusesMalformedProofs
  /// A wallet proves nothing that is not its own.
  case provesNothingOfOthers
  /// Both calls say so while the wallet is down.
  case provesNothingWhileDown

  /// Checks the clause in a world that nothing has happened in.
  ///
  /// - Returns: ``WalletContractResult/passed``, or ``WalletContractResult/notApplicable(_:)`` where the world lacks
  ///   what the clause needs; never a failure, which is thrown.
  /// - Throws: ``ContractViolation``, or what a backend threw where it should not have.
  @discardableResult
  public func check(_ world: any WalletContractWorld) async throws -> WalletContractResult {
    for need in needs {
      if let reason = world.lacks[need] { return .notApplicable(reason) }
    }
    let clauses = WalletContractClauses(world: world)
    if chapter == .proving {
      guard let proofs = ProofContractClauses(clauses) else { return .notApplicable("it is no ProvingWallet") }
      try await check(proofs)
    } else {
      try await check(clauses)
    }
    return .passed
  }

  private func check(_ clauses: WalletContractClauses) async throws {
    switch self {
    case .tellsAddressesApart: try await clauses.tellsAddressesApart()
    case .knowsOneFormOfAnAddress: try await clauses.knowsOneFormOfAnAddress()
    case .followsATransfer: try await clauses.followsATransfer()
    case .reportsEachTransferOfAnAddress: try await clauses.reportsEachTransferOfAnAddress()
    case .reportsALateTransfer: try await clauses.reportsALateTransfer()
    case .readsFromAnyCursor: try await clauses.readsFromAnyCursor()
    case .continuesOverARestart: try await clauses.continuesOverARestart()
    case .followsAReorganisation: try await clauses.followsAReorganisation()
    case .takesBackADoubleSpend: try await clauses.takesBackADoubleSpend()
    case .quotesWithoutSideEffects: try await clauses.quotesWithoutSideEffects()
    case .refusesWhatCannotBePaid: try await clauses.refusesWhatCannotBePaid()
    case .refusesWhatIsSetAside: try await clauses.refusesWhatIsSetAside()
    case .preparesWithoutSideEffects: try await clauses.preparesWithoutSideEffects()
    case .honoursTheFeeCap: try await clauses.honoursTheFeeCap()
    case .preparesWithDifferentInputs: try await clauses.preparesWithDifferentInputs()
    case .preparesConcurrently: try await clauses.preparesConcurrently()
    case .freesReleasedInputs: try await clauses.freesReleasedInputs()
    case .commitsOnce: try await clauses.commitsOnce()
    case .commitsOnceConcurrently: try await clauses.commitsOnceConcurrently()
    case .tellsConflicts: try await clauses.tellsConflicts()
    case .followsARaisedFee: try await clauses.followsARaisedFee()
    case .refusesForeignTransactions: try await clauses.refusesForeignTransactions()
    case .listsWhatItSent: try await clauses.listsWhatItSent()
    case .keepsMarks: try await clauses.keepsMarks()
    case .findsTransactionsOfSends: try await clauses.findsTransactionsOfSends()
    case .paysNothingWhileLocked: try await clauses.paysNothingWhileLocked()
    case .isUnavailableWhileDown: try await clauses.isUnavailableWhileDown()
    case .locksAgainAfterARestart: try await clauses.locksAgainAfterARestart()
    case .sparesCoinsWhoseLocksWereLost: try await clauses.sparesCoinsWhoseLocksWereLost()
    case .paysOnceWhenKilledBetweenSteps: try await clauses.paysOnceWhenKilledBetweenSteps()
    case .paysOnceWhenKilledInAStep: try await clauses.paysOnceWhenKilledInAStep()
    case .staysWholeWhenCancelled: try await clauses.staysWholeWhenCancelled()
    case .returnsWhenCancelled: try await clauses.returnsWhenCancelled()
    case .provesPaymentsMade, .provesPaymentsReceived, .provesAddresses, .provesReserves, .tellsFalseProofs,
      .refusesMalformedProofs, .provesNothingOfOthers, .provesNothingWhileDown:
      throw ContractViolation(description: "\(rawValue) is checked with the proofs")
    }
  }

  private func check(_ proofs: ProofContractClauses) async throws {
    switch self {
    case .provesPaymentsMade: try await proofs.provesPaymentsMade()
    case .provesPaymentsReceived: try await proofs.provesPaymentsReceived()
    case .provesAddresses: try await proofs.provesAddresses()
    case .provesReserves: try await proofs.provesReserves()
    case .tellsFalseProofs: try await proofs.tellsFalseProofs()
    case .refusesMalformedProofs: try await proofs.refusesMalformedProofs()
    case .provesNothingOfOthers: try await proofs.provesNothingOfOthers()
    case .provesNothingWhileDown: try await proofs.provesNothingWhileDown()
    default: throw ContractViolation(description: "\(rawValue) is not about proofs")
    }
  }
}
