/// A connection with at most one request under way.
final class Exchange {
  let connection: WebSocketConnection
  private let protection: Protection
  private let request: [UInt8]

  init(_ connection: WebSocketConnection, _ protection: Protection, request: [UInt8]) {
    self.connection = connection
    self.protection = protection
    self.request = request
  }

  func sendRequest() throws {
    try send(request)
  }

  func send(_ text: [UInt8]) throws {
    try protection.send(text, on: connection)
  }

  /// Processes the received bytes and calls `body` with the text of a complete reply. The bytes are valid only inside
  /// `body`. Returns false if the reply is not complete yet.
  func receiveReply(waiting: Bool = false, _ body: (UnsafeBufferPointer<UInt8>) throws -> Void) throws -> Bool {
    repeat {
      guard try connection.receive(waiting: waiting) else { return false }
      while let frame = try connection.nextFrame() {
        switch frame.opcode {
        case WebSocketConnection.Opcode.ping:
          try connection.send(opcode: WebSocketConnection.Opcode.pong, length: frame.payload.count) { payload in
            _ = payload.update(fromContentsOf: frame.payload)
          }
        case WebSocketConnection.Opcode.text, WebSocketConnection.Opcode.binary:
          if try protection.open(frame, body) { return true }
        default:
          throw BenchmarkError("the server closed the connection\(Self.reason(frame.payload))")
        }
      }
    } while waiting
    return false
  }

  private static func reason(_ payload: UnsafeMutableBufferPointer<UInt8>) -> String {
    payload.count < 2 ? "" : " with code \(Int(payload[0]) << 8 | Int(payload[1]))"
  }

  /// Makes one request and returns its reply as text, for what is not measured.
  func call(_ text: String) throws -> String {
    try send(Array(text.utf8))
    var reply = ""
    _ = try receiveReply(waiting: true) { reply = String(decoding: $0, as: UTF8.self) }
    return reply
  }
}
