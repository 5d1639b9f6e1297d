import Foundation
import PaymentsModel

/// A ledger's folder of the test's own, removed with it.
final class ModelFolder {
  let path: String

  init() throws {
    path = FileManager.default.temporaryDirectory.path + "/model-" + PaymentRequestID.random().text
    try FileManager.default.createDirectory(
      atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
  }

  /// A folder with the files of another one as they are now: what a killed process leaves.
  convenience init(copyOf other: ModelFolder) throws {
    try self.init()
    // The index of the log is made anew from the log.
    for name in ["ledger.sqlite", "ledger.sqlite-wal"]
    where FileManager.default.fileExists(atPath: other.path + "/" + name) {
      try FileManager.default.copyItem(atPath: other.path + "/" + name, toPath: path + "/" + name)
    }
  }

  deinit {
    try? FileManager.default.removeItem(atPath: path)
  }
}
