public import PaymentsModel

/// A receiving address that was handed to this app.
public struct AddressInfo: Codable, Sendable, Hashable {
  /// The address.
  public var address: String
  /// The currency code.
  public var currency: String
  /// What it was made for.
  public var purpose: AddressPurpose
  /// The label that the app gave.
  public var label: String?
  /// The invoice that it belongs to.
  public var invoiceID: InvoiceID?
  /// The payment URI of the address: BIP 321, or Monero's form.
  public var uri: String
  /// When it was made.
  public var createdAt: Timestamp

  /// All members; those that may be absent default to that.
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

  private enum CodingKeys: String, CodingKey {
    case address
    case currency
    case purpose
    case label
    case invoiceID = "invoice_id"
    case uri
    case createdAt = "created_at"
  }
}
