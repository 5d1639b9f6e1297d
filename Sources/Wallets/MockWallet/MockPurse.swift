import PaymentsModel

/// The coins of one wallet on one chain.
///
/// Locks are kept here but not in a journal: like a real daemon, a wallet that is restarted has forgotten them.
struct MockPurse: Sendable {
  /// A payment that has arrived, or has been announced.
  struct Receipt: Sendable {
    let transactionID: String
    let address: String
    let coin: MockCoin
  }

  /// The number of receiving addresses made so far.
  var addresses = 0
  /// The coins that can be spent now. Payments take them from the end.
  private(set) var free: [MockCoin]
  /// What the free coins are worth together. It is kept, since every quote asks for it.
  private(set) var freeAmount: UInt128
  /// The coins that are locked, by the id of the transaction that they are locked for.
  private(set) var locked: [String: [MockCoin]] = [:]
  /// The ids of all coins that are or were the wallet's.
  private var known: Set<String>
  /// The id of the transaction that has spent each coin.
  private(set) var spender: [String: String] = [:]
  var receipts: [Receipt] = []

  init(_ parameters: MockCurrency) {
    let count = UInt128(parameters.coins)
    let each = parameters.funds.atomicUnits / count
    freeAmount = parameters.funds.atomicUnits
    free = (0..<parameters.coins).map { number in
      let rest = number == 0 ? parameters.funds.atomicUnits % count : 0
      return MockCoin(id: "genesis:\(number)", amount: each + rest)
    }
    known = Set(free.map(\.id))
  }

  /// The sum of the free and the locked coins.
  var total: UInt128 { freeAmount + locked.values.joined().reduce(0) { $0 + $1.amount } }

  /// Returns free coins with at least this sum that are not reserved; `nil` if there are not enough. It locks nothing.
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

  /// Locks coins for a transaction. Coins that are not free are ignored.
  mutating func lock(_ coins: [MockCoin], for id: String) {
    for coin in coins {
      // Searching from the end is fast, because coins are selected from the end of the list.
      guard let index = free.lastIndex(of: coin) else { continue }
      takeFree(at: index)
      locked[id, default: []].append(coin)
    }
  }

  mutating func unlock(_ id: String) {
    guard let coins = locked.removeValue(forKey: id) else { return }
    for coin in coins { putFree(coin) }
  }

  mutating func spend(_ coins: [MockCoin], by id: String) {
    let own = locked.removeValue(forKey: id) ?? []
    for coin in coins {
      spender[coin.id] = id
      known.insert(coin.id)
      guard !own.contains(coin) else { continue }
      if let index = free.lastIndex(of: coin) {
        takeFree(at: index)
      } else if let holder = locked.first(where: { $0.value.contains(coin) })?.key {
        locked[holder]?.removeAll { $0 == coin }
      }
    }
  }

  /// Adds a free coin, unless the wallet already has or had it.
  mutating func add(_ coin: MockCoin) {
    if known.insert(coin.id).inserted { putFree(coin) }
  }

  mutating func remove(_ coin: MockCoin) {
    guard let index = free.lastIndex(of: coin) else { return }
    takeFree(at: index)
    known.remove(coin.id)
  }

  private mutating func putFree(_ coin: MockCoin) {
    free.append(coin)
    freeAmount += coin.amount
  }

  private mutating func takeFree(at index: Int) {
    freeAmount -= free.remove(at: index).amount
  }

  /// Returns whether the wallet has or had this coin.
  func knows(_ coin: MockCoin) -> Bool { known.contains(coin.id) }
}
