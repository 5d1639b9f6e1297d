import Cryptography

/// The proofs by which relay and client show each other that they have read the same discovery file. The client also
/// proves that it holds the key of its name. Each side contributes a nonce of 32 bytes.
struct RelayProof {
  static let nonceSize = 32
  private static let label = Array("payport/relay/1 ".utf8)

  let secret: SecretBytes
  let clientNonce: [UInt8]
  let relayNonce: [UInt8]

  /// The relay's proof: HMAC-SHA256(secret, L ‖ "relay\0" ‖ nonce_C ‖ nonce_R).
  func ofRelay() throws(CryptographyError) -> [UInt8] { try code("relay\0") }

  /// The client's proof: HMAC-SHA256(secret, L ‖ "client\0" ‖ nonce_C ‖ nonce_R ‖ person).
  func ofClient(_ person: String) throws(CryptographyError) -> [UInt8] { try code("client\0", person) }

  /// The bytes that the client signs: L ‖ "enter\0" ‖ its proof. Like the proof, the signature is valid only for this
  /// relay, this start and this connection.
  static func signed(_ proof: [UInt8]) -> [UInt8] { label + Array("enter\0".utf8) + proof }

  private func code(_ part: String, _ person: String = "") throws(CryptographyError) -> [UInt8] {
    try HMACSHA256.authenticate(
      Self.label, Array(part.utf8), clientNonce, relayNonce, Array(person.utf8), key: secret)
  }
}
