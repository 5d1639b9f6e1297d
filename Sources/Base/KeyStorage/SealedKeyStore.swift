public import Cryptography
import DisplayText
public import Files

/// Stores a key in a file like ``FileKeyStore``, sealed with a passphrase, so that a copy of the file is useless
/// without it.
public struct SealedKeyStore: KeyStore {
  private let file: KeyFile
  private let passphrase: any PassphraseSource
  private let cost: Scrypt
  private let random: any RandomSource

  /// Makes a store for a file, which need not exist.
  ///
  /// - Parameters:
  ///   - passphrase: the source that is asked when the key is loaded and when one is stored.
  ///   - cost: the cost of deriving a key from the passphrase when storing. When loading, the cost in the file is used.
  public init(
    in folder: PrivateFolder, name: String = KeyManager.fileName, passphrase: any PassphraseSource,
    cost: Scrypt = .keyFile, random: any RandomSource = SystemRandom()
  ) {
    file = KeyFile(folder: folder, name: name)
    self.passphrase = passphrase
    self.cost = cost
    self.random = random
  }

  /// Loads the key; see ``KeyStore/load()``. A key that is not sealed is accepted too.
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
        case .invalidKey: throw file.error(.damaged(localized("its two halves do not belong together")))
        default: throw file.error(.cryptography)
        }
      }
    }
    throw file.error(.wrongPassphrase)
  }

  /// Stores a first key, sealed; see ``KeyStore/create(_:)``.
  public func create(_ key: Ed25519.SigningKey) throws(KeyStoreError) {
    try file.write(.sealed(seal(key)), replacing: false)
  }

  /// Replaces the key by a sealed one; see ``KeyStore/replace(with:)``.
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
