import Platform
import Transport

/// The bytes to be written to one socket, in whole frames. It is used on the service thread.
struct OutputBuffer {
  /// The result of writing.
  enum Outcome {
    case done
    /// The socket accepts no more bytes for now.
    case full
    case failed
  }

  /// When the buffer holds this many bytes, no further message is added until they are written.
  static let usualBytes = 16 << 10
  private static let keptBytes = 1024

  /// The payload of the newest ping, which is the only one that has to be answered (RFC 6455 section 5.5.3).
  var pong: [UInt8]?
  /// Whether nothing may be added to the buffer any more.
  var isLast = false

  private let descriptor: Int32
  private var bytes: [UInt8] = []
  private var written = 0

  init(descriptor: Int32) { self.descriptor = descriptor }

  /// Whether everything was written.
  var isEmpty: Bool { bytes.isEmpty }

  /// Whether another message should be added before writing.
  var hasRoom: Bool { bytes.count < Self.usualBytes }

  mutating func append(_ more: [UInt8]) { bytes += more }

  mutating func append(frame opcode: FrameWriter.Opcode, _ payload: [UInt8]) {
    FrameWriter.append(opcode, payload, to: &bytes)
  }

  /// Writes as many bytes as the socket accepts.
  mutating func flush() -> Outcome {
    if let pong, !isLast {
      append(frame: .pong, pong)
      self.pong = nil
    }
    while written < bytes.count {
      let count = bytes.withUnsafeBytes { raw in
        #if canImport(Glibc)
          send(descriptor, raw.baseAddress?.advanced(by: written), raw.count - written, Int32(MSG_NOSIGNAL))
        #else
          send(descriptor, raw.baseAddress?.advanced(by: written), raw.count - written, 0)
        #endif
      }
      if count < 0 {
        if errno == EINTR { continue }
        return errno == EAGAIN || errno == EWOULDBLOCK ? .full : .failed
      }
      written += count
    }
    // An idle session keeps only a small buffer.
    bytes.removeAll(keepingCapacity: bytes.capacity <= Self.keptBytes)
    written = 0
    return .done
  }
}

/// Writes the frames of a server, which are not masked (RFC 6455 section 5.2).
enum FrameWriter {
  enum Opcode: UInt8 {
    case text = 1
    case binary = 2
    case close = 8
    case pong = 10
  }

  /// Appends one whole frame.
  static func append(_ opcode: Opcode, _ payload: [UInt8], to bytes: inout [UInt8]) {
    bytes.append(0x80 | opcode.rawValue)
    switch payload.count {
    case ...125: bytes.append(UInt8(payload.count))
    case ...65535:
      bytes.append(126)
      withUnsafeBytes(of: UInt16(payload.count).bigEndian) { bytes.append(contentsOf: $0) }
    default:
      bytes.append(127)
      withUnsafeBytes(of: UInt64(payload.count).bigEndian) { bytes.append(contentsOf: $0) }
    }
    bytes += payload
  }

  /// Encodes a close frame, with a code if there is one.
  static func close(_ code: CloseCode?) -> [UInt8] {
    var bytes: [UInt8] = []
    let payload = code.map { [UInt8($0.rawValue >> 8), UInt8($0.rawValue & 0xff)] } ?? []
    append(.close, payload, to: &bytes)
    return bytes
  }
}
