package import PaymentsModel
package import WalletBackend

/// A backend for wallet authors to start from. It is a wallet of a toy coin, on an ``ExampleNode`` in place of a
/// daemon.
package struct ExampleWallet: WalletBackend {
  /// The fee of every transaction.
  package static let fee = Amount(atomicUnits: 1000)
  /// The currency of the wallet.
  package let currency = Currency(
    code: "TOY", name: "Toycoin", decimals: 6, network: "toynet", uriScheme: "toycoin", confirmations: 2)
  /// The coins that are reserved for payments.
  package let reservations = CoinReservations()
  let node: ExampleNode
  let name: String

  /// Creates a wallet on a node. The name identifies it among the wallets of the node.
  package init(node: ExampleNode, name: String) {
    self.node = node
    self.name = name
  }

  /// Returns whether the wallet can be used.
  package func status() async -> WalletStatus { await glance().status }

  /// Returns the status, and what the owner has to know where the wallet is not ready: the problem is shown by the
  /// provider's programs, so that nobody has to guess.
  package func glance() async -> WalletGlance {
    do throws(WalletError) {
      return try await node.call { chain throws(WalletError) in
        WalletGlance(problem: chain.isLocked ? .locked : nil, height: chain.blocks.count)
      }
    } catch {
      let endpoint = WalletEndpoint(program: "the toy node", url: "toynet:")
      return WalletGlance(problem: error == .timeout ? .silent(endpoint) : .refused(endpoint))
    }
  }

  /// Creates a receiving address. The node remembers its owner, also after a restart.
  package func newAddress(label: String) async throws(WalletError) -> String {
    try await node.call { chain throws(WalletError) in chain.newAddress(of: name) }
  }

  /// Tells whether a text is an address. The canonical form is lowercase.
  package func checkAddress(_ text: String) async throws(WalletError) -> AddressCheck {
    try await node.call { _ throws(WalletError) in ExampleAddress.check(text) }
  }

  /// Returns incoming transfers. The cursor is the height up to which all transfers had enough confirmations. Transfers
  /// that are in a higher block, waiting or removed are reported on each call.
  package func transfers(since cursor: TransferCursor?, depth: Int) async throws(WalletError) -> TransferPage {
    let settled = cursor.flatMap { Int($0.rawValue) } ?? 0
    return try await node.call { chain throws(WalletError) in
      var transfers: [IncomingTransfer] = []
      for transaction in chain.known where transaction.sender != name {
        let height = chain.height(of: transaction)
        if let height, height <= settled { continue }
        for (index, output) in transaction.outputs.enumerated() where chain.owners[output.address] == name {
          transfers.append(
            IncomingTransfer(
              id: "\(transaction.id):\(index)", transactionID: transaction.id, address: output.address,
              amount: Amount(atomicUnits: output.amount), confirmations: height.map(chain.confirmations) ?? 0,
              removed: height == nil && !chain.pool.contains(transaction)))
        }
      }
      let cursor = TransferCursor(rawValue: String(chain.blocks.count - depth + 1))
      return TransferPage(transfers: transfers, cursor: cursor)
    }
  }

  /// The amounts from one unit to the largest that 64 bits can express.
  package var transferAmounts: ClosedRange<Amount> {
    Amount(atomicUnits: 1)...Amount(atomicUnits: UInt128(UInt64.max))
  }

  /// Returns the sum of all available coins, less the fee.
  package func largestPayment() async throws(WalletError) -> Amount {
    try await balance().available.subtracting(Self.fee) ?? .zero
  }

  /// Returns the balance. Coins that were locked and are spent are not counted as locked.
  package func balance() async throws(WalletError) -> WalletBalance {
    try await node.call { chain throws(WalletError) in
      let coins = chain.coins(of: name)
      return WalletBalance(
        available: Amount(atomicUnits: coins.filter { !chain.locks.contains($0.id) }.total),
        pending: Amount(atomicUnits: chain.waitingCoins(of: name).total),
        locked: Amount(atomicUnits: coins.filter { chain.locks.contains($0.id) }.total))
    }
  }

  /// Returns the fee after checking that there are coins. It reserves nothing.
  package func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote {
    try await node.call { chain throws(WalletError) in
      do throws(WalletError) {
        _ = try choose(intent, chain)
      } catch .coinsBusy {
        // The payment will cost the same once the coins are free.
      }
      return PaymentQuote(fee: Self.fee)
    }
  }

  /// Chooses coins and reserves them in one step, so that no two payments get the same coins. A real wallet signs here.
  /// A transaction of this wallet makes one payment.
  package func prepare(_ payout: [PaymentIntent], feeCap: Amount) async throws(WalletError) -> [SignedTransaction] {
    try check(payout)
    var taken: [CoinID] = []
    do throws(WalletError) {
      return [
        try await node.call { chain throws(WalletError) in
          try prepare(payout[0], feeCap: feeCap, taking: &taken, from: &chain)
        }
      ]
    } catch {
      // The coins are given back even if the transaction was made and only the answer was lost, because nobody will use
      // it.
      reservations.giveBack(taken)
      throw error
    }
  }

  private func prepare(
    _ intent: PaymentIntent, feeCap: Amount, taking taken: inout [CoinID], from chain: inout ExampleChain
  ) throws(WalletError) -> SignedTransaction {
    guard !chain.isLocked else { throw .locked }
    let coins = try choose(intent, chain)
    guard Self.fee <= feeCap else { throw .feeAboveCap }
    var outputs = [ExampleOutput(address: intent.address, amount: intent.amount.atomicUnits)]
    let change = coins.total - intent.amount.atomicUnits - Self.fee.atomicUnits
    if change > 0 { outputs.append(ExampleOutput(address: chain.newAddress(of: name), amount: change)) }
    let transaction = ExampleTransaction(
      id: chain.newID(), sender: name, inputs: coins.map(\.id), outputs: outputs)
    guard reservations.take(coins.map(\.name)) else { throw .insufficientFunds }
    taken = coins.map(\.name)
    return SignedTransaction(transactionID: transaction.id, fee: Self.fee, blob: transaction.blob)
  }

  /// Returns the inputs of the transaction.
  package func coins(of signedTransaction: SignedTransaction) throws(WalletError) -> [CoinID] {
    try ExampleTransaction(signedTransaction).inputs.map(CoinID.init(rawValue:))
  }

  /// Hands the transaction to the network, unless the network already has it. In both cases it is accepted.
  package func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    let transaction = try ExampleTransaction(signedTransaction)
    return try await node.call { chain throws(WalletError) in
      switch chain.lookup(transaction) {
      case .pool, .confirmed: return .accepted
      // While the conflicting transaction only waits for a block, this one may still be confirmed.
      case .conflicted(confirmations: 0): throw .protocolViolation(code: nil)
      // Another transaction has made the payment; ``lookup(_:)`` reports which one.
      case .replaced, .spent: throw .protocolViolation(code: nil)
      // These are of payments by hash, which this network does not have.
      case .attempting, .undelivered, .untried, .lapsed, .settled: throw .protocolViolation(code: nil)
      case .conflicted: return .rejected(.conflicted)
      case .unknown:
        chain.accept(transaction)
        return .accepted
      }
    }
  }

  /// Returns the state of the transaction, or of the transaction that spent its inputs.
  package func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    let transaction = try ExampleTransaction(signedTransaction)
    return try await node.call { chain throws(WalletError) in chain.lookup(transaction) }
  }

  /// Unlocks the inputs.
  package func release(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    let inputs = try ExampleTransaction(signedTransaction).inputs
    try await node.call { chain throws(WalletError) in chain.locks.subtract(inputs) }
  }

  /// Locks the inputs. The node forgets its locks when it ends.
  package func lock(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    let inputs = try ExampleTransaction(signedTransaction).inputs
    try await node.call { chain throws(WalletError) in chain.locks.formUnion(inputs) }
  }

  private func choose(_ intent: PaymentIntent, _ chain: ExampleChain) throws(WalletError) -> [ExampleCoin] {
    guard ExampleAddress.check(intent.address) == .valid(intent.address) else { throw .invalidAddress }
    guard intent.amount > .zero else { throw .amountTooSmall }
    let wanted = intent.amount.atomicUnits + Self.fee.atomicUnits
    var chosen: [ExampleCoin] = []
    for coin in chain.coins(of: name) where !chain.locks.contains(coin.id) && !reservations.isTaken(coin.name) {
      chosen.append(coin)
      if chosen.total >= wanted { return chosen }
    }
    let all = chain.coins(of: name).total + chain.waitingCoins(of: name).total
    throw all >= wanted ? .coinsBusy : .insufficientFunds
  }
}
