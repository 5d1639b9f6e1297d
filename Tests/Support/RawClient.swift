import Platform

/// A TCP client that sends and reads WebSocket bytes and may break every rule. Its calls block, so tests make them on a
/// separate thread.
package final class RawClient {
  package struct Frame: Equatable {
    /// What kind of frame it is (RFC 6455 section 5.2).
    package var opcode: UInt8
    /// Whether it ends its message.
    package var isLast = true
    /// Its payload.
    package var payload: [UInt8]

    /// Creates a frame.
    package init(opcode: UInt8, isLast: Bool = true, payload: [UInt8]) {
      (self.opcode, self.isLast, self.payload) = (opcode, isLast, payload)
    }

    /// The code of a close frame.
    package var closeCode: UInt16? {
      guard opcode == 8, payload.count >= 2 else { return nil }
      return UInt16(payload[0]) << 8 | UInt16(payload[1])
    }
  }

  /// A system call or a step failed.
  package struct Failed: Error {
    /// Its name.
    package var call: String

    /// Creates a failure.
    package init(call: String) { self.call = call }
  }

  private let descriptor: Int32
  private let port: UInt16
  private var buffered: [UInt8] = []

  /// Connects to 127.0.0.1, through an IPv6 socket if `mapped` is set.
  package init(port: UInt16, mapped: Bool = false) throws {
    self.port = port
    descriptor = socket(mapped ? AF_INET6 : AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    guard descriptor >= 0 else { throw Failed(call: "socket") }
    var result: Int32
    if mapped {
      var address = sockaddr_in6()
      address.sin6_family = sa_family_t(AF_INET6)
      address.sin6_port = port.bigEndian
      inet_pton(AF_INET6, "::ffff:127.0.0.1", &address.sin6_addr)
      result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in6>.size))
        }
      }
    } else {
      var address = sockaddr_in()
      address.sin_family = sa_family_t(AF_INET)
      address.sin_port = port.bigEndian
      inet_pton(AF_INET, "127.0.0.1", &address.sin_addr)
      result = withUnsafePointer(to: &address) {
        $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
        }
      }
    }
    var timeout = timeval(tv_sec: 30, tv_usec: 0)
    setsockopt(descriptor, SOL_SOCKET, SO_RCVTIMEO, &timeout, socklen_t(MemoryLayout<timeval>.size))
    var one: Int32 = 1
    setsockopt(descriptor, Int32(IPPROTO_TCP), TCP_NODELAY, &one, socklen_t(MemoryLayout<Int32>.size))
    guard result == 0 else {
      close(descriptor)
      throw Failed(call: "connect")
    }
  }

  deinit { close(descriptor) }

  /// Ends the connection without a close frame.
  package func hangUp() { shutdown(descriptor, Int32(SHUT_RDWR)) }

  // MARK: Bytes

  /// Sends bytes as they are.
  package func write(_ bytes: [UInt8]) throws {
    var rest = bytes[...]
    while !rest.isEmpty {
      let count = rest.withUnsafeBytes { send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      guard count > 0 else { throw Failed(call: "send") }
      rest = rest.dropFirst(count)
    }
  }

  /// Sends a text as UTF-8.
  package func write(_ text: String) throws { try write(Array(text.utf8)) }

  /// Sends each byte alone.
  package func writeByteByByte(_ bytes: [UInt8]) throws {
    for byte in bytes { try write([byte]) }
  }

  /// Reads some bytes; returns false if the peer has closed or reset the connection.
  private func fill() -> Bool {
    var chunk = [UInt8](repeating: 0, count: 4096)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    guard count > 0 else { return false }
    buffered += chunk.prefix(count)
    return true
  }

  /// Waits until the peer hangs up, and returns whether it did.
  package func isHungUp() -> Bool {
    // The end of the stream does not set `errno`, and the thread may still have a value from an earlier test.
    errno = 0
    while fill() { errno = 0 }
    return errno != EAGAIN
  }

  /// Reads everything until the peer hangs up.
  package func readAll() -> String {
    while fill() {}
    return String(decoding: buffered, as: UTF8.self)
  }

  // MARK: HTTP

  /// Makes a valid upgrade request, except for the given values. A nil header is left out.
  package func request(
    path: String = "/v1", host: String? = nil, protocols: String? = "payport.v1", extra: [String] = []
  ) -> String {
    var lines = [
      "GET \(path) HTTP/1.1", "Upgrade: websocket", "Connection: Upgrade", "Sec-WebSocket-Version: 13",
      "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==", "Host: \(host ?? "127.0.0.1:\(port)")",
    ]
    if let protocols { lines.append("Sec-WebSocket-Protocol: \(protocols)") }
    return (lines + extra).joined(separator: "\r\n") + "\r\n\r\n"
  }

  /// Reads the status of an answer; nil if the peer hung up.
  package func readStatus() -> Int? {
    readHead()?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
  }

  /// Reads the head of an answer; nil if the peer hung up.
  package func readHead() -> String? {
    let end = Array("\r\n\r\n".utf8)
    while true {
      if let range = buffered.firstRange(of: end) {
        let head = String(decoding: buffered[..<range.lowerBound], as: UTF8.self)
        buffered.removeSubrange(..<range.upperBound)
        return head
      }
      guard fill() else { return nil }
    }
  }

  /// Makes a valid upgrade.
  package func upgrade() throws {
    try write(request())
    guard readStatus() == 101 else { throw Failed(call: "upgrade") }
  }

  // MARK: Frames

  /// A frame of a client.
  package static func frame(_ opcode: UInt8, _ payload: [UInt8], isLast: Bool = true, mask: [UInt8]? = [1, 2, 3, 4])
    -> [UInt8]
  {
    var bytes = [opcode | (isLast ? 0x80 : 0)]
    let flag: UInt8 = mask == nil ? 0 : 0x80
    switch payload.count {
    case ..<126: bytes.append(flag | UInt8(payload.count))
    case ..<65536: bytes += [flag | 126, UInt8(payload.count >> 8), UInt8(payload.count & 0xff)]
    default: bytes += [flag | 127] + (0..<8).reversed().map { UInt8(truncatingIfNeeded: payload.count >> ($0 * 8)) }
    }
    guard let mask else { return bytes + payload }
    return bytes + mask + payload.enumerated().map { $1 ^ mask[$0 & 3] }
  }

  /// Reads the next frame; nil if the peer hung up.
  package func readFrame() -> Frame? {
    func need(_ count: Int) -> Bool {
      while buffered.count < count { if !fill() { return false } }
      return true
    }
    guard need(2) else { return nil }
    var head = 2
    var length = Int(buffered[1] & 0x7f)
    if length >= 126 {
      let bytes = length == 126 ? 2 : 8
      guard need(2 + bytes) else { return nil }
      length = buffered[2..<2 + bytes].reduce(0) { $0 << 8 | Int($1) }
      head += bytes
    }
    guard need(head + length) else { return nil }
    let frame = Frame(
      opcode: buffered[0] & 0xf, isLast: buffered[0] & 0x80 != 0, payload: Array(buffered[head..<head + length]))
    buffered.removeFirst(head + length)
    return frame
  }

  /// Reads the code of the next close frame; nil if the peer hung up without one.
  package func readClose() -> UInt16? {
    while let frame = readFrame() { if frame.opcode == 8 { return frame.closeCode } }
    return nil
  }
}
