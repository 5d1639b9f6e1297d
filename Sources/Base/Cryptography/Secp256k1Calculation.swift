import COpenSSL

/// Numbers modulo the order of secp256k1, and sums of points.
///
/// The context of libcrypto owns all numbers of the calculation, which are freed with it. They must not be used any
/// longer than it lives.
struct Secp256k1Calculation: ~Copyable {
  private let context: OpaquePointer
  private let group: OpaquePointer
  private let order: OpaquePointer

  init() throws(CryptographyError) {
    guard let group = Algorithms.secp256k1, let order = EC_GROUP_get0_order(group), let context = BN_CTX_new() else {
      throw refusal(.libraryFailure)
    }
    BN_CTX_start(context)
    self.context = context
    self.group = group
    self.order = order
  }

  deinit {
    BN_CTX_end(context)
    BN_CTX_free(context)
  }

  /// The number that is written in big-endian order.
  func number(_ bytes: ArraySlice<UInt8>) throws(CryptographyError) -> OpaquePointer {
    let result = try fresh()
    let read = bytes.withUnsafeBufferPointer { BN_bin2bn($0.baseAddress, Int32($0.count), result) }
    guard read != nil else { throw refusal(.libraryFailure) }
    return result
  }

  /// The 32 bytes of a number.
  /// - Throws: `CryptographyError.authenticationFailure` if it needs more.
  func bytes(_ number: OpaquePointer) throws(CryptographyError) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: 32)
    guard BN_bn2binpad(number, &bytes, 32) == 32 else { throw refusal(.authenticationFailure) }
    return bytes
  }

  /// Whether a number is from 1 to below the order, as both parts of a signature are.
  func isFactor(_ number: OpaquePointer) -> Bool { BN_is_zero(number) == 0 && BN_cmp(number, order) < 0 }

  /// Whether two numbers are the same modulo the order.
  func isEqual(_ left: OpaquePointer, _ right: OpaquePointer) throws(CryptographyError) -> Bool {
    let difference = try fresh()
    guard BN_mod_sub(difference, left, right, order, context) == 1 else { throw refusal(.libraryFailure) }
    return BN_is_zero(difference) == 1
  }

  /// The product modulo the order.
  func product(_ left: OpaquePointer, _ right: OpaquePointer) throws(CryptographyError) -> OpaquePointer {
    let result = try fresh()
    guard BN_mod_mul(result, left, right, order, context) == 1 else { throw refusal(.libraryFailure) }
    return result
  }

  /// The number whose product with this one, which is no multiple of the order, is 1.
  func inverse(_ number: OpaquePointer) throws(CryptographyError) -> OpaquePointer {
    let result = try fresh()
    guard BN_mod_inverse(result, number, order, context) != nil else { throw refusal(.libraryFailure) }
    return result
  }

  /// The number whose sum with this one is a multiple of the order.
  func negative(_ number: OpaquePointer) throws(CryptographyError) -> OpaquePointer {
    let result = try fresh()
    guard BN_mod_sub(result, order, number, order, context) == 1 else { throw refusal(.libraryFailure) }
    return result
  }

  /// The sum with the order itself, not modulo the order.
  func sumWithOrder(_ number: OpaquePointer) throws(CryptographyError) -> OpaquePointer {
    let result = try fresh()
    guard BN_add(result, number, order) == 1 else { throw refusal(.libraryFailure) }
    return result
  }

  /// Whether 33 bytes are a point of the curve.
  func isPoint(_ bytes: [UInt8]) throws(CryptographyError) -> Bool {
    guard let point = EC_POINT_new(group) else { throw refusal(.libraryFailure) }
    defer { EC_POINT_free(point) }
    let isRead = bytes.count == 33 && EC_POINT_oct2point(group, point, bytes, bytes.count, context) == 1
    if !isRead { ERR_clear_error() }
    return isRead
  }

  /// The 33 bytes of a multiple of the generator plus a multiple of a point.
  /// - Throws: `CryptographyError.authenticationFailure` if the sum is infinite, which no key is.
  func combine(
    generatorTimes first: OpaquePointer, _ bytes: [UInt8], times second: OpaquePointer
  ) throws(CryptographyError) -> [UInt8] {
    guard let point = EC_POINT_new(group) else { throw refusal(.libraryFailure) }
    defer { EC_POINT_free(point) }
    guard let sum = EC_POINT_new(group) else { throw refusal(.libraryFailure) }
    defer { EC_POINT_free(sum) }
    guard EC_POINT_oct2point(group, point, bytes, bytes.count, context) == 1,
      EC_POINT_mul(group, sum, first, point, second, context) == 1
    else { throw refusal(.libraryFailure) }
    guard EC_POINT_is_at_infinity(group, sum) == 0 else { throw .authenticationFailure }
    var result = [UInt8](repeating: 0, count: 33)
    guard EC_POINT_point2oct(group, sum, POINT_CONVERSION_COMPRESSED, &result, 33, context) == 33 else {
      throw refusal(.libraryFailure)
    }
    return result
  }

  private func fresh() throws(CryptographyError) -> OpaquePointer {
    guard let number = BN_CTX_get(context) else { throw refusal(.libraryFailure) }
    return number
  }
}
