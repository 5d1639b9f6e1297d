/// The words with which an engine declares tables.
struct SchemaDialect: Sendable {
  let integer: String
  let text: String
  let bytes: String
  /// A column with the numbers of the rows.
  let numbers: @Sendable (LedgerTable.Column.Numbering) -> String
  /// What follows the columns of a table.
  let end: @Sendable (LedgerTable) -> String

  /// The statements that make a table and its indexes.
  func creation(of table: LedgerTable) -> [String] {
    var lines = table.columns.map(declaration(of:))
    if table.key.count > 1 { lines.append("PRIMARY KEY (\(table.key.joined(separator: ", ")))") }
    let creation = "CREATE TABLE \(table.name) (\n  \(lines.joined(separator: ",\n  "))\n)\(end(table))"
    return [creation]
      + table.indexes.map { index in
        "CREATE \(index.isUnique ? "UNIQUE " : "")INDEX \(index.name) ON \(table.name) "
          + "(\(index.columns.joined(separator: ", ")))" + (index.condition.map { " WHERE \($0)" } ?? "")
      }
  }

  private func declaration(of column: LedgerTable.Column) -> String {
    if let numbering = column.numbering { return "\(column.name) \(numbers(numbering))" }
    let kind =
      switch column.kind {
      case .integer: integer
      case .text: text
      case .bytes: bytes
      }
    let choices = column.choices.map { "'\($0)'" }.joined(separator: ", ")
    let rules = [
      column.isKey ? "PRIMARY KEY" : nil, column.mayBeNull ? nil : "NOT NULL", column.isUnique ? "UNIQUE" : nil,
      column.initial.map { "DEFAULT \($0)" }, choices.isEmpty ? nil : "CHECK (\(column.name) IN (\(choices)))",
      column.references.map { "REFERENCES \($0.name) (\($0.key.joined(separator: ", ")))" },
    ]
    return ([column.name, kind] + rules.compactMap(\.self)).joined(separator: " ")
  }
}
