public import PaymentsModel

/// Up to where the wallet's own sends were read: the backend's own text, stored by the provider.
public struct SendCursor: Sendable, Hashable, RawRepresentable {
  /// The backend's own text.
  public let rawValue: String
  /// The cursor with this text.
  public init(rawValue: String) { self.rawValue = rawValue }
}

/// What a transaction of the wallet pays to somebody else.
public struct SentOutput: Sendable, Hashable {
  /// The recipient, in the form of ``WalletBackend/checkAddress(_:)``; `nil` where the wallet does not know it (any
  /// more).
  public let address: String?
  /// What the recipient gets.
  public let amount: Amount

  /// An output.
  public init(address: String?, amount: Amount) {
    self.address = address
    self.amount = amount
  }
}

/// A transaction by which money left the wallet, whoever had it made: the provider, or the owner with other tools.
public struct WalletSend: Sendable, Hashable {
  /// The transaction id.
  public let transactionID: String
  /// What it pays, change apart.
  public let outputs: [SentOutput]
  /// The fee it pays; `nil` where the wallet does not tell.
  public let fee: Amount?
  /// When the wallet made it or first saw it; `nil` where the wallet does not tell.
  public let at: Timestamp?
  /// The transaction whose place it took, where the wallet knows that it replaced one.
  public let replaces: String?
  /// The texts of ``SendingHistory/mark(_:paying:as:)`` that the wallet keeps with it, or with an address that it pays.
  public let marks: [String]

  /// A send.
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

/// Sends since a cursor.
public struct SendPage: Sendable, Hashable {
  /// The sends, in no particular order; one may be reported again.
  public let sends: [WalletSend]
  /// Where the next page starts.
  public let cursor: SendCursor

  /// A page of sends.
  public init(sends: [WalletSend], cursor: SendCursor) {
    self.sends = sends
    self.cursor = cursor
  }
}

/// What a wallet remembers of what it sent. It is the one witness outside of the provider's own files: a folder that
/// was put back from a backup knows less than the wallet.
public protocol SendingHistory: Sendable {
  /// The transactions by which money left the wallet since a cursor, those that wait for a block included, those that
  /// can never take effect left out. Consumes nothing: any cursor can be used again.
  ///
  /// - Parameter cursor: where the last page ended; all that the wallet knows for `nil`, and for one that it does not
  ///   know.
  func sends(since cursor: SendCursor?) async throws(WalletError) -> SendPage

  /// Has the wallet remember a text with a transaction, before ``WalletBackend/commit(_:)``: kept by the wallet itself,
  /// so that it outlives the provider's files, and told with the send from then on. Doing so again changes nothing, and
  /// what the owner noted there stays.
  ///
  /// - Parameters:
  ///   - signed transaction: the transaction.
  ///   - address: whom it pays.
  ///   - text: 1 to 64 characters of `A-Z a-z 0-9 _ - :`.
  func mark(_ signedTransaction: SignedTransaction, paying address: String, as text: String) async throws(WalletError)

  /// The signed transaction of one of the wallet's sends, made from what the wallet and its network have: to look it up
  /// by.
  ///
  /// - Throws: ``WalletError/cannotProve`` where the transaction is none that this wallet sent.
  func signedTransaction(ofSend transactionID: String) async throws(WalletError) -> SignedTransaction
}
