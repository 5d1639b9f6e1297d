import CLibWebSockets
import Foundation
import TestSupport

/// A WebSocket server that accepts every upgrade, like foreign servers. It selects one subprotocol or none, whatever is
/// offered.
final class PlainServer: Sendable {
  private let server: ScriptedServer

  init(selecting subprotocol: String?) throws {
    server = try ScriptedServer { request in
      let key = Array((request.headers["sec-websocket-key"] ?? "").utf8) + Array(Self.suffix.utf8)
      var digest = [UInt8](repeating: 0, count: 20)
      lws_SHA1(key, key.count, &digest)
      let selected = subprotocol.map { "Sec-WebSocket-Protocol: \($0)\r\n" } ?? ""
      return [
        .send(
          "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\(selected)"
            + "Sec-WebSocket-Accept: \(Data(digest).base64EncodedString())\r\n\r\n"), .hang,
      ]
    }
  }

  deinit { server.stop() }

  // The suffix of the key by RFC 6455 section 1.3.
  private static let suffix = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"

  var url: String { "ws://127.0.0.1:\(server.port)/v1" }

  /// The names of the first request's header fields.
  var request: String? { server.requests.first.map { $0.headers.keys.sorted().joined(separator: " ") } }
}
