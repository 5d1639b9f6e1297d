import Transport

/// Puts the parts of one message together, within the limit at every step: pure.
struct MessageAssembly {
  /// A part of a frame's payload, valid during the call only.
  struct Part {
    var bytes: UnsafeRawBufferPointer
    var isText: Bool
    /// It ends the message.
    var isLast: Bool
    /// Bytes of the same frame that are still to come, as its header declares.
    var bytesToCome: Int
  }

  /// What came of a part.
  enum Outcome {
    case incomplete
    case message(Message)
    case failure(CloseCode)
  }

  private var collected: [UInt8] = []

  /// Takes the next part.
  mutating func append(_ part: Part, limit: Int) -> Outcome {
    // The declared length may be near Int.max.
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
    // The library's own check misses a character cut short by an empty last fragment.
    return String(validating: bytes, as: UTF8.self) == nil ? .failure(.invalidPayload) : .message(.text(bytes))
  }
}
