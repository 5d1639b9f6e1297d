/// What an address was made for.
public enum AddressPurpose: String, Codable, Sendable, Hashable, CaseIterable {
  /// Asked for by `new_address_for_currency`.
  case receive
  /// Belongs to an invoice.
  case invoice
}
