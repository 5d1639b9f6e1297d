import CCurl

/// One libcurl handle and the connection that it keeps open.
///
/// `@unchecked Sendable` is correct because everything runs on the client's serial queue, except ``wake()``. libcurl
/// allows that call from any thread while the multi handle exists, and the handle exists as long as this object.
final class CurlSession: @unchecked Sendable {
  private let base: BaseURL
  private let responseLimit: Int
  private let keepsConnection: Bool
  private let multi: UnsafeMutableRawPointer
  private let easy: UnsafeMutableRawPointer
  /// The only certificates by which a server is believed; `nil` for those of the system.
  private let certificates: String?
  private var headers: UnsafeMutablePointer<curl_slist>?
  /// The kind of request and the authentication for which the handle is set up. It may hold a digest challenge.
  private var kind: Kind?

  private struct Kind: Hashable {
    let method: HTTPMethod
    let authentication: HTTPAuthentication
  }

  private static let isReady = payport_curl_global_init() == CURLE_OK

  /// - Parameters:
  ///   - certificates: The path of a file with the only certificates by which a server is believed.
  ///   - keepsConnection: Whether the connection stays open after a call.
  init(base: BaseURL, certificates: String?, responseLimit: Int, keepsConnection: Bool) throws(HTTPError) {
    guard Self.isReady, let multi = curl_multi_init() else { throw .unusable }
    guard let easy = curl_easy_init() else {
      curl_multi_cleanup(multi)
      throw .unusable
    }
    self.base = base
    self.responseLimit = responseLimit
    self.keepsConnection = keepsConnection
    self.multi = multi
    self.easy = easy
    self.certificates = certificates
  }

  deinit {
    curl_easy_cleanup(easy)
    curl_multi_cleanup(multi)
    curl_slist_free_all(headers)
  }

  /// Wakes a waiting ``perform(_:_:deadline:)``, so that it checks whether its call was cancelled.
  func wake() {
    curl_multi_wakeup(multi)
  }

  func perform(
    _ request: HTTPRequest, _ call: HTTPCall, deadline: ContinuousClock.Instant
  ) -> Result<HTTPResponse, HTTPError> {
    // The server may have forgotten a nonce because it was restarted or the connection was closed, and libcurl takes
    // the refusal as final. In that case the challenge is dropped and the request is repeated once. A status 401 means
    // that the server has not acted.
    let mayBeStale = kind?.authentication == request.authentication
    do {
      let response = try attempt(request, call, deadline: deadline)
      guard response.status == 401 else { return .success(response) }
      if mayBeStale, case .digest = request.authentication {
        kind = nil
        let second = try attempt(request, call, deadline: deadline)
        guard second.status == 401 else { return .success(second) }
      }
      kind = nil
      return .failure(.unauthorized)
    } catch {
      return .failure(error)
    }
  }

  private func attempt(
    _ request: HTTPRequest, _ call: HTTPCall, deadline: ContinuousClock.Instant
  ) throws(HTTPError) -> HTTPResponse {
    guard !call.isCancelled else { throw .cancelled }
    let left = (deadline - ContinuousClock.now).components
    let milliseconds = left.seconds * 1000 + left.attoseconds / 1_000_000_000_000_000
    guard milliseconds > 0 else { throw .timeout }
    let answer = CurlAnswer(limit: responseLimit, endsWithLine: request.endsWithLine)
    // The handle refers to the answer until it is removed from the multi handle below.
    return try withExtendedLifetime(answer) { () throws(HTTPError) in
      guard request.path.isEmpty || request.path.utf8.starts(with: "/".utf8),
        setUp(request, answer: answer, milliseconds: Int(milliseconds))
      else { throw .unusable }
      let code = try transfer(call)
      if answer.isTooLarge { throw .tooLarge }
      if !answer.hasLine, let error = HTTPError(code) { throw error }
      var status = 0
      payport_curl_get_long(easy, CURLINFO_RESPONSE_CODE, &status)
      return HTTPResponse(status: status, body: answer.body)
    }
  }

  /// Sets all options of the handle. Credentials and their challenge are kept until a request has other credentials.
  private func setUp(_ request: HTTPRequest, answer: CurlAnswer, milliseconds: Int) -> Bool {
    let kind = Kind(method: request.method, authentication: request.authentication)
    if self.kind != kind {
      curl_easy_reset(easy)
      self.kind = nil
      guard setUp(kind) else { return false }
      self.kind = kind
    }
    let url = base.text + (request.path.isEmpty ? "/" : request.path)
    return payport_curl_set_string(easy, CURLOPT_URL, url) == CURLE_OK
      && (request.method == .get || setUp(body: request))
      && payport_curl_set_long(easy, CURLOPT_TIMEOUT_MS, milliseconds) == CURLE_OK
      && payport_curl_set_pointer(easy, CURLOPT_WRITEDATA, Unmanaged.passUnretained(answer).toOpaque()) == CURLE_OK
  }

  private func setUp(body request: HTTPRequest) -> Bool {
    payport_curl_set_long(easy, CURLOPT_POST, 1) == CURLE_OK
      && payport_curl_set_offset(easy, CURLOPT_POSTFIELDSIZE_LARGE, curl_off_t(request.body.count)) == CURLE_OK
      && request.body.withUnsafeBufferPointer { body in
        // libcurl copies the bytes, so the array need not outlive the call.
        body.withMemoryRebound(to: CChar.self) {
          payport_curl_set_string(easy, CURLOPT_COPYPOSTFIELDS, $0.baseAddress) == CURLE_OK
        }
      }
  }

  private func setUp(_ kind: Kind) -> Bool {
    guard setUpHeaders(kind) else { return false }
    var codes = [
      payport_curl_set_write_function(easy, receive),
      payport_curl_set_headers(easy, headers),
      payport_curl_restrict_protocols(easy),
      payport_curl_set_string(easy, CURLOPT_NOPROXY, "*"),
      payport_curl_set_long(easy, CURLOPT_FOLLOWLOCATION, 0),
      // Without this option a time-out in the resolver would use SIGALRM, and signals affect the whole process.
      payport_curl_set_long(easy, CURLOPT_NOSIGNAL, 1),
      payport_curl_set_long(easy, CURLOPT_TCP_KEEPALIVE, 1),
      payport_curl_set_long(easy, CURLOPT_FORBID_REUSE, keepsConnection ? 0 : 1),
    ]
    if let certificates {
      codes += [
        payport_curl_set_string(easy, CURLOPT_CAINFO, certificates),
        // Those of the system count no more.
        payport_curl_set_string(easy, CURLOPT_CAPATH, nil),
      ]
    }
    let authentication = kind.authentication
    switch authentication {
    case .none, .header: break
    case .basic(let user, let password), .digest(let user, let password):
      let isDigest = if case .digest = authentication { true } else { false }
      codes += [
        payport_curl_set_long(easy, CURLOPT_HTTPAUTH, isDigest ? payport_curl_auth_digest : payport_curl_auth_basic),
        payport_curl_set_string(easy, CURLOPT_USERNAME, user),
        payport_curl_set_string(easy, CURLOPT_PASSWORD, password),
      ]
    }
    return codes.allSatisfy { $0 == CURLE_OK }
  }

  /// Replaces the headers. libcurl refers to the list, and does not copy it.
  private func setUpHeaders(_ kind: Kind) -> Bool {
    curl_slist_free_all(headers)
    headers = nil
    // Without the empty Expect header libcurl would delay a larger body for a second, waiting for a status 100 that
    // daemons do not send.
    var lines = ["Expect:", "Accept: application/json"]
    switch kind.method {
    case .get: break
    case .post: lines.append("Content-Type: application/json")
    case .postForm: lines.append("Content-Type: application/x-www-form-urlencoded")
    }
    if case .header(let name, let value) = kind.authentication {
      // A line end would begin another header.
      guard (name + value).utf8.allSatisfy({ (0x20...0x7E).contains($0) }) else { return false }
      lines.append("\(name): \(value)")
    }
    for line in lines {
      guard let longer = curl_slist_append(headers, line) else { return false }
      headers = longer
    }
    return true
  }

  /// Runs the transfer until it has ended.
  private func transfer(_ call: HTTPCall) throws(HTTPError) -> CURLcode {
    guard curl_multi_add_handle(multi, easy) == CURLM_OK else { throw .unusable }
    // Removing an unfinished transfer closes its connection.
    defer { curl_multi_remove_handle(multi, easy) }
    while true {
      guard !call.isCancelled else { throw .cancelled }
      var running: Int32 = 0
      guard curl_multi_perform(multi, &running) == CURLM_OK else { throw .unusable }
      var waiting: Int32 = 0
      while let message = curl_multi_info_read(multi, &waiting) {
        if message.pointee.msg == CURLMSG_DONE { return message.pointee.data.result }
      }
      guard curl_multi_poll(multi, nil, 0, 1000, nil) == CURLM_OK else { throw .unusable }
    }
  }
}

/// The part of an answer that has been received. It is used on the client's queue only, by libcurl's callback and by
/// the call.
private final class CurlAnswer {
  private(set) var body: [UInt8] = []
  private(set) var isTooLarge = false
  /// Whether the first line is there, and is all that is wanted.
  private(set) var hasLine = false
  private let limit: Int
  private let endsWithLine: Bool

  init(limit: Int, endsWithLine: Bool) {
    self.limit = limit
    self.endsWithLine = endsWithLine
  }

  func append(_ bytes: UnsafeRawBufferPointer) -> Bool {
    guard bytes.count <= limit - body.count else {
      isTooLarge = true
      return false
    }
    guard endsWithLine, let end = bytes.firstIndex(of: UInt8(ascii: "\n")) else {
      body.append(contentsOf: bytes)
      return true
    }
    body.append(contentsOf: bytes[..<end])
    hasLine = true
    return false
  }
}

/// The write callback of libcurl. It is called on the client's queue, inside `curl_multi_perform`. Returning anything
/// but the number of bytes ends the transfer.
private func receive(
  _ bytes: UnsafeMutablePointer<CChar>?, _ size: Int, _ count: Int, _ context: UnsafeMutableRawPointer?
) -> Int {
  guard let context else { return 0 }
  let answer = Unmanaged<CurlAnswer>.fromOpaque(context).takeUnretainedValue()
  let total = size * count
  return answer.append(UnsafeRawBufferPointer(start: bytes, count: total)) ? total : -1
}

extension HTTPError {
  /// Translates a result code of libcurl; nil for success.
  fileprivate init?(_ code: CURLcode) {
    switch code {
    case CURLE_OK: return nil
    case CURLE_COULDNT_CONNECT, CURLE_COULDNT_RESOLVE_HOST: self = .notConnected
    case CURLE_OPERATION_TIMEDOUT: self = .timeout
    case CURLE_GOT_NOTHING, CURLE_SEND_ERROR, CURLE_RECV_ERROR, CURLE_PARTIAL_FILE: self = .connectionLost
    case CURLE_URL_MALFORMAT: self = .invalidURL
    case CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CONNECT_ERROR: self = .untrusted
    case CURLE_OUT_OF_MEMORY, CURLE_FAILED_INIT: self = .unusable
    default: self = .malformedAnswer
    }
  }
}
