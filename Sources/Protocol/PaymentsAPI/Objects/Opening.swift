public import PaymentsModel

/// Something that an app asked the provider to show to the owner.
public struct Opening: WireObject {
  /// The provider's name of the opening.
  public var openingID: String
  /// Grows by one with each change that can be seen; for `after`.
  public var version: Int
  /// How far it is.
  public var status: OpeningStatus
  /// What the app gave, to the letter.
  public var state: String
  /// Whether the owner is led back to the app.
  public var returns: Bool
  /// When it was asked for.
  public var createdAt: Timestamp
  /// Until when it can be opened, or come back.
  public var expiresAt: Timestamp
  /// The order that is shown.
  public var orderID: OrderID?
  /// The invoice that is shown.
  public var invoiceID: InvoiceID?
  /// When `returned`: how it went.
  public var result: OpeningResult?

  /// Makes the object of its members; one that may be absent is, unless it is given.
  public init(
    openingID: String, version: Int, status: OpeningStatus, state: String, returns: Bool, createdAt: Timestamp,
    expiresAt: Timestamp, orderID: OrderID? = nil, invoiceID: InvoiceID? = nil, result: OpeningResult? = nil
  ) {
    self.openingID = openingID
    self.version = version
    self.status = status
    self.state = state
    self.returns = returns
    self.createdAt = createdAt
    self.expiresAt = expiresAt
    self.orderID = orderID
    self.invoiceID = invoiceID
    self.result = result
  }
}

/// How far an opening is.
public enum OpeningStatus: String, Codable, Sendable, Hashable, CaseIterable {
  /// The link was not opened yet.
  case waiting
  /// The owner is looking at it; the link does not work a second time.
  case opened
  /// The owner is done with it.
  case returned
  /// Nobody opened it in time, or it was not finished.
  case expired
}

/// How it went with what was opened: how that stands, whoever brought it about.
public enum OpeningResult: String, Codable, Sendable, Hashable, CaseIterable {
  /// The order is approved, or further.
  case approved
  /// The order is rejected.
  case rejected
  /// It was looked at.
  case viewed
}
