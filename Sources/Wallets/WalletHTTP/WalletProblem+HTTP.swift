package import HTTPClient
package import WalletBackend

extension WalletProblem {
  /// Why a program gave no answer to a call over HTTP.
  package init(_ error: HTTPError, _ endpoint: WalletEndpoint) {
    self =
      switch error {
      case .notConnected, .unusable, .invalidURL, .remoteHost: .refused(endpoint)
      case .connectionLost: .lost(endpoint)
      case .timeout, .cancelled: .silent(endpoint)
      case .unauthorized: .unauthorized(endpoint)
      case .untrusted: .untrusted(endpoint)
      case .tooLarge, .malformedAnswer: .notUnderstood(code: nil, endpoint)
      }
  }
}

extension HTTPError {
  /// Whether another program may use the port by now, so that what was known of the one before is worth nothing.
  package var mayMeanAnotherProgram: Bool {
    switch self {
    case .notConnected, .unusable, .invalidURL, .remoteHost, .connectionLost: true
    case .timeout, .cancelled, .unauthorized, .untrusted, .tooLarge, .malformedAnswer: false
    }
  }
}
