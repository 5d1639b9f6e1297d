import WalletBackend

/// An amount that one transaction made and one other can spend.
struct MockCoin: Sendable, Hashable {
  /// The transaction that made it and its output, or `genesis` and a number for what a wallet starts with.
  let id: String
  let amount: UInt128

  /// Its name among the reservations.
  var name: CoinID { CoinID(rawValue: id) }
}

/// A payment to one address.
struct MockTransaction: Sendable, Hashable {
  let id: String
  /// The wallet that pays, or `nil` for one outside of the mock network.
  let sender: String?
  let address: String
  let amount: UInt128
  let fee: UInt128
  let inputs: [MockCoin]

  /// Whether it makes the same payment as another one.
  func pays(like other: MockTransaction) -> Bool { address == other.address && amount == other.amount }

  /// What goes back to the sender; `nil` where nothing is left, or the sender is outside.
  var change: MockCoin? {
    let rest = inputs.reduce(UInt128(0)) { $0 + $1.amount }
    guard sender != nil, rest > amount + fee else { return nil }
    return MockCoin(id: "\(id):1", amount: rest - amount - fee)
  }
}

/// Where a transaction is.
enum MockPlace: Sendable, Hashable {
  case pool
  /// In the block of this height.
  case block(Int)
  /// Forgotten by the network; it may be sent again.
  case dropped
  /// Another transaction, in the block of this height, spent its inputs.
  case conflicted(Int)
  /// Another transaction spends its inputs and makes the same payment.
  case replaced
}

/// A transaction as the network knows it.
struct MockEntry: Sendable {
  let transaction: MockTransaction
  /// Counts the transactions of the chain in their order of arrival.
  let number: Int
  var place: MockPlace
  /// The number of the event that put it there.
  var changed: Int
}
