import Transport

/// Reads the frames of a client (RFC 6455 section 5) from bytes that may be split at any position. It does no input or output
/// itself.
struct FrameReader {
  /// A part of the input.
  enum Event {
    /// A part of a message. Its bytes are valid during the call only. The first part of a frame is empty and announces
    /// the length of the rest.
    case part(MessageAssembly.Part)
    case ping([UInt8])
    case pong
    /// The client sent a close frame; the code is ``CloseCode/noStatus`` if it gave none.
    case close(CloseCode)
  }

  private enum Opcode: UInt8 {
    case continuation = 0
    case text = 1
    case binary = 2
    case close = 8
    case ping = 9
    case pong = 10

    var isControl: Bool { rawValue >= 8 }
  }

  /// The maximum number of frames in one message. A message of 1 MiB needs 256 bytes in each of them, so a client that
  /// reaches the limit only wants to keep the reader busy.
  static let framesOfMessage = 4096

  private static let longestControl = 125

  // The bytes of the header that is being read; empty while a payload is read.
  private var header: [UInt8] = []
  private var opcode = Opcode.continuation
  private var isLast = true
  private var mask: (UInt8, UInt8, UInt8, UInt8) = (0, 0, 0, 0)
  private var masked = 0
  private var left = 0
  private var isInPayload = false
  private var control: [UInt8] = []
  // Whether the message being read is text; nil between messages.
  private var message: Bool?
  private var frames = 0

  /// Reads the next bytes of a connection, and unmasks payloads in the caller's memory.
  ///
  /// - Returns: The code with which the connection has to be closed after a violation; nil if there was none, or if
  ///   `take` returned false. The connection has ended then, and the bytes that were not read are of no interest.
  mutating func read(_ bytes: UnsafeMutableRawBufferPointer, _ take: (Event) -> Bool) -> CloseCode? {
    var position = 0
    // An empty payload is complete without a further byte.
    while position < bytes.count || isInPayload && left == 0 {
      guard isInPayload else {
        header.append(bytes[position])
        position += 1
        // A frame without a mask is refused at once, before the reader waits for mask bytes.
        if header.count == 2, !startIsLegal { return .protocolError }
        guard header.count == headerLength else { continue }
        if let code = begin() { return code }
        if !opcode.isControl, !take(announcement) { return nil }
        continue
      }
      let count = min(left, bytes.count - position)
      let part = UnsafeMutableRawBufferPointer(rebasing: bytes[position..<position + count])
      unmask(part)
      position += count
      left -= count
      if opcode.isControl { control.append(contentsOf: part) }
      let event: Event? = opcode.isControl ? nil : .part(dataPart(UnsafeRawBufferPointer(part)))
      if left == 0 { isInPayload = false }
      switch opcode.isControl && left == 0 ? finishControl() : .success(event) {
      case .success(let event?): if !take(event) { return nil }
      case .success(nil): break
      case .failure(let broken): return broken.code
      }
    }
    return nil
  }

  // MARK: The header

  /// The length of the header in bytes, as far as it is known from the bytes read so far.
  private var headerLength: Int {
    guard header.count >= 2 else { return 2 }
    return switch header[1] & 0x7f {
    case 126: 8
    case 127: 14
    default: 6
    }
  }

  /// Whether the first two bytes of the header are legal. Reserved bits must be zero because there are no extensions, a
  /// client must mask its frames, and control frames must be short and unfragmented.
  private var startIsLegal: Bool {
    guard header[0] & 0x70 == 0, let opcode = Opcode(rawValue: header[0] & 0x0f), header[1] & 0x80 != 0 else {
      return false
    }
    return !opcode.isControl || header[0] & 0x80 != 0 && header[1] & 0x7f <= Self.longestControl
  }

  /// Checks the complete header and begins the payload.
  private mutating func begin() -> CloseCode? {
    defer { header.removeAll(keepingCapacity: true) }
    guard let opcode = Opcode(rawValue: header[0] & 0x0f) else { return .protocolError }
    self.opcode = opcode
    isLast = header[0] & 0x80 != 0
    let lengthBytes = header.count - 6
    let length =
      lengthBytes == 0
      ? UInt64(header[1] & 0x7f) : header[2..<2 + lengthBytes].reduce(0) { $0 << 8 | UInt64($1) }
    let least: UInt64 = lengthBytes == 0 ? 0 : lengthBytes == 2 ? 126 : 65536
    guard length >= least, let length = Int(exactly: length) else { return .protocolError }
    let key = header.suffix(4)
    mask = (key[key.startIndex], key[key.startIndex + 1], key[key.startIndex + 2], key[key.startIndex + 3])
    masked = 0
    left = length
    isInPayload = true
    guard opcode.isControl else { return beginData() }
    control = []
    return nil
  }

  private mutating func beginData() -> CloseCode? {
    guard (opcode == .continuation) == (message != nil) else { return .protocolError }
    if opcode != .continuation {
      message = opcode == .text
      frames = 0
    }
    frames += 1
    return frames <= Self.framesOfMessage ? nil : .policyViolation
  }

  // MARK: The payload

  private var announcement: Event {
    .part(
      MessageAssembly.Part(
        bytes: UnsafeRawBufferPointer(start: nil, count: 0), isText: message == true, isLast: false, bytesToCome: left))
  }

  private mutating func dataPart(_ bytes: UnsafeRawBufferPointer) -> MessageAssembly.Part {
    let endsMessage = isLast && left == 0
    let isText = message == true
    if endsMessage { message = nil }
    return MessageAssembly.Part(bytes: bytes, isText: isText, isLast: endsMessage, bytesToCome: left)
  }

  private mutating func unmask(_ part: UnsafeMutableRawBufferPointer) {
    // Most bytes are unmasked eight at a time, which is faster.
    let key = rotatedKey
    let word = UInt64(key.0) | UInt64(key.1) << 8 | UInt64(key.2) << 16 | UInt64(key.3) << 24
    let wide = (word | word << 32).littleEndian
    var position = 0
    while position + 8 <= part.count {
      let value = part.loadUnaligned(fromByteOffset: position, as: UInt64.self) ^ wide
      part.storeBytes(of: value, toByteOffset: position, as: UInt64.self)
      position += 8
    }
    while position < part.count {
      part[position] ^= UInt8(truncatingIfNeeded: word >> UInt64(8 * (position & 3)))
      position += 1
    }
    masked = (masked + part.count) & 3
  }

  /// The masking key, rotated so that its first byte applies to the next byte of the payload.
  private var rotatedKey: (UInt8, UInt8, UInt8, UInt8) {
    switch masked {
    case 1: (mask.1, mask.2, mask.3, mask.0)
    case 2: (mask.2, mask.3, mask.0, mask.1)
    case 3: (mask.3, mask.0, mask.1, mask.2)
    default: mask
    }
  }

  // MARK: Control frames

  private struct Broken: Error { var code: CloseCode }

  private func finishControl() -> Result<Event?, Broken> {
    switch opcode {
    case .ping: return .success(.ping(control))
    case .close: return finishClose()
    default: return .success(.pong)
    }
  }

  private func finishClose() -> Result<Event?, Broken> {
    guard !control.isEmpty else { return .success(.close(.noStatus)) }
    guard control.count >= 2 else { return .failure(Broken(code: .protocolError)) }
    let code = CloseCode(rawValue: UInt16(control[0]) << 8 | UInt16(control[1]))
    guard code.mayBeSent else { return .failure(Broken(code: .protocolError)) }
    guard String(validating: control.dropFirst(2), as: UTF8.self) != nil else {
      return .failure(Broken(code: .invalidPayload))
    }
    return .success(.close(code))
  }
}
