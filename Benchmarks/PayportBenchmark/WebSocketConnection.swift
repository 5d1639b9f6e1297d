import Platform

/// The part of RFC 6455 that a load client needs, on a raw socket: upgrade, unfragmented frames and masking.
///
/// It does not use libwebsockets, so that the measured library does not measure itself. A round trip costs two system
/// calls. Only one thread at a time may use it.
final class WebSocketConnection {
  enum Opcode {
    static let text: UInt8 = 0x1
    static let binary: UInt8 = 0x2
    static let close: UInt8 = 0x8
    static let ping: UInt8 = 0x9
    static let pong: UInt8 = 0xA
  }

  struct Frame {
    let opcode: UInt8
    /// The payload in the receive buffer. It is valid until the next `receive`.
    let payload: UnsafeMutableBufferPointer<UInt8>
  }

  let descriptor: Int32
  private let input: UnsafeMutableBufferPointer<UInt8>
  private var inputStart = 0
  private var inputEnd = 0
  private let output: UnsafeMutableBufferPointer<UInt8>

  private static let longestHeader = 14
  // The masking key is that of RFC 6455's examples. Masking is compulsory, and its cost does not depend on the key.
  private static let mask: (UInt8, UInt8, UInt8, UInt8) = (0x37, 0xFA, 0x21, 0x3D)

  /// Connects to 127.0.0.1 and upgrades the connection. Each read waits for at most ten seconds.
  init(port: UInt16, path: String, subprotocol: String?, bufferSize: Int = 131_072) throws {
    input = .allocate(capacity: bufferSize)
    output = .allocate(capacity: bufferSize)
    descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    guard descriptor >= 0 else { throw BenchmarkError.systemCall("socket", errno) }
    try configure()
    try connect(to: port)
    try upgrade(port: port, path: path, subprotocol: subprotocol)
  }

  deinit {
    if descriptor >= 0 { close(descriptor) }
    input.deallocate()
    output.deallocate()
  }

  private func configure() throws {
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    // Connections are closed with a reset instead of TIME_WAIT, because thousands of handshakes a second would use up
    // the ports.
    var linger = linger(l_onoff: 1, l_linger: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_LINGER, &linger, socklen_t(MemoryLayout.size(ofValue: linger)))
    var timeout = timeval(tv_sec: 10, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
  }

  private func connect(to port: UInt16) throws {
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_port = port.bigEndian
    address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
    let result = withUnsafePointer(to: &address) { pointer in
      pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { rebound in
        Glibc.connect(descriptor, rebound, socklen_t(MemoryLayout<sockaddr_in>.size))
      }
    }
    guard result == 0 else { throw BenchmarkError.systemCall("connect", errno) }
  }

  private func upgrade(port: UInt16, path: String, subprotocol: String?) throws {
    var request =
      "GET \(path) HTTP/1.1\r\nHost: 127.0.0.1:\(port)\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
      + "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\nSec-WebSocket-Version: 13\r\n"
    if let subprotocol { request += "Sec-WebSocket-Protocol: \(subprotocol)\r\n" }
    request += "\r\n"
    let bytes = Array(request.utf8)
    try bytes.withUnsafeBufferPointer { try sendAll($0) }
    var head: [UInt8] = []
    while !head.hasSuffix([13, 10, 13, 10]) {
      if inputStart == inputEnd {
        guard try receive(waiting: true) else { throw BenchmarkError("no answer to the upgrade") }
      }
      head.append(input[inputStart])
      inputStart += 1
      guard head.count <= 8192 else { throw BenchmarkError("the answer to the upgrade is too long") }
    }
    guard head.starts(with: Array("HTTP/1.1 101".utf8)) else {
      let line = String(decoding: head.prefix { $0 != 13 }, as: UTF8.self)
      throw BenchmarkError("upgrade refused: \(line)")
    }
  }

  /// Sends one complete frame: `fill` writes `length` bytes of payload, which are then masked in place.
  func send(opcode: UInt8, length: Int, fill: (UnsafeMutableBufferPointer<UInt8>) throws -> Void) throws {
    guard length + Self.longestHeader <= output.count, length <= 0xFFFF else {
      throw BenchmarkError("a frame of \(length) bytes is too long for this client")
    }
    output[0] = 0x80 | opcode
    var header = 2
    if length < 126 {
      output[1] = 0x80 | UInt8(length)
    } else {
      output[1] = 0x80 | 126
      output[2] = UInt8(length >> 8)
      output[3] = UInt8(length & 0xFF)
      header = 4
    }
    (output[header], output[header + 1], output[header + 2], output[header + 3]) = Self.mask
    header += 4
    let payload = UnsafeMutableBufferPointer(rebasing: output[header..<header + length])
    try fill(payload)
    Self.applyMask(payload)
    try sendAll(UnsafeBufferPointer(rebasing: output[0..<header + length]))
  }

  private static func applyMask(_ bytes: UnsafeMutableBufferPointer<UInt8>) {
    guard let base = bytes.baseAddress else { return }
    let raw = UnsafeMutableRawPointer(base)
    let word: UInt64 = 0x3D21_FA37_3D21_FA37
    var offset = 0
    while offset + 8 <= bytes.count {
      let masked = raw.loadUnaligned(fromByteOffset: offset, as: UInt64.self).littleEndian ^ word
      raw.storeBytes(of: masked.littleEndian, toByteOffset: offset, as: UInt64.self)
      offset += 8
    }
    while offset < bytes.count {
      bytes[offset] ^= UInt8(truncatingIfNeeded: word >> UInt64(8 * (offset & 7)))
      offset += 1
    }
  }

  private func sendAll(_ bytes: UnsafeBufferPointer<UInt8>) throws {
    var sent = 0
    while sent < bytes.count {
      let count = Glibc.send(descriptor, bytes.baseAddress.map { $0 + sent }, bytes.count - sent, Int32(MSG_NOSIGNAL))
      if count < 0 && errno == EINTR { continue }
      guard count > 0 else { throw BenchmarkError.systemCall("send", errno) }
      sent += count
    }
  }

  /// Reads what has arrived. Returns false if nothing has arrived and `waiting` is false. Earlier frames become
  /// invalid.
  func receive(waiting: Bool) throws -> Bool {
    if inputStart == inputEnd {
      inputStart = 0
      inputEnd = 0
    } else if inputStart > 0 {
      input.baseAddress?.update(from: input.baseAddress.unsafelyUnwrapped + inputStart, count: inputEnd - inputStart)
      inputEnd -= inputStart
      inputStart = 0
    }
    guard inputEnd < input.count else { throw BenchmarkError("a reply does not fit into \(input.count) bytes") }
    while true {
      let count = recv(
        descriptor, input.baseAddress.map { $0 + inputEnd }, input.count - inputEnd,
        waiting ? 0 : Int32(MSG_DONTWAIT))
      if count > 0 {
        inputEnd += count
        return true
      }
      guard count < 0 else { throw BenchmarkError("the server closed the connection") }
      if errno == EINTR { continue }
      if errno == EAGAIN && !waiting { return false }
      throw BenchmarkError.systemCall("recv", errno)
    }
  }

  /// Waits for the next complete frame.
  func waitForFrame() throws -> Frame {
    while true {
      if let frame = try nextFrame() { return frame }
      _ = try receive(waiting: true)
    }
  }

  /// Returns the next complete frame among the received bytes; `nil` if there is none. Heartbeats, which come as early as
  /// with the end of the handshake, are left out.
  func nextFrame() throws -> Frame? {
    let available = inputEnd - inputStart
    guard available >= 2 else { return nil }
    let first = input[inputStart]
    var length = Int(input[inputStart + 1])
    guard first & 0x80 != 0, length < 128 else { throw BenchmarkError("a fragmented or masked frame from the server") }
    var header = 2
    if length == 126 {
      guard available >= 4 else { return nil }
      length = Int(input[inputStart + 2]) << 8 | Int(input[inputStart + 3])
      header = 4
    } else if length == 127 {
      throw BenchmarkError("a frame above 64 KiB from the server")
    }
    guard available >= header + length else { return nil }
    let start = inputStart + header
    inputStart = start + length
    if first & 0x0F == Opcode.pong { return try nextFrame() }
    return Frame(opcode: first & 0x0F, payload: UnsafeMutableBufferPointer(rebasing: input[start..<start + length]))
  }
}

extension Array where Element == UInt8 {
  fileprivate func hasSuffix(_ suffix: [UInt8]) -> Bool {
    count >= suffix.count && self[(count - suffix.count)...].elementsEqual(suffix)
  }
}
