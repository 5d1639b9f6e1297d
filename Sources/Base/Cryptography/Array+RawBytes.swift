extension Array where Element == UInt8 {
  /// `withUnsafeBytes` with a typed error, which the standard library's version does not support.
  @inlinable
  package func withRawBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try withUnsafeBufferPointer { (buffer) throws(E) in try body(UnsafeRawBufferPointer(buffer)) }
  }

  /// `withUnsafeMutableBytes` with a typed error, which the standard library's version does not support.
  @inlinable
  package mutating func withMutableRawBytes<R, E: Error>(
    _ body: (UnsafeMutableRawBufferPointer) throws(E) -> R
  ) throws(E) -> R {
    try withUnsafeMutableBufferPointer { (buffer) throws(E) in try body(UnsafeMutableRawBufferPointer(buffer)) }
  }
}
