import PaymentsModel

extension CardStep {
  /// The most Unicode code points of a reason.
  public static let maximumReason = 200
  /// The most bytes of an address.
  public static let maximumAddress = 512

  /// Whether a party may say this about a card with these terms. What may not be said is as if it had not been.
  ///
  /// - Parameter isAuthor: whether the author says it; otherwise the one to whom the card is addressed.
  func isPermitted(isAuthor: Bool, terms: CardTerms) -> Bool {
    let isPayee = isAuthor == (terms.kind == .request)
    switch self {
    case .accepted(let currency, let address):
      guard !isAuthor, terms.price(in: currency) != nil else { return false }
      // The payer of a request has no address to give, and the payee of an offer has one.
      return isPayee ? address.map(Self.isAddress) ?? false : address == nil
    case .address(let currency, let address):
      return isAuthor && isPayee && terms.price(in: currency) != nil && Self.isAddress(address)
    case .paid, .failed: return !isPayee
    case .received: return isPayee
    case .declined(let reason): return !isAuthor && (reason ?? "").unicodeScalars.count <= Self.maximumReason
    case .cancelled(let reason): return isAuthor && (reason ?? "").unicodeScalars.count <= Self.maximumReason
    }
  }

  /// Whether a text may be an address of some currency: which one it is, the payer's wallet decides.
  private static func isAddress(_ text: String) -> Bool {
    (1...maximumAddress).contains(text.utf8.count) && text.utf8.allSatisfy { (0x21...0x7E).contains($0) }
  }
}
