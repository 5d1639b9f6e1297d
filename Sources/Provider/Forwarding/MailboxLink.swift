import Cryptography

/// What one process writes to another, and reads of it, as packets in the database: encrypted, numbered from 1, and of one
/// pair of mailboxes only. Who can write the database, but does not have the provider's key, can forge none, and can repeat
/// none, since a mailbox is new at each start.
///
/// The keys are derived with HKDF (RFC 5869) from the provider's key and the two mailboxes, one for each direction; the
/// packets are sealed with ChaCha20-Poly1305 (RFC 8439), with their number as the nonce.
final class MailboxLink {
  private let sealing: ChaCha20Poly1305
  private let opening: ChaCha20Poly1305
  private var sealed: UInt64 = 0
  private var opened: UInt64 = 0

  /// - Parameter secret: see ``secret(of:)``.
  /// - Throws: `CryptographyError.libraryFailure`.
  init(own: Mailbox, peer: Mailbox, secret: SecretBytes) throws(CryptographyError) {
    sealing = try ChaCha20Poly1305(key: Self.key(secret, from: own, to: peer))
    opening = try ChaCha20Poly1305(key: Self.key(secret, from: peer, to: own))
  }

  /// The secret that all processes with one key share.
  static func secret(of key: Ed25519.SigningKey) throws(CryptographyError) -> SecretBytes {
    try HKDFSHA256.derive(from: key.seed, salt: Array("payport forwarding 1".utf8), info: [], count: 32)
  }

  private static func key(
    _ secret: SecretBytes, from sender: Mailbox, to recipient: Mailbox
  ) throws(CryptographyError) -> SecretBytes {
    try HKDFSHA256.derive(from: secret, salt: [], info: sender.bytes + recipient.bytes, count: 32)
  }

  /// Returns the next packet.
  func seal(_ content: [UInt8]) throws(CryptographyError) -> (number: Int64, body: [UInt8]) {
    sealed += 1
    return (Int64(sealed), try sealing.seal(content, nonce: .init(counter: sealed)))
  }

  /// Returns the content of a packet, if it is the next one of the peer.
  func open(_ number: Int64, _ body: [UInt8]) throws(CryptographyError) -> [UInt8] {
    guard number == Int64(opened + 1) else { throw .authenticationFailure }
    let content = try opening.open(body, nonce: .init(counter: opened + 1))
    opened += 1
    return content
  }
}

/// The name under which one start of a process receives packets: 16 random bytes.
struct Mailbox: Sendable, Hashable {
  let bytes: [UInt8]

  /// - Throws: `CryptographyError.randomnessUnavailable`.
  init(from random: any RandomSource) throws(CryptographyError) { bytes = try random.bytes(count: 16) }

  init(bytes: [UInt8]) { self.bytes = bytes }
}
