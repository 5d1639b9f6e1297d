import CPlatform
import Platform

/// A file that a person asked for. Its folder may belong to any user.
public enum OutputFile {
  /// Whether anything exists at the path.
  public static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Writes a file of mode 0600 atomically: afterwards it either exists with all its bytes on the disk or does not
  /// exist.
  ///
  /// - Parameter replacing: whether an existing file is replaced; otherwise an existing file is an error.
  /// - Throws: ``PrivateFileError/exists``, ``PrivateFileError/missing`` if the folder does not exist,
  ///   ``PrivateFileError/system(call:code:)``.
  public static func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(PrivateFileError) {
    let (folder, name) = try place(path)
    try PrivateFolder(anyone: folder).write(bytes, to: name, replacing: replacing)
  }

  /// Writes a new file of mode 0600 atomically, whose bytes `body` writes to a descriptor.
  ///
  /// - Throws: what `body` throws, and the same errors as ``write(_:to:replacing:)``.
  public static func write(
    to path: String, by body: (_ descriptor: Int32) throws(PrivateFileError) -> Void
  ) throws(PrivateFileError) {
    let (folder, name) = try place(path)
    try PrivateFolder(anyone: folder).write(to: name, replacing: false, by: body)
  }

  /// Writes the folder of a file to the disk, so that the file's name stays after a power failure.
  ///
  /// - Throws: ``PrivateFileError/missing``, ``PrivateFileError/system(call:code:)``.
  public static func synchronizeFolder(of path: String) throws(PrivateFileError) {
    try PrivateFolder(anyone: try place(path).folder).synchronize()
  }

  private static func place(_ path: String) throws(PrivateFileError) -> (folder: String, name: String) {
    let slash = path.unicodeScalars.lastIndex(of: "/")
    let name = slash.map { String(path[path.unicodeScalars.index(after: $0)...]) } ?? path
    guard !name.isEmpty, name != ".", name != ".." else { throw .system(call: "open", code: EISDIR) }
    return (slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? ".", name)
  }
}
