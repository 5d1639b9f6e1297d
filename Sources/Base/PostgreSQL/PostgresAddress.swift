import CPostgreSQL
import Platform

/// Where a database is, and as whom to connect: a connection URI of PostgreSQL (PostgreSQL 15, section 34.1.1.2), with
/// all that libpq knows, such as several hosts, `service` and `passfile`.
///
/// Three defaults are other than those of libpq: a server on the network has to prove by a certificate that it is the one
/// that was named (`sslmode=verify-full`, with the certificates of `~/.postgresql/root.crt` or else the system's; one that
/// is named by an address of this machine, as a pool is, need not even encrypt: `sslmode=prefer`), one that
/// does not accept writes, such as a standby, is passed over (`target_session_attrs=read-write`), and a server has five
/// seconds to accept a connection. What the URI, the service file or the environment says itself applies.
package struct PostgresAddress: Sendable, Hashable {
  /// The URI as it was written. It may contain a password.
  package let uri: String

  /// - Throws: ``PostgresError/invalidAddress(_:)``.
  package init(_ uri: String) throws(PostgresError) {
    guard Self.isAddress(uri) else { throw .invalidAddress("it does not begin with postgresql://") }
    self.uri = uri
    guard Self.isUnambiguous(uri), try isReadAsWritten() else {
      throw .invalidAddress(
        "it is not read as it was meant; in a user or a password, write % as %25, / as %2F, @ as %40, : as %3A, # as %23, ? as "
          + "%3F, and a space as %20")
    }
  }

  /// Whether nothing of a password can be taken for the host, the port or the name of the database: libpq ends a password
  /// at the first `/`, `?` or `@` in it, and takes what follows for one of these, which it then shows.
  private static func isUnambiguous(_ uri: String) -> Bool {
    guard !uri.utf8.contains(where: { $0 <= 0x20 || $0 == 0x7F || $0 == UInt8(ascii: "#") }) else { return false }
    let rest = uri.utf8[(uri.utf8.firstIndex(of: UInt8(ascii: ":")) ?? uri.utf8.startIndex)...].dropFirst(3)
    let authority = rest.prefix { $0 != UInt8(ascii: "/") && $0 != UInt8(ascii: "?") }
    let signs = rest.count { $0 == UInt8(ascii: "@") }
    return signs == 0 || (signs == 1 && authority.contains(UInt8(ascii: "@")))
  }

  /// Whether libpq has found in the address what stands there, and no more.
  private func isReadAsWritten() throws(PostgresError) -> Bool {
    let given = try settings()
    let ports = (given["port"] ?? "").utf8.split(separator: UInt8(ascii: ","), omittingEmptySubsequences: true)
    guard ports.allSatisfy({ UInt16(String(Substring($0))).map { $0 > 0 } ?? false }) else { return false }
    let authority = uri.utf8[(uri.utf8.firstIndex(of: UInt8(ascii: ":")) ?? uri.utf8.startIndex)...].dropFirst(3)
    guard let sign = authority.firstIndex(of: UInt8(ascii: "@")) else { return true }
    let login = authority[..<sign].split(
      separator: UInt8(ascii: ":"), maxSplits: 1, omittingEmptySubsequences: false
    ).map { String(Substring($0)) }
    let query = authority.split(separator: UInt8(ascii: "?"), maxSplits: 1).dropFirst().first.map {
      String(Substring($0))
    }
    // The query may say it once more, and is what applies.
    if query?.contains("user=") == true || query?.contains("password=") == true { return true }
    return Self.decoded(login[0]) == (given["user"] ?? "")
      && (login.count < 2 || Self.decoded(login[1]) == (given["password"] ?? ""))
  }

  /// A text without its percent signs; `nil` if one of them begins nothing.
  private static func decoded(_ text: String) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      guard rest.count >= 2, let value = UInt8(String(decoding: rest.prefix(2), as: UTF8.self), radix: 16) else {
        return nil
      }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }

  /// Whether a password is in it.
  package var holdsPassword: Bool {
    guard let given = try? settings() else { return true }
    return given["password"] != nil || given["sslpassword"] != nil
  }

  /// A text of the library without anything secret of this address: where it repeats the password, it is left out.
  func withoutSecrets(_ text: String) -> String {
    guard let given = try? settings() else { return "" }
    let secrets = [given["password"], given["sslpassword"]].compactMap(\.self)
    return secrets.contains { !$0.isEmpty && text.contains($0) } ? "the server refuses the connection" : text
  }

  /// Refuses what would send payments, or a password, through a network in clear.
  ///
  /// - Throws: ``PostgresError/unreachable(_:)``.
  func checkEncryption() throws(PostgresError) {
    let given = try settings()
    _ = Self.environmentNamesMode
    let mode = given["sslmode"] ?? (given["service"] == nil ? getenv("PGSSLMODE").map { String(cString: $0) } : nil)
    guard mode.map({ ["disable", "allow", "prefer"].contains($0) }) ?? false,
      Self.hosts(given).contains(where: { !Self.isHere($0) })
    else { return }
    throw Self.notEncrypted
  }

  private static func hosts(_ given: [String: String]) -> [String] {
    (given["hostaddr"] ?? given["host"] ?? "").utf8.split(separator: UInt8(ascii: ",")).map { String(Substring($0)) }
  }

  static let notEncrypted = PostgresError.unreachable(
    "the connection is not encrypted, so that others in the network could read payments, and change them; take sslmode out "
      + "of the address, the service file and PGSSLMODE, and set ssl = on at the server")

  /// Whether a host is this machine: a folder with a socket, or loopback.
  static func isHere(_ host: String) -> Bool {
    if host.utf8.first == UInt8(ascii: "/") || host.utf8.first == UInt8(ascii: "@") { return true }
    if host == "localhost" || host == "::1" { return true }
    var address = in_addr()
    return host.utf8.starts(with: "127.".utf8) && inet_pton(AF_INET, host, &address) == 1
  }

  /// Whether a text names a database rather than a folder.
  package static func isAddress(_ text: String) -> Bool {
    text.utf8.starts(with: "postgresql://".utf8) || text.utf8.starts(with: "postgres://".utf8)
  }

  /// The address without its password, to be shown.
  package var description: String {
    guard let given = try? settings() else { return "postgresql://" }
    let host = given["host"] ?? given["hostaddr"] ?? given["service"].map { "service \($0)" } ?? "this machine"
    return [given["dbname"], "at", host, given["port"]].compactMap(\.self).joined(separator: " ")
  }

  /// What the URI sets, by the names of libpq.
  func settings() throws(PostgresError) -> [String: String] {
    var message: UnsafeMutablePointer<CChar>?
    guard let options = PQconninfoParse(uri, &message) else {
      defer { PQfreemem(message) }
      // The text of the library repeats what it cannot read, and could repeat a password.
      throw .invalidAddress("libpq cannot read it")
    }
    defer { PQconninfoFree(options) }
    var given: [String: String] = [:]
    var option = options
    while let keyword = option.pointee.keyword {
      if let value = option.pointee.val { given[String(cString: keyword)] = String(cString: value) }
      option += 1
    }
    return given
  }

  /// What is handed to libpq.
  func parameters() throws(PostgresError) -> [String: String] {
    let given = try settings()
    let isOpen = given["sslmode"] == nil && given["service"] == nil && !Self.environmentNamesMode
    let hosts = Self.hosts(given)
    let isHere = !hosts.isEmpty && hosts.allSatisfy(Self.isHere)
    // Without a word about it, or where verification is asked for, the system's certificates are those to trust. With
    // sslmode=require they would make libpq refuse a certificate that the owner has made.
    if given["sslmode"].map({ $0.utf8.starts(with: "verify".utf8) }) ?? !(isOpen && isHere) { _ = Self.certificates }
    // These have no place in the environment.
    var defaults = [
      "application_name": "payport", "keepalives_idle": "10", "keepalives_interval": "5", "keepalives_count": "3",
      "tcp_user_timeout": "15000", "client_encoding": "UTF8",
    ]
    if isOpen, isHere { defaults["sslmode"] = "prefer" }
    return defaults.merging(given) { $1 }
  }

  /// Sets the defaults that a service file may replace. libpq ranks the environment below that file, and what it is handed
  /// above it, so that only the environment is the right place. It is set once, before the first connection. The value is
  /// whether the environment itself said how to encrypt.
  private static let environmentNamesMode: Bool = {
    let namesMode = getenv("PGSSLMODE") != nil
    setenv("PGSSLMODE", "verify-full", 0)
    setenv("PGCONNECT_TIMEOUT", "5", 0)
    setenv("PGTARGETSESSIONATTRS", "read-write", 0)
    return namesMode
  }()

  private static let certificates: Void = {
    let own = getenv("HOME").map { String(cString: $0) + "/.postgresql/root.crt" }
    if let own, access(own, R_OK) == 0 { return }
    let system = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"]
    if let found = system.first(where: { access($0, R_OK) == 0 }) { setenv("PGSSLROOTCERT", found, 0) }
  }()
}
