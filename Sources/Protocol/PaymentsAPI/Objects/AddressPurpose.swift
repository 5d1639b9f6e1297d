/// The purpose of an address.
public enum AddressPurpose: String, Codable, Sendable, Hashable, CaseIterable {
  /// The address was requested by `new_address_for_currency`.
  case receive
  /// The address belongs to an invoice.
  case invoice
}
