package import PaymentsModel

/// A transaction of the wallet, in a block or in the memory pool, that spends an input of a payment.
package struct Spender: Sendable {
  /// Its transaction ID, in hexadecimal.
  package let transactionID: String
  /// How many blocks are on it; 0 while it waits for one.
  package let confirmations: Int
  /// The transaction as a replacement, if it pays the same output as the payment. Its fee is the payment's share.
  package let replacement: PaymentReplacement?
  /// How many of its outputs make the payment.
  package let payments: Int

  /// Creates one of its parts.
  package init(transactionID: String, confirmations: Int, replacement: PaymentReplacement?, payments: Int) {
    self.transactionID = transactionID
    self.confirmations = confirmations
    self.replacement = replacement
    self.payments = payments
  }

  /// Returns the transaction that decides about the payment: the deepest of those that make the payment, if there are any,
  /// otherwise the deepest of all.
  package static func deciding(among spenders: [Spender]) -> Spender? {
    func deepest(_ some: [Spender]) -> Spender? { some.max { $0.confirmations < $1.confirmations } }
    return deepest(spenders.filter { $0.replacement != nil }) ?? deepest(spenders)
  }
}
