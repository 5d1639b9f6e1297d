import ChatPayments
import Files
import Platform
import Transport

/// A folder through which files pass between this app and SimpleX Chat, which takes and gives files by their paths. Each
/// file has a subfolder of its own, because receivers see the last part of its path as its name. The actor runs on a
/// queue of its own, because its methods block.
actor SimpleXFolder {
  private let queue = QueueLoop(label: "payport.simplex-files")
  nonisolated let unownedExecutor: UnownedSerialExecutor
  private let path: String

  init(_ path: String) {
    self.path = path
    unownedExecutor = queue.asUnownedSerialExecutor()
  }

  /// Returns a path that SimpleX Chat understands as this app does, whatever its working directory is.
  static func absolute(_ path: String) -> String {
    guard path.utf8.first != 0x2F, let current = getcwd(nil, 0) else { return path }
    defer { free(current) }
    return String(cString: current) + "/" + path
  }

  /// Stores a file.
  ///
  /// - Returns: the path of the file.
  /// - Throws: `PrivateFileError`.
  func put(_ file: ChatFile) throws -> String {
    let slot = try PrivateFolder(creating: path + "/" + CardID.random().rawValue)
    try slot.write(file.bytes, to: file.name, replacing: false)
    return slot.path + "/" + file.name
  }

  /// Returns a path at which there is no file yet.
  ///
  /// - Throws: `PrivateFileError`.
  func place() throws -> String { try PrivateFolder(creating: path + "/" + CardID.random().rawValue).path + "/file" }

  /// Reads a file that SimpleX Chat has written at a path that ``place()`` returned; `nil` if the path is elsewhere.
  ///
  /// - Throws: `PrivateFileError`.
  func read(_ file: String, limit: Int) throws -> [UInt8]? {
    guard let (slot, name) = parts(of: file) else { return nil }
    return try PrivateFolder(opening: path).subfolder(slot).readSubmitted(name, limit: limit).bytes
  }

  /// Removes a file and its subfolder. A path in another folder is ignored.
  func remove(_ file: String) {
    guard let (slot, name) = parts(of: file) else { return }
    // A file that cannot be removed only takes up space.
    try? PrivateFolder(opening: path).subfolder(slot).remove(name)
    rmdir(path + "/" + slot)
  }

  private func parts(of file: String) -> (slot: String, name: String)? {
    let parts = file.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).map(String.init)
    guard parts.count > 2, parts.dropLast(2).joined(separator: "/") == path, let name = parts.last,
      !name.isEmpty, ![".", ".."].contains(name), CardID(rawValue: parts[parts.count - 2]) != nil
    else { return nil }
    return (parts[parts.count - 2], name)
  }
}
