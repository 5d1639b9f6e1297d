package import OwnerAPI
import Platform

/// One request of another program that is passed on as it is, and the lines that come back for it. It has a connection
/// of its own, so that a slow request holds up no other. It blocks its thread.
package final class OwnerSocketExchange: Sendable {
  /// The maximum size of a message in either direction, in bytes.
  package static let maximumLength = OwnerLine.maximumLength

  private let socket: UnixSocket

  /// Connects and sends a message.
  ///
  /// - Parameters:
  ///   - message: a JSON text; line feeds between its values become spaces, since a line is a message.
  ///   - waitsForever: whether lines may come at any time, as those of `watch`, rather than one within some minutes.
  /// - Throws: ``OwnerFailure``; `.notRunning` where no provider runs at the path.
  package init(path: String, sending message: [UInt8], waitsForever: Bool) throws(OwnerFailure) {
    socket = try OwnerSocketClient(path: path).connected(timeoutSeconds: 10)
    let lineFeed = UInt8(ascii: "\n")
    guard socket.write(OwnerLine.line(message.map { $0 == lineFeed ? UInt8(ascii: " ") : $0 })) else {
      throw OwnerFailure(.unavailable, "the provider closed the connection")
    }
    socket.setTimeout(seconds: waitsForever ? 0 : 300)
  }

  /// Calls `body` with each line until it returns false, the provider ends the connection or ``close()`` is called. It
  /// may be called only once.
  package func forEach(_ body: ([UInt8]) -> Bool) {
    var buffer: [UInt8] = []
    while let line = socket.readLine(&buffer, limit: OwnerLine.maximumLength), body(line) {}
  }

  /// Ends the exchange. It may be called from any thread.
  package func close() { socket.hangUp() }
}
