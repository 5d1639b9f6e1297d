/// Bytes that are already one JSON value, for results that are encoded once and sent many times.
///
/// They are written unchanged. The creator is responsible for their validity.
public struct RawJSON: Sendable, Equatable {
  /// One JSON value in UTF-8.
  public let bytes: [UInt8]

  /// Wraps bytes without checking them.
  public init(encoded bytes: [UInt8]) {
    self.bytes = bytes
  }

  /// Encodes a value at once.
  public init(_ value: JSONValue) {
    bytes = value.encoded()
  }
}
