import CLibWebSockets

/// The answers to upgrade requests.
enum UpgradeAnswer {
  /// The acceptance (RFC 6455 section 4.2.2), without any extension.
  static func switching(key: String, subprotocol: String) -> [UInt8] {
    let selected = subprotocol.isEmpty ? "" : "Sec-WebSocket-Protocol: \(subprotocol)\r\n"
    return Array(
      """
      HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\
      Sec-WebSocket-Accept: \(accept(key: key))\r\n\(selected)\r\n
      """.utf8)
  }

  /// The answer to a refused request; nil if it is not answered. A web page can send any request except an upgrade
  /// without permission of the listener, and an answer would tell it that a listener exists.
  static func refusing(_ refusal: Refusal) -> [UInt8]? {
    let status: String
    switch refusal {
    case .malformedRequest, .notAnUpgrade, .stopping, .tooManySockets, .displaced, .otherUser, .unknownUser,
      .handshakeDeadline, .system:
      return nil
    case .malformedUpgrade: status = "400 Bad Request"
    case .unsupportedVersion: status = "426 Upgrade Required\r\nSec-WebSocket-Version: 13"
    case .wrongPath, .originNotAllowed, .wrongHost, .missingSubprotocol, .wrongSubprotocol, .notAdmitted:
      status = "403 Forbidden"
    }
    return Array("HTTP/1.1 \(status)\r\nConnection: close\r\nContent-Length: 0\r\n\r\n".utf8)
  }

  /// The value of `Sec-WebSocket-Accept`, which proves that the server understood the key.
  static func accept(key: String) -> String {
    var digest = [UInt8](repeating: 0, count: 20)
    let text = Array((key + "258EAFA5-E914-47DA-95CA-C5AB0DC85B11").utf8)
    _ = lws_SHA1(text, text.count, &digest)
    var encoded = [CChar](repeating: 0, count: 32)
    let count = digest.withUnsafeBytes { bytes in
      lws_b64_encode_string(
        bytes.bindMemory(to: CChar.self).baseAddress, Int32(bytes.count), &encoded, Int32(encoded.count))
    }
    return String(decoding: encoded.prefix(max(0, Int(count))).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }
}
