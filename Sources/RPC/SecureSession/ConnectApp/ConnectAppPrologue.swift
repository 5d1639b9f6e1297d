public import Cryptography

/// The data that both sides must have seen identically before the handshake. It is bound to the handshake as the Noise
/// prologue.
///
/// prologue = LP(L) ‖ LP(offered subprotocols) ‖ LP(selected) ‖ LP(authority) ‖ SHA-256(discovery file) or 32 zero
/// bytes.
public struct ConnectAppPrologue: Hashable, Sendable {
  /// The encoded prologue.
  public let bytes: [UInt8]

  /// Makes the prologue of a connection.
  /// - Parameters:
  ///   - offeredSubprotocols: the value of the client's `Sec-WebSocket-Protocol` header as it was sent.
  ///   - selectedSubprotocol: the subprotocol that the server selected.
  ///   - authority: the authority of the published URL, such as `127.0.0.1:49152`.
  ///   - discoveryFile: the bytes of the discovery file; nil if the consumer could not read it.
  /// - Throws: `CryptographyError.invalidLength` if a text is longer than 65,535 bytes; `.libraryFailure`.
  public init(
    offeredSubprotocols: String, selectedSubprotocol: String, authority: String, discoveryFile: [UInt8]?
  ) throws(CryptographyError) {
    var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
    if let discoveryFile { digest = try SHA256.hash(discoveryFile) }
    try self.init(
      offeredSubprotocols: offeredSubprotocols, selectedSubprotocol: selectedSubprotocol, authority: authority,
      discoveryDigest: digest)
  }

  /// Makes the prologue of a connection from the SHA-256 of the discovery file, which a provider computes only once.
  /// - Throws: `CryptographyError.invalidLength` if a text is longer than 65,535 bytes or the digest is not 32 bytes
  ///   long.
  public init(
    offeredSubprotocols: String, selectedSubprotocol: String, authority: String, discoveryDigest: [UInt8]
  ) throws(CryptographyError) {
    let texts = [ConnectApp.label, offeredSubprotocols, selectedSubprotocol, authority]
    guard discoveryDigest.count == SHA256.byteCount, let fields = LengthPrefixed.encode(texts.map { Array($0.utf8) })
    else { throw .invalidLength }
    bytes = fields + discoveryDigest
  }
}
