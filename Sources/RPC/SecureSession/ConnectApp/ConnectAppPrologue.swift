public import Cryptography

/// What both sides must have seen alike before the handshake, bound to it as the Noise prologue.
///
/// prologue = LP(L) ‖ LP(offered subprotocols) ‖ LP(selected) ‖ LP(authority) ‖ SHA-256(discovery file) or 32 zero
/// bytes.
public struct ConnectAppPrologue: Hashable, Sendable {
  /// The encoded prologue.
  public let bytes: [UInt8]

  /// The prologue of a connection.
  /// - Parameters:
  ///   - offeredSubprotocols: the value of the client's `Sec-WebSocket-Protocol` header as it was sent.
  ///   - selectedSubprotocol: the one that the server answered with.
  ///   - authority: of the published URL, such as `127.0.0.1:49152`.
  ///   - discoveryFile: the bytes of the discovery file; nil when the consumer could not read it.
  /// - Throws: `CryptographyError.invalidLength` when a text is above 65,535 bytes, `.libraryFailure`.
  public init(
    offeredSubprotocols: String, selectedSubprotocol: String, authority: String, discoveryFile: [UInt8]?
  ) throws(CryptographyError) {
    var digest = [UInt8](repeating: 0, count: SHA256.byteCount)
    if let discoveryFile { digest = try SHA256.hash(discoveryFile) }
    try self.init(
      offeredSubprotocols: offeredSubprotocols, selectedSubprotocol: selectedSubprotocol, authority: authority,
      discoveryDigest: digest)
  }

  /// The prologue of a connection, with the SHA-256 of the discovery file already known: a provider hashes it once.
  /// - Throws: `CryptographyError.invalidLength` when a text is above 65,535 bytes or the digest is not 32.
  public init(
    offeredSubprotocols: String, selectedSubprotocol: String, authority: String, discoveryDigest: [UInt8]
  ) throws(CryptographyError) {
    let texts = [ConnectApp.label, offeredSubprotocols, selectedSubprotocol, authority]
    guard discoveryDigest.count == SHA256.byteCount, let fields = LengthPrefixed.encode(texts.map { Array($0.utf8) })
    else { throw .invalidLength }
    bytes = fields + discoveryDigest
  }
}
