/// What a listener answers that serves a page to a browser. Both are called on the service thread, only for requests with
/// the `Host` of the listener and without a foreign `Origin`; they must not wait.
package protocol PageAnswers: Sendable {
  /// The whole answer to a plain request. The client may send the next one on the same connection.
  func answer(to request: RequestHead) -> [UInt8]

  /// Whether a request may become a WebSocket.
  func admits(_ upgrade: RequestHead) -> Bool
}
