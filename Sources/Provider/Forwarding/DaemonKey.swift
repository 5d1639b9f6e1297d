package import Cryptography

/// The key by which a daemon proves to the others of its ledger which one it is. Each has its own, so that one can be
/// sent away without a new key for all, and the provider's key alone, which is in every backup, opens no link.
package struct DaemonKey: Sendable {
  let key: X25519.PrivateKey

  /// Makes the key of a daemon from the secret that only it has and the provider's key. A copy of the one without the
  /// other is of no use; where the provider's key is sealed, so is this one.
  ///
  /// - Throws: `CryptographyError.libraryFailure`.
  package init(own: Ed25519.SigningKey, provider: Ed25519.SigningKey) throws(CryptographyError) {
    let bytes = try own.seed.withUnsafeBytes { (own) throws(CryptographyError) in
      try provider.seed.withUnsafeBytes { (provider) throws(CryptographyError) in
        try HKDFSHA256.derive(from: own, salt: provider, info: Array("payport daemon 1".utf8), count: 32)
      }
    }
    key = try X25519.PrivateKey(bytes: bytes)
  }

  /// The public key in base64url, as the owner admits it and the ledger lists it.
  package var publicKey: String { Base64URL.encode(key.publicKey.bytes) }

  /// Whether a text is the public key of a daemon.
  package static func isPublicKey(_ text: String) -> Bool { AdmittedDaemon(name: "", publicKey: text) != nil }
}

/// A daemon that the owner admitted, as the ledger lists it.
struct AdmittedDaemon: Sendable, Hashable {
  let name: String
  let key: X25519.PublicKey

  /// `nil` if the text is no key.
  init?(name: String, publicKey: String) {
    guard let bytes = try? Base64URL.decode(publicKey), let key = try? X25519.PublicKey(bytes: bytes) else {
      return nil
    }
    self.name = name
    self.key = key
  }
}
