public import Cryptography

/// Where the passphrase of a sealed key comes from: a person, a file, a descriptor.
public protocol PassphraseSource: Sendable {
  /// How often it may be asked where the answer was wrong: a person mistypes, a file does not change.
  var attempts: Int { get }

  /// The passphrase, as the bytes that were typed, without the line end; nil where this source has none.
  ///
  /// - Parameters:
  ///   - path: the key file that it opens, for the question.
  ///   - attempt: 0 at first; more after a wrong answer.
  /// - Throws: ``KeyStoreError/Problem/passphraseUnusable(_:)``, ``KeyStoreError/Problem/cancelled``.
  func passphrase(for path: String, attempt: Int) throws(KeyStoreError) -> SecretBytes?
}

/// A source without a passphrase: what is sealed stays so.
public struct NoPassphrase: PassphraseSource {
  /// Once is enough.
  public var attempts: Int { 1 }

  /// The source.
  public init() {}

  /// None.
  public func passphrase(for path: String, attempt: Int) -> SecretBytes? { nil }
}

/// A passphrase that is known already.
public struct KnownPassphrase: PassphraseSource {
  private let secret: SecretBytes

  /// Once is enough.
  public var attempts: Int { 1 }

  /// The source of this passphrase.
  public init(_ secret: SecretBytes) { self.secret = secret }

  /// The passphrase.
  public func passphrase(for path: String, attempt: Int) -> SecretBytes? { secret }
}
