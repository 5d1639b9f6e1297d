import JSON

/// Says that the wallet of a currency may know something new, so that the provider asks it at once. It is meant for the
/// hooks of daemons, which may call it as often as they like: many calls within a second are as good as one.
package enum NotifyOfNews: OwnerMethod {
  package static let name = "notify"
  package static let summary =
    "Says that the wallet of a currency may know something new, so that the provider asks it at once."
  package static let failures: [OwnerFailure.Reason] = [.unknownCurrency]

  package struct Params: Codable, Sendable, Equatable {
    /// The code of the currency.
    package var currency: String

    package init(currency: String) {
      self.currency = currency
    }
  }

  package typealias Result = OwnerNothing
}
