import PaymentsAPI
import PaymentsModel

/// The statements that are being prepared or wait to be fetched: some minutes, in memory, and not many. A value; the
/// service guards it.
struct StatementStore: Sendable {
  /// How much is kept.
  struct Limits: Sendable {
    /// Statements of one reader that are kept.
    var kept = 4
    /// Statements of one reader that are prepared at once.
    var preparing = 2
    /// Bytes of one file.
    var fileBytes = 16 << 20
    /// Bytes of all files of one reader.
    var readerBytes = 24 << 20
    /// Bytes of all files.
    var bytes = 64 << 20
    /// How long a file is kept.
    var lifetime: Duration = .seconds(600)
  }

  struct Entry: Sendable {
    let reader: StatementReader
    var statement: Statement
    var file: [UInt8] = []
  }

  private let limits: Limits
  /// Oldest first.
  private var entries: [Entry] = []

  init(_ limits: Limits = Limits()) {
    self.limits = limits
  }

  /// The statement of that name, for its own reader.
  func entry(_ id: String, of reader: StatementReader) -> Entry? {
    entries.first { $0.statement.statementID == id && $0.reader == reader }
  }

  /// Whether any statement is being prepared.
  var isBusy: Bool { entries.contains { $0.statement.state == .preparing } }

  /// Puts a statement in that is being prepared; false where its reader has too many of these.
  mutating func admit(_ statement: Statement, of reader: StatementReader) -> Bool {
    let own = entries.filter { $0.reader == reader }
    guard own.count(where: { $0.statement.state == .preparing }) < limits.preparing else { return false }
    if own.count >= limits.kept { dropOldest(where: { $0.reader == reader }) }
    entries.removeAll { $0.statement.statementID == statement.statementID && $0.reader == reader }
    entries.append(Entry(reader: reader, statement: statement))
    return true
  }

  /// Takes a statement out.
  mutating func remove(_ id: String, of reader: StatementReader) {
    entries.removeAll { $0.statement.statementID == id && $0.reader == reader }
  }

  /// Changes a statement that is there, and its version; answers it as it is then.
  mutating func change(_ id: String, of reader: StatementReader, _ body: (inout Statement) -> Void) -> Statement? {
    guard let index = index(id, reader) else { return nil }
    body(&entries[index].statement)
    entries[index].statement.version += 1
    return entries[index].statement
  }

  /// Puts the file in, and drops older ones to make room for it.
  mutating func finish(_ id: String, of reader: StatementReader, _ file: [UInt8], sha256: String, at now: Timestamp)
    -> Statement?
  {
    guard let index = index(id, reader), file.count <= limits.fileBytes else { return nil }
    entries[index].file = file
    while size(of: reader) > limits.readerBytes,
      dropOldest(where: { $0.reader == reader && $0.statement.statementID != id })
    {}
    while size > limits.bytes, dropOldest(where: { $0.statement.statementID != id }) {}
    let expiresAt = now.advanced(by: limits.lifetime)
    return change(id, of: reader) { statement in
      statement.state = .ready
      statement.size = file.count
      statement.sha256 = sha256
      statement.parts = max(1, (file.count + Self.partBytes - 1) / Self.partBytes)
      statement.expiresAt = expiresAt
    }
  }

  /// Drops what is over.
  mutating func dropExpired(at now: Timestamp) {
    entries.removeAll { $0.statement.expiresAt.map { $0 <= now } ?? false }
  }

  /// Bytes of a part: with base64url and the rest of the message far below the largest message.
  static let partBytes = 512 << 10

  private var size: Int { entries.reduce(0) { $0 + $1.file.count } }

  private func size(of reader: StatementReader) -> Int {
    entries.reduce(0) { $0 + ($1.reader == reader ? $1.file.count : 0) }
  }

  private func index(_ id: String, _ reader: StatementReader) -> Int? {
    entries.firstIndex { $0.statement.statementID == id && $0.reader == reader }
  }

  @discardableResult
  private mutating func dropOldest(where isIt: (Entry) -> Bool) -> Bool {
    guard let index = entries.firstIndex(where: { $0.statement.state != .preparing && isIt($0) }) else { return false }
    entries.remove(at: index)
    return true
  }
}
