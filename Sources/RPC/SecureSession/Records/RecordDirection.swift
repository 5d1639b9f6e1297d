import Cryptography

/// One direction of a channel: its cipher, and the rules for the counter, the rekeying and the end.
///
/// Each frame is one Noise transport message with empty associated data and nonce n, counted from 0 in each direction.
/// If (n + 1) mod 2^16 = 0, the sender after sealing the frame with counter n, and the receiver after opening it, call
/// REKEY on that direction. REKEY does not change n (Noise rev 34, sections 4.2 and 11.3), so the first frame under the
/// second key has n = 65536. A frame with n = 2^32 does not exist.
struct RecordDirection {
  private var cipher: CipherState
  private let limits: RecordLimits
  private var nextRekey: UInt64

  init(cipher: CipherState, limits: RecordLimits) {
    self.cipher = cipher
    self.limits = limits
    nextRekey = limits.rekeyInterval
  }

  /// The number of frames that this direction may still carry.
  var framesLeft: UInt64 { limits.frameCount - min(cipher.nonce, limits.frameCount) }

  @inline(__always)
  mutating func seal(
    _ plaintext: UnsafeRawBufferPointer, into frame: UnsafeMutableRawBufferPointer
  ) throws(CryptographyError) {
    guard cipher.nonce < limits.frameCount else { throw .invalidParameters }
    try cipher.encrypt(plaintext, into: frame)
    try rekeyWhenDue()
  }

  @inline(__always)
  mutating func open(
    _ frame: UnsafeRawBufferPointer, into plaintext: UnsafeMutableRawBufferPointer
  ) throws(CryptographyError) {
    guard cipher.nonce < limits.frameCount else { throw .invalidParameters }
    try cipher.decrypt(frame, into: plaintext)
    try rekeyWhenDue()
  }

  @inline(__always)
  private mutating func rekeyWhenDue() throws(CryptographyError) {
    guard cipher.nonce == nextRekey else { return }
    nextRekey += limits.rekeyInterval
    try cipher.rekey()
  }
}
