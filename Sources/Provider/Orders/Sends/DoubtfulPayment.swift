package import Ledger
package import PaymentsCore

/// A payment that the wallet may have made already, as far as its sends can tell.
package enum DoubtfulPayment {
  /// Whether the owner has to look before this order is paid.
  package static func mustBeReviewed(_ terms: OrderTerms, _ reader: LedgerReader) throws -> Bool {
    try sends(terms, reader).contains { try $0.verdict == .open || isDoubtful($0, reader) }
  }

  /// Whether a send may be this very payment, so that a new order is stored as one that waits for the owner. What stops all
  /// payments says nothing of an order for something else.
  package static func mayBePaid(_ terms: OrderTerms, _ reader: LedgerReader) throws -> Bool {
    try sends(terms, reader).contains { try $0.mayPay(terms) && ($0.verdict == .open || isDoubtful($0, reader)) }
  }

  private static func sends(_ terms: OrderTerms, _ reader: LedgerReader) throws -> [UnknownSend] {
    try reader.sendsInDoubt(of: SendOutput(terms), by: terms.id, currency: terms.currency)
  }

  /// A raised fee may have been found in the wallet's list before it was known which order it is for.
  private static func isDoubtful(_ send: UnknownSend, _ reader: LedgerReader) throws -> Bool {
    try !send.taken.isEmpty || !reader.isOfOrder(send.transactionID)
  }
}
