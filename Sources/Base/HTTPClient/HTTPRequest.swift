/// How a client proves who it is.
package enum HTTPAuthentication: Sendable, Hashable {
  /// Not at all.
  case none
  /// RFC 7617: name and password with each request.
  case basic(user: String, password: String)
  /// RFC 7616: an answer to the server's challenge, which belongs to the connection.
  case digest(user: String, password: String)
}

extension HTTPAuthentication: CustomStringConvertible {
  /// The scheme only.
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
  /// What is appended to the client's base URL: empty, or an escaped path that begins with a slash.
  package var path: String
  /// The JSON text in UTF-8.
  package var body: [UInt8]
  /// How to authenticate; may change from request to request (a daemon's cookie does).
  package var authentication: HTTPAuthentication
  /// The time from the call to the answer, waiting for earlier calls included.
  package var timeout: Duration

  /// A request; by default to the base URL itself, without authentication, within 5 seconds.
  package init(
    path: String = "", body: [UInt8], authentication: HTTPAuthentication = .none, timeout: Duration = .seconds(5)
  ) {
    self.path = path
    self.body = body
    self.authentication = authentication
    self.timeout = timeout
  }
}

/// A complete answer, whatever its status, 401 apart.
package struct HTTPResponse: Sendable {
  /// The status code, such as 200 or 500.
  package let status: Int
  /// The body.
  package let body: [UInt8]

  /// An answer.
  package init(status: Int, body: [UInt8]) {
    self.status = status
    self.body = body
  }
}
