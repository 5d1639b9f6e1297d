/// A statement of one party about a card after it was proposed.
///
/// Parties only ever add steps, and every message carries all steps of its sender. Therefore a later message makes up
/// for lost ones, and the order of messages does not matter.
public enum CardStep: Sendable, Hashable {
  /// The other party accepts and picks a currency. If the card is an offer, the payee accepts and gives the address to
  /// pay to, and a Lightning invoice for the same if there is one.
  case accepted(currency: String, address: String?, lightning: String? = nil)
  /// The payee of an accepted request gives the address to pay to, and a Lightning invoice for the same if there is one.
  case address(currency: String, address: String, lightning: String? = nil)
  /// The payer says that the payment was made. The payee does not rely on this but looks at the invoice.
  case paid
  /// The payee says that the payment has arrived.
  case received
  /// The party to whom the card is addressed declines it, with an optional reason for people to read.
  case declined(reason: String?)
  /// The author cancels the card, with an optional reason for people to read.
  case cancelled(reason: String?)
  /// The payer says that the payment failed. The cause is not told to the other party.
  case failed

  /// The step's name on the wire.
  public enum Name: String, Sendable, Hashable, Codable, CaseIterable {
    /// See ``CardStep``.
    case accepted, address, paid, received, declined, cancelled, failed
  }

  /// The step's name on the wire.
  public var name: Name {
    switch self {
    case .accepted: .accepted
    case .address: .address
    case .paid: .paid
    case .received: .received
    case .declined: .declined
    case .cancelled: .cancelled
    case .failed: .failed
    }
  }

  /// The sort key of the step within a side. A side can hold only one step for each key.
  var place: (name: Int, currency: String) {
    let name = Name.allCases.firstIndex(of: name) ?? 0
    guard case .address(let currency, _, _) = self else { return (name, "") }
    return (name, currency)
  }
}

extension CardStep: CustomStringConvertible {
  /// The name only, so that addresses and reasons do not appear in logs.
  public var description: String { "‹\(name.rawValue)›" }
}
