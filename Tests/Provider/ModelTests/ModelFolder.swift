import Foundation
import PaymentsModel

/// A folder for a ledger that belongs to one test and is removed with this object.
final class ModelFolder {
  let path: String
  /// The folder after which the database is named, where ledgers are kept in PostgreSQL: it outlives the process.
  private(set) var database: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/model-" + PaymentRequestID.random().text
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
    database = path
  }

  /// Creates a folder with copies of another folder's present files, which is what a killed process leaves.
  convenience init(copyOf other: ModelFolder) throws {
    try self.init()
    database = other.database
    // SQLite creates the index of the log again from the log.
    for name in ["ledger.sqlite", "ledger.sqlite-wal"]
    where FileManager.default.fileExists(atPath: other.path + "/" + name) {
      try FileManager.default.copyItem(atPath: other.path + "/" + name, toPath: path + "/" + name)
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
