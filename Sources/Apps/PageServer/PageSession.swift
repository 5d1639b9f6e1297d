import Cryptography

/// Who may ask for the owner's socket: the browser that has shown the token of the address, once. A pure value.
struct PageSession: Sendable {
  /// The token that is in the address of the page: 32 random bytes in base64url.
  let token: String
  private let key: String
  private let name: String
  private(set) var isTaken = false

  /// - Parameter port: that of the server. Cookies are shared by all ports of a host, so it is in their name.
  /// - Throws: `CryptographyError.randomnessUnavailable`.
  init(port: UInt16, from random: any RandomSource) throws(CryptographyError) {
    token = Base64URL.encode(try random.bytes(count: 32))
    key = Base64URL.encode(try random.bytes(count: 32))
    name = "payport-\(port)"
  }

  /// Takes the token. The second one who shows it gets nothing.
  ///
  /// - Returns: the cookie to set. It cannot be one with the prefix `__Host-`, which browsers take with `Secure` alone,
  ///   and not all of them take that from an address without TLS, be it one of this machine.
  mutating func exchange(_ shown: [UInt8]) -> String? {
    guard !isTaken, constantTimeEqual(shown, Array(token.utf8)) else { return nil }
    isTaken = true
    return "\(name)=\(key); Path=/; HttpOnly; SameSite=Strict"
  }

  /// Whether the value of a `Cookie` field has the cookie. Other programs at other ports may have set some, too.
  func admits(_ cookies: String) -> Bool {
    guard isTaken else { return false }
    let wanted = Array("\(name)=\(key)".utf8)
    var isThere = false
    for cookie in cookies.utf8.split(whereSeparator: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: ",") }) {
      if constantTimeEqual(Array(cookie.drop { $0 == UInt8(ascii: " ") }), wanted) { isThere = true }
    }
    return isThere
  }
}
