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
    let slash = path.unicodeScalars.lastIndex(of: "/")
    let name = slash.map { String(path[path.unicodeScalars.index(after: $0)...]) } ?? path
    guard !name.isEmpty, name != ".", name != ".." else { throw .system(call: "open", code: EISDIR) }
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    try PrivateFolder(anyone: folder).write(bytes, to: name, replacing: replacing)
  }
}
