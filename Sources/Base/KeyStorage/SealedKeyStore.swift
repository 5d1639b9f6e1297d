public import Cryptography
public import Files

/// A key in a file as of ``FileKeyStore``, sealed by a passphrase: who copies the file has nothing without it.
public struct SealedKeyStore: KeyStore {
  private let file: KeyFile
  private let passphrase: any PassphraseSource
  private let cost: Scrypt
  private let random: any RandomSource

  /// The store of a file, which need not be there.
  ///
  /// - Parameters:
  ///   - passphrase: asked when the key is read, and when one is kept.
  ///   - cost: what making a key from a passphrase costs; that of a file that is read stands in the file.
  public init(
    in folder: PrivateFolder, name: String = KeyManager.fileName, passphrase: any PassphraseSource,
    cost: Scrypt = .keyFile, random: any RandomSource = SystemRandom()
  ) {
    file = KeyFile(folder: folder, name: name)
    self.passphrase = passphrase
    self.cost = cost
    self.random = random
  }

  /// The key; see ``KeyStore/load()``. A key that is not sealed is read too.
  ///
  /// - Throws: also ``KeyStoreError/Problem/passphraseNeeded`` and ``KeyStoreError/Problem/wrongPassphrase``.
  public func load() throws(KeyStoreError) -> Ed25519.SigningKey? {
    switch try file.read() {
    case nil: return nil
    case .plain(let key): return key
    case .sealed(let sealed): return try open(sealed)
    case .keyring: throw file.error(.keptOtherwise(.libsecret))
    }
  }

  private func open(_ sealed: SealedKey) throws(KeyStoreError) -> Ed25519.SigningKey {
    for attempt in 0..<max(1, passphrase.attempts) {
      guard let passphrase = try passphrase.passphrase(for: file.path, attempt: attempt) else {
        throw file.error(.passphraseNeeded)
      }
      do {
        return try sealed.open(passphrase)
      } catch {
        switch error {
        case .authenticationFailure: continue
        case .invalidKey: throw file.error(.damaged("its two halves do not belong together"))
        default: throw file.error(.cryptography)
        }
      }
    }
    throw file.error(.wrongPassphrase)
  }

  /// Keeps a first key, sealed; see ``KeyStore/create(_:)``.
  public func create(_ key: Ed25519.SigningKey) throws(KeyStoreError) {
    try file.write(.sealed(seal(key)), replacing: false)
  }

  /// Keeps a key, sealed, in the place of another; see ``KeyStore/replace(with:)``.
  public func replace(with key: Ed25519.SigningKey) throws(KeyStoreError) {
    try file.write(.sealed(seal(key)), replacing: true)
  }

  /// Removes the file; see ``KeyStore/delete()``.
  public func delete() throws(KeyStoreError) { try file.remove() }

  private func seal(_ key: Ed25519.SigningKey) throws(KeyStoreError) -> SealedKey {
    guard let passphrase = try passphrase.passphrase(for: file.path, attempt: 0) else {
      throw file.error(.passphraseNeeded)
    }
    do {
      return try SealedKey(key, passphrase: passphrase, cost: cost, random: random)
    } catch {
      throw file.error(.cryptography)
    }
  }
}
