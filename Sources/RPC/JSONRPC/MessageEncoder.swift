public import JSON

/// Encodes JSON-RPC 2.0 messages as UTF-8 text.
public enum MessageEncoder {
  /// Encodes a request, or a notification if `id` is nil. The parameters must be an array or an object.
  public static func request(method: String, params: Payload? = nil, id: RequestIdentifier?) -> [UInt8] {
    var writer = begin(64 + (params?.expectedLength ?? 0))
    writer.name("method")
    writer.string(method)
    if let params {
      writer.name("params")
      params.write(to: &writer)
    }
    return end(&writer, id: id)
  }

  /// Encodes a response.
  public static func response(_ result: Result<Payload, RPCError>, id: RequestIdentifier) -> [UInt8] {
    switch result {
    case .success(let payload):
      var writer = begin(64 + payload.expectedLength)
      writer.name("result")
      payload.write(to: &writer)
      return end(&writer, id: id)
    case .failure(let error):
      var writer = begin(192)
      writer.name("error")
      error.write(to: &writer)
      return end(&writer, id: id)
    }
  }

  /// Encodes a batch from messages that are already encoded.
  public static func batch(_ messages: [[UInt8]]) -> [UInt8] {
    var writer = JSONWriter(capacity: messages.reduce(2) { $0 + $1.count + 1 })
    writer.beginArray()
    for message in messages { writer.raw(RawJSON(encoded: message)) }
    writer.endArray()
    return writer.bytes
  }

  private static func begin(_ capacity: Int) -> JSONWriter {
    var writer = JSONWriter(capacity: capacity)
    writer.beginObject()
    writer.name("jsonrpc")
    writer.string("2.0")
    return writer
  }

  private static func end(_ writer: inout JSONWriter, id: RequestIdentifier?) -> [UInt8] {
    switch id {
    case .string(let string)?:
      writer.name("id")
      writer.string(string)
    case .number(let number)?:
      writer.name("id")
      writer.number(number)
    case .null?:
      writer.name("id")
      writer.null()
    case nil: break
    }
    writer.endObject()
    return writer.bytes
  }
}

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
