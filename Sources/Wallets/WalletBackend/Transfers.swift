public import PaymentsModel

/// The end of a page of transfers. Its text belongs to the backend (a block hash or a height); the provider only stores
/// it.
public struct TransferCursor: Sendable, Hashable, RawRepresentable {
  /// The backend's own text.
  public let rawValue: String
  /// Creates a cursor from its text.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// A payment that arrived at an address.
public struct IncomingTransfer: Sendable, Hashable {
  /// The permanent identifier of the transfer: transaction id and output, such as `txid:0`.
  public let id: String
  /// The transaction of the transfer.
  public let transactionID: String
  /// The receiving address, in the form that ``WalletBackend/newAddress(label:)`` returned, or the payment hash of a
  /// Lightning invoice.
  public let address: String
  /// The amount that arrived.
  public let amount: Amount
  /// The number of confirmations; 0 while the transfer waits for a block.
  public let confirmations: Int
  /// Whether the transfer is gone, because it was double-spent, replaced, or removed by a reorganisation.
  public let removed: Bool

  /// Creates a transfer in its current state.
  public init(
    id: String, transactionID: String, address: String, amount: Amount, confirmations: Int, removed: Bool = false
  ) {
    self.id = id
    self.transactionID = transactionID
    self.address = address
    self.amount = amount
    self.confirmations = confirmations
    self.removed = removed
  }
}

/// The new and changed transfers since a cursor.
public struct TransferPage: Sendable, Hashable {
  /// The transfers in no particular order. A transfer may be reported again unchanged.
  public let transfers: [IncomingTransfer]
  /// The cursor at which the next page begins.
  public let cursor: TransferCursor

  /// Creates a page of transfers.
  public init(transfers: [IncomingTransfer], cursor: TransferCursor) {
    self.transfers = transfers
    self.cursor = cursor
  }
}
