import DisplayText
package import PaymentsAPI
package import PaymentsModel

/// The texts that all readable statements share: dates, amounts with aligned decimal points, and text of others with
/// unsafe characters removed.
package enum StatementWords {
  /// The heading of a statement.
  package static let title = "Statement of payments"
  /// The note that explains balances.
  package static let balanceNote = "The balance is the sum of these payments, not what the wallet holds."

  /// The period as text: days if it begins and ends at midnight (`2026-03-01 to 2026-03-31`), otherwise moments.
  package static func period(_ document: StatementDocument) -> String {
    let midnight = "T00:00:00".utf8
    let (from, to) = (document.fromLocal, document.toLocal)
    guard from.utf8.dropFirst(10).starts(with: midnight), to.utf8.dropFirst(10).starts(with: midnight),
      let after = StatementBound(part(to, from: 0, length: 10)), case .day(let number) = after
    else { return "\(clock(from)) until before \(clock(to))" }
    let (first, last) = (part(from, from: 0, length: 10), StatementBound.day(number - 1).text)
    return first == last ? first : "\(first) to \(last)"
  }

  /// Returns a local time with minutes: `2026-03-29 03:00`.
  package static func minute(_ local: String) -> String {
    "\(part(local, from: 0, length: 10)) \(part(local, from: 11, length: 5))"
  }

  /// Returns a local time with seconds and offset: `2026-03-29 03:00:00 +02:00`.
  package static func clock(_ local: String) -> String {
    "\(part(local, from: 0, length: 10)) \(part(local, from: 11, length: 8)) \(String(local.unicodeScalars.suffix(6)))"
  }

  private static func part(_ local: String, from start: Int, length: Int) -> String {
    String(local.unicodeScalars.dropFirst(start).prefix(length))
  }

  /// Returns the app's name and key fingerprint; `all apps` for `nil`.
  package static func app(_ app: StatementApp?) -> String {
    guard let app else { return "all apps" }
    return "\(safe(app.name)), key \(AppKey(rawValue: app.key).fingerprint)"
  }

  /// Returns the word for a kind of row.
  package static func kind(_ kind: StatementKind) -> String {
    switch kind {
    case .received: "Received"
    case .takenBack: "Taken back"
    case .paid: "Paid"
    case .returned: "Returned"
    }
  }

  /// Returns who was paid: `to Anna, ltc1q…`, or where the money arrived: `at ltc1q…`; `nil` if that is not known.
  package static func recipient(_ row: StatementRow) -> String? {
    guard let address = row.address else { return nil }
    let word = row.kind == .received || row.kind == .takenBack ? "at" : "to"
    return "\(word) \(row.payee.map { safe($0) + ", " } ?? "")\(safe(address))"
  }

  /// Returns the currency. The network is added if it is not the main network, whose coins alone have a value.
  package static func currency(_ section: StatementSection) -> String {
    guard let network = section.network, !["main", "mainnet"].contains(network) else { return section.currency }
    return "\(section.currency) (\(safe(network)) network, worth nothing)"
  }

  /// Returns text of an app or of a configuration on one line, without unsafe characters.
  package static func safe(_ text: String) -> String { SafeText(text, limit: 1000).text }
}

/// Writes the amounts of a section with the same number of decimal places.
package struct AmountColumn: Sendable {
  private let scale: Int
  private let minus: String

  /// Creates a column with as many decimal places as the section needs, and at least two.
  ///
  /// - Parameter minus: The sign of negative balances; a text for any terminal has the one of ASCII.
  package init(_ section: StatementSection, minus: String = "\u{2212}") {
    self.minus = minus
    var scale = min(2, section.decimals)
    func note(_ amount: DecimalAmount) { scale = max(scale, amount.scale) }
    for amount in [section.incoming, section.outgoing, section.fees, section.takenBack] { note(amount) }
    note(section.opening.magnitude)
    note(section.closing.magnitude)
    for row in section.rows {
      note(row.incoming)
      note(row.outgoing)
      note(row.fee)
      note(row.balance.magnitude)
    }
    self.scale = scale
  }

  /// Returns an amount with all decimal places.
  package func text(_ amount: DecimalAmount) -> String {
    let missing = scale - amount.scale
    guard missing > 0 else { return amount.text }
    return amount.text + (amount.scale == 0 ? "." : "") + String(repeating: "0", count: missing)
  }

  /// Returns an amount with all decimal places, or an empty text for zero.
  package func textUnlessZero(_ amount: DecimalAmount) -> String { amount.coefficient == 0 ? "" : text(amount) }

  /// Returns a balance with all decimal places.
  package func text(_ balance: SignedDecimal) -> String {
    (balance.isNegative ? minus : "") + text(balance.magnitude)
  }
}
