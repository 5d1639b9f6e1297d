extension CardStep: Codable {
  private enum CodingKeys: String, CodingKey { case step, currency, address, lightning, reason }

  /// Decodes an object with the discriminator `step`.
  public init(from decoder: any Decoder) throws {
    let members = try decoder.container(keyedBy: CodingKeys.self)
    switch try members.decode(Name.self, forKey: .step) {
    case .accepted:
      self = .accepted(
        currency: try members.decode(String.self, forKey: .currency),
        address: try members.decodeIfPresent(String.self, forKey: .address),
        lightning: try members.decodeIfPresent(String.self, forKey: .lightning))
    case .address:
      self = .address(
        currency: try members.decode(String.self, forKey: .currency),
        address: try members.decode(String.self, forKey: .address),
        lightning: try members.decodeIfPresent(String.self, forKey: .lightning))
    case .paid: self = .paid
    case .received: self = .received
    case .declined: self = .declined(reason: try members.decodeIfPresent(String.self, forKey: .reason))
    case .cancelled: self = .cancelled(reason: try members.decodeIfPresent(String.self, forKey: .reason))
    case .failed: self = .failed
    }
  }

  /// Encodes the object.
  public func encode(to encoder: any Encoder) throws {
    var members = encoder.container(keyedBy: CodingKeys.self)
    try members.encode(name, forKey: .step)
    switch self {
    case .accepted(let currency, let address, let lightning):
      try members.encode(currency, forKey: .currency)
      try members.encodeIfPresent(address, forKey: .address)
      try members.encodeIfPresent(lightning, forKey: .lightning)
    case .address(let currency, let address, let lightning):
      try members.encode(currency, forKey: .currency)
      try members.encode(address, forKey: .address)
      try members.encodeIfPresent(lightning, forKey: .lightning)
    case .declined(let reason), .cancelled(let reason): try members.encodeIfPresent(reason, forKey: .reason)
    case .paid, .received, .failed: break
    }
  }
}
