import Cryptography

/// The payload of the second message: LP(id_P) ‖ LP(sig_P) ‖ LP(com_P).
struct ProviderPayload {
  var identity: Ed25519.VerifyingKey
  var signature: Ed25519.Signature
  var commitment: [UInt8]

  var bytes: [UInt8]? { LengthPrefixed.encode([identity.bytes, signature.bytes, commitment]) }

  init(identity: Ed25519.VerifyingKey, signature: Ed25519.Signature, commitment: [UInt8]) {
    self.identity = identity
    self.signature = signature
    self.commitment = commitment
  }

  init(bytes: [UInt8]) throws(CryptographyError) {
    guard let fields = LengthPrefixed.decode(bytes, count: 3), fields[2].count == SHA256.byteCount else {
      throw .invalidLength
    }
    identity = try Ed25519.VerifyingKey(bytes: fields[0])
    signature = try Ed25519.Signature(bytes: fields[1])
    commitment = fields[2]
  }
}

/// The payload of the third message: LP(id_C) ‖ LP(manifest) ‖ LP(sig_C) ‖ LP(N_C).
struct ConsumerPayload {
  var identity: Ed25519.VerifyingKey
  var manifest: [UInt8]
  var signature: Ed25519.Signature
  var nonce: [UInt8]

  var bytes: [UInt8]? { LengthPrefixed.encode([identity.bytes, manifest, signature.bytes, nonce]) }

  init(identity: Ed25519.VerifyingKey, manifest: [UInt8], signature: Ed25519.Signature, nonce: [UInt8]) {
    self.identity = identity
    self.manifest = manifest
    self.signature = signature
    self.nonce = nonce
  }

  init(bytes: [UInt8]) throws(CryptographyError) {
    guard let fields = LengthPrefixed.decode(bytes, count: 4), fields[1].count <= ConnectApp.maximumManifestSize,
      fields[3].count == ConnectApp.nonceSize
    else { throw .invalidLength }
    identity = try Ed25519.VerifyingKey(bytes: fields[0])
    manifest = fields[1]
    signature = try Ed25519.Signature(bytes: fields[2])
    nonce = fields[3]
  }
}
