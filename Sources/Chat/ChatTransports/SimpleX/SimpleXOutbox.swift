import ChatPayments
import Files
import Transport

/// The folder in which files stay until SimpleX Chat has sent them. SimpleX Chat takes a file by its path, reads it at
/// any later time, and reports when it has finished. The actor runs on a queue of its own, because its methods block.
actor SimpleXOutbox {
  private let queue = QueueLoop(label: "payport.simplex-files")
  nonisolated let unownedExecutor: UnownedSerialExecutor
  private let path: String

  init(_ path: String) {
    self.path = path
    unownedExecutor = queue.asUnownedSerialExecutor()
  }

  /// Stores a file in a subfolder of its own, because the receivers see the last part of its path as the file's name.
  ///
  /// - Returns: the path of the file.
  /// - Throws: `PrivateFileError`.
  func put(_ file: ChatFile) throws -> String {
    let slot = try PrivateFolder(creating: path + "/" + CardID.random().rawValue)
    try slot.write(file.bytes, to: file.name, replacing: false)
    return slot.path + "/" + file.name
  }

  /// Removes a file that SimpleX Chat no longer needs. A path in another folder is ignored.
  func remove(_ file: String) throws {
    let parts = file.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 2, parts.dropLast(2).joined(separator: "/") == path, let name = parts.last else { return }
    try PrivateFolder(opening: path).subfolder(parts[parts.count - 2]).remove(name)
  }
}
