public import Cryptography

/// Keeps one key: the Ed25519 identity of a provider or of an app. What it is kept in decides who can read it; who can
/// read it can be mistaken for its owner.
///
/// Every call blocks for the disk, for a key derivation or for a person who unlocks a keyring. There is never a moment
/// at which a key that was kept is gone: one is replaced in one step, and never by ``create(_:)``.
public protocol KeyStore: Sendable {
  /// The key; nil where none was made yet.
  ///
  /// - Throws: ``KeyStoreError`` where there is one that cannot be used. A caller must not make another one then.
  func load() throws(KeyStoreError) -> Ed25519.SigningKey?

  /// Keeps a first key.
  ///
  /// - Throws: ``KeyStoreError/Problem/exists`` where there is one already, which stays.
  func create(_ key: Ed25519.SigningKey) throws(KeyStoreError)

  /// Keeps a key in the place of the one that is kept, in one step: after a crash it is the one or the other.
  ///
  /// - Throws: ``KeyStoreError``; the one before stays.
  func replace(with key: Ed25519.SigningKey) throws(KeyStoreError)

  /// Forgets the key, if there is one.
  ///
  /// - Throws: ``KeyStoreError``.
  func delete() throws(KeyStoreError)
}

/// How a key is kept, as it is named in configurations and on command lines.
public enum KeyKeeping: String, Sendable, Hashable, CaseIterable {
  /// In a file of its owner alone, perhaps sealed by a passphrase.
  case file
  /// In the keyring of the desktop session, through libsecret.
  case libsecret
}
