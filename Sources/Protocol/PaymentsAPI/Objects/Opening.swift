public import PaymentsModel

/// An opening: something that an app asked the provider to show to the owner.
public struct Opening: WireObject {
  /// The provider's identifier of the opening.
  public var openingID: String
  /// The version, which grows by one with each visible change. It is used as `after`.
  public var version: Int
  /// The state that it has reached.
  public var status: OpeningStatus
  /// The state that the app gave, unchanged.
  public var state: String
  /// Whether the owner returns to the app afterwards.
  public var returns: Bool
  /// The time when it was requested.
  public var createdAt: Timestamp
  /// The time until which it can be opened or returned from.
  public var expiresAt: Timestamp
  /// The order that is shown.
  public var orderID: OrderID?
  /// The invoice that is shown.
  public var invoiceID: InvoiceID?
  /// The result, when the status is `returned`.
  public var result: OpeningResult?

  /// Makes a value from all members; optional members default to nil.
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

/// The status of an opening.
public enum OpeningStatus: String, Codable, Sendable, Hashable, CaseIterable {
  /// The link has not been opened yet.
  case waiting
  /// The owner is viewing it. The link does not work a second time.
  case opened
  /// The owner has finished.
  case returned
  /// It was not opened or not finished in time.
  case expired
}

/// The result of an opening. It is the state of the shown object, whatever caused that state.
public enum OpeningResult: String, Codable, Sendable, Hashable, CaseIterable {
  /// The order is approved or has progressed further.
  case approved
  /// The order is rejected.
  case rejected
  /// The owner has viewed it.
  case viewed
}
