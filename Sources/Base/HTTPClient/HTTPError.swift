/// Why there is no answer. Carries no text of the server's and none of the request's.
package enum HTTPError: Error, Sendable, Hashable {
  /// The URL is none, has credentials in it, or is neither http nor https.
  case invalidURL
  /// The host is not this machine, and remote hosts are not allowed.
  case remoteHost
  /// No connection came about: nothing was sent.
  case notConnected
  /// The connection ended before the answer was complete: the server may have acted.
  case connectionLost
  /// The time-out passed: the server may have acted, or may still be at it.
  case timeout
  /// The credentials were refused (401, also after a fresh digest challenge).
  case unauthorized
  /// The answer is larger than the limit.
  case tooLarge
  /// What came is not HTTP.
  case malformedAnswer
  /// The calling task was cancelled: the server may have acted.
  case cancelled
  /// The library could not be set up, for want of memory or descriptors: nothing was sent.
  case unusable
}
