package import PaymentsModel

/// An input of the payment order's state machine.
package enum OrderEvent: Sendable, Hashable {
  /// The order was received and checked. This changes nothing: the caller's first step is to store version 1 and its
  /// event.
  case created
  /// The wallet reported the expected fee.
  case quoted(fee: Amount)
  /// The wallet could not report the expected fee.
  case quoteFailed(WalletRefusal)
  /// The owner or a standing permission approved the order.
  case approved(OrderApproval)
  /// The owner or a standing refusal denied the order.
  case denied
  /// Time passed.
  case tick
  /// The app asked to cancel the order.
  case cancelRequested
  /// The wallet built and signed a transaction, which was not handed to the network yet. If it pays several orders, all
  /// of them store it in one commit, or none does.
  case prepared(SignedTransaction, isShared: Bool = false)
  /// The owner unlocked the provider. An order that waited for this tries again at once.
  case unlocked
  /// The wallet could not build a transaction.
  case prepareFailed(PrepareRefusal)
  /// The network accepted the transaction.
  case commitAccepted
  /// The network refused the transaction.
  case commitRejected(OrderFailure)
  /// The broadcast ended without an answer, for example by a lost connection or a time-out. Whether the network has the
  /// transaction is unknown.
  case commitDoubt
  /// The transaction was not handed over: the wallet has a mark of this ledger at one of its recipients for a transaction
  /// that the ledger does not know. The order waits for the owner.
  case heldBack
  /// The transaction was not handed over: the order's time was over when the wallet had marked it. It never was before.
  case notInTime
  /// The wallet reported the status of the transaction.
  case lookedUp(PaymentLookup)
  /// The wallet could not report the status of the transaction.
  case lookupFailed
  /// The daemon was restarted and read the order from the ledger.
  case recovered
  /// The wallet sent a transaction that the ledger does not know. It may be the payment of this order, so the order
  /// waits for the owner.
  case held
  /// The owner decided after a look at the wallet: the order is not paid and continues. A signed transaction that was held
  /// back is sent.
  case released
  /// The owner decided after a look at the wallet: this transaction, which the wallet sent, paid the order. One that
  /// was held back is given up for it.
  case adopted(SignedTransaction)
}

/// The reason why a wallet did not do what it was asked to do.
package enum WalletRefusal: Sendable, Hashable {
  /// The wallet may do it later: now it cannot be reached, is locked, is slow or is behind the network.
  case temporary
  /// The wallet will never do it.
  case permanent(OrderFailure)
}

/// The reason why a wallet did not build a transaction.
package enum PrepareRefusal: Sendable, Hashable {
  /// The fee would now be above the approved fee.
  case feeAboveCap
  /// The coins that the payment needs are set aside for other payments or wait for blocks.
  case coinsBusy
  /// The owner locked the provider, so the wallet was not asked.
  case ownerLocked
  /// The wallet may build it later.
  case temporary
  /// The wallet will never build it.
  case permanent(OrderFailure)
}
