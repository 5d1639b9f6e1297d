/// How badly a relay delivers: what networks do to messages, on demand. Answers to calls are never touched.
public struct RelayTrouble: Sendable, Hashable, Codable {
  /// Deliveries that are lost, in percent.
  public var lost: Int
  /// Deliveries that come twice, in percent.
  public var doubled: Int
  /// How many deliveries wait for each other, to come in any order.
  public var shuffled: Int

  /// None at all.
  public static let none = RelayTrouble()

  /// Trouble; values below zero and percentages above a hundred count as those.
  public init(lost: Int = 0, doubled: Int = 0, shuffled: Int = 0) {
    self.lost = min(max(lost, 0), 100)
    self.doubled = min(max(doubled, 0), 100)
    self.shuffled = min(max(shuffled, 0), 100)
  }

  /// Reads it from a request, by the same rules.
  public init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    self.init(
      lost: try container.decodeIfPresent(Int.self, forKey: .lost) ?? 0,
      doubled: try container.decodeIfPresent(Int.self, forKey: .doubled) ?? 0,
      shuffled: try container.decodeIfPresent(Int.self, forKey: .shuffled) ?? 0)
  }
}

/// The deliveries to one device, on their way through trouble. Pure; chance is given.
struct TroubledDelivery<Item> {
  private var waiting: [Item] = []

  /// Takes a delivery, and gives those whose turn it is.
  mutating func pass(_ item: Item, _ trouble: RelayTrouble, using chance: inout some RandomNumberGenerator) -> [Item] {
    if Int.random(in: 0..<100, using: &chance) >= trouble.lost {
      waiting.append(item)
      if Int.random(in: 0..<100, using: &chance) < trouble.doubled { waiting.append(item) }
    }
    return take(downTo: trouble.shuffled, using: &chance)
  }

  /// Gives all that wait.
  mutating func flush(using chance: inout some RandomNumberGenerator) -> [Item] { take(downTo: 0, using: &chance) }

  /// With nobody waiting before, one comes out as it went in.
  private mutating func take(downTo count: Int, using chance: inout some RandomNumberGenerator) -> [Item] {
    var taken: [Item] = []
    while waiting.count > count { taken.append(waiting.remove(at: Int.random(in: waiting.indices, using: &chance))) }
    return taken
  }
}
