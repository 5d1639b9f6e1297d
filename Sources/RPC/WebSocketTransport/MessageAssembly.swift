import Transport

/// Assembles the parts of one message and checks the limit at every step. It is a pure value.
struct MessageAssembly {
  /// A part of a frame's payload. Its bytes are valid during the call only.
  struct Part {
    var bytes: UnsafeRawBufferPointer
    var isText: Bool
    /// Whether this part ends the message.
    var isLast: Bool
    /// The number of bytes of the same frame that are still to come, as declared in its header.
    var bytesToCome: Int
  }

  /// The result of appending a part.
  enum Outcome {
    case incomplete
    case message(Message)
    case failure(CloseCode)
  }

  private var collected: [UInt8] = []

  /// Appends the next part.
  mutating func append(_ part: Part, limit: Int) -> Outcome {
    // The declared length may be close to `Int.max`, so additions could overflow.
    let room = limit - collected.count - part.bytes.count
    guard room >= 0, part.bytesToCome <= room else {
      collected = []
      return .failure(.messageTooBig)
    }
    if part.bytes.isEmpty, !part.isLast { return .incomplete }
    if part.isLast, collected.isEmpty { return finish([UInt8](part.bytes), isText: part.isText) }
    if collected.isEmpty { collected.reserveCapacity(part.bytes.count + max(0, part.bytesToCome)) }
    collected.append(contentsOf: part.bytes)
    guard part.isLast else { return .incomplete }
    let bytes = collected
    collected = []
    return finish(bytes, isText: part.isText)
  }

  private func finish(_ bytes: [UInt8], isText: Bool) -> Outcome {
    guard isText else { return .message(.binary(bytes)) }
    // The library's own check does not detect a character that is cut short by an empty last fragment.
    return String(validating: bytes, as: UTF8.self) == nil ? .failure(.invalidPayload) : .message(.text(bytes))
  }
}
