import JSON

/// Reads the configuration file again and applies what can change without a restart.
package enum ReloadConfiguration: OwnerMethod {
  /// The name on the wire.
  package static let name = "reload"
  /// One sentence for documents.
  package static let summary = "Reads the configuration file again and applies what can change without a restart."
  /// The reasons for which it may fail, besides those of every method.
  package static let failures: [OwnerFailure.Reason] = [.conflict]
  /// What is asked.
  package typealias Params = OwnerNothing
  /// What is answered.
  package typealias Result = ReloadReport
}

/// What has changed in the configuration file since it was applied.
package struct ReloadReport: Codable, Sendable, Equatable {
  /// A key that has changed.
  package struct Change: Codable, Sendable, Equatable {
    /// Its path in the file, such as `times.poll`.
    package var key: String
    /// Whether the provider goes by it now; otherwise it does so after a restart.
    package var applied: Bool

    /// All members.
    package init(key: String, applied: Bool) {
      self.key = key
      self.applied = applied
    }
  }

  /// The changed keys.
  package var changes: [Change]

  /// All members.
  package init(changes: [Change]) {
    self.changes = changes
  }
}
