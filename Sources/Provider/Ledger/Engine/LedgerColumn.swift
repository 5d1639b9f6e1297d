/// A column of a table: its place, and of which type its values are. It is declared in `Tables`, and all statements that
/// read or write it name it, so that none depends on an order of columns.
struct LedgerColumn<Table: TableColumns, Value: ColumnValue>: Sendable {
  /// The place among the columns of the table, counted from 0.
  let place: Int

  /// The column with a value, for a statement that writes it or looks for it.
  func callAsFunction(_ value: Value) -> ColumnCell<Table> { ColumnCell(place: place, value: value.ledgerValue) }
}

/// A column with a value.
struct ColumnCell<Table: TableColumns> {
  let place: Int
  let value: LedgerValue
}

/// The columns of one table, which are declared one after another, and the table that is made of them.
protocol TableColumns: Sendable {
  typealias Column<Value: ColumnValue> = LedgerColumn<Self, Value>
  var table: LedgerTable { get }
}

extension TableColumns {
  /// All columns, for a statement whose rows are read as rows of this table.
  var list: String { table.list }

  /// The same with NULL in place of all but some, which are read from many rows.
  func list(only places: [Int]) -> String {
    table.columns.indices.map { places.contains($0) ? table.columns[$0].name : "NULL" }.joined(separator: ", ")
  }

  /// The same with the name that the statement gives to the table.
  func list(_ name: String) -> String { table.columns.map { "\(name).\($0.name)" }.joined(separator: ", ") }
}

/// A row that a statement has read with all columns of a table, valid only while it is being decoded. A value of an
/// unexpected kind means that the database is damaged.
struct StoredRow<Table: TableColumns> {
  private let row: any LedgerRow
  /// Where the columns of the table begin.
  private let start: Int

  init(_ row: any LedgerRow, from start: Int = 0) {
    self.row = row
    self.start = start
  }

  subscript<Value>(column: LedgerColumn<Table, Value>) -> Value {
    get throws { try Value(stored: row.value(start + column.place)) }
  }

  /// A column of a table that was joined by `LEFT JOIN`; `nil` if it has no such row.
  subscript<Value>(ifJoined column: LedgerColumn<Table, Value>) -> Value? {
    get throws { try Value?(stored: row.value(start + column.place)) }
  }

  /// What the statement computes after the columns of the table.
  ///
  /// - Parameter place: the place among the computed values.
  func computed<Value: ColumnValue>(after own: Table, at place: Int = 0) throws -> Value {
    try Value(stored: row.value(start + own.table.columns.count + place))
  }

  /// The columns that follow those of the table.
  func following<Other>(_ own: Table) -> StoredRow<Other> {
    StoredRow<Other>(row, from: start + own.table.columns.count)
  }
}

/// What a statement computes, in the order of its own list.
struct ComputedRow {
  private let row: any LedgerRow

  init(_ row: any LedgerRow) {
    self.row = row
  }

  subscript<Value: ColumnValue>(place: Int) -> Value {
    get throws { try Value(stored: row.value(place)) }
  }
}
