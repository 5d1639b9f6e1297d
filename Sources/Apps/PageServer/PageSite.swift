import OwnerPage
import Synchronization
import WebSocketTransport

/// The answers of the server: the files of the page for whoever may ask, and a session for the token.
///
/// `Host` and a foreign `Origin` were looked at before. The files are no secret; what they would show is behind the
/// WebSocket, which takes the cookie of the session.
final class PageSite: PageAnswers {
  private let files: PageFiles
  private let session: Mutex<PageSession?>

  init(files: PageFiles) {
    self.files = files
    session = Mutex(nil)
  }

  /// Opens the site, which has refused all sessions until now.
  func open(_ opened: PageSession) { session.withLock { $0 = opened } }

  // MARK: PageAnswers

  func answer(to request: RequestHead) -> [UInt8] {
    guard Self.isFromHere(request) else { return PageAnswer(.forbidden).bytes }
    switch request.method {
    case "POST" where request.target.utf8.elementsEqual("/session".utf8): return enter(request).bytes
    case "GET":
      guard let file = files.files[request.target] else { return PageAnswer(.notFound).bytes }
      return PageAnswer(.ok, type: file.type, body: file.bytes).bytes
    default: return PageAnswer(.notFound).bytes
    }
  }

  func admits(_ upgrade: RequestHead) -> Bool {
    guard upgrade["origin"] != nil, Self.isOwn(upgrade), let cookies = upgrade["cookie"] else { return false }
    return session.withLock { $0?.admits(cookies) ?? false }
  }

  private func enter(_ request: RequestHead) -> PageAnswer {
    // Every browser names the origin of a request that has a body.
    guard request["origin"] != nil, Self.isOwn(request),
      let cookie = session.withLock({ $0?.exchange(request.body) })
    else { return PageAnswer(.forbidden) }
    return PageAnswer(.noContent, cookie: cookie)
  }

  // MARK: Who asks

  /// Whether a browser says that the page itself asks; older ones say nothing.
  private static func isOwn(_ request: RequestHead) -> Bool {
    request["sec-fetch-site"].map { $0.utf8.elementsEqual("same-origin".utf8) } ?? true
  }

  /// Whether the page itself asks, or the person who typed its address; no other page, and no frame.
  private static func isFromHere(_ request: RequestHead) -> Bool {
    if let site = request["sec-fetch-site"], !["same-origin", "none"].contains(site) { return false }
    return request["sec-fetch-dest"].map { !["embed", "fencedframe", "frame", "iframe", "object"].contains($0) } ?? true
  }
}

/// An answer of the server with the rules that the browser has to keep.
struct PageAnswer {
  enum Status: String {
    case ok = "200 OK"
    case noContent = "204 No Content"
    case forbidden = "403 Forbidden"
    case notFound = "404 Not Found"
  }

  private let status: Status
  private let type: String?
  private let cookie: String?
  private let body: [UInt8]

  init(_ status: Status, type: String? = nil, cookie: String? = nil, body: [UInt8] = []) {
    (self.status, self.type, self.cookie, self.body) = (status, type, cookie, body)
  }

  /// The whole answer.
  var bytes: [UInt8] {
    var lines = [
      "HTTP/1.1 \(status.rawValue)", "Cache-Control: no-store",
      "Content-Security-Policy: \(PageFiles.contentPolicy)", "X-Content-Type-Options: nosniff", "X-Frame-Options: DENY",
      "Referrer-Policy: no-referrer", "Cross-Origin-Opener-Policy: same-origin",
      "Cross-Origin-Resource-Policy: same-origin",
      "Permissions-Policy: camera=(), display-capture=(), geolocation=(), microphone=()",
    ]
    if let type { lines.append("Content-Type: \(type)") }
    if let cookie { lines.append("Set-Cookie: \(cookie)") }
    if status != .noContent { lines.append("Content-Length: \(body.count)") }
    return Array((lines.joined(separator: "\r\n") + "\r\n\r\n").utf8) + body
  }
}
