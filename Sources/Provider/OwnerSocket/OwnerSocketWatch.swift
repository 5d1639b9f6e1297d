package import JSON
package import OwnerAPI
import Platform

/// The client's side of a streaming method such as `watch`. It blocks its thread.
package final class OwnerSocketWatch: Sendable {
  private let socket: UnixSocket

  /// Connects and sends the request.
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

  /// Calls `body` with each message until the provider ends the stream, ``close()`` is called or `body` returns false.
  /// It may be called only once.
  package func forEach(_ body: (JSONValue) -> Bool) {
    var buffer = rest
    while let line = socket.readLine(&buffer, limit: OwnerLine.maximumLength) {
      guard let message = try? JSONValue(parsing: line), let params = message["params"] else { return }
      guard body(params) else { return }
    }
  }

  /// Ends the stream. It may be called from any thread.
  package func close() {
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
  }
}
