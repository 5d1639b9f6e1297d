public import Cryptography

/// The source of the passphrase of a sealed key: a person, a file or a descriptor.
public protocol PassphraseSource: Sendable {
  /// The number of times that it may be asked after wrong answers. A person can mistype; a file does not change.
  var attempts: Int { get }

  /// Returns the passphrase as the bytes that were typed, without the line end; nil if this source has none.
  ///
  /// - Parameters:
  ///   - path: the key file that the passphrase is for; shown in the question.
  ///   - attempt: the number of wrong answers so far.
  /// - Throws: ``KeyStoreError/Problem/passphraseUnusable(_:)``, ``KeyStoreError/Problem/cancelled``.
  func passphrase(for path: String, attempt: Int) throws(KeyStoreError) -> SecretBytes?
}

/// A source without a passphrase. Sealed keys cannot be opened with it.
public struct NoPassphrase: PassphraseSource {
  /// It is asked once.
  public var attempts: Int { 1 }

  /// Makes the source.
  public init() {}

  /// Returns nil.
  public func passphrase(for path: String, attempt: Int) -> SecretBytes? { nil }
}

/// A source for a passphrase that is already known.
public struct KnownPassphrase: PassphraseSource {
  private let secret: SecretBytes

  /// It is asked once.
  public var attempts: Int { 1 }

  /// Makes a source for this passphrase.
  public init(_ secret: SecretBytes) { self.secret = secret }

  /// Returns the passphrase.
  public func passphrase(for path: String, attempt: Int) -> SecretBytes? { secret }
}
