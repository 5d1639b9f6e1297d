package import PaymentsAPI
import PaymentsModel

/// A statement as comma-separated values (RFC 4180, UTF-8): a header, and then for each currency its opening balance,
/// its rows and its closing balance.
///
/// Text of apps is always quoted, and has an apostrophe where a spreadsheet would take it for a formula: at its beginning, and
/// after each semicolon, which ends a field for a spreadsheet that is set to it, as many are where numbers have commas.
package enum CSVStatement {
  /// The names of the columns.
  package static let columns = [
    "currency", "at", "local_at", "kind", "in", "out", "fee", "balance", "object_id", "transaction_id", "description",
    "app", "app_key", "address", "payee",
  ]

  /// Returns the bytes of the file.
  package static func bytes(_ document: StatementDocument) -> [UInt8] {
    var text = columns.joined(separator: ",") + "\r\n"
    func line(_ fields: [String]) { text += fields.joined(separator: ",") + "\r\n" }
    func balance(_ section: StatementSection, kind: String, at: String, localAt: String, value: SignedDecimal) {
      let fields = [section.currency, at, localAt, kind, "", "", "", value.text]
      line(fields + columns.dropFirst(fields.count).map { _ in "" })
    }
    for section in document.sections {
      balance(section, kind: "opening", at: document.from.text, localAt: document.fromLocal, value: section.opening)
      for row in section.rows {
        line([
          section.currency, row.at.text, row.localAt, row.kind.rawValue, row.incoming.text, row.outgoing.text,
          row.fee.text, row.balance.text, field(row.objectID), field(row.transactionID), claimed(row.description),
          claimed((row.app ?? document.app)?.name), field((row.app ?? document.app)?.key ?? ""),
          field(row.address ?? ""), claimed(row.payee),
        ])
      }
      balance(section, kind: "closing", at: document.to.text, localAt: document.toLocal, value: section.closing)
    }
    return Array(text.utf8)
  }

  /// Returns a field with a text that contains no line breaks.
  static func field(_ text: String) -> String {
    // A name that begins like a formula is quoted in the same way. Keys and identifiers contain plain characters only.
    guard text.utf8.contains(where: { !isPlain($0) }) || isFormula(text.unicodeScalars[...]) else { return text }
    return claimed(text)
  }

  /// Returns a field with text of an app.
  static func claimed(_ text: String?) -> String {
    guard let text, !text.isEmpty else { return "" }
    let safe = StatementWords.safe(text)
    // The loop runs over code points, because a combining mark joins a quotation mark to another character, and CSV
    // readers see the quotation mark all the same.
    var field = isFormula(safe.unicodeScalars[...]) ? "\"'" : "\""
    for index in safe.unicodeScalars.indices {
      let scalar = safe.unicodeScalars[index]
      if scalar == "\"" { field += "\"" }
      field.unicodeScalars.append(scalar)
      // There a quotation mark is one that begins a field, and not a part of it.
      let rest = safe.unicodeScalars[safe.unicodeScalars.index(after: index)...]
      if scalar == ";", isFormula(rest.drop { $0 == " " || $0 == "\"" }) { field += "'" }
    }
    return field + "\""
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte) || (0x61...0x7A).contains(byte)
      || byte == UInt8(ascii: "_") || byte == UInt8(ascii: "-")
  }

  /// Whether a spreadsheet may take a text for a formula, possibly after removing spaces, and including the full-width
  /// forms of the signs.
  private static func isFormula(_ text: Substring.UnicodeScalarView) -> Bool {
    guard let first = text.first(where: { $0 != " " }) else { return false }
    return "=+-@\u{FF1D}\u{FF0B}\u{FF0D}\u{FF20}".unicodeScalars.contains(first)
  }
}
