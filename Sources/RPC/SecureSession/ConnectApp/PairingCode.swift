import Cryptography

/// The short authentication string: six decimal digits that the app shows and that the owner types at the provider.
///
/// SAS = HKDF-SHA256(ikm = N_C ‖ N_P, salt = h, info = L ‖ "sas")[0..8] as u64 big-endian, modulo 10^6.
public struct PairingCode: Sendable {
  /// The six digits, including leading zeros. Only the consumer shows them.
  public let digits: String

  /// Makes a code from digits that were typed; nil unless they are exactly six digits from 0 to 9.
  public init?(digits: String) {
    guard digits.utf8.count == 6, digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
    self.digits = digits
  }

  /// Derives the code of a session.
  init(
    consumerNonce: [UInt8], providerNonce: [UInt8], handshakeHash: [UInt8]
  ) throws(CryptographyError) {
    let output = try HKDFSHA256.derive(
      from: SecretBytes(consumerNonce + providerNonce), salt: handshakeHash, info: ConnectApp.pairingInfo, count: 8)
    let number = output.withUnsafeBytes { $0.reduce(UInt64(0)) { $0 << 8 | UInt64($1) } } % 1_000_000
    let text = String(number)
    digits = String(repeating: "0", count: 6 - text.utf8.count) + text
  }
}

extension PairingCode: Equatable {
  /// Compares the digits in constant time.
  public static func == (left: PairingCode, right: PairingCode) -> Bool {
    constantTimeEqual(Array(left.digits.utf8), Array(right.digits.utf8))
  }
}

extension PairingCode: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// A fixed text, so that logs never show the digits.
  public var description: String { "PairingCode(redacted)" }
  /// A fixed text, so that logs never show the digits.
  public var debugDescription: String { description }
  /// An empty mirror, so that `dump` does not show the digits.
  public var customMirror: Mirror { Mirror(self, children: []) }
}
