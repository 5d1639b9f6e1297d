import JSON

/// Says that the wallet of a currency may know something new, so that the provider asks it at once. It is meant for the
/// hooks of daemons, which may call it as often as they like: many calls within a second are as good as one.
package enum NotifyOfNews: OwnerMethod {
  /// The name on the wire.
  package static let name = "notify"
  /// One sentence for documents.
  package static let summary =
    "Says that the wallet of a currency may know something new, so that the provider asks it at once."
  /// The reasons for which it may fail, besides those of every method.
  package static let failures: [OwnerFailure.Reason] = [.unknownCurrency]

  /// What is asked.
  package struct Params: Codable, Sendable, Equatable {
    /// The code of the currency.
    package var currency: String

    /// All members; those that may be absent default to that.
    package init(currency: String) {
      self.currency = currency
    }
  }

  /// What is answered.
  package typealias Result = OwnerNothing
}
