package import JSON
import JSONRPC
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
    var rest: [UInt8] = []
    _ = try socket.ask(method, params, rest: &rest)
    self.rest = rest
    socket.setTimeout(seconds: 0)
  }

  private let rest: [UInt8]

  /// Calls `body` with each message until the provider ends the stream, ``close()`` is called or `body` returns false.
  /// It may be called only once.
  package func forEach(_ body: (JSONValue) -> Bool) {
    var buffer = rest
    var peer = OwnerLine.peer()
    while let line = socket.readLine(&buffer, limit: OwnerLine.maximumLength) {
      guard case .notification(let news)? = peer.receive(line).first, let params = news.params, body(params) else {
        return
      }
    }
  }

  /// Ends the stream. It may be called from any thread.
  package func close() {
    shutdown(socket.descriptor, Int32(SHUT_RDWR))
  }
}
