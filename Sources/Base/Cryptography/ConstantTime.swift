import COpenSSL

/// Whether two buffers hold the same bytes, in a time that depends on their length only.
///
/// Buffers of different length are reported as unequal at once, because the length of the compared bytes is never
/// secret here.
public func constantTimeEqual(_ left: UnsafeRawBufferPointer, _ right: UnsafeRawBufferPointer) -> Bool {
  guard left.count == right.count else { return false }
  guard let leftBase = left.baseAddress, let rightBase = right.baseAddress else { return true }
  return CRYPTO_memcmp(leftBase, rightBase, left.count) == 0
}

/// Whether two arrays hold the same bytes, in a time that depends on their length only.
public func constantTimeEqual(_ left: [UInt8], _ right: [UInt8]) -> Bool {
  left.withUnsafeBytes { left in right.withUnsafeBytes { right in constantTimeEqual(left, right) } }
}
