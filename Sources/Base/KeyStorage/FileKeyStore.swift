public import Cryptography
public import Files

/// A key in a file of mode 0600 in a folder of mode 0700, made in one step and written through to the disk. The file is
/// refused when it is a link, no regular file, another user's, open to others or has a second name.
public struct FileKeyStore: KeyStore {
  private let file: KeyFile

  /// The store of a file, which need not be there.
  public init(in folder: PrivateFolder, name: String = KeyManager.fileName) {
    file = KeyFile(folder: folder, name: name)
  }

  /// The key; see ``KeyStore/load()``.
  ///
  /// - Throws: also ``KeyStoreError/Problem/passphraseNeeded`` where the key is sealed, and
  ///   ``KeyStoreError/Problem/keptOtherwise(_:)`` where it is in the keyring.
  public func load() throws(KeyStoreError) -> Ed25519.SigningKey? {
    switch try file.read() {
    case nil: return nil
    case .plain(let key): return key
    case .sealed: throw file.error(.passphraseNeeded)
    case .keyring: throw file.error(.keptOtherwise(.libsecret))
    }
  }

  /// Keeps a first key; see ``KeyStore/create(_:)``.
  public func create(_ key: Ed25519.SigningKey) throws(KeyStoreError) {
    try file.write(.plain(key), replacing: false)
  }

  /// Keeps a key in the place of another; see ``KeyStore/replace(with:)``.
  public func replace(with key: Ed25519.SigningKey) throws(KeyStoreError) {
    try file.write(.plain(key), replacing: true)
  }

  /// Removes the file; see ``KeyStore/delete()``.
  public func delete() throws(KeyStoreError) { try file.remove() }
}
