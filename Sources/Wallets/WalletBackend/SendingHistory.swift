public import PaymentsModel

/// The point up to which the wallet's sends were read. Its text belongs to the backend; the provider only stores it.
public struct SendCursor: Sendable, Hashable, RawRepresentable {
  /// The backend's own text.
  public let rawValue: String
  /// Creates a cursor from its text.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// An output of a transaction of the wallet that pays somebody else.
public struct SentOutput: Sendable, Hashable {
  /// The recipient's address, in the form of ``WalletBackend/checkAddress(_:)``; `nil` if the wallet does not know it,
  /// or no longer does.
  public let address: String?
  /// The amount that the recipient gets.
  public let amount: Amount

  /// Creates an output.
  public init(address: String?, amount: Amount) {
    self.address = address
    self.amount = amount
  }
}

/// A transaction by which money left the wallet. Either the provider made it, or the owner did with other tools.
public struct WalletSend: Sendable, Hashable {
  /// The transaction id.
  public let transactionID: String
  /// The outputs that pay others, without the change.
  public let outputs: [SentOutput]
  /// The fee of the transaction; `nil` if the wallet does not report it.
  public let fee: Amount?
  /// The time at which the wallet made or first saw the transaction; `nil` if the wallet does not report it.
  public let at: Timestamp?
  /// The id of the transaction that this one replaced, if the wallet knows of one.
  public let replaces: String?
  /// The texts of ``SendingHistory/mark(_:paying:as:)`` that the wallet has stored with the transaction, or with an
  /// address that it pays.
  public let marks: [String]

  /// Creates a send.
  public init(
    transactionID: String, outputs: [SentOutput], fee: Amount? = nil, at: Timestamp? = nil, replaces: String? = nil,
    marks: [String] = []
  ) {
    self.transactionID = transactionID
    self.outputs = outputs
    self.fee = fee
    self.at = at
    self.replaces = replaces
    self.marks = marks
  }
}

/// The sends since a cursor.
public struct SendPage: Sendable, Hashable {
  /// The sends in no particular order. A send may be reported more than once.
  public let sends: [WalletSend]
  /// The cursor at which the next page begins.
  public let cursor: SendCursor

  /// Creates a page of sends.
  public init(sends: [WalletSend], cursor: SendCursor) {
    self.sends = sends
    self.cursor = cursor
  }
}

/// The memory that a wallet has of the transactions that it sent. It is the only record outside of the provider's own
/// files: if those are restored from a backup, the wallet knows more than they do.
public protocol SendingHistory: Sendable {
  /// Returns the transactions by which money has left the wallet since a cursor. Transactions that wait for a block are
  /// included, and transactions that can never take effect are left out. Any cursor can be used again.
  ///
  /// - Parameter cursor: the cursor of the last page. For `nil`, and for a cursor that the wallet does not know, all
  ///   sends are returned.
  func sends(since cursor: SendCursor?) async throws(WalletError) -> SendPage

  /// Stores a text with a transaction, before ``WalletBackend/commit(_:)``. The wallet itself stores it, so that it
  /// outlives the provider's files, and reports it with the send from then on. Repeating the call changes nothing, and
  /// the owner's own notes are preserved.
  ///
  /// - Parameters:
  ///   - signedTransaction: the transaction.
  ///   - address: the recipient's address.
  ///   - text: 1 to 64 characters of `A-Z a-z 0-9 _ - :`.
  func mark(_ signedTransaction: SignedTransaction, paying address: String, as text: String) async throws(WalletError)

  /// Returns the signed transaction of one of the wallet's sends, made from data of the wallet and its network. It is
  /// used to look the transaction up.
  ///
  /// - Throws: ``WalletError/cannotProve`` if this wallet has not sent the transaction.
  func signedTransaction(ofSend transactionID: String) async throws(WalletError) -> SignedTransaction
}
