public import Cryptography
import DisplayText
public import Files

/// Stores a key in the keyring of the desktop session (the Secret Service, through libsecret). The key file contains
/// this fact and the public key. If the keyring loses the key, the app or provider therefore reports it and does not
/// make another key.
///
/// The keyring protects a key only while it is locked. While it is unlocked, any program of the session can read the
/// key.
public struct SecretServiceKeyStore: KeyStore {
  private let file: KeyFile
  private let label: String
  private let executable: String?

  /// Makes a store for a key file, which need not exist.
  ///
  /// - Parameters:
  ///   - label: the name of the key in the desktop's password manager.
  ///   - tool: the path of `secret-tool`; nil to search for it.
  public init(
    in folder: PrivateFolder, name: String = KeyManager.fileName, label: String = "Payport key", tool: String? = nil
  ) {
    file = KeyFile(folder: folder, name: name)
    self.label = label
    executable = tool
  }

  /// Loads the key; see ``KeyStore/load()``.
  ///
  /// - Throws: also ``KeyStoreError/Problem/keyringLocked``, ``KeyStoreError/Problem/keyringUnavailable(_:)``,
  ///   ``KeyStoreError/Problem/notInKeyring``, and ``KeyStoreError/Problem/keptOtherwise(_:)`` if the key is in the
  ///   file.
  public func load() throws(KeyStoreError) -> Ed25519.SigningKey? {
    switch try file.read() {
    case nil: return nil
    case .plain, .sealed: throw file.error(.keptOtherwise(.file))
    case .keyring(let publicKey): return try key(of: publicKey)
    }
  }

  private func key(of publicKey: Ed25519.VerifyingKey) throws(KeyStoreError) -> Ed25519.SigningKey {
    switch try tool().lookUp(Self.attributes(publicKey)) {
    case .none: throw file.error(.notInKeyring)
    case .locked: throw file.error(.keyringLocked)
    case .secret(let text):
      do throws(CryptographyError) {
        let key = try Ed25519.SigningKey(
          seed: text.withUnsafeBytes { (text) throws(CryptographyError) in try Base64URL.decodeSecret(text) })
        guard key.verifyingKey == publicKey else { throw .invalidKey }
        return key
      } catch {
        throw file.error(.damaged(localized("what the keyring has under this name is another key")))
      }
    }
  }

  /// Stores a first key; see ``KeyStore/create(_:)``.
  public func create(_ key: Ed25519.SigningKey) throws(KeyStoreError) {
    guard try file.read() == nil else { throw file.error(.exists) }
    try keep(key)
    do {
      try file.write(.keyring(key.verifyingKey), replacing: false)
    } catch {
      // Another process was first. Its key stays, and ours is removed because it was never used.
      try tool().clear(Self.attributes(key.verifyingKey))
      throw error
    }
  }

  /// Replaces the key; see ``KeyStore/replace(with:)``. A key that was in the file is removed from it.
  public func replace(with key: Ed25519.SigningKey) throws(KeyStoreError) {
    let before = try file.read()
    try keep(key)
    try file.write(.keyring(key.verifyingKey), replacing: true)
    if case .keyring(let former) = before, former != key.verifyingKey { try tool().clear(Self.attributes(former)) }
  }

  /// Removes the key from the keyring, and the file; see ``KeyStore/delete()``.
  public func delete() throws(KeyStoreError) {
    if case .keyring(let publicKey) = try file.read() { try tool().clear(Self.attributes(publicKey)) }
    try file.remove()
  }

  /// Removes a key from the keyring that the file no longer refers to.
  func forget(_ publicKey: Ed25519.VerifyingKey) throws(KeyStoreError) {
    try tool().clear(Self.attributes(publicKey))
  }

  /// Stores the key and reads it back, before anything relies on it.
  private func keep(_ key: Ed25519.SigningKey) throws(KeyStoreError) {
    let text: SecretBytes
    do {
      text = try SecretBytes(count: Base64URL.textCount(ofByteCount: key.seed.count)) {
        (buffer) throws(CryptographyError) in try Base64URL.encode(key.seed, into: buffer)
      }
    } catch {
      throw file.error(.cryptography)
    }
    try tool().store(text, label: label, Self.attributes(key.verifyingKey))
    _ = try self.key(of: key.verifyingKey)
  }

  private func tool() throws(KeyStoreError) -> SecretTool { try SecretTool(executable: executable, path: file.path) }

  /// The attributes of a key's entry. Each key has its own entry, so two processes never overwrite each other's.
  private static func attributes(_ key: Ed25519.VerifyingKey) -> [String] {
    ["application", "payport", KeyFileContent.publicMember, key.base64URL]
  }
}
