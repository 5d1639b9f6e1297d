package import PaymentsModel

/// What is to be done after an event, in this order.
///
/// ``report`` comes first: store the order and append its event in one transaction, and carry out the others only when
/// that is durable. An effect with a wait is carried out after it, if ``OrderMachine/wants(_:)`` still says so.
package enum OrderEffect: Sendable, Hashable {
  /// Store the new version and append an event to the outbox, in one transaction. At most once per event.
  case report
  /// Ask the wallet what it would cost; answered by `quoted` or `quoteFailed`.
  case requestQuote(after: Duration)
  /// Ask the owner, unless a standing permission or refusal answers, or bring the question that is put up to date: the
  /// quote is a new one. Answered by `approved` or `denied`.
  case askOwner
  /// Take the question back: it was answered, or there is nothing to answer any more, or not now.
  case withdrawPrompt
  /// The answer to an `approved` that had no effect.
  case refuseApproval(ApprovalRefusal)
  /// Have the wallet build and sign; answered by `prepared` or `prepareFailed`.
  case prepare(feeCap: Amount, after: Duration)
  /// The transaction is part of the version just reported: once that is durable, answer `transactionStored`.
  case persistTransaction
  /// Lock its inputs in the wallet, or again where that forgot its locks at a restart.
  case lockInputs(SignedTransaction)
  /// Hand this very transaction to the network; answered by `commitAccepted`, `commitRejected` or `commitDoubt`.
  case broadcast(SignedTransaction)
  /// Ask what became of it; answered by `lookedUp` or `lookupFailed`.
  case lookup(SignedTransaction, after: Duration)
  /// Free its inputs: it will never be handed to the network (again). The ledger noted with the report that this is
  /// due.
  case releaseInputs(SignedTransaction)
  /// The answer to `cancelRequested`.
  case answerCancel(CancelAnswer)
}
