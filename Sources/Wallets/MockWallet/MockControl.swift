package import PaymentsModel
import Synchronization
package import WalletBackend

/// The strings of a ``MockNetwork``: what the rest of the world, the miners and misfortune do. Behind `payd mock` and
/// for the scripts of tests.
package struct MockControl: Sendable {
  let network: MockNetwork

  /// An incoming payment, as ``receive(_:amount:)`` made it.
  package struct Receipt: Sendable, Hashable {
    /// The currency's code.
    package let currency: String
    /// The transaction that carries it.
    package let transactionID: String
  }

  /// A transaction that a wallet handed to the network.
  package struct Broadcast: Sendable, Hashable {
    /// Its id.
    package let transactionID: String
    /// Whom it pays.
    package let address: String
    /// What it pays, fee apart.
    package let amount: Amount
    /// What it costs.
    package let fee: Amount
    /// How often it was handed over, in this process.
    package let commits: Int
  }

  /// Lets somebody outside pay to an address of a wallet here. The transfer waits for a block.
  ///
  /// - Parameters:
  ///   - address: an address that a wallet of the network made; it tells the currency.
  ///   - amount: in the currency's unit.
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
          sender: nil, address: canonical, amount: amount.atomicUnits, fee: 0, inputs: [])
        guard state.append(.broadcast(transaction), to: index) else { throw .notWritten }
        return Receipt(currency: currency.code, transactionID: transaction.id)
      }
      throw .unknownAddress
    }
  }

  /// Finds blocks; the first takes all that waits.
  ///
  /// - Parameters:
  ///   - blocks: how many, at least 1.
  ///   - currency: on which chain, or `nil` for all.
  /// - Throws: ``MockControlError``.
  package func mine(_ blocks: Int = 1, currency: String? = nil) throws(MockControlError) {
    guard blocks > 0 else { throw .invalidAmount }
    try append(.mine(blocks), currency)
  }

  /// Takes the newest blocks back; their transactions wait again.
  package func reorganise(_ blocks: Int, currency: String? = nil) throws(MockControlError) {
    guard blocks > 0 else { throw .invalidAmount }
    try append(.reorganise(blocks), currency)
  }

  /// Lets the network forget a transaction that waits for a block. It can be handed over again.
  package func drop(_ transactionID: String, currency: String) throws(MockControlError) {
    try append(.drop(transactionID), currency)
  }

  /// Lets another transaction, in a block found now, spend what this one spends: for good.
  package func doubleSpend(_ transactionID: String, currency: String) throws(MockControlError) {
    let transaction = try network.access { state throws(MockControlError) in
      try state.chains[index(currency)].entries[transactionID]?.transaction
    }
    guard let transaction else { throw .unknownTransaction }
    try append(.conflict(transaction), currency)
  }

  /// The same for a transaction that was prepared but perhaps not handed over.
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

  /// Lets each call of a step take a while; `nil` for none.
  package func setLatency(_ latency: Duration?, of step: MockStep, currency: String) throws(MockControlError) {
    try change(currency) { $0.scripts[$1].latencies[step] = latency }
  }

  /// Lets the next calls of a step go wrong, after those that were to go wrong already.
  package func inject(_ fault: MockFault, at step: MockStep, times: Int = 1, currency: String) throws(MockControlError)
  {
    try change(currency) { $0.scripts[$1].faults[step, default: []] += Array(repeating: fault, count: max(times, 0)) }
  }

  /// Forgets all locks of coins, as the real daemons do when they are started again.
  package func forgetLocks(currency: String) throws(MockControlError) {
    try change(currency) { $0.chains[$1].forgetLocks() }
  }

  /// The distinct transactions that wallets of a currency handed over, in their order, whatever became of them.
  package func broadcasts(_ currency: String) throws(MockControlError) -> [Broadcast] {
    let index = try index(currency)
    return network.access { state in
      state.chains[index].sent.compactMap { id in
        guard let transaction = state.chains[index].entries[id]?.transaction else { return nil }
        return Broadcast(
          transactionID: id, address: transaction.address, amount: Amount(atomicUnits: transaction.amount),
          fee: Amount(atomicUnits: transaction.fee), commits: state.scripts[index].commits[id] ?? 0)
      }
    }
  }

  /// How many blocks a chain has.
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
    network.access { body(&$0, index) }
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

/// Why the mock network did not do what it was told.
package enum MockControlError: Error, Sendable, Hashable {
  /// No wallet of the network made this address.
  case unknownAddress
  /// Zero, negative, or with more decimals than the currency has.
  case invalidAmount
  /// The network does not have the currency.
  case unknownCurrency
  /// The network does not have the transaction.
  case unknownTransaction
  /// The state file cannot be written.
  case notWritten
}
