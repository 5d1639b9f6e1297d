import ChatPayments

/// The numbers by which cards are called while the program runs, in the order in which they came.
struct CardNumbers: Sendable {
  private(set) var keys: [CardKey] = []
  private var numbers: [CardKey: Int] = [:]

  /// The number of a card; the next one where it has none.
  mutating func number(of key: CardKey) -> Int {
    if let number = numbers[key] { return number }
    keys.append(key)
    numbers[key] = keys.count
    return keys.count
  }

  /// The card of a number.
  func key(_ number: Int) -> CardKey? { keys.indices.contains(number - 1) ? keys[number - 1] : nil }
}
