import COpenSSL

/// Secret bytes in memory of their own. Assignment does not copy them, and they are wiped when the last reference is
/// released. They are not swapped out if ``SecretMemory`` was reserved and has room.
///
/// They are immutable after `init`. The description never shows the content.
///
/// `@unchecked Sendable` is correct because the storage is written only inside `init` and wiped only in `deinit`, when
/// no other reference is left. In between it is only read.
public final class SecretBytes: @unchecked Sendable {
  private let storage: UnsafeMutableRawBufferPointer
  private let isLocked: Bool

  /// The number of bytes.
  public var count: Int { storage.count }

  /// Copies secret bytes from plain ones. The caller's copy is not wiped.
  public init(_ bytes: some Sequence<UInt8>) {
    let bytes = Array(bytes)
    (storage, isLocked) = Self.allocate(bytes.count)
    storage.copyBytes(from: bytes)
  }

  /// Makes secret bytes that `body` writes in place into a zeroed buffer of `count` bytes.
  public init<E: Error>(
    count: Int, fillingWith body: (UnsafeMutableRawBufferPointer) throws(E) -> Void
  ) throws(E) {
    (storage, isLocked) = Self.allocate(count)
    storage.initializeMemory(as: UInt8.self, repeating: 0)
    try body(storage)
  }

  /// Makes random secret bytes.
  /// - Throws: `CryptographyError.randomnessUnavailable`.
  public convenience init(count: Int, from random: any RandomSource) throws(CryptographyError) {
    try self.init(count: count) { (buffer) throws(CryptographyError) in try random.fill(buffer) }
  }

  deinit {
    if isLocked { return SecretMemory.free(storage) }
    OPENSSL_cleanse(storage.baseAddress, storage.count)
    storage.deallocate()
  }

  private static func allocate(_ count: Int) -> (UnsafeMutableRawBufferPointer, isLocked: Bool) {
    if let locked = SecretMemory.allocate(count) { return (.init(start: locked, count: count), true) }
    return (.allocate(byteCount: count, alignment: 8), false)
  }

  /// Calls `body` with the bytes. The pointer must not be used after `body` has returned.
  public func withUnsafeBytes<R, E: Error>(_ body: (UnsafeRawBufferPointer) throws(E) -> R) throws(E) -> R {
    try body(UnsafeRawBufferPointer(storage))
  }

  /// A plain copy, for a key file. It is not wiped, so it should be short-lived.
  public func exposedBytes() -> [UInt8] { Array(storage) }
}

extension SecretBytes: Equatable {
  /// Compares in constant time, once the lengths agree.
  public static func == (left: SecretBytes, right: SecretBytes) -> Bool {
    constantTimeEqual(UnsafeRawBufferPointer(left.storage), UnsafeRawBufferPointer(right.storage))
  }
}

extension SecretBytes: CustomStringConvertible, CustomDebugStringConvertible, CustomReflectable {
  /// The size only, so that logs never show the content.
  public var description: String { "SecretBytes(\(count) bytes, redacted)" }
  /// The size only, so that logs never show the content.
  public var debugDescription: String { description }
  /// An empty mirror, so that `dump` does not show the content.
  public var customMirror: Mirror { Mirror(self, children: []) }
}

/// Overwrites memory that held a secret with zeros, in a way that the optimiser cannot remove.
public func wipe(_ bytes: UnsafeMutableRawBufferPointer) {
  OPENSSL_cleanse(bytes.baseAddress, bytes.count)
}

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
