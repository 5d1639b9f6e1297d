/// Tells the numbers by which the owner's tools watch the provider.
package enum GetMetrics: OwnerMethod {
  package static let name = "metrics"
  package static let summary = "Tells the numbers by which the owner's tools watch the provider."

  package typealias Params = OwnerNothing

  package struct Result: Codable, Sendable, Equatable {
    /// All metrics as OpenMetrics 1.0 text. They have no amounts, addresses, identifiers or names of apps.
    package var text: String

    package init(text: String) {
      self.text = text
    }
  }
}
