package import PaymentsModel

/// What the owner has to know of a wallet that can be used all the same.
package struct WalletNotice: Codable, Sendable, Equatable {
  /// What it is about.
  package enum Kind: String, Codable, Sendable, Hashable, CaseIterable {
    /// Entries of a list of the wallet cannot be read.
    case unreadable
    /// A part of the money is in extension blocks, from which nothing can be paid.
    case inExtensionBlocks = "in_extension_blocks"
    /// It handed out addresses that the ledger had, as a wallet does that was put back to an older state.
    case addressesPassed = "addresses_passed"
  }

  /// What it is about.
  package var kind: Kind
  /// The list with entries that cannot be read: `received`, `sent` or `coins`.
  package var list: String?
  /// How many entries of the list could not be read since the start, at most 1,000 are counted; or how many addresses were
  /// passed over.
  package var count: Int?
  /// How much money is in extension blocks.
  package var amount: DecimalAmount?

  package init(kind: Kind, list: String? = nil, count: Int? = nil, amount: DecimalAmount? = nil) {
    self.kind = kind
    self.list = list
    self.count = count
    self.amount = amount
  }
}
