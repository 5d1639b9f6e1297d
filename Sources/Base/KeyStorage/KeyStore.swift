public import Cryptography

/// Stores one key: the Ed25519 identity of a provider or of an app. The kind of store decides who can read the key, and
/// a program that can read the key can pass for its owner.
///
/// Every call may block for the disk, for a key derivation or for a person who unlocks a keyring. A stored key is never
/// missing at any moment: it is replaced atomically, and never by ``create(_:)``.
public protocol KeyStore: Sendable {
  /// Loads the key; nil if none was made yet.
  ///
  /// - Throws: ``KeyStoreError`` if there is a key that cannot be used. The caller must not make another key then.
  func load() throws(KeyStoreError) -> Ed25519.SigningKey?

  /// Stores a first key.
  ///
  /// - Throws: ``KeyStoreError/Problem/exists`` if there is a key already, which is not changed.
  func create(_ key: Ed25519.SigningKey) throws(KeyStoreError)

  /// Replaces the key atomically: after a crash either the old or the new key is stored.
  ///
  /// - Throws: ``KeyStoreError``; the old key is still stored then.
  func replace(with key: Ed25519.SigningKey) throws(KeyStoreError)

  /// Deletes the key if there is one.
  ///
  /// - Throws: ``KeyStoreError``.
  func delete() throws(KeyStoreError)
}

/// The place where a key is stored. The raw values are used in configurations and on command lines.
public enum KeyKeeping: String, Sendable, Hashable, CaseIterable {
  /// In a file that only its owner can access, optionally sealed with a passphrase.
  case file
  /// In the keyring of the desktop session, through libsecret.
  case libsecret
}
