package import PaymentsCore
public import PaymentsModel

/// The limits in the configuration. They apply to every app for which the owner set none.
public struct LimitsSection: Sendable, Hashable {
  /// Which payments the owner has to approve.
  public enum Asking: Sendable, Hashable {
    /// The owner is asked about every payment.
    case always
    /// The owner is asked about payments with a total above this amount.
    case above(DecimalAmount)
    /// The owner is asked about no payment; those within the limits are paid.
    case never
    /// The owner is asked about no payment; every payment is refused.
    case refuse
  }

  /// The largest total of one payment.
  public var perPayment: DecimalAmount?
  /// The largest sum of the totals in a period.
  public var perPeriod: DecimalAmount?
  /// The length of the period.
  package var period: BudgetPeriod = .day
  /// The largest number of payments in a period.
  public var count: Int?
  /// Which payments the owner has to approve because of their amount.
  public var ask: Asking = .always
  /// Whether the owner also has to approve payments to recipients to whom the owner has approved none by hand.
  public var askForNewRecipients = false

  /// Creates limits that limit no amounts and ask the owner about every payment.
  public init() {}

  /// Returns the limits in the currency's atomic units.
  ///
  /// - Throws: ``PaymentsModel/AmountError`` if an amount has too many decimals or is too large.
  func limits(decimals: Int) throws(AmountError) -> PaymentLimits {
    func amount(_ decimal: DecimalAmount?) throws(AmountError) -> Amount? {
      guard let decimal else { return nil }
      return try Amount(decimal, decimals: decimals)
    }
    var limits = PaymentLimits(
      perPayment: try amount(perPayment), perPeriod: try amount(perPeriod), period: period, count: count,
      asksForNewRecipients: askForNewRecipients)
    switch ask {
    case .always: limits.asking = .always
    case .above(let most): limits.asking = .above(try Amount(most, decimals: decimals))
    case .never: limits.asking = .never
    case .refuse: limits.asking = .refuse
    }
    return limits
  }
}

extension LimitsSection.Asking {
  /// Parses `always`, `never`, `refuse` or `above X`; `nil` for anything else.
  init?(_ text: String) {
    let words = text.unicodeScalars.split(separator: " ").map(String.init)
    switch (words.first, words.count) {
    case ("always", 1): self = .always
    case ("never", 1): self = .never
    case ("refuse", 1): self = .refuse
    case ("above", 2):
      guard let amount = words.last.flatMap({ try? DecimalAmount($0) }) else { return nil }
      self = .above(amount)
    default: return nil
    }
  }
}

extension LimitsSection {
  /// What ``asking(_:)`` takes, for messages.
  static let knownAsking =
    "always, never, refuse, above and an amount, such as: above 0.1, new-recipients, or both: above 0.1 and new-recipients"

  /// Reads the words of `ask`, in the configuration and in `payd limit`; `nil` for anything else.
  static func asking(_ text: String) -> (Asking, forNewRecipients: Bool)? {
    let words = text.unicodeScalars.split(separator: " ").map(String.init)
    switch words.last {
    case "new-recipients" where words.count == 1: return (.never, true)
    case "new-recipients" where words.count == 4 && words[2] == "and":
      guard case .above(let most)? = Asking(words[..<2].joined(separator: " ")) else { return nil }
      return (.above(most), true)
    default: return Asking(text).map { ($0, false) }
    }
  }

  /// Reads a section of limits.
  ///
  /// - Parameters:
  ///   - path: the name of the section in the file.
  ///   - line: where it stands.
  /// - Throws: ``ConfigurationError`` where something of it is wrong.
  package init(_ reader: ConfigurationReader, path: String) throws(ConfigurationError) {
    self.init()
    perPayment = try reader.amount("per_payment")
    perPeriod = try reader.amount("per_period")
    var word = period.rawValue
    try reader.string("period", into: &word)
    guard let named = BudgetPeriod(rawValue: word) else {
      throw ConfigurationError(line: reader.line(of: "period"), problem: "\(path).period must be day, week or month")
    }
    period = named
    var most = -1
    try reader.integer("count", 0...1_000_000_000, into: &most)
    count = most < 0 ? nil : most
    var words = "always"
    try reader.string("ask", into: &words)
    guard let asking = Self.asking(words) else {
      throw ConfigurationError(line: reader.line(of: "ask"), problem: "\(path).ask must be \(Self.knownAsking)")
    }
    (ask, askForNewRecipients) = asking
    try reader.finish()
    switch ask {
    case .always, .refuse: break
    case .above, .never:
      guard perPeriod != nil else {
        throw ConfigurationError(
          line: reader.line(of: "ask"), problem: "\(path): payments without a question need a limit: set per_period too"
        )
      }
    }
  }
}
