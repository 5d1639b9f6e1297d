package import PaymentsModel
import Synchronization
package import WalletBackend

/// A wallet of one currency on a ``MockNetwork``. It is the default wallet for trying Payport, and the wallet of many
/// tests. It is created by ``MockNetwork/wallet(_:name:)``.
package struct MockWallet: WalletBackend {
  /// The network that it is a wallet of.
  package let network: MockNetwork
  /// The index of the currency in the network's configuration.
  let index: Int
  let name: String
  /// The currency of the wallet.
  package let currency: Currency
  /// The coins that are reserved for payments.
  package let reservations = CoinReservations()

  /// Returns the status that was set; by default the wallet is ready.
  package func status() async -> WalletStatus {
    network.access(appends: false) { state in
      state.catchUp(index, now: network.clock.now())
      return state.scripts[index].status
    }
  }

  /// Returns the status with the problem that a real wallet of that status would have, and a digest of the chain.
  package func glance() async -> WalletGlance {
    network.access(appends: false) { state in
      state.catchUp(index, now: network.clock.now())
      let chain = state.chains[index]
      return WalletGlance(
        problem: problem(state.scripts[index].status, height: chain.height),
        digest: WalletDigest(blocks: "\(chain.blockChanges)", transactions: "\(chain.activity)"), height: chain.height)
    }
  }

  private func problem(_ status: WalletStatus, height: Int) -> WalletProblem? {
    switch status {
    case .ready: nil
    case .syncing: .syncing(SyncProgress(height: height, target: height + 10))
    case .locked: .locked
    case .unavailable: .refused(WalletEndpoint(program: "the mock wallet", url: "mock:\(currency.code)"))
    }
  }

  /// Tells of each event that this process adds to the network or reads from its file.
  package func news() -> AsyncStream<WalletHint> { network.listeners.listen() }

  /// Creates a receiving address. The label is not stored.
  package func newAddress(label: String) async throws(WalletError) -> String {
    try await step(.newAddress) { state throws(WalletError) in
      let number = state.chains[index].purses[name]?.addresses ?? 0
      let text = MockAddress.receiving(
        currency: currency.code, wallet: name, number: number, seed: network.configuration.seed)
      guard state.append(.address(wallet: name, number: number, text: text), to: index) else {
        throw .unavailable
      }
      return text
    }
  }

  /// Tells whether a text is an address; see ``MockAddress``.
  package func checkAddress(_ text: String) async throws(WalletError) -> AddressCheck {
    try await step(.checkAddress) { _ throws(WalletError) in MockAddress.check(text, currency: currency.code) }
  }

  /// Returns incoming transfers that are new or changed since a cursor.
  package func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    try await step(.transfers) { state throws(WalletError) in
      state.chains[index].transfers(of: name, since: cursor, depth: depth)
    }
  }

  /// A number that a test reaches with few payments.
  package let mostRecipients = 16

  /// The amounts from the dust limit to the largest that 64 bits can express.
  package var transferAmounts: ClosedRange<Amount> {
    network.configuration.currencies[index].dust...Amount(atomicUnits: UInt128(UInt64.max))
  }

  /// Returns everything that can be spent, less the fee.
  package func largestPayment() async throws(WalletError) -> Amount {
    try await step(.amountRange) { state throws(WalletError) in
      state.chains[index].available(name).subtracting(state.chains[index].parameters.fee) ?? .zero
    }
  }

  /// Returns the balance of the wallet.
  package func balance() async throws(WalletError) -> WalletBalance {
    try await step(.balance) { state throws(WalletError) in state.chains[index].balance(name) }
  }

  /// Returns the fee that is set now.
  package func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote {
    try await step(.quote) { state throws(WalletError) in
      do throws(WalletError) {
        _ = try selection([intent], &state)
      } catch .coinsBusy {
        // The coins exist, and the payment will cost the same once they are free.
      }
      return PaymentQuote(fee: state.chains[index].parameters.fee)
    }
  }

  /// Makes a transaction from coins that are not reserved.
  package func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    try check(payout)
    var taken: [CoinID] = []
    do throws(WalletError) {
      return try await step(.prepare) { state throws(WalletError) in
        try prepare(payout, feeCap: feeCap, taking: &taken, from: &state)
      }
    } catch {
      reservations.giveBack(taken)
      throw error
    }
  }

  private func prepare(
    _ payout: [PaymentIntent], feeCap: Amount, taking taken: inout [CoinID], from state: inout MockState
  ) throws(WalletError) -> [SignedTransaction] {
    guard state.scripts[index].status != .locked else { throw .locked }
    let fee = state.chains[index].parameters.fee
    guard payout.largestShare(of: fee) <= feeCap else { throw .feeAboveCap }
    let coins = try selection(payout, &state)
    // Calls on the network are made one at a time, so none of these coins was reserved since the selection.
    guard reservations.take(coins.map(\.name)) else { throw .insufficientFunds }
    taken = coins.map(\.name)
    state.scripts[index].prepared += 1
    let counter = state.scripts[index].prepared
    let seed = network.configuration.seed
    let addresses = payout.map(\.address).joined(separator: " ")
    let id = MockDigest.hexadecimal(
      "\(currency.code) \(name) \(state.generations[index]) \(counter) \(addresses)", seed: seed, count: 64)
    let transaction = MockTransaction(
      id: id, sender: name, outputs: payout.map { MockOutput(address: $0.address, amount: $0.amount.atomicUnits) },
      fee: fee.atomicUnits, inputs: coins)
    return transaction.places.map { place in
      SignedTransaction(
        transactionID: id, fee: place.share(of: fee),
        blob: MockTransactionBlob.blob(transaction, output: place.index))
    }
  }

  /// Returns the coins that the transaction spends.
  package func coins(of signedTransaction: SignedTransaction) throws(WalletError) -> [CoinID] {
    try MockTransactionBlob.transaction(signedTransaction).inputs.map(\.name)
  }

  /// Hands the transaction to the network. Repeating the call has no further effect.
  package func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    let payment = try MockTransactionBlob.payment(signedTransaction)
    let transaction = payment.transaction
    let now = network.clock.now()
    network.access(appends: false) { state in
      if state.scripts[index].firstCommits[transaction.id] == nil {
        state.scripts[index].firstCommits[transaction.id] = now
      }
    }
    return try await step(.commit) { state throws(WalletError) in
      state.scripts[index].commits[transaction.id, default: 0] += 1
      return try state.broadcast(payment, on: index)
    } instead: { fault, state throws(WalletError) in
      switch fault {
      case .reject:
        guard state.append(.conflict(transaction), to: index) else { throw .unavailable }
        return .rejected(.conflicted)
      case .blind:
        _ = try state.broadcast(payment, on: index)
        return .rejected(.invalid)
      case .forget:
        let outcome = try state.broadcast(payment, on: index)
        _ = state.append(.drop(transaction.id), to: index)
        return outcome
      default: return nil
      }
    }
  }

  /// Returns the state of the transaction.
  package func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    let payment = try MockTransactionBlob.payment(signedTransaction)
    return try await step(.lookup) { state throws(WalletError) in
      state.chains[index].lookup(payment)
    } instead: { fault, _ in
      fault == .blind ? .unknown : nil
    }
  }

  /// Unlocks the coins, unless the network has the transaction.
  package func release(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    let transaction = try MockTransactionBlob.transaction(signedTransaction)
    try await step(.release) { state throws(WalletError) in
      state.chains[index].unlock(transaction.id, wallet: name)
    }
  }

  /// Locks those of the coins that are free.
  package func lock(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    let transaction = try MockTransactionBlob.transaction(signedTransaction)
    try await step(.lock) { state throws(WalletError) in
      state.chains[index].lock(transaction.inputs, for: transaction.id, wallet: name)
    }
  }

  private func selection(_ payout: [PaymentIntent], _ state: inout MockState) throws(WalletError) -> [MockCoin] {
    guard state.scripts[index].status != .syncing else { throw .syncing }
    for intent in payout {
      guard case .valid = MockAddress.check(intent.address, currency: currency.code) else { throw .invalidAddress }
      guard intent.amount >= state.chains[index].parameters.dust else { throw .amountTooSmall }
    }
    guard let total = try? payout.total().adding(state.chains[index].parameters.fee),
      let purse = state.chains[index].purses[name]
    else { throw .insufficientFunds }
    if let coins = purse.selection(worth: total.atomicUnits, without: { reservations.isTaken($0.name) }) {
      return coins
    }
    throw purse.total >= total.atomicUnits ? .coinsBusy : .insufficientFunds
  }

  /// Waits for the latency of a step. If a shorter latency is set during the wait, it counts from the beginning of the
  /// wait, so that a test can hold a call and let it continue later.
  private func waitOut(_ step: MockStep) async throws {
    var waited = Duration.zero
    while let latency = network.state.withLock({ $0.scripts[index].latencies[step] }), waited < latency {
      let slice = min(latency - waited, .milliseconds(250))
      try await network.sleep(slice)
      waited += slice
    }
  }

  /// Makes a call: it waits for the latency, applies the next fault, and then runs the body.
  ///
  /// - Parameter instead: does what a fault does in place of the call; it returns `nil` for a fault that it does not
  ///   handle.
  func step<Answer: Sendable>(
    _ step: MockStep, _ body: (inout MockState) throws(WalletError) -> Answer,
    instead: (MockFault, inout MockState) throws(WalletError) -> Answer? = { _, _ throws(WalletError) in nil }
  ) async throws(WalletError) -> Answer {
    do {
      try await waitOut(step)
    } catch {
      throw .timeout
    }
    return try network.access(appends: step.appends) { state throws(WalletError) in
      state.catchUp(index, now: network.clock.now())
      let fault = state.takeFault(step, index)
      switch fault {
      case .failBefore(let error): throw error
      case .nonsense: throw .protocolViolation(code: nil)
      case .failAfter, .forget, .reject, .blind, nil: break
      }
      guard state.isCurrent, state.scripts[index].status != .unavailable else { throw .unavailable }
      if let fault, let answer = try instead(fault, &state) { return answer }
      let answer = try body(&state)
      if case .failAfter(let error) = fault { throw error }
      return answer
    }
  }
}
