package import PaymentsModel
import Synchronization
package import WalletBackend

/// The control over a ``MockNetwork``: payments from outside, mining, and failures. It is used by `payd mock` and by
/// tests.
package struct MockControl: Sendable {
  let network: MockNetwork

  /// An incoming payment that ``receive(_:amount:)`` has made.
  package struct Receipt: Sendable, Hashable {
    /// The currency's code.
    package let currency: String
    /// The transaction of the payment.
    package let transactionID: String
  }

  /// A payment whose transaction a wallet has handed to the network. A transaction can make several payments.
  package struct Broadcast: Sendable, Hashable {
    /// The id of the transaction.
    package let transactionID: String
    /// The recipient's address.
    package let address: String
    /// The amount, without the fee.
    package let amount: Amount
    /// The payment's share of the transaction's fee.
    package let fee: Amount
    /// The number of times that this process has handed the transaction over.
    package let commits: Int
    /// Where the transaction is now.
    let place: MockPlace
  }

  /// Makes a payment from outside to an address of a wallet here. The transfer waits for a block.
  ///
  /// - Parameters:
  ///   - address: an address that a wallet of the network has made; it determines the currency.
  ///   - amount: the amount in the currency's unit.
  /// - Throws: ``MockControlError``.
  @discardableResult
  package func receive(_ address: String, amount: DecimalAmount) throws(MockControlError) -> Receipt {
    try network.access { state throws(MockControlError) in
      for index in state.chains.indices {
        let currency = state.chains[index].parameters.currency
        guard case .valid(let canonical) = MockAddress.check(address, currency: currency.code),
          state.chains[index].owners[canonical] != nil
        else { continue }
        guard let amount = try? Amount(amount, decimals: currency.decimals), amount > .zero else {
          throw .invalidAmount
        }
        state.catchUp(index, now: network.clock.now())
        let number = state.chains[index].entries.count
        let transaction = MockTransaction(
          id: MockDigest.hexadecimal(
            "outside \(currency.code) \(number) \(canonical)", seed: network.configuration.seed, count: 64),
          sender: nil, outputs: [MockOutput(address: canonical, amount: amount.atomicUnits)], fee: 0, inputs: [])
        guard state.append(.broadcast(transaction), to: index) else { throw .notWritten }
        return Receipt(currency: currency.code, transactionID: transaction.id)
      }
      throw .unknownAddress
    }
  }

  /// Mines blocks. The first of them contains all waiting transactions.
  ///
  /// - Parameters:
  ///   - blocks: the number of blocks, at least 1.
  ///   - currency: the chain, or `nil` for all chains.
  /// - Throws: ``MockControlError``.
  package func mine(_ blocks: Int = 1, currency: String? = nil) throws(MockControlError) {
    guard blocks > 0 else { throw .invalidAmount }
    try append(.mine(blocks), currency)
  }

  /// Removes the newest blocks. Their transactions wait for a block again.
  package func reorganise(_ blocks: Int, currency: String? = nil) throws(MockControlError) {
    guard blocks > 0 else { throw .invalidAmount }
    try append(.reorganise(blocks), currency)
  }

  /// Makes the network forget a waiting transaction. It can be handed over again.
  package func drop(_ transactionID: String, currency: String) throws(MockControlError) {
    try append(.drop(transactionID), currency)
  }

  /// Mines a block with another transaction that spends the inputs of this one, so that it can never be confirmed.
  package func doubleSpend(_ transactionID: String, currency: String) throws(MockControlError) {
    let transaction = try network.access { state throws(MockControlError) in
      try state.chains[index(currency)].entries[transactionID]?.transaction
    }
    guard let transaction else { throw .unknownTransaction }
    try append(.conflict(transaction), currency)
  }

  /// Does the same for a transaction that was prepared but perhaps not handed over.
  package func doubleSpend(_ signedTransaction: SignedTransaction, currency: String) throws(MockControlError) {
    guard let transaction = try? MockTransactionBlob.transaction(signedTransaction) else { throw .unknownTransaction }
    try append(.conflict(transaction), currency)
  }

  /// Sets the fee of all transactions that are prepared from now on.
  package func setFee(_ fee: Amount, currency: String) throws(MockControlError) {
    try change(currency) { $0.chains[$1].parameters.fee = fee }
  }

  /// Sets the status that wallets of a currency report and behave by.
  package func setStatus(_ status: WalletStatus, currency: String) throws(MockControlError) {
    try change(currency) { $0.scripts[$1].status = status }
  }

  /// Sets the time that each call of a step takes; `nil` for none.
  package func setLatency(_ latency: Duration?, of step: MockStep, currency: String) throws(MockControlError) {
    try change(currency) { $0.scripts[$1].latencies[step] = latency }
  }

  /// Makes the next calls of a step fail, after those that were to fail already.
  package func inject(_ fault: MockFault, at step: MockStep, times: Int = 1, currency: String) throws(MockControlError)
  {
    try change(currency) { $0.scripts[$1].faults[step, default: []] += Array(repeating: fault, count: max(times, 0)) }
  }

  /// Forgets all locks of coins, as real daemons do when they are restarted.
  package func forgetLocks(currency: String) throws(MockControlError) {
    try change(currency) { $0.chains[$1].forgetLocks() }
  }

  /// Returns the payments of the distinct transactions that wallets of a currency have handed over, in that order,
  /// whatever their state is.
  package func broadcasts(_ currency: String) throws(MockControlError) -> [Broadcast] {
    let index = try index(currency)
    return network.access { state in
      state.chains[index].sent.flatMap { id -> [Broadcast] in
        guard let entry = state.chains[index].entries[id] else { return [] }
        let transaction = entry.transaction
        return zip(transaction.outputs, transaction.places).map { output, place in
          Broadcast(
            transactionID: id, address: output.address, amount: Amount(atomicUnits: output.amount),
            fee: place.share(of: Amount(atomicUnits: transaction.fee)), commits: state.scripts[index].commits[id] ?? 0,
            place: entry.place)
        }
      }
    }
  }

  /// Returns the number of blocks of a chain.
  package func height(_ currency: String) throws(MockControlError) -> Int {
    let index = try index(currency)
    return network.access { state in
      state.catchUp(index, now: network.clock.now())
      return state.chains[index].height
    }
  }

  private func index(_ currency: String) throws(MockControlError) -> Int {
    guard let index = network.currencies.firstIndex(of: currency) else { throw .unknownCurrency }
    return index
  }

  private func change(_ currency: String, _ body: (inout MockState, Int) -> Void) throws(MockControlError) {
    let index = try index(currency)
    network.access { state in
      body(&state, index)
      state.scriptChanges += 1
    }
  }

  private func append(_ event: MockEvent, _ currency: String?) throws(MockControlError) {
    let indices = try currency.map { code throws(MockControlError) in [try index(code)] }
    try network.access { state throws(MockControlError) in
      for index in indices ?? Array(state.chains.indices) {
        state.catchUp(index, now: network.clock.now())
        guard state.append(event, to: index) else { throw .notWritten }
      }
    }
  }
}

/// Why the mock network did not do what it was told to.
package enum MockControlError: Error, Sendable, Hashable {
  /// The address was not made by a wallet of the network.
  case unknownAddress
  /// The amount is zero or negative, or has more decimals than the currency.
  case invalidAmount
  /// The network does not have the currency.
  case unknownCurrency
  /// The network does not have the transaction.
  case unknownTransaction
  /// The state file cannot be written.
  case notWritten
}

/// The actions of an owner who uses a wallet without the provider.
extension MockControl {
  /// Raises the fee of a waiting transaction, as its owner could. Another transaction takes its place, which spends the
  /// same coins, pays the same amounts and has twice the fee.
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
        sender: old.sender, outputs: old.outputs, fee: old.fee * 2, inputs: old.inputs)
      guard let change = old.change, change.amount >= old.fee else { throw .unknownTransaction }
      guard state.append(.replace(old.id, by: new), to: index) else { throw .notWritten }
      return new.id
    }
  }
}
