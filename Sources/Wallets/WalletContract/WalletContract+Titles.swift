extension WalletContract {
  /// The name of the contract, for the report.
  public static var contract: String { "Wallet contract" }

  /// The chapter that a clause belongs to. It is a heading in the report.
  public enum Chapter: String, Sendable, CaseIterable {
    /// Addresses and incoming transfers.
    case receiving
    /// The steps of a payment, from the quote to the confirmation.
    case paying
    /// Transactions that make several payments.
    case payouts
    /// Wallets that are locked or killed, and calls that are cancelled.
    case trouble
    /// Proofs of payments, addresses and reserves.
    case proving
  }

  /// The chapter of the clause.
  public var chapter: Chapter {
    switch self {
    case .tellsAddressesApart, .knowsOneFormOfAnAddress, .followsATransfer, .reportsEachTransferOfAnAddress,
      .reportsALateTransfer, .readsFromAnyCursor, .continuesOverARestart, .followsAReorganisation,
      .takesBackADoubleSpend:
      .receiving
    case .quotesWithoutSideEffects, .refusesWhatCannotBePaid, .refusesWhatIsSetAside, .preparesWithoutSideEffects,
      .honoursTheFeeCap, .preparesWithDifferentInputs, .preparesConcurrently, .freesReleasedInputs, .commitsOnce,
      .commitsOnceConcurrently, .tellsConflicts, .followsARaisedFee, .refusesForeignTransactions, .listsWhatItSent,
      .keepsMarks, .findsTransactionsOfSends, .followsARaisedSend, .isRecognised:
      .paying
    case .paysAllByOneTransaction, .refusesAPayoutAsAWhole, .knowsAPayoutByEachPayment, .sharesARaisedFee,
      .marksAllPayments, .findsEachPaymentOfASend:
      .payouts
    case .paysNothingWhileLocked, .isUnavailableWhileDown, .locksAgainAfterARestart, .sparesCoinsWhoseLocksWereLost,
      .paysOnceWhenKilledBetweenSteps, .paysOnceWhenKilledInAStep, .staysWholeWhenCancelled, .returnsWhenCancelled:
      .trouble
    case .provesPaymentsMade, .provesPaymentsReceived, .provesAddresses, .provesReserves, .tellsFalseProofs,
      .refusesMalformedProofs, .provesNothingOfOthers, .provesNothingWhileDown:
      .proving
    }
  }

  /// The title of the clause, in one line for tables.
  public var title: String {
    switch self {
    case .tellsAddressesApart: "addresses: valid, of another network, malformed"
    case .knowsOneFormOfAnAddress: "addresses: one canonical form"
    case .followsATransfer: "0 confirmations, then as many as wanted"
    case .reportsEachTransferOfAnAddress: "partial, repeated and over: each transfer of an address"
    case .reportsALateTransfer: "late: a transfer to an old address"
    case .readsFromAnyCursor: "cursors: old, repeated, unknown"
    case .continuesOverARestart: "cursors and transfers over a restart"
    case .followsAReorganisation: "reorganised: waits again"
    case .takesBackADoubleSpend: "double spent: taken back"
    case .quotesWithoutSideEffects: "quote: fee, maximum, no side effects"
    case .refusesWhatCannotBePaid: "insufficient, dust, bad addresses: own errors; the minimum is paid"
    case .refusesWhatIsSetAside: "busy: what is set aside"
    case .preparesWithoutSideEffects: "prepared: coins taken, nothing locked"
    case .honoursTheFeeCap: "fee cap"
    case .preparesWithDifferentInputs: "two payments prepared, both committed"
    case .preparesConcurrently: "payments prepared at the same time"
    case .freesReleasedInputs: "released: free again"
    case .commitsOnce: "duplicate commit in every state"
    case .commitsOnceConcurrently: "duplicate commit at the same time"
    case .tellsConflicts: "inputs spent elsewhere: rejected"
    case .followsARaisedFee: "fee raised by the owner: the same payment"
    case .refusesForeignTransactions: "foreign transactions: refused"
    case .listsWhatItSent: "sends: listed, waiting and in a block"
    case .keepsMarks: "sends: marks, also after a kill"
    case .findsTransactionsOfSends: "sends: followed as a payment"
    case .followsARaisedSend: "sends: followed when the owner raises the fee"
    case .isRecognised: "recognised by what it sent and by its addresses"
    case .paysAllByOneTransaction: "all recipients paid once, shares add up to the fee"
    case .refusesAPayoutAsAWhole: "fee cap, insufficient, dust, bad address: nothing taken"
    case .knowsAPayoutByEachPayment: "lookup, commit, lock, release with any of them"
    case .sharesARaisedFee: "fee raised by the owner: each bears its share"
    case .marksAllPayments: "marks of all payments"
    case .findsEachPaymentOfASend: "each payment of a send found by itself, with its share"
    case .paysNothingWhileLocked: "locked: pays nothing, receives"
    case .isUnavailableWhileDown: "down at each step"
    case .locksAgainAfterARestart: "locks set again after a restart"
    case .sparesCoinsWhoseLocksWereLost: "locks lost: other coins all the same"
    case .paysOnceWhenKilledBetweenSteps: "killed after each step: one transaction"
    case .paysOnceWhenKilledInAStep: "killed in each step: one transaction"
    case .staysWholeWhenCancelled: "cancelled: nothing half done"
    case .returnsWhenCancelled: "cancelled: returns while the wallet hangs"
    case .provesPaymentsMade: "payment made: proven by the payer"
    case .provesPaymentsReceived: "payment received: proven by the payee"
    case .provesAddresses: "addresses"
    case .provesReserves: "reserves"
    case .tellsFalseProofs: "false: another message, payment, address"
    case .refusesMalformedProofs: "malformed: told from false"
    case .provesNothingOfOthers: "what is not its own: not proven"
    case .provesNothingWhileDown: "down: no proofs"
    }
  }

  /// The abilities that a world must have for the clause to apply.
  public var needs: [WalletContractNeed] {
    switch self {
    case .knowsOneFormOfAnAddress: [.otherSpellings]
    case .followsAReorganisation: [.reorganising]
    case .takesBackADoubleSpend, .tellsConflicts: [.doubleSpending]
    case .followsARaisedFee, .sharesARaisedFee, .followsARaisedSend: [.raisingFees]
    case .paysNothingWhileLocked: [.locking]
    case .continuesOverARestart, .isUnavailableWhileDown, .locksAgainAfterARestart, .sparesCoinsWhoseLocksWereLost,
      .paysOnceWhenKilledBetweenSteps, .paysOnceWhenKilledInAStep, .provesNothingWhileDown:
      [.crashing]
    case .returnsWhenCancelled: [.hanging]
    default: []
    }
  }
}
