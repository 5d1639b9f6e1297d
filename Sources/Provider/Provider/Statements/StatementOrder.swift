import PaymentsAPI
import PaymentsModel
import Statements

/// Who asked for a statement, and alone gets it.
enum StatementReader: Sendable, Hashable {
  case app(AppKey)
  case owner
}

/// What a statement is to be about.
final class StatementOrder: Sendable {
  let id: String
  let requestID: PaymentRequestID
  let reader: StatementReader
  let format: StatementFormat
  let period: StatementPeriod
  let scope: Scope

  /// Whose payments, in which currencies.
  struct Scope: Sendable {
    /// The app that it is about; `nil` for all.
    var app: StatementApp?
    /// The one currency that was asked for.
    var currency: String?
    /// The currencies that may be told of; all where `nil`.
    var currencies: [String]?
  }

  init(
    id: String, requestID: PaymentRequestID, reader: StatementReader, format: StatementFormat, period: StatementPeriod,
    scope: Scope
  ) {
    self.id = id
    self.requestID = requestID
    self.reader = reader
    self.format = format
    self.period = period
    self.scope = scope
  }
}
