/// All that one party has said about a card: at most one step of each name.
///
/// It only grows, and of two steps of one name the first stays: so however often and in whatever order an honest party's
/// messages come, the same is known in the end.
public struct CardSide: Sendable, Hashable {
  /// The steps, in the order of ``CardStep/Name``.
  public private(set) var steps: [CardStep] = []

  /// Nothing said yet.
  public init() {}

  /// Adds a step, unless there is one of its name; says whether it did.
  @discardableResult
  mutating func add(_ step: CardStep) -> Bool {
    guard self[step.name] == nil else { return false }
    let order = CardStep.Name.allCases
    let place = order.firstIndex(of: step.name) ?? 0
    let index = steps.firstIndex { (order.firstIndex(of: $0.name) ?? 0) > place } ?? steps.endIndex
    steps.insert(step, at: index)
    return true
  }

  /// The step of a name.
  public subscript(name: CardStep.Name) -> CardStep? { steps.first { $0.name == name } }

  /// Whether a step of this name was said.
  public func says(_ name: CardStep.Name) -> Bool { self[name] != nil }

  /// The currency that was picked; of a party that accepted.
  var acceptedCurrency: String? {
    guard case .accepted(let currency, _)? = self[.accepted] else { return nil }
    return currency
  }

  /// Where to pay; of a payee who has said so.
  var destination: (currency: String, address: String)? {
    if case .address(let currency, let address)? = self[.address] { return (currency, address) }
    if case .accepted(let currency, let address?)? = self[.accepted] { return (currency, address) }
    return nil
  }

  /// Whether the party wants no more of it.
  var isEnded: Bool { says(.declined) || says(.cancelled) || says(.failed) }
}

extension CardSide: Codable {
  /// Decodes the list of steps.
  public init(from decoder: any Decoder) throws {
    for step in try decoder.singleValueContainer().decode([CardStep].self) { add(step) }
  }

  /// Encodes the list of steps.
  public func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    try container.encode(steps)
  }
}
