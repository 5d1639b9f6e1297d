import Cryptography

/// The constants of `connect_app`, version 1: the label that every hash, signature and key derivation starts with.
public enum ConnectApp {
  /// L: the label that names this protocol and its version.
  public static let label = "payport/connect_app/1"
  /// The JSON-RPC method that carries the first message.
  public static let method = "connect_app"
  /// The JSON-RPC method that carries the third message.
  public static let finishMethod = "connect_app.finish"
  /// The maximum size of a manifest in bytes.
  public static let maximumManifestSize = 16_384
  /// The maximum size of one text frame of the handshake in bytes. A manifest of the maximum size fits into it.
  public static let maximumTextSize = 32_768

  static let gateSize = 16
  static let nonceSize = 32

  private static func labelled(_ suffix: String) -> [UInt8] { Array(label.utf8) + Array(suffix.utf8) }

  /// L ‖ " provider\0": the beginning of the bytes that sig_P covers.
  static let providerContext = labelled(" provider\0")
  /// L ‖ " consumer\0": the beginning of the bytes that sig_C covers.
  static let consumerContext = labelled(" consumer\0")
  /// L ‖ "gate\0": the beginning of the bytes that the gate is computed over; m1 follows.
  static let gateContext = labelled("gate\0")
  /// L ‖ "sas\0": the beginning of the bytes that com_P is computed over; N_P follows.
  static let commitmentContext = labelled("sas\0")
  /// L ‖ "sas": the info of the pairing code's derivation.
  static let pairingInfo = labelled("sas")

  /// gate = HMAC-SHA256(k_local, L ‖ "gate\0" ‖ m1)[0..16].
  static func gate(for message: [UInt8], key: SecretBytes) throws(CryptographyError) -> [UInt8] {
    Array(try HMACSHA256.authenticate(gateContext, message, key: key).prefix(gateSize))
  }

  /// com_P = SHA-256(L ‖ "sas\0" ‖ N_P).
  static func commitment(to nonce: [UInt8]) throws(CryptographyError) -> [UInt8] {
    try SHA256.hash(commitmentContext, nonce)
  }

  /// The bytes that sig_P covers: L ‖ " provider\0" ‖ h1 ‖ s_P.
  static func providerStatement(hash: [UInt8], sessionKey: X25519.PublicKey) -> [UInt8] {
    providerContext + hash + sessionKey.bytes
  }

  /// The bytes that sig_C covers: L ‖ " consumer\0" ‖ h2 ‖ s_C ‖ SHA-256(manifest).
  static func consumerStatement(
    hash: [UInt8], sessionKey: X25519.PublicKey, manifest: [UInt8]
  ) throws(CryptographyError) -> [UInt8] {
    consumerContext + hash + sessionKey.bytes + (try SHA256.hash(manifest))
  }
}

/// The provider's decision about a consumer: the member `status` of the first encrypted result.
public enum ConnectStatus: String, Sendable, CaseIterable {
  /// The consumer is known and may call methods.
  case approved
  /// The owner has to type the pairing code first.
  case pending
  /// The owner has refused this consumer.
  case denied
}
