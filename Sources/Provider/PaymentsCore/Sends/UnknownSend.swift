package import PaymentsModel

/// One output of a transaction of the wallet: a recipient and an amount.
package struct SendOutput: Sendable, Hashable {
  /// The recipient, in the wallet's canonical form; `nil` where the wallet does not know it.
  package let address: String?
  /// The amount that the recipient gets.
  package let amount: Amount

  /// Creates an output.
  package init(address: String?, amount: Amount) {
    self.address = address
    self.amount = amount
  }
}

/// What is known of an outgoing transaction that belongs to no order in the ledger.
package enum SendVerdict: String, Sendable, Hashable, CaseIterable {
  /// This provider made the transaction with a later state of the ledger. Nothing is paid until the owner has looked.
  case open
  /// The transaction was found when the wallet was first looked at after a start. It seems to have been made with
  /// another program while the provider was not running. The owner is asked before an order that asks for the same is
  /// paid.
  case noted
  /// The owner has looked: the transaction belongs to a request that this ledger does not know any more. The owner is
  /// asked before an order that asks for the same is paid.
  case forgotten
  /// The owner has looked: the transaction belongs to no order.
  case own
  /// The send belongs to an order, which has taken it over.
  case order
}

/// A transaction by which money left the wallet and that belonged to no order in the ledger when it was found.
package struct UnknownSend: Sendable, Hashable {
  /// The currency code.
  package let currency: String
  /// The transaction id.
  package let transactionID: String
  /// The outputs of the transaction.
  package let outputs: [SendOutput]
  /// The fee of the transaction; `nil` if the wallet does not report it.
  package let fee: Amount?
  /// When the transaction was sent; `nil` if the wallet does not report it.
  package let at: Timestamp?
  /// When the transaction was found.
  package let foundAt: Timestamp
  /// The marks of this provider that came with the transaction and that the ledger does not know, in the form of
  /// ``SendMark/transaction``.
  package let marks: [String]
  /// What is known of the transaction.
  package var verdict: SendVerdict
  /// The orders that the transaction does not pay, by the owner's decision.
  package var excluded: Set<OrderID>

  /// Creates a send.
  package init(
    currency: String, transactionID: String, outputs: [SendOutput], fee: Amount?, at: Timestamp?, foundAt: Timestamp,
    marks: [String], verdict: SendVerdict, excluded: Set<OrderID> = []
  ) {
    self.currency = currency
    self.transactionID = transactionID
    self.outputs = outputs
    self.fee = fee
    self.at = at
    self.foundAt = foundAt
    self.marks = marks
    self.verdict = verdict
    self.excluded = excluded
  }

  /// Whether the transaction may pay an order: it pays the same amount to the same address, as far as the wallet knows.
  package func mayPay(_ terms: OrderTerms) -> Bool {
    switch verdict {
    case .own, .order: return false
    case .open, .noted, .forgotten: break
    }
    guard terms.currency == currency, !excluded.contains(terms.id) else { return false }
    return outputs.contains { $0.amount == terms.amount && ($0.address ?? terms.address) == terms.address }
  }
}

extension UnknownSend: CustomStringConvertible, CustomDebugStringConvertible {
  /// Currency and verdict; recipients and amounts do not appear in logs.
  package var description: String { "send \(currency) \(verdict.rawValue)" }
  /// The same as the description.
  package var debugDescription: String { description }
}

/// The mark that a provider stores in the wallet with each of its payments. It names the provider's ledger and the
/// transaction.
package struct SendMark: Sendable, Hashable {
  /// The beginning of the provider's identifier.
  package let ledger: String
  /// The beginning of the transaction id.
  package let transaction: String

  /// Creates the mark of a provider's transaction.
  package init(provider: String, transactionID: String) {
    ledger = Self.beginning(provider, 12)
    transaction = Self.beginning(transactionID, 16)
  }

  /// Parses a mark; `nil` if the text is not a mark.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    ledger = String(decoding: parts[0], as: UTF8.self)
    transaction = String(decoding: parts[1], as: UTF8.self)
  }

  /// The text of the mark as it is stored in the wallet.
  package var text: String { "\(ledger):\(transaction)" }

  private static func beginning(_ text: String, _ count: Int) -> String {
    String(decoding: text.utf8.prefix(count), as: UTF8.self)
  }
}
