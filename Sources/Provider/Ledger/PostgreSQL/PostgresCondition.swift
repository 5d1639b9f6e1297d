package import PostgreSQL

/// What a database tells of itself to somebody who only looks: nothing is made, taken or changed.
package struct PostgresCondition: Sendable {
  /// Whether a ledger is there, and of which version.
  package enum Content: Sendable, Hashable {
    /// There is none yet.
    case nothing
    /// One that this version reads.
    case ledger
    /// One that this version cannot read, for this reason.
    case other(LedgerError)
  }

  /// The version of the server.
  package var version: String
  /// Whether the server waits for its disk at all.
  package var synchronizes: Bool
  /// Whether it protects pages against being half written.
  package var writesFullPages: Bool
  /// What a commit waits for, as the server is set.
  package var synchronousCommit: String
  /// The encoding of the database.
  package var encoding: String
  /// Whether the role may make tables in the schema that is used.
  package var mayMakeTables: Bool
  /// Whether the connection stays on this machine, through a socket or over loopback. This and the next are about this end: behind a pool
  /// there is another connection.
  package var isLocal: Bool
  /// The version of TLS of the connection; `nil` without it.
  package var encryption: String?
  /// Whether the server had to prove by a certificate that it is the one that was named.
  package var isVerified: Bool
  /// What is there.
  package var content: Content
  /// Whether a provider holds the lease.
  package var isHeld = false
  /// The number of the present epoch, which is a larger one with each provider that becomes the one that writes.
  package var epoch: Int64 = 0
  /// How far this machine's clock is ahead of the server's, in milliseconds.
  package var clockOffset: Int64 = 0
  /// Whether something was written to the ledger of which the state folder of this machine knows nothing.
  package var isUnknownHere = false
  /// Why the owner has to unlock paying; `nil` if it is not locked.
  package var lock: String?
  /// Which currencies on which networks the ledger was used with.
  package var networks: [(currency: String, network: String)] = []

  /// Connects and looks.
  ///
  /// - Parameter folder: the folder of this machine's provider, which need not exist.
  /// - Throws: ``LedgerError/unreachable(_:)``.
  package init(_ address: PostgresAddress, folder: String) throws(LedgerError) {
    do throws(PostgresError) {
      let connection = try PostgresConnection(address)
      let row = try connection.run(
        """
        SELECT current_setting('server_version'), current_setting('fsync'), current_setting('full_page_writes'),
          current_setting('synchronous_commit'), current_setting('server_encoding'),
          coalesce(has_schema_privilege(current_schema(), 'CREATE'), false), to_regclass('ledger')::text
        """)
      version = try Self.text(row, 0)
      synchronizes = try Self.text(row, 1) == "on"
      writesFullPages = try Self.text(row, 2) == "on"
      synchronousCommit = try Self.text(row, 3)
      encoding = try Self.text(row, 4)
      mayMakeTables = try row.value(0, 5) == .integer(1)
      isLocal = connection.isOnThisMachine
      encryption = connection.encryption
      isVerified = connection.setting("sslmode") == "verify-full"
      content = .nothing
      guard try row.value(0, 6) != .null else { return }
      let ledger = try connection.run("SELECT schema, until > clock_timestamp(), epoch FROM ledger")
      content = PostgresPlace.fault(ofSchema: try Self.text(ledger, 0)).map(Content.other) ?? .ledger
      isHeld = try ledger.value(0, 1) == .integer(1)
      if case .integer(let epoch) = try ledger.value(0, 2) { self.epoch = epoch }
      guard content == .ledger else { return }
      try look(connection, folder: folder)
      let known = try connection.run("SELECT substr(key, 9), value FROM settings WHERE key LIKE 'network.%'")
      for row in 0..<known.count {
        guard case .text(let code) = try known.value(row, 0), case .text(let network) = try known.value(row, 1) else {
          throw PostgresError.unreadable
        }
        networks.append((code, network))
      }
    } catch {
      switch error {
      // There is a table with the name of the ledger's, and it is another one.
      case .refused(sqlState: "42703"), .unreadable: throw .notALedger
      default: throw LedgerError(error)
      }
    }
  }

  private mutating func look(_ connection: PostgresConnection, folder: String) throws(PostgresError) {
    let sight = try connection.run(LedgerSight.sql)
    clockOffset = try LedgerSight(sight).clockOffset
    let reached = try PostgresDatabase.reached(connection.run(PostgresDatabase.reachedSQL))
    isUnknownHere = reached != .none && (LedgerFolder.size(of: LedgerFolder.markPath(in: folder)) ?? 0) == 0
    let locks = try connection.run("SELECT value FROM settings WHERE key = 'wallet_locked'")
    if locks.count == 1 { lock = try Self.text(locks, 0) }
  }

  private static func text(_ result: PostgresResult, _ column: Int) throws(PostgresError) -> String {
    guard case .text(let text) = try result.value(0, column) else { throw .unreadable }
    return text
  }
}
