/// The authentication of a client.
package enum HTTPAuthentication: Sendable, Hashable {
  /// No authentication.
  case none
  /// Basic authentication (RFC 7617): each request contains the name and the password.
  case basic(user: String, password: String)
  /// Digest authentication (RFC 7616): the client answers the server's challenge, which belongs to the connection.
  case digest(user: String, password: String)
}

extension HTTPAuthentication: CustomStringConvertible {
  /// The scheme only, so that logs never show the password.
  package var description: String {
    switch self {
    case .none: "none"
    case .basic: "basic ‹credentials›"
    case .digest: "digest ‹credentials›"
    }
  }
}

/// A POST of a JSON text.
package struct HTTPRequest: Sendable {
  /// The path that is appended to the client's base URL: empty, or an escaped path that begins with a slash.
  package var path: String
  /// The JSON text in UTF-8.
  package var body: [UInt8]
  /// The authentication. It may change from request to request, as the cookie of a daemon does.
  package var authentication: HTTPAuthentication
  /// The time allowed from the sending of the request to the complete answer. Time spent waiting behind earlier calls
  /// does not count.
  package var timeout: Duration

  /// Makes a request. By default it goes to the base URL itself, without authentication and with a time-out of 5
  /// seconds.
  package init(
    path: String = "", body: [UInt8], authentication: HTTPAuthentication = .none, timeout: Duration = .seconds(5)
  ) {
    self.path = path
    self.body = body
    self.authentication = authentication
    self.timeout = timeout
  }
}

/// A complete answer with any status except 401.
package struct HTTPResponse: Sendable {
  /// The status code, such as 200 or 500.
  package let status: Int
  /// The body.
  package let body: [UInt8]

  /// Makes an answer.
  package init(status: Int, body: [UInt8]) {
    self.status = status
    self.body = body
  }
}
