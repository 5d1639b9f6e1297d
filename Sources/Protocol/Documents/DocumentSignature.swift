public import Cryptography
import JSON
public import PaymentsModel

/// The signature of a document or of its answer, which is stored next to it in a file of its own.
///
/// The signature covers: a label for the purpose ‖ the 32 bytes of the addressee's key ‖ LP(name of the file) ‖
/// LP(`signed_at` as written) ‖ SHA-256(the file). Therefore it is valid only for one file with one name and one
/// provider.
public struct DocumentSignature: Sendable, Hashable {
  /// The kind of file that is signed.
  public enum Purpose: Sendable, Hashable {
    /// A document of an app, addressed to a provider.
    case document
    /// An answer of a provider, addressed to an app.
    case answer
  }

  /// The maximum size of a signature's file in bytes.
  public static let largestFile = 1024

  /// The public key of the signer.
  public let key: Ed25519.VerifyingKey
  /// The time of signing, as stated by the signer.
  public let signedAt: Timestamp
  private let signedAtText: String
  private let signature: Ed25519.Signature

  /// Signs a file.
  ///
  /// - Parameters:
  ///   - bytes: the content of the file.
  ///   - file: the name of the file, without its folder.
  ///   - addressee: the public key of the receiver.
  ///   - moment: the present time.
  /// - Throws: `CryptographyError`.
  public init(
    _ purpose: Purpose, _ bytes: [UInt8], file: String, for addressee: Ed25519.VerifyingKey,
    by key: Ed25519.SigningKey, at moment: Timestamp
  ) throws(CryptographyError) {
    self.key = key.verifyingKey
    signedAt = moment
    signedAtText = moment.text
    signature = try key.sign(
      Self.message(purpose, bytes, file: file, for: addressee, signedAt: signedAtText))
  }

  /// Parses the file of a signature, which is JSON with exactly the members `v`, `key`, `signed_at` and `signature`;
  /// nil if it is not one. The signature is not verified.
  public init?(parsing bytes: [UInt8]) {
    guard bytes.count <= Self.largestFile, let value = try? JSONValue(parsing: bytes),
      let file = try? JSONValueDecoder(unknownMembers: .refuse).decode(File.self, from: value), file.v == 1,
      let key = try? Ed25519.VerifyingKey(base64URL: file.key),
      let signature = try? Ed25519.Signature(bytes: Base64URL.decode(file.signature)),
      let signedAt = Timestamp(file.signedAt)
    else { return nil }
    self.key = key
    self.signature = signature
    self.signedAt = signedAt
    signedAtText = file.signedAt
  }

  /// The content of the signature's file.
  public var encoded: [UInt8] {
    let object: JSONObject = [
      "v": 1, "key": .string(key.base64URL), "signed_at": .string(signedAtText),
      "signature": .string(Base64URL.encode(signature.bytes)),
    ]
    return JSONValue.object(object).encoded(style: .pretty) + [UInt8(ascii: "\n")]
  }

  /// Whether the signature was made by ``key`` for this file, this name and this addressee.
  public func isValid(
    _ purpose: Purpose, _ bytes: [UInt8], file: String, for addressee: Ed25519.VerifyingKey
  ) -> Bool {
    guard let message = try? Self.message(purpose, bytes, file: file, for: addressee, signedAt: signedAtText) else {
      return false
    }
    return key.isValid(signature, for: message)
  }

  static func message(
    _ purpose: Purpose, _ bytes: [UInt8], file: String, for addressee: Ed25519.VerifyingKey, signedAt: String
  ) throws(CryptographyError) -> [UInt8] {
    let label =
      switch purpose {
      case .document: DocumentLabel.document
      case .answer: DocumentLabel.answer
      }
    return try label + addressee.bytes + DocumentLabel.prefixed(file) + DocumentLabel.prefixed(signedAt)
      + SHA256.hash(bytes)
  }

  private struct File: Codable, SnakeCaseMembers {
    let v: Int
    let key: String
    let signedAt: String
    let signature: String
  }
}
