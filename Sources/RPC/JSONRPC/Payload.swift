public import JSON

/// The result or the parameters of a message to send: a value, or bytes that are already encoded.
public enum Payload: Sendable, Equatable {
  /// A value that still has to be encoded.
  case value(JSONValue)
  /// Encoded JSON that is sent unchanged.
  case raw(RawJSON)

  func write(to writer: inout JSONWriter) {
    switch self {
    case .value(let value): writer.value(value)
    case .raw(let raw): writer.raw(raw)
    }
  }

  var expectedLength: Int {
    switch self {
    case .value: 192
    case .raw(let raw): raw.bytes.count
    }
  }
}
