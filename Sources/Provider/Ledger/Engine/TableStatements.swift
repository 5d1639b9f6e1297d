/// A set of columns, by their places.
struct ColumnSet: Sendable, Hashable {
  private var bits: UInt64 = 0

  init(_ places: some Sequence<Int> = []) {
    for place in places { insert(place) }
  }

  mutating func insert(_ place: Int) { bits |= 1 << UInt64(place) }
  var count: Int { bits.nonzeroBitCount }
  func contains(_ place: Int) -> Bool { bits >> UInt64(place) & 1 == 1 }
  /// The number of its columns before a place.
  func count(before place: Int) -> Int { (bits & (1 << UInt64(place) - 1)).nonzeroBitCount }
}

/// Cells in the order of the table, however they were named.
struct CellList {
  let columns: ColumnSet
  private let values: [LedgerValue]

  init<Table>(_ cells: [ColumnCell<Table>]) {
    // A key path of a generic type would be made anew for each statement, which takes longer than all the rest here.
    var columns = ColumnSet()
    for cell in cells { columns.insert(cell.place) }
    var values = [LedgerValue](repeating: .null, count: columns.count)
    for cell in cells { values[columns.count(before: cell.place)] = cell.value }
    (self.columns, self.values) = (columns, values)
  }

  var arguments: LedgerArguments { LedgerArguments(values) }

  /// The arguments of a statement in which others follow.
  func arguments(before others: CellList) -> LedgerArguments { LedgerArguments(values + others.values) }
}

extension LedgerTable {
  /// A statement about rows of one table that names columns only.
  enum Statement: Hashable {
    /// A row with these columns.
    case insertion(ColumnSet)
    /// The same, unless there is a row with the key.
    case insertionIfNew(ColumnSet)
    /// The same, but in a row that has the key these columns are replaced.
    case replacement(ColumnSet, replaced: ColumnSet)
    /// Other values in these columns of the rows with certain values in those.
    case update(ColumnSet, of: ColumnSet)
    /// No rows with certain values in these columns.
    case deletion(of: ColumnSet)
    /// All columns of the rows with certain values in these, and the end of the text, such as the order.
    case selection(of: ColumnSet, end: String)
  }

  func make(_ statement: Statement) -> String {
    switch statement {
    case .insertion(let set): insertion(set)
    case .insertionIfNew(let set): insertion(set) + " ON CONFLICT DO NOTHING"
    case .replacement(let set, let replaced):
      insertion(set) + " ON CONFLICT (\(key.joined(separator: ", "))) DO UPDATE SET "
        + names(replaced).map { "\($0) = excluded.\($0)" }.joined(separator: ", ")
    case .update(let set, let condition):
      "UPDATE \(name) SET " + equal(set, from: 1).joined(separator: ", ")
        + filter(condition, from: set.count + 1)
    case .deletion(let condition): "DELETE FROM \(name)" + filter(condition, from: 1)
    case .selection(let condition, let end):
      "SELECT \(list) FROM \(name)" + filter(condition, from: 1) + (end.isEmpty ? "" : " " + end)
    }
  }

  private func insertion(_ set: ColumnSet) -> String {
    let names = names(set)
    return "INSERT INTO \(name) (\(names.joined(separator: ", "))) VALUES (\(Self.places(names.count)))"
  }

  private func names(_ set: ColumnSet) -> [String] {
    columns.indices.filter(set.contains).map { columns[$0].name }
  }

  private func equal(_ set: ColumnSet, from first: Int) -> [String] {
    names(set).enumerated().map { "\($1) = $\(first + $0)" }
  }

  private func filter(_ set: ColumnSet, from first: Int) -> String {
    set.count == 0 ? "" : " WHERE " + equal(set, from: first).joined(separator: " AND ")
  }

  private static func places(_ count: Int) -> String {
    (0..<count).map { "$\($0 + 1)" }.joined(separator: ", ")
  }
}

extension LedgerTable {
  /// Inserts a row with all its values.
  var insertion: String { "INSERT INTO \(name) (\(list)) VALUES (\(Self.places(columns.count)))" }

  /// Passes all rows to a function, in the order of the primary key and a page at a time, so that they need not be in
  /// memory together. Text is compared by its bytes in both engines.
  func forEachRow(_ database: any LedgerDatabase, _ body: ([LedgerValue]) throws -> Void) throws {
    let length = 200
    let order = key.joined(separator: ", ")
    let places = key.compactMap { name in columns.firstIndex { $0.name == name } }
    var last: [LedgerValue]?
    while true {
      let after = last == nil ? "" : "WHERE (\(order)) > (\(Self.places(key.count))) "
      var rows: [[LedgerValue]] = []
      try database.forEachRow(
        "SELECT \(list) FROM \(name) \(after)ORDER BY \(order) LIMIT \(length)", LedgerArguments(last ?? [])
      ) { row in
        rows.append(try columns.indices.map { try row.value($0) })
        return true
      }
      for row in rows { try body(row) }
      guard rows.count == length, let row = rows.last else { return }
      last = places.map { row[$0] }
    }
  }
}
