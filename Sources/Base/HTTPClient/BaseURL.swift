import CCurl
import Platform

/// A checked URL without a trailing slash.
struct BaseURL: Sendable {
  let text: String

  /// - Throws: ``HTTPError/invalidURL`` or ``HTTPError/remoteHost``.
  init(_ text: String, allowRemote: Bool) throws(HTTPError) {
    guard let url = curl_url() else { throw .unusable }
    defer { curl_url_cleanup(url) }
    // A user and a password have no place here. Where the password has a slash, the rest of it would count as the path.
    guard !text.utf8.contains(UInt8(ascii: "@")) else { throw .invalidURL }
    guard curl_url_set(url, CURLUPART_URL, text, 0) == CURLUE_OK else { throw .invalidURL }
    guard let scheme = Self.part(CURLUPART_SCHEME, of: url), ["http", "https"].contains(scheme),
      let host = Self.part(CURLUPART_HOST, of: url), Self.part(CURLUPART_USER, of: url) == nil,
      Self.part(CURLUPART_PASSWORD, of: url) == nil, Self.part(CURLUPART_QUERY, of: url) == nil,
      Self.part(CURLUPART_FRAGMENT, of: url) == nil, let whole = Self.part(CURLUPART_URL, of: url)
    else { throw .invalidURL }
    guard allowRemote || Self.isLoopback(host) else { throw .remoteHost }
    self.text =
      whole.utf8.reversed().starts(with: "/".utf8.reversed()) ? String(whole.unicodeScalars.dropLast()) : whole
  }

  /// libcurl has already converted other spellings of an IPv4 address, such as `0x7f.1`, to the dotted form. It never
  /// asks a name server for `localhost`.
  private static func isLoopback(_ host: String) -> Bool {
    if host == "localhost" || host == "[::1]" { return true }
    var address = in_addr()
    return host.utf8.starts(with: "127.".utf8) && inet_pton(AF_INET, host, &address) == 1
  }

  private static func part(_ part: CURLUPart, of url: OpaquePointer) -> String? {
    var text: UnsafeMutablePointer<CChar>?
    guard curl_url_get(url, part, &text, 0) == CURLUE_OK, let text else { return nil }
    defer { curl_free(text) }
    return String(cString: text)
  }
}
