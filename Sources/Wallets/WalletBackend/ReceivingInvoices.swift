public import PaymentsModel

/// What one invoice of a wallet is to say, for wallets that make invoices and not only addresses.
public struct ReceivingTerms: Sendable, Hashable {
  /// The amount; `nil` if the payer decides.
  public let amount: Amount?
  /// What the payer reads. A wallet may cut it.
  public let text: String
  /// How long it can be paid.
  public let lifetime: Duration

  /// Creates the terms.
  public init(amount: Amount?, text: String, lifetime: Duration) {
    self.amount = amount
    self.text = text
    self.lifetime = lifetime
  }
}

/// The places at which one invoice can be paid. Whichever is paid, it is this invoice that is paid.
public struct ReceivingPlaces: Sendable, Hashable {
  /// The address that the wallet has chosen for this invoice; `nil` if any new address of it goes with the invoice.
  public let address: String?
  /// An invoice of the Lightning network (BOLT 11), in small letters.
  public let lightning: String
  /// The payment hash of the Lightning invoice, in hexadecimal. ``IncomingTransfer/address`` of what is paid by it is this.
  public let paymentHash: String

  /// Creates the places.
  public init(address: String? = nil, lightning: String, paymentHash: String) {
    self.address = address
    self.lightning = lightning
    self.paymentHash = paymentHash
  }
}

extension WalletBackend {
  /// Addresses are all that it makes.
  public var makesInvoices: Bool { false }

  /// No invoices, for wallets that only have addresses.
  public func newInvoice(_ terms: ReceivingTerms) async throws(WalletError) -> ReceivingPlaces {
    throw .protocolViolation(code: nil)
  }
}
