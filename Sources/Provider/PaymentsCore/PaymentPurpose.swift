/// What a payment is for, as the app said that asked for it. It goes whole with the terms of an invoice or an order and
/// with the bookings of it, so that only those who show or store its texts know them one by one.
package struct PaymentPurpose: Sendable, Hashable {
  /// The words for people (`description` in the API).
  package let description: String?

  /// Creates a purpose; without arguments that of a payment of which the app said nothing.
  package init(description: String? = nil) {
    self.description = description
  }

  /// All texts that the app gave, for those who count what they take.
  package var texts: [String] { [description].compactMap(\.self) }
}
