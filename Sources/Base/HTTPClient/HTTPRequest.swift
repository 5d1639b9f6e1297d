/// The authentication of a client.
package enum HTTPAuthentication: Sendable, Hashable {
  /// No authentication.
  case none
  /// Basic authentication (RFC 7617): each request contains the name and the password.
  case basic(user: String, password: String)
  /// Digest authentication (RFC 7616): the client answers the server's challenge, which belongs to the connection.
  case digest(user: String, password: String)
  /// A header that names what the server has handed out as a credential: a rune, a macaroon.
  case header(name: String, value: String)
}

extension HTTPAuthentication: CustomStringConvertible {
  /// The scheme only, so that logs never show the password.
  package var description: String {
    switch self {
    case .none: "none"
    case .basic: "basic ‹credentials›"
    case .digest: "digest ‹credentials›"
    case .header(let name, _): "\(name) ‹credentials›"
    }
  }
}

/// What a request asks for.
package enum HTTPMethod: Sendable, Hashable {
  /// A GET, which has no body.
  case get
  /// A POST of a JSON text.
  case post
  /// A POST of a form: `name=value&…`, with escaped values.
  case postForm
}

/// A GET, or a POST of a JSON text or a form.
package struct HTTPRequest: Sendable {
  /// What is asked for.
  package var method: HTTPMethod
  /// The path that is appended to the client's base URL: empty, or an escaped path that begins with a slash.
  package var path: String
  /// The JSON text in UTF-8, or the form.
  package var body: [UInt8]
  /// The authentication. It may change from request to request, as the cookie of a daemon does.
  package var authentication: HTTPAuthentication
  /// The time allowed from the sending of the request to the complete answer. Time spent waiting behind earlier calls
  /// does not count.
  package var timeout: Duration
  /// Whether the first line is the whole answer, as of a server that tells what is so now and then waits to tell what
  /// changes. The connection is closed after it.
  package var endsWithLine: Bool

  /// Makes a request. By default it is a POST to the base URL itself, without authentication and with a time-out of 5
  /// seconds.
  package init(
    _ method: HTTPMethod = .post, path: String = "", body: [UInt8], authentication: HTTPAuthentication = .none,
    timeout: Duration = .seconds(5), endsWithLine: Bool = false
  ) {
    self.method = method
    self.endsWithLine = endsWithLine
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
