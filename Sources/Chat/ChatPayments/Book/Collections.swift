public import PaymentsModel

/// What one person is to pay of a collection, and where they are asked.
public struct CollectionPart: Sendable, Hashable {
  /// Where.
  public let room: RoomID
  /// Who; nil in a room of two.
  public let person: PersonID?
  /// How much.
  public let price: CardPrice

  /// A part.
  public init(room: RoomID, person: PersonID? = nil, price: CardPrice) {
    self.room = room
    self.person = person
    self.price = price
  }
}

/// Divides a sum.
public enum CollectionSplit {
  /// The most parts.
  public static let maximumParts = 100

  /// The parts of a sum: they differ by at most one atomic unit, the larger ones first, and make up the sum exactly.
  ///
  /// - Parameters:
  ///   - total: the sum, in the currency's unit.
  ///   - decimals: how many decimal places the currency has.
  ///   - count: how many parts, 1 to ``maximumParts``.
  /// - Throws: ``CollectionSplitError``.
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
  /// Nobody, or too many.
  case count
  /// The amount does not fit the currency.
  case amount
  /// There is not one atomic unit for each.
  case tooSmall
  /// The own provider does not serve the currency.
  case unknownCurrency
}

/// How far a collection is, as its author's own invoices prove.
public struct CollectionProgress: Sendable, Hashable, Identifiable {
  /// Which one.
  public let collection: CardCollection
  /// Its cards, the oldest first.
  public let cards: [CardKey]
  /// How many of them are in each state.
  public let states: [CardState: Int]

  /// Which one.
  public var id: CardID { collection.id }
  /// How many are paid: seen, if not all of them confirmed.
  public var paid: Int { (states[.paid] ?? 0) + (states[.settled] ?? 0) }

  /// The collections of these cards.
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
