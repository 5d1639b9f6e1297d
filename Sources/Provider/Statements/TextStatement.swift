import DisplayText
package import PaymentsAPI
import PaymentsModel

/// A statement as text of a fixed width, for terminals and mail.
package enum TextStatement {
  /// The largest number of columns in a line, unless amounts need more.
  package static let width = 100

  /// Returns the bytes of the file.
  package static func bytes(_ document: StatementDocument) -> [UInt8] {
    var lines = [StatementWords.title, ""]
    let provider = document.provider
    lines += [
      "Provider  \(StatementWords.safe(provider.name)), key \(fingerprint(provider.providerID))",
      "App       \(StatementWords.app(document.app))",
      "Period    \(StatementWords.period(document)), \(StatementWords.safe(document.timeZone))",
      "Made      \(StatementWords.minute(document.madeAt.text)) UTC by \(StatementWords.safe(provider.software))",
    ]
    if document.sections.isEmpty { lines += ["", "Nothing was received or paid in this period."] }
    for section in document.sections { lines += Self.lines(section) }
    if !document.sections.isEmpty { lines += ["", StatementWords.balanceNote] }
    return Array((lines.map { DisplayWidth.truncated($0, columns: 400) }.joined(separator: "\n") + "\n").utf8)
  }

  private static func fingerprint(_ key: String) -> String { AppKey(rawValue: key).fingerprint }

  private static func lines(_ section: StatementSection) -> [String] {
    let amounts = AmountColumn(section, minus: "-")
    var totals = [
      ("Opening balance", amounts.text(section.opening)), ("In", amounts.text(section.incoming)),
      ("Out", amounts.text(section.outgoing)),
    ]
    if section.takenBack.coefficient != 0 {
      totals.append(("  of this taken back", amounts.text(section.takenBack)))
    }
    totals += [("Fees", amounts.text(section.fees)), ("Closing balance", amounts.text(section.closing))]
    let totalWidth = totals.map { DisplayWidth.columns($0.1) }.max() ?? 0
    var lines = ["", StatementWords.currency(section), String(repeating: "-", count: width)]
    lines += totals.map { padded($0.0, 22) + aligned($0.1, totalWidth) }
    guard !section.rows.isEmpty else { return lines + ["", "No payments in this period."] }
    let table = [["Date", "What", "In", "Out", "Fee", "Balance"]] + section.rows.map { cells($0, amounts) }
    let widths = (0..<6).map { column in table.map { DisplayWidth.columns($0[column]) }.max() ?? 0 }
    lines.append("")
    for (index, cells) in table.enumerated() {
      lines.append(
        cells.enumerated().map { column, cell in
          column < 2 ? padded(cell, widths[column]) : aligned(cell, widths[column])
        }.joined(separator: "  "))
      if index > 0 { lines.append(detail(section.rows[index - 1], indent: widths[0] + 2)) }
    }
    return lines
  }

  private static func cells(_ row: StatementRow, _ amounts: AmountColumn) -> [String] {
    [
      StatementWords.minute(row.localAt), StatementWords.kind(row.kind), amounts.textUnlessZero(row.incoming),
      amounts.textUnlessZero(row.outgoing), amounts.textUnlessZero(row.fee), amounts.text(row.balance),
    ]
  }

  private static func detail(_ row: StatementRow, indent: Int) -> String {
    let text = (row.claims + [StatementWords.recipient(row)]).compactMap { $0.map(StatementWords.safe) }
      .joined(separator: "  ")
    return String(repeating: " ", count: indent) + DisplayWidth.truncated(text, columns: width - indent)
  }

  private static func padded(_ text: String, _ width: Int) -> String {
    text + String(repeating: " ", count: max(0, width - DisplayWidth.columns(text)))
  }

  private static func aligned(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - DisplayWidth.columns(text))) + text
  }
}
