import COpenSSL
import Cryptography

/// Signs with a private key of secp256k1, as nodes of the Lightning network do. The programs only verify, so this is
/// for tests: it takes no care that the key stays secret.
///
/// The number that belongs to each signature follows from key and digest (RFC 6979), so that a signature is the same
/// each time, and the one that others have published.
package struct Secp256k1Signer {
  /// A signature, r ‖ s, and by which the public key is found again.
  package struct Signed {
    /// The 64 bytes.
    package let bytes: [UInt8]
    /// The id: bit 0 is whether y of the point is odd, bit 1 whether its x is not below the order.
    package let id: UInt8
  }

  private let key: [UInt8]

  /// Makes a signer with a private key of 32 bytes.
  package init(key: [UInt8]) { self.key = key }

  /// The public key, 33 bytes.
  package func publicKey() throws -> [UInt8] {
    let curve = try Curve()
    return try curve.multiple(curve.number(key), POINT_CONVERSION_COMPRESSED)
  }

  /// Signs 32 bytes.
  package func sign(_ digest: [UInt8], highS: Bool = false) throws -> Signed {
    let curve = try Curve()
    let nonce = try curve.number(nonce(of: digest))
    // 4, x, y.
    let point = try curve.multiple(nonce, POINT_CONVERSION_UNCOMPRESSED)
    let r = try curve.reduced(curve.number(Array(point[1...32])))
    let isAboveOrder = try curve.bytes(r) != Array(point[1...32])
    let sum = try curve.sum(curve.number(digest), curve.product(r, curve.number(key)))
    var s = try curve.product(curve.inverse(nonce), sum)
    var id = point[64] & 1 | (isAboveOrder ? 2 : 0)
    let signature = try Secp256k1.Signature(bytes: curve.bytes(r) + curve.bytes(s))
    if signature.hasLowS == highS {
      s = try curve.negative(s)
      // The other s belongs to the point below the axis.
      id ^= 1
    }
    return Signed(bytes: try curve.bytes(r) + curve.bytes(s), id: id)
  }

  private func nonce(of digest: [UInt8]) throws -> [UInt8] {
    var value = [UInt8](repeating: 1, count: 32)
    var secret = [UInt8](repeating: 0, count: 32)
    func authenticate(_ bytes: [UInt8]) throws -> [UInt8] {
      try HMACSHA256.authenticate(bytes, key: SecretBytes(secret))
    }
    for mark: UInt8 in [0, 1] {
      secret = try authenticate(value + [mark] + key + digest)
      value = try authenticate(value)
    }
    // It would not be below the order once in 2^127 times.
    return try authenticate(value)
  }
}

/// Numbers modulo the order of the curve. The context owns them.
private final class Curve {
  struct Failure: Error {}

  private let context: OpaquePointer
  private let group: OpaquePointer
  private let order: OpaquePointer

  init() throws {
    guard let group = EC_GROUP_new_by_curve_name(NID_secp256k1) else { throw Failure() }
    guard let order = EC_GROUP_get0_order(group), let context = BN_CTX_new() else {
      EC_GROUP_free(group)
      throw Failure()
    }
    BN_CTX_start(context)
    (self.context, self.group, self.order) = (context, group, order)
  }

  deinit {
    BN_CTX_end(context)
    BN_CTX_free(context)
    EC_GROUP_free(group)
  }

  func number(_ bytes: [UInt8]) throws -> OpaquePointer {
    try make { BN_bin2bn(bytes, Int32(bytes.count), $0) != nil }
  }

  func bytes(_ number: OpaquePointer) throws -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 32)
    guard BN_bn2binpad(number, &bytes, 32) == 32 else { throw Failure() }
    return bytes
  }

  func reduced(_ number: OpaquePointer) throws -> OpaquePointer {
    try make { BN_nnmod($0, number, order, context) == 1 }
  }

  func sum(_ left: OpaquePointer, _ right: OpaquePointer) throws -> OpaquePointer {
    try make { BN_mod_add($0, left, right, order, context) == 1 }
  }

  func product(_ left: OpaquePointer, _ right: OpaquePointer) throws -> OpaquePointer {
    try make { BN_mod_mul($0, left, right, order, context) == 1 }
  }

  func inverse(_ number: OpaquePointer) throws -> OpaquePointer {
    try make { BN_mod_inverse($0, number, order, context) != nil }
  }

  func negative(_ number: OpaquePointer) throws -> OpaquePointer {
    try make { BN_mod_sub($0, order, number, order, context) == 1 }
  }

  /// The bytes of a multiple of the generator.
  func multiple(_ number: OpaquePointer, _ form: point_conversion_form_t) throws -> [UInt8] {
    guard let point = EC_POINT_new(group) else { throw Failure() }
    defer { EC_POINT_free(point) }
    guard EC_POINT_mul(group, point, number, nil, nil, context) == 1 else { throw Failure() }
    var bytes = [UInt8](repeating: 0, count: form == POINT_CONVERSION_COMPRESSED ? 33 : 65)
    guard EC_POINT_point2oct(group, point, form, &bytes, bytes.count, context) == bytes.count else { throw Failure() }
    return bytes
  }

  private func make(_ fill: (OpaquePointer) -> Bool) throws -> OpaquePointer {
    guard let number = BN_CTX_get(context), fill(number) else { throw Failure() }
    return number
  }
}
