/// The reason why there is no answer. It contains no text of the request or of the answer.
package enum HTTPError: Error, Sendable, Hashable {
  /// The URL is invalid, contains credentials, or has a scheme other than http and https.
  case invalidURL
  /// The host is not this machine, and remote hosts are not allowed.
  case remoteHost
  /// No connection could be made. Nothing was sent.
  case notConnected
  /// The connection ended before the answer was complete. The server may have acted.
  case connectionLost
  /// The time-out has passed. The server may have acted or may still be acting.
  case timeout
  /// The credentials were refused (status 401, also after a fresh digest challenge).
  case unauthorized
  /// The answer is larger than the limit.
  case tooLarge
  /// The received bytes are not HTTP.
  case malformedAnswer
  /// The calling task was cancelled. The server may have acted.
  case cancelled
  /// libcurl could not be set up because there was no memory or no descriptor. Nothing was sent.
  case unusable
}
