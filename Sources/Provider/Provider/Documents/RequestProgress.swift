import JSON
import PaymentsAPI
import PaymentsModel

/// Whether the result of a request can still change.
enum RequestProgress: Sendable, Equatable {
  /// The request can still change something.
  case open
  /// The request cannot change anything since this moment; `nil` where it never could.
  case ended(Timestamp?)

  /// - Parameter result: The result of the method.
  init(_ result: JSONValue, at now: Timestamp) {
    if let order: PaymentOrder = Self.object("payment_order", in: result) {
      self = order.state.isTerminal ? .ended(order.updatedAt) : .open
    } else if let invoice: Invoice = Self.object("invoice", in: result) {
      self = Self.of(invoice, at: now)
    } else if let statement = result["statement"] {
      let isOver = ["ready", "failed"].contains(statement["state"]?.stringValue)
      self = isOver ? .ended(statement["created_at"]?.stringValue.flatMap { Timestamp($0) }) : .open
    } else {
      self = .ended(nil)
    }
  }

  /// For expired and cancelled invoices the result can change until the end of the monitoring, by money that comes
  /// late.
  private static func of(_ invoice: Invoice, at now: Timestamp) -> RequestProgress {
    switch invoice.state {
    case .settled: .ended(invoice.updatedAt)
    case .pending, .processing: .open
    case .expired, .invalid, .cancelled: invoice.monitoredUntil <= now ? .ended(invoice.monitoredUntil) : .open
    }
  }

  private static func object<Value: Decodable>(_ name: String, in result: JSONValue) -> Value? {
    result[name].flatMap { try? JSONValueDecoder().decode(Value.self, from: $0) }
  }
}
