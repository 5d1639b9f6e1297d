import Cryptography

/// How relay and client prove to each other that they have read the same discovery file, and the client that it holds
/// the key of its name. Nonces are 32 bytes, of the client and of the relay.
struct RelayProof {
  static let nonceSize = 32
  private static let label = Array("payport/relay/1 ".utf8)

  let secret: SecretBytes
  let clientNonce: [UInt8]
  let relayNonce: [UInt8]

  /// What the relay shows: HMAC-SHA256(secret, L ‖ "relay\0" ‖ nonce_C ‖ nonce_R).
  func ofRelay() throws(CryptographyError) -> [UInt8] { try code("relay\0") }

  /// What the client shows: HMAC-SHA256(secret, L ‖ "client\0" ‖ nonce_C ‖ nonce_R ‖ person).
  func ofClient(_ person: String) throws(CryptographyError) -> [UInt8] { try code("client\0", person) }

  /// What the client signs: L ‖ "enter\0" ‖ its proof. As the proof is, it is of this relay, this start and this
  /// connection.
  static func signed(_ proof: [UInt8]) -> [UInt8] { label + Array("enter\0".utf8) + proof }

  private func code(_ part: String, _ person: String = "") throws(CryptographyError) -> [UInt8] {
    try HMACSHA256.authenticate(
      Self.label, Array(part.utf8), clientNonce, relayNonce, Array(person.utf8), key: secret)
  }
}
