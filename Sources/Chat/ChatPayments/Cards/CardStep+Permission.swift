import PaymentsModel

extension CardStep {
  /// The highest number of Unicode code points in a reason.
  public static let maximumReason = 200
  /// The highest number of bytes in an address or a Lightning invoice.
  public static let maximumAddress = 2048

  /// Returns whether a party may make this step for a card with these terms. A step that is not permitted is ignored.
  ///
  /// - Parameter isAuthor: whether the author makes the step; otherwise the person to whom the card is addressed makes
  ///   it.
  func isPermitted(isAuthor: Bool, terms: CardTerms) -> Bool {
    let isPayee = isAuthor == (terms.kind == .request)
    switch self {
    case .accepted(let currency, let address, let lightning):
      guard !isAuthor, terms.price(in: currency) != nil, Self.isAddressOrNone(lightning) else { return false }
      // When a request is accepted, the payer accepts and gives no address; when an offer is accepted, the payee must
      // give one.
      return isPayee ? address.map(Self.isAddress) ?? false : address == nil && lightning == nil
    case .address(let currency, let address, let lightning):
      guard isAuthor, isPayee, terms.price(in: currency) != nil else { return false }
      return Self.isAddress(address) && Self.isAddressOrNone(lightning)
    case .paid, .failed: return !isPayee
    case .received: return isPayee
    case .declined(let reason): return !isAuthor && (reason ?? "").unicodeScalars.count <= Self.maximumReason
    case .cancelled(let reason): return isAuthor && (reason ?? "").unicodeScalars.count <= Self.maximumReason
    }
  }

  private static func isAddressOrNone(_ text: String?) -> Bool { text.map(isAddress) ?? true }

  /// Whether a text may be an address of some currency, or a Lightning invoice. The payer's wallet decides whether it is a
  /// valid one.
  private static func isAddress(_ text: String) -> Bool {
    (1...maximumAddress).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
