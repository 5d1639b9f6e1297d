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
  /// The recipient's address, in the form of ``WalletBackend/checkAddress(_:)``.
  public let address: String
  /// The amount that the recipient gets.
  public let amount: Amount

  /// Creates an output.
  public init(address: String, amount: Amount) {
    self.address = address
    self.amount = amount
  }
}

/// A transaction by which money left the wallet. Either the provider made it, or the owner did with other tools.
public struct WalletSend: Sendable, Hashable {
  /// The transaction id.
  public let transactionID: String
  /// The outputs that pay others, without the change, and whose recipients the wallet knows.
  public let outputs: [SentOutput]
  /// The sum of all other outputs that pay others: of those whose recipients the wallet does not know, or no longer
  /// does. Nobody can tell then how many they are. It is zero if there are none.
  public let unknown: Amount
  /// The fee of the transaction; `nil` if the wallet does not report it.
  public let fee: Amount?
  /// The time at which the wallet made or first saw the transaction; `nil` if the wallet does not report it.
  public let at: Timestamp?
  /// The ids of the transactions that this one replaced, as far as the wallet knows: the last one, the one that that one
  /// had replaced, and so on.
  public let replaces: [String]
  /// The texts of ``SendingHistory/mark(_:paying:as:)`` that the wallet has stored with the transaction, or with an
  /// address that it pays.
  public let marks: [String]

  /// Creates a send.
  public init(
    transactionID: String, outputs: [SentOutput], unknown: Amount = .zero, fee: Amount? = nil, at: Timestamp? = nil,
    replaces: [String] = [], marks: [String] = []
  ) {
    self.transactionID = transactionID
    self.outputs = outputs
    self.unknown = unknown
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
  ///   - addresses: all recipients of its payments. A wallet that stores texts with addresses stores it with each of
  ///     them that is not its own.
  ///   - text: 1 to 64 characters of `A-Z a-z 0-9 _ - :`.
  func mark(
    _ signedTransaction: SignedTransaction, paying addresses: [String], as text: String
  ) async throws(WalletError)

  /// Returns the texts of ``mark(_:paying:as:)`` that the wallet has stored with payments to these addresses, whether or
  /// not they were handed to the network yet. The provider calls it before it hands a payment over: another provider
  /// that pays with a copy of its ledger has marked the same payment a moment ago. A wallet that stores texts with
  /// transactions only returns those of transactions that it has sent, or none.
  func marks(paying addresses: [String]) async throws(WalletError) -> [String]

  /// Returns the outputs of one of the wallet's sends that the wallet's list does not name and that have an address: its
  /// change, and what it takes for change. A wallet that was restored from its seed may not remember that it has handed
  /// an address out, and then lists nowhere what it has paid to that. A transaction that the wallet does not know has
  /// none.
  func unlistedOutputs(ofSend transactionID: String) async throws(WalletError) -> [SentOutput]

  /// Returns the signed transaction of one of the wallet's sends, made from data of the wallet and its network. It is
  /// used to look the transaction up, also after another one has taken its place, and bears the payment's share of the
  /// fee.
  ///
  /// - Parameters:
  ///   - transactionID: the transaction.
  ///   - intent: the payment that it makes.
  ///   - index: how many other payments of the transaction were asked for before. Where the wallet does not know the
  ///     list of its payments, this is the place of the payment.
  /// - Throws: ``WalletError/cannotProve`` if this wallet has not sent the transaction, or knows that it does not make
  ///   the payment.
  func signedTransaction(
    ofSend transactionID: String, paying intent: PaymentIntent, at index: Int
  ) async throws(WalletError) -> SignedTransaction

  /// Returns an address of this wallet by which it is recognised later, also after it was restored. It may be the same
  /// each time. Nobody is asked to pay to it.
  func witness() async throws(WalletError) -> String

  /// Returns those of these transactions that this wallet has sent, in blocks or waiting. The provider tells by them
  /// whether this is the wallet that it knows, and whether it has read the chain.
  func sent(among transactionIDs: [String]) async throws(WalletError) -> Set<String>

  /// Returns those of these addresses at which this wallet receives. The provider tells by them whether this is the
  /// wallet that it knows.
  func owned(among addresses: [String]) async throws(WalletError) -> Set<String>
}

extension SendingHistory {
  /// No outputs, for wallets whose list names each payment or at least counts it in ``WalletSend/unknown``.
  public func unlistedOutputs(ofSend transactionID: String) async throws(WalletError) -> [SentOutput] { [] }
}
