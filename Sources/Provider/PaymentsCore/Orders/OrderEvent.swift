package import PaymentsModel

/// What happens to a payment order.
package enum OrderEvent: Sendable, Hashable {
  /// The order was received and checked. This changes nothing: the caller's first step is to store version 1 and its
  /// event.
  case created
  /// The wallet told what it would cost.
  case quoted(fee: Amount)
  /// The wallet did not tell.
  case quoteFailed(WalletRefusal)
  /// The owner, or a standing permission, said yes.
  case approved(OrderApproval)
  /// The owner, or a standing refusal, said no.
  case denied
  /// Time passed.
  case tick
  /// The app withdraws it.
  case cancelRequested
  /// The wallet built and signed a transaction, and handed nothing to the network.
  case prepared(SignedTransaction)
  /// The owner unlocked the provider: what waited for that is tried at once.
  case unlocked
  /// The wallet built nothing.
  case prepareFailed(PrepareRefusal)
  /// The ledger holds the transaction durably.
  case transactionStored
  /// The network has the transaction.
  case commitAccepted
  /// The network refuses the transaction.
  case commitRejected(OrderFailure)
  /// No answer, a lost connection, a time-out: whether the network has it is unknown.
  case commitDoubt
  /// The wallet told what became of the transaction.
  case lookedUp(PaymentLookup)
  /// The wallet did not tell.
  case lookupFailed
  /// The daemon started again and read the order from the ledger.
  case recovered
  /// The wallet sent something that the ledger does not know: the order may be paid already, and waits for the owner.
  case held
  /// The owner has looked: it is not paid, and is to go on.
  case released
  /// The owner has looked: it is paid by this transaction, which the wallet sent.
  case adopted(SignedTransaction)
}

/// Why a wallet did not do what was asked.
package enum WalletRefusal: Sendable, Hashable {
  /// The wallet may do it later: now it cannot be reached, is locked, is slow or is behind the network.
  case temporary
  /// The wallet will never do it.
  case permanent(OrderFailure)
}

/// Why a wallet built no transaction.
package enum PrepareRefusal: Sendable, Hashable {
  /// The fee would now be above what was agreed to.
  case feeAboveCap
  /// The coins that it needs are set aside for other payments, or wait for blocks.
  case coinsBusy
  /// The owner locked the provider: the wallet was not asked.
  case ownerLocked
  /// The wallet may build it later.
  case temporary
  /// The wallet will never build it.
  case permanent(OrderFailure)
}
