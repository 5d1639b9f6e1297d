import Cryptography
import Files

/// One key file in a folder that only its owner can access. The formats are in the specification, chapter on keys.
struct KeyFile: Sendable {
  static let maximumSize = 4096

  let folder: PrivateFolder
  let name: String

  /// The path of the file, for messages.
  var path: String { folder.path + "/" + name }

  /// Reads the file; nil if there is none. Temporary files that were left by a crash are removed.
  func read() throws(KeyStoreError) -> KeyFileContent? {
    var count = 0
    let bytes: SecretBytes
    do throws(PrivateFileError) {
      try folder.removeLeftovers(of: name)
      bytes = try SecretBytes(count: Self.maximumSize + 1) { (buffer) throws(PrivateFileError) in
        count = try folder.read(name, into: buffer, oneName: true)
      }
      guard count <= Self.maximumSize else { throw .tooLarge(limit: Self.maximumSize) }
    } catch {
      if case .missing = error { return nil }
      throw KeyStoreError(file: error, path)
    }
    return try bytes.withUnsafeBytes { (buffer) throws(KeyStoreError) in
      try KeyFileContent(parsing: UnsafeRawBufferPointer(rebasing: buffer[..<count]), path: path)
    }
  }

  /// Writes the file atomically and to the disk.
  func write(_ content: KeyFileContent, replacing: Bool) throws(KeyStoreError) {
    let bytes: SecretBytes
    do { bytes = try content.encoded() } catch { throw self.error(.cryptography) }
    do {
      try bytes.withUnsafeBytes { (buffer) throws(PrivateFileError) in
        try folder.write(buffer, to: name, replacing: replacing)
      }
    } catch {
      throw KeyStoreError(file: error, path)
    }
  }

  func remove() throws(KeyStoreError) {
    do {
      try folder.remove(name)
      try folder.synchronize()
    } catch {
      throw KeyStoreError(file: error, path)
    }
  }

  func error(_ problem: KeyStoreError.Problem) -> KeyStoreError { KeyStoreError(problem, path) }
}
