import JSON

/// Encodes and decodes the messages of a network's interface, without side effects. Each connection has its own codec.
protocol LinkCodec: Sendable {
  /// Returns the bytes of a call, and the number that its answer will carry.
  mutating func call(_ request: JSONValue) -> (number: UInt64, bytes: [UInt8])

  /// Decodes a message. It usually holds one input; it holds none if it is to be ignored.
  mutating func read(_ bytes: [UInt8]) -> [LinkInput]
}

/// An input from a connection.
enum LinkInput: Sendable {
  /// The answer to a call, which may be an error.
  case answer(UInt64, JSONValue)
  /// A notification, which answers no call.
  case unasked(JSONValue)
  /// Bytes that violate the network's protocol. The connection cannot be used any more.
  case nonsense
}
