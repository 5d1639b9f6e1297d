public import Cryptography

/// The key with which an app seals its documents and the provider seals the answers. Both receive it in the session.
///
/// A sealed file is one byte 1 ‖ a random nonce of 12 bytes ‖ ChaCha20-Poly1305(key, nonce, the YAML text), with
/// `payport/sealed-document/1\0` ‖ LP(name of the file) as associated data.
public struct DocumentKey: Sendable, Equatable, CustomStringConvertible {
  /// The size of a key in bytes.
  public static let byteCount = 32
  /// The number of bytes by which a sealed file is larger than its text.
  public static let overhead = 1 + nonceCount + ChaCha20Poly1305.tagByteCount

  private static let version: UInt8 = 1
  private static let nonceCount = 12

  /// The 32 bytes.
  public let bytes: SecretBytes

  /// Makes a key from its bytes; nil if these are not 32.
  public init?(_ bytes: SecretBytes) {
    guard bytes.count == Self.byteCount else { return nil }
    self.bytes = bytes
  }

  /// Makes a key from its base64url text; nil if the text is not a key.
  public init?(base64URL text: String) {
    guard let bytes = try? Base64URL.decode(text) else { return nil }
    self.init(SecretBytes(bytes))
  }

  /// Makes a new random key.
  ///
  /// - Throws: `CryptographyError.randomnessUnavailable`.
  public init(from random: any RandomSource) throws(CryptographyError) {
    bytes = try SecretBytes(count: Self.byteCount, from: random)
  }

  /// The base64url text, which is sent inside a session and stored. It must not be logged.
  public var exposedText: String { Base64URL.encode(bytes.exposedBytes()) }

  /// A fixed text, so that logs never show the key.
  public var description: String { "DocumentKey(redacted)" }

  /// Seals a text for a file with this name.
  ///
  /// - Throws: `CryptographyError`.
  public func seal(
    _ text: [UInt8], file: String, random: any RandomSource
  ) throws(CryptographyError) -> [UInt8] {
    let nonce = try random.bytes(count: Self.nonceCount)
    let sealed = try ChaCha20Poly1305(key: bytes).seal(
      text, nonce: .init(bytes: nonce), authenticating: Self.associatedData(file))
    return [Self.version] + nonce + sealed
  }

  /// Opens a sealed file with this name and returns its text.
  ///
  /// - Throws: `CryptographyError.authenticationFailure` if the file was sealed with another key or for another name,
  ///   or was changed; `CryptographyError.invalidLength`, `.invalidEncoding` if it is not a sealed file.
  public func open(_ sealed: [UInt8], file: String) throws(CryptographyError) -> [UInt8] {
    guard sealed.count >= Self.overhead else { throw .invalidLength }
    guard sealed.first == Self.version else { throw .invalidEncoding }
    return try ChaCha20Poly1305(key: bytes).open(
      Array(sealed.dropFirst(1 + Self.nonceCount)), nonce: .init(bytes: Array(sealed[1...Self.nonceCount])),
      authenticating: Self.associatedData(file))
  }

  private static func associatedData(_ file: String) -> [UInt8] {
    DocumentLabel.sealed + DocumentLabel.prefixed(file)
  }
}
