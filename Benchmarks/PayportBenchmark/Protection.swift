import SecureSession

/// The layer between the JSON text and the payload of a WebSocket frame.
enum Protection {
  /// The text is sent in text frames without protection.
  case none
  /// The text is sealed in records with a fixed key, as for the sealed echo.
  case fixedKey(sealing: RecordCipher, opening: RecordCipher)
  /// The text is sent in a Payport session.
  case session(SecureChannel)

  /// The number of bytes that a sealed frame has in addition to the text: the flag and the tag.
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

  /// Calls `body` with the text of the message that `frame` completes; returns false if more frames are to come.
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
