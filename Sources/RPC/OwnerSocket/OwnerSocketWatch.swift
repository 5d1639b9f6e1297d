package import JSON
package import OwnerAPI
import Platform

/// The owner's side of a method that goes on telling, such as `watch`. Blocks its thread.
package final class OwnerSocketWatch: Sendable {
  private let socket: UnixSocket

  /// Connects and begins.
  ///
  /// - Throws: ``OwnerFailure``; `.notRunning` where no provider runs at the path.
  package init(path: String, _ method: String = "watch", _ params: JSONValue = [:]) throws(OwnerFailure) {
    socket = try OwnerSocketClient(path: path).connected(timeoutSeconds: 10)
    guard socket.write(OwnerLine.request(method: method, params: params)) else {
      throw OwnerFailure(.unavailable, "the provider closed the connection")
    }
    var buffer: [UInt8] = []
    guard let line = socket.readLine(&buffer, limit: OwnerLine.maximumLength) else {
      throw OwnerFailure(.noAnswer, "the provider did not answer in time")
    }
    _ = try OwnerLine.parseResponse(line)
    rest = buffer
    socket.setTimeout(seconds: 0)
  }

  private let rest: [UInt8]

  /// Hands over message after message, until the provider ends it, ``close()`` is called or `body` answers false. Call
  /// it once.
  package func forEach(_ body: (JSONValue) -> Bool) {
    var buffer = rest
    while let line = socket.readLine(&buffer, limit: OwnerLine.maximumLength) {
      guard let message = try? JSONValue(parsing: line), let params = message["params"] else { return }
      guard body(params) else { return }
    }
  }

  /// Ends it from another thread.
  package func close() {
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
  }
}
