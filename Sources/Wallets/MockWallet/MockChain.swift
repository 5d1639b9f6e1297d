/// A chain and the wallets on it, as a value without side effects. Except for locks, it changes only by events.
struct MockChain: Sendable {
  var parameters: MockCurrency
  private(set) var height = 0
  /// The number of events so far, without those that only made an address.
  private(set) var activity = 0
  /// The number of changes to the blocks.
  private(set) var blockChanges = 0
  /// The number of events so far. Cursors and entries refer to it.
  private(set) var sequence = 0
  /// The number of times that the journal was opened.
  private(set) var opened = 0
  private(set) var entries: [String: MockEntry] = [:]
  /// The ids of the waiting transactions, in the order in which they arrived.
  private(set) var pool: [String] = []
  /// The ids of the transactions that wallets have sent, in the order in which they arrived.
  private(set) var sent: [String] = []
  /// The marks that wallets have stored with transactions, by transaction id.
  private(set) var marks: [String: [String]] = [:]
  /// The transactions that a transaction replaced, the last one first.
  private(set) var replaced: [String: [String]] = [:]
  /// The marks that wallets have stored with recipients, by address.
  private(set) var marksPaying: [String: [String]] = [:]
  /// How many marks of one recipient are kept, as with real wallets. The newest ones are enough for what is under way, and
  /// the provider looks at each of them before it pays the recipient again.
  private static let mostMarks = 12
  /// The height of the last block that contained transactions.
  private(set) var lastBusyHeight = 0
  private(set) var purses: [String: MockPurse] = [:]
  /// The wallet that owns each address.
  private(set) var owners: [String: String] = [:]

  init(parameters: MockCurrency) {
    self.parameters = parameters
  }

  /// Creates a wallet if it does not exist.
  mutating func found(_ wallet: String) {
    if purses[wallet] == nil { purses[wallet] = MockPurse(parameters) }
  }

  mutating func apply(_ event: MockEvent) {
    sequence += 1
    activity += 1
    switch event {
    case .address(let wallet, let number, let text):
      found(wallet)
      activity -= 1
      purses[wallet]?.addresses = number + 1
      owners[text] = wallet
    case .broadcast(let transaction): accept(transaction)
    case .mine(let blocks): mine(blocks)
    case .reorganise(let blocks): reorganise(blocks)
    case .drop(let id): drop(id)
    case .conflict(let transaction): conflict(transaction)
    case .replace(let id, let transaction): replace(id, by: transaction)
    case .mark(let id, let text, let addresses):
      marks[id, default: []].append(text)
      for address in addresses {
        marksPaying[address] = (marksPaying[address] ?? []).suffix(Self.mostMarks - 1) + [text]
      }
    case .open: opened += 1
    }
  }

  /// Returns the confirmations of a transaction in a block of this height; at least 1.
  func confirmations(_ block: Int) -> Int { max(height - block + 1, 1) }

  /// The number of blocks that are still mined automatically, until the newest transaction has 100 confirmations.
  var blocksUntilQuiet: Int {
    if !pool.isEmpty { return 100 }
    return lastBusyHeight > 0 ? max(100 - confirmations(lastBusyHeight), 0) : 0
  }

  mutating func lock(_ coins: [MockCoin], for id: String, wallet: String) {
    guard entries[id] == nil else { return }
    purses[wallet]?.lock(coins, for: id)
  }

  mutating func unlock(_ id: String, wallet: String) {
    guard entries[id] == nil else { return }
    purses[wallet]?.unlock(id)
  }

  mutating func forgetLocks() {
    for name in purses.keys {
      for id in purses[name]?.locked.keys.sorted() ?? [] { purses[name]?.unlock(id) }
    }
  }

  private mutating func accept(_ transaction: MockTransaction) {
    let id = transaction.id
    if let entry = entries[id] {
      guard case .dropped = entry.place else { return }
      place(id, .pool)
      pool.append(id)
      return
    }
    enter(transaction, .pool)
    pool.append(id)
  }

  private mutating func enter(_ transaction: MockTransaction, _ place: MockPlace) {
    let id = transaction.id
    entries[id] = MockEntry(transaction: transaction, number: entries.count, place: place, changed: sequence)
    if let sender = transaction.sender {
      found(sender)
      purses[sender]?.spend(transaction.inputs, by: id)
      if case .pool = place {
        sent.append(id)
        if let change = transaction.change { purses[sender]?.add(change) }
      }
    }
    guard case .pool = place else { return }
    for (output, coin) in zip(transaction.outputs, transaction.coins) {
      guard let owner = owners[output.address] else { continue }
      purses[owner]?.receipts.append(.init(transactionID: id, address: output.address, coin: coin))
    }
  }

  private mutating func mine(_ blocks: Int) {
    guard blocks > 0 else { return }
    if !pool.isEmpty { lastBusyHeight = height + 1 }
    for id in pool {
      place(id, .block(height + 1))
      for (owner, coin) in received(from: id) { purses[owner]?.add(coin) }
    }
    pool = []
    height += blocks
    blockChanges += 1
  }

  private mutating func reorganise(_ blocks: Int) {
    height = max(height - blocks, 0)
    blockChanges += 1
    for entry in entries.values.sorted(by: { $0.number < $1.number }) {
      let id = entry.transaction.id
      switch entry.place {
      case .block(let block) where block > height: break
      case .conflicted(let block) where block > height: takeBack(entry.transaction)
      default: continue
      }
      place(id, .pool)
      pool.append(id)
      for (owner, coin) in received(from: id) { purses[owner]?.remove(coin) }
    }
  }

  /// A transaction may reach a block after all, because what had spent its inputs is in no block any more.
  private mutating func takeBack(_ transaction: MockTransaction) {
    // What comes from outside was handed over by no wallet here.
    guard let sender = transaction.sender else { return }
    if !sent.contains(transaction.id) { sent.append(transaction.id) }
    if let change = transaction.change { purses[sender]?.add(change) }
  }

  private mutating func drop(_ id: String) {
    guard let index = pool.firstIndex(of: id) else { return }
    pool.remove(at: index)
    place(id, .dropped)
  }

  private mutating func replace(_ id: String, by other: MockTransaction) {
    guard let index = pool.firstIndex(of: id), let transaction = entries[id]?.transaction else { return }
    pool.remove(at: index)
    place(id, .replaced)
    replaced[other.id] = [id] + (replaced[id] ?? [])
    if let sender = transaction.sender, let change = transaction.change { purses[sender]?.remove(change) }
    accept(other)
  }

  private mutating func conflict(_ transaction: MockTransaction) {
    let id = transaction.id
    if entries[id] == nil {
      enter(transaction, .conflicted(height + 1))
    } else {
      bury(transaction)
    }
    mine(1)
  }

  /// A transaction that waits can be in no block any more, and neither can what spends its coins. Their other coins stay
  /// spent, so that a reorganisation can bring them back.
  private mutating func bury(_ transaction: MockTransaction) {
    let id = transaction.id
    pool.removeAll { $0 == id }
    place(id, .conflicted(height + 1))
    var lost = Set(transaction.coins)
    for (owner, coin) in received(from: id) { purses[owner]?.remove(coin) }
    if let sender = transaction.sender, let change = transaction.change {
      lost.insert(change)
      purses[sender]?.remove(change)
    }
    for entry in entries.values.sorted(by: { $0.number < $1.number }) {
      switch entry.place {
      case .pool, .dropped: if !lost.isDisjoint(with: entry.transaction.inputs) { bury(entry.transaction) }
      case .block, .conflicted, .replaced: break
      }
    }
  }

  private mutating func place(_ id: String, _ place: MockPlace) {
    entries[id]?.place = place
    entries[id]?.changed = sequence
  }

  /// Returns the coins that wallets of the chain get from a transaction, with their owners.
  private func received(from id: String) -> [(owner: String, coin: MockCoin)] {
    guard let transaction = entries[id]?.transaction else { return [] }
    return zip(transaction.outputs, transaction.coins).compactMap { output, coin in
      owners[output.address].map { ($0, coin) }
    }
  }
}
