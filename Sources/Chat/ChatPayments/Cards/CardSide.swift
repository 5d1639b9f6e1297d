/// All steps that one party has made for a card. There is at most one step of each name, but one `address` step for
/// each currency.
///
/// Steps are only ever added, and of two steps of one kind the first stays. Therefore the result does not depend on the
/// order of an honest party's messages, or on how often they arrive.
public struct CardSide: Sendable, Hashable {
  /// The steps in the order of ``CardStep/Name``; address steps are sorted by currency.
  public private(set) var steps: [CardStep] = []

  /// Creates a side without steps.
  public init() {}

  /// Adds a step unless there is one of its kind, and returns whether it was added.
  @discardableResult
  mutating func add(_ step: CardStep) -> Bool {
    guard !steps.contains(where: { $0.place == step.place }) else { return false }
    let index = steps.firstIndex { step.place < $0.place } ?? steps.endIndex
    steps.insert(step, at: index)
    return true
  }

  /// The step with a name; if there are several addresses, the first of them.
  public subscript(name: CardStep.Name) -> CardStep? { steps.first { $0.name == name } }

  /// Whether the party has made a step with this name.
  public func says(_ name: CardStep.Name) -> Bool { self[name] != nil }

  /// The currency that the party picked when it accepted.
  var acceptedCurrency: String? {
    guard case .accepted(let currency, _, _)? = self[.accepted] else { return nil }
    return currency
  }

  /// Where the payee wants to be paid, as told when an offer was accepted.
  var acceptedDestination: CardDestination? {
    guard case .accepted(let currency, let address?, let lightning)? = self[.accepted] else { return nil }
    return CardDestination(currency: currency, address: address, lightning: lightning)
  }

  /// Where the payee wants to be paid in a currency, as told after a request was accepted.
  func destination(in currency: String) -> CardDestination? {
    for case .address(currency, let address, let lightning) in steps {
      return CardDestination(currency: currency, address: address, lightning: lightning)
    }
    return nil
  }

  /// Whether the party has ended the card by declining, cancelling or failing to pay it.
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
