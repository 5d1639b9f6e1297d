/// What one of the two says about a card after it was made.
///
/// Each party only ever adds steps, and a message carries all of its sender's: a later message heals the loss of the
/// earlier ones, and the order in which they come changes nothing.
public enum CardStep: Sendable, Hashable {
  /// The other party says yes and picks a currency. Of an offer the payee accepts, and says where to pay: the address.
  case accepted(currency: String, address: String?)
  /// After a request was accepted the payee says where to pay.
  case address(currency: String, address: String)
  /// The payer says that it is paid. Nobody believes it: the payee looks into the own invoice.
  case paid
  /// The payee says that it has arrived.
  case received
  /// The party to whom the card is addressed says no, with a reason of the person's own or none.
  case declined(reason: String?)
  /// The author takes it back, with a reason of the person's own or none.
  case cancelled(reason: String?)
  /// The payer says that the payment failed. Why concerns the payer alone.
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

  /// Where it stands among the others of its sender; two steps of one place cannot both be said.
  var place: (name: Int, currency: String) {
    let name = Name.allCases.firstIndex(of: name) ?? 0
    guard case .address(let currency, _) = self else { return (name, "") }
    return (name, currency)
  }
}

extension CardStep: CustomStringConvertible {
  /// The name alone: addresses and reasons do not appear in logs.
  public var description: String { "‹\(name.rawValue)›" }
}
