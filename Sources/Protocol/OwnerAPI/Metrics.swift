/// Tells the numbers by which the owner's tools watch the provider.
package enum GetMetrics: OwnerMethod {
  /// The name on the wire.
  package static let name = "metrics"
  /// One sentence for documents.
  package static let summary = "Tells the numbers by which the owner's tools watch the provider."

  /// What is asked.
  package typealias Params = OwnerNothing

  /// What is answered.
  package struct Result: Codable, Sendable, Equatable {
    /// All metrics as OpenMetrics 1.0 text. They have no amounts, addresses, identifiers or names of apps.
    package var text: String

    /// All members.
    package init(text: String) {
      self.text = text
    }
  }
}
