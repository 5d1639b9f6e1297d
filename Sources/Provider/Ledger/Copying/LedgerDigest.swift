import Cryptography

/// The number of a table's rows, and a hash of all their values, in the order of the primary key.
struct TableDigest: Sendable, Hashable {
  let rows: Int
  let hash: [UInt8]
}

/// Collects the rows of a table.
struct TableHash: ~Copyable {
  private var hash: SHA256
  private(set) var rows = 0

  init() throws { hash = try SHA256() }

  /// Adds a row. Each value begins with its kind and, if it has no fixed length, its length.
  mutating func add(_ row: [LedgerValue]) throws {
    var bytes: [UInt8] = []
    for value in row {
      switch value {
      case .null: bytes.append(0)
      case .integer(let number):
        bytes.append(1)
        bytes += Self.bigEndian(number)
      case .text(let text):
        bytes.append(2)
        bytes += Self.bigEndian(Int64(text.utf8.count)) + Array(text.utf8)
      case .bytes(let content):
        bytes.append(3)
        bytes += Self.bigEndian(Int64(content.count)) + content
      }
    }
    try hash.update(bytes)
    rows += 1
  }

  private static func bigEndian(_ number: Int64) -> [UInt8] { withUnsafeBytes(of: number.bigEndian) { Array($0) } }

  consuming func finish() throws -> TableDigest {
    let rows = rows
    return TableDigest(rows: rows, hash: try hash.finalize())
  }

  /// Reads a whole table.
  static func digest(of table: LedgerTable, in database: any LedgerDatabase) throws -> TableDigest {
    var hash = try TableHash()
    try table.forEachRow(database) { try hash.add($0) }
    return try hash.finish()
  }
}
