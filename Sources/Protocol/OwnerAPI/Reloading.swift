import JSON

/// Reads the configuration file again and applies what can change without a restart.
package enum ReloadConfiguration: OwnerMethod {
  package static let name = "reload"
  package static let summary = "Reads the configuration file again and applies what can change without a restart."
  package static let failures: [OwnerFailure.Reason] = [.conflict]
  package typealias Params = OwnerNothing
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

    package init(key: String, applied: Bool) {
      self.key = key
      self.applied = applied
    }
  }

  /// The changed keys.
  package var changes: [Change]

  package init(changes: [Change]) {
    self.changes = changes
  }
}
