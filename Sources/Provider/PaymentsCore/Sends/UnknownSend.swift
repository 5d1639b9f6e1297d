package import PaymentsModel

/// What a transaction of the wallet pays to somebody.
package struct SendOutput: Sendable, Hashable {
  /// The recipient, in the wallet's canonical form; `nil` where the wallet does not know it.
  package let address: String?
  /// What the recipient gets.
  package let amount: Amount

  /// An output.
  package init(address: String?, amount: Amount) {
    self.address = address
    self.amount = amount
  }
}

/// What is known of a send that is of no order in the ledger.
package enum SendVerdict: String, Sendable, Hashable, CaseIterable {
  /// This provider made it, by a ledger that knew more than the present one: nothing is paid until the owner has
  /// looked.
  case open
  /// It was found when the wallet was first looked at after a start: made with other tools while the provider was away,
  /// as far as anybody can tell. An order that asks for the very same is shown to the owner first.
  case noted
  /// The owner has looked: it is of a request that this ledger does not know any more. An order that asks for the very
  /// same is shown to the owner first.
  case forgotten
  /// The owner has looked: it is of no order.
  case own
  /// The send belongs to an order, which has taken it over.
  case order
}

/// A transaction by which money left the wallet and that is of no order in the ledger, or was not when it was found.
package struct UnknownSend: Sendable, Hashable {
  /// The currency code.
  package let currency: String
  /// The transaction id.
  package let transactionID: String
  /// What it pays.
  package let outputs: [SendOutput]
  /// The fee that it pays; `nil` where the wallet does not tell.
  package let fee: Amount?
  /// When it was sent; `nil` where the wallet does not tell.
  package let at: Timestamp?
  /// When it was found.
  package let foundAt: Timestamp
  /// The marks of this provider that came with it and that the ledger does not know, as ``SendMark/transaction``.
  package let marks: [String]
  /// What is known of it.
  package var verdict: SendVerdict
  /// Orders that it is not, by the owner's word.
  package var excluded: Set<OrderID>

  /// A send.
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

  /// Whether it may be the payment of an order: it pays the same to the same address, as far as the wallet knows.
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

/// What a provider has the wallet remember with each of its payments: whose ledger it is in, and which transaction it
/// is.
package struct SendMark: Sendable, Hashable {
  /// The beginning of the provider's identifier.
  package let ledger: String
  /// The beginning of the transaction id.
  package let transaction: String

  /// The mark of a provider's transaction.
  package init(provider: String, transactionID: String) {
    ledger = Self.beginning(provider, 12)
    transaction = Self.beginning(transactionID, 16)
  }

  /// Reads a mark; `nil` for what is none.
  package init?(_ text: String) {
    let parts = text.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
    guard parts.count == 2, !parts[0].isEmpty, !parts[1].isEmpty else { return nil }
    ledger = String(decoding: parts[0], as: UTF8.self)
    transaction = String(decoding: parts[1], as: UTF8.self)
  }

  /// What the wallet is given to remember.
  package var text: String { "\(ledger):\(transaction)" }

  private static func beginning(_ text: String, _ count: Int) -> String {
    String(decoding: text.utf8.prefix(count), as: UTF8.self)
  }
}
