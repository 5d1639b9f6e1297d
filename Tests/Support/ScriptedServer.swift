import Platform
import Synchronization

/// A server that answers each request as a script says: one thread per connection, loopback, a port from the kernel.
package final class ScriptedServer: Sendable {
  /// What came over a connection.
  package struct Request: Sendable {
    /// Counts the connections from 1.
    package let connection: Int
    /// Counts the requests of the connection from 1.
    package let number: Int
    /// The request line.
    package let line: String
    /// The header fields, with names in lowercase.
    package let headers: [String: String]
    /// The body.
    package let body: [UInt8]
  }

  /// What is done in answer.
  package enum Step: Sendable {
    /// Sends this text as it is.
    case send(String)
    /// Reads, and answers nothing, until the client gives up.
    case hang
    /// Closes the connection.
    case close
  }

  /// Where it listens.
  package let port: UInt16
  private let listener: Int32
  private let received = Mutex<[Request]>([])
  private let hanging: AsyncStream<Void>
  private let hangs: AsyncStream<Void>.Continuation

  /// Its URL.
  package var url: String { "http://127.0.0.1:\(port)" }
  /// What came so far, over all connections.
  package var requests: [Request] { received.withLock { $0 } }

  /// Listens; the script answers each request, on the thread of its connection.
  package init(_ script: @escaping @Sendable (Request) -> [Step]) throws {
    #if canImport(Darwin)
      let stream = SOCK_STREAM
    #else
      let stream = Int32(SOCK_STREAM.rawValue)
    #endif
    listener = socket(AF_INET, stream, 0)
    var address = sockaddr_in()
    address.sin_family = sa_family_t(AF_INET)
    address.sin_addr.s_addr = in_addr_t(0x7F00_0001).bigEndian
    var length = socklen_t(MemoryLayout<sockaddr_in>.size)
    let listener = listener
    port = try withUnsafeMutablePointer(to: &address) { pointer in
      try pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
        guard bind(listener, pointer, length) == 0, listen(listener, 8) == 0,
          getsockname(listener, pointer, &length) == 0
        else { throw Failure.socket(errno) }
      }
      return UInt16(bigEndian: pointer.pointee.sin_port)
    }
    (hanging, hangs) = AsyncStream.makeStream(of: Void.self)
    // The threads keep the server: a test is done with it before the client is.
    onOwnThread {
      var connection = 0
      while true {
        let descriptor = accept(listener, nil, nil)
        guard descriptor >= 0 else { return }
        connection += 1
        let number = connection
        onOwnThread {
          self.serve(descriptor, number, script)
          close(descriptor)
        }
      }
    }
  }

  /// Why there is no server.
  enum Failure: Error { case socket(Int32) }

  /// Accepts no more connections. Without it the server ends with the test process.
  package func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Returns when a script has got to ``Step/hang``.
  package func untilHanging() async {
    for await _ in hanging { return }
  }

  private func serve(_ descriptor: Int32, _ connection: Int, _ script: @Sendable (Request) -> [Step]) {
    var buffer: [UInt8] = []
    var number = 0
    while let request = Self.request(descriptor, &buffer, connection, number + 1) {
      number += 1
      received.withLock { $0.append(request) }
      for step in script(request) {
        switch step {
        case .send(let text): guard Self.send(descriptor, text) else { return }
        case .close: return
        case .hang:
          hangs.yield()
          while Self.receive(descriptor, &buffer) {}
          return
        }
      }
    }
  }

  private static func request(_ descriptor: Int32, _ buffer: inout [UInt8], _ connection: Int, _ number: Int)
    -> Request?
  {
    var end: Int?
    while end == nil {
      end = (0..<max(buffer.count - 3, 0)).first { buffer[$0..<$0 + 4] == [13, 10, 13, 10] }
      if end == nil, !receive(descriptor, &buffer) { return nil }
    }
    guard let end else { return nil }
    let lines = String(decoding: buffer[..<end], as: UTF8.self).split(separator: "\r\n").map(String.init)
    var headers: [String: String] = [:]
    for line in lines.dropFirst() {
      guard let colon = line.firstIndex(of: ":") else { return nil }
      headers[line[..<colon].lowercased()] = String(line[line.index(after: colon)...].drop { $0 == " " })
    }
    let length = headers["content-length"].flatMap { Int($0) } ?? 0
    while buffer.count < end + 4 + length { guard receive(descriptor, &buffer) else { return nil } }
    let body = Array(buffer[(end + 4)..<(end + 4 + length)])
    buffer.removeFirst(end + 4 + length)
    return Request(connection: connection, number: number, line: lines[0], headers: headers, body: body)
  }

  private static func receive(_ descriptor: Int32, _ buffer: inout [UInt8]) -> Bool {
    var chunk = [UInt8](repeating: 0, count: 16_384)
    let count = recv(descriptor, &chunk, chunk.count, 0)
    guard count > 0 else { return false }
    buffer += chunk[..<count]
    return true
  }

  private static func send(_ descriptor: Int32, _ text: String) -> Bool {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { systemSend(descriptor, $0) }
      guard count > 0 else { return false }
      bytes = bytes.dropFirst(count)
    }
    return true
  }
}

extension ScriptedServer.Step {
  /// A whole answer.
  package static func answer(_ body: String = "{}", status: String = "200 OK", header: String = "") -> Self {
    .send("HTTP/1.1 \(status)\r\n\(header)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }
}
