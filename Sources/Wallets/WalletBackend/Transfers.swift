public import PaymentsModel

/// Where a page of transfers ended: the backend's own text (a block hash, a height), stored by the provider.
public struct TransferCursor: Sendable, Hashable, RawRepresentable {
  /// The backend's own text.
  public let rawValue: String
  /// The cursor with this text.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// One payment that arrived at one address.
public struct IncomingTransfer: Sendable, Hashable {
  /// Names the transfer for good: transaction id and output, such as `txid:0`.
  public let id: String
  /// The transaction that carries it.
  public let transactionID: String
  /// The receiving address, in the form that ``WalletBackend/newAddress(label:)`` answered.
  public let address: String
  /// What arrived.
  public let amount: Amount
  /// Confirmations; 0 while it waits for a block.
  public let confirmations: Int
  /// Taken back: double spent, replaced, or gone after a reorganisation.
  public let removed: Bool

  /// A transfer as the wallet sees it now.
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

/// New and changed transfers since a cursor.
public struct TransferPage: Sendable, Hashable {
  /// The transfers, in no particular order; one may be reported again unchanged.
  public let transfers: [IncomingTransfer]
  /// Where the next page starts.
  public let cursor: TransferCursor

  /// A page of transfers.
  public init(transfers: [IncomingTransfer], cursor: TransferCursor) {
    self.transfers = transfers
    self.cursor = cursor
  }
}
