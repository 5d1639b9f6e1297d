/// How unreliably a relay delivers, to imitate real networks. Answers to calls are not affected.
public struct RelayTrouble: Sendable, Hashable, Codable {
  /// The share of deliveries that are lost, in percent.
  public var lost: Int
  /// The share of deliveries that are made twice, in percent.
  public var doubled: Int
  /// The number of deliveries that are held back, so that they can be made in any order.
  public var shuffled: Int

  /// Reliable delivery.
  public static let none = RelayTrouble()

  /// Creates a setting. Negative values count as 0, and percentages above 100 as 100.
  public init(lost: Int = 0, doubled: Int = 0, shuffled: Int = 0) {
    self.lost = min(max(lost, 0), 100)
    self.doubled = min(max(doubled, 0), 100)
    self.shuffled = min(max(shuffled, 0), 100)
  }

  /// Decodes a setting and limits its values in the same way.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      lost: try container.decodeIfPresent(Int.self, forKey: .lost) ?? 0,
      doubled: try container.decodeIfPresent(Int.self, forKey: .doubled) ?? 0,
      shuffled: try container.decodeIfPresent(Int.self, forKey: .shuffled) ?? 0)
  }
}

/// The deliveries to one device. It has no side effects; the caller gives the random number generator.
struct TroubledDelivery<Item> {
  private var waiting: [Item] = []

  /// Adds a delivery, and returns those that are to be made now.
  mutating func pass(_ item: Item, _ trouble: RelayTrouble, using chance: inout some RandomNumberGenerator) -> [Item] {
    if Int.random(in: 0..<100, using: &chance) >= trouble.lost {
      waiting.append(item)
      if Int.random(in: 0..<100, using: &chance) < trouble.doubled { waiting.append(item) }
    }
    return take(downTo: trouble.shuffled, using: &chance)
  }

  /// Returns all deliveries that are held back.
  mutating func flush(using chance: inout some RandomNumberGenerator) -> [Item] { take(downTo: 0, using: &chance) }

  /// If no delivery was held back before, the new one is returned unchanged.
  private mutating func take(downTo count: Int, using chance: inout some RandomNumberGenerator) -> [Item] {
    var taken: [Item] = []
    while waiting.count > count { taken.append(waiting.remove(at: Int.random(in: waiting.indices, using: &chance))) }
    return taken
  }
}
