import SecureSession

/// What lies between the JSON text and the payload of a WebSocket frame.
enum Protection {
  /// Text frames as they are.
  case none
  /// The sealed echo: records under a fixed key.
  case fixedKey(sealing: RecordCipher, opening: RecordCipher)
  /// A session of Payport.
  case session(SecureChannel)

  /// What a sealed frame has beyond the text, in bytes: the flag and the tag.
  static let sealedOverhead = SecureChannel.frameOverhead

  private static let lastRecord: UInt8 = 0

  func send(_ text: [UInt8], on connection: WebSocketConnection) throws {
    switch self {
    case .none:
      try connection.send(opcode: WebSocketConnection.Opcode.text, length: text.count) { payload in
        _ = payload.update(fromContentsOf: text)
      }
    case .fixedKey(let sealing, _):
      try connection.send(opcode: WebSocketConnection.Opcode.binary, length: text.count + Self.sealedOverhead) {
        payload in
        payload[0] = Self.lastRecord
        _ = UnsafeMutableBufferPointer(rebasing: payload[1...]).update(fromContentsOf: text)
        try sealing.seal(payload, textLength: text.count + 1)
      }
    case .session(let channel):
      for frame in try channel.seal(text) {
        try connection.send(opcode: WebSocketConnection.Opcode.binary, length: frame.count) { payload in
          _ = payload.update(fromContentsOf: frame)
        }
      }
    }
  }

  /// Hands the text of the message that `frame` completes to `body`; false when more frames are to come.
  func open(_ frame: WebSocketConnection.Frame, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws -> Bool {
    switch self {
    case .none:
      try body(UnsafeBufferPointer(frame.payload))
      return true
    case .fixedKey(_, let opening):
      let text = try opening.open(frame.payload)
      guard text.first == Self.lastRecord else { throw BenchmarkError("a record that is not a whole message") }
      try body(UnsafeBufferPointer(rebasing: text[1...]))
      return true
    case .session(let channel):
      switch try channel.open(UnsafeRawBufferPointer(frame.payload)) {
      case .message(let text):
        try text.withUnsafeBufferPointer(body)
        return true
      case .incomplete: return false
      case .goodbye: throw BenchmarkError("the server said goodbye")
      }
    }
  }
}
