import Cryptography
import Files
import KeyStorage
import Platform
import TestSupport

/// A folder with or without a key file.
struct KeyPlace {
  let scratch: ScratchFolder
  let folder: PrivateFolder

  var path: String { scratch.path + "/" + KeyManager.fileName }

  init() throws {
    scratch = try ScratchFolder()
    folder = try PrivateFolder(opening: scratch.path)
  }

  init(_ text: String) throws {
    try self.init()
    try folder.write(Array(text.utf8), to: KeyManager.fileName, replacing: false)
  }

  func text() throws -> String {
    String(decoding: try folder.read(KeyManager.fileName, limit: 8192), as: UTF8.self)
  }

  var mode: mode_t {
    var status = stat()
    return lstat(path, &status) == 0 ? status.st_mode & 0o7777 : 0
  }
}

extension Scrypt {
  /// A low cost, for tests only.
  static let quick = Scrypt(cost: 1 << 10, blockSize: 8, parallelization: 1)
}

extension SecretBytes {
  convenience init(text: String) { self.init(text.utf8) }
}

extension Ed25519.SigningKey {
  static func fresh() throws -> Ed25519.SigningKey { try Ed25519.SigningKey(from: SystemRandom()) }
}

/// The problem that a call throws; nil if it succeeds.
func problem(_ body: () throws -> Void) -> KeyStoreError.Problem? {
  do {
    try body()
    return nil
  } catch {
    return (error as? KeyStoreError)?.problem
  }
}
