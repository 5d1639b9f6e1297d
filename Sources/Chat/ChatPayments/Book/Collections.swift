public import PaymentsModel

/// The part of a collection that one person is asked for.
public struct CollectionPart: Sendable, Hashable {
  /// The room in which the person is asked.
  public let room: RoomID
  /// The person; `nil` in a room of two.
  public let person: PersonID?
  /// The amount that the person is asked for.
  public let price: CardPrice

  /// Creates a part.
  public init(room: RoomID, person: PersonID? = nil, price: CardPrice) {
    self.room = room
    self.person = person
    self.price = price
  }
}

/// Divides a sum into parts.
public enum CollectionSplit {
  /// The highest number of parts.
  public static let maximumParts = 100

  /// Divides a sum into parts that add up to it exactly. The parts differ by at most one atomic unit; the larger ones
  /// come first.
  ///
  /// - Parameters:
  ///   - total: the sum, in the currency's unit.
  ///   - decimals: the number of decimal places of the currency.
  ///   - count: the number of parts, 1 to ``maximumParts``.
  public static func parts(
    of total: DecimalAmount, decimals: Int, among count: Int
  ) throws(CollectionSplitError) -> [DecimalAmount] {
    guard (1...maximumParts).contains(count) else { throw .count }
    let units: UInt128
    do throws(AmountError) {
      units = try Amount(total, decimals: decimals).atomicUnits
    } catch {
      throw .amount
    }
    let (each, rest) = units.quotientAndRemainder(dividingBy: UInt128(count))
    guard each > 0 else { throw .tooSmall }
    return (0..<count).map { DecimalAmount(coefficient: each + (UInt128($0) < rest ? 1 : 0), scale: decimals) }
  }
}

/// Why a sum cannot be divided.
public enum CollectionSplitError: Error, Sendable, Hashable {
  /// The number of parts is zero or too high.
  case count
  /// The amount does not fit the currency.
  case amount
  /// The sum has fewer atomic units than there are parts.
  case tooSmall
  /// The provider does not offer the currency.
  case unknownCurrency
}

/// The progress of a collection, as the author's own invoices prove it.
public struct CollectionProgress: Sendable, Hashable, Identifiable {
  /// The collection.
  public let collection: CardCollection
  /// The cards of the collection, the oldest first.
  public let cards: [CardKey]
  /// The number of cards in each state.
  public let states: [CardState: Int]

  /// The identifier of the collection.
  public var id: CardID { collection.id }
  /// The number of cards that are paid, with or without confirmations.
  public var paid: Int { (states[.paid] ?? 0) + (states[.settled] ?? 0) }

  /// Returns the progress of all collections that the given cards belong to.
  static func all(in cards: [Card], now: Timestamp) -> [CollectionProgress] {
    var order: [CardCollection] = []
    var members: [CardCollection: [Card]] = [:]
    for card in cards {
      guard let collection = card.terms.collection else { continue }
      if members[collection] == nil { order.append(collection) }
      members[collection, default: []].append(card)
    }
    return order.map { collection in
      let cards = members[collection] ?? []
      return CollectionProgress(
        collection: collection, cards: cards.map(\.key),
        states: Dictionary(cards.map { ($0.state(now: now), 1) }, uniquingKeysWith: +))
    }
  }
}
