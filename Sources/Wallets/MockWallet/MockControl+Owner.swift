import PaymentsModel

/// The actions of an owner who uses a wallet without the provider.
extension MockControl {
  /// Raises the fee of a waiting transaction, as its owner could. Another transaction takes its place, which spends the
  /// same coins, pays the same amount and has twice the fee.
  ///
  /// - Returns: the id of the new transaction.
  /// - Throws: ``MockControlError/unknownTransaction`` if no such transaction waits, or its change is too small.
  @discardableResult
  package func raiseFee(of transactionID: String, currency: String) throws(MockControlError) -> String {
    guard let index = network.currencies.firstIndex(of: currency) else { throw .unknownCurrency }
    return try network.access { state throws(MockControlError) in
      guard let entry = state.chains[index].entries[transactionID], entry.place == .pool else {
        throw .unknownTransaction
      }
      let old = entry.transaction
      let new = MockTransaction(
        id: MockDigest.hexadecimal("raised \(old.id)", seed: network.configuration.seed, count: 64),
        sender: old.sender, address: old.address, amount: old.amount, fee: old.fee * 2, inputs: old.inputs)
      guard let change = old.change, change.amount >= old.fee else { throw .unknownTransaction }
      guard state.append(.replace(old.id, by: new), to: index) else { throw .notWritten }
      return new.id
    }
  }
}
