import ChatPayments
import Files
import Transport

/// The folder in which files wait until SimpleX Chat has sent them: it takes a file by its path, reads it when it
/// likes, and tells when it is done. On a queue of its own, as all of it blocks.
actor SimpleXOutbox {
  private let queue = QueueLoop(label: "payport.simplex-files")
  nonisolated let unownedExecutor: UnownedSerialExecutor
  private let path: String

  init(_ path: String) {
    self.path = path
    unownedExecutor = queue.asUnownedSerialExecutor()
  }

  /// Puts a file there, in a folder of its own, as others see the last part of the path.
  ///
  /// - Returns: its path.
  /// - Throws: `PrivateFileError`.
  func put(_ file: ChatFile) throws -> String {
    let slot = try PrivateFolder(creating: path + "/" + CardID.random().rawValue)
    try slot.write(file.bytes, to: file.name, replacing: false)
    return slot.path + "/" + file.name
  }

  /// Removes a file of which SimpleX Chat is done; a path of another folder is left alone.
  func remove(_ file: String) throws {
    let parts = file.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 2, parts.dropLast(2).joined(separator: "/") == path, let name = parts.last else { return }
    try PrivateFolder(opening: path).subfolder(parts[parts.count - 2]).remove(name)
  }
}
