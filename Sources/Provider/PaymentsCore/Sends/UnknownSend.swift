package import PaymentsModel

/// One payment that a transaction makes: a recipient and an amount.
package struct SendOutput: Sendable, Hashable {
  /// The recipient, in the wallet's canonical form.
  package let address: String
  /// The amount that the recipient gets.
  package let amount: Amount

  /// Creates an output.
  package init(address: String, amount: Amount) {
    self.address = address
    self.amount = amount
  }
}

/// What a transaction pays to others, as far as the wallet knows. A wallet that was restored from its seed may know only
/// the sum, which any number of payments may be part of.
package struct SendContent: Sendable, Hashable {
  /// The payments whose recipients the wallet knows.
  package private(set) var outputs: [SendOutput]
  /// The sum of all other payments, whose recipients and number are not known; zero if there are none.
  package private(set) var unknown: Amount
  /// The outputs that the wallet does not name in its list: its change, and payments to itself that it takes for change
  /// since it was restored from its seed. They count only for an order that asks for exactly one of them.
  package private(set) var unlisted: [SendOutput]

  /// Creates a content.
  package init(outputs: [SendOutput], unknown: Amount = .zero, unlisted: [SendOutput] = []) {
    self.outputs = outputs
    self.unknown = unknown
    self.unlisted = unlisted
  }

  /// Whether nothing is left that the wallet names as a payment.
  package var isEmpty: Bool { outputs.isEmpty && unknown == .zero }

  /// Returns whether a payment may be among these. One of those that are not known may be any payment up to their sum.
  package func mayContain(_ payment: SendOutput) -> Bool {
    outputs.contains(payment) || unlisted.contains(payment) || payment.amount <= unknown && unknown > .zero
  }

  /// Takes a payment out, since it is accounted for.
  package mutating func remove(_ payment: SendOutput) {
    if let index = outputs.firstIndex(of: payment) {
      outputs.remove(at: index)
    } else if let index = unlisted.firstIndex(of: payment) {
      unlisted.remove(at: index)
    } else {
      unknown = unknown.subtracting(payment.amount) ?? .zero
    }
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
  /// What the transaction pays.
  package let content: SendContent
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
  /// What the transaction pays of orders that have taken it over. A transaction may pay several.
  package var taken: [OrderID: SendOutput]

  /// Creates a send.
  package init(
    currency: String, transactionID: String, content: SendContent, fee: Amount?, at: Timestamp?, foundAt: Timestamp,
    marks: [String], verdict: SendVerdict, excluded: Set<OrderID> = [], taken: [OrderID: SendOutput] = [:]
  ) {
    self.currency = currency
    self.transactionID = transactionID
    self.content = content
    self.fee = fee
    self.at = at
    self.foundAt = foundAt
    self.marks = marks
    self.verdict = verdict
    self.excluded = excluded
    self.taken = taken
  }

  /// What the transaction pays that no order has taken over yet.
  package var rest: SendContent {
    var rest = content
    for payment in taken.values { rest.remove(payment) }
    return rest
  }

  /// Returns the send with the outputs that the wallet does not name in its list.
  package func with(unlisted: [SendOutput]) -> UnknownSend {
    UnknownSend(
      currency: currency, transactionID: transactionID,
      content: SendContent(outputs: content.outputs, unknown: content.unknown, unlisted: unlisted), fee: fee, at: at,
      foundAt: foundAt, marks: marks, verdict: verdict, excluded: excluded, taken: taken)
  }

  /// Whether each payment that the wallet names has its order.
  package var isTaken: Bool { !taken.isEmpty && rest.isEmpty }

  /// Lets an order take its part of the transaction over. When nothing is left, the send needs no more decisions;
  /// before that it may be the payment of other orders, too.
  package mutating func take(over terms: OrderTerms) {
    taken[terms.id] = SendOutput(terms)
    excluded.insert(terms.id)
    verdict = rest.isEmpty && rest.unlisted.isEmpty ? .order : .forgotten
  }

  /// Whether the transaction may pay an order, too: as far as the wallet knows, what no other order has taken over
  /// contains the same amount for the same address.
  package func mayPay(_ terms: OrderTerms) -> Bool {
    terms.currency == currency && mayPay(SendOutput(terms), of: terms.id)
  }

  /// The same for what an order of this currency asks for.
  package func mayPay(_ payment: SendOutput, of order: OrderID) -> Bool {
    switch verdict {
    case .own, .order: return false
    case .open, .noted, .forgotten: return !excluded.contains(order) && rest.mayContain(payment)
    }
  }
}

extension SendOutput {
  /// What an order asks for.
  package init(_ terms: OrderTerms) { self.init(address: terms.address, amount: terms.amount) }
}

extension UnknownSend: CustomStringConvertible, CustomDebugStringConvertible {
  /// Currency and verdict; recipients and amounts do not appear in logs.
  package var description: String { "send \(currency) \(verdict.rawValue)" }
  /// The same as the description.
  package var debugDescription: String { description }
}
