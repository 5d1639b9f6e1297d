import PaymentsModel
import WalletBackend

/// The chain of the toy coin with the wallets on it, as a value without side effects.
struct ExampleChain: Sendable {
  /// The transactions of each block, beginning with the first block.
  private(set) var blocks: [[ExampleTransaction]] = []
  /// The transactions that wait for a block.
  private(set) var pool: [ExampleTransaction] = []
  /// All transactions that the network has ever accepted.
  private(set) var known: [ExampleTransaction] = []
  /// The wallet that owns each address.
  private(set) var owners: [String: String] = [:]
  /// The coins that are locked. A real daemon keeps them in memory only.
  var locks: Set<String> = []
  /// The marks that providers have stored with their transactions, by transaction id and by recipient.
  var marks: [String: [String]] = [:]
  /// The transactions that a transaction replaced, the last one first.
  private(set) var replaced: [String: [String]] = [:]
  var isLocked = false
  var isDown = false
  var isHanging = false
  var losesAnswers = false
  private var counter: UInt64 = 0

  mutating func newAddress(of wallet: String) -> String {
    counter += 1
    let address = ExampleAddress.make(counter)
    owners[address] = wallet
    return address
  }

  mutating func newID() -> String {
    counter += 1
    let digits = String(counter, radix: 16)
    return String(repeating: "0", count: 64 - digits.count) + digits
  }

  mutating func fund(_ wallet: String) {
    let outputs = (0..<8).map { _ in ExampleOutput(address: newAddress(of: wallet), amount: 100_000_000) }
    accept(ExampleTransaction(id: newID(), sender: wallet, inputs: [], outputs: outputs))
    mine(1)
  }

  mutating func accept(_ transaction: ExampleTransaction) {
    pool.append(transaction)
    if !known.contains(transaction) { known.append(transaction) }
  }

  mutating func mine(_ count: Int) {
    for _ in 0..<count {
      blocks.append(pool)
      pool = []
    }
  }

  mutating func takeBack(_ count: Int) {
    pool = blocks.suffix(count).joined() + pool
    blocks.removeLast(min(count, blocks.count))
  }

  mutating func doubleSpend(_ transaction: ExampleTransaction) {
    let coins = transaction.inputs
    pool.removeAll { !Set($0.inputs).isDisjoint(with: coins) }
    let back = ExampleOutput(address: newAddress(of: transaction.sender), amount: 1)
    let winner = ExampleTransaction(id: newID(), sender: transaction.sender, inputs: coins, outputs: [back])
    known.append(winner)
    blocks.append([winner])
  }

  /// Raises the fee of a waiting transaction by reducing its change, as its owner could.
  mutating func raiseFee(of id: String) {
    guard let index = pool.firstIndex(where: { $0.id == id }), pool[index].outputs.count == 2 else { return }
    let old = pool.remove(at: index)
    let change = ExampleOutput(address: old.outputs[1].address, amount: old.outputs[1].amount - 1000)
    let new = ExampleTransaction(
      id: newID(), sender: old.sender, inputs: old.inputs, outputs: [old.outputs[0], change])
    replaced[new.id] = [old.id] + (replaced[old.id] ?? [])
    accept(new)
  }

  /// Returns the height of the block of a transaction, counted from 1; `nil` if it is in no block.
  func height(of transaction: ExampleTransaction) -> Int? {
    blocks.firstIndex { $0.contains(transaction) }.map { $0 + 1 }
  }

  func confirmations(_ height: Int) -> Int { blocks.count - height + 1 }

  func lookup(_ transaction: ExampleTransaction) -> PaymentLookup {
    if let height = height(of: transaction) { return .confirmed(confirmations(height)) }
    if pool.contains(transaction) { return .pool }
    func spends(_ other: ExampleTransaction) -> Bool { !Set(other.inputs).isDisjoint(with: transaction.inputs) }
    let spenders = blocks.joined().filter(spends) + pool.filter(spends)
    // The recipient's output is the first one. Another transaction that pays it with the same coins makes the same
    // payment.
    if let other = spenders.first(where: { $0.outputs[0] == transaction.outputs[0] }) {
      return .replaced(
        by: PaymentReplacement(transactionID: other.id, fee: Amount(atomicUnits: fee(of: other))),
        confirmations: height(of: other).map(confirmations) ?? 0)
    }
    if let index = blocks.firstIndex(where: { $0.contains(where: spends) }) {
      return .conflicted(confirmations: confirmations(index + 1))
    }
    return pool.contains(where: spends) ? .conflicted(confirmations: 0) : .unknown
  }

  private func fee(of transaction: ExampleTransaction) -> UInt128 {
    let outputs = known.flatMap { known in
      known.outputs.enumerated().map { ("\(known.id):\($0.offset)", $0.element.amount) }
    }
    let spent = outputs.filter { transaction.inputs.contains($0.0) }.reduce(UInt128(0)) { $0 + $1.1 }
    return spent - transaction.outputs.reduce(UInt128(0)) { $0 + $1.amount }
  }

  /// Returns the coins that a wallet has in blocks and has not spent, locked or not.
  func coins(of wallet: String) -> [ExampleCoin] { coins(blocks.joined(), of: wallet) }

  /// Returns the coins that a wallet will get from waiting transactions, including its own change.
  func waitingCoins(of wallet: String) -> [ExampleCoin] { coins(pool, of: wallet) }

  private func coins(_ transactions: some Sequence<ExampleTransaction>, of wallet: String) -> [ExampleCoin] {
    let spent = Set(blocks.joined().flatMap(\.inputs) + pool.flatMap(\.inputs))
    return transactions.flatMap { transaction in
      transaction.outputs.enumerated().compactMap { index, output in
        let id = "\(transaction.id):\(index)"
        return owners[output.address] == wallet && !spent.contains(id)
          ? ExampleCoin(id: id, amount: output.amount) : nil
      }
    }
  }
}
