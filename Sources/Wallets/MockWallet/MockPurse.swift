import PaymentsModel

/// What one wallet owns on one chain.
///
/// Locks are kept here but in no journal: as with the real daemons, a wallet that is started again has forgotten them.
struct MockPurse: Sendable {
  /// A payment that arrived, or is said to have.
  struct Receipt: Sendable {
    let transactionID: String
    let address: String
    let amount: UInt128
  }

  /// Receiving addresses made so far.
  var addresses = 0
  /// Can be spent now; taken from the end.
  private(set) var free: [MockCoin]
  /// Set aside for the transaction with this id.
  private(set) var locked: [String: [MockCoin]] = [:]
  /// By which transaction each coin was spent.
  private(set) var spender: [String: String] = [:]
  var receipts: [Receipt] = []

  init(_ parameters: MockCurrency) {
    let count = UInt128(parameters.coins)
    let each = parameters.funds.atomicUnits / count
    free = (0..<parameters.coins).map { number in
      let rest = number == 0 ? parameters.funds.atomicUnits % count : 0
      return MockCoin(id: "genesis:\(number)", amount: each + rest)
    }
  }

  /// What is free and what is set aside.
  var total: UInt128 { (free + locked.values.joined()).reduce(0) { $0 + $1.amount } }

  /// Coins worth at least so much that are not taken, left where they are; `nil` where there are not enough.
  func selection(worth amount: UInt128, without isTaken: (MockCoin) -> Bool) -> [MockCoin]? {
    var coins: [MockCoin] = []
    var total: UInt128 = 0
    for coin in free.reversed() where !isTaken(coin) {
      coins.append(coin)
      total += coin.amount
      if total >= amount { return coins.reversed() }
    }
    return nil
  }

  /// Sets coins aside; those that are not free are left alone.
  mutating func lock(_ coins: [MockCoin], for id: String) {
    for coin in coins {
      // The selection comes from the end of the list, so that this is the usual case.
      guard let index = free.lastIndex(of: coin) else { continue }
      free.remove(at: index)
      locked[id, default: []].append(coin)
    }
  }

  mutating func unlock(_ id: String) {
    guard let coins = locked.removeValue(forKey: id) else { return }
    free.append(contentsOf: coins)
  }

  mutating func spend(_ coins: [MockCoin], by id: String) {
    let own = locked.removeValue(forKey: id) ?? []
    for coin in coins {
      spender[coin.id] = id
      guard !own.contains(coin) else { continue }
      if let index = free.lastIndex(of: coin) {
        free.remove(at: index)
      } else if let holder = locked.first(where: { $0.value.contains(coin) })?.key {
        locked[holder]?.removeAll { $0 == coin }
      }
    }
  }

  /// Makes a coin free that the wallet does not have yet; one that it has stays as it is.
  mutating func add(_ coin: MockCoin) {
    if !knows(coin, for: "") { free.append(coin) }
  }

  mutating func remove(_ coin: MockCoin) {
    free.removeAll { $0 == coin }
  }

  /// Whether the wallet has or had this coin; looks first among those that are locked for a transaction.
  func knows(_ coin: MockCoin, for id: String) -> Bool {
    locked[id]?.contains(coin) == true || spender[coin.id] != nil || free.contains(coin)
      || locked.values.contains { $0.contains(coin) }
  }
}
