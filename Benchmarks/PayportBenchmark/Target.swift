import Platform

/// A server under load.
protocol Target: Sendable {
  /// The key of the target in the measurements.
  var key: String { get }
  /// The name of the target in the table.
  var name: String { get }
  /// The id of the target's process, for choosing its CPUs and reading its CPU time.
  var processID: pid_t { get }
  /// Opens a connection that is ready for requests.
  func connect() throws -> Exchange
}

/// The request `list_currencies`, followed by blanks so that the WebSocket payload has the wanted size.
enum Request {
  static let text = #"{"jsonrpc":"2.0","id":1,"method":"list_currencies"}"#

  static func padded(to size: Int) -> [UInt8] {
    var bytes = Array(text.utf8)
    if bytes.count < size { bytes += [UInt8](repeating: 0x20, count: size - bytes.count) }
    return bytes
  }
}

/// A server with plain WebSocket messages, or the sealed echo with its fixed key.
struct YardstickTarget: Target {
  let key: String
  let name: String
  let processID: pid_t
  let port: UInt16
  let sealed: Bool
  let frameSize: Int

  func connect() throws -> Exchange {
    let connection = try WebSocketConnection(
      port: port, path: "/", subprotocol: key == "node" ? nil : "payport.benchmark")
    guard sealed else { return Exchange(connection, .none, request: Request.padded(to: frameSize)) }
    let key = [UInt8](0..<32)
    return Exchange(
      connection,
      .fixedKey(
        sealing: try RecordCipher(key: key, sealing: true), opening: try RecordCipher(key: key, sealing: false)),
      request: Request.padded(to: frameSize - Protection.sealedOverhead))
  }
}
