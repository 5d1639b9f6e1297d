import JSON

/// Puts a consistent copy of what a backup contains into a new folder, which whoever asked removes.
package enum StageBackup: OwnerMethod {
  package static let name = "backup"
  package static let summary =
    "Puts a consistent copy of all that a backup contains into a new folder inside the state folder."
  package typealias Params = OwnerNothing
  package typealias Result = StagedBackup
}

/// A copy of all that a backup contains, while payments go on.
package struct StagedBackup: Codable, Sendable, Equatable, SnakeCaseMembers {
  /// The path of the folder, inside the state folder. Whoever asked for it removes it; the next start does, too.
  package var folder: String
  /// The number of the newest entry of the audit log in it.
  package var auditEntries: Int64
  /// How the provider's key is in it: `plain`, `sealed`, `keyring` (it is not in it), or `none`.
  package var key: String
  /// The size of all files in bytes.
  package var bytes: Int
  /// Whether the configuration file is in it.
  package var hasConfiguration: Bool

  package init(folder: String, auditEntries: Int64, key: String, bytes: Int, hasConfiguration: Bool) {
    self.folder = folder
    self.auditEntries = auditEntries
    self.key = key
    self.bytes = bytes
    self.hasConfiguration = hasConfiguration
  }
}
