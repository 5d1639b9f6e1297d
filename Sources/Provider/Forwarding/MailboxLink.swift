import Cryptography

/// What one process writes to another, and reads of it, as packets in the database: encrypted, numbered from 1, and of one
/// pair of mailboxes only. Who can write the database, but has not the key of a daemon that the owner admitted, can forge
/// none, and can repeat none, since a mailbox is new at each start.
///
/// Both have two keys of X25519 (RFC 7748): that of the daemon, and that of the mailbox. Each is agreed with each of the
/// other side, as in the pattern KK of the Noise protocol (rev 34, section 7.5): only who has both keys of one side finds
/// the secret, and who gets the daemons' keys later does not find it any more. The keys of the two directions are derived
/// from it with HKDF (RFC 5869); the packets are sealed with ChaCha20-Poly1305 (RFC 8439), with their number as the nonce.
final class MailboxLink {
  /// What the ledger says of the other side.
  let daemon: AdmittedDaemon
  private let sealing: ChaCha20Poly1305
  private let opening: ChaCha20Poly1305
  private var sealed: UInt64 = 0
  private var opened: UInt64 = 0

  /// Whether anything was sealed or opened with its keys. They must not be made a second time then.
  var isUsed: Bool { sealed > 0 || opened > 0 }

  /// - Throws: `CryptographyError.invalidLength`, `.invalidSharedSecret` if the mailbox or the key is none;
  ///   `.libraryFailure`.
  init(_ own: MailboxKeys, _ peer: Mailbox, of daemon: AdmittedDaemon) throws(CryptographyError) {
    self.daemon = daemon
    let other = try X25519.PublicKey(bytes: peer.bytes)
    let mine = try own.daemon.key.sharedSecret(with: other)
    let theirs = try own.mailboxKey.sharedSecret(with: daemon.key)
    let isFirst = own.mailbox.bytes.lexicographicallyPrecedes(peer.bytes)
    let secret = Self.joined([
      try own.mailboxKey.sharedSecret(with: other), isFirst ? mine : theirs, isFirst ? theirs : mine,
      try own.daemon.key.sharedSecret(with: daemon.key),
    ])
    let (this, that) = (own.mailbox.bytes + own.daemon.key.publicKey.bytes, peer.bytes + daemon.key.bytes)
    sealing = try ChaCha20Poly1305(key: Self.key(secret, from: this, to: that))
    opening = try ChaCha20Poly1305(key: Self.key(secret, from: that, to: this))
  }

  private static func joined(_ secrets: [X25519.SharedSecret]) -> SecretBytes {
    SecretBytes(count: secrets.count * X25519.byteCount) { buffer in
      for (index, secret) in secrets.enumerated() {
        secret.bytes.withUnsafeBytes { bytes in
          let place = index * X25519.byteCount
          UnsafeMutableRawBufferPointer(rebasing: buffer[place..<place + X25519.byteCount]).copyMemory(from: bytes)
        }
      }
    }
  }

  private static func key(
    _ secret: SecretBytes, from sender: [UInt8], to recipient: [UInt8]
  ) throws(CryptographyError) -> SecretBytes {
    try HKDFSHA256.derive(from: secret, salt: Array("payport forwarding 2".utf8), info: sender + recipient, count: 32)
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

/// The name under which one start of a process receives packets: a public key of X25519 that is new each time.
struct Mailbox: Sendable, Hashable {
  let bytes: [UInt8]
}

/// What a process proves itself with: the key of its daemon, and that of its mailbox.
struct MailboxKeys: Sendable {
  let daemon: DaemonKey
  let mailboxKey: X25519.PrivateKey

  /// Makes the keys of a new mailbox.
  ///
  /// - Throws: `CryptographyError.randomnessUnavailable`, `.libraryFailure`.
  init(_ daemon: DaemonKey, from random: any RandomSource) throws(CryptographyError) {
    self.daemon = daemon
    mailboxKey = try X25519.PrivateKey(from: random)
  }

  var mailbox: Mailbox { Mailbox(bytes: mailboxKey.publicKey.bytes) }
}
