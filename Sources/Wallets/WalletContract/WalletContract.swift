import WalletBackend

/// The contract that every wallet backend must fulfil, clause by clause. Each clause needs a new world.
///
/// ```swift
/// let report = await WalletContract.run("mycoind") { try await $0.check(MyWorld()) }
/// print(report)
/// ```
///
/// See `Sources/Wallets/Guide.md` for what to implement, and for an example.
public enum WalletContract: String, ContractClause {
  // Receiving.
  /// Addresses are new, and valid, wrong-network and malformed texts are distinguished.
  case tellsAddressesApart
  /// Each spelling of an address has one canonical form, and only that form can be paid to.
  case knowsOneFormOfAnAddress
  /// A transfer is reported with 0 confirmations, and observed up to the depth.
  case followsATransfer
  /// All transfers to one address are reported with their own identifiers, if it was paid in parts, twice, or too much.
  case reportsEachTransferOfAnAddress
  /// A transfer to an address from long ago is reported.
  case reportsALateTransfer
  /// Reading a page consumes nothing: an old cursor still returns everything after it, and an invalid one starts over.
  case readsFromAnyCursor
  /// Cursors, transfers and addresses survive a restart of the wallet.
  case continuesOverARestart
  /// A transfer whose block is removed waits for a block again.
  case followsAReorganisation
  /// A transfer that was double-spent is reported as removed, whether it waited or was in a block.
  case takesBackADoubleSpend

  // Paying.
  /// A quote returns the fee and locks nothing.
  case quotesWithoutSideEffects
  /// An amount that is too high, an amount that is too low, and an invalid address each have their own error.
  case refusesWhatCannotBePaid
  /// Coins that are reserved for one payment are not available for another one, which can wait for them.
  case refusesWhatIsSetAside
  /// Preparing a payment reserves its coins and leaves the wallet as it is.
  case preparesWithoutSideEffects
  /// A fee above the cap is refused and nothing is locked.
  case honoursTheFeeCap
  /// Two signed transactions can both be committed, even if no coins were locked for them.
  case preparesWithDifferentInputs
  /// The same holds for transactions that were prepared at the same time.
  case preparesConcurrently
  /// Released inputs can be spent again.
  case freesReleasedInputs
  /// Committing again is harmless in every state.
  case commitsOnce
  /// The same holds for committing one signed transaction many times at once.
  case commitsOnceConcurrently
  /// A signed transaction whose inputs were spent is rejected.
  case tellsConflicts
  /// A payment stays the same payment when its owner raises its fee.
  case followsARaisedFee
  /// A blob of another backend is refused.
  case refusesForeignTransactions
  /// The list of sends contains all payments, waiting or in a block, and nothing else. Any cursor can be used again.
  case listsWhatItSent
  /// A mark is reported with its send, and survives a restart of the wallet.
  case keepsMarks
  /// A send can be looked up and committed like the signed transaction that made it.
  case findsTransactionsOfSends
  /// A send that was found in the list is followed to the transaction that replaced it.
  case followsARaisedSend
  /// The wallet tells what it sent and which addresses are its own, so that another wallet is recognised as such.
  case isRecognised

  // Payouts, for wallets whose transactions can make several payments.
  /// One transaction pays all recipients, each once, and what left the wallet is the amounts and the shares of the fee.
  case paysAllByOneTransaction
  /// A payout that cannot be made has the error of its cause, and none of its coins stays reserved.
  case refusesAPayoutAsAWhole
  /// All calls with the signed transaction of any payment concern the whole transaction.
  case knowsAPayoutByEachPayment
  /// If the owner raises the fee of the transaction, each payment bears its share of the new fee.
  case sharesARaisedFee
  /// A mark that was stored for each payment is reported once with the send.
  case marksAllPayments
  /// Each payment of a send can be followed by itself, and bears its share of the fee.
  case findsEachPaymentOfASend

  // Trouble.
  /// A wallet that its owner must unlock reports that, and continues to receive.
  case paysNothingWhileLocked
  /// Each call reports that the wallet is unavailable while it is down.
  case isUnavailableWhileDown
  /// Locks that a restart lost can be set again.
  case locksAgainAfterARestart
  /// Coins of a payment are not chosen for another one, even if a restart has lost the locks.
  case sparesCoinsWhoseLocksWereLost
  /// If the wallet is killed after any step of a payment, there is one transaction in the end.
  case paysOnceWhenKilledBetweenSteps
  /// If the wallet is killed in the middle of any step of a payment, there is one transaction in the end.
  case paysOnceWhenKilledInAStep
  /// A cancelled call leaves nothing half done.
  case staysWholeWhenCancelled
  /// A cancelled call returns, even while the wallet does not answer.
  case returnsWhenCancelled

  // Proving, for wallets that implement ``ProvingWallet``.
  /// The payer's proof is valid, both in the pool and in a block.
  case provesPaymentsMade
  /// The payee's proof is valid, both in the pool and in a block.
  case provesPaymentsReceived
  /// The proof of an address is valid for that address only.
  case provesAddresses
  /// Reserves can be proven as far as they exist, and proving does not change them.
  case provesReserves
  /// A proof is valid for its message and subject only.
  case tellsFalseProofs
  /// A text that is no proof of the kind is distinguished from a proof that is not valid.
  case refusesMalformedProofs
  /// A wallet cannot prove what is not its own.
  case provesNothingOfOthers
  /// Both calls report that the wallet is unavailable while it is down.
  case provesNothingWhileDown

  /// Checks the clause in a new world.
  ///
  /// - Returns: ``WalletContractResult/passed``, or ``WalletContractResult/notApplicable(_:)`` if the world lacks
  ///   something that the clause needs. A failure is thrown.
  /// - Throws: ``ContractViolation``, or an unexpected error of the backend.
  @discardableResult
  public func check(_ world: any WalletContractWorld) async throws -> WalletContractResult {
    for need in needs {
      if let reason = world.lacks[need] { return .notApplicable(reason) }
    }
    if chapter == .payouts, world.payer.mostRecipients < 2 {
      return .notApplicable("each payment has a transaction of its own")
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
    case .followsARaisedSend: try await clauses.followsARaisedSend()
    case .isRecognised: try await clauses.isRecognised()
    case .paysAllByOneTransaction: try await clauses.paysAllByOneTransaction()
    case .refusesAPayoutAsAWhole: try await clauses.refusesAPayoutAsAWhole()
    case .knowsAPayoutByEachPayment: try await clauses.knowsAPayoutByEachPayment()
    case .sharesARaisedFee: try await clauses.sharesARaisedFee()
    case .marksAllPayments: try await clauses.marksAllPayments()
    case .findsEachPaymentOfASend: try await clauses.findsEachPaymentOfASend()
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
