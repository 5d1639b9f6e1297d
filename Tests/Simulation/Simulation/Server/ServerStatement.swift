/// A statement in the words of PostgreSQL, and what the simulated server makes of it.
struct ServerStatement {
  enum Kind {
    case begin(isReading: Bool)
    case commit, rollBack
    case savepoint, release, rollBackTo
    case other
  }

  private(set) var kind = Kind.other
  /// What SQLite carries out, one after another. The answer is that of the first.
  private(set) var texts: [String] = []
  /// The words with which it is answered, before a number of rows.
  private(set) var command = ""
  /// Whether it changes something, or locks rows.
  private(set) var isWriting = false
  /// Whether a copy of the database needs it: what changes something, and what undoes a part of a transaction.
  var isKept: Bool { if case .rollBackTo = kind { true } else { isWriting } }
  /// Whether it locks the one row of the ledger's own table.
  private(set) var locksLedger = false
  /// Whether it fails where another transaction has the lock.
  private(set) var waitsForNobody = false
  /// The name of a lock that it takes.
  private(set) var advisoryLock: String?
  /// What it sets for its transaction.
  private(set) var settings: [(name: String, value: String)] = []
  /// The number of the argument that is the server's clock; 0 if it is not asked for.
  private(set) var clock = 0

  private nonisolated(unsafe) static var known: [String: ServerStatement] = [:]

  /// Reads a statement, each text once.
  static func read(_ sql: String) -> ServerStatement {
    if let known = known[sql] { return known }
    let statement = ServerStatement(sql)
    known[sql] = statement
    return statement
  }

  private init(_ sql: String) {
    let words = sql.split(whereSeparator: \.isWhitespace).prefix(3).map { String($0) }
    let first = words.first ?? ""
    command = first
    switch first {
    case "BEGIN": kind = .begin(isReading: sql.contains("READ ONLY"))
    case "COMMIT": kind = .commit
    case "ROLLBACK": kind = words.count > 1 ? .rollBackTo : .rollBack
    case "SAVEPOINT": kind = .savepoint
    case "RELEASE": kind = .release
    case "CREATE":
      command = words.prefix(2).joined(separator: " ").replacing("UNLOGGED", with: "TABLE").replacing(
        "UNIQUE", with: "INDEX")
    case "WITH": command = sql.contains("DELETE FROM") ? "DELETE" : "SELECT"
    default: break
    }
    let locks = sql.contains("FOR UPDATE")
    isWriting = locks || !["SELECT", "BEGIN", "COMMIT", "ROLLBACK"].contains(command)
    locksLedger = isWriting && sql.contains(ServerPatterns.ledgerRow)
    waitsForNobody = sql.contains("NOWAIT")
    advisoryLock = sql.firstMatch(of: ServerPatterns.namedLock).map { String($0.1) }
    settings = sql.matches(of: ServerPatterns.setting).map { (String($0.1), String($0.2)) }
    if sql.contains("setval(") { isWriting = true }
    texts = ServerWords.texts(of: sql)
    guard texts.contains(where: { $0.contains(ServerWords.clock) }) else { return }
    clock = 1 + (texts.flatMap { $0.matches(of: ServerPatterns.parameter) }.compactMap { Int($0.1) }.max() ?? 0)
    let place = "?\(clock)"
    texts = texts.map { $0.replacing(ServerWords.clock, with: place) }
  }
}
