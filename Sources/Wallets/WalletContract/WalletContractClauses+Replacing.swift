import PaymentsModel
import WalletBackend

extension WalletContractClauses {
  func followsARaisedFee() async throws {
    let payment = try await sent()
    let signedTransaction = payment.signedTransaction
    var ids = [signedTransaction.transactionID]
    var fee = signedTransaction.fee
    // The fee is raised twice, because a fee that was raised can be raised again.
    for _ in 0..<2 {
      try await world.raiseFee(of: ids[ids.count - 1])
      let other = try await requireReplaced(payment, confirmations: 0)
      try require(!ids.contains(other.transactionID), "another transaction")
      try require(other.fee > fee, "which costs more")
      ids.append(other.transactionID)
      fee = other.fee
    }
    try await world.payer.release(signedTransaction)
    try await world.payer.lock(signedTransaction)
    for (blocks, confirmations) in [(1, 1), (2, 3)] {
      try await world.mine(blocks)
      let other = try await requireReplaced(payment, confirmations: confirmations)
      try require(other.transactionID == ids.last && other.fee == fee, "the last one, as it was")
    }
    guard world.lacks[.reorganising] == nil else { return }
    try await world.takeBack(3)
    _ = try await requireReplaced(payment, confirmations: 0)
    try await world.mine(4)
    _ = try await requireReplaced(payment, confirmations: 4)
  }

  /// Requires that another transaction, which the shop has, makes the payment, and that the payment's own transaction
  /// is neither accepted nor rejected.
  private func requireReplaced(_ payment: Prepared, confirmations: Int) async throws -> PaymentReplacement {
    guard
      case .replaced(let other, let seen, let payments) = try await world.payer.lookup(payment.signedTransaction)
    else {
      throw ContractViolation(description: "a payment that another transaction makes counts as replaced")
    }
    try require(payments == 1, "which pays once")
    try require(seen == confirmations, "with \(confirmations) confirmations of the other one")
    do {
      let outcome = try await commit(payment.signedTransaction)
      throw ContractViolation(description: "its own transaction is neither accepted nor refused, but \(outcome)")
    } catch is WalletError {
      // An error is correct here; only the lookup returns the other transaction.
    }
    let alive = try await received(at: payment.intent.address).filter { !$0.removed }
    try require(alive.map(\.transactionID) == [other.transactionID], "the shop has it, once")
    try require(alive.map(\.amount) == [payment.intent.amount], "and all of it")
    return other
  }
}
