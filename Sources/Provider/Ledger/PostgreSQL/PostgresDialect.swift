import Synchronization

/// Statements of the ledger as PostgreSQL reads them. They are written for SQLite; what both engines have is used where
/// it can be, so that three differences are left.
///
/// `?` and `?N` become `$1`, `$2` in the order of their first occurrence, and only the arguments that occur are passed,
/// because the server refuses a parameter whose type it cannot find out. `INDEXED BY` is left out.
struct PostgresStatement: Sendable {
  let sql: String
  /// The places of the arguments to pass, counted from 0.
  let arguments: [Int]

  init(_ text: String) {
    var sql = ""
    var places: [Int] = []
    var next = 0
    var isQuoted = false
    var rest = Substring(text).unicodeScalars
    while let scalar = rest.popFirst() {
      if scalar == "'" { isQuoted.toggle() }
      guard scalar == "?", !isQuoted else {
        sql.unicodeScalars.append(scalar)
        continue
      }
      let digits = rest.prefix { ("0"..."9").contains($0) }
      rest = rest.dropFirst(digits.count)
      let place = Int(String(String.UnicodeScalarView(digits))).map { $0 - 1 } ?? next
      next = max(next, place + 1)
      if let known = places.firstIndex(of: place) {
        sql += "$\(known + 1)"
      } else {
        places.append(place)
        sql += "$\(places.count)"
      }
    }
    self.sql = Self.withoutIndexHints(sql)
    arguments = places
  }

  /// Removes the name of the index that SQLite is told to use. The words of these texts are separated by single spaces.
  private static func withoutIndexHints(_ sql: String) -> String {
    var words = sql.utf8.split(separator: UInt8(ascii: " "), omittingEmptySubsequences: false).map(Substring.init)
    while let index = words.firstIndex(where: { $0 == "INDEXED" }), index + 2 < words.count {
      // The name may be the last word of its line.
      let lineEnd = words[index + 2].utf8.firstIndex(of: UInt8(ascii: "\n"))
      words[index] = lineEnd.map { words[index + 2][$0...] } ?? ""
      words.removeSubrange(index + 1...index + 2)
    }
    return words.joined(separator: " ")
  }

  /// The statements that were read before. There are some two hundred texts.
  private static let known = Mutex<[String: PostgresStatement]>([:])

  /// Returns the statement of a text.
  static func of(_ text: String) -> PostgresStatement {
    if let statement = known.withLock({ $0[text] }) { return statement }
    let statement = PostgresStatement(text)
    known.withLock { $0[text] = statement }
    return statement
  }
}
