import Synchronization

/// A table of the ledger: all that both engines make of it.
final class LedgerTable: Sendable {
  /// What the schema says of one column.
  struct Column: Sendable {
    /// How rows get numbers by themselves.
    enum Numbering: Sendable {
      /// After the largest one that there is.
      case afterLargest
      /// After the largest one that there ever was.
      case neverTwice
    }

    let name: String
    let kind: ColumnKind
    let mayBeNull: Bool
    var isKey = false
    var numbering: Numbering?
    var isUnique = false
    var initial: Int64?
    var choices: [String] = []
    var references: LedgerTable?
  }

  struct Index: Sendable {
    let name: String
    let columns: [String]
    /// Which rows it has; `nil` for all.
    let condition: String?
    let isUnique: Bool

    init(_ name: String, on columns: String..., where condition: String? = nil, isUnique: Bool = false) {
      (self.name, self.columns, self.condition, self.isUnique) = (name, columns, condition, isUnique)
    }
  }

  let name: String
  let columns: [Column]
  /// The columns of the primary key.
  let key: [String]
  /// Whether SQLite keeps the rows in the tree of their key, so that a change writes one page.
  let isInTreeOfKey: Bool
  let indexes: [Index]
  /// The triggers of SQLite. PostgreSQL has functions of its own.
  let triggers: [String]
  /// All columns with commas between them.
  let list: String

  private let texts = Mutex<[Statement: String]>([:])

  init(
    _ name: String, _ columns: [Column], key: [String], isInTreeOfKey: Bool, indexes: [Index], triggers: [String]
  ) {
    self.name = name
    self.columns = columns
    self.key = key
    self.isInTreeOfKey = isInTreeOfKey
    self.indexes = indexes
    self.triggers = triggers
    list = columns.map(\.name).joined(separator: ", ")
  }

  /// Returns the text of a statement, which is made once.
  func text(_ statement: Statement) -> String {
    if let text = texts.withLock({ $0[statement] }) { return text }
    let text = make(statement)
    texts.withLock { $0[statement] = text }
    return text
  }
}

/// Collects the columns of a table while they are declared, in the order of their declaration.
final class TableDeclaration<Table: TableColumns>: Sendable {
  private let name: String
  private let columns = Mutex<[LedgerTable.Column]>([])

  init(_ name: String) {
    self.name = name
  }

  /// Declares a column. Whether it may be NULL, and its kind, follow from the type of its values.
  ///
  /// - Parameters:
  ///   - choices: The only values that it may have. A released list never changes, whatever becomes of a type.
  ///   - isUnique: Whether no two rows may have the same value.
  ///   - initial: The value of rows that are written without one.
  ///   - other: The table whose key it holds.
  func column<Value>(
    _ name: String, oneOf choices: [String] = [], isUnique: Bool = false, initial: Int64? = nil,
    references other: (any TableColumns)? = nil
  ) -> LedgerColumn<Table, Value> {
    add(
      LedgerTable.Column(
        name: name, kind: Value.kind, mayBeNull: Value.isOptional, isUnique: isUnique, initial: initial,
        choices: choices, references: other?.table))
  }

  /// Declares the column that is the primary key.
  func key<Value>(
    _ name: String, references other: (any TableColumns)? = nil
  ) -> LedgerColumn<Table, Value> {
    add(
      LedgerTable.Column(
        name: name, kind: Value.kind, mayBeNull: false, isKey: true, references: other?.table))
  }

  /// Declares the column with the numbers of the rows.
  func number(_ name: String, _ numbering: LedgerTable.Column.Numbering) -> LedgerColumn<Table, Int64> {
    add(LedgerTable.Column(name: name, kind: .integer, mayBeNull: false, isKey: true, numbering: numbering))
  }

  private func add<Value>(_ column: LedgerTable.Column) -> LedgerColumn<Table, Value> {
    columns.withLock { columns in
      columns.append(column)
      return LedgerColumn(place: columns.count - 1)
    }
  }

  /// Ends the declaration.
  ///
  /// - Parameter key: The columns of a primary key of several.
  func table(
    key: [String] = [], isInTreeOfKey: Bool = true, indexes: [LedgerTable.Index] = [], triggers: [String] = []
  ) -> LedgerTable {
    let columns = columns.withLock(\.self)
    let own = columns.filter(\.isKey)
    return LedgerTable(
      name, columns, key: key + own.map(\.name),
      isInTreeOfKey: isInTreeOfKey && !own.contains { $0.numbering != nil }, indexes: indexes, triggers: triggers)
  }
}
