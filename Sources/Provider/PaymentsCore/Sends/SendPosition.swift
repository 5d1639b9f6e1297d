package import PaymentsModel

/// Up to where a wallet's sends were read, and which wallet that was. In another wallet the position means nothing.
package struct SendPosition: Sendable, Hashable {
  /// The wallet's own text; `nil` if its sends have to be read from the beginning.
  package let cursor: String?
  /// An address of the wallet.
  package let witness: String
  /// When the ledger was first compared with a wallet. It has paid nothing before.
  package let since: Timestamp
  /// When the owner accepted the wallet in place of another one. What the ledger knew before is no evidence since then.
  package let acceptedAt: Timestamp?

  /// Creates a position.
  package init(cursor: String?, witness: String, since: Timestamp, acceptedAt: Timestamp? = nil) {
    self.cursor = cursor
    self.witness = witness
    self.since = since
    self.acceptedAt = acceptedAt
  }
}
