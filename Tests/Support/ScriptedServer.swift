import Platform
import Synchronization

/// A server that answers requests by a script. It has a thread for each connection, and a loopback port from the
/// kernel.
package final class ScriptedServer: Sendable {
  /// A request that was received.
  package struct Request: Sendable {
    /// The number of the connection, beginning with 1.
    package let connection: Int
    /// The number of the request in its connection, beginning with 1.
    package let number: Int
    /// The request line.
    package let line: String
    /// The header fields, with names in lowercase.
    package let headers: [String: String]
    /// The body.
    package let body: [UInt8]
  }

  /// A step of the script.
  package enum Step: Sendable {
    /// Sends this text unchanged.
    case send(String)
    /// Reads without answering until the client gives up.
    case hang
    /// Closes the connection.
    case close
  }

  /// The port of the server.
  package let port: UInt16
  private let listener: Int32
  private let received = Mutex<[Request]>([])
  private let hanging: AsyncStream<Void>
  private let hangs: AsyncStream<Void>.Continuation

  /// The URL of the server.
  package var url: String { "http://127.0.0.1:\(port)" }
  /// The requests so far, over all connections.
  package var requests: [Request] { received.withLock { $0 } }

  /// Starts the server. The script returns the steps for each request, on the thread of its connection.
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
    // The threads keep the server alive, because a test may be finished with it before its client is.
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

  /// Why the server could not be started.
  enum Failure: Error { case socket(Int32) }

  /// Accepts no more connections. If this is not called, the server ends with the test process.
  package func stop() {
    shutdown(listener, Int32(SHUT_RDWR))
    close(listener)
  }

  /// Waits until a script has reached ``Step/hang``.
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
  /// Returns the step that sends a complete answer.
  package static func answer(_ body: String = "{}", status: String = "200 OK", header: String = "") -> Self {
    .send("HTTP/1.1 \(status)\r\n\(header)Content-Length: \(body.utf8.count)\r\n\r\n\(body)")
  }
}
