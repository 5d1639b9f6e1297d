extension LightningContract {
  /// The name of the contract, for the report.
  public static var contract: String { "Lightning contract" }

  /// The chapter that the clause belongs to. It is a heading in the report.
  public enum Chapter: String, Sendable, CaseIterable {
    /// Invoices and receipts.
    case receiving
    /// The steps of a payment.
    case paying
    /// Nodes that hang, repeat themselves, take back what they said, or say what nobody can rely on.
    case doubt
  }

  /// The chapter of the clause.
  public var chapter: Chapter {
    switch self {
    case .makesTheInvoiceAskedFor, .handsOutNoOtherInvoice, .tellsAReceipt, .countsARepeatedReceiptOnce,
      .readsPastWhatItCannotRead:
      .receiving
    case .decidesWithoutSideEffects, .attemptsOnce, .attemptsOnceConcurrently, .keepsTheFeeLimit,
      .refusesWhatHasExpired, .refusesItsOwnInvoice, .provesByPreimage:
      .paying
    case .waitsForAnAttemptThatHangs, .doubtsALostAnswer, .keepsWhatWasProven,
      .believesNoFailureWhileMoneyIsUnderway, .believesOnlyTheRightPreimage, .refusesAnswersAboutOthers,
      .refusesInexactNumbers, .understandsNoProse:
      .doubt
    }
  }

  /// The title of the clause, in one line for tables.
  public var title: String {
    switch self {
    case .makesTheInvoiceAskedFor: "invoice: amount, text and time as asked for"
    case .handsOutNoOtherInvoice: "invoice: another one is not handed out"
    case .tellsAReceipt: "receipt: final, one identifier, of its invoice"
    case .countsARepeatedReceiptOnce: "receipt told twice: counts once"
    case .readsPastWhatItCannotRead: "receipt without its fields: stops no other"
    case .decidesWithoutSideEffects: "prepared: decided, nothing sent"
    case .attemptsOnce: "commit: one attempt; again: the same result"
    case .attemptsOnceConcurrently: "commits at the same time: one attempt"
    case .keepsTheFeeLimit: "fee limit"
    case .refusesWhatHasExpired: "expired: refused, not attempted"
    case .refusesItsOwnInvoice: "own invoice: refused"
    case .provesByPreimage: "proof: the preimage, once it is settled"
    case .waitsForAnAttemptThatHangs: "hangs for minutes, then success: one attempt"
    case .doubtsALostAnswer: "answer lost: in doubt, one attempt"
    case .keepsWhatWasProven: "proven, then pending, failed, unknown: proven"
    case .believesNoFailureWhileMoneyIsUnderway: "failed, then complete: not called failed"
    case .believesOnlyTheRightPreimage: "preimage of another hash: no proof"
    case .refusesAnswersAboutOthers: "answer about another hash: refused"
    case .refusesInexactNumbers: "numbers that may have lost digits: refused"
    case .understandsNoProse: "prose in another language: means nothing"
    }
  }

  /// The abilities that a world must have for the clause to apply.
  public var needs: [LightningContractNeed] {
    switch self {
    case .makesTheInvoiceAskedFor, .tellsAReceipt, .decidesWithoutSideEffects, .attemptsOnce,
      .attemptsOnceConcurrently, .refusesItsOwnInvoice, .provesByPreimage:
      []
    case .keepsTheFeeLimit: [.feeLimits]
    case .refusesWhatHasExpired: [.time]
    case .waitsForAnAttemptThatHangs, .believesNoFailureWhileMoneyIsUnderway: [.script, .time]
    case .handsOutNoOtherInvoice, .countsARepeatedReceiptOnce, .readsPastWhatItCannotRead, .doubtsALostAnswer,
      .keepsWhatWasProven, .believesOnlyTheRightPreimage, .refusesAnswersAboutOthers, .refusesInexactNumbers,
      .understandsNoProse:
      [.script]
    }
  }
}
