import Cryptography

/// The signature at the end of an invoice: r, s, and which of the possible keys was used.
struct InvoiceSignature {
  static let wordCount = 104

  private let bytes: [UInt8]

  init(_ words: ArraySlice<UInt8>) { bytes = words.wholeBytes }

  /// The public key of the node that signed: the one that is named, if any, or the one that the signature leads to.
  ///
  /// With a named key, s has to be low. Without, it may be either, because each s leads to a key of its own.
  func payee(of signed: [UInt8], named: [UInt8]?) throws(LightningInvoiceError) -> [UInt8] {
    do {
      let signature = try Secp256k1.Signature(bytes: bytes.prefix(64))
      let digest = try SHA256.hash(signed)
      guard let named else {
        return try Secp256k1.PublicKey(recoveredFrom: signature, id: bytes[64], digest: digest).bytes
      }
      let key = try Secp256k1.PublicKey(bytes: named)
      guard signature.hasLowS, key.isValid(signature, digest: digest) else {
        throw CryptographyError.authenticationFailure
      }
      return named
    } catch {
      // Whatever failed, it is not shown that anybody signed.
      throw .badSignature
    }
  }
}
