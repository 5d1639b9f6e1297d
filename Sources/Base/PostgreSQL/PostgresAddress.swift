import CPostgreSQL
import Platform

/// Where a database is, and as whom to connect: a connection URI of PostgreSQL (PostgreSQL 15, section 34.1.1.2), with
/// all that libpq knows, such as several hosts, `service` and `passfile`.
///
/// Three defaults are other than those of libpq: a server on the network has to prove by a certificate that it is the one
/// that was named (`sslmode=verify-full`, with the certificates of `~/.postgresql/root.crt` or else the system's), one that
/// does not accept writes, such as a standby, is passed over (`target_session_attrs=read-write`), and a server has five
/// seconds to accept a connection. What the URI, the service file or the environment says itself applies.
package struct PostgresAddress: Sendable, Hashable {
  /// The URI as it was written. It may contain a password.
  package let uri: String

  /// - Throws: ``PostgresError/invalidAddress(_:)``.
  package init(_ uri: String) throws(PostgresError) {
    guard Self.isAddress(uri) else { throw .invalidAddress("it does not begin with postgresql://") }
    self.uri = uri
    let given = try settings()
    // A password with this sign has to write it as %40. Otherwise libpq takes the rest of it for a part of the host.
    if given["host"]?.utf8.contains(UInt8(ascii: "@")) == true { throw .invalidAddress("a host has no @") }
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
    _ = Self.environment
    // Without a word about it, or where verification is asked for, the system's certificates are those to trust. With
    // sslmode=require they would make libpq refuse a certificate that the owner has made.
    if given["sslmode"].map({ $0.utf8.starts(with: "verify".utf8) }) ?? true { _ = Self.certificates }
    // These have no place in the environment.
    let defaults = [
      "application_name": "payport", "keepalives_idle": "10", "keepalives_interval": "5", "keepalives_count": "3",
      "tcp_user_timeout": "15000", "client_encoding": "UTF8",
    ]
    return defaults.merging(given) { $1 }
  }

  /// Sets the defaults that a service file may replace. libpq ranks the environment below that file, and what it is handed
  /// above it, so that only the environment is the right place. It is set once, before the first connection.
  private static let environment: Void = {
    setenv("PGSSLMODE", "verify-full", 0)
    setenv("PGCONNECT_TIMEOUT", "5", 0)
    setenv("PGTARGETSESSIONATTRS", "read-write", 0)
  }()

  private static let certificates: Void = {
    let own = getenv("HOME").map { String(cString: $0) + "/.postgresql/root.crt" }
    if let own, access(own, R_OK) == 0 { return }
    let system = ["/etc/ssl/certs/ca-certificates.crt", "/etc/pki/tls/certs/ca-bundle.crt", "/etc/ssl/cert.pem"]
    if let found = system.first(where: { access($0, R_OK) == 0 }) { setenv("PGSSLROOTCERT", found, 0) }
  }()
}
