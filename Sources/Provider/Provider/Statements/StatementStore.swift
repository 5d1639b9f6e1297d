import PaymentsAPI
import PaymentsModel

/// The statements that are being prepared or wait to be fetched. They are kept in memory, as long and as many as the
/// limits say. This is a value; ``StatementService`` guards it. A reader is an app or the owner.
struct StatementStore: Sendable {
  /// The limits of the store.
  struct Limits: Sendable {
    /// The number of statements that are kept for one reader.
    var kept = 4
    /// The number of statements that are prepared at once for one reader.
    var preparing = 2
    /// The largest size of one file in bytes.
    var fileBytes = 16 << 20
    /// The largest size of all files of one reader in bytes.
    var readerBytes = 24 << 20
    /// The largest size of all files in bytes.
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
  /// The statements, oldest first.
  private var entries: [Entry] = []

  init(_ limits: Limits = Limits()) {
    self.limits = limits
  }

  /// Returns the statement with this identifier if it belongs to the reader.
  func entry(_ id: String, of reader: StatementReader) -> Entry? {
    entries.first { $0.statement.statementID == id && $0.reader == reader }
  }

  /// Whether any statement is being prepared.
  var isBusy: Bool { entries.contains { $0.statement.state == .preparing } }

  /// Adds a statement that is being prepared. It replaces one with the same identifier; if the reader has as many as are
  /// kept, the oldest finished one is removed first. Returns `false` if too many of the reader's are being prepared.
  mutating func admit(_ statement: Statement, of reader: StatementReader) -> Bool {
    let own = entries.filter { $0.reader == reader }
    guard own.count(where: { $0.statement.state == .preparing }) < limits.preparing else { return false }
    if own.count >= limits.kept { dropOldest(where: { $0.reader == reader }) }
    entries.removeAll { $0.statement.statementID == statement.statementID && $0.reader == reader }
    entries.append(Entry(reader: reader, statement: statement))
    return true
  }

  /// Removes a statement.
  mutating func remove(_ id: String, of reader: StatementReader) {
    entries.removeAll { $0.statement.statementID == id && $0.reader == reader }
  }

  /// Changes a statement and its version, and returns it; `nil` if it does not exist.
  mutating func change(_ id: String, of reader: StatementReader, _ body: (inout Statement) -> Void) -> Statement? {
    guard let index = index(id, reader) else { return nil }
    body(&entries[index].statement)
    entries[index].statement.version += 1
    return entries[index].statement
  }

  /// Stores the file of a statement, and removes older files to make room for it. Returns `nil`, and stores nothing, if
  /// the statement does not exist any more or the file is too large.
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

  /// Removes expired statements. A statement that is still being prepared does not expire.
  mutating func dropExpired(at now: Timestamp) {
    entries.removeAll { $0.statement.expiresAt.map { $0 <= now } ?? false }
  }

  /// The size of a part in bytes. With base64url and the rest of the message it is far below the largest message.
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
