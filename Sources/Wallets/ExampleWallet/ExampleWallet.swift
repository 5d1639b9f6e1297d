package import PaymentsModel
package import WalletBackend

/// A backend for wallet authors to start from: a wallet of a toy coin, over an ``ExampleNode`` in place of a daemon.
package struct ExampleWallet: WalletBackend {
  /// What each transaction costs.
  package static let fee = Amount(atomicUnits: 1000)
  /// What the wallet serves.
  package let currency = Currency(
    code: "TOY", name: "Toycoin", decimals: 6, network: "toynet", uriScheme: "toycoin", confirmations: 2)
  /// The coins that payments have.
  package let reservations = CoinReservations()
  let node: ExampleNode
  let name: String

  /// A wallet on a node; the name tells the wallets of one node apart.
  package init(node: ExampleNode, name: String) {
    self.node = node
    self.name = name
  }

  /// Never throws: what cannot be asked is unavailable.
  package func status() async -> WalletStatus {
    do throws(WalletError) {
      return try await node.call { chain throws(WalletError) in chain.isLocked ? .locked : .ready }
    } catch {
      return .unavailable
    }
  }

  /// The node remembers whose address it is, also over a restart.
  package func newAddress(label: String) async throws(WalletError) -> String {
    try await node.call { chain throws(WalletError) in chain.newAddress(of: name) }
  }

  /// The canonical form is lowercase.
  package func checkAddress(_ text: String) async throws(WalletError) -> AddressCheck {
    try await node.call { _ throws(WalletError) in ExampleAddress.check(text) }
  }

  /// The cursor is the height up to which all transfers were as deep as wanted: what is in a higher block, waits, or is
  /// gone is reported on each call.
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

  /// All that can be spent, less the fee.
  package func amountRange() async throws(WalletError) -> WalletAmountRange {
    let available = try await balance().available
    return WalletAmountRange(
      receiveMinimum: Amount(atomicUnits: 1), receiveMaximum: Amount(atomicUnits: UInt128(UInt64.max)),
      payMinimum: Amount(atomicUnits: 1), payMaximum: available.subtracting(Self.fee) ?? .zero)
  }

  /// Coins that are locked and spent are no longer there to be locked.
  package func balance() async throws(WalletError) -> WalletBalance {
    try await node.call { chain throws(WalletError) in
      let coins = chain.coins(of: name)
      return WalletBalance(
        available: Amount(atomicUnits: coins.filter { !chain.locks.contains($0.id) }.total),
        pending: Amount(atomicUnits: chain.waitingCoins(of: name).total),
        locked: Amount(atomicUnits: coins.filter { chain.locks.contains($0.id) }.total))
    }
  }

  /// Chooses coins, and leaves them where they are.
  package func quote(_ intent: PaymentIntent) async throws(WalletError) -> PaymentQuote {
    try await node.call { chain throws(WalletError) in
      do throws(WalletError) {
        _ = try choose(intent, chain)
      } catch .coinsBusy {
        // It will cost the same once the coins are free.
      }
      return PaymentQuote(fee: Self.fee)
    }
  }

  /// Chooses and takes coins in one step, so that no two payments get the same ones. A real wallet signs here.
  package func prepare(_ intent: PaymentIntent, feeCap: Amount) async throws(WalletError) -> SignedTransaction {
    var taken: [CoinID] = []
    do throws(WalletError) {
      return try await node.call { chain throws(WalletError) in try prepare(intent, feeCap, &taken, &chain) }
    } catch {
      // Also where it was made and the answer is lost: nobody will pay with it.
      reservations.giveBack(taken)
      throw error
    }
  }

  private func prepare(
    _ intent: PaymentIntent, _ feeCap: Amount, _ taken: inout [CoinID], _ chain: inout ExampleChain
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

  /// The inputs.
  package func coins(of signedTransaction: SignedTransaction) throws(WalletError) -> [CoinID] {
    try ExampleTransaction(signedTransaction).inputs.map(CoinID.init(rawValue:))
  }

  /// Looks first: what the network has is accepted, however often it is handed over.
  package func commit(_ signedTransaction: SignedTransaction) async throws(WalletError) -> CommitOutcome {
    let transaction = try ExampleTransaction(signedTransaction)
    return try await node.call { chain throws(WalletError) in
      switch chain.lookup(transaction) {
      case .pool, .confirmed: return .accepted
      // While the other one only waits, this one may still win.
      case .conflicted(confirmations: 0): throw .protocolViolation(code: nil)
      // The payment is made, but not by this transaction: the look-up tells.
      case .replaced: throw .protocolViolation(code: nil)
      case .conflicted: return .rejected(.conflicted)
      case .unknown:
        chain.accept(transaction)
        return .accepted
      }
    }
  }

  /// Where it is, or what took its inputs.
  package func lookup(_ signedTransaction: SignedTransaction) async throws(WalletError) -> PaymentLookup {
    let transaction = try ExampleTransaction(signedTransaction)
    return try await node.call { chain throws(WalletError) in chain.lookup(transaction) }
  }

  /// Frees the inputs.
  package func release(_ signedTransaction: SignedTransaction) async throws(WalletError) {
    let inputs = try ExampleTransaction(signedTransaction).inputs
    try await node.call { chain throws(WalletError) in chain.locks.subtract(inputs) }
  }

  /// Locks the inputs; the node forgets locks when it ends.
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
