import CPlatform
import Platform

/// A file that a person asked for, in a folder of whoever's.
public enum OutputFile {
  /// Whether there is anything of that name.
  public static func exists(_ path: String) -> Bool {
    var status = stat()
    return lstat(path, &status) == 0
  }

  /// Writes a file of mode 0600 as a whole: it is there with all its bytes and on the disk, or not at all.
  ///
  /// - Parameter replacing: whether one of that name is replaced; otherwise it is an error that there is one.
  /// - Throws: ``PrivateFileError/exists``, ``PrivateFileError/missing`` where there is no such folder,
  ///   ``PrivateFileError/system(call:code:)``.
  public static func write(_ bytes: [UInt8], to path: String, replacing: Bool) throws(PrivateFileError) {
    let slash = path.unicodeScalars.lastIndex(of: "/")
    let name = slash.map { String(path[path.unicodeScalars.index(after: $0)...]) } ?? path
    guard !name.isEmpty, name != ".", name != ".." else { throw .system(call: "open", code: EISDIR) }
    let folder = slash.map { $0 == path.startIndex ? "/" : String(path[..<$0]) } ?? "."
    try PrivateFolder(anyone: folder).write(bytes, to: name, replacing: replacing)
  }
}
