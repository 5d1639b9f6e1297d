import PaymentsAPI
import PaymentsModel
import Statements

/// The app or owner that asked for a statement. Only this reader gets it.
enum StatementReader: Sendable, Hashable {
  case app(AppKey)
  case owner
}

/// The parameters of a requested statement.
final class StatementOrder: Sendable {
  let id: String
  let requestID: PaymentRequestID
  let reader: StatementReader
  let format: StatementFormat
  let period: StatementPeriod
  let scope: Scope

  /// The apps and currencies of a statement.
  struct Scope: Sendable {
    /// The app that the statement is about; `nil` for all apps.
    var app: StatementApp?
    /// The currency that was requested, if only one was.
    var currency: String?
    /// The currencies that the statement may contain; `nil` for all.
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
