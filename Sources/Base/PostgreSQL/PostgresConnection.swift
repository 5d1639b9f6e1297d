import CPostgreSQL
import Platform

/// A connection to a server of PostgreSQL, for one user at a time.
///
/// Statements are sent in a pipeline: one whose result nobody needs yet is put in line without waiting for it, and is
/// carried out with the next whose result is needed. A statement that fails makes all that stand behind it in line fail
/// too. Statements are kept by the server only after ``keepStatements()``.
package final class PostgresConnection {
  private let handle: OpaquePointer
  private let patience: Duration
  /// The number of statements in line.
  private var waiting = 0
  /// What the results that nobody has read yet are of: statements, and texts that the server was to keep.
  private var expected: [PreparedStatements.Text?] = []
  private var prepared: PreparedStatements?
  /// The number of lines that were sent and whose results nobody has read yet.
  private var unread = 0
  private var isLost = false
  /// Whether the server has warned of something while the last line was carried out.
  package private(set) var hasWarned = false
  /// The results of the last line, up to the first statement that was refused.
  package private(set) var results: [PostgresResult] = []

  /// Connects, and waits for it.
  ///
  /// - Parameter patience: How long the server may take to answer, before the connection counts as lost.
  /// - Throws: ``PostgresError/unreachable(_:)``, ``PostgresError/invalidAddress(_:)``.
  package init(_ address: PostgresAddress, patience: Duration = .seconds(30)) throws(PostgresError) {
    self.patience = patience
    try address.checkEncryption()
    let parameters = try address.parameters()
    let handle = Self.connect(parameters)
    guard let handle else { throw .unreachable("there is no memory") }
    guard PQstatus(handle) == CONNECTION_OK, PQsetnonblocking(handle, 1) == 0, PQenterPipelineMode(handle) == 1 else {
      defer { PQfinish(handle) }
      throw .unreachable(address.withoutSecrets(Self.firstLine(of: PQerrorMessage(handle))))
    }
    self.handle = handle
    // The service file may have said so, too.
    guard isOnThisMachine || encryption != nil else { throw PostgresAddress.notEncrypted }
    // Notices are for people at a terminal, and the library would write them to standard error. That there was a warning
    // is noted: one during a commit says that it is not as durable as it should be. The receiver is called only inside of
    // calls of this object.
    PQsetNoticeReceiver(
      handle,
      { receiver, notice in
        guard let receiver, let severity = PQresultErrorField(notice, Int32(UInt8(ascii: "V"))) else { return }
        guard String(cString: severity) == "WARNING" else { return }
        Unmanaged<PostgresConnection>.fromOpaque(receiver).takeUnretainedValue().hasWarned = true
      }, Unmanaged.passUnretained(self).toOpaque())
  }

  deinit { PQfinish(handle) }

  /// Whether the server holds a transaction open for this connection. One whose end was sent is over.
  package var isInTransaction: Bool {
    !isLost && unread == 0
      && [PQTRANS_INTRANS, PQTRANS_INERROR, PQTRANS_ACTIVE].contains(PQtransactionStatus(handle))
  }

  /// Whether statements can still be sent.
  package var isOpen: Bool { !isLost && PQstatus(handle) == CONNECTION_OK }

  /// Whether it leads through a socket of this machine, seen from this end: behind a pool it may go on.
  package var isThroughSocket: Bool { PQhost(handle).map { $0.pointee == CChar(UInt8(ascii: "/")) } ?? false }

  /// Whether it stays on this machine, through a socket or over loopback, seen from this end.
  package var isOnThisMachine: Bool {
    isThroughSocket || PQhostaddr(handle).map { PostgresAddress.isHere(String(cString: $0)) } ?? false
  }

  /// The version of TLS at this end, such as `TLSv1.3`; `nil` without it.
  package var encryption: String? {
    guard PQsslInUse(handle) == 1 else { return nil }
    return PQsslAttribute(handle, "protocol").map { String(cString: $0) } ?? "TLS"
  }

  /// What an option of libpq was for this connection, wherever it was set.
  package func setting(_ keyword: String) -> String? {
    guard let options = PQconninfo(handle) else { return nil }
    defer { PQconninfoFree(options) }
    var option = options
    while let name = option.pointee.keyword {
      if String(cString: name) == keyword { return option.pointee.val.map { String(cString: $0) } }
      option += 1
    }
    return nil
  }

  /// Has the server keep statements that are sent again, if it is a server that answers and no pool: there the next
  /// transaction may come to another connection, which does not know them. A pool makes up the number of the process that
  /// it tells.
  ///
  /// - Throws: ``PostgresError/refused(sqlState:)``, ``PostgresError/lost``.
  package func keepStatements() throws(PostgresError) {
    let told = PQbackendPID(handle)
    guard told != 0, try run("SELECT pg_backend_pid()").value(0, 0) == .integer(Int64(told)) else { return }
    prepared = PreparedStatements()
  }

  /// Puts a statement in line. Its parameters are written `$1`, `$2` and so on.
  ///
  /// - Throws: ``PostgresError/lost``.
  package func enqueue(_ sql: String, _ parameters: [PostgresValue] = []) throws(PostgresError) {
    guard !isLost else { throw .lost }
    let text = PreparedStatements.Text(sql: sql, types: parameters.map(\.type.rawValue))
    let way = prepared?.way(of: text) ?? .asText
    if case .kept(let name) = way {
      guard PQsendPrepare(handle, name, sql, Int32(parameters.count), text.types) == 1 else { throw lose() }
      expected.append(text)
    }
    guard send(text, by: way, parameters) == 1 else { throw lose() }
    expected.append(nil)
    waiting += 1
  }

  private func send(
    _ text: PreparedStatements.Text, by way: PreparedStatements.Way, _ parameters: [PostgresValue]
  ) -> Int32 {
    let values = parameters.map(\.encoded)
    // An empty value needs an address too, because none means NULL.
    let bytes = values.reduce(into: [UInt8]()) { $0 += ($1 ?? []) + [0] }
    let lengths = values.map { Int32($0?.count ?? 0) }
    let formats = [Int32](repeating: 1, count: parameters.count)
    return bytes.withUnsafeBufferPointer { buffer in
      var offset = 0
      let pointers = values.map { value -> UnsafePointer<CChar>? in
        defer { offset += (value?.count ?? 0) + 1 }
        guard value != nil, let start = buffer.baseAddress else { return nil }
        return UnsafeRawPointer(start + offset).assumingMemoryBound(to: CChar.self)
      }
      let count = Int32(parameters.count)
      return switch way {
      case .asText: PQsendQueryParams(handle, text.sql, count, text.types, pointers, lengths, formats, 1)
      case .kept(let name), .named(let name):
        PQsendQueryPrepared(handle, name, count, pointers, lengths, formats, 1)
      }
    }
  }

  /// Carries out a statement and all that stand in line before it, and returns its result.
  ///
  /// - Throws: ``PostgresError/refused(sqlState:)`` for the first that was refused, ``PostgresError/lost``.
  package func run(_ sql: String, _ parameters: [PostgresValue] = []) throws(PostgresError) -> PostgresResult {
    try enqueue(sql, parameters)
    guard let result = try finish().last else { throw .lost }
    return result
  }

  /// Carries out what stands in line, and returns the result of each statement.
  ///
  /// - Throws: ``PostgresError/refused(sqlState:)`` for the first that was refused, ``PostgresError/lost``.
  @discardableResult
  package func finish() throws(PostgresError) -> [PostgresResult] {
    guard !isLost else { throw .lost }
    results = []
    guard waiting > 0 else { return [] }
    let deadline = ContinuousClock.now + patience
    try send(deadline)
    var refusal: PostgresError?
    while true {
      guard let result = try next(deadline) else { continue }
      if result.status != PGRES_PIPELINE_SYNC, !expected.isEmpty, let text = expected.removeFirst() {
        prepared?.settle(text, isKept: result.status == PGRES_COMMAND_OK)
        if result.status == PGRES_COMMAND_OK { continue }
      }
      switch result.status {
      case PGRES_PIPELINE_SYNC:
        unread -= 1
        if unread == 0 {
          if let refusal { throw refusal }
          return results
        }
        // That was a line before, of which nobody wants to know.
        (results, refusal, hasWarned) = ([], nil, false)
      case PGRES_COMMAND_OK, PGRES_TUPLES_OK: results.append(result)
      // It was not carried out because one before it was refused.
      case PGRES_PIPELINE_ABORTED: break
      default:
        guard isOpen, let sqlState = result.sqlState else { throw lose() }
        if prepared != nil, Self.forgotten.contains(sqlState) { throw lose() }
        if refusal == nil { refusal = .refused(sqlState: sqlState) }
      }
    }
  }

  /// Has the transaction end without waiting for it: with the next line, or a lost connection, that is known.
  ///
  /// - Throws: ``PostgresError/lost``.
  package func sendRollback() throws(PostgresError) {
    try enqueue("ROLLBACK")
    try send(ContinuousClock.now + patience)
  }

  /// The server does not know a statement that it had kept, or one that no longer fits the tables. A connection that is
  /// made anew has kept none.
  private static let forgotten: Set = ["26000", "0A000"]

  private func send(_ deadline: ContinuousClock.Instant) throws(PostgresError) {
    hasWarned = false
    guard PQpipelineSync(handle) == 1 else { throw lose() }
    waiting = 0
    unread += 1
    try flush(deadline)
  }

  /// Hands what is in line to the system's buffers, waiting if they are full.
  private func flush(_ deadline: ContinuousClock.Instant) throws(PostgresError) {
    while true {
      switch PQflush(handle) {
      case 0: return
      case 1:
        try wait(for: POLLIN | POLLOUT, deadline)
        // The server may stop reading until its answers are read.
        guard PQconsumeInput(handle) == 1 else { throw lose() }
      default: throw lose()
      }
    }
  }

  /// Returns the next result. `nil` stands between the results of two statements.
  private func next(_ deadline: ContinuousClock.Instant) throws(PostgresError) -> PostgresResult? {
    while PQisBusy(handle) == 1 {
      try wait(for: POLLIN, deadline)
      guard PQconsumeInput(handle) == 1 else { throw lose() }
    }
    guard let result = PQgetResult(handle) else {
      if PQstatus(handle) != CONNECTION_OK { throw lose() }
      return nil
    }
    return PostgresResult(result)
  }

  private func wait(for events: Int32, _ deadline: ContinuousClock.Instant) throws(PostgresError) {
    var item = pollfd(fd: PQsocket(handle), events: Int16(events), revents: 0)
    while true {
      let left = deadline - .now
      guard left > .zero else { throw lose() }
      let milliseconds = left.components.seconds * 1000 + left.components.attoseconds / 1_000_000_000_000_000 + 1
      let count = poll(&item, 1, Int32(clamping: milliseconds))
      if count > 0 { return }
      if count < 0, errno != EINTR { throw lose() }
    }
  }

  private func lose() -> PostgresError {
    isLost = true
    return .lost
  }

  private static func connect(_ parameters: [String: String]) -> OpaquePointer? {
    let names = parameters.keys.sorted()
    let keywords: [UnsafeMutablePointer<CChar>?] = names.map { strdup($0) }
    let values: [UnsafeMutablePointer<CChar>?] = names.map { strdup(parameters[$0] ?? "") }
    defer { for text in keywords + values { free(text) } }
    // The lists end with an empty pointer.
    return PQconnectdbParams(
      keywords.map { UnsafePointer($0) } + [nil], values.map { UnsafePointer($0) } + [nil], 0)
  }

  private static func firstLine(of message: UnsafePointer<CChar>?) -> String {
    guard let message else { return "" }
    let line = String(cString: message).utf8.prefix { $0 != UInt8(ascii: "\n") }
    return String(Substring(line))
  }
}
