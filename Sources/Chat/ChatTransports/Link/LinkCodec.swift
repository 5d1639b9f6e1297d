import JSON

/// How the messages of a network's own interface are written and read: pure, one for each connection.
protocol LinkCodec: Sendable {
  /// The bytes of a call, and the number by which its answer is known.
  mutating func call(_ request: JSONValue) -> (number: UInt64, bytes: [UInt8])

  /// What a message holds: usually one thing, none where it is to be ignored.
  mutating func read(_ bytes: [UInt8]) -> [LinkInput]
}

/// What came over a connection.
enum LinkInput: Sendable {
  /// The answer to a call, a refusal too.
  case answer(UInt64, JSONValue)
  /// Something that nobody asked for.
  case unasked(JSONValue)
  /// Bytes that follow no rule of the network's: the connection is of no use any more.
  case nonsense
}
