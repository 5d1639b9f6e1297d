package import PaymentsModel

/// What the caller has to do after an event. Effects are carried out in the order in which they are returned.
///
/// ``report`` always comes first: the caller stores the order and appends its event in one transaction, and carries out
/// the other effects only when that is durable. An effect with a delay is carried out after the delay, if
/// ``OrderMachine/wants(_:)`` still returns `true` for it.
package enum OrderEffect: Sendable, Hashable {
  /// Store the new version and append an event to the outbox, in one transaction. There is at most one per event.
  case report
  /// Ask the wallet for the expected fee. The answer is the event `quoted` or `quoteFailed`.
  case requestQuote(after: Duration)
  /// Ask the owner, unless a standing permission or refusal decides. If the owner is being asked already, update the
  /// question with the new quote. The answer is the event `approved` or `denied`.
  case askOwner
  /// Withdraw the question to the owner: it was answered, or there is nothing to decide any more or for now.
  case withdrawQuestion
  /// Report to the sender of `approved` that the approval had no effect.
  case refuseApproval(ApprovalRefusal)
  /// Let the wallet build and sign the transaction. The answer is the event `prepared` or `prepareFailed`.
  case prepare(feeCap: Amount, after: Duration)
  /// Lock the transaction's inputs in the wallet. This is repeated if the wallet lost its locks at a restart.
  case lockInputs(SignedTransaction)
  /// Hand this transaction to the network, if ``OrderMachine/mayHandOver(at:)`` says so. The answer is the event `commitAccepted`, `commitRejected` or `commitDoubt`.
  case broadcast(SignedTransaction)
  /// Ask the wallet for the status of the transaction. The answer is the event `lookedUp` or `lookupFailed`.
  case lookup(SignedTransaction, after: Duration)
  /// The network has the transaction: ask the wallet for its status again when there is a new block or the wallet has
  /// other news. The answer is the event `lookedUp` or `lookupFailed`.
  case follow(SignedTransaction)
  /// Release the inputs of the transaction, which will not be handed to the network (again). The ledger noted together
  /// with the report that this is still to be done.
  case releaseInputs(SignedTransaction)
  /// Answer the app that sent `cancelRequested`.
  case answerCancel(CancelAnswer)
}
