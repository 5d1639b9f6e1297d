public import PaymentsModel

/// A receiving address that was given to this app.
public struct AddressInfo: WireObject {
  /// The address.
  public var address: String
  /// The currency code.
  public var currency: String
  /// The purpose of the address.
  public var purpose: AddressPurpose
  /// The label that the app gave.
  public var label: String?
  /// The invoice that it belongs to.
  public var invoiceID: InvoiceID?
  /// The payment URI of the address, by BIP 321 or in Monero's form.
  public var uri: String
  /// The time when it was made.
  public var createdAt: Timestamp

  /// Makes a value from all members; optional members default to nil.
  public init(
    address: String,
    currency: String,
    purpose: AddressPurpose,
    label: String? = nil,
    invoiceID: InvoiceID? = nil,
    uri: String,
    createdAt: Timestamp
  ) {
    self.address = address
    self.currency = currency
    self.purpose = purpose
    self.label = label
    self.invoiceID = invoiceID
    self.uri = uri
    self.createdAt = createdAt
  }
}

/// The purpose of an address.
public enum AddressPurpose: String, Codable, Sendable, Hashable, CaseIterable {
  /// The address was requested by `new_address_for_currency`.
  case receive
  /// The address belongs to an invoice.
  case invoice
}
