public import ArgumentParser
public import PaymentsAPI
public import PaymentsModel

extension InvoiceState: ExpressibleByArgument {}

extension OrderState: ExpressibleByArgument {}

extension EventCursor: ExpressibleByArgument {
  /// Creates a cursor from its wire text.
  public init?(argument: String) { self.init(argument) }
}

extension StatementBound: ExpressibleByArgument {
  /// Creates a bound from its text.
  public init?(argument: String) { self.init(argument) }
}

extension StatementFormat: ExpressibleByArgument {}

/// A currency code. Lowercase letters are accepted and converted to capitals.
struct CurrencyArgument: ExpressibleByArgument {
  static let defaultCompletionKind = ShellCompletion.currencies

  let code: String

  init?(argument: String) {
    let code = argument.uppercased()
    guard Currency.isCode(code) else { return nil }
    self.code = code
  }
}

/// A duration as people type it: `90`, `90s`, `10m`, `2h` or `1d`.
struct DurationArgument: ExpressibleByArgument {
  let duration: Duration

  init?(argument: String) {
    let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
    let unit = argument.last.flatMap { units[$0] }
    let digits = unit == nil ? Substring(argument) : argument.dropLast()
    guard digits.utf8.allSatisfy({ (0x30...0x39).contains($0) }), let count = Int64(digits),
      (1...3_153_600_000).contains(count)
    else { return nil }
    let (seconds, overflow) = count.multipliedReportingOverflow(by: unit ?? 1)
    guard !overflow, seconds <= 315_360_000 else { return nil }
    duration = .seconds(seconds)
  }
}

/// The idempotency key of a request, a UUID.
struct RequestIDArgument: ExpressibleByArgument {
  let id: PaymentRequestID

  init?(argument: String) {
    guard let id = PaymentRequestID(argument) else { return nil }
    self.id = id
  }
}
