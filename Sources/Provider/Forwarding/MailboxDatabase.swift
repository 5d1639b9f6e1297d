import Cryptography
import PostgreSQL

/// A packet on its way from one process to another.
struct Packet: Sendable, Equatable {
  var sender: Mailbox
  var recipient: Mailbox
  var number: Int64
  var body: [UInt8]

  /// The largest body that is stored and read, so that who can write the tables uses up nobody's memory.
  static let largestBody = 1_100 << 10
  static let largestContent = largestBody - ChaCha20Poly1305.tagByteCount
}

/// A packet, and what the ledger says of its sender.
struct ArrivedPacket: Sendable {
  var packet: Packet
  var daemon: AdmittedDaemon
}

/// The mailboxes that exist, as the database knows them.
struct KnownMailboxes: Sendable, Equatable {
  /// Those of admitted daemons whose processes were there within the last seconds.
  var alive: [Mailbox: AdmittedDaemon] = [:]
  /// That of the process which holds the lease.
  var writer: Mailbox?
}

/// The mailbox of one process in the database, with a connection of its own.
///
/// The tables are not logged: they are fast, are not replicated, and are empty after a crash of the server, which ends the
/// sessions that were forwarded. Nothing in them has to last.
final class MailboxDatabase {
  let mailbox: Mailbox
  private let daemon: String
  private let role: ForwardingRole
  private let connection: PostgresConnection

  /// Connects, and makes the tables if they are missing.
  init(_ address: PostgresAddress, as role: ForwardingRole, keys: MailboxKeys) throws {
    mailbox = keys.mailbox
    daemon = keys.daemon.publicKey
    self.role = role
    // Whoever waits for longer has lost its sessions anyway.
    connection = try PostgresConnection(address, patience: .seconds(5))
    try begin()
    if try isNew() {
      // Two processes may start on an empty database. What the second one looked up before it waited for the lock may
      // still stand in its cache of names, so that the statements have to ask for themselves.
      try connection.enqueue("SELECT pg_advisory_xact_lock(hashtext('payport forwarding'))")
      for statement in Self.tables { try connection.enqueue(statement) }
    }
    if case .writer(_, let epoch) = role {
      // The one that this process had before. While it seemed to be alive, the others could take it for this one.
      try connection.enqueue("DELETE FROM forwarding_mailboxes WHERE epoch = $1", [.integer(epoch)])
    }
    try announce()
    _ = try connection.run("COMMIT")
  }

  /// Sends packets, and returns those that have arrived.
  ///
  /// - Parameter looks: whether this process shows that it is there, and looks who else is.
  /// - Throws: `PostgresError`; nobody knows then what was sent, and what has arrived is lost.
  func exchange(_ packets: [Packet], looks: Bool) throws -> (arrived: [ArrivedPacket], known: KnownMailboxes?) {
    try begin()
    if looks { try announce() }
    for packet in packets {
      try connection.enqueue(
        "INSERT INTO forwarded_packets (recipient, sender, number, body) VALUES ($1, $2, $3, $4)",
        [.bytes(packet.recipient.bytes), .bytes(mailbox.bytes), .integer(packet.number), .bytes(packet.body)])
    }
    try connection.enqueue(
      """
      WITH next AS (SELECT packet.sender, packet.number, \(Self.listed)
        FROM forwarded_packets AS packet JOIN forwarding_mailboxes AS sender ON sender.mailbox = packet.sender
          \(Self.joinDaemons)
        WHERE packet.recipient = $1 AND length(packet.body) <= \(Packet.largestBody)
        ORDER BY packet.number LIMIT \(Self.packetsAtOnce))
      DELETE FROM forwarded_packets AS packet USING next
      WHERE packet.recipient = $1 AND packet.sender = next.sender AND packet.number = next.number
      RETURNING packet.sender, packet.number, packet.body, next.name, next.public_key
      """, [.bytes(mailbox.bytes)])
    if looks { try connection.enqueue(Self.look) }
    try connection.enqueue("COMMIT")
    let results = try connection.finish()
    guard results.last?.command == "COMMIT", results.count >= (looks ? 3 : 2) else { throw PostgresError.lost }
    let arrived = try self.packets(in: results[results.count - (looks ? 3 : 2)])
    return (arrived, looks ? try Self.known(in: results[results.count - 2]) : nil)
  }

  /// Takes the mailbox away, so that the others need not wait until it is missed.
  func leave() {
    _ = try? connection.run("DELETE FROM forwarding_mailboxes WHERE mailbox = $1", [.bytes(mailbox.bytes)])
  }

  /// Removes what was left by processes that have ended. One that is stopped may hold the lock on its row.
  func removeLeftovers() throws(PostgresError) {
    defer { if connection.isInTransaction { _ = try? connection.run("ROLLBACK") } }
    try begin()
    try connection.enqueue(
      """
      DELETE FROM forwarding_mailboxes WHERE mailbox IN (SELECT mailbox FROM forwarding_mailboxes
        WHERE seen < clock_timestamp() - interval '\(10 * Self.seconds) seconds' FOR UPDATE SKIP LOCKED)
      """)
    try connection.enqueue(
      """
      DELETE FROM forwarded_packets AS packet WHERE length(body) > \(Packet.largestBody)
        OR NOT EXISTS (SELECT 1 FROM forwarding_mailboxes WHERE mailbox = recipient)
        OR NOT EXISTS (SELECT 1 FROM forwarding_mailboxes AS sender \(Self.joinDaemons)
          WHERE sender.mailbox = packet.sender)
      """)
    _ = try connection.run("COMMIT")
  }

  private func isNew() throws(PostgresError) -> Bool {
    try connection.run("SELECT to_regclass('forwarded_packets')::text").value(0, 0) == .null
  }

  /// So many packets are received at once at most. Those with the smallest numbers come first, so that of each sender none
  /// is left out.
  static let packetsAtOnce = 32

  /// After how many seconds without a sign a process counts as gone.
  static let seconds = 6

  static let tables = [
    """
    CREATE UNLOGGED TABLE IF NOT EXISTS forwarding_mailboxes (mailbox BYTEA PRIMARY KEY CHECK (length(mailbox) = 32),
      daemon TEXT COLLATE "C" NOT NULL CHECK (length(daemon) = 43), epoch BIGINT, seen TIMESTAMPTZ NOT NULL)
      WITH (fillfactor = 50)
    """,
    """
    CREATE UNLOGGED TABLE IF NOT EXISTS forwarded_packets (recipient BYTEA NOT NULL CHECK (length(recipient) = 32),
      sender BYTEA NOT NULL CHECK (length(sender) = 32), number BIGINT NOT NULL,
      body BYTEA NOT NULL CHECK (length(body) <= \(Packet.largestBody)), PRIMARY KEY (recipient, sender, number))
    """,
  ]

  /// Leaves out the mailboxes of daemons that the owner did not admit, or sent away. What a mailbox says of its daemon is
  /// a claim; the link proves it.
  private static let joinDaemons =
    "JOIN daemons AS daemon ON daemon.public_key = sender.daemon AND daemon.revoked_at IS NULL"
  private static let listed = "daemon.name, daemon.public_key"

  /// Only the process that holds the lease has its epoch.
  private static let look =
    """
    SELECT sender.mailbox, coalesce(sender.epoch = (SELECT epoch FROM ledger), false), \(listed)
    FROM forwarding_mailboxes AS sender \(joinDaemons)
    WHERE sender.seen > clock_timestamp() - interval '\(seconds) seconds' ORDER BY sender.seen LIMIT 1000
    """

  private func begin() throws(PostgresError) {
    try connection.enqueue("BEGIN ISOLATION LEVEL READ COMMITTED")
    // Nothing here has to last, and nobody may be held up by a process that is stopped in the middle.
    try connection.enqueue(
      """
      SELECT set_config('synchronous_commit', 'off', true), set_config('lock_timeout', '2s', true),
        set_config('idle_in_transaction_session_timeout', '5s', true)
      """)
  }

  /// Shows that this process is there. One that writes shows its epoch as long as it holds the lease.
  private func announce() throws(PostgresError) {
    let (holder, epoch): (PostgresValue, PostgresValue) =
      switch role {
      case .standby: (.null, .null)
      case .writer(let holder, let epoch): (.bytes(holder), .integer(epoch))
      }
    try connection.enqueue(
      """
      INSERT INTO forwarding_mailboxes (mailbox, daemon, epoch, seen)
      VALUES ($1, $4, (SELECT epoch FROM ledger WHERE holder = $2::bytea AND epoch = $3::bigint), clock_timestamp())
      ON CONFLICT (mailbox) DO UPDATE SET daemon = excluded.daemon, epoch = excluded.epoch, seen = excluded.seen
      """, [.bytes(mailbox.bytes), holder, epoch, .text(daemon)])
  }

  private func packets(in result: PostgresResult) throws(PostgresError) -> [ArrivedPacket] {
    var packets: [ArrivedPacket] = []
    for row in 0..<result.count {
      guard case .bytes(let sender) = try result.value(row, 0), case .integer(let number) = try result.value(row, 1),
        case .bytes(let body) = try result.value(row, 2)
      else { throw .unreadable }
      guard let daemon = try Self.daemon(in: result, row, 3) else { continue }
      packets.append(
        ArrivedPacket(
          packet: Packet(sender: Mailbox(bytes: sender), recipient: mailbox, number: number, body: body), daemon: daemon
        ))
    }
    return packets.sorted { $0.packet.number < $1.packet.number }
  }

  private static func known(in result: PostgresResult) throws(PostgresError) -> KnownMailboxes {
    var known = KnownMailboxes()
    for row in 0..<result.count {
      guard case .bytes(let bytes) = try result.value(row, 0) else { throw .unreadable }
      guard let daemon = try daemon(in: result, row, 2) else { continue }
      known.alive[Mailbox(bytes: bytes)] = daemon
      if try result.value(row, 1) == .integer(1) { known.writer = Mailbox(bytes: bytes) }
    }
    return known
  }

  /// What the ledger says of a daemon, in two columns; `nil` if its key is none.
  private static func daemon(
    in result: PostgresResult, _ row: Int, _ column: Int
  ) throws(PostgresError) -> AdmittedDaemon? {
    guard case .text(let name) = try result.value(row, column), case .text(let key) = try result.value(row, column + 1)
    else { throw .unreadable }
    return AdmittedDaemon(name: name, publicKey: key)
  }
}

/// What a process is to the others.
package enum ForwardingRole: Sendable {
  /// It holds the lease under this name and in this epoch, and answers apps.
  case writer(holder: [UInt8], epoch: Int64)
  /// It passes on what apps and the writer say.
  case standby
}
