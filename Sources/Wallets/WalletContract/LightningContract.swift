/// The contract of wallets that pay and receive by hash, as on the Lightning network, clause by clause. Each clause needs a new
/// world.
///
/// ```swift
/// let report = await LightningContract.run("mynode") { try await $0.check(MyWorld()) }
/// print(report)
/// ```
///
/// What such a wallet has on a chain is under ``WalletContract``.
public enum LightningContract: String, ContractClause {
  // Receiving.
  /// An invoice has the amount, the text and the time that were asked for, or leaves the amount to the payer.
  case makesTheInvoiceAskedFor
  /// An invoice of another amount, network or hash is not handed out.
  case handsOutNoOtherInvoice
  /// A receipt is final at once, has one identifier however often it is read, and is of the hash of its invoice.
  case tellsAReceipt
  /// A receipt that the node tells twice counts once, and keeps back no other one.
  case countsARepeatedReceiptOnce
  /// A row of the node's list that lacks its fields keeps back no other one, and is told to the owner.
  case readsPastWhatItCannotRead

  // Paying.
  /// Preparing a payment stores a decision and reserves the hash, and nothing is sent.
  case decidesWithoutSideEffects
  /// A commit is one attempt. After success another one pays nothing and has the same result, also after a restart.
  case attemptsOnce
  /// The same holds for many commits at once.
  case attemptsOnceConcurrently
  /// The node is told the fee limit of the decision, or the payment is refused because it cannot be told.
  case keepsTheFeeLimit
  /// An expired invoice is refused, and a decision about it is not attempted any more.
  case refusesWhatHasExpired
  /// An invoice of the wallet itself has an error of its own.
  case refusesItsOwnInvoice
  /// The preimage is shown once the payment is settled, and proves no other one.
  case provesByPreimage

  // Doubt.
  /// An attempt that hangs for minutes and then succeeds is a success, and is not made twice.
  case waitsForAnAttemptThatHangs
  /// An attempt whose answer is lost is not called failed, and is not made twice.
  case doubtsALostAnswer
  /// A payment that was proven stays so, whatever the node says afterwards.
  case keepsWhatWasProven
  /// Failed parts are no failure while money is under way.
  case believesNoFailureWhileMoneyIsUnderway
  /// The preimage of another hash proves nothing.
  case believesOnlyTheRightPreimage
  /// What is told of another hash than the one that was asked for is refused.
  case refusesAnswersAboutOthers
  /// A number that may have lost digits is refused.
  case refusesInexactNumbers
  /// Errors in prose, in any language, are understood as nothing.
  case understandsNoProse

  /// Checks the clause in a new world.
  ///
  /// - Returns: ``WalletContractResult/passed``, or ``WalletContractResult/notApplicable(_:)`` if the world lacks
  ///   something that the clause needs. A failure is thrown.
  /// - Throws: ``ContractViolation``, or an unexpected error of the wallet.
  @discardableResult
  public func check(_ world: any LightningContractWorld) async throws -> WalletContractResult {
    for need in needs {
      if let reason = world.lacks[need] { return .notApplicable(reason) }
    }
    let clauses = LightningContractClauses(world: world)
    switch self {
    case .makesTheInvoiceAskedFor: try await clauses.makesTheInvoiceAskedFor()
    case .handsOutNoOtherInvoice: try await clauses.handsOutNoOtherInvoice()
    case .tellsAReceipt: try await clauses.tellsAReceipt()
    case .countsARepeatedReceiptOnce: try await clauses.countsARepeatedReceiptOnce()
    case .readsPastWhatItCannotRead: try await clauses.readsPastWhatItCannotRead()
    case .decidesWithoutSideEffects: try await clauses.decidesWithoutSideEffects()
    case .attemptsOnce: try await clauses.attemptsOnce()
    case .attemptsOnceConcurrently: try await clauses.attemptsOnceConcurrently()
    case .keepsTheFeeLimit: try await clauses.keepsTheFeeLimit()
    case .refusesWhatHasExpired: try await clauses.refusesWhatHasExpired()
    case .refusesItsOwnInvoice: try await clauses.refusesItsOwnInvoice()
    case .provesByPreimage: try await clauses.provesByPreimage()
    case .waitsForAnAttemptThatHangs: try await clauses.waitsForAnAttemptThatHangs()
    case .doubtsALostAnswer: try await clauses.doubtsALostAnswer()
    case .keepsWhatWasProven: try await clauses.keepsWhatWasProven()
    case .believesNoFailureWhileMoneyIsUnderway: try await clauses.believesNoFailureWhileMoneyIsUnderway()
    case .believesOnlyTheRightPreimage: try await clauses.believesOnlyTheRightPreimage()
    case .refusesAnswersAboutOthers: try await clauses.refusesAnswersAboutOthers()
    case .refusesInexactNumbers: try await clauses.refusesInexactNumbers()
    case .understandsNoProse: try await clauses.understandsNoProse()
    }
    return .passed
  }
}
