public import JSON

/// A result or parameters on their way out: a value, or bytes that have been encoded before.
public enum Payload: Sendable, Equatable {
  /// A value to encode.
  case value(JSONValue)
  /// Bytes to send as they are.
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
