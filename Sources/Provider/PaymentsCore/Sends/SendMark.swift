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

  /// Whether the mark is that of this provider, and not of another one that pays from the same wallet.
  package func isOf(_ provider: String) -> Bool { ledger == Self.beginning(provider, 12) }

  /// The text of the mark as it is stored in the wallet.
  package var text: String { "\(ledger):\(transaction)" }

  private static func beginning(_ text: String, _ count: Int) -> String {
    String(decoding: text.utf8.prefix(count), as: UTF8.self)
  }
}
