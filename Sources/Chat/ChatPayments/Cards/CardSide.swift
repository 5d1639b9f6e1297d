/// All that one party has said about a card: at most one step of each name, and of `address` one for each currency.
///
/// It only grows, and of two steps of one kind the first stays: so however often and in whatever order an honest
/// party's messages come, the same is known in the end.
public struct CardSide: Sendable, Hashable {
  /// The steps, in the order of ``CardStep/Name``; addresses by their currency.
  public private(set) var steps: [CardStep] = []

  /// Nothing said yet.
  public init() {}

  /// Adds a step, unless there is one of its kind; says whether it did.
  @discardableResult
  mutating func add(_ step: CardStep) -> Bool {
    guard !steps.contains(where: { $0.place == step.place }) else { return false }
    let index = steps.firstIndex { step.place < $0.place } ?? steps.endIndex
    steps.insert(step, at: index)
    return true
  }

  /// The step of a name; of several addresses the first.
  public subscript(name: CardStep.Name) -> CardStep? { steps.first { $0.name == name } }

  /// Whether a step of this name was said.
  public func says(_ name: CardStep.Name) -> Bool { self[name] != nil }

  /// The currency that was picked; of a party that accepted.
  var acceptedCurrency: String? {
    guard case .accepted(let currency, _)? = self[.accepted] else { return nil }
    return currency
  }

  /// The address that came with the yes to an offer.
  var acceptedAddress: String? {
    guard case .accepted(_, let address)? = self[.accepted] else { return nil }
    return address
  }

  /// The address that was said in a currency after a request was accepted.
  func address(in currency: String) -> String? {
    for case .address(currency, let address) in steps { return address }
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
