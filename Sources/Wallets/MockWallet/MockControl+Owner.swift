import PaymentsModel

/// What owners do in their wallets beside the provider.
extension MockControl {
  /// The owner raises the fee of a transaction that waits: another one takes its place, which spends the same, pays the
  /// same, and costs twice the fee.
  ///
  /// - Returns: the id of the new one.
  /// - Throws: ``MockControlError/unknownTransaction`` where no such transaction waits, or it cannot pay more.
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
