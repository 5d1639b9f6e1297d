public import Cryptography
public import Files

/// Stores a key in a file of mode 0600 in a folder of mode 0700. The file is written atomically and to the disk. It is
/// refused if it is a link, is not a regular file, belongs to another user, is accessible to others or has a second
/// name.
public struct FileKeyStore: KeyStore {
  private let file: KeyFile

  /// Makes a store for a file, which need not exist.
  public init(in folder: PrivateFolder, name: String = KeyManager.fileName) {
    file = KeyFile(folder: folder, name: name)
  }

  /// Loads the key; see ``KeyStore/load()``.
  ///
  /// - Throws: also ``KeyStoreError/Problem/passphraseNeeded`` if the key is sealed, and
  ///   ``KeyStoreError/Problem/keptOtherwise(_:)`` if it is in the keyring.
  public func load() throws(KeyStoreError) -> Ed25519.SigningKey? {
    switch try file.read() {
    case nil: return nil
    case .plain(let key): return key
    case .sealed: throw file.error(.passphraseNeeded)
    case .keyring: throw file.error(.keptOtherwise(.libsecret))
    }
  }

  /// Stores a first key; see ``KeyStore/create(_:)``.
  public func create(_ key: Ed25519.SigningKey) throws(KeyStoreError) {
    try file.write(.plain(key), replacing: false)
  }

  /// Replaces the key; see ``KeyStore/replace(with:)``.
  public func replace(with key: Ed25519.SigningKey) throws(KeyStoreError) {
    try file.write(.plain(key), replacing: true)
  }

  /// Removes the file; see ``KeyStore/delete()``.
  public func delete() throws(KeyStoreError) { try file.remove() }
}
