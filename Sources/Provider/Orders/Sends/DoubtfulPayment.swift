package import Ledger
package import PaymentsCore

/// A payment that the wallet may have made already, as far as its sends can tell.
package enum DoubtfulPayment {
  /// Whether the owner has to look before this order is paid.
  package static func mustBeReviewed(_ terms: OrderTerms, _ reader: LedgerReader) throws -> Bool {
    let sends = try reader.sendsInDoubt(of: SendOutput(terms), by: terms.id, currency: terms.currency)
    return try sends.contains { send in
      // A raised fee may have been found in the wallet's list before it was known which order it is for.
      try send.verdict == .open || !send.taken.isEmpty || !reader.isOfOrder(send.transactionID)
    }
  }
}
